//! Decodes the text of files of all kinds.

use unicode_normalization::{UnicodeNormalization, is_nfc};

use crate::toml_text::AtLine;

/// Decodes UTF-8, or UTF-16 with a byte order mark, and drops the mark.
///
/// Line ends become line feeds, and accented letters are composed (NFC), so that the same name in two files is the same
/// text.
///
/// # Errors
///
/// The first line that cannot be decoded.
pub fn decoded(bytes: Vec<u8>) -> Result<String, AtLine<String>> {
    let text = match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        _ => String::from_utf8(bytes).map_err(|error| {
            let (valid, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
            let line = 1 + line_ends(&String::from_utf8_lossy(valid)).matches('\n').count();
            no_text(line, &format!("the byte {:02X} is not UTF-8", rest.first().unwrap_or(&0)))
        })?,
    };
    let text = line_ends(text.strip_prefix('\u{feff}').unwrap_or(&text));
    match text.split('\n').position(|line| line.contains('\0')) {
        Some(before) => Err(no_text(before + 1, "it contains a NUL")),
        None => Ok(composed(text)),
    }
}

/// Composes each letter and its accents into one character where there is one (NFC).
pub fn composed(text: String) -> String {
    if is_nfc(&text) { text } else { text.nfc().collect() }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, AtLine<String>> {
    let pairs = bytes.chunks_exact(2);
    let odd = !pairs.remainder().is_empty();
    let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
    let text = String::from_utf16(&units).ok().filter(|_| !odd);
    text.ok_or_else(|| no_text(1, "it starts as UTF-16, but is not valid"))
}

fn line_ends(text: &str) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() }
}

fn no_text(line: usize, why: &str) -> AtLine<String> {
    AtLine::new(
        line,
        format!("this is not text ({why}); save the file as UTF-8, in a spreadsheet as “CSV UTF-8”"),
    )
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn encodings_decode_to_the_same_text() {
        let wanted = "José\n\nx\n";
        for text in ["José\n\nx\n", "\u{feff}Jose\u{301}\r\n\r\nx\r\n", "José\r\rx\r"] {
            assert_eq!(decoded(text.into()).unwrap(), wanted);
            let units = || std::iter::once('\u{feff}').chain(text.chars()).collect::<String>();
            let little = units().encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
            let big = units().encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
            if !text.starts_with('\u{feff}') {
                assert_eq!((decoded(little).unwrap(), decoded(big).unwrap()), (wanted.into(), wanted.into()));
            }
        }
    }

    #[test]
    fn undecodable_text_is_reported_with_its_line() {
        for (bytes, line, why) in [
            (&b"a\rb\r\nJos\xe9\n"[..], 3, "the byte E9"),
            (b"a\nb\0", 2, "NUL"),
            (b"\xff\xfea\0b", 1, "UTF-16"),
            (b"\xfe\xff\xd8\x00", 1, "UTF-16"),
            (b"\xff", 1, "the byte FF"),
        ] {
            let error = decoded(bytes.to_vec()).unwrap_err();
            assert!(error.line == line && error.problem.contains(why), "{error}");
        }
    }
}
