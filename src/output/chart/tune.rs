//! Charts of `tune`: a curve along the values of one rule, a map over those of two.

use num_traits::ToPrimitive;

use super::cells::{Cells, Row};
use super::colour::{Colour, PALETTE, WHITE};
use super::curves::{Curve, Mark};
use super::dots::{Dot, Reference};
use super::panels::{Content, Layout, Panel, layout};
use super::scene::WIDTH;
use super::{ChartError, Picture};
use crate::analysis::{Choice, TuneAnswer, TunePoint, Unit, Want};
use crate::games::Value;
use crate::output::tune::{bare, choosing, counted, distinct, in_words, target, values};
use crate::output::wins::heading;
use crate::output::words::capitalised;

impl Picture for TuneAnswer {
    fn layout(&self) -> Result<Layout, ChartError> {
        let panels = self.question.wants.iter().enumerate().map(|(index, want)| {
            let shown = Shown { answer: self, want, index };
            let title = format!("{}; wanted: {}", capitalised(&in_words(&want.metric)), target(self, want));
            match self.question.vary.as_slice() {
                [_, _] => shown.map(title),
                _ => shown.curve(title.clone()).unwrap_or_else(|| shown.dots(title)),
            }
        });
        let panels: Vec<Panel> = panels.collect();
        let mut lines = heading(&self.setting, &choosing(self));
        if let Some(closest) = self.closest() {
            let what = match self.choice {
                Choice::LeastChange => "Smallest change that leaves room to spare",
                Choice::MostRoom => "Most room to spare",
                Choice::Nearest => "Closest",
            };
            let figure = |(want, index): (&Want, usize)| {
                let figure = counted(&closest.figures[index], want.unit);
                if self.question.wants.len() == 1 {
                    figure
                } else {
                    format!("{}: {figure}", in_words(&want.metric))
                }
            };
            let figures: Vec<String> = distinct(self).map(figure).collect();
            lines.push(format!("{what}: {}; {}", values(self, closest), figures.join("; ")));
        }
        layout(&lines, &[], panels)
    }
}

/// One of the wanted figures.
struct Shown<'a> {
    answer: &'a TuneAnswer,
    want: &'a Want,
    /// Its index among the figures of a point.
    index: usize,
}

impl Shown<'_> {
    fn scale(&self) -> f64 {
        if self.want.unit == Unit::Chance { 100.0 } else { 1.0 }
    }

    fn unit(&self) -> &'static str {
        match self.want.unit {
            Unit::Chance => "percent",
            Unit::Casts => "casts",
            Unit::Minutes => "minutes",
            Unit::Coins | Unit::Gain => self.answer.setting.money(),
            Unit::Plain => "",
        }
    }

    fn number(&self, point: &TunePoint) -> Option<f64> {
        point.figures[self.index].rational()?.to_f64().map(|value| value * self.scale())
    }

    /// The target number.
    fn target(&self) -> Option<f64> {
        self.want.target.to_f64().map(|target| target * self.scale())
    }

    /// The reference line at the target.
    fn wanted_line(&self) -> Option<Reference> {
        Some(Reference { at: self.target()?, label: "wanted".to_owned() })
    }

    /// A curve, if the values are numbers.
    fn curve(&self, title: String) -> Option<Panel> {
        let answer = self.answer;
        let points = answer.points.iter().map(|point| match &point.values[..] {
            [Value::Number(value)] => Some((value.to_f64()?, self.number(point)?)),
            _ => None,
        });
        let points: Vec<(f64, f64)> = points.collect::<Option<_>>()?;
        if points.len() < 2 {
            return None;
        }
        let best = answer.best.filter(|_| !answer.is_constant());
        let marked = best.map(|best| (points[best], values(answer, &answer.points[best])));
        let key = answer.question.vary.first()?.key;
        let found = vec![Curve::new(String::new(), points)];
        let mut panel = Panel::curves(title, found, Mark::Points, key, self.unit());
        if let Content::Curves(curves) = &mut panel.content {
            curves.reference = self.wanted_line();
            curves.marked = marked;
        }
        Some(panel)
    }

    /// Dots, for words or lists.
    fn dots(&self, title: String) -> Panel {
        let answer = self.answer;
        let label = |value: &Value| match value {
            // Long ladders are identified by their length.
            Value::List(steps) => format!("{}: {}", steps.len(), bare(value).replace(['[', ']'], "")),
            value => bare(value),
        };
        let dot = |(index, point): (usize, &TunePoint)| {
            let shown = counted(&point.figures[self.index], self.want.unit);
            let taken = answer.best == Some(index) && !answer.is_constant();
            let shown = if taken { format!("{shown}, best") } else { shown };
            let label = point.values.iter().map(label).collect::<Vec<_>>().join(", ");
            (label, Dot { value: self.number(point), shown, interval: None, colour: None })
        };
        let dots = answer.points.iter().enumerate().map(dot).collect();
        Panel::dots(title, vec![dots], self.unit(), self.wanted_line())
    }

    /// A map over two rules, the first along the side, the second along the top. White is the wanted value; lower values are
    /// bluer, higher ones redder.
    fn map(&self, title: String) -> Panel {
        let answer = self.answer;
        let [down, across] = [0, 1].map(|index| &answer.question.vary[index]);
        let numbers: Vec<Option<f64>> = answer.points.iter().map(|point| self.number(point)).collect();
        let known = || numbers.iter().flatten().copied();
        let [least, most] =
            [known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max)];
        let wanted = self.target().unwrap_or(least);
        let farthest = (least - wanted).abs().max((most - wanted).abs()).max(f64::MIN_POSITIVE);
        let cell = |number: &Option<f64>| match number {
            Some(value) => (
                PALETTE[usize::from(*value > wanted)].over(WHITE, (value - wanted).abs() / farthest),
                short(*value),
            ),
            None => (Colour(240, 240, 240), String::new()),
        };
        let columns = across.values.len().max(1);
        let rows = down.values.iter().zip(numbers.chunks(columns));
        let unit = if self.unit().is_empty() { String::new() } else { format!(" {}", self.unit()) };
        let note = if least > most {
            "no cell has a number".to_owned()
        } else {
            format!(
                "white: wanted, {}{unit}; blue: less, down to {}; orange: more, up to {}; framed: the best",
                short(wanted),
                short(least),
                short(most)
            )
        };
        let cells = Cells {
            corner: format!("{} / {}", down.key, across.key),
            columns: across.values.iter().map(bare).collect(),
            rows: rows
                .map(|(value, cells)| Row { name: bare(value), cells: cells.iter().map(cell).collect() })
                .collect(),
            widest: WIDTH,
            framed: answer.best.map(|best| [best / columns, best % columns]),
            note: Some(note),
        };
        Panel { title, content: Content::Cells(cells) }
    }
}

/// A number with three significant digits, for a cell.
fn short(value: f64) -> String {
    let decimals = match value.abs() {
        large if large >= 99.95 => 0,
        middling if middling >= 9.995 => 1,
        small if small >= 0.9995 => 2,
        _ => 3,
    };
    format!("{value:.decimals$}").replace('-', "\u{2212}")
}
