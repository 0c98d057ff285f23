//! Titles of the windows over the canvas: egui identifies a window by its title.

pub(super) const ABOUT: &str = "About Tinkertoy";
pub(super) const CONSTRUCT: &str = "Construct";
pub(super) const GUIDE: &str = "User guide";
pub(super) const HELP: &str = "Keys and help";
