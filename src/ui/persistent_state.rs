//! State of the panels that persists between runs of the program: open and folded sections, plotted quantities.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::plotted::Plotted;
use crate::editor::LabView;

/// A section of the right panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Section {
    /// Properties of the selected items.
    Inspector,
    /// Method, step, feedback, report.
    Solver,
    /// Text and environment of the scene.
    Scene,
    /// Copies of the machine computed in different ways.
    Race,
    /// List of all items.
    Items,
    /// Named parameters.
    Variables,
}

impl Section {
    /// All sections, from the top.
    pub const ALL: [Section; 6] = [
        Section::Inspector,
        Section::Variables,
        Section::Solver,
        Section::Race,
        Section::Scene,
        Section::Items,
    ];
    /// The section's heading.
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

/// The persistent state. Values missing in a stored text take their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersistentState {
    /// Folded sections.
    pub folded: BTreeSet<Section>,
    /// Whether the plots are folded to a strip.
    pub plots_folded: bool,
    /// Whether the plots are unfolded in a low window too, where they are folded by default.
    pub plots_in_low_window: bool,
    /// Whether the other solver settings are shown: integrator, step, feedback.
    pub advanced: bool,
    /// Whether the report on the last step and its solve is shown.
    pub details: bool,
    /// Open views of the laboratory.
    pub lab: BTreeSet<LabView>,
    /// Whether names are shown on the canvas.
    pub names: bool,
    /// Whether the plots of a race show the differences of the copies from A.
    pub differences: bool,
    /// The plotted quantities, from the left; the last one is shown in a race only.
    pub plotted: [Plotted; 3],
}

impl Default for PersistentState {
    fn default() -> Self {
        PersistentState {
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
