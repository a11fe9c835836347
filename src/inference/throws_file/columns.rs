//! What the columns of a file of throws are, by its header or its first row.

use super::{Layout, ThrowsFormat, face};
use crate::messages::{abridged, did_you_mean};
use crate::tali::{Cast, Face, MAX_TALI};

/// The columns that tell how throws were made.
pub(super) const CIRCUMSTANCES: [&str; 3] = ["thrower", "surface", "date"];

/// Columns that number the rows of a sheet, or hold remarks.
const PASSED_OVER: [&str; 7] = ["throw", "row", "no", "no.", "nr", "note", "notes"];

/// The columns that mean something by their names.
const KNOWN: [&str; 4] = ["bone", "face", "cast", "count"];

/// Where in a row what stands.
#[derive(Clone, Debug)]
pub(super) enum Columns {
    Throws {
        bone: Option<usize>,
        face: usize,
        count: Option<usize>,
    },
    Cast(usize),
    /// The column of each bone.
    Bones(Vec<usize>),
    Counts {
        bone: Option<usize>,
        faces: [usize; 4],
    },
}

impl Columns {
    /// The columns that throws are read from.
    fn used(&self) -> Vec<usize> {
        match self {
            Self::Throws { bone, face, count } => {
                [*bone, Some(*face), *count].into_iter().flatten().collect()
            }
            Self::Cast(column) => vec![*column],
            Self::Bones(columns) => columns.clone(),
            Self::Counts { bone, faces } => bone.iter().chain(faces).copied().collect(),
        }
    }
}

/// The place of the column of that name.
pub(super) fn find(header: &[String], name: &str) -> Result<usize, String> {
    position(header, name).ok_or_else(|| {
        let columns: Vec<&str> = header.iter().map(String::as_str).collect();
        let hint = did_you_mean(name, columns.iter().copied());
        let columns = abridged(&columns.join(", "));
        format!("there is no column `{}`; the columns are {columns}{hint}", abridged(name))
    })
}

pub(super) fn position(header: &[String], name: &str) -> Option<usize> {
    header.iter().position(|column| column.eq_ignore_ascii_case(name))
}

/// What a first row that is no header but throws already says of the columns.
pub(super) fn headless(first: &[String], format: &ThrowsFormat) -> Option<Columns> {
    let named = [&format.bone, &format.face, &format.cast, &format.count].iter().any(|name| name.is_some());
    if named || format.layout == Some(Layout::Counts) {
        return None;
    }
    let wants = |layout: Layout| format.layout.is_none_or(|wanted| wanted == layout);
    let is_face = |field: &String| face(field.as_bytes()).is_some();
    let all = first.iter().all(is_face);
    let is_cast =
        |digits: &String| (1..=MAX_TALI).contains(&digits.len()) && Cast::parse(digits, digits.len()).is_ok();
    match first {
        [_] if all && wants(Layout::Throws) => Some(Columns::Throws { bone: None, face: 0, count: None }),
        [digits] if wants(Layout::Casts) && is_cast(digits) => Some(Columns::Cast(0)),
        [name, shown] if is_face(shown) && !is_face(name) && wants(Layout::Throws) => {
            Some(Columns::Throws { bone: Some(0), face: 1, count: None })
        }
        // The four faces, each once, head columns of counts, and are a Venus as well.
        _ if all && first.len() <= MAX_TALI && wants(Layout::Casts) => {
            let venus = first.len() == 4 && Face::ALL.into_iter().all(|wanted| head(first, wanted).is_some());
            let columns = || Columns::Bones((0..first.len()).collect());
            (!venus || format.layout.is_some()).then(columns)
        }
        _ => None,
    }
}

/// The column that is headed by a face.
fn head(header: &[String], wanted: Face) -> Option<usize> {
    header.iter().position(|name| face(name.as_bytes()) == Some(wanted))
}

