//! Import of mechanisms of other programs: files of Linkage, links of PMKS+, texts of PMKS. Scene files pass through.
//!
//! Elements without a counterpart are reported in a note with their position. Imported scenes have no gravity, as these programs are
//! kinematic.

mod builder;
mod joints;
mod linkage;
mod plate;
mod pmks;

use std::path::Path;

use crate::scene::file::{self, FileError, Fingerprint, Reading};

/// Extensions of the files read, beside that of scenes.
pub const ENDINGS: &[&str] = &["linkage2", "txt"];

/// A program whose mechanisms can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Linkage, by D. M. Rector.
    Linkage,
    /// PMKS or PMKS+.
    Pmks,
}

impl Program {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Program::Linkage => "Linkage",
            Program::Pmks => "PMKS",
        }
    }
}

/// The contents of a file or text.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The scene, the positions of its items in the text, and notes.
    pub reading: Reading,
    /// Fingerprint of the file's bytes.
    pub fingerprint: Fingerprint,
    /// The program that wrote it; `None` for a scene.
    pub program: Option<Program>,
}

/// Message for a text in none of the formats.
const NONE_OF_THEM: &str = "this is no scene, no link of PMKS+, no text of PMKS and no file of Linkage. A link is copied whole, with all that follows its question mark.";
/// Messages for a file with the extension of Linkage that is not one, or is empty.
const NO_LINKAGE: &str = "a file of Linkage holds <linkage2> with its connectors and links; this one does not begin so. Save it once more in Linkage.";
const EMPTY_LINKAGE: &str =
    "the file is empty; a file of Linkage holds <linkage2> with its connectors and links";
/// A text that every scene file contains.
const SCENE: &str = "version:";

/// The text without the byte order mark that Windows programs put before it.
fn unmarked(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Detects the program of a text by its beginning.
pub fn program_of(text: &str) -> Option<Program> {
    let text = unmarked(text);
    let start = text.trim_start();
    // An XML declaration may come first.
    let start = match start.strip_prefix("<?xml") {
        Some(rest) => rest.split_once("?>").map_or("", |(_, rest)| rest.trim_start()),
        None => start,
    };
    if start.starts_with(linkage::MARK) {
        Some(Program::Linkage)
    } else {
        pmks::is_one(text).then_some(Program::Pmks)
    }
}

/// Reads a program's mechanism from its text. `name` is the text's name in errors, `title` the title of a scene without a name of
/// its own.
///
/// # Errors
/// The faults found, each with its position.
pub fn read(program: Program, text: &str, name: &str, title: &str) -> Result<Reading, FileError> {
    let text = unmarked(text);
    match program {
        Program::Linkage => linkage::read(text, name, title),
        Program::Pmks => pmks::read(text, name, title),
    }
}

/// Reads a text that is a scene or the mechanism of another program. `name` is its name in errors.
///
/// # Errors
/// As [`read`], and when it is in none of the formats.
pub fn open_text(text: &str, name: &str) -> Result<Opened, FileError> {
    let program = program_of(text);
    let reading = match program {
        Some(program) => read(program, text, name, program.name())?,
        None if text.contains(SCENE) => file::read_with_notes(text, name)?,
        None => return Err(FileError::one(name, None, NONE_OF_THEM)),
    };
    Ok(Opened {
        reading,
        fingerprint: Fingerprint::of(text.as_bytes()),
        program,
    })
}

/// Reads a file: a scene, or the mechanism of another program.
///
/// # Errors
/// The faults found, each with its position; or why the file cannot be read.
pub fn open(path: &Path) -> Result<Opened, FileError> {
    let name = file::told(path);
    let bytes = file::read_regular(path, &name)?;
    let fingerprint = Fingerprint::of(&bytes);
    // Windows programs write names in their own code page.
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let latin: String = error.as_bytes().iter().map(|byte| char::from(*byte)).collect();
            if program_of(&latin).is_none() {
                return Err(file::not_text(&error, &name));
            }
            latin
        }
    };
    let program = program_of(&text);
    let title = path
        .file_stem()
        .map_or_else(|| name.clone(), |stem| stem.to_string_lossy().into_owned());
    let ending = path.extension().and_then(|it| it.to_str());
    let is_of_linkage = ending.is_some_and(|it| it.eq_ignore_ascii_case(ENDINGS[0]));
    let reading = match program {
        Some(program) => read(program, &text, &name, &title)?,
        None if is_of_linkage && text.trim().is_empty() => {
            return Err(FileError::one(&name, None, EMPTY_LINKAGE));
        }
        None if is_of_linkage && !text.contains(SCENE) => {
            return Err(FileError::one(&name, None, NO_LINKAGE));
        }
        None => file::read_with_notes(&text, &name)?,
    };
    Ok(Opened {
        reading,
        fingerprint,
        program,
    })
}
