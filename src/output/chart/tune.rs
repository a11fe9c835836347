//! Pictures of what a rule does: a curve along the values of one, a map over those of two.

use num_traits::ToPrimitive;

use super::canvas::Canvas;
use super::curves::{Curve, Mark};
use super::dots::{Dot, Reference};
use super::map::Map;
use super::panels::{Content, Panel, draw};
use super::{ChartError, Picture};
use crate::analysis::{Choice, TuneAnswer, TunePoint, Unit, Want};
use crate::games::Value;
use crate::output::tune::{bare, choosing, counted, distinct, in_words, target, values};
use crate::output::wins::heading;
use crate::output::words::capitalised;

impl Picture for TuneAnswer {
    fn draw(&self) -> Result<Canvas, ChartError> {
        let panels = self.question.wants.iter().enumerate().map(|(place, want)| {
            let shown = Shown { answer: self, want, place };
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
            let figure = |(want, place): (&Want, usize)| {
                let figure = counted(&closest.figures[place], want.unit);
                if self.question.wants.len() == 1 {
                    figure
                } else {
                    format!("{}: {figure}", in_words(&want.metric))
                }
            };
            let figures: Vec<String> = distinct(self).map(figure).collect();
            lines.push(format!("{what}: {}; {}", values(self, closest), figures.join("; ")));
        }
        draw(&lines, &[], &panels)
    }
}

/// One of the figures that are wanted.
struct Shown<'a> {
    answer: &'a TuneAnswer,
    want: &'a Want,
    /// Which of the figures of a point it is.
    place: usize,
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
        point.figures[self.place].rational()?.to_f64().map(|value| value * self.scale())
    }

    /// The number to hold figures against.
    fn target(&self) -> Option<f64> {
        self.want.target.to_f64().map(|target| target * self.scale())
    }

    /// The line there.
    fn wanted_line(&self) -> Option<Reference> {
        Some(Reference { at: self.target()?, label: "wanted".to_owned() })
    }

    /// Along numbers.
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

    /// Over words or lists.
    fn dots(&self, title: String) -> Panel {
        let answer = self.answer;
        let label = |value: &Value| match value {
            // Long ladders differ by their length.
            Value::List(steps) => format!("{}: {}", steps.len(), bare(value).replace(['[', ']'], "")),
            value => bare(value),
        };
        let dot = |(place, point): (usize, &TunePoint)| {
            let shown = counted(&point.figures[self.place], self.want.unit);
            let taken = answer.best == Some(place) && !answer.is_constant();
            let shown = if taken { format!("{shown}, to take") } else { shown };
            let label = point.values.iter().map(label).collect::<Vec<_>>().join(", ");
            (label, Dot { value: self.number(point), shown, interval: None })
        };
        let dots = answer.points.iter().enumerate().map(dot).collect();
        Panel::dots(title, vec![dots], self.unit(), self.wanted_line())
    }

    /// Over two rules: the first along the side, the second along the top.
    fn map(&self, title: String) -> Panel {
        let answer = self.answer;
        let labels =
            |place: usize| answer.question.vary[place].values.iter().map(bare).collect::<Vec<String>>();
        let [rows, columns] = [labels(0), labels(1)];
        let keys = [answer.question.vary[0].key, answer.question.vary[1].key].map(str::to_owned);
        let cells = answer.points.iter().map(|point| self.number(point)).collect();
        let map =
            Map { keys, rows, columns, cells, best: answer.best, wanted: self.target(), unit: self.unit() };
        Panel { title, content: Content::Map(map) }
    }
}
