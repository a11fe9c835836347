//! Records for a spreadsheet or a data frame.
//!
//! All answers with figures use the same columns, one figure a row ([`Record`]), so that you can append the output of several
//! runs. The rows are derived from the JSON form and contain the same figures. Lists, such as that of the games, have columns
//! of their own.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use serde::Serialize;
use serde_json::{Map, Value};

use super::sheet::Section;
use crate::analysis::{NamedSet, Setting};

/// A header and rows with as many fields, ready to be written.
pub(crate) struct Records {
    written: csv::Result<csv::Writer<Vec<u8>>>,
    /// Hashes of the rows of the last answer, against duplicates.
    known: HashSet<u64>,
}

impl Records {
    fn headed<'a>(header: impl IntoIterator<Item = &'a str>) -> Self {
        let mut records = Self { written: Ok(csv::Writer::from_writer(Vec::new())), known: HashSet::new() };
        records.row(header);
        records
    }

    fn row<'a>(&mut self, fields: impl IntoIterator<Item = &'a str>) {
        let Ok(writer) = &mut self.written else { return };
        if let Err(error) = writer.write_record(fields.into_iter().map(guarded)) {
            self.written = Err(error);
        }
    }

    /// The figures of several answers, each with the fields that its figures share.
    pub(crate) fn of<T: Serialize>(answers: impl IntoIterator<Item = (Record, T)>) -> Self {
        let mut records = Self::headed(COLUMNS);
        answers.into_iter().for_each(|(about, answer)| records.add(&about, answer));
        records
    }

    /// Adds the figures of an answer.
    pub(crate) fn add(&mut self, about: &Record, answer: impl Serialize) {
        self.known.clear();
        self.add_part(about, Index::default(), answer);
    }

    /// Adds the figures of a list row by row, because it may not fit into memory.
    pub(crate) fn add_rows(
        &mut self,
        about: &Record,
        list: &str,
        rows: impl IntoIterator<Item = impl Serialize>,
    ) {
        let name = Index::default().of_part(list);
        rows.into_iter().for_each(|row| self.add_part(about, Index { list, name: &name }, row));
    }

    fn add_part(&mut self, about: &Record, slot: Index<'_>, part: impl Serialize) {
        let read = serde_json::to_value(part).and_then(|part| match part {
            Value::Object(entries) => Ok(entries),
            // This fails with a message that says what was found instead of an object.
            other => serde_json::from_value(other),
        });
        match read {
            Ok(entries) => about.add_object(&entries, slot, self),
            Err(error) => self.written = Err(std::io::Error::from(error).into()),
        }
    }

    /// Adds a figure unless it is a duplicate: an estimate without a solution appears twice in the document, and so does a value
    /// that is also a figure of the game.
    fn push(&mut self, record: &Record) {
        let mut hasher = DefaultHasher::new();
        record.fields.hash(&mut hasher);
        if self.known.insert(hasher.finish()) {
            self.row(record.fields.iter().map(String::as_str));
        }
    }
}

/// The columns of figures.
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

/// Keys that identify the figures beside them, with the column they go to.
const ABOUT: [(&str, &str); 4] = [
    ("seat", "seat turn"),
    (
        "of",
        "event given cast kind outcome position counters tali hand call bids in_hand test of name against policy group layout \
         rule figure for throw by starter mover",
    ),
    ("at", "q from times face bone at distance square"),
    ("option", "option move"),
];

/// Keys that identify figures in one list only, and are figures elsewhere.
const ABOUT_IN: [(&str, &str, &str); 7] = [
    ("within", "casts", "at"),
    ("rows", "throws", "at"),
    ("fewest", "wanted", "at"),
    ("rows", "value", "at"),
    ("replies", "count", "at"),
    ("calls", "throws", "of"),
    ("challenge", "throws", "of"),
];

/// Lists and objects whose names are left out of the names of their figures.
const UNNAMED: &str = "games seats events figures simulation posterior casts kinds rows faces bones options cards estimates tests \
                       scores capped sensitivity differences";

/// Keys without figures of the answer, or with repeated ones.
const LEFT_OUT: &str = "rules play played players verdicts pmf values asked seed level draws confidence worst_z followed \
                        purse most_games evenings story then board steps form";

/// Objects whose keys are names of figures chosen by the game.
const OF_ANY_NAME: &str = "figures scores capped";

/// Whether a key is in a list of words.
fn is_among(keys: &str, key: &str) -> bool {
    keys.split(' ').any(|known| known == key)
}

