//! Parts of a link of PMKS+, each with its place.

use super::alphabet::decimal;
use super::fault;
use crate::scene::file::{Fault, Place};

/// A part of the text, with the column of its first letter in the decoded text.
#[derive(Clone, Copy)]
pub(super) struct Piece<'a> {
    pub(super) text: &'a str,
    pub(super) column: usize,
}

impl<'a> Piece<'a> {
    /// Where it begins.
    pub(super) fn place(self) -> Place {
        (1, self.column)
    }

    /// Its parts between a letter.
    pub(super) fn split(self, by: char) -> impl Iterator<Item = Piece<'a>> {
        let mut column = self.column;
        self.text.split(by).map(move |text| {
            let piece = Piece { text, column };
            column += text.chars().count() + 1;
            piece
        })
    }

    /// All but its first letters, and those.
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

    /// The decimal that it is.
    pub(super) fn number(self, what: &str) -> Result<f64, Fault> {
        decimal(self.text)
            .ok_or_else(|| fault(self.place(), format!("{what} is no number as PMKS+ writes them")))
    }
}
