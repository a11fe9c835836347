//! Small drawings that are part of a page: their texts are the page's, and so are their colours.

use maud::{Markup, html};
use num_traits::ToPrimitive;

use super::name;
use crate::analysis::BalanceAnswer;
use crate::exact::Support;
use crate::output::verdicts::Names;

/// The drawing, and its part within the axes.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 352.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 158.0;

/// So many lines are told apart by colour.
const COLOURS: usize = 8;

/// A curve has so many points at most.
const MOST_POINTS: usize = 200;

type Points = Vec<(f64, f64)>;

/// A line through these points, of which the second numbers are from 0 to 1.
fn path(points: &Points, most: f64, steps: bool) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let (x, y) = (LEFT + (RIGHT - LEFT) * x / most, BOTTOM - (BOTTOM - TOP) * y);
        let part = match path.is_empty() {
            true => format!("M{x:.1} {y:.1}"),
            false if steps => format!("H{x:.1}V{y:.1}"),
            false => format!("L{x:.1} {y:.1}"),
        };
        path.push_str(&part);
    }
    path
}

/// A number for an axis of which the greatest is `most`.
fn tick(value: f64, most: f64) -> String {
    let decimals = usize::from(most < 10.0);
    let text = format!("{value:.decimals$}");
    let whole = text.split('.').next().unwrap_or_default();
    if decimals == 0 { super::super::number::grouped(whole) } else { text }
}

fn frame(lines: &[Points], most: f64, x: &str, alt: &str, steps: bool) -> Markup {
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
                path class=(format!("line s{}", number % COLOURS + 1)) d=(path(line, most, steps)) {}
            }
        }
    }
}

fn thinned(points: Points) -> Points {
    let every = points.len().div_ceil(MOST_POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let kept = points.into_iter().enumerate().filter(|(place, _)| place % every == 0 || *place == last);
    kept.map(|(_, point)| point).collect()
}

/// One game: every seat's chance to win as it went along.
pub(super) fn story(balance: &BalanceAnswer, names: Names<'_>) -> Markup {
    let points = balance.story.as_ref().map_or(&[][..], |story| &story.points);
    let seats = balance.seats.len();
    let line = |seat: usize| -> Points {
        let point = |(throws, chances): &(u64, Vec<f64>)| Some((throws.to_f64()?, chances[seat]));
        thinned(points.iter().filter_map(point).collect())
    };
    let lines: Vec<Points> = (0..seats).map(line).collect();
    let moves = lines.iter().any(|line| line.iter().any(|(_, chance)| (chance - line[0].1).abs() > 1e-9));
    let most = points.last().and_then(|(throws, _)| throws.to_f64()).unwrap_or(0.0);
    html! {
        @if moves && most > 0.0 {
            figure {
                (frame(&lines, most, "casts", "Every seat's chance to win in percent, cast by cast, in one game played by chance", false))
                @if seats > 1 {
                    ul.key {
                        @for seat in 0..seats {
                            li {
                                svg viewBox="0 0 14 8" aria-hidden="true" {
                                    path class=(format!("line s{}", seat % COLOURS + 1)) d="M0 4H14" {}
                                }
                                (name(&names.of(seat + 1)))
                            }
                        }
                    }
                }
                figcaption { "One game, played by chance: the chance to win in percent, as it went along." }
            }
        }
    }
}

/// How likely the game is over by then.
pub(super) fn over_by(balance: &BalanceAnswer) -> Markup {
    let pace = balance.question.pace.to_f64().unwrap_or(0.0) / 60.0;
    let mut sum = 0.0;
    let mut points: Points = vec![(0.0, 0.0)];
    if let Some(pmf) = &balance.wins.length.pmf {
        for (place, chance) in pmf.chances.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a place in a picture")]
            let casts = match &pmf.support {
                Support::Steps { first, step } => (first + step * place as u64) as f64,
                Support::Listed(numbers) => numbers.get(place).and_then(ToPrimitive::to_f64).unwrap_or(0.0),
            };
            sum += chance.middle();
            points.push((casts * pace, sum.min(1.0)));
            if sum > 0.995 {
                break;
            }
        }
    }
    let points = thinned(points);
    let most = points.last().map_or(0.0, |(minutes, _)| *minutes);
    html! {
        @if points.len() > 3 && most > 0.0 {
            figure {
                (frame(&[points], most, "minutes", "How likely the game is over after so many minutes, in percent", true))
                figcaption { "Over after so many minutes, in percent." }
            }
        }
    }
}
