//! The watch over a run: drift, and energy less the work done, held against what a converged integration leaves.
//!
//! ```text
//! |C| <= 1e-3 min(size, 1 m)                 |C| <= 1e-3 rad
//! overlap <= 1e-3 min(size, 1 m)             residual of contacts <= 1e-10
//! |E - E0 - W| <= 1e-2 (max T - min T + sum |dW|) + floor
//! floor = 1e-6 J/kg of all that moves + 1e-12 (T + |U|)
//! ```
//! E is of one instant: steps by impulses leave places half a step ahead of velocities ([`Energy::at_one_instant`]). W is taken twice: with all entries of the ledger, and with those of drives, dissipation and the hand alone, which are the only
//! real forces among them. What feedback, projection and soft steps put in is an error too, however well it is booked. The first time
//! one of these is left is kept, with the item and with the largest value since.

use crate::math::Vec2;
use crate::scene::{Id, Integrator, Method, Settings, Stabilisation};

use super::contact::EXACT;
use super::nearby::gyration;
use super::stop::Remedy;
use super::{Drift, Energy, Model, Place, SimState, Work, vibration};

/// Drift of a machine of a metre (m), and of an angle (rad).
const OPEN: f64 = 1e-3;
/// Size beyond which a machine is held to no more (m): a millimetre is seen on a bridge too.
const LARGEST: f64 = 1.0;
/// Share of the energy that went to and fro.
const SHARE: f64 = 1e-2;
/// Energy that is never an error: J/kg, and a share of all there is, which is rounding.
const FLOOR: (f64, f64) = (1e-6, 1e-12);
/// Multiple of the bound up to which a breach is what a method of order one leaves: a machine torn open, or energy beyond all that went to and
/// fro, is not.
const FIRST_ORDER: f64 = 100.0;
/// Angle of a vibration or a turn in the shortest sub-step from which it is named as the cause (rad).
const SWIFT: f64 = 0.3;

/// What left its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The drift of rows in metres.
    Drift,
    /// The drift of rows in radians.
    Angle,
    /// The energy (J).
    Energy,
    /// The overlap of parts that touch (m).
    Overlap,
    /// The residual of complementarity of contacts.
    Contact,
}

impl Quantity {
    /// Its name in scripts.
    pub fn id(self) -> &'static str {
        match self {
            Self::Drift => "drift_m",
            Self::Angle => "drift_rad",
            Self::Energy => "energy",
            Self::Overlap => "penetration_m",
            Self::Contact => "complementarity_residual",
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
        }
    }
    /// Its unit.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Drift => "m",
            Self::Angle => "rad",
            Self::Energy => "J",
            Self::Overlap => "m",
            Self::Contact => "",
        }
    }
}

/// Since when a run is not to be trusted, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Breach {
    /// Simulated time at which it was first seen (s).
    pub since: f64,
    /// What is likely at fault: the constraint that is open, or the force or part that is too fast for the steps.
    pub item: Option<Id>,
    /// What left its bounds.
    pub quantity: Quantity,
    /// The largest value since, in the unit of the quantity.
    pub value: f64,
    /// The bound at that time, likewise.
    pub limit: f64,
    /// Whether the method stopped short of the answer.
    pub loose: bool,
}

impl Breach {
    fn seen(seen: &Seen<'_>, quantity: Quantity, value: f64, limit: f64) -> Self {
        Self {
            since: seen.state.time,
            item: item(seen, quantity),
            quantity,
            value,
            limit,
            loose: seen.loose,
        }
    }

