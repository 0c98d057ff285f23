//! Shortening of texts from the user or a file for sentences that quote them.

use std::borrow::Cow;

/// Longest name or formula that is quoted in full (characters).
const LONGEST_QUOTE: usize = 60;

/// Longest sentence (characters).
const LONGEST_SENTENCE: usize = 2000;

/// A name or formula as quoted in a sentence: truncated if it is long.
pub fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST_QUOTE) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

/// A sentence of bounded length: the middle is omitted, since the problem is at its start and the advice at its end.
pub fn bounded(sentence: &str) -> Cow<'_, str> {
    /// Characters kept at the start.
    const START: usize = LONGEST_SENTENCE / 2;
    /// Characters kept at the end.
    const END: usize = LONGEST_SENTENCE - START - 1;
    // A text never has more characters than bytes.
    if sentence.len() <= LONGEST_SENTENCE || sentence.char_indices().nth(LONGEST_SENTENCE).is_none() {
        return sentence.into();
    }
    let start = sentence.char_indices().nth(START).map_or(0, |(at, _)| at);
    let end = sentence.char_indices().nth_back(END - 1).map_or(0, |(at, _)| at);
    format!("{}…{}", &sentence[..start], &sentence[end..]).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shortened("2*L1 + 5 mm"), "2*L1 + 5 mm");
        assert_eq!(shortened(&"é".repeat(60)), "é".repeat(60));
        assert_eq!(shortened(&"é".repeat(61)), format!("{}…", "é".repeat(60)));
        let sentence = format!("wrong: {}; mend it", "日".repeat(100_000));
        let told = bounded(&sentence);
        assert_eq!(told.chars().count(), LONGEST_SENTENCE);
        assert!(told.starts_with("wrong: 日") && told.ends_with("日; mend it"));
        let just = "日".repeat(LONGEST_SENTENCE);
        assert_eq!(bounded(&just), just);
    }
}
