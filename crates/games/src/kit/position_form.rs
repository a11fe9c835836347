//! How a position is entered part by part, by whoever does not know how it is written.

use serde::Serialize;

/// The parts of a position in their order. Its text is, of each part that has values, what stands before them, the values with
/// what stands between them, and what stands behind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PositionForm(pub Vec<Field>);

/// A part of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its name, for programs.
    pub name: String,
    /// What it is called at a table.
    pub title: String,
    /// What its values are.
    pub kind: FieldKind,
    /// What stands before its values.
    pub before: String,
    /// What stands between them.
    pub between: &'static str,
    /// What stands behind them.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub behind: &'static str,
    /// What the position says here; nothing where it says nothing.
    pub value: Vec<String>,
    /// How many values it has at least, if any, and at most.
    pub values: [usize; 2],
    /// Whether it may be left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// The range of each value.
    #[serde(flatten)]
    pub range: Option<Between>,
    /// What the value can be; of several, what the next one can be after those that are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
}

/// What the values of a part are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldKind {
    /// Faces of bones, one for each.
    Faces,
    /// What all bones show, as one value.
    Cast,
    /// A number.
    Count,
    /// Several numbers.
    Counts,
    /// A number of coins.
    Coins,
    /// Bids, one after the other.
    Bids,
    /// A call.
    Call,
    /// Something else: one of the options, or several one after the other.
    Choice,
}

/// The range of a value, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Between {
    /// The least.
    pub least: i64,
    /// The greatest.
    pub most: i64,
}

impl PositionForm {
    /// Whether nothing is missing, so that advice can be asked for.
    pub fn is_complete(&self) -> bool {
        self.0.iter().all(Field::is_complete)
    }

    /// The position as it is typed.
    pub fn text(&self) -> String {
        self.0.iter().map(Field::text).collect()
    }
}

impl Field {
    /// A part that has one value.
    pub(crate) fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        kind: FieldKind,
        before: &str,
    ) -> Self {
        Self {
            name: name.into(),
            title: title.into(),
            kind,
            before: before.to_owned(),
            between: "",
            behind: "",
            value: Vec::new(),
            values: [1, 1],
            optional: false,
            range: None,
            options: None,
        }
    }

    /// The same with these values.
    pub(crate) fn is<T: ToString>(self, value: impl IntoIterator<Item = T>) -> Self {
        Self { value: value.into_iter().map(|value| value.to_string()).collect(), ..self }
    }

    /// The same with so many values, which something parts.
    pub(crate) fn several(self, values: [usize; 2], between: &'static str) -> Self {
        Self { between, values, ..self }
    }

    /// The same, of which each value lies between two numbers.
    pub(crate) fn within(self, least: i64, most: i64) -> Self {
        Self { range: Some(Between { least, most }), ..self }
    }

    /// The same, of which the next value is one of these.
    pub(crate) fn of<T: ToString>(self, options: impl IntoIterator<Item = T>) -> Self {
        Self { options: Some(options.into_iter().map(|option| option.to_string()).collect()), ..self }
    }

    /// The same, which may be left out.
    pub(crate) fn or_nothing(self) -> Self {
        Self { optional: true, ..self }
    }

    /// As it is typed; nothing where values are missing.
    pub fn text(&self) -> String {
        if self.value.is_empty() || self.value.len() < self.values[0] {
            return String::new();
        }
        format!("{}{}{}", self.before, self.value.join(self.between), self.behind)
    }

    fn is_complete(&self) -> bool {
        self.optional && self.value.is_empty() || self.value.len() >= self.values[0]
    }
}
