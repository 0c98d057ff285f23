//! The file dialog of the program zenity, for desktops without a portal. The library `rfd` can call zenity as well, but
//! passes neither title nor folder.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::process::Command;

use super::file_dialog::FileDialog;

/// Asks for a file; `None` where the dialog was cancelled or did not appear.
pub fn choose(dialog: &FileDialog) -> Option<PathBuf> {
    let output = Command::new("zenity").args(arguments(dialog)).output().ok()?;
    let mut path = output.stdout;
    if path.last() == Some(&b'\n') {
        path.pop();
    }
    (output.status.success() && !path.is_empty()).then(|| OsString::from_vec(path).into())
}

fn arguments(dialog: &FileDialog) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec!["--file-selection".into(), "--title".into(), dialog.title.into()];
    let name = dialog.save_as.as_deref();
    if name.is_some() {
        arguments.extend(["--save".into(), "--confirm-overwrite".into()]);
    }
    // A folder must end in a slash, or its last component is taken for a file name.
    let start = match &dialog.folder {
        Some(folder) => Some(folder.join(name.unwrap_or_default())),
        None => name.map(PathBuf::from),
    };
    if let Some(start) = start {
        arguments.extend(["--filename".into(), start.into()]);
    }
    for (name, endings) in &dialog.filters {
        let patterns: Vec<String> = endings.iter().map(|it| format!("*.{it}")).collect();
        arguments.push("--file-filter".into());
        arguments.push(format!("{name} | {}", patterns.join(" ")).into());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_folder_name_and_endings_are_given() {
        let mut dialog = FileDialog {
            title: "Save the scene",
            folder: Some("/a b".into()),
            save_as: Some("leg.ron".to_owned()),
            filters: vec![("Scene".to_owned(), vec!["ron", "x"])],
        };
        let told = |dialog: &FileDialog| arguments(dialog).join(&OsString::from("|"));
        assert_eq!(
            told(&dialog),
            "--file-selection|--title|Save the scene|--save|--confirm-overwrite|--filename|/a b/leg.ron|--file-filter|Scene | *.ron *.x"
        );
        dialog.save_as = None;
        dialog.filters.clear();
        assert_eq!(
            told(&dialog),
            "--file-selection|--title|Save the scene|--filename|/a b/"
        );
    }
}
