//! Texts: broken into lines, cut short, and of what may not be there.

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

/// Breaks a text into lines: between words, and within a word that is too long.
pub(crate) fn wrapped(text: &str, longest: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut taken = 0;
    for word in unbroken(text).split_ascii_whitespace() {
        let mut rest: Vec<char> = word.chars().collect();
        while !rest.is_empty() {
            let room = longest - taken;
            if taken > 0 && rest.len() + 1 > room {
                lines.push(String::new());
                taken = 0;
                continue;
            }
            let part: String = rest.drain(..rest.len().min(room)).collect();
            if let Some(line) = lines.last_mut() {
                line.extend((taken > 0).then_some(' '));
                line.push_str(&part);
                taken = line.chars().count();
            }
        }
    }
    lines
}

/// The text, or its beginning and an ellipsis.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}

/// What there may be, as a text.
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

/// The word with a capital.
pub(crate) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::{unbroken, wrapped};

    #[test]
    fn a_number_and_its_percent_sign_stay_together() {
        assert_eq!(unbroken("35.05 % (34 to 36 %)"), "35.05\u{a0}% (34 to 36\u{a0}%)");
        assert_eq!(unbroken("in % of what is paid, 5 %"), "in % of what is paid, 5\u{a0}%");
        assert_eq!((unbroken(""), unbroken(" %")), (String::new(), " %".to_owned()));
        assert_eq!(wrapped("at most 12 % of it", 10), ["at most", "12\u{a0}% of it"]);
    }
}
