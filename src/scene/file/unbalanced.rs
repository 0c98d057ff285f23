//! Recovery of items from a file with unmatched brackets or quotes, so that one bracket too few or too many hides no other fault.
//!
//! A list begins with its name, a colon and a bracket, at any depth; an item begins with `(name:`, or after the end of the item before.
//! In an item that turns out to be broken, and after it, an item also begins with what looks like the start of the item before ([`Start`]):
//! the scan goes on from there. Everything else is a guess, so such a fault is reported for the item only.

mod start;

use std::ops::Range;

use self::start::Start;
use super::document::Document;
use super::error::CUT_OFF;
use super::outline::{Field, Place, Spot};
use super::walk::{Scanner, is_pair, line_and_column};

/// An item, a list or another value with an unmatched bracket.
pub(super) struct Broken {
    /// Name of the field.
    pub field: String,
    /// Number of the item in the field, and its bytes as far as they were scanned; `None` for a list itself and for other values.
    pub item: Option<(usize, Range<usize>)>,
    /// Position at which the fault shows.
    pub at: Place,
    /// The message.
    pub message: String,
}

/// Result of the scan.
#[derive(Default)]
pub(super) struct Recovery {
    /// Fields with brackets, with their complete items.
    pub fields: Vec<Field>,
    /// Incomplete values, in the order of the file.
    pub broken: Vec<Broken>,
    /// The item in which the file ends.
    pub last: Option<Broken>,
}

/// Bytes that may be scanned again: a multiple of those of the file, and at least so many.
const AGAIN: (usize, usize) = (4, 1 << 24);

/// An item, or the value of a field that is not a list, during the scan.
struct Open<'a> {
    start: Spot,
    brackets: Vec<char>,
    /// The scanner before the first bracket within that looks like the start of the next item.
    next: Option<Scanner<'a>>,
}

/// Part of the file that the scan is in.
#[derive(Default, PartialEq)]
enum Within {
    /// Between fields.
    #[default]
    Scene,
    /// After the name of a field that is not a list, before its bracket.
    Value,
    /// In a list.
    List,
    /// In a list, in the remainder of a broken item.
    Rest,
}

#[derive(Default)]
struct Scan<'a> {
    found: Recovery,
    within: Within,
    open: Option<Open<'a>>,
    /// Where the scan goes on, if not after what was scanned last.
    back: Option<Scanner<'a>>,
    /// Bytes that may still be scanned again.
    again: usize,
    /// How the last item began.
    last: Option<Start>,
    /// Number of items of the list so far.
    items: usize,
    /// Whether the bracket of the scene itself was closed.
    has_ended: bool,
}

impl Recovery {
    pub(super) fn of(text: &str) -> Self {
        let mut scan = Scan {
            again: AGAIN.1.max(AGAIN.0 * text.len()),
            ..Scan::default()
        };
        let mut walk = Scanner::new(text);
        // The line of the last character that is not blank, and whether it is a comma.
        let (mut line, mut follows) = (0, false);
        loop {
            let before = walk.clone();
            let from = walk.offset();
            let Some((place, c)) = walk.next() else {
                match scan.ends_within(text) {
                    Some(next) => walk = next,
                    None => break,
                }
                continue;
            };
            let end = walk.offset();
            match c {
                '(' | '[' | '{' => {
                    let is_named = c == '(' && is_name(walk.rest());
                    let start = (c == '(').then(|| Start::of(place, &walk, line != place.0));
                    scan.opens((c, place, from), is_named, (start, follows), before);
                }
                ')' | ']' | '}' => scan.closes(c, place, from..end),
                '"' if walk.runs_on() => {
                    walk.skip_line();
                    scan.text_runs_on(place, walk.offset());
                }
                '"' => walk.skip_string(),
                'r' if walk.starts_raw_string() => walk.skip_raw_string(),
                '/' => walk.skip_comment(),
                c if c.is_alphabetic() || c == '_' => {
                    let word = walk.word(c);
                    let value = text[walk.offset()..].trim_start().strip_prefix(':');
                    let value = value.map_or("", str::trim_start);
                    if scan.begins_field(&word, value) {
                        scan.field(word, place, from);
                        if scan.back.is_none() && value.starts_with('[') {
                            // Skips the colon and the bracket.
                            while walk.next().is_some_and(|(_, c)| c != '[') {}
                            scan.within = Within::List;
                        }
                    } else if scan.open.is_none() && scan.within == Within::List {
                        scan.lacks_bracket(place, from, word == "name");
                    }
                }
                ',' if scan.open.is_none() && scan.within == Within::Value => scan.within = Within::Scene,
                _ => {}
            }
            if !c.is_whitespace() {
                (line, follows) = (place.0, c == ',');
            }
            if let Some(back) = scan.back.take() {
                walk = back;
            }
        }
        scan.found
    }
}

