//! How an item begins: its column if it is the first of its line, and its first word. In the items of one list these are alike.

use crate::scene::file::walk::{Place, Scanner};

/// First word of the pieces of a compound, which are lists of their own within an item.
const PIECE: &str = "shape";

/// Column and first word of an item.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Start {
    /// Its column, if only blanks precede it on its line.
    column: Option<usize>,
    /// The word after its bracket.
    word: String,
}

impl Start {
    /// The start of what begins with the bracket at `place`, before which the scanner stands right after it.
    pub(super) fn of(place: Place, walk: &Scanner<'_>, is_first: bool) -> Self {
        let word = walk.rest().trim_start();
        let end = word.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        Self {
            column: is_first.then_some(place.1),
            word: word[..end.unwrap_or(word.len())].to_owned(),
        }
    }

    /// Whether an item of the same list may begin so; `follows` tells whether a comma precedes it.
    pub(super) fn is_like(&self, other: &Self, follows: bool) -> bool {
        let in_column = self.column.is_some() && self.column == other.column;
        let by_word = follows && !self.word.is_empty() && self.word != PIECE && self.word == other.word;
        in_column || by_word
    }
}
