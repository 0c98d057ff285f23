//! The views of the laboratory: each is a command that opens and closes it.

use serde::{Deserialize, Serialize};

/// A view of the laboratory. Its name, key and menu line are in the table of commands; its panel is a file of `ui/lab`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LabView {
    /// Forces in rods and joints, drawn on the machine.
    ForceXray,
    /// What a frame and a step take.
    Timing,
}

impl LabView {
    /// All of them, in the order of the menu.
    pub const ALL: [LabView; 2] = [LabView::ForceXray, LabView::Timing];

    /// What it shows, in one sentence.
    pub fn help(self) -> &'static str {
        match self {
            LabView::ForceXray => "Blue is pulled, orange is pushed; width follows the force.",
            LabView::Timing => "What the last frame and the last step took, measured.",
        }
    }
}
