//! Where in the text each item stands: found by a walk over its brackets, strings and comments.

use std::collections::BTreeMap;

/// Line and column, counted from 1.
pub type Place = (usize, usize);

/// The places of the fields of a scene and of the items of its lists.
#[derive(Default)]
pub struct Places {
    fields: BTreeMap<String, Place>,
    items: BTreeMap<String, Vec<Place>>,
}

impl Places {
    /// Walks over text that is known to be well formed; for other text some places are missing.
    pub fn of(text: &str) -> Self {
        let mut places = Self::default();
        let mut walk = Walk::new(text);
        let mut depth = 0usize;
        let mut field = String::new();
        while let Some((place, c)) = walk.next() {
            match c {
                '(' | '[' | '{' => {
                    depth += 1;
                    if depth == 3 && !field.is_empty() {
                        places.items.entry(field.clone()).or_default().push(place);
                    }
                }
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                '"' => walk.skip_string(),
                'r' if walk.starts_raw_string() => walk.skip_raw_string(),
                '/' => walk.skip_comment(),
                c if c.is_alphabetic() || c == '_' => {
                    let word = walk.word(c);
                    if depth == 1 {
                        places.fields.entry(word.clone()).or_insert(place);
                        field = word;
                    }
                }
                _ => {}
            }
        }
        places
    }

    /// Where the item of this number in this list starts.
    pub fn item(&self, list: &str, index: usize) -> Option<Place> {
        self.items.get(list)?.get(index).copied()
    }

    /// Where a field of the scene starts.
    pub fn field(&self, name: &str) -> Option<Place> {
        self.fields.get(name).copied()
    }

    /// Where a fault of no single item lies.
    pub fn scene_wide(&self, message: &str) -> Option<Place> {
        let field = if message.contains("camera") {
            "camera"
        } else {
            "settings"
        };
        self.field(field).or(Some((1, 1)))
    }
}

/// Line and column of the character after `before`.
pub fn line_and_column(before: &str) -> Place {
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

struct Walk<'a> {
    rest: std::str::Chars<'a>,
    line: usize,
    col: usize,
}

impl<'a> Walk<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            rest: text.chars(),
            line: 1,
            col: 1,
        }
    }

    fn next(&mut self) -> Option<(Place, char)> {
        let place = (self.line, self.col);
        let c = self.rest.next()?;
        if c == '\n' {
            self.line += 1;
            self.col = 1;
        } else {
            self.col += 1;
        }
        Some((place, c))
    }

    fn word(&mut self, first: char) -> String {
        let mut word = String::from(first);
        while let Some(c) = self
            .rest
            .clone()
            .next()
            .filter(|c| c.is_alphanumeric() || *c == '_')
        {
            word.push(c);
            self.next();
        }
        word
    }

    fn skip_string(&mut self) {
        while let Some((_, c)) = self.next() {
            match c {
                '\\' => {
                    self.next();
                }
                '"' => return,
                _ => {}
            }
        }
    }

    fn starts_raw_string(&self) -> bool {
        self.rest.as_str().trim_start_matches('#').starts_with('"')
    }

    fn skip_raw_string(&mut self) {
        let mut hashes = 0;
        while let Some((_, '#')) = self.next() {
            hashes += 1;
        }
        let end = format!("\"{}", "#".repeat(hashes));
        while !self.rest.as_str().is_empty() {
            if self.rest.as_str().starts_with(&end) {
                for _ in 0..end.len() {
                    self.next();
                }
                return;
            }
            self.next();
        }
    }

    /// After a slash: to the end of the line, or of the block, which may hold blocks.
    fn skip_comment(&mut self) {
        match self.rest.clone().next() {
            Some('/') => {
                while let Some((_, c)) = self.next()
                    && c != '\n'
                {}
            }
            Some('*') => {
                let mut depth = 0usize;
                let mut last = '/';
                while let Some((_, c)) = self.next() {
                    match (last, c) {
                        ('/', '*') => depth += 1,
                        ('*', '/') => depth -= 1,
                        _ => {
                            last = c;
                            continue;
                        }
                    }
                    if depth == 0 {
                        return;
                    }
                    last = ' ';
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_past_strings_and_comments() {
        let text = "( // parts: [((\n version: 1, title: \"([\\\"\", /* ( /* [ */ */ hint: r#\"\"(\"#,\n parts: [\n  (name: \"a (\"),\n  (name: \"b\", shape: Bar(length: 1)), (x: 1)],\n)";
        let places = Places::of(text);
        assert_eq!(places.field("version"), Some((2, 2)));
        assert_eq!(places.field("parts"), Some((3, 2)));
        assert_eq!(places.item("parts", 0), Some((4, 3)));
        assert_eq!(places.item("parts", 1), Some((5, 3)));
        assert_eq!(places.item("parts", 2), Some((5, 39)));
        assert_eq!(places.item("parts", 3), None);
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(line_and_column("ab\ncä"), (2, 3));
    }
}
