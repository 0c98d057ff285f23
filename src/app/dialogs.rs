//! The system's file dialogs for opening and saving, on another thread and one at a time.
//!
//! On Linux a dialog comes from the desktop's portal, else from the program zenity. Where there is neither, a request
//! would look like a cancelled dialog: that case is detected beforehand and reported, so that the program can ask for a
//! path itself.

use super::file_dialog::FileDialog;
use super::task::{Progress, Task};
use crate::import;
use crate::raster;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Extension of scene files.
const EXTENSION: &str = "ron";
/// A dialog that returns nothing within this time never appeared: nobody cancels that fast.
const NEVER_SHOWN: Duration = Duration::from_millis(150);

/// A request for a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A file to open.
    Open {
        /// The folder to start in.
        folder: Option<PathBuf>,
    },
    /// A file to save the scene to.
    Save {
        /// The folder to start in.
        folder: Option<PathBuf>,
        /// The name suggested.
        name: String,
    },
    /// A picture to trace over.
    Picture {
        /// The folder to start in.
        folder: Option<PathBuf>,
    },
    /// A file for something other than a scene.
    Export {
        /// Title of the dialog.
        title: &'static str,
        /// The folder to start in.
        folder: Option<PathBuf>,
        /// The name suggested.
        name: String,
        /// Possible extensions, the default first.
        endings: &'static [&'static str],
    },
}

/// The result of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Open this file.
    Open(PathBuf),
    /// Trace over this picture.
    Picture(PathBuf),
    /// Save to this file, whose name ends in `.ron`.
    Save {
        /// The file.
        path: PathBuf,
        /// Whether a file of that name exists that the dialog has not asked about, because the extension was changed here.
        ask_overwrite: bool,
    },
    /// Write to this file, whose name has one of the extensions.
    Export {
        /// The file.
        path: PathBuf,
        /// Whether the dialog has asked about an existing file of that name; not if the extension was changed here.
        confirmed: bool,
    },
    /// The user cancelled.
    Cancelled,
    /// The system has no dialogs: ask for the path in another way.
    Unavailable(Ask),
}

/// The open dialog, if there is one.
#[derive(Default)]
pub struct Dialogs {
    open: Option<Task<Answer>>,
}

impl Dialogs {
    /// Starts without a dialog.
    pub fn new() -> Dialogs {
        Dialogs::default()
    }

    /// A dialog that is answered at once.
    #[cfg(test)]
    pub fn answering(answer: Answer) -> Dialogs {
        Dialogs::answered_by(move || answer)
    }

    /// A dialog that is answered when the function returns.
    #[cfg(test)]
    pub fn answered_by(answer: impl FnOnce() -> Answer + Send + 'static) -> Dialogs {
        let open = Some(Task::start("dialog", answer));
        Dialogs { open }
    }

    /// Whether a dialog is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Opens a dialog, unless one is open already.
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

impl FileDialog {
    fn of(ask: &Ask) -> Self {
        let scenes = || vec![("Tinkertoy scene".to_owned(), vec![EXTENSION])];
        let (title, folder, save_as, filters) = match ask {
            Ask::Open { folder } => {
                let all = [EXTENSION].iter().chain(import::ENDINGS).copied().collect();
                let mut filters = vec![("Scenes and mechanisms".to_owned(), all)];
                filters.extend(scenes());
                filters.push(("Linkage, PMKS".to_owned(), import::ENDINGS.to_vec()));
                ("Open a scene", folder, None, filters)
            }
            Ask::Picture { folder } => {
                let filters = vec![("PNG, JPEG".to_owned(), raster::ENDINGS.to_vec())];
                ("Trace over a picture", folder, None, filters)
            }
            Ask::Save { folder, name } => ("Save the scene", folder, Some(name.clone()), scenes()),
            Ask::Export {
                title,
                folder,
                name,
                endings,
            } => {
                let filters = vec![(endings.join(", "), endings.to_vec())];
                (*title, folder, Some(name.clone()), filters)
            }
        };
        Self {
            title,
            folder: folder.clone(),
            save_as,
            filters,
        }
    }

