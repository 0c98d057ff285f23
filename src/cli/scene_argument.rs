//! SCENE on the command line: a file, or the name of a gallery scene.

use std::path::{Path, PathBuf};

use super::Failure;
use crate::scene::{Scene, file, gallery};

/// A scene that was asked for.
#[derive(Debug)]
pub struct Opened {
    /// The scene.
    pub scene: Scene,
    /// Its file; none for a gallery scene.
    pub path: Option<PathBuf>,
}

/// Reads a scene from a file of this name or, where there is none, from the gallery.
///
/// # Errors
/// With the faults of the file, or the names there are.
pub fn open(name: &str) -> Result<Opened, Failure> {
    let path = Path::new(name);
    if !path.exists()
        && let Some(entry) = gallery::find(name)
    {
        let scene = entry
            .scene()
            .map_err(|error| Failure::Failed(error.to_string()))?;
        return Ok(Opened { scene, path: None });
    }
    if !path.exists() && path.extension().is_none() {
        let names: Vec<&str> = gallery::GALLERY.iter().map(|entry| entry.id).collect();
        return Err(Failure::Failed(format!(
            "{name}: there is no such file, and no scene of that name in the gallery; the gallery has {}",
            names.join(", ")
        )));
    }
    let scene = file::load(path).map_err(|error| Failure::Failed(error.to_string()))?;
    let path = Some(path.to_owned());
    Ok(Opened { scene, path })
}
