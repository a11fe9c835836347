//! The bones of an evening: its `[bones.NAME]` sections, presets, and faces files.

use super::{NightError, shown, text};
use crate::analysis::NamedSet;
use crate::messages::{abridged, did_you_mean};
use crate::tali::presets::{self, Preset};
use crate::tali::{Bones, USUAL_TALI, read_faces_section};
use crate::toml_text::Item;

/// The bones named by a file, each once.
pub(super) struct Known(Vec<(String, NamedSet)>);

impl Known {
    /// The `[bones.NAME]` sections.
    pub(super) fn sections(
        item: Option<&Item<'_>>,
        open: &impl Fn(&str) -> Result<Bones, String>,
    ) -> Result<Self, NightError> {
        let mut known = Self(Vec::new());
        let Some(item) = item else { return Ok(known) };
        let table = item.table().ok_or_else(|| item.is_not("bones", "a section [bones.NAME]"))?;
        for (name, section) in &table.entries {
            let name = shown(&name.text, "[bones.NAME]", name.line)?;
            let from = |key: &str| section.table().and_then(|table| table.get(key));
            let bones = if let Some(file) = from("file") {
                alone("file", section, &name)?;
                open(text(file, "file")?).map_err(|problem| NightError::new(file.line, problem))?
            } else if let Some(named) = from("preset") {
                alone("preset", section, &name)?;
                preset(text(named, "preset")?, named.line)?
            } else {
                read_faces_section(section, &name)
                    .map_err(|error| NightError::new(error.line, error.problem.to_string()))?
            };
            known.0.push((name, set(bones, section.line)?));
        }
        Ok(known)
    }

    /// The index of a player's bones: from a section, a preset, or a file.
    pub(super) fn index(
        &mut self,
        item: Option<&Item<'_>>,
        open: &impl Fn(&str) -> Result<Bones, String>,
    ) -> Result<usize, NightError> {
        let (name, line) = match item {
            None => (presets::ALL[0].name, 1),
            Some(item) => (text(item, "bones")?, item.line),
        };
        if let Some(index) = self.0.iter().position(|(known, _)| known == name) {
            return Ok(index);
        }
        let bones = if let Some(preset) = presets::find(name) {
            preset.bones()
        } else if name.contains(['.', '/', '\\']) {
            open(name).map_err(|problem| NightError::new(line, problem))?
        } else {
            let mut names: Vec<&str> = self.0.iter().map(|(name, _)| name.as_str()).collect();
            let presets = presets::ALL.iter().map(|preset| preset.name);
            names.extend(presets.filter(|preset| self.0.iter().all(|(name, _)| name != preset)));
            let hint = did_you_mean(name, names.iter().copied());
            let all = names.join(", ");
            let problem =
                format!("there are no bones `{}`; there are {all}, or a faces file{hint}", abridged(name));
            return Err(NightError::new(line, problem));
        };
        self.0.push((name.to_owned(), set(bones, line)?));
        Ok(self.0.len() - 1)
    }

    /// The set at an index.
    pub(super) fn set(&self, index: usize) -> &NamedSet {
        &self.0[index].1
    }

    pub(super) fn into_sets(self) -> Vec<NamedSet> {
        self.0.into_iter().map(|(_, set)| set).collect()
    }
}

/// Refuses other keys beside one that allows none.
fn alone(key: &str, section: &Item<'_>, name: &str) -> Result<(), NightError> {
    if section.table().is_some_and(|table| table.entries.len() > 1) {
        return Err(NightError::new(section.line, format!("`{key}` allows no other key in [bones.{name}]")));
    }
    Ok(())
}

fn preset(name: &str, line: usize) -> Result<Bones, NightError> {
    presets::find(name).map(Preset::bones).ok_or_else(|| {
        let names = || presets::ALL.iter().map(|preset| preset.name);
        let hint = did_you_mean(name, names());
        let known = names().collect::<Vec<_>>().join(", ");
        NightError::new(line, format!("there is no preset `{}`; there are {known}{hint}", abridged(name)))
    })
}

fn set(bones: Bones, line: usize) -> Result<NamedSet, NightError> {
    NamedSet::new(bones, USUAL_TALI).map_err(|error| NightError::new(line, error.to_string()))
}
