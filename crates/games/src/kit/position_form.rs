//! Forms to enter a position part by part, without its notation.

use serde::Serialize;

/// The parts of a position in order. The notation of each part with values is `before`, its values joined by `between`, and
/// `behind`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PositionForm(pub Vec<Field>);

/// A part of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// The name in JSON.
    pub name: String,
    /// The title for players.
    pub title: String,
    /// The kind of its values.
    pub kind: FieldKind,
    /// The text before the values.
    pub before: String,
    /// The text between the values.
    pub between: &'static str,
    /// The text after the values.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub behind: &'static str,
    /// The values in the position; empty if the position has none.
    pub value: Vec<String>,
    /// The smallest number of values, if any are given, and the largest.
    pub values: [usize; 2],
    /// Whether the part may be omitted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// The range of each value.
    #[serde(flatten)]
    pub range: Option<Between>,
    /// The allowed values; if there can be several, those allowed next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
}

/// The kind of the values of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldKind {
    /// Faces of bones, one each.
    Faces,
    /// All faces of a cast, as one value.
    Cast,
    /// A number.
    Count,
    /// Several numbers.
    Counts,
    /// A number of coins.
    Coins,
    /// Bids, in order.
    Bids,
    /// A call.
    Call,
    /// Something else: one or several of the options, in order.
    Choice,
}

/// The range of a value, inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Between {
    /// The minimum.
    pub least: i64,
    /// The maximum.
    pub most: i64,
}

impl PositionForm {
    /// Whether the form has all required values.
    pub fn is_complete(&self) -> bool {
        self.0.iter().all(Field::is_complete)
    }

    /// The position in notation.
    pub fn text(&self) -> String {
        self.0.iter().map(Field::text).collect()
    }
}

impl Field {
    /// Creates a part with one value.
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

    /// Sets the values.
    pub(crate) fn is<T: ToString>(self, value: impl IntoIterator<Item = T>) -> Self {
        Self { value: value.into_iter().map(|value| value.to_string()).collect(), ..self }
    }

    /// Allows this many values, joined by `between`.
    pub(crate) fn several(self, values: [usize; 2], between: &'static str) -> Self {
        Self { between, values, ..self }
    }

    /// Sets the range of each value.
    pub(crate) fn within(self, least: i64, most: i64) -> Self {
        Self { range: Some(Between { least, most }), ..self }
    }

    /// Sets the options for the next value.
    pub(crate) fn of<T: ToString>(self, options: impl IntoIterator<Item = T>) -> Self {
        Self { options: Some(options.into_iter().map(|option| option.to_string()).collect()), ..self }
    }

    /// Makes the part optional.
    pub(crate) fn or_nothing(self) -> Self {
        Self { optional: true, ..self }
    }

    /// The part in notation; empty if values are missing.
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
