//! The letters of the bundled fonts, and stand-ins for missing ones.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId};
use unicode_normalization::UnicodeNormalization;

/// Noto Sans, regular and bold, reduced to Latin, Greek and Cyrillic; the licence is beside the files.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../../../assets/fonts/NotoSans-Regular.ttf"),
    include_bytes!("../../../assets/fonts/NotoSans-Bold.ttf"),
];

/// A parsed font.
pub(super) fn face(bold: bool) -> Option<&'static Face<'static>> {
    static FACES: LazyLock<[Option<Face<'static>>; 2]> =
        LazyLock::new(|| FONTS.map(|bytes| Face::parse(bytes, 0).ok()));
    FACES[usize::from(bold)].as_ref()
}

/// The glyph of a letter, unless the font lacks it.
pub(super) fn glyph(face: &Face<'_>, c: char) -> Option<GlyphId> {
    const MISSING: GlyphId = GlyphId(0);
    face.glyph_index(c).filter(|glyph| *glyph != MISSING)
}

/// The width of a letter at font size 1. A missing letter is as wide as its stand-in.
pub(super) fn width(c: char, bold: bool) -> f64 {
    const STAND_IN: f64 = 1.5;
    if is_unseen(c) {
        return 0.0;
    }
    let known = face(bold).and_then(|face| {
        let advance = face.glyph_hor_advance(glyph(face, c)?)?;
        Some(f64::from(advance) / f64::from(face.units_per_em()))
    });
    known.unwrap_or(STAND_IN)
}

/// Whether the font has all letters of a text.
pub(super) fn are_known(text: &str) -> bool {
    legible(text).chars().all(|c| face(false).is_some_and(|face| glyph(face, c).is_some()))
}

/// Whether a character is invisible and joins or reorders the letters beside it.
const fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}')
}

/// The text with composed accents, with control characters spelled out, and without noncharacters.
pub(super) fn legible(text: &str) -> String {
    crate::messages::plain(text).replace(['\u{fffe}', '\u{ffff}'], " ").nfc().collect()
}

/// The legible text prepared for drawing: right-to-left scripts do not reorder the figures after them.
pub(super) fn printable(text: &str) -> String {
    const LEFT_TO_RIGHT: char = '\u{200e}';
    let mut printable = String::new();
    // The end of the last right-to-left letter.
    let mut turned = None;
    for c in legible(text).chars() {
        if let Some(end) = turned.filter(|_| c.is_alphanumeric() && !is_right_to_left(c)) {
            printable.insert(end, LEFT_TO_RIGHT);
            turned = None;
        }
        printable.push(c);
        if is_right_to_left(c) {
            turned = Some(printable.len());
        }
    }
    printable
}

/// Whether a letter belongs to Hebrew, Arabic or another right-to-left script.
const fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// The stand-in for a missing letter, by its index among them: `�₁`.
#[cfg(feature = "cli")]
fn stand_in(index: usize) -> String {
    let lowered = |digit: char| char::from_u32('\u{2080}' as u32 + digit.to_digit(10)?);
    let digits = (index + 1).to_string();
    std::iter::once(char::REPLACEMENT_CHARACTER).chain(digits.chars().filter_map(lowered)).collect()
}

/// The missing letters, each with a numbered stand-in, so that different names stay different.
#[cfg(feature = "cli")]
#[derive(Default)]
pub(super) struct StandIns(Vec<char>);

#[cfg(feature = "cli")]
impl StandIns {
    /// The text as it can be drawn.
    pub(super) fn of(&mut self, text: &str) -> String {
        let mut drawn = String::with_capacity(text.len());
        for c in legible(text).chars().filter(|c| !is_unseen(*c)) {
            if c.is_whitespace() || face(false).is_none_or(|face| glyph(face, c).is_some()) {
                drawn.push(c);
                continue;
            }
            let index = self.0.iter().position(|other| *other == c).unwrap_or(self.0.len());
            if index == self.0.len() {
                self.0.push(c);
            }
            drawn.push_str(&stand_in(index));
        }
        drawn
    }

    /// A line listing the missing letters, if any.
    pub(super) fn shown(&self) -> Option<String> {
        const MOST_NAMED: usize = 8;
        let named = self.0.iter().enumerate().take(MOST_NAMED);
        let mut named: Vec<String> =
            named.map(|(index, c)| format!("{} U+{:04X}", stand_in(index), u32::from(*c))).collect();
        if self.0.len() > MOST_NAMED {
            named.push(format!("{} more", self.0.len() - MOST_NAMED));
        }
        let shown = format!("Missing from this picture's font, but not from an .svg: {}", named.join(", "));
        (!self.0.is_empty()).then_some(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letter_widths_match_the_font() {
        // From the font's own table, in thousandths.
        for (c, bold, known) in
            [('a', false, 0.561), ('W', false, 0.930), ('a', true, 0.599), ('W', true, 0.967)]
        {
            assert!((width(c, bold) - known).abs() < 0.0001, "{c}: {}", width(c, bold));
        }
    }

    #[test]
    fn soft_hyphens_have_no_width() {
        assert!(width('\u{ad}', false) < f64::EPSILON && width('-', false) > 0.3);
    }

    #[test]
    #[cfg(feature = "cli")]
    fn missing_letters_get_numbered_stand_ins() {
        let mut letters = StandIns::default();
        assert_eq!(letters.of("\u{5f20}\u{4f1f} \u{674e}\u{4f1f}\u{200e} e"), "�₁�₂ �₃�₂ e");
        assert!(letters.shown().is_some_and(|shown| shown.ends_with(": �₁ U+5F20, �₂ U+4F1F, �₃ U+674E")));
        let mut none = StandIns::default();
        assert_eq!((none.of("José Ξ"), none.shown()), ("José Ξ".to_owned(), None));
    }

    #[test]
    fn accents_are_composed_and_figures_stay_after_hebrew() {
        assert_eq!(printable("Jose\u{301}"), "Jos\u{e9}");
        let [first, second] = ["\u{5d3}\u{5d5}", "\u{5d1}\u{5df}"];
        assert_eq!(printable(&format!("{first} {second}: 3 %")), format!("{first} {second}\u{200e}: 3 %"));
    }
}
