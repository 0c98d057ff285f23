//! Search for the name that a wrong one was probably meant to be.

/// Longest name that is compared (characters). Longer ones come from programs, which make no typing errors.
const LONGEST: usize = 64;
/// Comparisons of characters for all wrong names of a file: some tenths of a second. A file with many parts and many wrong names would
/// otherwise take the product of both.
const MOST_WORK: usize = 30_000_000;

/// The search, with the work that is left for it.
pub(super) struct Similar {
    work: usize,
}

impl Default for Similar {
    fn default() -> Self {
        Self { work: MOST_WORK }
    }
}

impl Similar {
    /// The most similar name: the one with the fewest edits, if they are few. `None` too once the work is done: names that were not
    /// compared might be more similar.
    pub(super) fn nearest<'a>(
        &mut self,
        word: &str,
        names: impl Iterator<Item = &'a String>,
    ) -> Option<&'a String> {
        let letters: Vec<char> = word.chars().take(LONGEST + 1).collect();
        if letters.len() > LONGEST {
            return None;
        }
        let few = letters.len() / 3 + 1;
        let mut best: Option<(usize, &String)> = None;
        for name in names {
            let length = name.chars().take(LONGEST + 1).count();
            self.work = self.work.checked_sub(length + 1)?;
            // Each edit changes the length by one at most.
            if length > LONGEST || length.abs_diff(letters.len()) > few {
                continue;
            }
            self.work = self.work.checked_sub(length * letters.len())?;
            let found = (letters_changed(name, &letters), name);
            if found.0 <= few && best.is_none_or(|best| found < best) {
                best = Some(found);
            }
        }
        best.map(|(_, name)| name)
    }
}

/// Edit distance of two words (Levenshtein).
fn letters_changed(a: &str, b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let exchanged = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_none_that_is_far() {
        let names = ["wheel", "plate", "arm"].map(str::to_owned);
        let nearest = |word| Similar::default().nearest(word, names.iter()).map(String::as_str);
        assert_eq!(nearest("plat"), Some("plate"));
        assert_eq!(nearest("wehel"), Some("wheel"));
        assert_eq!(nearest("nothing like it"), None);
        assert_eq!(nearest(&"wheel".repeat(100)), None);
    }

    #[test]
    fn no_name_is_suggested_after_the_work_is_done() {
        let names = ["wheel", "plate"].map(str::to_owned);
        let mut similar = Similar { work: 100 };
        let mut nearest = || similar.nearest("plat", names.iter()).is_some();
        assert!(nearest());
        assert!(!nearest() && !nearest());
    }
}
