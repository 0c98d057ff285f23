//! Rules of names and texts.

use std::collections::BTreeMap;

use super::problem::Problem;
use crate::scene::{GROUND, Id, Note, Scene};

/// Longest text of a scene (bytes).
pub const LONGEST_TEXT: usize = 1 << 16;

/// Longest name of an item, and longest title (characters).
pub(super) const LONGEST_NAME: usize = 1000;

pub(super) fn note(it: &Note, say: &mut impl FnMut(String)) {
    let name = &it.name;
    let odd = |c: char| c.is_control() && c != '\n';
    if it.text.trim().is_empty() {
        say(format!("note {name:?} says nothing; give it a text"));
    } else if it.text.len() > LONGEST_TEXT || it.text.chars().any(odd) {
        say(format!(
            "note {name:?}: its text is too long or has control characters; give at most {LONGEST_TEXT} bytes of plain text"
        ));
    }
}

/// Limits of the lengths of texts of the scene as a whole.
pub(super) fn texts(scene: &Scene, found: &mut dyn FnMut(Problem)) {
    let info = &scene.info;
    let title = info.title.chars().count();
    if title > LONGEST_NAME {
        found(Problem {
            item: None,
            message: format!("scene: its title has {title} characters; give at most {LONGEST_NAME}"),
        });
    }
    for (what, text) in [("description", &info.description), ("hint", &info.hint)] {
        if text.len() > LONGEST_TEXT {
            found(Problem {
                item: None,
                message: format!(
                    "scene: its {what} has {} bytes; give at most {LONGEST_TEXT}",
                    text.len()
                ),
            });
        }
    }
}

pub(super) fn names(scene: &Scene, found: &mut dyn FnMut(Problem)) {
    let mut seen: BTreeMap<&str, Id> = BTreeMap::new();
    for (id, item) in scene.items() {
        let name = item.name();
        let message = if name.trim().is_empty() {
            format!("a {} has an empty name; give it one", item.kind_id())
        } else if name != name.trim() || name.chars().any(char::is_control) {
            format!("the name {name:?} has blanks at an end or control characters; take them out")
        } else if name.chars().count() > LONGEST_NAME {
            let begin: String = name.chars().take(20).collect();
            format!("the name that begins with {begin:?} has more than {LONGEST_NAME} characters; shorten it")
        } else if name == GROUND {
            format!(
                "{GROUND:?} is the name of the ground; give this {} another",
                item.kind_id()
            )
        } else if seen.contains_key(name) {
            format!("the name {name:?} is given twice; every item needs a name of its own")
        } else {
            seen.insert(name, id);
            continue;
        };
        found(Problem {
            item: Some(id),
            message,
        });
    }
}
