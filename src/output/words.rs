//! Texts: broken into lines, cut short, and of what may not be there.

/// Breaks a text into lines: between words, and within a word that is too long.
pub(crate) fn wrapped(text: &str, longest: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut taken = 0;
    for word in text.split_whitespace() {
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
