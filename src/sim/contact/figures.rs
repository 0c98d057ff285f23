//! Statistics of the contacts of a step.

use serde::{Deserialize, Serialize};

/// Solution method of the contacts of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ContactMethod {
    /// There were no contacts.
    #[default]
    None,
    /// Principal pivoting on the anticipated responses of the conditions, with Lemke's method where it cycles.
    Pivoting,
    /// Active set; each trial set is one sparse factorisation.
    ActiveSet,
    /// Projected Gauss-Seidel sweeps.
    Sweeps,
    /// Interior point method; each step is one sparse factorisation.
    InteriorPoint,
}

impl ContactMethod {
    /// Name for users and scripts.
    pub fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Pivoting => "pivoting",
            Self::ActiveSet => "active set",
            Self::Sweeps => "sweeps",
            Self::InteriorPoint => "interior point",
        }
    }
}

/// Statistics of the last step, and the largest values since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ContactFigures {
    /// Solution method of the last step.
    pub way: ContactMethod,
    /// Points with rows, near or touching.
    pub points: u32,
    /// Rows inside their bounds: the size of the active set.
    pub held: u32,
    /// Trial sets and pivots, or sweeps.
    pub iterations: u32,
    /// Residual of complementarity: the largest `|x - clamp(x - w, lo, hi)|`, rows scaled to a unit J W J^T, relative to the root of F W F or the largest |c|.
    pub residual: f64,
    /// The largest since the start.
    pub residual_max: f64,
    /// Deepest overlap that a step leaves (m).
    pub penetration: f64,
    /// The deepest since the start (m).
    pub penetration_max: f64,
    /// Jams since the start: times that no force kept parts apart and an impulse did (Painlevé), where contact acts on accelerations.
    #[serde(default)]
    pub jams: u64,
    /// Impacts since the start in which Newton's restitution would have created energy, and Poisson's did not.
    #[serde(default)]
    pub by_poisson: u64,
    /// Impacts since the start in which both would have created energy, and all restitutions were scaled down.
    #[serde(default)]
    pub scaled: u64,
}

/// Residual up to which contacts count as solved exactly.
pub const EXACT: f64 = 1e-10;

impl ContactFigures {
    /// Begins a step: clears the residual of the last one.
    pub(in crate::sim) fn begin_step(&mut self) {
        self.residual = 0.0;
    }

    /// Records a step without contacts.
    pub(in crate::sim) fn find_none(&mut self) {
        self.begin_step();
        (self.way, self.points, self.held, self.iterations) = (ContactMethod::None, 0, 0, 0);
        self.penetration = 0.0;
    }

    /// Notes a residual; the largest of a step counts.
    pub(in crate::sim) fn note_residual(&mut self, residual: f64) {
        if residual.is_nan() || residual > self.residual {
            self.residual = residual;
        }
        if residual.is_nan() || residual > self.residual_max {
            self.residual_max = residual;
        }
    }

    /// Notes an overlap (m).
    pub(in crate::sim) fn note_penetration(&mut self, overlap: f64) {
        self.penetration = overlap.max(0.0);
        self.penetration_max = self.penetration_max.max(self.penetration);
    }
}
