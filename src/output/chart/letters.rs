//! The letters of the fonts that this crate carries, and what becomes of those that they lack.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId};
use unicode_normalization::UnicodeNormalization;

/// Noto Sans, cut to Latin, Greek and Cyrillic, and its bold; the licence lies beside them.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../../../assets/fonts/NotoSans-Regular.ttf"),
    include_bytes!("../../../assets/fonts/NotoSans-Bold.ttf"),
];

/// Which letters a font has, how wide they are, and their outlines.
pub(super) fn face(bold: bool) -> Option<&'static Face<'static>> {
    static FACES: LazyLock<[Option<Face<'static>>; 2]> =
        LazyLock::new(|| FONTS.map(|bytes| Face::parse(bytes, 0).ok()));
    FACES[usize::from(bold)].as_ref()
}

/// The shape of a letter, unless the font lacks it.
pub(super) fn glyph(face: &Face<'_>, c: char) -> Option<GlyphId> {
    const MISSING: GlyphId = GlyphId(0);
    face.glyph_index(c).filter(|glyph| *glyph != MISSING)
}

/// How wide a letter is where the font has a size of 1. One that the font lacks takes as much as its stand-in.
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

/// Signs without a shape of their own, which join or turn the letters beside them.
const fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}')
}

/// The text with letters and their accents in one, what steers a text spelled out, and without noncharacters.
pub(super) fn legible(text: &str) -> String {
    crate::messages::plain(text).replace(['\u{fffe}', '\u{ffff}'], " ").nfc().collect()
}

/// The same as it is drawn: no right-to-left script turns round the figures behind it.
pub(super) fn printable(text: &str) -> String {
    const LEFT_TO_RIGHT: char = '\u{200e}';
    let mut printable = String::new();
    // Where the last letter from right to left ends.
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

/// Whether a letter is of Hebrew, Arabic, or another script from right to left.
const fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// What stands for a letter that the font lacks, by its place among them: `�₁`.
#[cfg(feature = "cli")]
fn stand_in(place: usize) -> String {
    let lowered = |digit: char| char::from_u32('\u{2080}' as u32 + digit.to_digit(10)?);
    let digits = (place + 1).to_string();
    std::iter::once(char::REPLACEMENT_CHARACTER).chain(digits.chars().filter_map(lowered)).collect()
}

/// The letters that the font lacks, each with a numbered stand-in, so that two names stay two.
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
            let place = self.0.iter().position(|other| *other == c).unwrap_or(self.0.len());
            if place == self.0.len() {
                self.0.push(c);
            }
            drawn.push_str(&stand_in(place));
        }
        drawn
    }

    /// Which letters there were, if any.
    pub(super) fn told(&self) -> Option<String> {
        const MOST_NAMED: usize = 8;
        let named = self.0.iter().enumerate().take(MOST_NAMED);
        let mut named: Vec<String> =
            named.map(|(place, c)| format!("{} U+{:04X}", stand_in(place), u32::from(*c))).collect();
        if self.0.len() > MOST_NAMED {
            named.push(format!("{} more", self.0.len() - MOST_NAMED));
        }
        let told = format!("The font of this picture lacks, and an .svg has: {}", named.join(", "));
        (!self.0.is_empty()).then_some(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_as_wide_as_in_the_font() {
        // In the font's own table, in thousandths.
        for (c, bold, known) in
            [('a', false, 0.561), ('W', false, 0.930), ('a', true, 0.599), ('W', true, 0.967)]
        {
            assert!((width(c, bold) - known).abs() < 0.0001, "{c}: {}", width(c, bold));
        }
    }

    #[test]
    fn a_soft_hyphen_takes_no_room() {
        assert!(width('\u{ad}', false) < f64::EPSILON && width('-', false) > 0.3);
    }

    #[test]
    #[cfg(feature = "cli")]
    fn what_the_font_lacks_is_numbered_and_told() {
        let mut letters = StandIns::default();
        assert_eq!(letters.of("\u{5f20}\u{4f1f} \u{674e}\u{4f1f}\u{200e} e"), "�₁�₂ �₃�₂ e");
        assert!(letters.told().is_some_and(|told| told.ends_with(": �₁ U+5F20, �₂ U+4F1F, �₃ U+674E")));
        let mut none = StandIns::default();
        assert_eq!((none.of("José Ξ"), none.told()), ("José Ξ".to_owned(), None));
    }

    #[test]
    fn accents_join_their_letters_and_figures_stay_behind_hebrew() {
        assert_eq!(printable("Jose\u{301}"), "Jos\u{e9}");
        let [first, second] = ["\u{5d3}\u{5d5}", "\u{5d1}\u{5df}"];
        assert_eq!(printable(&format!("{first} {second}: 3 %")), format!("{first} {second}\u{200e}: 3 %"));
    }
}