/// What a header says of the columns.
pub(super) fn of_header(header: &[String], format: &ThrowsFormat) -> Result<Columns, String> {
    for (place, name) in header.iter().enumerate() {
        if !name.is_empty() && header[..place].iter().any(|other| other.eq_ignore_ascii_case(name)) {
            return Err(format!("two columns are called `{}`", abridged(name)));
        }
    }
    let wants = |layout: Layout| format.layout.is_none_or(|wanted| wanted == layout);
    let column = |named: &Option<String>, usual: &str| match named {
        Some(name) => find(header, name).map(Some),
        None => Ok(position(header, usual)),
    };
    let (bone, count) = (column(&format.bone, "bone")?, column(&format.count, "count")?);
    let (face, cast) = (column(&format.face, "face")?, column(&format.cast, "cast")?);
    let columns = match (face, cast) {
        (Some(face), _) if wants(Layout::Throws) => Columns::Throws { bone, face, count },
        (_, Some(cast)) if wants(Layout::Casts) => Columns::Cast(cast),
        _ => match Face::ALL.map(|face| head(header, face)) {
            [Some(one), Some(three), Some(four), Some(six)] if wants(Layout::Counts) => {
                Columns::Counts { bone, faces: [one, three, four, six] }
            }
            _ => {
                let bones = bones(header, format);
                let fits = bone.is_none() && (1..=MAX_TALI).contains(&bones.len()) && wants(Layout::Casts);
                if !fits {
                    return Err(no_throws(header, format, bones.len()));
                }
                Columns::Bones(bones)
            }
        },
    };
    let used = columns.used();
    if let Some(twice) = used.iter().find(|column| used.iter().filter(|other| other == column).count() > 1) {
        return Err(format!("the column `{}` cannot be two things at once", abridged(&header[*twice])));
    }
    let grouping = format.group.iter().chain(format.only.iter().map(|(column, _)| column));
    for name in grouping {
        let what_is_thrown = used.iter().filter(|column| Some(**column) != bone);
        if let Some(column) =
            what_is_thrown.copied().find(|column| header[*column].eq_ignore_ascii_case(name))
        {
            return Err(format!(
                "`{}` holds what was thrown; throws are grouped and chosen by other columns",
                abridged(&header[column])
            ));
        }
    }
    // Counts of what no talus shows are no column to pass over.
    let strange = header.iter().enumerate().find(|(place, name)| {
        matches!(columns, Columns::Counts { .. }) && !used.contains(place) && name.parse::<u32>().is_ok()
    });
    match strange {
        Some((_, name)) => {
            Err(format!("there is no face {}; the faces are {}", abridged(name), Face::ALLOWED))
        }
        None => Ok(columns),
    }
}

/// The columns that can only be bones.
fn bones(header: &[String], format: &ThrowsFormat) -> Vec<usize> {
    let is_bone = |name: &String| !name.is_empty() && !is_told_of(name, format);
    (0..header.len()).filter(|place| is_bone(&header[*place])).collect()
}

/// Whether a column tells of the throws without being one.
fn is_told_of(name: &str, format: &ThrowsFormat) -> bool {
    let mut named = format.group.iter().chain(format.only.iter().map(|(column, _)| column));
    CIRCUMSTANCES.iter().chain(&PASSED_OVER).any(|known| name.eq_ignore_ascii_case(known))
        || named.any(|column| column.eq_ignore_ascii_case(name))
}

/// The columns that nothing is read from, with what they may have been meant as.
pub(super) fn unused(header: &[String], columns: &Columns, format: &ThrowsFormat) -> Option<String> {
    let used = columns.used();
    let unused: Vec<String> = header
        .iter()
        .enumerate()
        .filter(|(place, name)| !used.contains(place) && !name.is_empty() && !is_told_of(name, format))
        .map(|(_, name)| match did_you_mean(name, KNOWN).strip_prefix("; ") {
            Some(hint) => format!("`{}` ({hint})", abridged(name)),
            None => format!("`{}`", abridged(name)),
        })
        .collect();
    (!unused.is_empty()).then(|| format!("nothing was read from the column {}", unused.join(", ")))
}

/// Why a header heads no throws.
fn no_throws(header: &[String], format: &ThrowsFormat, bones: usize) -> String {
    let shown = abridged(&header.join(","));
    let wanted = match format.layout {
        Some(Layout::Throws) => "--layout throws asks for a column face",
        Some(Layout::Casts) => {
            "--layout casts asks for a column cast, or one for each of at most 8 bones and no others"
        }
        Some(Layout::Counts) => "--layout counts asks for the columns 1, 3, 4, 6",
        None => {
            "one throw a row has the columns bone and face, one cast a row a column cast or one for each of at most 8 \
             bones, counts the columns 1, 3, 4, 6"
        }
    };
    let faces: Vec<Face> = Face::ALL.into_iter().filter(|face| head(header, *face).is_none()).collect();
    let hint = header.iter().map(|name| did_you_mean(name, KNOWN)).find(|hint| !hint.is_empty());
    let hint = match (faces.as_slice(), hint) {
        ([missing], _) if format.layout != Some(Layout::Throws) => {
            format!("; the column of face {missing} is missing")
        }
        (_, Some(hint)) => hint,
        _ if bones > MAX_TALI && format.layout.is_none() => format!("; {bones} columns could be bones"),
        _ => String::new(),
    };
    format!(
        "`{shown}` heads no throws: {wanted}; --face-column and the like name columns that are called otherwise{hint}"
    )
}
