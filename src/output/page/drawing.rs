//! Panels of curves as parts of a page: their texts are the page's, and so are their colours.

use maud::{Markup, html};

use super::name;
use crate::output::chart::{Content, Panel};
use crate::output::number::grouped;

/// The drawing, and its part within the axes.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 352.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 158.0;

/// So many lines are told apart by colour.
const COLOURS: usize = 8;

/// A line through these points, of which the second numbers are in percent.
fn path(points: &[(f64, f64)], most: f64) -> String {
    let mut path = String::new();
    let mut last = None;
    for (x, y) in points {
        let x = format!("{:.1}", LEFT + (RIGHT - LEFT) * x / most);
        let y = format!("{:.1}", BOTTOM - (BOTTOM - TOP) * y / 100.0);
        let part = match &last {
            None => format!("M{x} {y}"),
            Some((_, before)) if *before == y => format!("H{x}"),
            Some((before, _)) if *before == x => format!("V{y}"),
            Some(_) => format!("L{x} {y}"),
        };
        path.push_str(&part);
        last = Some((x, y));
    }
    path
}

/// A number for an axis of which the greatest is `most`.
fn tick(value: f64, most: f64) -> String {
    let decimals = usize::from(most < 10.0);
    let text = format!("{value:.decimals$}");
    let whole = text.split('.').next().unwrap_or_default();
    if decimals == 0 { grouped(whole) } else { text }
}

/// Lines from 0 to 100 percent.
fn frame(lines: &[&[(f64, f64)]], most: f64, x: &str, alt: &str) -> Markup {
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label=(alt) {
            @for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
                @let y = BOTTOM - (BOTTOM - TOP) * part;
                path.grid d=(format!("M{LEFT} {y:.1}H{RIGHT}")) {}
                text x=(format!("{:.1}", LEFT - 4.0)) y=(format!("{:.1}", y + 4.0)) text-anchor="end" { (format!("{:.0}", 100.0 * part)) }
            }
            @for part in [0.0, 0.5, 1.0] {
                @let at = LEFT + (RIGHT - LEFT) * part;
                @let anchor = if part > 0.9 { "end" } else { "middle" };
                text x=(format!("{at:.1}")) y=(format!("{:.1}", BOTTOM + 14.0)) text-anchor=(anchor) { (tick(most * part, most)) }
            }
            text x=(format!("{:.1}", f64::midpoint(LEFT, RIGHT))) y=(format!("{:.1}", BOTTOM + 28.0)) text-anchor="middle" { (x) }
            path.axis d=(format!("M{LEFT} {TOP}V{BOTTOM}H{RIGHT}")) {}
            @for (number, line) in lines.iter().enumerate() {
                path class=(format!("line s{}", number % COLOURS + 1)) d=(path(line, most)) {}
            }
        }
    }
}

/// Curves with what they are called; nothing of another panel.
pub(super) fn of(panel: Option<Panel>) -> Markup {
    let Some(Panel { title, content: Content::Curves { curves, x, y } }) = panel else { return html! {} };
    let told = format!("{title}, in {y}");
    let lines: Vec<&[(f64, f64)]> = curves.iter().map(|curve| &curve.points[..]).collect();
    let most = lines.iter().filter_map(|line| line.last()).fold(0.0, |most: f64, (x, _)| most.max(*x));
    html! {
        @if most > 0.0 {
            figure {
                (frame(&lines, most, &x, &told))
                @if curves.len() > 1 {
                    ul.key {
                        @for (place, curve) in curves.iter().enumerate() {
                            li {
                                svg viewBox="0 0 14 8" aria-hidden="true" {
                                    path class=(format!("line s{}", place % COLOURS + 1)) d="M0 4H14" {}
                                }
                                (name(&curve.label))
                            }
                        }
                    }
                }
                figcaption { (told) "." }
            }
        }
    }
}
