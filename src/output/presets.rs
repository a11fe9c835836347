//! The list of presets, laid out.

use std::collections::BTreeMap;

use serde::Serialize;

use super::csv::Records;
use super::sheet::{Rows, Sheet};
use super::{Answer, bones};
use crate::analysis::NamedSet;
use crate::tali::Face;

/// The presets, each as one bone of its make.
impl Answer for [NamedSet] {
    fn sheets(&self) -> Vec<Sheet> {
        let table = Rows::of(self)
            .words("Preset", |preset| preset.name())
            .words("Weights", |preset| bones::weights(&preset.set().tali()[0]))
            .words("Source", |preset| preset.bones().source.clone().unwrap_or_default());
        let heading = vec!["Bones that need no file".to_owned()];
        let notes = vec!["Use one with --faces NAME; textbook and fair are other names of the two. Without --faces the first one is used.".to_owned()];
        vec![Sheet { heading, sections: vec![table.section], notes }]
    }

    fn records(&self) -> Records {
        let faces = Face::ALL.into_iter().fold(
            Rows::of(self).words("preset", |preset| preset.name()),
            |table, face| {
                table.words(format!("face_{face}"), |preset| {
                    preset.set().tali()[0].probability(face).to_string()
                })
            },
        );
        faces.words("source", |preset| preset.bones().source.clone().unwrap_or_default()).section.into()
    }

    fn json(&self) -> impl Serialize {
        BTreeMap::from([("presets", self)])
    }
}
