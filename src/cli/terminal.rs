//! Text on its way to a terminal: nothing in a file may steer it.
//!
//! A name, a title or a path can hold escape sequences, or marks that turn the direction of writing and so make one text
//! look like another. They are shown as `\\u{1b}` in words, and as `\\u001b` in JSON, where they stand within strings only.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character steers a terminal or the direction of writing.
fn steers(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Words as they may be shown.
pub fn words(text: &str) -> Cow<'_, str> {
    replaced(text, |out, c| {
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    })
}

/// JSON that means the same, as it may be shown.
pub fn json(text: &str) -> Cow<'_, str> {
    replaced(text, |out, c| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

fn replaced(text: &str, escape: impl Fn(&mut String, char)) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if steers(c) {
            escape(&mut out, c);
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_shown_and_not_done() {
        assert_eq!(
            words("a\u{1b}[31m\u{202e}b\n\tc\u{9b}"),
            "a\\u{1b}[31m\\u{202e}b\n\tc\\u{9b}"
        );
        assert!(matches!(words("naïve 日本 e\u{301}"), Cow::Borrowed(_)));
        let name = "a\u{202e}b\u{7f}\u{e0041}";
        let text = serde_json::to_string(name).unwrap();
        let shown = json(&text);
        assert!(!shown.contains(steers), "{shown}");
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap(), name);
    }
}
