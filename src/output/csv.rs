//! Records for a spreadsheet or a data frame.
//!
//! All answers that have figures are written in the same columns, one figure a row ([`Record`]), so that those of several
//! runs can stand below one another. The rows are read off the JSON form: every figure of one is in the other. Lists, such
//! as that of the games, have columns of their own.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use serde::Serialize;
use serde_json::{Map, Value};

use super::sheet::Section;
use crate::analysis::{NamedSet, Setting};

/// A header and rows of as many fields, as they are written.
pub(crate) struct Records {
    written: csv::Result<csv::Writer<Vec<u8>>>,
    /// Hashes of the rows of the last answer, so that none is written twice.
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

    /// The figures of answers, each with what its figures have in common.
    pub(crate) fn of<T: Serialize>(answers: impl IntoIterator<Item = (Record, T)>) -> Self {
        let mut records = Self::headed(COLUMNS);
        answers.into_iter().for_each(|(about, answer)| records.add(&about, answer));
        records
    }

    /// Adds the figures of an answer.
    pub(crate) fn add(&mut self, about: &Record, answer: impl Serialize) {
        self.known.clear();
        self.add_part(about, Place::default(), answer);
    }

    /// Adds the figures of a list of an answer row by row: there may be too many rows to hold them all.
    pub(crate) fn add_rows(
        &mut self,
        about: &Record,
        list: &str,
        rows: impl IntoIterator<Item = impl Serialize>,
    ) {
        let name = Place::default().of_part(list);
        rows.into_iter().for_each(|row| self.add_part(about, Place { list, name: &name }, row));
    }

    fn add_part(&mut self, about: &Record, place: Place<'_>, part: impl Serialize) {
        let read = serde_json::to_value(part).and_then(|part| match part {
            Value::Object(entries) => Ok(entries),
            // This fails, and says what was found in place of an object.
            other => serde_json::from_value(other),
        });
        match read {
            Ok(entries) => about.add_object(&entries, place, self),
            Err(error) => self.written = Err(std::io::Error::from(error).into()),
        }
    }

    /// Adds a figure. An estimate of what no solver knows stands in the document twice, and so does a value that is a figure of
    /// the game.
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

/// Keys that say what the figures beside them are of, with the column that they go to.
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

/// The same of keys that say so in one list, and are figures elsewhere.
const ABOUT_IN: [(&str, &str, &str); 7] = [
    ("within", "casts", "at"),
    ("rows", "throws", "at"),
    ("fewest", "wanted", "at"),
    ("rows", "value", "at"),
    ("replies", "count", "at"),
    ("calls", "throws", "of"),
    ("challenge", "throws", "of"),
];

/// Lists and objects of which figures need not say that they are in them.
const UNNAMED: &str = "games seats events figures simulation posterior casts kinds rows faces bones options cards estimates tests \
                       scores capped sensitivity differences";

/// What is no figure of the answer, or repeats some.
const LEFT_OUT: &str = "rules play played players verdicts pmf values asked seed level draws confidence worst_z followed \
                        purse most_games evenings story then board steps form";

/// Objects whose keys are the names of figures, which a game may call as it likes.
const OF_ANY_NAME: &str = "figures scores capped";

/// Whether a key is one of several.
fn is_among(keys: &str, key: &str) -> bool {
    keys.split(' ').any(|known| known == key)
}

/// Where an object is: in which list, and what its figures are called before their own names.
#[derive(Clone, Copy, Default)]
struct Place<'a> {
    list: &'a str,
    name: &'a str,
}

impl Place<'_> {
    /// What a figure is called that is here under a key: `length_mean`, `within` for its probability.
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

    /// Whether the keys here are names of figures, whatever they are elsewhere.
    fn has_any_name(self) -> bool {
        is_among(OF_ANY_NAME, self.list)
    }

    /// Whether there are no figures of the answer here under a key; the bones themselves are none.
    fn leaves_out(self, key: &str) -> bool {
        !self.has_any_name() && (is_among(LEFT_OUT, key) || (key == "bones" && self.list.is_empty()))
    }

    /// Whether numbers that are not computed are figures here: elsewhere they say what was asked.
    fn has_counts(self, key: &str) -> bool {
        !["", "simulation", "posterior"].contains(&self.list) || (self.list, key) == ("simulation", "games")
    }

    /// Where the object or the list is that stands here under a key.
    fn of_part(self, key: &str) -> String {
        if is_among(UNNAMED, key) && !self.has_any_name() { self.name.to_owned() } else { self.name_of(key) }
    }

    /// The column in which a key says what the figures beside it are of.
    fn column(self, key: &str) -> Option<&'static str> {
        let here = ABOUT_IN.iter().find(|(list, of, _)| (*list, *of) == (self.list, key));
        let anywhere = || ABOUT.iter().find(|(_, keys)| is_among(keys, key)).map(|(column, _)| *column);
        here.map(|(.., column)| *column).or_else(anywhere).filter(|_| !self.has_any_name())
    }
}

/// One figure: what it is of, and what is known of it. What does not apply is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Record {
    fields: [String; COLUMNS.len()],
    /// What the figures of a list are of, if not of the seats: the squares of a board, the laps of a race.
    lists: Rc<BTreeMap<String, Vec<String>>>,
}

