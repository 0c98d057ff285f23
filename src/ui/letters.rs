//! Search in names, in each frame and for each item, without regard to upper and lower case and without allocation.

/// Whether a text begins with words in lower case.
pub(super) fn begins(text: &str, words: &str) -> bool {
    let mut letters = text.chars().flat_map(char::to_lowercase);
    words.chars().all(|it| letters.next() == Some(it))
}

/// Whether a text contains words in lower case.
pub(super) fn contains(text: &str, words: &str) -> bool {
    let mut starts = text.char_indices().map(|(start, _)| start);
    words.is_empty() || starts.any(|start| begins(&text[start..], words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upper_and_lower_case_are_alike() {
        assert!(begins("Ära 1", "är") && !begins("Ara", "ra") && !begins("a", "ab"));
        assert!(contains("Rod Ä12", "ä1") && contains("", "") && !contains("Rod", "rd"));
    }
}
