//! Views of the laboratory. Each has a command that opens and closes it.

use serde::{Deserialize, Serialize};

/// A view of the laboratory. Its name, key and menu line are in the table of commands; its panel is a file of `ui/lab`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LabView {
    /// Forces in rods and joints, drawn on the machine.
    ForceXray,
    /// Signals of the run over time or against each other.
    Scopes,
    /// Constraint drift, drawn on the machine.
    DriftHeat,
    /// Time of a frame and of a step.
    Timing,
    /// H, its factor, J and A, number by number.
    Matrix,
    /// The selected constraint as an equation.
    Equation,
    /// One step, stopped at its stages.
    StepThrough,
    /// Free motions and redundant constraints.
    Freedoms,
    /// Time per step against the size of the machine.
    Lens,
    /// Error against computing time.
    Precision,
    /// A quantity over runs with one or two varied numbers.
    Sweep,
}

impl LabView {
    /// All views, in the order of the menu.
    pub const ALL: [LabView; 11] = [
        LabView::ForceXray,
        LabView::Timing,
        LabView::Scopes,
        LabView::DriftHeat,
        LabView::Matrix,
        LabView::Equation,
        LabView::StepThrough,
        LabView::Freedoms,
        LabView::Lens,
        LabView::Precision,
        LabView::Sweep,
    ];

    /// Description of the view, in one sentence.
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
            LabView::Equation => {
                "The selected constraint as an equation with the numbers of now; copied as LaTeX, NumPy or Matrix Market."
            }
            LabView::StepThrough => {
                "Stops inside a step: forces, rows, factor, solve, multipliers, integration, moment by moment on the machine."
            }
            LabView::Lens => {
                "Time a step of every method as a machine grows, measured now, with the slopes of their lines."
            }
            LabView::Precision => {
                "Drift and energy error against computing time, for every method, integrator and stabilisation."
            }
            LabView::Sweep => {
                "Runs the machine over a range of one number or two, on all cores: any quantity as a family of curves or a map."
            }
            LabView::Freedoms => {
                "Each free motion as a ghost that wiggles; constraints that depend on each other, with their weights."
            }
            LabView::Matrix => {
                "H, its factor with what elimination filled, J and J W Jᵀ; the elimination tree on the machine."
            }
            LabView::Timing => "What the last frame and the last step took, measured.",
        }
    }
}
