//! `sheet`

use std::ffi::OsStr;
use std::path::Path;

use super::args::{SheetArgs, SheetFormArg};
use super::deliver::Delivery;
use super::failure::{Failure, wrong};
use crate::inference::{ThrowsFormat, read_throws};
use crate::messages::abridged;
use crate::output::ThrowSheet;
use crate::tali::{MAX_TALI, USUAL_TALI};

pub(super) fn answer(arguments: &SheetArgs) -> Result<(), Failure> {
    let bones = if arguments.bones.is_empty() {
        (1..=USUAL_TALI).map(|bone| format!("bone {bone}")).collect()
    } else {
        arguments.bones.clone()
    };
    if bones.len() > MAX_TALI {
        return Err(wrong!("a sheet has columns for at most {MAX_TALI} bones, not for {}", bones.len()));
    }
    let sheet = ThrowSheet { bones, throws: arguments.throws };
    // What the sheet is headed with must be read as what it is.
    let example = format!("{}\n1{}\n", sheet.header(), ",3".repeat(sheet.bones.len()));
    let read = read_throws(example.as_bytes(), &ThrowsFormat::default());
    if !read.is_ok_and(|throws| throws.bones == sheet.bones) {
        return Err(wrong!(
            "`{}` would not be read as the bones of a file of throws; give each a name of its own, without spaces at its ends, \
             that is no face and none of bone, face, cast, count, throw, thrower, surface, date, row, no, nr, note, notes",
            abridged(&sheet.header())
        ));
    }
    let by_ending = arguments.output.as_deref().and_then(Path::extension).map(OsStr::to_ascii_lowercase);
    let svg = match arguments.format {
        Some(SheetFormArg::Svg) => true,
        Some(SheetFormArg::Html) => false,
        None => by_ending.is_some_and(|ending| ending == "svg"),
    };
    let delivery = Delivery::to(arguments.output.clone())?;
    if !svg {
        return delivery.text_as_it_is(&sheet.html());
    }
    let drawn = sheet.svg().ok_or_else(|| {
        wrong!(
            "{} throws do not fit one page, which takes {} of them; write HTML, which takes as many pages as it needs",
            arguments.throws,
            sheet.one_page()
        )
    })?;
    let drawn = drawn.map_err(|error| Failure::CouldNot(error.into()))?;
    delivery.text_as_it_is(&String::from_utf8_lossy(&drawn))
}
