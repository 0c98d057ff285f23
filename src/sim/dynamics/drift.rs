//! Constraint drift.

use crate::constraints::{ConstraintKind, Limits, Mode, Row};
use crate::parameter::Unit;
use crate::scene::Id;
use crate::sim::limits::{mode_of, nearest};
use crate::sim::{Link, SimState};
use crate::solver::system::MAX_CONSTRAINT_DIM;

use super::{Dynamics, Model};

/// Constraint drift: sizes of C and Cdot, before any correction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Drift {
    /// Largest |C| of rows in metres.
    pub max_m: f64,
    /// Largest |C| of rows in radians.
    pub max_rad: f64,
    /// Root mean square of C over rows in metres.
    pub rms_m: f64,
    /// Largest |Cdot| of any row (m/s or rad/s).
    pub rate: f64,
    /// Link (dense index) with the largest |C|, metres and radians compared by number.
    pub worst: Option<usize>,
    /// The gap that is the largest share of the size of its machine.
    pub gap: Gap,
}

/// Opening of a constraint beside the size of its machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// |C| of its row (m).
    pub open: f64,
    /// Size of its machine, at most [`Gap::LARGEST`] (m).
    pub size: f64,
    /// The constraint (dense index).
    pub link: Option<usize>,
}

impl Gap {
    /// Size above which a bound on openings grows no further (m): a millimetre is seen on a bridge too.
    pub const LARGEST: f64 = 1.0;
}

impl Default for Gap {
    fn default() -> Self {
        Self {
            open: 0.0,
            size: Self::LARGEST,
            link: None,
        }
    }
}

impl Drift {
    /// Returns the larger of `max_m` and `max_rad` by number, with its unit.
    pub fn largest(&self) -> (f64, &'static str) {
        if self.max_m >= self.max_rad {
            (self.max_m, "m")
        } else {
            (self.max_rad, "rad")
        }
    }

    /// Keeps the maximum of each size; the rate and the link stay as they are.
    pub fn keep_larger(&mut self, other: &Self) {
        self.max_m = self.max_m.max(other.max_m);
        self.max_rad = self.max_rad.max(other.max_rad);
        self.rms_m = self.rms_m.max(other.rms_m);
    }
}

impl Dynamics {
    /// Computes the constraint drift in a state. Constraints held by a force elsewhere, and drives of limited force, approach their targets
    /// gradually and do not count.
    pub fn drift(&mut self, model: &Model, state: &SimState) -> Drift {
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        // Sweeps over trees do not use rows, so keeping them would be useless.
        if !self.is_trees() {
            self.evaluated_state.keep(model, state);
        }
        let mut drift = Drift::default();
        let limited = !model.bounded().is_empty();
        let (mut worst, mut sum, mut count) = (0.0, 0.0, 0usize);
        for (index, link) in model.links.iter().enumerate() {
            let steepness = steepness(model, link, state);
            for (k, info) in link.rows.iter().enumerate() {
                let row = link.row + k;
                let c = self.evaluation.value()[row].abs() / steepness;
                if link.holds_position(k) && !(link.drive && link.is_regulated()) {
                    let c = if limited {
                        c.max(beyond_limits(model, link, state))
                    } else {
                        c
                    };
                    drift.rate = drift.rate.max(self.evaluation.rate()[row].abs());
                    if info.unit == Unit::Radian {
                        drift.max_rad = drift.max_rad.max(c);
                    } else {
                        drift.max_m = drift.max_m.max(c);
                        let size = link.size.min(Gap::LARGEST);
                        if c * drift.gap.size > drift.gap.open * size {
                            drift.gap = Gap {
                                open: c,
                                size,
                                link: Some(index),
                            };
                        }
                        sum += c * c;
                        count += 1;
                    }
                    if c > worst {
                        worst = c;
                        drift.worst = Some(index);
                    }
                }
            }
        }
        drift.rms_m = if count > 0 {
            (sum / count as f64).sqrt()
        } else {
            0.0
        };
        drift
    }

    /// Returns the largest |C| (m, rad) of every constraint that does not drive in this state, over its rows of position; for a free row, the
    /// distance beyond its limits.
    pub fn gaps(&mut self, model: &Model, state: &SimState) -> Vec<(Id, f64)> {
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        let held = model.links.iter().filter(|link| !link.drives(state));
        held.map(|link| {
            let rows = (0..link.rows.len()).filter(|&k| link.holds_position(k));
            let most = rows.fold(0.0_f64, |most, k| {
                most.max(self.evaluation.value()[link.row + k].abs())
            });
            let beyond = match link.holds_position(0) {
                true => beyond_limits(model, link, state),
                false => 0.0,
            };
            (link.id, (most / steepness(model, link, state)).max(beyond))
        })
        .collect()
    }
}

/// Returns the distance of a free row beyond its limits (m, rad); its evaluated C is zero in this mode. 0 for any other row.
fn beyond_limits(model: &Model, link: &Link, state: &SimState) -> f64 {
    match link.limits() {
        Some(Limits::Range { .. }) if mode_of(link, state) == Mode::Inside => {
            (-nearest(model, link, state).gap).max(0.0)
        }
        _ => 0.0,
    }
}

/// Returns `|grad C|` at the point for curves whose C is not a distance (implicit curve, ellipse, graph), so that `|C|/|grad C|` is the
/// distance from the curve to first order; 1 for constraints whose C is a length or an angle.
fn steepness(model: &Model, link: &Link, state: &SimState) -> f64 {
    let (ConstraintKind::Implicit(_) | ConstraintKind::Ellipse(_) | ConstraintKind::Graph(_)) = *link.kind
    else {
        return 1.0;
    };
    let ends = model.end_ports(&link.ends, &state.q, &state.v);
    let memory = &state.memory[link.memory_range()];
    let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
    let rows = &mut rows[..link.rows.len()];
    link.kind
        .evaluate(&ends[..link.ends.len()], state.time, memory, rows);
    let slope = rows.first().map_or(1.0, |row| row.gradient[1].point.length());
    // Where the gradient vanishes or overflows, C itself is used.
    if slope > 0.0 && slope.is_finite() {
        slope
    } else {
        1.0
    }
}
