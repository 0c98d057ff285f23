//! Mechanisms of other programs as scenes: files of Linkage, links of PMKS+, texts of PMKS. Scene files pass through.
//!
//! What has no counterpart here is said in a note with its place. There is no gravity in what is read: these programs know
//! motion, not weight.

mod builder;
mod joints;
mod linkage;
mod plate;
mod pmks;

use std::path::Path;

use crate::scene::file::{self, FileError, Fingerprint, Reading};

/// Endings of the files that are read, beside that of scenes.
pub const ENDINGS: &[&str] = &["linkage2", "txt"];

/// A program whose mechanisms are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Linkage, by D. M. Rector.
    Linkage,
    /// PMKS or PMKS+.
    Pmks,
}

impl Program {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Program::Linkage => "Linkage",
            Program::Pmks => "PMKS",
        }
    }
}

/// What a file or text was found to hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// The scene, where its items stand, and what is to be said of it.
    pub reading: Reading,
    /// Of the file's bytes.
    pub fingerprint: Fingerprint,
    /// The program it is of; none for a scene.
    pub program: Option<Program>,
}

/// What is said of a text that is of no program.
const NONE_OF_THEM: &str = "this is no scene, no link of PMKS+, no text of PMKS and no file of Linkage. A link is copied whole, with all that follows its question mark.";
/// What is said of a file that has the ending of Linkage and holds nothing of it.
const NO_LINKAGE: &str = "a file of Linkage holds <linkage2> with its connectors and links; this one does not begin so. Save it once more in Linkage.";
const EMPTY_LINKAGE: &str =
    "the file is empty; a file of Linkage holds <linkage2> with its connectors and links";
/// What every text of a scene has.
const SCENE: &str = "version:";

/// A text without the byte order mark that Windows programs put before it.
fn unmarked(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// The program whose mechanism a text is, by how it begins.
pub fn program_of(text: &str) -> Option<Program> {
    let text = unmarked(text);
    let start = text.trim_start();
    // XML may say its version first.
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

/// Reads the mechanism of a program from its text. `name` is what to call the text in errors, `title` what to call a scene that has
/// no name of its own.
///
/// # Errors
/// With what is wrong with it, each with its place.
pub fn read(program: Program, text: &str, name: &str, title: &str) -> Result<Reading, FileError> {
    let text = unmarked(text);
    match program {
        Program::Linkage => linkage::read(text, name, title),
        Program::Pmks => pmks::read(text, name, title),
    }
}

/// Reads a text in which there should be a scene, or the mechanism of another program. `name` is what to call it in errors.
///
/// # Errors
/// As [`read`], and when it is of none of the programs.
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

/// Reads a file: a scene, or what one of the programs wrote.
///
/// # Errors
/// With what is wrong with it, each with its place; and when it cannot be read.
pub fn open(path: &Path) -> Result<Opened, FileError> {
    let name = path.display().to_string();
    let bytes = file::read_regular(path, &name)?;
    let fingerprint = Fingerprint::of(&bytes);
    // Windows programs write names in their own letters.
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
