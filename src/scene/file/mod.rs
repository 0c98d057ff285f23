//! Scene files: text a person can write, read back exactly.
//!
//! What is on disk is a [`v1::Document`], the version outermost. Reading lists ALL that is wrong, each with
//! line, column, item and what to do, and gives nothing half-read. Writing is canonical: the same scene
//! gives the same bytes, so reading and writing again changes nothing.

mod error;
mod place;
mod save;
pub mod v1;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use ron::extensions::Extensions;
use serde::Deserialize;

use super::{Scene, validate};

pub use self::error::{Fault, FileError};
pub use self::save::{save, write_atomically};

use self::error::from_ron;
use self::place::Places;

/// Longest file that is read (bytes): a hundred thousand parts fit in with room to spare.
pub const LARGEST: usize = 64 << 20;

/// The version written.
pub const VERSION: u32 = 1;

/// Nesting of brackets that is read; a scene needs five.
const DEEPEST: usize = 32;

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

/// Reads a scene from text; `name` is what to call the file in errors.
///
/// # Errors
/// A fault of grammar, or all faults of content, each with its place.
pub fn read(text: &str, name: &str) -> Result<Scene, FileError> {
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
            "the file is empty; a scene starts with `(version: 1,`".to_owned(),
        );
    }
    let head: Head = options().from_str(text).map_err(|error| from_ron(name, &error))?;
    match head.version {
        1 => {}
        newer if newer > VERSION => {
            return fail(
                Some((1, 1)),
                format!(
                    "this scene is of version {newer}, made by a newer Tinkertoy; this one reads up to \
                     version {VERSION}: get the newer program"
                ),
            );
        }
        other => {
            return fail(
                Some((1, 1)),
                format!("there is no version {other} of scenes; write `version: {VERSION}`"),
            );
        }
    }
    let document: v1::Document = options().from_str(text).map_err(|error| from_ron(name, &error))?;
    let places = Places::of(text);
    let mut faults = Vec::new();
    let (scene, items) = document.into_scene(&places, &mut faults);
    for problem in validate::problems(&scene) {
        let item = problem.item.and_then(|id| items.get(&id));
        // Its own sentence, with the name that could not be found, is there already.
        let said = item.is_some_and(|item| item.dangling) && problem.message.ends_with(validate::MISSING);
        if !said {
            faults.push(Fault {
                at: item.map_or_else(|| places.scene_wide(&problem.message), |item| item.at),
                message: problem.message,
            });
        }
    }
    if faults.is_empty() {
        Ok(scene)
    } else {
        faults.sort_by_key(|fault| fault.at);
        Err(FileError {
            file: name.to_owned(),
            faults,
        })
    }
}

/// The canonical text of a scene.
pub fn write(scene: &Scene) -> String {
    v1::Document::of(scene).text()
}

/// Reads a scene file.
///
/// # Errors
/// As [`read`], and when the file cannot be read or is not text.
pub fn load(path: &Path) -> Result<Scene, FileError> {
    let name = path.display().to_string();
    let fail = |at, message: String| FileError::one(&name, at, message);
    let unreadable = |error: std::io::Error| fail(None, format!("cannot be read: {error}"));
    let file = File::open(path).map_err(unreadable)?;
    // What has no length of its own, as a device, may have no end either.
    let mut bytes = Vec::new();
    let read = file.take(LARGEST as u64 + 1).read_to_end(&mut bytes);
    read.map_err(unreadable)?;
    if bytes.len() > LARGEST {
        let most = LARGEST >> 20;
        return Err(fail(
            None,
            format!("the file has more than {most} MB; that is more than any scene that is read"),
        ));
    }
    read_bytes(bytes, &name)
}

/// Reads a scene from the bytes of a file.
///
/// # Errors
/// As [`read`], and when they are not text.
pub fn read_bytes(bytes: Vec<u8>, name: &str) -> Result<Scene, FileError> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
        FileError::one(
            name,
            Some(place::line_and_column(&before)),
            "this is not text (the byte here is not UTF-8); is it a scene?",
        )
    })?;
    read(&text, name)
}
