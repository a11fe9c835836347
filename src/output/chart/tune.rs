//! Pictures of what a rule does: a curve along the values of one, a map over those of two.

use num_traits::ToPrimitive;

use super::canvas::Canvas;
use super::map::Map;
use super::panels::{Bar, Content, Curve, Panel, draw};
use super::{ChartError, Picture};
use crate::analysis::{TuneAnswer, TunePoint, Unit};
use crate::games::Value;
use crate::output::tune::{bare, counted, values, wanted};
use crate::output::wins::heading;

impl Picture for TuneAnswer {
    fn draw(&self) -> Result<Canvas, ChartError> {
        let title = format!("Wanted: {}", wanted(self));
        let panel = match self.question.vary.as_slice() {
            [_, _] => map(self, title),
            _ => curve(self, title.clone()).unwrap_or_else(|| bars(self, title)),
        };
        let mut lines = heading(&self.setting, "which rule does it");
        if let Some(closest) = self.closest() {
            let figure = counted(&closest.figure, self.question.want.unit);
            lines.push(format!("Closest: {} with {figure}", values(self, closest)));
        }
        draw(&lines, &[panel])
    }
}

fn scale(answer: &TuneAnswer) -> f64 {
    if answer.question.want.unit == Unit::Chance { 100.0 } else { 1.0 }
}

const fn unit(answer: &TuneAnswer) -> &'static str {
    match answer.question.want.unit {
        Unit::Chance => "percent",
        Unit::Casts => "casts",
        Unit::Minutes => "minutes",
        Unit::Coins | Unit::Gain => "coins",
        Unit::Plain => "",
    }
}

fn number(answer: &TuneAnswer, point: &TunePoint) -> Option<f64> {
    point.figure.rational()?.to_f64().map(|value| value * scale(answer))
}

/// Along numbers.
fn curve(answer: &TuneAnswer, title: String) -> Option<Panel> {
    let points = answer.points.iter().map(|point| match &point.values[..] {
        [Value::Number(value)] => Some((value.to_f64()?, number(answer, point)?)),
        _ => None,
    });
    let points: Vec<(f64, f64)> = points.collect::<Option<_>>()?;
    let ends = (points.first()?.0, points.last()?.0);
    if points.len() < 2 {
        return None;
    }
    let target = answer.question.want.target.to_f64()? * scale(answer);
    let key = answer.question.vary.first()?.key;
    let found = Curve::new(format!("{} by {key}", answer.question.want.metric.name()), points);
    let wanted = Curve::new("wanted".to_owned(), vec![(ends.0, target), (ends.1, target)]);
    Some(Panel::curves(title, vec![found, wanted], key, unit(answer)))
}

/// Over words or lists.
fn bars(answer: &TuneAnswer, title: String) -> Panel {
    let bar = |point: &TunePoint| {
        let label = point.values.iter().map(bare).collect::<Vec<_>>();
        Some(Bar {
            label: label.join(", "),
            value: number(answer, point)?,
            shown: counted(&point.figure, answer.question.want.unit).replace('−', "-"),
            interval: None,
        })
    };
    Panel::bars(title, answer.points.iter().filter_map(bar).collect(), unit(answer))
}

/// Over two rules: the first along the side, the second along the top.
fn map(answer: &TuneAnswer, title: String) -> Panel {
    let labels = |place: usize| answer.question.vary[place].values.iter().map(bare).collect::<Vec<String>>();
    let [rows, columns] = [labels(0), labels(1)];
    let keys = [answer.question.vary[0].key, answer.question.vary[1].key].map(str::to_owned);
    let cells = answer.points.iter().map(|point| number(answer, point)).collect();
    let map = Map { keys, rows, columns, cells, best: answer.best, unit: unit(answer) };
    Panel { title, content: Content::Map(map) }
}
