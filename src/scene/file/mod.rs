//! Scene files: text that a person can write, read back exactly.
//!
//! The file is a [`document::Document`], whose first field is the version. Reading lists all faults, each with
//! line, column, item and remedy, and never returns a partial scene. Writing is canonical: the same scene
//! gives the same bytes, so reading and writing again changes nothing.

mod at_most;
pub mod document;
mod error;
mod fingerprint;
mod grammar;
mod nested;
mod outline;
mod regular;
mod save;
mod unbalanced;
mod walk;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::string::FromUtf8Error;

use ron::extensions::Extensions;
use serde::Deserialize;

use super::{Id, Scene, validate};

pub use self::at_most::at_most;
pub use self::error::{Fault, FileError, MOST_FAULTS, from_ron};
pub use self::fingerprint::Fingerprint;
pub use self::nested::move_places;
pub use self::outline::{MOST_BRACKETS, MOST_ITEMS, Place};
pub use self::regular::{is_same_file, open_regular, read_at_most, read_regular, read_start};
pub use self::save::{
    NotSaved, Replacement, remove_leftovers, replace_atomically, save, save_unless_changed, write_atomically,
};

use self::error::Faults;
use self::outline::{DEEPEST, Outline};

/// Longest file that is read (bytes): enough for a hundred thousand parts and more.
pub const LARGEST: usize = 64 << 20;

/// Version of the format written.
pub const VERSION: u32 = 2;

fn options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::UNWRAP_NEWTYPES)
        .with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES)
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(DEEPEST)
}

/// The part of a document that is read first, to know its version.
#[derive(Deserialize)]
#[serde(rename = "scene")]
struct Head {
    version: u32,
}

/// Result of reading a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The scene.
    pub scene: Scene,
    /// Place of each item in the text.
    pub places: BTreeMap<Id, Place>,
    /// Differences in meaning between an older version of the format and this one: the scene has the older meaning, and should be checked.
    pub notes: Vec<Fault>,
}

/// Reads a scene from text; `name` is the name of the file in messages.
///
/// # Errors
/// All syntax errors, or if there are none all faults of content, each with its place.
pub fn read(text: &str, name: &str) -> Result<Scene, FileError> {
    read_with_notes(text, name).map(|reading| reading.scene)
}

/// Reads a scene from text, with notes for the user.
///
/// # Errors
/// As [`read`].
pub fn read_with_notes(text: &str, name: &str) -> Result<Reading, FileError> {
    let fail = |at, message: String| Err(FileError::one(name, at, message));
    if text.len() > LARGEST {
        let (size, most) = (text.len() >> 20, LARGEST >> 20);
        return fail(
            None,
            format!("the file has {size} MB; scenes of up to {most} MB are read"),
        );
    }
    // Some editors start a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return fail(
            Some((1, 1)),
            "the file is empty; a scene starts with `(version: 2,`".to_owned(),
        );
    }
    let mut faults = Faults::default();
    let outline = Outline::of(text, &mut faults);
    if !faults.is_empty() {
        return Err(faults.into_error(name));
    }
    let refused = |error: &ron::error::SpannedError| grammar::faults(text, &outline, error).into_error(name);
    let head: Head = options().from_str(text).map_err(|error| refused(&error))?;
    match head.version {
        1..=VERSION => {}
        0 => {
            return fail(
                Some((1, 1)),
                format!("there is no version 0 of scenes; write `version: {VERSION}`"),
            );
        }
        newer => {
            return fail(
                Some((1, 1)),
                format!(
                    "this scene is of version {newer}, made by a newer Tinkertoy; this one reads up to \
                     version {VERSION}: get the newer program"
                ),
            );
        }
    }
    let document: document::Document = options().from_str(text).map_err(|error| refused(&error))?;
    checked(document, &outline, name)
}

/// The scene of a document, if it is legal.
fn checked(document: document::Document, outline: &Outline, name: &str) -> Result<Reading, FileError> {
    let mut faults = Faults::default();
    let (scene, items, notes) = document.into_scene(outline, &mut faults);
    validate::each_problem(&scene, &mut |problem| {
        let item = problem.item.and_then(|id| items.get(&id));
        // The missing part has been reported by name.
        let said = item.is_some_and(|item| item.dangling) && problem.message.ends_with(validate::MISSING);
        if !said {
            let at = item.map_or_else(|| outline.scene_wide(&problem.message), |item| item.at);
            match problem.item {
                Some(id) => faults.add_of(scene.name(Some(id)), at, problem.message),
                None => faults.add(at, problem.message),
            }
        }
    });
    if !faults.is_empty() {
        return Err(faults.into_error(name));
    }
    let places = items
        .into_iter()
        .filter_map(|(id, item)| Some((id, item.at?)))
        .collect();
    Ok(Reading { scene, places, notes })
}

/// Faults of a scene that was changed after it was read, with the places of its items; `None` if it is legal.
pub fn refusals(reading: &Reading, name: &str) -> Option<FileError> {
    let mut faults = Faults::default();
    validate::each_problem(&reading.scene, &mut |problem| {
        faults.push(Fault {
            at: problem.item.and_then(|id| reading.places.get(&id).copied()),
            item: problem.item.map(|id| reading.scene.name(Some(id)).to_owned()),
            message: problem.message,
        });
    });
    (!faults.is_empty()).then(|| faults.into_error(name))
}

/// The canonical text of a scene.
pub fn write(scene: &Scene) -> String {
    document::Document::of(scene).text()
}

/// The name of a file in messages, on one line: after a line break in it, anything could pass as a message of its own.
pub fn told(path: &(impl AsRef<OsStr> + ?Sized)) -> String {
    path.as_ref().to_string_lossy().replace('\n', "\\u{a}")
}

/// Reads a scene file.
///
/// # Errors
/// As [`read`], and when the file cannot be read or is not text.
pub fn load(path: &Path) -> Result<Scene, FileError> {
    let name = told(path);
    read_bytes(read_regular(path, &name)?, &name)
}

/// Reads a scene from the bytes of a file.
///
/// # Errors
/// As [`read`], and when the bytes are not text.
pub fn read_bytes(bytes: Vec<u8>, name: &str) -> Result<Scene, FileError> {
    read(&text_of(bytes, name)?, name)
}

fn text_of(bytes: Vec<u8>, name: &str) -> Result<String, FileError> {
    String::from_utf8(bytes).map_err(|error| not_text(&error, name))
}

/// The error for a file that is not text, with the position of the first invalid byte.
pub fn not_text(error: &FromUtf8Error, name: &str) -> FileError {
    let good = error.utf8_error().valid_up_to();
    let before = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
    FileError::one(
        name,
        Some(walk::line_and_column(&before)),
        "this is not text (the byte here is not UTF-8); is it a scene?",
    )
}
