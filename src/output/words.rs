//! Text helpers: line breaks, lists, capitals, quotes and optional values.

/// The text with a no-break space between a number and its `%`.
pub(crate) fn unbroken(text: &str) -> String {
    let mut parts = text.split(" %");
    let mut unbroken = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_unit = unbroken.ends_with(|sign: char| sign.is_ascii_digit());
        unbroken.push_str(if is_unit { "\u{a0}%" } else { " %" });
        unbroken.push_str(part);
    }
    unbroken
}

/// Breaks a text into lines no wider than `room`: between words, or within a word that is too long.
pub(crate) fn wrapped(text: &str, room: f64, width: impl Fn(char) -> f64) -> Vec<String> {
    let (mut line, mut taken) = (String::new(), 0.0);
    let mut lines = Vec::new();
    for word in unbroken(text).split_ascii_whitespace() {
        if taken > 0.0 && taken + word.chars().chain([' ']).map(&width).sum::<f64>() > room {
            lines.push(std::mem::take(&mut line));
            taken = 0.0;
        }
        let space = (taken > 0.0).then_some(' ');
        for c in space.into_iter().chain(word.chars()) {
            if taken > 0.0 && taken + width(c) > room {
                lines.push(std::mem::take(&mut line));
                taken = 0.0;
            }
            line.push(c);
            taken += width(c);
        }
    }
    lines.push(line);
    lines
}

/// A word as one types it in a shell, in quotes if it needs them.
pub(crate) fn shell_word(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:,".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// An optional value as text, empty if it is missing.
pub(crate) fn text(what: Option<impl ToString>) -> String {
    what.map_or_else(String::new, |what| what.to_string())
}

/// `A`, `A and B`, `A, B and C`.
pub(crate) fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The word with a capital first letter.
pub(crate) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The words with a small first letter.
pub(crate) fn uncapitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::{unbroken, wrapped};

    #[test]
    fn a_number_and_its_percent_sign_stay_together() {
        assert_eq!(unbroken("35.05 % (34 to 36 %)"), "35.05\u{a0}% (34 to 36\u{a0}%)");
        assert_eq!(unbroken("in % of what is paid, 5 %"), "in % of what is paid, 5\u{a0}%");
        assert_eq!((unbroken(""), unbroken(" %")), (String::new(), " %".to_owned()));
        let lines = |text: &str, room: f64| wrapped(text, room, |_| 1.0);
        assert_eq!(lines("at most 12 % of it", 10.0), ["at most", "12\u{a0}% of it"]);
        assert_eq!(lines("a bcdefgh ij", 4.0), ["a", "bcde", "fgh", "ij"]);
        assert_eq!(lines("", 4.0), [""]);
    }
}