    /// The choice that is known to lead there, where a person made one; then it is an exhibit and no fault of the machine.
    pub fn expected_of(&self, settings: &Settings) -> Option<&'static str> {
        // Of order one, C lags behind feedback by h C''/(2 rate).
        let first_order = match settings.integrator {
            Integrator::SemiImplicitEuler => Some("semi-implicit Euler"),
            Integrator::Impulse => Some("impulse stepping"),
            Integrator::Rk4 | Integrator::Rattle | Integrator::Dopri5 => None,
        };
        let lags = settings.stabilisation == Stabilisation::Baumgarte;
        let sweeps = matches!(settings.method, Method::GaussSeidel | Method::ConjugateGradient);
        if self.loose || (self.quantity == Quantity::Contact && sweeps) {
            Some("a method that stops short of the answer")
        } else if self.quantity == Quantity::Contact {
            None
        } else if settings.stabilisation == Stabilisation::None && settings.integrator != Integrator::Rattle {
            Some("no stabilisation")
        } else {
            let is_near = self.value <= FIRST_ORDER * self.limit;
            first_order.filter(|_| is_near && (self.quantity == Quantity::Energy || lags))
        }
    }

    /// Settings that may cure it, the likeliest first.
    pub fn remedies(&self, settings: &Settings) -> Vec<Remedy> {
        let first = match self.quantity {
            _ if self.loose => [
                Remedy::Sparse,
                Remedy::Project,
                Remedy::HalveStep,
                Remedy::RungeKutta,
            ],
            Quantity::Drift | Quantity::Angle => [
                Remedy::Project,
                Remedy::HalveStep,
                Remedy::RungeKutta,
                Remedy::Sparse,
            ],
            Quantity::Overlap | Quantity::Contact => [
                Remedy::HalveStep,
                Remedy::Sparse,
                Remedy::Project,
                Remedy::RungeKutta,
            ],
            Quantity::Energy => [
                Remedy::RungeKutta,
                Remedy::HalveStep,
                Remedy::Project,
                Remedy::Sparse,
            ],
        };
        first
            .into_iter()
            .filter(|remedy| remedy.apply(settings).is_some())
            .collect()
    }

    /// What is so, as a sentence without its end; `name` is that of the item.
    pub fn sentence(&self, name: Option<&str>) -> String {
        let (since, value, limit, unit) = (self.since, self.value, self.limit, self.quantity.unit());
        let what = match (self.quantity, name) {
            (Quantity::Energy, Some(name)) => {
                format!("the energy is off by {value:.1e} {unit}, likely by \"{name}\"")
            }
            (Quantity::Energy, None) => format!("the energy is off by {value:.1e} {unit}"),
            (Quantity::Overlap, _) => format!("parts overlap by {value:.1e} {unit}"),
            (Quantity::Contact, _) => {
                format!("contacts are solved to a residual of {value:.1e} only")
            }
            (_, Some(name)) => format!("\"{name}\" is open by {value:.1e} {unit}"),
            (_, None) => format!("a joint is open by {value:.1e} {unit}"),
        };
        let space = if unit.is_empty() { "" } else { " " };
        format!("since t = {since:.4} s {what}, where {limit:.1e}{space}{unit} can be expected")
    }
}

/// What is watched of a run. It sees the states it is shown; how many does not change the run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Watch {
    /// Size of the machine at the first look (m); 0 before.
    size: f64,
    /// Smallest and largest kinetic energy seen (J).
    kinetic: (f64, f64),
    /// Work done by drives, dissipation and hand at the last look, and the sum of what it changed by (J).
    done: (f64, f64),
    /// Energy less the work done at the first look, by all entries of the ledger and by real forces alone (J).
    base: [f64; 2],
    breach: Option<Breach>,
}

/// A state that the watch is shown, with what was measured of it.
pub(super) struct Seen<'a> {
    pub model: &'a Model,
    pub state: &'a SimState,
    pub drift: Drift,
    pub energy: Energy,
    /// Whether the method stopped short of the answer.
    pub loose: bool,
}

impl Watch {
    /// Since when the run is not to be trusted.
    pub fn breach(&self) -> Option<&Breach> {
        self.breach.as_ref()
    }

    /// Forgets what was seen after a time that the run goes back to.
    pub(super) fn rewind(&mut self, time: f64) {
        self.breach = self.breach.filter(|breach| breach.since <= time);
    }

