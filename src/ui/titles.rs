//! Titles of the windows over the canvas: the panels' library knows a window by its title.

pub(super) const ABOUT: &str = "About Tinkertoy";
pub(super) const CONSTRUCT: &str = "Construct";
pub(super) const GUIDE: &str = "User guide";
pub(super) const HELP: &str = "Keys and help";