impl<'a> Scan<'a> {
    fn opens(
        &mut self,
        (c, place, from): (char, Place, usize),
        is_named: bool,
        (start, follows): (Option<Start>, bool),
        before: Scanner<'a>,
    ) {
        let looks_alike = start
            .as_ref()
            .zip(self.last.as_ref())
            .is_some_and(|(own, last)| own.is_like(last, follows));
        let begins_item = match self.within {
            Within::List => is_named,
            Within::Rest => is_named || looks_alike,
            Within::Scene | Within::Value => false,
        };
        if begins_item && let Some(unclosed) = self.open.take() {
            if self.goes_back(&unclosed, from) {
                return;
            }
            self.unclosed(&unclosed, from);
        }
        let is_in_list = self.is_in_list();
        if let Some(open) = &mut self.open {
            open.brackets.push(c);
            if looks_alike && is_in_list && open.next.is_none() {
                open.next = Some(before);
            }
        } else if begins_item || matches!(self.within, Within::List | Within::Value) {
            self.items += 1;
            if begins_item {
                self.within = Within::List;
            }
            if is_in_list {
                self.last = start;
            }
            self.open = Some(Open {
                start: Spot {
                    at: place,
                    range: from..from,
                },
                brackets: vec![c],
                next: None,
            });
        }
    }

    /// Goes back to the start of the next item within this one, which is not closed where the scan stands; returns whether there is one.
    fn goes_back(&mut self, unclosed: &Open<'a>, from: usize) -> bool {
        let Some(next) = &unclosed.next else {
            return false;
        };
        let end = next.offset();
        let Some(left) = self.again.checked_sub(from - end) else {
            return false;
        };
        self.again = left;
        self.unclosed(unclosed, end);
        self.back = Some(next.clone());
        true
    }

