//! Pictures of what a rule does: a curve along the values of one, a map over those of two.

use num_traits::ToPrimitive;

use super::canvas::Canvas;
use super::map::Map;
use super::panels::{Content, Curve, Dot, Mark, Panel, Reference, draw};
use super::{ChartError, Picture};
use crate::analysis::{Choice, Trend, TuneAnswer, TunePoint, Unit};
use crate::games::Value;
use crate::output::tune::{bare, choosing, counted, values, wanted};
use crate::output::wins::heading;

impl Picture for TuneAnswer {
    fn draw(&self) -> Result<Canvas, ChartError> {
        let title = format!("Wanted: {}", wanted(self));
        let panel = match self.question.vary.as_slice() {
            [_, _] => map(self, title),
            _ => curve(self, title.clone()).unwrap_or_else(|| dots(self, title)),
        };
        let mut lines = heading(&self.setting, &choosing(self));
        if let Some(closest) = self.closest() {
            let figure = counted(&closest.figure, self.question.want.unit);
            let what = match self.choice {
                Choice::LeastChange => "Least change with room to spare",
                Choice::MostRoom => "Most room to spare",
                Choice::Nearest => "Closest",
            };
            lines.push(format!("{what}: {} with {figure}", values(self, closest)));
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

/// The line to hold figures against.
fn wanted_line(answer: &TuneAnswer) -> Option<Reference> {
    let at = answer.question.want.target.to_f64()? * scale(answer);
    Some(Reference { at, label: "wanted".to_owned() })
}

/// Along numbers.
fn curve(answer: &TuneAnswer, title: String) -> Option<Panel> {
    let points = answer.points.iter().map(|point| match &point.values[..] {
        [Value::Number(value)] => Some((value.to_f64()?, number(answer, point)?)),
        _ => None,
    });
    let points: Vec<(f64, f64)> = points.collect::<Option<_>>()?;
    if points.len() < 2 {
        return None;
    }
    let chosen = answer.best.filter(|_| answer.trend != Some(Trend::Constant)).map(|best| points[best]);
    let key = answer.question.vary.first()?.key;
    let found = Curve::new(format!("{} by {key}", answer.question.want.metric.name()), points);
    let mut panel = Panel::curves(title, vec![found], Mark::Points, key, unit(answer));
    if let Content::Curves { reference, marked, .. } = &mut panel.content {
        *reference = wanted_line(answer);
        *marked = chosen;
    }
    Some(panel)
}

/// Over words or lists.
fn dots(answer: &TuneAnswer, title: String) -> Panel {
    let label = |value: &Value| match value {
        // Long ladders differ by their length.
        Value::List(steps) => format!("{}: {}", steps.len(), bare(value).replace(['[', ']'], "")),
        value => bare(value),
    };
    let dot = |(place, point): (usize, &TunePoint)| {
        let shown = counted(&point.figure, answer.question.want.unit);
        let taken = answer.best == Some(place) && answer.trend != Some(Trend::Constant);
        Some(Dot {
            label: point.values.iter().map(label).collect::<Vec<_>>().join(", "),
            value: number(answer, point)?,
            shown: if taken { format!("{shown}, to take") } else { shown },
            interval: None,
        })
    };
    let dots = answer.points.iter().enumerate().filter_map(dot).collect();
    Panel::dots(title, dots, unit(answer), wanted_line(answer))
}

/// Over two rules: the first along the side, the second along the top.
fn map(answer: &TuneAnswer, title: String) -> Panel {
    let labels = |place: usize| answer.question.vary[place].values.iter().map(bare).collect::<Vec<String>>();
    let [rows, columns] = [labels(0), labels(1)];
    let keys = [answer.question.vary[0].key, answer.question.vary[1].key].map(str::to_owned);
    let cells = answer.points.iter().map(|point| number(answer, point)).collect();
    let wanted = answer.question.want.target.to_f64().map(|target| target * scale(answer));
    let map = Map { keys, rows, columns, cells, best: answer.best, wanted, unit: unit(answer) };
    Panel { title, content: Content::Map(map) }
}
