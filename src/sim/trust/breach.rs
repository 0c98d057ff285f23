//! Breach of the watch's bounds, and its explanation.

use crate::parameter::metric;
use crate::scene::{Id, Integrator, Method, Settings, Stabilisation};

use super::super::stop::Remedy;

/// Multiple of the bound up to which a breach is expected of a method of order one, of an opening and of an energy error; a machine torn open, or an
/// energy error beyond half of all energy that was exchanged, is above it.
const FIRST_ORDER: (f64, f64) = (100.0, 50.0);
/// Residual of the contacts of a heap above which their forces are not even roughly right.
const ROUGH: f64 = 0.1;
/// Multiple of the opening as built up to which a joint is open as built, and not torn.
const AS_BUILT: f64 = 2.0;

/// Quantity that left its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Drift of rows in metres.
    Drift,
    /// Drift of rows in radians.
    Angle,
    /// Energy error (J).
    Energy,
    /// Overlap of parts that touch (m).
    Overlap,
    /// Complementarity residual of contacts.
    Contact,
    /// Error of a row of velocity in m/s.
    Rate,
    /// Error of a row of velocity in rad/s.
    Turn,
    /// Sum of the error estimates of sub-steps (m, rad).
    Steps,
}

/// Number of watched quantities.
pub(super) const QUANTITIES: usize = 8;

impl Quantity {
    /// All quantities, by their number in a saved run.
    pub const ALL: [Self; QUANTITIES] = [
        Self::Drift,
        Self::Angle,
        Self::Overlap,
        Self::Energy,
        Self::Rate,
        Self::Turn,
        Self::Contact,
        Self::Steps,
    ];

    /// Its name in scripts.
    pub fn id(self) -> &'static str {
        match self {
            Self::Drift => "drift_m",
            Self::Angle => "drift_rad",
            Self::Energy => "energy",
            Self::Overlap => "penetration_m",
            Self::Contact => "complementarity_residual",
            Self::Rate => "rate_m",
            Self::Turn => "rate_rad",
            Self::Steps => "step_error",
        }
    }
    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Drift => "drift",
            Self::Angle => "angles",
            Self::Energy => "energy",
            Self::Overlap => "overlap",
            Self::Contact => "contact",
            Self::Rate | Self::Turn => "speeds",
            Self::Steps => "steps",
        }
    }
    /// Whether it is an error of the rows of a constraint.
    pub fn is_of_rows(self) -> bool {
        matches!(self, Self::Drift | Self::Angle | Self::Rate | Self::Turn)
    }
    /// Its unit.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Drift => "m",
            Self::Angle => "rad",
            Self::Energy => "J",
            Self::Overlap | Self::Steps => "m",
            Self::Contact => "",
            Self::Rate => "m/s",
            Self::Turn => "rad/s",
        }
    }
}

/// Breach since which a run is not to be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breach {
    /// Simulated time at which it was first seen (s).
    pub since: f64,
    /// Likely culprit: the constraint that is open, or the force or part that is too fast for the steps.
    pub item: Option<Id>,
    /// Quantity that left its bounds.
    pub quantity: Quantity,
    /// Largest value since, in the unit of the quantity.
    pub value: f64,
    /// Bound at the time of that value, in the same unit.
    pub limit: f64,
    /// Its value before the first step, where it was a breach as built; 0 otherwise.
    pub built: f64,
    /// Whether the method stopped short of the answer.
    pub approximate_solve: bool,
    /// Whether there were so many contacts that the work on an answer is bounded.
    pub heap: bool,
}

