//! Scene files: text a person can write, read back exactly.
//!
//! What is on disk is a [`document::Document`], the version outermost. Reading lists ALL that is wrong, each with
//! line, column, item and what to do, and gives nothing half-read. Writing is canonical: the same scene
//! gives the same bytes, so reading and writing again changes nothing.

pub mod document;
mod error;
mod fingerprint;
mod grammar;
mod outline;
mod regular;
mod save;
mod unbalanced;
mod walk;

use std::collections::BTreeMap;
use std::path::Path;
use std::string::FromUtf8Error;

use ron::extensions::Extensions;
use serde::Deserialize;

use super::{Id, Scene, validate};

pub use self::error::{Fault, FileError, MOST_FAULTS};
pub use self::fingerprint::Fingerprint;
pub use self::outline::{MOST_BRACKETS, MOST_ITEMS, Place};
pub use self::regular::{is_same_file, open_regular, read_at_most, read_regular, read_start};
pub use self::save::{
    NotSaved, remove_leftovers, replace_atomically, save, save_unless_changed, write_atomically,
};

use self::error::Faults;
use self::outline::{DEEPEST, Outline};

/// Longest file that is read (bytes): a hundred thousand parts fit in with room to spare.
pub const LARGEST: usize = 64 << 20;

/// The version written.
pub const VERSION: u32 = 2;

fn options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(Extensions::UNWRAP_NEWTYPES)
        .with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES)
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(DEEPEST)
}

/// All that is asked of a file before it is known what it is.
#[derive(Deserialize)]
#[serde(rename = "scene")]
struct Head {
    version: u32,
}

/// What a text was found to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The scene.
    pub scene: Scene,
    /// Where each item stands.
    pub places: BTreeMap<Id, Place>,
    /// What an older version of the format meant otherwise than this one does: read as it was meant, and worth a look.
    pub notes: Vec<Fault>,
}

/// Reads a scene from text; `name` is what to call the file in errors.
///
/// # Errors
/// All faults of grammar, or where there are none all faults of content, each with its place.
pub fn read(text: &str, name: &str) -> Result<Scene, FileError> {
    read_with_notes(text, name).map(|reading| reading.scene)
}

/// Reads a scene from text, and says what is to be said of it.
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
    // Some editors put a byte order mark first.
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
        // Its own sentence, with the name that could not be found, is there already.
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

/// What is wrong with a scene that was changed after it was read, with the places of its items; none where it is legal.
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

/// Reads a scene file.
///
/// # Errors
/// As [`read`], and when the file cannot be read or is not text.
pub fn load(path: &Path) -> Result<Scene, FileError> {
    let name = path.display().to_string();
    read_bytes(read_regular(path, &name)?, &name)
}

/// Reads a scene from the bytes of a file.
///
/// # Errors
/// As [`read`], and when they are not text.
pub fn read_bytes(bytes: Vec<u8>, name: &str) -> Result<Scene, FileError> {
    read(&text_of(bytes, name)?, name)
}

fn text_of(bytes: Vec<u8>, name: &str) -> Result<String, FileError> {
    String::from_utf8(bytes).map_err(|error| not_text(&error, name))
}

/// That a file is not text, and where.
pub fn not_text(error: &FromUtf8Error, name: &str) -> FileError {
    let good = error.utf8_error().valid_up_to();
    let before = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
    FileError::one(
        name,
        Some(walk::line_and_column(&before)),
        "this is not text (the byte here is not UTF-8); is it a scene?",
    )
}
