//! The list of presets, laid out.

use serde::Serialize;

use super::csv::Records;
use super::sheet::{Column, Section, Sheet};
use super::{Answer, bones, json};
use crate::analysis::NamedSet;
use crate::tali::Face;

/// The presets, each as one bone of its make.
#[derive(Serialize)]
struct PresetList<'a> {
    presets: &'a [NamedSet],
}

impl Answer for [NamedSet] {
    fn sheets(&self) -> Vec<Sheet> {
        let columns = ["Preset", "Weights", "Source"].map(Column::words);
        let mut section = Section::new(columns.into());
        for preset in self {
            let source = preset.bones().source.clone().unwrap_or_default();
            section.row([preset.name().to_owned(), bones::weights(&preset.set().tali()[0]), source]);
        }
        let heading = vec!["Bones that need no file".to_owned()];
        let notes = vec!["Use one with --faces NAME. Without --faces the first one stands.".to_owned()];
        vec![Sheet { heading, sections: vec![section], notes }]
    }

    fn records(&self) -> Records {
        let mut records = Records::new(["preset", "face_1", "face_3", "face_4", "face_6", "source"]);
        for preset in self {
            let mut fields = vec![preset.name().to_owned()];
            fields.extend(Face::ALL.map(|face| preset.set().tali()[0].probability(face).to_string()));
            fields.push(preset.bones().source.clone().unwrap_or_default());
            records.row(fields);
        }
        records
    }

    fn json(&self) -> Result<String, serde_json::Error> {
        json::render(&PresetList { presets: self })
    }
}