impl Breach {
    /// The user's choice of settings that is known to lead to this breach, if there is one; the breach then demonstrates the choice and is no
    /// fault of the machine.
    pub fn expected_of(&self, settings: &Settings) -> Option<&'static str> {
        // With a method of order one C lags behind feedback by h C''/(2 rate).
        let first_order = match settings.integrator {
            Integrator::SemiImplicitEuler => Some("semi-implicit Euler"),
            Integrator::Impulse => Some("impulse stepping"),
            Integrator::Rk4 | Integrator::Rattle | Integrator::Dopri5 => None,
        };
        let lags = settings.stabilisation == Stabilisation::Baumgarte;
        let sweeps = matches!(settings.method, Method::GaussSeidel | Method::ConjugateGradient);
        if self.parting().is_some() {
            None
        } else if self.approximate_solve || (self.quantity == Quantity::Contact && sweeps) {
            Some("a method that stops short of the answer")
        } else if self.quantity == Quantity::Contact && self.heap && self.value <= ROUGH {
            Some("the work that there is time for in a large heap of contacts")
        } else if matches!(self.quantity, Quantity::Contact | Quantity::Steps) {
            None
        } else if settings.stabilisation == Stabilisation::None && settings.integrator != Integrator::Rattle {
            Some("no stabilisation")
        } else {
            let of_energy = self.quantity == Quantity::Energy;
            let times = if of_energy { FIRST_ORDER.1 } else { FIRST_ORDER.0 };
            first_order.filter(|_| self.value <= times * self.limit && (of_energy || lags))
        }
    }

    /// Whether a joint was built as open as it is, or parts overlap as they were built, so that the scene is to be changed and not how it is run.
    pub fn is_as_built(&self) -> bool {
        let is_of_poses = matches!(
            self.quantity,
            Quantity::Drift | Quantity::Angle | Quantity::Overlap
        );
        is_of_poses && self.value <= AS_BUILT * self.built
    }

    /// What to change in the scene where parts overlap as built; `None` for all other breaches.
    pub fn parting(&self) -> Option<&'static str> {
        let is_overlap = self.quantity == Quantity::Overlap && self.is_as_built();
        is_overlap.then_some("move the parts apart, or put one of them on another layer")
    }

    /// Settings that may cure the breach, the likeliest first; none where a joint is open as built.
    pub fn remedies(&self, settings: &Settings) -> Vec<Remedy> {
        if self.is_as_built() {
            return Vec::new();
        }
        use Remedy::{DivideSteps, HalveStep, Project, RungeKutta, Sparse};
        let first = match self.quantity {
            _ if self.approximate_solve => [Sparse, Project, DivideSteps, HalveStep, RungeKutta],
            Quantity::Drift | Quantity::Angle | Quantity::Rate | Quantity::Turn => {
                [Project, DivideSteps, HalveStep, RungeKutta, Sparse]
            }
            Quantity::Overlap | Quantity::Contact | Quantity::Steps => {
                [DivideSteps, HalveStep, Sparse, Project, RungeKutta]
            }
            Quantity::Energy => [RungeKutta, DivideSteps, HalveStep, Project, Sparse],
        };
        first
            .into_iter()
            .filter(|remedy| remedy.apply(settings).is_some())
            .collect()
    }

    /// Why no setting would cure the breach, as sentences, where its item is among the contradictory constraints or among those that
    /// depend on each other at this pose only; all by their names.
    pub fn unmeetable(
        &self,
        name: Option<&str>,
        contradictory: &[impl AsRef<str>],
        singular: &[impl AsRef<str>],
    ) -> Option<String> {
        let name = name?;
        if contradictory.iter().any(|it| it.as_ref() == name) {
            let others = contradictory.iter().map(AsRef::as_ref);
            let others = others.filter(|it| *it != name);
            let others: Vec<String> = others.take(3).map(|it| format!("\"{it}\"")).collect();
            let with = if others.is_empty() {
                "what else holds its parts".to_owned()
            } else {
                others.join(", ")
            };
            let it = if self.quantity.is_of_rows() {
                "It".to_owned()
            } else {
                format!("\"{name}\"")
            };
            return Some(format!(
                "{it} cannot be met together with {with}: change a length, move what holds them on the ground, or take one away."
            ));
        }
        let dead_point = "The machine stands at a dead point, from which it can go either way: begin at another pose, or drive it from another part.";
        let is_singular = singular.iter().any(|it| it.as_ref() == name);
        (is_singular && self.quantity.is_of_rows()).then(|| dead_point.to_owned())
    }

    /// Description as a sentence without its full stop; `name` is that of the item.
    pub fn sentence(&self, name: Option<&str>) -> String {
        let unit = self.quantity.unit();
        let [value, limit] = [self.value, self.limit].map(|it| metric(it, unit));
        let since = self.since;
        let what = match (self.quantity, name) {
            (Quantity::Energy, Some(name)) => {
                format!("the energy was off by up to {value}, likely by \"{name}\"")
            }
            (Quantity::Energy, None) => format!("the energy was off by up to {value}"),
            (Quantity::Overlap, Some(name)) if self.parting().is_some() => {
                format!("\"{name}\" overlaps another part by {value} as built")
            }
            (Quantity::Overlap, _) => format!("parts overlapped by up to {value}"),
            (Quantity::Contact, _) => {
                format!("contacts were solved to a residual of {value} only")
            }
            (Quantity::Steps, _) => {
                format!("sub-steps have added up errors of {value} by their own estimates")
            }
            (Quantity::Rate | Quantity::Turn, Some(name)) => {
                format!("\"{name}\" missed its speed by up to {value}")
            }
            (Quantity::Rate | Quantity::Turn, None) => format!("a speed was missed by up to {value}"),
            (_, name) => {
                let joint = name.map_or("a joint".to_owned(), |name| format!("\"{name}\""));
                match self.is_as_built() {
                    true => format!("{joint} is open by {value} as built"),
                    false => format!("{joint} was open by up to {value}"),
                }
            }
        };
        format!("since t = {since:.4} s: {what}, where {limit} can be expected")
    }
}
