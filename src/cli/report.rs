//! `report`

use std::fs;
use std::path::Path;

use anyhow::anyhow;
use rayon::prelude::*;

use super::args::ReportArgs;
use super::deliver::{Written, print};
use super::failure::{Failure, shown};
use super::night;
use super::patience::{on_ctrl_c, watched};
use super::table::no_table;
use crate::analysis::NightAnswer;
use crate::output::chart::{ChartError, ChartFormat, balance_picture};
use crate::output::{Names, NightDocument, page};

pub(super) fn answer(arguments: &ReportArgs) -> Result<(), Failure> {
    if arguments.template {
        return print(TEMPLATE.as_bytes());
    }
    let (Some(path), Some(folder)) = (&arguments.night, &arguments.folder) else {
        return Err(Failure::Wrong(anyhow!(
            "a night file and a folder for the report are asked for: tali-odds report NIGHT.toml -o DIR; --template prints a \
             night file to begin with"
        )));
    };
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::Wrong(anyhow!("-o {}: this is no folder", shown(folder))));
    }
    let night = night::read(path)?;
    let stop = on_ctrl_c()?;
    let answer = watched(night.games.len() as u64, "games", &stop, |watch| {
        NightAnswer::new(night, true, arguments.threads, watch)
    });
    let answer = answer.map_err(no_table)?;
    let files = files(&answer, arguments.handout)?;
    if let Some((name, _)) = files.iter().find(|(name, _)| is_same(&folder.join(name), path)) {
        return Err(Failure::Wrong(anyhow!("-o {}: {name} is the night file itself", shown(folder))));
    }
    let written = Written::new(folder, &files)?;
    written.keep()?;
    let names = files.iter().map(|(name, _)| format!("{}\n", folder.join(name).display()));
    print(names.collect::<String>().as_bytes())
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

type Files = Vec<(String, Vec<u8>)>;

/// All files of the report by their names in the folder.
fn files(answer: &NightAnswer, handout: bool) -> Result<Files, Failure> {
    let json = NightDocument(answer).json().map_err(|error| Failure::CouldNot(error.into()))?;
    let mut files: Files = vec![
        ("index.html".to_owned(), page::report(answer).into_bytes()),
        ("report.json".to_owned(), json.into_bytes()),
    ];
    if handout {
        files.push(("handout.html".to_owned(), page::handout(answer).into_bytes()));
    }
    let charts = answer.games.par_iter().enumerate().map(|(place, game)| {
        let picture = balance_picture(&game.balance, Names(&game.names), ChartFormat::Png);
        let picture = picture.map_err(|error: ChartError| Failure::CouldNot(error.into()))?;
        Ok((page::chart_name(place, game), picture))
    });
    files.extend(charts.collect::<Result<Files, Failure>>()?);
    Ok(files)
}

/// A night file with every key and what it means.
const TEMPLATE: &str = include_str!("night_template.toml");
