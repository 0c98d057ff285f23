//! The system's dialogs for opening and saving, beside the frame loop and one at a time.
//!
//! On Linux a dialog comes from the desktop's portal, else from the program zenity. Where there is neither, asking for one
//! would look like a person's "cancel": that is found out beforehand and said, so that the program can ask for a path by
//! itself.

use super::task::{Progress, Task};
use crate::import;
use crate::raster;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Ending of scene files.
const EXTENSION: &str = "ron";
/// Nobody cancels a dialog within this time: it never appeared.
const NEVER_SHOWN: Duration = Duration::from_millis(150);

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Which file to open.
    Open {
        /// The folder to start in.
        folder: Option<PathBuf>,
    },
    /// Where to save.
    Save {
        /// The folder to start in.
        folder: Option<PathBuf>,
        /// The name suggested.
        name: String,
    },
    /// Which picture to trace over.
    Picture {
        /// The folder to start in.
        folder: Option<PathBuf>,
    },
    /// Where to write something else than a scene.
    Export {
        /// What the dialog is called.
        title: &'static str,
        /// The folder to start in.
        folder: Option<PathBuf>,
        /// The name suggested.
        name: String,
        /// Endings of its files, the usual one first.
        endings: &'static [&'static str],
    },
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Open this file.
    Open(PathBuf),
    /// Trace over this picture.
    Picture(PathBuf),
    /// Save to this file, whose name ends in `.ron`.
    Save {
        /// Where to.
        path: PathBuf,
        /// A file of that name is there and the dialog has not asked about it, because the ending was added here.
        ask_overwrite: bool,
    },
    /// Write to this file, whose name has one of the endings.
    Export(PathBuf),
    /// The person thought better of it.
    Cancelled,
    /// There are no dialogs on this system: ask for the path otherwise.
    Unavailable(Ask),
}

/// The dialog that may be open.
#[derive(Default)]
pub struct Dialogs {
    open: Option<Task<Answer>>,
}

impl Dialogs {
    /// No dialog is open.
    pub fn new() -> Dialogs {
        Dialogs::default()
    }

    /// Whether one is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Opens a dialog, unless one is open.
    pub fn ask(&mut self, ask: Ask) {
        if self.open.is_none() {
            self.open = Some(Task::start("dialog", move || run(ask)));
        }
    }

    /// The answer, once it is there.
    pub fn poll(&mut self) -> Option<Answer> {
        let answer = match self.open.as_ref()?.poll() {
            Progress::Running => return None,
            Progress::Done(answer) => answer,
            Progress::Lost => Answer::Cancelled,
        };
        self.open = None;
        Some(answer)
    }
}

fn run(ask: Ask) -> Answer {
    if !has_dialogs() {
        return Answer::Unavailable(ask);
    }
    let begin = Instant::now();
    let dialog = rfd::FileDialog::new();
    let mut dialog = match &ask {
        Ask::Export { endings, .. } => dialog.add_filter(endings.join(", "), endings),
        Ask::Open { .. } => {
            let all: Vec<&str> = [EXTENSION].iter().chain(import::ENDINGS).copied().collect();
            let each = [
                ("Scenes and mechanisms", all.as_slice()),
                ("Tinkertoy scene", &[EXTENSION]),
                ("Linkage, PMKS", import::ENDINGS),
            ];
            each.iter().fold(dialog, |dialog, (name, endings)| {
                dialog.add_filter(*name, endings)
            })
        }
        Ask::Save { .. } => dialog.add_filter("Tinkertoy scene", &[EXTENSION]),
        Ask::Picture { .. } => dialog.add_filter("PNG, JPEG", raster::ENDINGS),
    };
    let folder = match &ask {
        Ask::Open { folder }
        | Ask::Picture { folder }
        | Ask::Save { folder, .. }
        | Ask::Export { folder, .. } => folder,
    };
    if let Some(folder) = folder {
        dialog = dialog.set_directory(folder);
    }
    let chosen = match &ask {
        Ask::Open { .. } => dialog.set_title("Open a scene").pick_file(),
        Ask::Picture { .. } => dialog.set_title("Trace over a picture").pick_file(),
        Ask::Save { name, .. } => dialog.set_title("Save the scene").set_file_name(name).save_file(),
        Ask::Export { title, name, .. } => dialog.set_title(*title).set_file_name(name).save_file(),
    };
    match (chosen, ask) {
        (Some(path), Ask::Open { .. }) => Answer::Open(path),
        (Some(path), Ask::Picture { .. }) => Answer::Picture(path),
        (Some(path), Ask::Save { .. }) => save_to(path),
        (Some(path), Ask::Export { endings, .. }) => Answer::Export(with_ending(path, endings)),
        (None, ask) if begin.elapsed() < NEVER_SHOWN => Answer::Unavailable(ask),
        (None, _) => Answer::Cancelled,
    }
}

/// The path with one of the endings: the first where it has none of them.
pub fn with_ending(path: PathBuf, endings: &[&str]) -> PathBuf {
    let has = |ending: &&str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending));
    match endings.first() {
        Some(first) if !endings.iter().any(has) => {
            let mut name = path.into_os_string();
            name.push(".");
            name.push(first);
            PathBuf::from(name)
        }
        _ => path,
    }
}

/// The answer for a path that a person named, here or in a prompt of the program's own.
pub fn save_to(path: PathBuf) -> Answer {
    let (path, added) = with_extension(path);
    let ask_overwrite = added && path.exists();
    Answer::Save { path, ask_overwrite }
}

/// The path with the ending of scenes, and whether it had to be added.
fn with_extension(path: PathBuf) -> (PathBuf, bool) {
    if path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case(EXTENSION))
    {
        return (path, false);
    }
    let mut name = path.into_os_string();
    name.push(".");
    name.push(EXTENSION);
    (PathBuf::from(name), true)
}

#[cfg(not(target_os = "linux"))]
fn has_dialogs() -> bool {
    true
}

/// Whether the portal or zenity is there.
#[cfg(target_os = "linux")]
fn has_dialogs() -> bool {
    let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
    let has_bus = variable("DBUS_SESSION_BUS_ADDRESS").is_some()
        || variable("XDG_RUNTIME_DIR").is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    let data = variable("XDG_DATA_DIRS").unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    let has_portal = has_bus
        && std::env::split_paths(&data).any(|folder| {
            folder
                .join("dbus-1/services/org.freedesktop.portal.Desktop.service")
                .is_file()
        });
    let has_zenity = variable("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file()));
    has_portal || has_zenity
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_is_added_once() {
        for (given, expected, added) in [
            ("a/leg", "a/leg.ron", true),
            ("a/leg.ron", "a/leg.ron", false),
            ("a/leg.RON", "a/leg.RON", false),
            ("a/leg.v2", "a/leg.v2.ron", true),
        ] {
            assert_eq!(
                with_extension(PathBuf::from(given)),
                (PathBuf::from(expected), added)
            );
        }
    }

    #[test]
    fn only_a_name_that_was_changed_is_asked_about() {
        let here = PathBuf::from("/nowhere/leg");
        assert_eq!(
            save_to(here),
            Answer::Save {
                path: PathBuf::from("/nowhere/leg.ron"),
                ask_overwrite: false
            }
        );
    }
}
