//! Limits checked before XML is parsed, since the parser's time grows with the square of the limited quantities; and
//! positions by row and column.

use crate::scene::file::Place;

/// Maximum number of attributes of an element; Linkage writes about forty.
const MOST_ATTRIBUTES: usize = 100;
/// Maximum number of namespace declarations in total; Linkage writes none.
const MOST_SPACES: usize = 16;
/// Maximum nesting depth of elements; Linkage uses four levels.
const DEEPEST: usize = 32;
/// Distance between two entries of the position index (bytes).
const STRIDE: usize = 1024;

/// The reason why a text is not parsed, with the byte offset; `None` if it may be parsed, or is malformed before any limit is exceeded.
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

/// A start tag.
struct Tag {
    /// Length (bytes).
    length: usize,
    attributes: usize,
    spaces: usize,
    /// Whether it is an empty-element tag, which also closes the element.
    is_whole: bool,
}

/// The tag at the start of a text; `None` where it is not closed.
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

/// Maps byte offsets to rows and columns without scanning all of the text before each.
pub(super) struct Places<'a> {
    text: &'a str,
    /// For each multiple of the stride, the first character at or after it: byte offset and position.
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

    /// Row and column of the byte offset of a character.
    pub(super) fn of(&self, byte: usize) -> Place {
        let next = self.marks.partition_point(|(at, _)| *at <= byte);
        let (from, place) = self.marks[..next].last().copied().unwrap_or((0, (1, 1)));
        let between = self.text.get(from..byte).unwrap_or_default();
        between.chars().fold(place, beyond)
    }
}

/// The position after a character.
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
