//! What error messages share.

/// Words that are used for the same thing.
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

/// `; did you mean …?` for the known word that means the same as a wrong one or is nearest to it, else for those that begin with it, or nothing.
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

/// The same at the end of a message: `; did you mean …?`, or nothing.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    suggestion(word, known).map_or_else(String::new, |suggestion| format!("; {suggestion}"))
}

/// The known word that most resembles `word`, if one is close enough to be meant.
///
/// Closeness is the Damerau–Levenshtein distance, capitals aside: at most a third of the longer
/// word, rounded up.
fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given = word;
    let word = word.to_lowercase();
    let length = word.chars().count();
    let near_enough =
        |candidate: &str, distance: usize| distance <= candidate.chars().count().max(length).div_ceil(3);
    known
        .into_iter()
        // The difference in length is the least distance: it spares comparing with a very long word.
        .filter(|candidate| near_enough(candidate, candidate.chars().count().abs_diff(length)))
        .map(|candidate| (strsim::damerau_levenshtein(&word, candidate), candidate))
        // The word itself is known and was wrong all the same.
        .filter(|(distance, candidate)| *candidate != given && near_enough(candidate, *distance))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The text cut to what fits an error message.
pub fn abridged(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return escaped(text.chars());
    }
    escaped(text.chars().take(LONGEST - 10)) + "…"
}

/// What cannot be seen, as its number.
fn escaped(text: impl Iterator<Item = char>) -> String {
    text.map(
        |sign| if matches!(sign, '\'' | '"') { sign.to_string() } else { sign.escape_debug().to_string() },
    )
    .collect()
}

/// Whether a sign steers what shows it instead of being seen: control characters, line and paragraph separators, and
/// signs that turn the direction of the text around them. The letters of every script are none, nor are the marks
/// (U+200E, U+200F, U+061C) that stand among them in honest text and turn nothing but spaces.
pub fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// The text with signs that steer spelled out: `\u{202e}`.
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
    fn what_steers_is_spelled_out_and_letters_are_not() {
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
    fn whoever_begins_a_word_is_told_how_it_ends() {
        const POLICIES: [&str; 3] = ["best", "bluffing", "blind"];
        assert_eq!(did_you_mean("bluf", POLICIES), "; did you mean `bluffing`?");
        assert_eq!(
            did_you_mean("COI", ["coin-tali-one", "coin-tali-two"]),
            "; did you mean `coin-tali-one` or `coin-tali-two`?"
        );
        assert_eq!(did_you_mean("co", ["coin-tali-one"]), "");
    }
}
