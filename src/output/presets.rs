//! The list of presets.

use std::collections::BTreeMap;

use serde::Serialize;

use super::csv::Records;
use super::sheet::{Rows, Sheet};
use super::{Answer, bones};
use crate::analysis::NamedSet;
use crate::tali::Face;

/// The presets, each shown by one of its bones.
impl Answer for [NamedSet] {
    fn sheets(&self) -> Vec<Sheet> {
        let table = Rows::of(self)
            .words("Preset", |preset| preset.name())
            .words("Weights", |preset| bones::weights(&preset.set().tali()[0]))
            .words("Source", |preset| preset.bones().source.clone().unwrap_or_default());
        let heading = vec!["Built-in bones".to_owned()];
        let notes = vec!["Choose one with --faces NAME; textbook and fair are other names for the two. The default is the first.".to_owned()];
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
