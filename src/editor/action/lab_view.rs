//! The views of the laboratory: each is a command that opens and closes it.

use serde::{Deserialize, Serialize};

/// A view of the laboratory. Its name, key and menu line are in the table of commands; its panel is a file of `ui/lab`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LabView {
    /// Forces in rods and joints, drawn on the machine.
    ForceXray,
    /// Signals of the run over time or against each other.
    Scopes,
    /// How far the constraints are from met, drawn on the machine.
    DriftHeat,
    /// What a frame and a step take.
    Timing,
}

impl LabView {
    /// All of them, in the order of the menu.
    pub const ALL: [LabView; 4] = [
        LabView::ForceXray,
        LabView::Timing,
        LabView::Scopes,
        LabView::DriftHeat,
    ];

    /// What it shows, in one sentence.
    pub fn help(self) -> &'static str {
        match self {
            LabView::ForceXray => {
                "What goes through rods and joints, blue pulled and orange pushed; what it is due to; reactions; bending of bars."
            }
            LabView::DriftHeat => {
                "Constraints tinted by how far they are from met, on a logarithmic scale; the worst three by name."
            }
            LabView::Scopes => {
                "Quantities of parts, joints and forces, or formulas of them, recorded at each step: over time, against each other, as spectra."
            }
            LabView::Timing => "What the last frame and the last step took, measured.",
        }
    }
}
