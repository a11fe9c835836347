//! Records for a spreadsheet or a data frame.
//!
//! All answers that have figures are told in the same columns, one figure a row ([`Record`]), so that those of several
//! runs can stand below one another. Lists, such as that of the games, have columns of their own.

use super::sheet::{Cell, Section};
use super::words::text;
use crate::analysis::{Averaged, Compared, Credible, Figure, NamedSet, OverPosterior, Setting};

/// A header and rows of as many fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct Records {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Records {
    /// Records of figures, of which there are none yet.
    pub(crate) fn of_figures() -> Self {
        Self { header: COLUMNS.map(str::to_owned).to_vec(), rows: Vec::new() }
    }

    pub(crate) fn add(&mut self, record: Record) {
        self.rows.push(record.into_fields());
    }

    /// A figure that was averaged where bones were counted, with the same for their mean weights where that differs.
    pub(crate) fn add_averaged(&mut self, about: Record, figure: &Figure, beside: Option<&Averaged>) {
        let credible = beside.and_then(|beside| beside.credible.as_ref());
        let plug_in = beside.and_then(|beside| beside.plug_in.as_ref());
        let plug_in = plug_in.map(|plug_in| about.named(format!("{}_plug_in", about.figure)).figure(plug_in));
        self.add(about.figure(figure).credible(credible));
        self.extend(plug_in);
    }

    /// A figure with all that stands beside it, a record each.
    pub(crate) fn add_compared(&mut self, about: &Record, compared: &Compared) {
        // What was only simulated is told once.
        if compared.is_solved() || compared.simulated.is_none() {
            self.add(about.clone().figure(&compared.solved));
        }
        if let Some(simulated) = &compared.simulated {
            self.add(about.clone().figure(simulated));
        }
        if let Some(OverPosterior { average, credible }) = &compared.posterior {
            let average = average.as_ref().map_or_else(
                || Record { why: "not computed: its mean over the weights may be infinite", ..about.clone() },
                |average| about.clone().figure(average),
            );
            self.add(Record { method: "averaged", ..average }.credible(Some(credible)));
        }
    }
}

impl Extend<Record> for Records {
    fn extend<I: IntoIterator<Item = Record>>(&mut self, records: I) {
        self.rows.extend(records.into_iter().map(Record::into_fields));
    }
}

/// The columns of figures, in the order of [`Record::into_fields`].
const COLUMNS: [&str; 18] = [
    "game",
    "players",
    "rules",
    "play",
    "bones",
    "seat",
    "figure",
    "of",
    "at",
    "option",
    "method",
    "value",
    "low",
    "high",
    "exact",
    "confidence",
    "error",
    "why",
];

/// One figure: what it is of, and what is known of it. What does not apply is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    game: &'static str,
    players: String,
    rules: String,
    play: String,
    bones: String,
    seat: String,
    figure: String,
    of: String,
    at: String,
    option: String,
    method: &'static str,
    value: String,
    ends: [String; 2],
    exact: String,
    confidence: String,
    error: String,
    why: &'static str,
}

impl Record {
    /// What the figures of a table have in common.
    pub(crate) fn of_table(setting: &Setting) -> Self {
        let changed = setting.rules.changed();
        let changed = changed.iter().map(|(key, value)| format!("{key}={value}"));
        let bones = setting
            .game
            .faces(&setting.rules)
            .then(|| setting.bones.iter().map(NamedSet::name).collect::<Vec<_>>());
        Self {
            game: setting.game.name,
            players: setting.players.to_string(),
            rules: changed.collect::<Vec<_>>().join(BETWEEN),
            play: setting.rules.told_play().join(BETWEEN),
            bones: bones.unwrap_or_default().join(BETWEEN),
            of: setting.position.clone().unwrap_or_default(),
            ..Self::default()
        }
    }

    /// What figures on these bones have in common.
    pub(crate) fn of_bones(name: impl Into<String>) -> Self {
        Self { bones: name.into(), ..Self::default() }
    }

    /// A figure by this name, of what this record is of.
    pub(crate) fn named(&self, figure: impl Into<String>) -> Self {
        Self { figure: figure.into(), ..self.clone() }
    }

