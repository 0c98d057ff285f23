//! Outline of a scene file: positions of its fields and items, found before anything is parsed, and limits on
//! their numbers and lengths. A file that would need too much memory is refused before any is allocated.

use std::collections::BTreeMap;
use std::ops::Range;

use super::error::{Faults, TOO_DEEP};
pub use super::walk::Place;
use super::walk::{Scanner, is_pair};
use crate::parameter::shortened;
use crate::raster::LONGEST;
use crate::scene::run::MOST_NUMBERS;
use crate::scene::validate::LONGEST_TEXT;

/// Deepest nesting of brackets that is read; a scene needs five.
pub(super) const DEEPEST: usize = 32;
/// Largest number of items in all lists together.
pub const MOST_ITEMS: usize = 400_000;
/// Largest number of brackets within one item: a compound of 100 polygons with 200 corners has a fifth of that.
pub const MOST_BRACKETS: usize = 100_000;
/// Largest number of fields of a scene, ten times the number that exist.
const MOST_FIELDS: usize = 100;
/// Longest word outside strings (bytes): the name of a field or kind.
const LONGEST_WORD: usize = 100;
/// Longest string of a picture (bytes), with its quotes.
const LONGEST_PICTURE: usize = LONGEST.div_ceil(3) * 4 + 2;

/// A piece of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spot {
    /// Position of its start.
    pub at: Place,
    /// Its range of bytes.
    pub range: Range<usize>,
}

/// A field of the scene.
#[derive(Debug)]
pub(super) struct Field {
    /// Its name.
    pub name: String,
    /// Position of the name.
    pub at: Place,
    /// Its value.
    pub value: Spot,
    /// The items, if it is a list.
    pub items: Vec<Spot>,
    /// First bytes of further items, of which no end was found.
    pub broken: Vec<usize>,
}

impl Field {
    /// Number of an item among all of them, from 1.
    pub(super) fn number(&self, index: usize) -> usize {
        let start = self.items[index].range.start;
        index + 1 + self.broken.iter().filter(|at| **at < start).count()
    }
}

/// Fields of a scene and items of its lists.
#[derive(Default)]
pub struct Outline {
    /// Fields in the order of the file.
    pub(super) fields: Vec<Field>,
    by_name: BTreeMap<String, usize>,
    /// Whether the walk is still within the value of the last field.
    goes_on: bool,
    /// Whether all brackets and strings are closed; otherwise positions are guesses.
    pub(super) balanced: bool,
}

/// Counts for the limits.
#[derive(Default)]
struct Counts {
    items: usize,
    brackets: usize,
    item: Place,
    /// Numbers of a run.
    numbers: usize,
}

impl Outline {
    /// Scans the text of a scene; violated limits are added to the faults.
    pub(super) fn of(text: &str, faults: &mut Faults) -> Self {
        let mut outline = Self::default();
        let mut walk = Scanner::new(text);
        let mut counts = Counts::default();
        let mut brackets = Vec::new();
        // The latest word at top level; a colon after it makes it the name of a field.
        let mut word: Option<(String, Place)> = None;
        outline.balanced = true;
        loop {
            let from = walk.offset();
            let Some((place, c)) = walk.next() else { break };
            match c {
                '(' | '[' | '{' => {
                    brackets.push(c);
                    let depth = brackets.len();
                    if depth > DEEPEST {
                        faults.add(Some(place), TOO_DEEP.to_owned());
                        break;
                    }
                    outline.open(depth, place, from, &mut counts, faults);
                }
                ')' | ']' | '}' => {
                    outline.close(brackets.len(), walk.offset());
                    outline.balanced &= brackets.pop().is_some_and(|open| is_pair(open, c));
                }
                '"' => {
                    outline.balanced &= !walk.runs_on();
                    walk.skip_string();
                    outline.must_be_short(walk.offset() - from, place, faults);
                }
                'r' if walk.starts_raw_string() => {
                    walk.skip_raw_string();
                    outline.must_be_short(walk.offset() - from, place, faults);
                }
                ',' if brackets.len() == 3 => outline.count_number(place, &mut counts, faults),
                '/' => walk.skip_comment(),
                ':' if brackets.len() == 1 => {
                    if let Some((name, at)) = word.take() {
                        if outline.fields.len() == MOST_FIELDS {
                            faults.add(
                                Some(at),
                                format!("the scene has more than {MOST_FIELDS} fields; is it a scene?"),
                            );
                            break;
                        }
                        outline.begin(name, at, walk.offset());
                    }
                }
                c if c.is_alphabetic() || c == '_' => {
                    let name = walk.word(c);
                    if name.len() > LONGEST_WORD {
                        let message = format!(
                            "the word {} has {} bytes, and no word of a scene has more than {LONGEST_WORD}; is it a scene?",
                            shortened(&name),
                            name.len()
                        );
                        faults.add(Some(place), message);
                        break;
                    }
                    if brackets.len() == 1 {
                        word = Some((name, place));
                    }
                }
                _ => {}
            }
            outline.extend(brackets.len(), from..walk.offset(), c, place);
        }
        outline.balanced &= brackets.is_empty();
        outline
    }

    fn begin(&mut self, name: String, at: Place, offset: usize) {
        self.goes_on = true;
        self.by_name.entry(name.clone()).or_insert(self.fields.len());
        self.fields.push(Field {
            name,
            at,
            value: Spot {
                at: (0, 0),
                range: offset..offset,
            },
            items: Vec::new(),
            broken: Vec::new(),
        });
    }

