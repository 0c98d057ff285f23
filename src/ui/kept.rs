//! What of the panels outlives the program: what is open, folded, plotted.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::plotted::Plotted;
use crate::editor::LabView;

/// A section of the right panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Section {
    /// What is selected.
    Inspector,
    /// Method, step, feedback, report.
    Solver,
    /// Words and world.
    Scene,
    /// The machine computed in several ways at once.
    Race,
    /// All items.
    Items,
    /// Named parameters.
    Variables,
}

impl Section {
    /// All of them, from the top.
    pub const ALL: [Section; 6] = [
        Section::Inspector,
        Section::Variables,
        Section::Solver,
        Section::Race,
        Section::Scene,
        Section::Items,
    ];
    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Section::Inspector => "Inspector",
            Section::Items => "Items",
            Section::Scene => "Scene",
            Section::Solver => "Solver",
            Section::Race => "Race",
            Section::Variables => "Parameters",
        }
    }
}

/// What outlives the program. What a stored text lacks keeps its usual value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// Folded sections.
    pub folded: BTreeSet<Section>,
    /// The plots are folded to a strip.
    pub plots_folded: bool,
    /// Whether they are unfolded in a low window too, where they are folded unless asked for.
    pub plots_in_low_window: bool,
    /// What else is set of the solver is shown: integrator, step, feedback.
    pub advanced: bool,
    /// What the last step and its solve say of themselves is shown.
    pub details: bool,
    /// Views of the laboratory that are open.
    pub lab: BTreeSet<LabView>,
    /// Names are shown on the canvas.
    pub names: bool,
    /// In a race the plots show how far the others are from A.
    pub differences: bool,
    /// What the plots show, from the left; the last in a race only.
    pub plotted: [Plotted; 3],
}

impl Default for Kept {
    fn default() -> Self {
        Kept {
            folded: BTreeSet::from([Section::Race, Section::Items, Section::Variables]),
            plots_folded: false,
            plots_in_low_window: false,
            advanced: false,
            details: false,
            lab: BTreeSet::new(),
            names: false,
            differences: false,
            plotted: [Plotted::Drift, Plotted::Time, Plotted::Energy],
        }
    }
}