    pub(crate) fn seat(self, seat: usize) -> Self {
        Self { seat: seat.to_string(), ..self }
    }

    /// What it is a figure of: an event, a cast, a position.
    pub(crate) fn of(self, of: impl Into<String>) -> Self {
        Self { of: of.into(), ..self }
    }

    /// Which of several it is: a number of casts, a level, a face.
    #[expect(clippy::needless_pass_by_value, reason = "numbers and texts alike")]
    pub(crate) fn at(self, at: impl ToString) -> Self {
        Self { at: at.to_string(), ..self }
    }

    /// What can be done there.
    pub(crate) fn option(self, option: impl Into<String>) -> Self {
        Self { option: option.into(), ..self }
    }

    /// What is known of it.
    pub(crate) fn figure(self, figure: &Figure) -> Self {
        let interval = figure.interval();
        Self {
            method: figure.method().unwrap_or_default(),
            value: text(figure.approximate()),
            ends: interval.map(|(ends, _)| ends.map(|end| end.to_string())).unwrap_or_default(),
            exact: match figure {
                Figure::Exact(exact) => exact.to_string(),
                _ => String::new(),
            },
            confidence: text(interval.map(|(_, confidence)| confidence)),
            error: text(figure.error()),
            why: figure.why().unwrap_or_default(),
            ..self
        }
    }

    /// A whole number of what was counted.
    #[expect(clippy::needless_pass_by_value, reason = "whole numbers of any type")]
    pub(crate) fn count(self, count: impl ToString) -> Self {
        let count = count.to_string();
        Self { method: "exact", value: count.clone(), exact: count, ..self }
    }

    /// An approximation that improves with the number of throws.
    #[expect(clippy::needless_pass_by_value, reason = "numbers of any type")]
    pub(crate) fn asymptotic(self, value: impl ToString) -> Self {
        Self { method: "asymptotic", value: value.to_string(), ..self }
    }

    /// A number for which no method is told: what a strategy chooses, or what was computed from other figures.
    pub(crate) fn number(self, number: f64) -> Self {
        Self { value: number.to_string(), ..self }
    }

    /// No number, and why.
    pub(crate) fn missing(self, why: &'static str) -> Self {
        Self { why, ..self }
    }

    /// Where it lies, if that is known of counted bones.
    pub(crate) fn credible(self, credible: Option<&Credible>) -> Self {
        match credible {
            Some(Credible { low, high, level, .. }) => {
                Self { ends: [low, high].map(f64::to_string), confidence: level.to_string(), ..self }
            }
            None => self,
        }
    }

    fn into_fields(self) -> Vec<String> {
        let [low, high] = self.ends;
        let fields: [String; COLUMNS.len()] = [
            self.game.to_owned(),
            self.players,
            self.rules,
            self.play,
            self.bones,
            self.seat,
            self.figure,
            self.of,
            self.at,
            self.option,
            self.method.to_owned(),
            self.value,
            low,
            high,
            self.exact,
            self.confidence,
            self.error,
            self.why.to_owned(),
        ];
        fields.into()
    }
}

/// What stands between several values in one field.
pub(crate) const BETWEEN: &str = "; ";

impl From<Section> for Records {
    fn from(section: Section) -> Self {
        let texts = |row: Vec<Cell>| row.into_iter().map(|cell| cell.text).collect();
        Self {
            header: section.columns.into_iter().map(|column| column.title).collect(),
            rows: section.rows.into_iter().map(texts).collect(),
        }
    }
}

pub(crate) fn render(records: &Records) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&records.header)?;
    for row in &records.rows {
        writer.write_record(row.iter().map(|field| guarded(field)))?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    // The fields are texts already, so that nothing can be lost here.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A field that no spreadsheet takes for a formula: a text that begins like one is led by an apostrophe. Numbers and fractions
/// are no texts.
fn guarded(field: &str) -> String {
    const FORMULAS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    let number = |part: &str| part.parse::<f64>().is_ok();
    if field.starts_with(FORMULAS) && !field.split('/').all(number) {
        format!("'{field}")
    } else {
        field.to_owned()
    }
}

/// The level of a quantile, `0.95`.
pub(crate) fn level(percent: u8) -> String {
    (f64::from(percent) / 100.0).to_string()
}