    /// Shows the dialog and returns the chosen file.
    fn choose(&self) -> Option<PathBuf> {
        #[cfg(target_os = "linux")]
        if !has_portal() {
            return super::zenity::choose(self);
        }
        let mut dialog = rfd::FileDialog::new().set_title(self.title);
        for (name, endings) in &self.filters {
            dialog = dialog.add_filter(name, endings);
        }
        if let Some(folder) = &self.folder {
            dialog = dialog.set_directory(folder);
        }
        match &self.save_as {
            Some(name) => dialog.set_file_name(name).save_file(),
            None => dialog.pick_file(),
        }
    }
}

fn run(ask: Ask) -> Answer {
    if !has_dialogs() {
        return Answer::Unavailable(ask);
    }
    let begin = Instant::now();
    let chosen = FileDialog::of(&ask).choose();
    match (chosen, ask) {
        (Some(path), Ask::Open { .. }) => Answer::Open(path),
        (Some(path), Ask::Picture { .. }) => Answer::Picture(path),
        (Some(path), Ask::Save { .. }) => save_to(path),
        (Some(path), Ask::Export { endings, name, .. }) => {
            let (path, changed) = with_ending(path, endings, &name);
            let confirmed = !changed;
            Answer::Export { path, confirmed }
        }
        (None, ask) if begin.elapsed() < NEVER_SHOWN => Answer::Unavailable(ask),
        (None, _) => Answer::Cancelled,
    }
}

/// The path with one of the extensions, and whether it was changed: a path without any gets the first, a path with two loses the last.
/// (Dialogs append the suggested extension to a typed name that has one.) Where the suggested name had two extensions itself, two are
/// intended, and the last one is the file type.
fn with_ending(mut path: PathBuf, endings: &[&str], suggested: &str) -> (PathBuf, bool) {
    let ends = |path: &Path| {
        let own = path.extension();
        own.is_some_and(|own| endings.iter().any(|it| own.eq_ignore_ascii_case(it)))
    };
    if !ends(&path) {
        if let Some(first) = endings.first() {
            let mut name = path.into_os_string();
            name.push(".");
            name.push(first);
            path = PathBuf::from(name);
        }
        return (path, true);
    }
    let shorter = path.with_extension("");
    if ends(&shorter) && !ends(&Path::new(suggested).with_extension("")) {
        (shorter, true)
    } else {
        (path, false)
    }
}

/// The answer for a path chosen in a dialog or typed in the program's own prompt.
pub fn save_to(path: PathBuf) -> Answer {
    let (path, changed) = with_ending(path, &[EXTENSION], "");
    let ask_overwrite = changed && path.exists();
    Answer::Save { path, ask_overwrite }
}

#[cfg(not(target_os = "linux"))]
fn has_dialogs() -> bool {
    true
}

/// Whether the portal or zenity is available.
#[cfg(target_os = "linux")]
fn has_dialogs() -> bool {
    has_portal()
        || variable("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file()))
}

/// Whether the desktop's portal is available.
#[cfg(target_os = "linux")]
fn has_portal() -> bool {
    let has_bus = variable("DBUS_SESSION_BUS_ADDRESS").is_some()
        || variable("XDG_RUNTIME_DIR").is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    let data = variable("XDG_DATA_DIRS").unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    has_bus
        && std::env::split_paths(&data).any(|folder| {
            folder
                .join("dbus-1/services/org.freedesktop.portal.Desktop.service")
                .is_file()
        })
}

#[cfg(target_os = "linux")]
fn variable(name: &str) -> Option<std::ffi::OsString> {
    std::env::var_os(name).filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_ending_however_it_was_typed() {
        const SCENE: &[&str] = &[EXTENSION];
        for (given, endings, expected) in [
            ("a/leg", SCENE, "a/leg.ron"),
            ("a/leg.ron", SCENE, "a/leg.ron"),
            ("a/leg.RON", SCENE, "a/leg.RON"),
            ("a/leg.v2", SCENE, "a/leg.v2.ron"),
            ("a/leg.ron.ron", SCENE, "a/leg.ron"),
            ("x.csv.csv", &["csv"], "x.csv"),
            ("x.CSV.csv", &["csv"], "x.CSV"),
            ("x.dxf.dxf", &["dxf", "svg"], "x.dxf"),
            // The typed extension counts, not the suggested one.
            ("x.svg.png", &["png", "svg", "pdf"], "x.svg"),
            ("x.png.gif", &["gif", "png"], "x.png"),
            ("x.v1.csv", &["csv", "svg"], "x.v1.csv"),
            (".csv", &["csv"], ".csv.csv"),
        ] {
            let changed = given != expected;
            assert_eq!(
                with_ending(PathBuf::from(given), endings, "x.png"),
                (PathBuf::from(expected), changed)
            );
        }
    }

    /// The suggested name of a picture of a scene file such as `plan.svg.ron`.
    #[test]
    fn the_type_of_a_name_that_was_suggested_with_two_endings_is_the_last() {
        for (given, expected) in [
            ("plan.svg.png", "plan.svg.png"),
            ("other.svg.png", "other.svg.png"),
            ("plan.svg.pdf", "plan.svg.pdf"),
            ("plan.svg", "plan.svg"),
            ("plan", "plan.png"),
        ] {
            let (path, _) = with_ending(PathBuf::from(given), &["png", "svg", "pdf"], "plan.svg.png");
            assert_eq!(path, PathBuf::from(expected));
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
