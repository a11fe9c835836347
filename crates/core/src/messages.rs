//! Helpers for error messages: suggestions, shortening and escaping.

/// Groups of words with the same meaning.
const ALIKE: [&[&str]; 9] = [
    &["target", "goal", "points", "score", "limit"],
    &["ante", "stake", "bet", "entry"],
    &["fee", "fine", "penalty", "price", "prices", "canis_fee"],
    &["casts", "throws", "rolls", "turns"],
    &["purse", "money", "bankroll", "coins", "chips"],
    &["pieces", "men", "stones", "pawns", "counters"],
    &["players", "seats"],
    &["die", "dice", "throw"],
    &["rounds", "games"],
];

/// Returns `did you mean …?` with the known synonyms of a wrong word, else the nearest word, else the words that it begins.
pub fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    const FEWEST: usize = 3;
    const MOST: usize = 3;
    let known: Vec<&str> = known.into_iter().collect();
    let lower = word.to_lowercase();
    let alike = ALIKE.iter().find(|alike| alike.contains(&lower.as_str())).copied().unwrap_or_default();
    let alike: Vec<&str> =
        known.iter().copied().filter(|known| alike.contains(known) && *known != word).collect();
    let meant: Vec<&str> = match nearest(word, known.iter().copied()) {
        _ if !alike.is_empty() => alike,
        Some(near) => vec![near],
        None if word.chars().count() >= FEWEST => {
            let word = word.to_lowercase();
            let begins = |known: &&str| known.to_lowercase().starts_with(&word) && *known != word;
            known.into_iter().filter(begins).take(MOST).collect()
        }
        None => Vec::new(),
    };
    let quoted: Vec<String> = meant.into_iter().map(|word| format!("`{}`", abridged(word))).collect();
    if quoted.is_empty() { None } else { Some(format!("did you mean {}?", quoted.join(" or "))) }
}

/// Returns [`suggestion`] as the end of a message: `; did you mean …?`, or nothing.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    suggestion(word, known).map_or_else(String::new, |suggestion| format!("; {suggestion}"))
}

/// Returns the known word that most resembles `word`, if one is close enough.
///
/// A word is close enough if its Damerau–Levenshtein distance, ignoring case, is at most a third of the
/// longer word's length, rounded up.
fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given = word;
    let word = word.to_lowercase();
    let length = word.chars().count();
    let near_enough =
        |candidate: &str, distance: usize| distance <= candidate.chars().count().max(length).div_ceil(3);
    known
        .into_iter()
        // The difference in length bounds the distance from below; this check skips very long words cheaply.
        .filter(|candidate| near_enough(candidate, candidate.chars().count().abs_diff(length)))
        .map(|candidate| (strsim::damerau_levenshtein(&word, candidate), candidate))
        // The word itself is known, but wrong here.
        .filter(|(distance, candidate)| *candidate != given && near_enough(candidate, *distance))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Shortens a text to fit into an error message.
pub fn abridged(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return escaped(text.chars());
    }
    escaped(text.chars().take(LONGEST - 10)) + "…"
}

/// Escapes invisible characters.
fn escaped(text: impl Iterator<Item = char>) -> String {
    text.map(
        |sign| if matches!(sign, '\'' | '"') { sign.to_string() } else { sign.escape_debug().to_string() },
    )
    .collect()
}

/// Whether a character controls the display instead of being visible: control characters, line and paragraph separators,
/// the byte order mark, and characters that override text direction. Letters of any script do not, nor do the marks U+200E,
/// U+200F and U+061C, which occur in ordinary text and affect nothing but spaces.
pub fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Escapes the characters that control the display ([`steers`]): `\u{202e}`.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) { plain.extend(c.escape_unicode()) } else { plain.push(c) }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{did_you_mean, nearest, plain};

    #[test]
    fn control_characters_are_escaped_and_letters_are_not() {
        assert_eq!(plain("a\u{202e}b\x1b[31m\u{2028}"), "a\\u{202e}b\\u{1b}[31m\\u{2028}");
        for text in ["אולוס", "أولوس", "Ἀῦλος", "e\u{301}", "👩\u{200d}🎲"] {
            assert_eq!(plain(text), text);
        }
    }

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("tradtional", ["traditional", "uniform"]), Some("traditional"));
        assert_eq!(nearest("UNIFROM", ["traditional", "uniform"]), Some("uniform"));
        assert_eq!(nearest("marble", ["traditional", "uniform"]), None);
        assert_eq!(nearest("", ["faces"]), None);
    }

    #[test]
    fn prefixes_suggest_whole_words() {
        const POLICIES: [&str; 3] = ["best", "bluffing", "blind"];
        assert_eq!(did_you_mean("bluf", POLICIES), "; did you mean `bluffing`?");
        assert_eq!(
            did_you_mean("COI", ["coin-tali-one", "coin-tali-two"]),
            "; did you mean `coin-tali-one` or `coin-tali-two`?"
        );
        assert_eq!(did_you_mean("co", ["coin-tali-one"]), "");
    }
}
