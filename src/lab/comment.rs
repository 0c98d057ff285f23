//! Names of the scene in comments of files that programs read.

/// A text as a comment of one line: names may hold anything, and what follows a line break is code.
pub(super) fn on_one_line(text: &str) -> String {
    let breaks = |it: char| it.is_control() || ['\u{2028}', '\u{2029}'].contains(&it);
    text.replace(breaks, " ")
}