/// The position of an object: its list, and the prefix for the names of its figures.
#[derive(Clone, Copy, Default)]
struct Index<'a> {
    list: &'a str,
    name: &'a str,
}

impl Index<'_> {
    /// The name of the figure under a key: `length_mean`, `within` for its probability.
    fn name_of(self, key: &str) -> String {
        let key = key.strip_suffix("_posterior").filter(|_| !self.has_any_name()).unwrap_or(key);
        match (self.name, key) {
            ("", "quantiles") => "quantile".to_owned(),
            ("", key) => key.to_owned(),
            (name, key) if key == "probability" || key == name => name.to_owned(),
            (name, "quantiles") => format!("{name}_quantile"),
            (name, key) => format!("{name}_{key}"),
        }
    }

    /// Whether all keys here are names of figures, even those with a meaning elsewhere.
    fn has_any_name(self) -> bool {
        is_among(OF_ANY_NAME, self.list)
    }

    /// Whether a key has no figures of the answer here; the bones themselves have none.
    fn leaves_out(self, key: &str) -> bool {
        !self.has_any_name() && (is_among(LEFT_OUT, key) || (key == "bones" && self.list.is_empty()))
    }

    /// Whether plain numbers are figures here; elsewhere they belong to the question.
    fn has_counts(self, key: &str) -> bool {
        !["", "simulation", "posterior"].contains(&self.list) || (self.list, key) == ("simulation", "games")
    }

    /// The prefix for the names of figures in the object or list under a key.
    fn of_part(self, key: &str) -> String {
        if is_among(UNNAMED, key) && !self.has_any_name() { self.name.to_owned() } else { self.name_of(key) }
    }

    /// The column for a key that identifies the figures beside it.
    fn column(self, key: &str) -> Option<&'static str> {
        let here = ABOUT_IN.iter().find(|(list, of, _)| (*list, *of) == (self.list, key));
        let anywhere = || ABOUT.iter().find(|(_, keys)| is_among(keys, key)).map(|(column, _)| *column);
        here.map(|(.., column)| *column).or_else(anywhere).filter(|_| !self.has_any_name())
    }
}

/// One figure: its subject and its value. Fields that do not apply are empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    fields: [String; COLUMNS.len()],
    /// The subjects of the figures of a list, if they are not seats: the squares of a board, the laps of a race.
    lists: Rc<BTreeMap<String, Vec<String>>>,
}

impl Record {
    /// The fields that the figures of a table share.
    pub(crate) fn of_table(setting: &Setting) -> Self {
        let changed = setting.rules.changed();
        let changed = changed.iter().map(|(key, value)| format!("{key}={value}"));
        let bones = Some(&setting.bones).filter(|_| setting.game.faces(&setting.rules));
        let bones = bones.into_iter().flatten().map(NamedSet::name);
        Self::default()
            .with("game", setting.game.name)
            .with("players", &setting.players.to_string())
            .with("rules", &changed.collect::<Vec<_>>().join(BETWEEN))
            .with("play", &setting.rules.shown_play().join(BETWEEN))
            .with("bones", &bones.collect::<Vec<_>>().join(BETWEEN))
    }

    /// Adds the subjects of the figures of some lists: a name, and words for each index.
    pub(crate) fn listing(self, lists: impl IntoIterator<Item = (String, Vec<String>)>) -> Self {
        Self { lists: Rc::new(lists.into_iter().collect()), ..self }
    }

    /// The fields that the figures on these bones share.
    pub(crate) fn of_bones(name: &str) -> Self {
        Self::default().with("bones", name)
    }

    /// The text in a column.
    fn field(&self, column: &str) -> &str {
        COLUMNS.iter().position(|known| *known == column).map_or("", |index| &self.fields[index])
    }

    /// Appends a text to a column, after `; ` if the column is not empty.
    pub(crate) fn with(mut self, column: &str, text: &str) -> Self {
        let index = COLUMNS.iter().position(|known| *known == column);
        debug_assert!(index.is_some(), "no column is called {column}");
        if let Some(index) = index {
            let field = &mut self.fields[index];
            if !field.is_empty() && !text.is_empty() {
                field.push_str(BETWEEN);
            }
            field.push_str(text);
        }
        self
    }