impl Record {
    /// What the figures of a table have in common.
    pub(crate) fn of_table(setting: &Setting) -> Self {
        let changed = setting.rules.changed();
        let changed = changed.iter().map(|(key, value)| format!("{key}={value}"));
        let bones = Some(&setting.bones).filter(|_| setting.game.faces(&setting.rules));
        let bones = bones.into_iter().flatten().map(NamedSet::name);
        Self::default()
            .with("game", setting.game.name)
            .with("players", &setting.players.to_string())
            .with("rules", &changed.collect::<Vec<_>>().join(BETWEEN))
            .with("play", &setting.rules.told_play().join(BETWEEN))
            .with("bones", &bones.collect::<Vec<_>>().join(BETWEEN))
    }

    /// The same with what the figures of some lists are of: a name, and words for each place.
    pub(crate) fn listing(self, lists: impl IntoIterator<Item = (String, Vec<String>)>) -> Self {
        Self { lists: Rc::new(lists.into_iter().collect()), ..self }
    }

    /// What figures on these bones have in common.
    pub(crate) fn of_bones(name: &str) -> Self {
        Self::default().with("bones", name)
    }

    /// What is in a column.
    fn field(&self, column: &str) -> &str {
        COLUMNS.iter().position(|known| *known == column).map_or("", |index| &self.fields[index])
    }

    /// The same with this in a column, after what is there and `; `.
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
    fn add_object(&self, entries: &Map<String, Value>, place: Place<'_>, rows: &mut Records) {
        let about = self.clone().of_entries(entries, place);
        let mut last = String::new();
        for (key, value) in entries {
            // What stands right behind a figure is known of it besides.
            let of_last = ["simulated", "posterior", "credible"].contains(&key.as_str()) && !last.is_empty();
            if !of_last {
                last.clear();
            }
            let name = if of_last { last.clone() } else { place.name_of(key) };
            let part = if of_last { last.clone() } else { place.of_part(key) };
            let here = Place { list: key, name: &part };
            match value {
                Value::Object(figure) if is_figure(figure) => {
                    rows.push(&about.clone().with("figure", &name).with_figure(figure));
                    last = name;
                }
                _ if place.leaves_out(key) => {}
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
                Value::Number(count) if place.has_counts(key) && place.column(key).is_none() => {
                    let exact = if count.is_f64() { [""; 2] } else { ["exact", &text(value)] };
                    let row = about.clone().with("figure", &name).with("value", &text(value));
                    rows.push(&row.with("method", exact[0]).with("exact", exact[1]));
                }
                _ => {}
            }
        }
    }

    /// Adds the figures of a list, each with its seat or its number in it where nothing else tells it apart.
    fn add_list(&self, list: &[Value], place: Place<'_>, rows: &mut Records) {
        let places = self.lists.get(place.name);
        if places.is_some() && list.iter().any(Value::is_array) {
            let whole: Vec<Value> = flattened(list).cloned().collect();
            return self.add_list(&whole, place, rows);
        }
        let column =
            if places.is_none() && self.field("players") == list.len().to_string() { "seat" } else { "at" };
        for (number, value) in list.iter().enumerate() {
            let known = places.and_then(|places| places.get(number)).cloned();
            let numbered =
                || self.clone().with(column, &known.clone().unwrap_or_else(|| (number + 1).to_string()));
            match value {
                Value::Object(figure) if figure.contains_key("q") => {
                    let about = self.clone().of_entries(figure, place).with("figure", place.name);
                    rows.push(&about.clone().with_figure(figure));
                    if let Some(Value::Object(ends)) = figure.get("posterior") {
                        rows.push(&about.with_ends(ends, "credible"));
                    }
                }
                Value::Object(figure) if is_figure(figure) => {
                    rows.push(&numbered().with("figure", place.name).with_figure(figure));
                }
                Value::Object(figure) if is_averaged(figure) => {
                    numbered().add_averaged(figure, place, rows);
                }
                Value::Object(part) => self.add_object(part, place, rows),
                Value::Array(list) => numbered().add_list(list, place, rows),
                _ => {}
            }
        }
    }

    /// Adds what is known of a figure where weights of bones were estimated from throws.
    fn add_averaged(&self, figure: &Map<String, Value>, place: Place<'_>, rows: &mut Records) {
        let named = self.clone().with("figure", place.name);
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
        self.add_object(&plug_in, place, rows);
        // What is known besides is of other figures of the same event.
        self.add_object(&others, Place { name: "", ..place }, rows);
    }

    /// The same of what an object says that its figures are of.
    fn of_entries(self, entries: &Map<String, Value>, place: Place<'_>) -> Self {
        let said = entries.iter().filter_map(|(key, value)| Some((place.column(key)?, key, value)));
        // A cast says of what kind it is.
        let said = said.filter(|(_, key, _)| *key != "kind" || !entries.contains_key("cast"));
        // A move that is an option is said already.
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

    /// The same with what is known of a figure.
    pub(crate) fn with_figure(self, figure: &Map<String, Value>) -> Self {
        // A quantile has its number under its unit.
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
        // Fractions are bounds that no double holds.
        let ends = ends.filter(|(low, high)| low.is_number() && high.is_number());
        let [low, high] = ends.map_or_else(Default::default, |(low, high)| [low, high].map(text));
        // Bounds are certain.
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

    /// The same with the ends of a credible interval; no number is an infinite end.
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

/// Whether an object says a number, and how it was come by or why there is none.
fn is_figure(object: &Map<String, Value>) -> bool {
    object.contains_key("value") && (object.contains_key("method") || object.contains_key("why"))
}

/// Whether an object says what is known of a figure where weights of bones were estimated from throws.
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

/// A text without its quotes; nothing for no number.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        value => value.to_string(),
    }
}

/// What stands between several values in one field.
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
