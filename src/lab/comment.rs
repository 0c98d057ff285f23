//! Names of the scene in comments of exported source files.

/// A text without line breaks, for a one-line comment: a name may contain any character, and text after a line break would be code.
pub(super) fn on_one_line(text: &str) -> String {
    let breaks = |it: char| it.is_control() || ['\u{2028}', '\u{2029}'].contains(&it);
    text.replace(breaks, " ")
}