    /// Adds the figures of an object.
    fn add_object(&self, entries: &Map<String, Value>, slot: Index<'_>, rows: &mut Records) {
        let about = self.clone().of_entries(entries, slot);
        let mut last = String::new();
        for (key, value) in entries {
            // Such a key directly after a figure adds to that figure.
            let of_last = ["simulated", "posterior", "credible"].contains(&key.as_str()) && !last.is_empty();
            if !of_last {
                last.clear();
            }
            let name = if of_last { last.clone() } else { slot.name_of(key) };
            let part = if of_last { last.clone() } else { slot.of_part(key) };
            let here = Index { list: key, name: &part };
            match value {
                Value::Object(figure) if is_figure(figure) => {
                    rows.push(&about.clone().with("figure", &name).with_figure(figure));
                    last = name;
                }
                _ if slot.leaves_out(key) => {}
                Value::Object(figure) if is_averaged(figure) => about.add_averaged(figure, here, rows),
                Value::Object(ends) if ends.contains_key("level") && ends.contains_key("low") => {
                    rows.push(&about.clone().with("figure", &name).with_ends(ends, "credible"));
                }
                Value::Object(chances) if !chances.is_empty() && chances.values().all(Value::is_f64) => {
                    for (option, chance) in chances {
                        let row = about.clone().with("figure", &name).with("option", option);
                        rows.push(&row.with("value", &text(chance)));
                    }
                }
                Value::Object(part) => about.add_object(part, here, rows),
                Value::Array(list) => about.add_list(list, here, rows),
                Value::Number(count) if slot.has_counts(key) && slot.column(key).is_none() => {
                    let exact = if count.is_f64() { [""; 2] } else { ["exact", &text(value)] };
                    let row = about.clone().with("figure", &name).with("value", &text(value));
                    rows.push(&row.with("method", exact[0]).with("exact", exact[1]));
                }
                _ => {}
            }
        }
    }

    /// Adds the figures of a list, each with its seat or its index where nothing else identifies it.
    fn add_list(&self, list: &[Value], slot: Index<'_>, rows: &mut Records) {
        let indices = self.lists.get(slot.name);
        if indices.is_some() && list.iter().any(Value::is_array) {
            let whole: Vec<Value> = flattened(list).cloned().collect();
            return self.add_list(&whole, slot, rows);
        }
        let column =
            if indices.is_none() && self.field("players") == list.len().to_string() { "seat" } else { "at" };
        for (number, value) in list.iter().enumerate() {
            let known = indices.and_then(|indices| indices.get(number)).cloned();
            let numbered =
                || self.clone().with(column, &known.clone().unwrap_or_else(|| (number + 1).to_string()));
            match value {
                Value::Object(figure) if figure.contains_key("q") => {
                    let about = self.clone().of_entries(figure, slot).with("figure", slot.name);
                    rows.push(&about.clone().with_figure(figure));
                    if let Some(Value::Object(ends)) = figure.get("posterior") {
                        rows.push(&about.with_ends(ends, "credible"));
                    }
                }
                Value::Object(figure) if is_figure(figure) => {
                    rows.push(&numbered().with("figure", slot.name).with_figure(figure));
                }
                Value::Object(figure) if is_averaged(figure) => {
                    numbered().add_averaged(figure, slot, rows);
                }
                Value::Object(part) => self.add_object(part, slot, rows),
                Value::Array(list) => numbered().add_list(list, slot, rows),
                _ => {}
            }
        }
    }

    /// Adds the average or interval of a figure over weights estimated from throws.
    fn add_averaged(&self, figure: &Map<String, Value>, slot: Index<'_>, rows: &mut Records) {
        let named = self.clone().with("figure", slot.name);
        let average = figure.get("average").and_then(|average| average.get("value"));
        if let Some(Value::Object(ends)) = figure.get("credible") {
            let method = if average.is_some() { "averaged" } else { "credible" };
            rows.push(
                &named.clone().with("value", &average.map_or_else(String::new, text)).with_ends(ends, method),
            );
        }
        let others = figure.iter().filter(|(key, _)| !["average", "credible"].contains(&key.as_str()));
        let others = others.map(|(key, value)| (key.clone(), value.clone()));
        let (plug_in, others): (Map<_, _>, Map<_, _>) = others.partition(|(key, _)| key == "plug_in");
        self.add_object(&plug_in, slot, rows);
        // The other entries belong to other figures of the same event.
        self.add_object(&others, Index { name: "", ..slot }, rows);
    }

