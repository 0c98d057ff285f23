//! Scanner of a formula: takes numbers, names and signs from a text one after the other.

use super::tree::Operator;
use super::{LONGEST, Mistake};

/// Most nested brackets: more than anyone types, and few enough for any stack.
const NESTED: usize = 40;
/// Refuses a text that is too long, or nested too deep for recursion.
pub(super) fn check_size(text: &str) -> Result<(), Mistake> {
    if let Some((byte, _)) = text.char_indices().nth(LONGEST) {
        return Err(Mistake::new(
            text,
            byte,
            format!("it is too long; write at most {LONGEST} characters"),
        ));
    }
    let mut open = 0usize;
    for (at, c) in text.char_indices() {
        open = match c {
            '(' => open + 1,
            ')' => open.saturating_sub(1),
            _ => open,
        };
        if open > NESTED {
            return Err(Mistake::new(
                text,
                at,
                "there are too many brackets within brackets".to_owned(),
            ));
        }
    }
    Ok(())
}

/// Reads a text once, from left to right.
pub(super) struct Scanner<'a> {
    pub text: &'a str,
    /// Bytes read.
    pub at: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Reads the operator that comes next, if one does.
    pub fn operator(&mut self) -> Option<Operator> {
        let (_, operator) = Operator::SIGNS.iter().find(|(sign, _)| self.eat(sign))?;
        Some(*operator)
    }

    /// Reads a number: digits, with or without a point before, among or after them, and a power of ten where one follows.
    pub fn number(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let digits = |from: usize| rest[from..].bytes().take_while(u8::is_ascii_digit).count();
        let whole = digits(0);
        let mut len = whole;
        if rest[len..].starts_with('.') && (whole > 0 || digits(1) > 0) {
            len += 1 + digits(len + 1);
        }
        if len == 0 {
            return None;
        }
        if rest[len..].starts_with(['e', 'E']) {
            let signed = usize::from(rest[len + 1..].starts_with(['+', '-']));
            let power = digits(len + 1 + signed);
            if power > 0 {
                len += 1 + signed + power;
            }
        }
        self.at += len;
        Some(&rest[..len])
    }

    /// Reads an ASCII letter and the letters, digits and underscores after it.
    pub fn name(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        rest.chars().next().filter(char::is_ascii_alphabetic)?;
        let within = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = &rest[..rest.find(|c| !within(c)).unwrap_or(rest.len())];
        self.at += name.len();
        Some(name)
    }

    /// Reads a text in quotes; returns it without them.
    pub fn quoted(&mut self) -> Option<&'a str> {
        let rest = self.text[self.at..].strip_prefix('"')?;
        let (quoted, _) = rest.split_once('"')?;
        self.at += quoted.len() + 2;
        Some(quoted)
    }

    /// Reads a letter of any alphabet and the letters, digits and underscores after it.
    pub fn word(&mut self) -> Option<&'a str> {
        self.skip_spaces();
        let rest = &self.text[self.at..];
        rest.chars().next().filter(|c| c.is_alphabetic())?;
        let within = |c: char| c.is_alphanumeric() || c == '_';
        let word = &rest[..rest.find(|c| !within(c)).unwrap_or(rest.len())];
        self.at += word.len();
        Some(word)
    }

    /// Whether these characters come next; if so, they are read.
    pub fn eat(&mut self, sign: &str) -> bool {
        self.skip_spaces();
        let next = self.text[self.at..].starts_with(sign);
        self.at += if next { sign.len() } else { 0 };
        next
    }

    pub fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    pub fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.text[self.at..].chars().next()
    }
}
