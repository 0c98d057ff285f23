//! Escaping of text printed to a terminal, so that the contents of a file cannot control it.
//!
//! A name, a title or a path may contain escape sequences, or marks that reverse the direction of writing and make one text
//! look like another. They are printed as `\\u{1b}` in text, and as `\\u001b` in JSON, where they occur within strings only.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character controls the terminal or the direction of writing.
fn steers(c: char) -> bool {
    c.is_control() && c != '\n' && c != '\t'
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Text with such characters escaped.
pub fn words(text: &str) -> Cow<'_, str> {
    replaced(text, |out, c| {
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    })
}

/// Equivalent JSON with such characters escaped.
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