    /// Reports the item in which the file ends; returns where the scan goes on if another item begins within.
    fn ends_within(&mut self, text: &str) -> Option<Scanner<'a>> {
        let open = self.open.take()?;
        if self.goes_back(&open, text.len()) {
            return self.back.take();
        }
        let range = open.start.range.start..text.len();
        self.found.last = self.item(range, line_and_column(text), CUT_OFF.to_owned());
        None
    }

    fn closes(&mut self, c: char, place: Place, own: Range<usize>) {
        let closed = self.open.as_mut().map(|open| open.brackets.pop());
        match closed {
            Some(Some(bracket)) if is_pair(bracket, c) => {
                if let Some(whole) = self.open.take_if(|open| open.brackets.is_empty()) {
                    self.whole(whole, own.end);
                }
            }
            Some(_) => {
                let open = self.open.take();
                if open.as_ref().is_some_and(|open| self.goes_back(open, own.end)) {
                    return;
                }
                let start = open.map_or(own.start, |open| open.start.range.start);
                let message = format!("`{c}` stands where another bracket is to be closed first");
                self.break_item(start..own.end, place, message);
                self.leave();
            }
            None if c == ']' && self.within == Within::List => self.within = Within::Scene,
            None if self.within == Within::Scene => {
                if self.has_ended || c != ')' {
                    self.break_list(place, format!("`{c}` closes nothing that is open here"));
                }
                self.has_ended |= c == ')';
            }
            None if self.within == Within::List => {
                let message = format!("`{c}` closes nothing that is open here");
                let before = self.found.fields.last().and_then(|field| field.items.last());
                match before.map(|item| item.range.clone()) {
                    Some(item) => self.break_item(item, place, message),
                    None => self.break_list(place, message),
                }
            }
            None => {}
        }
    }

    /// Whether a word begins a field with this value. Fields within an item may have the same names, such as the list of parts of a
    /// compound, but none is a list of named items.
    fn begins_field(&self, word: &str, value: &str) -> bool {
        let in_item = self.open.is_some() || self.within == Within::Rest;
        let list = value.strip_prefix('[').map(str::trim_start);
        let items = list.and_then(|list| list.strip_prefix('('));
        Document::FIELDS.contains(&word)
            && match in_item {
                true => items.is_some_and(is_name) || self.open.is_none() && value.starts_with('('),
                false => !value.is_empty(),
            }
    }

    fn field(&mut self, name: String, at: Place, from: usize) {
        if let Some(unclosed) = self.open.take() {
            if self.goes_back(&unclosed, from) {
                return;
            }
            self.unclosed(&unclosed, from);
        } else if self.within == Within::List {
            self.break_list(at, format!("the list before `{name}` is not closed"));
        }
        self.found.fields.push(Field {
            name,
            at,
            value: Spot { at, range: 0..0 },
            items: Vec::new(),
            broken: Vec::new(),
        });
        (self.items, self.last) = (0, None);
        self.within = Within::Value;
    }

    /// Completes the open item or value.
    fn whole(&mut self, open: Open<'_>, end: usize) {
        let Some(field) = self.found.fields.last_mut() else {
            return;
        };
        let spot = Spot {
            range: open.start.range.start..end,
            ..open.start
        };
        if self.within == Within::List {
            field.items.push(spot);
        } else {
            field.value = spot;
            self.within = Within::Scene;
        }
    }

    /// Reports an open item, as another item or list begins before its end.
    fn unclosed(&mut self, open: &Open<'_>, end: usize) {
        let message = "a bracket in here is not closed".to_owned();
        self.break_item(open.start.range.start..end, open.start.at, message);
    }

    /// Reports an item that continues after its end, or one that begins without a bracket.
    fn lacks_bracket(&mut self, at: Place, from: usize, is_next: bool) {
        let last = self.found.fields.last_mut().filter(|_| !is_next);
        if let Some(item) = last.and_then(|field| field.items.pop()) {
            let message = "a bracket in here is closed once too often".to_owned();
            self.break_item(item.range, item.at, message);
        } else {
            self.items += 1;
            self.note_broken(from);
            self.break_list(
                at,
                "the bracket that an item begins with is missing here".to_owned(),
            );
        }
        self.leave();
    }

    /// Reports a string that is not closed on its line.
    fn text_runs_on(&mut self, at: Place, end: usize) {
        if let Some(open) = self.open.take() {
            let message = "a text begins here and does not end".to_owned();
            self.break_item(open.start.range.start..end, at, message);
            self.leave();
        }
    }

    /// Skips the remainder of a broken item or value.
    fn leave(&mut self) {
        self.within = match self.within {
            Within::List | Within::Rest => Within::Rest,
            Within::Scene | Within::Value => Within::Scene,
        };
    }

    /// Notes that an item that begins at this byte is not among the complete ones.
    fn note_broken(&mut self, start: usize) {
        let is_in_list = self.is_in_list();
        let field = self.found.fields.last_mut().filter(|_| is_in_list);
        let is_complete = |field: &Field| field.items.last().is_some_and(|it| it.range.start == start);
        if let Some(field) = field.filter(|field| !is_complete(field)) {
            field.broken.push(start);
        }
    }

    fn is_in_list(&self) -> bool {
        matches!(self.within, Within::List | Within::Rest)
    }

    fn break_item(&mut self, range: Range<usize>, at: Place, message: String) {
        self.note_broken(range.start);
        let broken = self.item(range, at, message);
        self.found.broken.extend(broken);
    }

    fn break_list(&mut self, at: Place, message: String) {
        let field = self.found.fields.last().map(|field| field.name.clone());
        self.found.broken.extend(field.map(|field| Broken {
            field,
            item: None,
            at,
            message,
        }));
    }

    fn item(&self, range: Range<usize>, at: Place, message: String) -> Option<Broken> {
        Some(Broken {
            field: self.found.fields.last()?.name.clone(),
            item: self.is_in_list().then_some((self.items, range)),
            at,
            message,
        })
    }
}

/// Whether the text after a bracket is the name of an item.
fn is_name(rest: &str) -> bool {
    let name = rest.trim_start().strip_prefix("name");
    name.is_some_and(|rest| rest.trim_start().starts_with(':'))
}