    fn open(&mut self, depth: usize, place: Place, from: usize, counts: &mut Counts, faults: &mut Faults) {
        let Some(field) = self.fields.last_mut() else {
            return;
        };
        if depth == 3 {
            counts.items += 1;
            (counts.brackets, counts.item) = (0, place);
            if counts.items <= MOST_ITEMS {
                field.items.push(Spot {
                    at: place,
                    range: from..from,
                });
            } else if counts.items == MOST_ITEMS + 1 {
                faults.add(
                    Some(place),
                    format!("the scene has more than {MOST_ITEMS} items; make two of it"),
                );
            }
        } else if depth > 3 {
            counts.brackets += 1;
            if counts.brackets == MOST_BRACKETS + 1 {
                faults.add(
                    Some(counts.item),
                    format!("this item has more than {MOST_BRACKETS} brackets; no item needs as many"),
                );
            }
        }
    }

    /// Counts the numbers of a run, which has no items.
    fn count_number(&self, place: Place, counts: &mut Counts, faults: &mut Faults) {
        if self.fields.last().is_some_and(|it| it.name == "run") {
            counts.numbers += 1;
            if counts.numbers == MOST_NUMBERS + 1 {
                let message = format!("the run has more than {MOST_NUMBERS} numbers; take it out");
                faults.add(Some(place), message);
            }
        }
    }

    fn close(&mut self, depth: usize, end: usize) {
        if depth == 3
            && let Some(item) = self.fields.last_mut().and_then(|field| field.items.last_mut())
            && item.range.is_empty()
        {
            item.range.end = end;
        }
    }

    /// The value of a field extends from its first to its last character, without surrounding blanks and the comma after it.
    fn extend(&mut self, depth: usize, piece: Range<usize>, c: char, place: Place) {
        let Some(field) = self.fields.last_mut() else {
            return;
        };
        self.goes_on &= depth > 1 || depth == 1 && c != ',';
        let apart = c.is_whitespace() || c == '/' || depth == 1 && c == ':';
        if self.goes_on && !apart {
            if field.value.at == (0, 0) {
                field.value = Spot {
                    at: place,
                    range: piece,
                };
            } else {
                field.value.range.end = piece.end;
            }
        }
    }

    /// Checks the length of a string; a picture may be longer than other strings.
    fn must_be_short(&self, bytes: usize, place: Place, faults: &mut Faults) {
        let in_picture = self.fields.last().is_some_and(|it| it.name == "underlay");
        let most = if in_picture { LONGEST_PICTURE } else { LONGEST_TEXT };
        if bytes > most {
            faults.add(
                Some(place),
                format!("this text has {bytes} bytes; give at most {most}"),
            );
        }
    }

    /// Position of the item with this index in a list.
    pub fn item(&self, list: &str, index: usize) -> Option<Place> {
        let field = &self.fields[*self.by_name.get(list)?];
        field.items.get(index).map(|it| it.at)
    }

    /// Position of a field of the scene.
    pub fn field(&self, name: &str) -> Option<Place> {
        Some(self.fields[*self.by_name.get(name)?].at)
    }

    /// Position of a fault that belongs to no single item.
    pub fn scene_wide(&self, message: &str) -> Option<Place> {
        let field = if message.contains("camera") {
            "camera"
        } else if message.starts_with("scopes") {
            "scopes"
        } else if message.starts_with("underlay") {
            "underlay"
        } else if message.starts_with("run") {
            "run"
        } else if message.contains("unit of lengths") {
            "length_unit"
        } else if message.contains("title") {
            "title"
        } else {
            "settings"
        };
        self.field(field).or(Some((1, 1)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const TEXT: &str = "( // parts: [((\n version: 1, title: \"([\\\"\", /* ( /* [ */ */ hint: r#\"\"(\"#,\n parts: [\n  (name: \"a (\"),\n  (name: \"b\", shape: Bar(length: 1)), (x: 1)],\n camera: (height: 2),)";

    fn outline(text: &str) -> Outline {
        let mut faults = Faults::default();
        let outline = Outline::of(text, &mut faults);
        assert!(faults.is_empty());
        outline
    }

    #[test]
    fn items_are_found_past_strings_and_comments() {
        let outline = outline(TEXT);
        assert_eq!(outline.field("version"), Some((2, 2)));
        assert_eq!(outline.field("parts"), Some((3, 2)));
        assert_eq!(outline.item("parts", 0), Some((4, 3)));
        assert_eq!(outline.item("parts", 1), Some((5, 3)));
        assert_eq!(outline.item("parts", 2), Some((5, 39)));
        assert_eq!(outline.item("parts", 3), None);
        assert!(outline.balanced);
        assert!(!self::outline("(parts: [(").balanced);
        assert!(!self::outline("(parts: [)])").balanced || !self::outline(")(").balanced);
    }

    #[test]
    fn a_value_is_cut_out_as_it_stands() {
        let outline = outline(TEXT);
        let values: Vec<(&str, &str)> = outline
            .fields
            .iter()
            .map(|field| (field.name.as_str(), &TEXT[field.value.range.clone()]))
            .collect();
        assert_eq!(values[0], ("version", "1"));
        assert_eq!(values[1], ("title", "\"([\\\"\""));
        assert_eq!(values[2], ("hint", "r#\"\"(\"#"));
        assert_eq!(values[4], ("camera", "(height: 2)"));
        let item = &outline.fields[3].items[1];
        assert_eq!(&TEXT[item.range.clone()], "(name: \"b\", shape: Bar(length: 1))");
    }
}
