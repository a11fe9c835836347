//! The words of a position that is typed.

/// A word of a position, with the column where it begins.
#[derive(Clone, Copy)]
pub(in crate::games) struct Word<'t> {
    pub column: usize,
    pub text: &'t str,
}

impl<'t> Word<'t> {
    /// The words of a text that begins at a column, which are parted by spaces or commas.
    pub(in crate::games) fn all(text: &'t str, column: usize) -> Vec<Self> {
        let mut words = Vec::new();
        let mut begins = None;
        for (place, (byte, character)) in text.char_indices().enumerate() {
            let parts = character.is_whitespace() || character == ',';
            match (begins, parts) {
                (None, false) => begins = Some((place, byte)),
                (Some((first, from)), true) => {
                    words.push(Self { column: column + first, text: &text[from..byte] });
                    begins = None;
                }
                _ => {}
            }
        }
        if let Some((first, from)) = begins {
            words.push(Self { column: column + first, text: &text[from..] });
        }
        words
    }

    /// Where the word ends: the column after its last character.
    pub(in crate::games) fn end(self) -> usize {
        self.column + self.text.chars().count()
    }

    /// A small number.
    pub(in crate::games) fn number(self) -> Option<u8> {
        self.text.parse().ok()
    }
}

/// A number that is written with digits and nothing else.
pub(in crate::games) fn digits(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok())?
}
