//! `sheet`

use std::ffi::OsStr;
use std::path::Path;

use super::args::{SheetArgs, WorksheetArg};
use super::deliver::Delivery;
use super::faces;
use super::failure::{Failure, shown, wrong};
use super::texts::read_file;
use crate::analysis::Lesson;
use crate::inference::{ThrowsFormat, read_throws};
use crate::messages::abridged;
use crate::output::{TallySheet, ThrowSheet, Worksheet};
use crate::plain_text::composed;
use crate::tali::{MAX_TALI, USUAL_TALI, presets};

/// The longest name on a sheet, in characters.
const LONGEST_NAME: usize = 60;

pub(super) fn answer(arguments: &SheetArgs) -> Result<(), Failure> {
    let delivery = Delivery::to(arguments.output.clone())?;
    let ending = arguments.output.as_deref().and_then(Path::extension);
    if let (Some(ending), Some(output)) = (ending, &arguments.output)
        && !["html", "htm"].iter().any(|known| ending.eq_ignore_ascii_case(known))
    {
        let output = shown(output);
        return Err(wrong!(
            "--output {output}: a sheet is an .html file, which a browser prints, also to PDF"
        ));
    }
    delivery.text_as_it_is(&match arguments.worksheet {
        Some(which) => worksheet(which, arguments.faces.as_deref())?,
        None => sheet(arguments)?,
    })
}

fn worksheet(which: WorksheetArg, faces: Option<&OsStr>) -> Result<String, Failure> {
    let name = faces.unwrap_or(presets::ALL[0].name.as_ref());
    let wrong = |error| wrong!("--faces {}: {error}", shown(Path::new(name)));
    let lesson = Lesson::new(&faces::bones(name)?).map_err(wrong)?;
    // The bones of standard input have no file name.
    let faces = if name == "-" { "FILE.toml".to_owned() } else { shown(Path::new(name)) };
    Ok(Worksheet { lesson, faces }.html(which == WorksheetArg::Solutions))
}

fn sheet(arguments: &SheetArgs) -> Result<String, Failure> {
    let throwers = arguments.throwers.as_deref().map(throwers).transpose()?.unwrap_or_default();
    // A class throws one talus, as often as the worksheet asks.
    let usual = if throwers.is_empty() { 100 } else { Lesson::THROWS as usize };
    let throws = arguments.throws.unwrap_or(usual);
    if arguments.tally {
        return Ok(TallySheet { throws, throwers }.html());
    }
    let bones = match arguments.bones.as_slice() {
        [] if throwers.is_empty() => (1..=USUAL_TALI).map(|bone| format!("bone {bone}")).collect(),
        [] => vec!["talus".to_owned()],
        named => named.iter().cloned().map(composed).collect(),
    };
    if bones.len() > MAX_TALI {
        return Err(wrong!("a sheet has columns for at most {MAX_TALI} bones, not for {}", bones.len()));
    }
    let sheet = ThrowSheet { bones, throws, throwers };
    // `fit` must read the header of the sheet as the names of the bones.
    let thrower = if sheet.throwers.is_empty() { "" } else { "1," };
    let example = format!("{}\n{thrower}1{}\n", sheet.header(), ",3".repeat(sheet.bones.len()));
    let read = read_throws(example.as_bytes(), &ThrowsFormat::default());
    if !read.is_ok_and(|throws| throws.bones == sheet.bones) {
        return Err(wrong!(
            "`fit` could not read `{}` as names of bones; give each bone its own name, without spaces at its ends, and not a \
             face or another heading such as face, count, sum, throw, thrower or date",
            abridged(&sheet.header())
        ));
    }
    Ok(sheet.html())
}

/// The throwers: the numbers from 1 to a given one, or the lines of a file.
fn throwers(asked: &OsStr) -> Result<Vec<String>, Failure> {
    const MOST: usize = 500;
    let too_many = |number: &str| wrong!("--throwers {number}: a class has 1 to {MOST} throwers");
    let typed = asked.to_string_lossy();
    if !typed.is_empty() && typed.chars().all(|c| c.is_ascii_digit()) {
        let number = typed.parse().ok().filter(|number| (1..=MOST).contains(number));
        let number = number.ok_or_else(|| too_many(&abridged(&typed)))?;
        return Ok((1..=number).map(|thrower| thrower.to_string()).collect());
    }
    let path = Path::new(asked);
    let text = read_file(path, "a class file has one name per line")?;
    let names: Vec<String> =
        text.lines().map(|line| line.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    if let Some(long) =
        names.iter().find(|name| name.chars().count() > LONGEST_NAME || name.contains([',', '"']))
    {
        return Err(wrong!(
            "--throwers {}: `{}` is not a name; a name has at most {LONGEST_NAME} characters, no commas and no quotes",
            shown(path),
            abridged(long)
        ));
    }
    if let Some((index, name)) = names.iter().enumerate().find(|(index, name)| names[..*index].contains(name))
    {
        return Err(wrong!(
            "--throwers {}: `{}` is listed twice, again as name {}; make the names different",
            shown(path),
            abridged(name),
            index + 1
        ));
    }
    if names.is_empty() || names.len() > MOST {
        return Err(too_many(&shown(path)));
    }
    Ok(names)
}