    pub(super) fn look(&mut self, seen: &Seen<'_>) {
        let Work {
            drives,
            dissipation,
            hand,
            ..
        } = seen.state.work;
        let (kinetic, done) = (seen.energy.kinetic, drives.abs() + dissipation.abs() + hand.abs());
        if self.size == 0.0 {
            self.size = size(seen.model, seen.state);
            self.kinetic = (kinetic, kinetic);
            self.done = (done, 0.0);
            self.base = unexplained(seen);
        }
        self.kinetic = (self.kinetic.0.min(kinetic), self.kinetic.1.max(kinetic));
        self.done = (done, self.done.1 + (done - self.done.0).abs());
        let settings = &seen.model.settings;
        for (quantity, value, limit) in self.quantities(seen) {
            // Written so that NaN is beyond it.
            if value <= limit {
                continue;
            }
            match &mut self.breach {
                None => self.breach = Some(Breach::seen(seen, quantity, value, limit)),
                Some(breach) if breach.quantity == quantity => {
                    if value > breach.value {
                        (breach.value, breach.limit) = (value, limit);
                    }
                }
                // What nobody chose is told before what is expected of a choice.
                Some(breach) if breach.expected_of(settings).is_some() => {
                    let other = Breach::seen(seen, quantity, value, limit);
                    if other.expected_of(settings).is_none() {
                        *breach = other;
                    }
                }
                Some(_) => {}
            }
        }
    }

    /// What is watched, how large it is and may be.
    fn quantities(&self, seen: &Seen<'_>) -> [(Quantity, f64, f64); 5] {
        let [booked, real] = unexplained(seen);
        let error = (booked - self.base[0]).abs().max((real - self.base[1]).abs());
        let moved = self.kinetic.1 - self.kinetic.0 + self.done.1;
        let floor =
            FLOOR.0 * seen.model.mass() + FLOOR.1 * (seen.energy.kinetic + seen.energy.potential.abs());
        [
            (Quantity::Drift, seen.drift.max_m, OPEN * self.size.min(LARGEST)),
            (Quantity::Angle, seen.drift.max_rad, OPEN),
            (Quantity::Energy, error, SHARE * moved + floor),
            (
                Quantity::Overlap,
                seen.state.contact.penetration,
                OPEN * self.size.min(LARGEST),
            ),
            (Quantity::Contact, seen.state.contact.residual, EXACT),
        ]
    }
}

/// Energy less the work done, by all entries of the ledger and by real forces alone (J).
fn unexplained(seen: &Seen<'_>) -> [f64; 2] {
    let (work, energy) = (&seen.state.work, seen.energy.total());
    [
        energy - work.total(),
        energy - (work.drives + work.dissipation + work.hand),
    ]
}

/// What is likely at fault.
fn item(seen: &Seen<'_>, quantity: Quantity) -> Option<Id> {
    let (model, state) = (seen.model, seen.state);
    let open = seen
        .drift
        .worst
        .and_then(|link| model.links.get(link))
        .map(|link| link.id);
    match quantity {
        Quantity::Drift | Quantity::Angle => return open,
        Quantity::Overlap | Quantity::Contact => return None,
        Quantity::Energy => {}
    }
    let h = state.control.shortest;
    let force = vibration::fastest(model, state).filter(|(_, rate)| rate * h > SWIFT);
    let spin = |index: usize| {
        let body = &model.bodies[index];
        let angle = body
            .motion
            .angle(Vec2::ZERO, &state.q[body.offset..], &state.v[body.offset..]);
        angle.rate.abs()
    };
    let turning = (0..model.bodies.len()).filter(|&index| model.bodies[index].motion.turns());
    let fastest = turning.max_by(|&a, &b| spin(a).total_cmp(&spin(b)));
    force
        .map(|(load, _)| model.loads[load].id)
        .or(fastest
            .filter(|&index| spin(index) * h > SWIFT)
            .map(|index| model.bodies[index].id))
        .or(open)
}

/// How far the machine reaches (m): its parts, and what they are held to.
fn size(model: &Model, state: &SimState) -> f64 {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    let mut largest = 0.0_f64;
    let mut reach = |point: Vec2| {
        for k in 0..2 {
            low[k] = low[k].min(point[k]);
            high[k] = high[k].max(point[k]);
        }
    };
    for body in &model.bodies {
        reach(body.motion.centre(&state.q[body.offset..]));
        if body.motion.turns() {
            largest = largest.max(2.0 * gyration(body));
        }
    }
    let links = model.links.iter().flat_map(|link| &link.ends);
    for end in links.chain(model.loads.iter().flat_map(|load| &load.ends)) {
        if let Place::Fixed { point, .. } = end {
            reach(*point);
        }
    }
    let across = Vec2::new(high[0] - low[0], high[1] - low[1]).length() + largest;
    if across > 0.0 && across.is_finite() {
        across
    } else {
        LARGEST
    }
}
