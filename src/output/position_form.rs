//! The sheet of a position's parts.

use serde::Serialize;

use super::Answer;
use super::csv::Records;
use super::sheet::{Rows, Sheet};
use super::wins::heading;
use crate::analysis::PositionFormAnswer;
use crate::games::{Between, Field};

/// The allowed values of a part, in words.
fn allowed(field: &Field) -> String {
    match (&field.range, &field.options) {
        (Some(Between { least, most }), _) => format!("{least} to {most}"),
        (_, Some(options)) => options.join(" "),
        _ => String::new(),
    }
}

impl Answer for PositionFormAnswer {
    fn sheets(&self) -> Vec<Sheet> {
        let mut heading = heading(&self.setting, "a position part by part");
        heading.push(format!("Position: {}", self.form.text().trim()));
        let table = Rows::of(&self.form.0)
            .words("Part", |field| field.title.clone())
            .words("Now", |field| field.value.join(" "))
            .words("Possible values", |field| allowed(field));
        vec![Sheet { heading, sections: vec![table.section], notes: Vec::new() }]
    }

    fn records(&self) -> Records {
        let table = Rows::of(&self.form.0)
            .words("part", |field| field.name.clone())
            .words("value", |field| field.value.join(" "))
            .words("takes", |field| allowed(field));
        table.section.into()
    }

    fn json(&self) -> impl Serialize {
        self
    }
}
