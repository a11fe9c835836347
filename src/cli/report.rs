//! `report`

use std::path::Path;

use rayon::prelude::*;

use super::args::ReportArgs;
use super::failure::{Failure, shown, wrong};
use super::night;
use super::system::{is_same_file, print, watched, write_folder};
use crate::analysis::NightAnswer;
use crate::messages::plain;
use crate::output::chart::{ChartFormat, Screen, balance_layout, has_picture};
use crate::output::{Form, Names, Terminal, bones_file, page, render};

pub(super) fn answer(arguments: &ReportArgs) -> Result<(), Failure> {
    if arguments.template {
        return print(TEMPLATE.as_bytes());
    }
    let (Some(path), Some(folder)) = (&arguments.night, &arguments.folder) else {
        return Err(wrong!(
            "name a night file and a folder for the report: tali-odds report NIGHT.toml -o DIR; --template prints a night file \
             to start from"
        ));
    };
    if folder == Path::new("-") {
        return Err(wrong!("-o -: a report is a folder of files; name a folder (./- for one called -)"));
    }
    if folder.exists() && !folder.is_dir() {
        return Err(wrong!("-o {}: this is not a folder", shown(folder)));
    }
    let (night, read) = night::read(path, &arguments.cache)?;
    let answer = watched(night.games.len() as u64, "games", |watch| {
        NightAnswer::new(night, true, arguments.threads, watch)
    });
    let answer = answer.map_err(Failure::wrong)?;
    let files = files(&answer, arguments.handout)?;
    for (name, _) in &files {
        let index = folder.join(name);
        if read.iter().any(|input| is_same_file(&index, Path::new(input))) {
            return Err(wrong!("-o: {} is an input file and would be overwritten", shown(&index)));
        }
    }
    write_folder(folder, &files)?;
    let names = files.iter().map(|(name, _)| plain(&folder.join(name).to_string_lossy()) + "\n");
    print(names.collect::<String>().as_bytes())
}

type Files = Vec<(String, Vec<u8>)>;

/// All files of the report, with their names in the folder.
fn files(answer: &NightAnswer, handout: bool) -> Result<Files, Failure> {
    let json = render("report", answer, Form::Json, Terminal::default()).map_err(Failure::CouldNot)?;
    let mut files: Files = vec![
        ("index.html".to_owned(), page::report(answer).into_bytes()),
        ("report.json".to_owned(), json.into_bytes()),
    ];
    let bones = answer.night.bones.iter().enumerate();
    files.extend(bones.map(|(index, set)| (page::bones_name(index), bones_file(set).into_bytes())));
    for (index, game) in answer.games.iter().enumerate() {
        let own = page::game_file(index, game);
        files.extend(own.map(|name| (name, game.game.setting.game.file.as_bytes().to_vec())));
    }
    if handout {
        files.push(("handout.html".to_owned(), page::handout(answer).into_bytes()));
    }
    let drawn = answer
        .games
        .par_iter()
        .enumerate()
        .filter(|(_, game)| cfg!(feature = "cli") && has_picture(&game.balance));
    let charts = drawn.map(|(index, game)| {
        let layout = balance_layout(&game.balance, Names(&game.names));
        let picture = layout.and_then(|layout| layout.draw(Screen::default()).encode(ChartFormat::Png));
        let picture = picture.map_err(|error| Failure::CouldNot(error.into()))?;
        Ok((page::chart_name(index, game), picture))
    });
    files.extend(charts.collect::<Result<Files, Failure>>()?);
    Ok(files)
}

/// A night file that explains every key.
const TEMPLATE: &str = include_str!("night_template.toml");
