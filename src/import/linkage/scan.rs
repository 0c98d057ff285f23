//! Bounds that are looked at before XML is parsed, since the time of the parser grows with the square of what they bound; and
//! places by row and column.

use crate::scene::file::Place;

/// Most attributes of an element: Linkage writes some forty.
const MOST_ATTRIBUTES: usize = 100;
/// Most declarations of name spaces in all; Linkage writes none.
const MOST_SPACES: usize = 16;
/// Deepest that elements stand in each other: those of Linkage do to four.
const DEEPEST: usize = 32;
/// Bytes between two marks of an index of places.
const STRIDE: usize = 1024;

/// Why a text is not parsed, and at which byte: only for what is well formed up to there.
pub(super) fn refusal(text: &str) -> Option<(usize, String)> {
    let (mut at, mut depth, mut spaces) = (0, 0_usize, 0);
    while let Some(start) = find(text, at, "<") {
        let rest = &text[start..];
        let closing = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
            .into_iter()
            .find(|(open, _)| rest.starts_with(open));
        if let Some((open, close)) = closing {
            at = find(text, start + open.len(), close)? + close.len();
        } else if rest.starts_with("</") {
            depth = depth.saturating_sub(1);
            at = start + 2;
        } else {
            let tag = tag(rest)?;
            spaces += tag.spaces;
            depth += usize::from(!tag.is_whole);
            at = start + tag.length;
            let too_much = [
                (tag.attributes, MOST_ATTRIBUTES, "attributes in one element"),
                (spaces, MOST_SPACES, "declarations of name spaces"),
                (depth, DEEPEST, "elements in each other"),
            ];
            if let Some((_, most, what)) = too_much.into_iter().find(|(found, most, _)| found > most) {
                return Some((
                    start,
                    format!("there are more than {most} {what}; files of Linkage have fewer"),
                ));
            }
        }
    }
    None
}

fn find(text: &str, from: usize, what: &str) -> Option<usize> {
    Some(from + text.get(from..)?.find(what)?)
}

/// What begins an element.
struct Tag {
    /// Bytes.
    length: usize,
    attributes: usize,
    spaces: usize,
    /// It ends the element as well.
    is_whole: bool,
}

/// The tag that a text begins with; none where it does not end.
fn tag(text: &str) -> Option<Tag> {
    let (mut quote, mut attributes, mut spaces) = (None, 0, 0);
    let bytes = text.as_bytes();
    for (k, byte) in bytes.iter().copied().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'=') => attributes += 1,
            (None, b'x') => spaces += usize::from(bytes[k..].starts_with(b"xmlns")),
            (None, b'>') => {
                return Some(Tag {
                    length: k + 1,
                    attributes,
                    spaces,
                    is_whole: bytes[..k].ends_with(b"/"),
                });
            }
            (None, _) => {}
        }
    }
    None
}

/// Rows and columns of bytes, without a look at all the text before each.
pub(super) struct Places<'a> {
    text: &'a str,
    /// The place of the first letter at or after each multiple of the stride, and its byte.
    marks: Vec<(usize, Place)>,
}

impl<'a> Places<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut marks = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut place = (1, 1);
        for (at, letter) in text.char_indices() {
            if at >= STRIDE * marks.len() {
                marks.push((at, place));
            }
            place = beyond(place, letter);
        }
        Self { text, marks }
    }

    /// The row and the column of a byte at which a letter begins.
    pub(super) fn of(&self, byte: usize) -> Place {
        let next = self.marks.partition_point(|(at, _)| *at <= byte);
        let (from, place) = self.marks[..next].last().copied().unwrap_or((0, (1, 1)));
        let between = self.text.get(from..byte).unwrap_or_default();
        between.chars().fold(place, beyond)
    }
}

/// The place behind a letter.
fn beyond((row, column): Place, letter: char) -> Place {
    if letter == '\n' {
        (row + 1, 1)
    } else {
        (row, column + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_that_counting_from_the_start_finds() {
        let text = "aé\nb".repeat(900) + &"ü".repeat(5000) + "\nc";
        let places = Places::new(&text);
        for (byte, _) in text.char_indices().step_by(7) {
            assert_eq!(
                places.of(byte),
                text[..byte].chars().fold((1, 1), beyond),
                "{byte}"
            );
        }
    }

    #[test]
    fn what_is_quoted_or_a_comment_is_no_tag() {
        let harmless = "<?xml?><a b='=>'><!-- <x> <x y=''> --><![CDATA[<x>]]><c/></a>".to_owned();
        let many = harmless.repeat(DEEPEST + 1);
        assert_eq!(refusal(&many), None);
        let deep = "<a>".repeat(DEEPEST + 1);
        assert_eq!(refusal(&deep).map(|(at, _)| at), Some(3 * DEEPEST));
    }
}
