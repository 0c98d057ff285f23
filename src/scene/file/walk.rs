//! Scanner for the characters of a scene file that recognises strings and comments, and nothing else of the grammar.

/// Line and column, counted from 1.
pub type Place = (usize, usize);

/// Line and column of the character after `before`.
pub fn line_and_column(before: &str) -> Place {
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

/// Position in the file of a position within a piece that starts at `start`.
pub(super) fn moved(start: Place, (line, col): Place) -> Place {
    if line == 1 {
        (start.0, (start.1 + col).saturating_sub(1))
    } else {
        (start.0 + line - 1, col)
    }
}

/// Whether two brackets match.
pub(super) fn is_pair(open: char, close: char) -> bool {
    matches!((open, close), ('(', ')') | ('[', ']') | ('{', '}'))
}

/// The scanner.
#[derive(Clone)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    rest: std::str::Chars<'a>,
    line: usize,
    col: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            rest: text.chars(),
            line: 1,
            col: 1,
        }
    }

    /// Number of bytes scanned.
    pub(super) fn offset(&self) -> usize {
        self.text.len() - self.rest.as_str().len()
    }

    /// The text that is not scanned yet.
    pub(super) fn rest(&self) -> &'a str {
        self.rest.as_str()
    }

    /// Position of the next character.
    pub(super) fn place(&self) -> Place {
        (self.line, self.col)
    }

    /// The next character, with its position.
    pub(super) fn next(&mut self) -> Option<(Place, char)> {
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

    /// Reads the rest of a word that begins with this letter.
    pub(super) fn word(&mut self, first: char) -> String {
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

    /// Skips a string, from after its opening quote.
    pub(super) fn skip_string(&mut self) {
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

    /// Whether the string after its opening quote seems unclosed: it extends beyond its line, to a quote that begins another string.
    pub(super) fn runs_on(&self) -> bool {
        let mut end = Self {
            rest: self.rest.clone(),
            ..*self
        };
        end.skip_string();
        let goes_on = end.rest.clone().next().is_some_and(char::is_alphanumeric);
        goes_on && self.text[self.offset()..end.offset()].contains('\n')
    }

    /// Skips the rest of the line.
    pub(super) fn skip_line(&mut self) {
        while self.next().is_some_and(|(_, c)| c != '\n') {}
    }

    /// Whether a raw string follows after the `r`.
    pub(super) fn starts_raw_string(&self) -> bool {
        self.rest.as_str().trim_start_matches('#').starts_with('"')
    }

    /// Skips a raw string, from after its `r`.
    pub(super) fn skip_raw_string(&mut self) {
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

    /// Skips a comment, from after its first slash: to the end of the line, or of the block, which may be nested.
    pub(super) fn skip_comment(&mut self) {
        match self.rest.clone().next() {
            Some('/') => self.skip_line(),
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
    fn columns_count_characters() {
        assert_eq!(line_and_column("ab\ncä"), (2, 3));
    }
}
