//! Panels of curves as parts of a page: their texts are the page's, and so are their colours.

use maud::{Markup, html};

use super::name;
use crate::output::chart::{Content, Curves, Panel, corners, tick};

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

/// Round numbers from 0 up to `most`, at most five of them: steps of 1, 2 or 5 times a power of ten.
fn ticks(most: f64) -> Vec<f64> {
    const MOST_STEPS: f64 = 5.0;
    let power = 10f64.powf((most / MOST_STEPS).log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|part| part * power).into_iter().find(|step| most / step <= MOST_STEPS);
    let Some(step) = step.filter(|step| *step > 0.0 && step.is_finite()) else { return Vec::new() };
    let number = (most / step + 1e-9).floor();
    (0..=5u32).map(f64::from).filter(|place| *place <= number).map(|place| place * step).collect()
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
            @for value in ticks(most) {
                @let at = LEFT + (RIGHT - LEFT) * value / most;
                @let anchor = if value > 0.95 * most { "end" } else { "middle" };
                text x=(format!("{at:.1}")) y=(format!("{:.1}", BOTTOM + 14.0)) text-anchor=(anchor) { (tick(value, most)) }
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
    let Some(Panel { title, content: Content::Curves(Curves { series: curves, x, y, .. }) }) = panel else {
        return html! {};
    };
    let told = format!("{title}, in {y}");
    let steps: Vec<Vec<(f64, f64)>> = curves.iter().map(|curve| corners(&curve.points)).collect();
    let lines: Vec<&[(f64, f64)]> = steps.iter().map(|line| &line[..]).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        for (most, wanted) in [
            (252.0, vec![0.0, 100.0, 200.0]),
            (7.0, vec![0.0, 2.0, 4.0, 6.0]),
            (0.5, vec![0.0, 0.1, 0.2, 0.3, 0.4, 0.5]),
            (81_234.0, vec![0.0, 20_000.0, 40_000.0, 60_000.0, 80_000.0]),
        ] {
            let found = ticks(most);
            assert_eq!(found.len(), wanted.len(), "{found:?}");
            assert!(found.iter().zip(&wanted).all(|(one, other)| (one - other).abs() < 1e-9), "{found:?}");
        }
    }
}
