//! Places of a text that stands as a string in another file, as the scenes of an experiment do.

use super::error::Fault;
use super::options;
use super::walk::{Place, Scanner, moved};

/// Changes places in `text` to those in `file`, where it is the value of a string. The faults are sorted by their places, since file and text
/// may be long and are walked through once for all of them.
pub fn move_places(file: &str, text: &str, faults: &mut [Fault]) {
    let Some((start, string)) = string_of(file, text) else {
        faults.iter_mut().for_each(|fault| fault.at = None);
        return;
    };
    let is_raw = string.starts_with('r');
    let mut walk = Scanner::new(string);
    while walk.next().is_some_and(|(_, c)| c != '"') {}
    let mut now: Place = (1, 1);
    for fault in faults {
        let Some(at) = fault.at else { continue };
        while now < at {
            now = match is_line_break(&mut walk, is_raw) {
                Some(true) => (now.0 + 1, 1),
                Some(false) => (now.0, now.1 + 1),
                None => break,
            };
        }
        fault.at = Some(moved(start, walk.place()));
    }
}

/// The first string of a file that has this value, with its place.
fn string_of<'a>(file: &'a str, text: &str) -> Option<(Place, &'a str)> {
    let mut walk = Scanner::new(file);
    loop {
        let from = walk.offset();
        let (place, c) = walk.next()?;
        match c {
            '"' => walk.skip_string(),
            'r' if walk.starts_raw_string() => walk.skip_raw_string(),
            '/' => {
                walk.skip_comment();
                continue;
            }
            _ => continue,
        }
        let string = &file[from..walk.offset()];
        // A string is longer than its value.
        if string.len() > text.len() && options().from_str::<String>(string).is_ok_and(|it| it == text) {
            return Some((place, string));
        }
    }
}

/// Whether the next character of a string's value, which is passed over, is a line break.
fn is_line_break(walk: &mut Scanner<'_>, is_raw: bool) -> Option<bool> {
    let (_, c) = walk.next()?;
    if c != '\\' || is_raw {
        return Some(c == '\n');
    }
    match walk.next()?.1 {
        'n' => return Some(true),
        'x' => {
            walk.next()?;
            walk.next()?;
        }
        'u' => while walk.next()?.1 != '}' {},
        _ => {}
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(file: &str, text: &str) -> Vec<Option<Place>> {
        let fault = |at| Fault {
            at: Some(at),
            item: None,
            message: String::new(),
        };
        let mut faults = [(1, 1), (2, 1), (2, 1), (2, 6), (9, 9)].map(fault);
        move_places(file, text, &mut faults);
        faults.iter().map(|fault| fault.at).collect()
    }

    #[test]
    fn a_place_in_a_string_is_found_past_escapes() {
        let text = "a\n\"b\u{202e}\" c";
        let told = places("(one: \"a\",\n two: \"a\\n\\\"b\\u{202e}\\\" c\")", text);
        assert_eq!(told, [(2, 8), (2, 11), (2, 11), (2, 25), (2, 27)].map(Some));
        assert_eq!(places("(one: \"a\")", text), [None; 5]);
        let told = places("(two: r#\"a\n\"b\u{202e}\" c\"#)", text);
        assert_eq!(told, [(1, 10), (2, 1), (2, 1), (2, 6), (2, 9)].map(Some));
    }
}