    /// Adds the subject that an object states for its figures.
    fn of_entries(self, entries: &Map<String, Value>, slot: Index<'_>) -> Self {
        let said = entries.iter().filter_map(|(key, value)| Some((slot.column(key)?, key, value)));
        // A cast implies its kind.
        let said = said.filter(|(_, key, _)| *key != "kind" || !entries.contains_key("cast"));
        // A move that is an option is already there.
        let said = said.filter(|(_, key, _)| *key != "move" || !entries.contains_key("option"));
        said.fold(self, |record, (column, key, value)| match value {
            Value::String(_) | Value::Number(_) => record.with(
                column,
                &match key.as_str() {
                    "given" => format!("given {}", text(value)),
                    "starter" => format!("seat {} starts", text(value)),
                    "mover" => format!("seat {} moves", text(value)),
                    _ => text(value),
                },
            ),
            Value::Array(list) if list.iter().all(Value::is_number) => {
                record.with(column, &list.iter().map(text).collect::<Vec<_>>().join("-"))
            }
            _ => record,
        })
    }

    /// Adds the value of a figure, its method and its interval.
    pub(crate) fn with_figure(self, figure: &Map<String, Value>) -> Self {
        // A quantile has its number under the name of its unit.
        let number = figure.get("value").or_else(|| {
            let is_unit = |key: &str| {
                !["q", "method", "exact", "low", "high", "confidence", "why", "posterior"].contains(&key)
            };
            figure.iter().find(|(key, _)| is_unit(key)).map(|(_, value)| value)
        });
        let number = number.map_or_else(String::new, text);
        let of = |key: &str| figure.get(key).map_or_else(String::new, text);
        let is_exact = figure.get("method").is_some_and(|method| method == "exact");
        let exact = if is_exact && !figure.contains_key("exact") { number.clone() } else { of("exact") };
        let ends = figure.get("low").zip(figure.get("high"));
        // Bounds too large or small for a double are written as fractions.
        let ends = ends.filter(|(low, high)| low.is_number() && high.is_number());
        let [low, high] = ends.map_or_else(Default::default, |(low, high)| [low, high].map(text));
        // Bounds hold with certainty.
        let confidence = ends.map(|_| figure.get("confidence").map_or_else(|| "1".to_owned(), text));
        self.with("method", &of("method"))
            .with("value", &number)
            .with("low", &low)
            .with("high", &high)
            .with("exact", &exact)
            .with("confidence", &confidence.unwrap_or_default())
            .with("error", &of("error"))
            .with("why", &of("why"))
    }

    /// Adds the ends of a credible interval; `null` is an infinite end.
    fn with_ends(self, ends: &Map<String, Value>, method: &str) -> Self {
        let end = |key: &str, infinite: &str| {
            ends.get(key).filter(|end| end.is_number()).map_or_else(|| infinite.to_owned(), text)
        };
        self.with("method", method)
            .with("low", &end("low", "-inf"))
            .with("high", &end("high", "inf"))
            .with("confidence", &end("level", ""))
    }
}

/// Whether an object is a figure: a number with its method, or the reason why there is none.
fn is_figure(object: &Map<String, Value>) -> bool {
    object.contains_key("value") && (object.contains_key("method") || object.contains_key("why"))
}

/// Whether an object holds an average or interval over weights estimated from throws.
fn is_averaged(object: &Map<String, Value>) -> bool {
    const KEYS: [&str; 5] = ["average", "credible", "plug_in", "odds_against", "mean_wait"];
    object.contains_key("credible") && object.keys().all(|key| KEYS.contains(&key.as_str()))
}

/// The entries of a list and of those in it.
fn flattened(list: &[Value]) -> Box<dyn Iterator<Item = &Value> + '_> {
    Box::new(list.iter().flat_map(|value| match value {
        Value::Array(inner) => flattened(inner),
        value => Box::new(std::iter::once(value)),
    }))
}

/// A value as text without quotes; empty for `null`.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}

/// The separator of several values in one field.
pub(crate) const BETWEEN: &str = "; ";

impl From<Section> for Records {
    fn from(section: Section) -> Self {
        let mut records = Self::headed(section.columns.iter().map(|column| column.title.as_str()));
        section.rows.iter().for_each(|row| records.row(row.iter().map(|cell| cell.text.as_str())));
        records
    }
}

pub(crate) fn render(records: Records) -> csv::Result<String> {
    let bytes = records.written?.into_inner().map_err(csv::IntoInnerError::into_error)?;
    // The fields are already valid UTF-8, so nothing is lost here.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A field that no spreadsheet reads as a formula: a text that begins like one gets a leading apostrophe. Numbers and fractions
/// stay as they are.
fn guarded(field: &str) -> String {
    const FORMULAS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    let number = |part: &str| part.parse::<f64>().is_ok();
    if field.starts_with(FORMULAS) && !field.split('/').all(number) {
        format!("'{field}")
    } else {
        field.to_owned()
    }
}
