//! Pieces of a PMKS+ link with their positions.

use super::alphabet::decimal;
use super::fault;
use crate::scene::file::{Fault, Place};

/// A piece of the text, with the column of its first character in the decoded text.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) column: usize,
}

impl<'a> Piece<'a> {
    /// Its position.
    pub(super) fn place(self) -> Place {
        (1, self.column)
    }

    /// The pieces separated by a character.
    pub(super) fn split(self, by: char) -> impl Iterator<Item = Piece<'a>> {
        let mut column = self.column;
        self.text.split(by).map(move |text| {
            let piece = Piece { text, column };
            column += text.chars().count() + 1;
            piece
        })
    }

    /// Splits off the first `letters` bytes; returns them and the rest.
    pub(super) fn after(self, letters: usize) -> Option<(&'a str, Piece<'a>)> {
        let (head, text) = self.text.split_at_checked(letters)?;
        Some((
            head,
            Piece {
                text,
                column: self.column + letters,
            },
        ))
    }

    /// Parses it as a decimal.
    pub(super) fn number(self, what: &str) -> Result<f64, Fault> {
        decimal(self.text)
            .ok_or_else(|| fault(self.place(), format!("{what} is no number as PMKS+ writes them")))
    }
}
