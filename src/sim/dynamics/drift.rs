//! How far the constraints are from met.

use crate::parameter::Unit;
use crate::sim::SimState;

use super::{Dynamics, Model};

/// How far the constraints are from met, before any correction.
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
    /// Link (dense index) with the largest |C| by its own unit.
    pub worst: Option<usize>,
}

impl Dynamics {
    /// How far the constraints are from met in a state; what is held by a force elsewhere is on its way and does not
    /// count.
    pub fn drift(&mut self, model: &Model, state: &SimState) -> Drift {
        self.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        let mut drift = Drift::default();
        let (mut worst, mut sum, mut count) = (0.0, 0.0, 0usize);
        for (index, link) in model.links.iter().enumerate() {
            for (k, info) in link.rows.iter().enumerate() {
                let row = link.row + k;
                let c = self.evaluation.value()[row].abs();
                if link.holds_position(k) {
                    drift.rate = drift.rate.max(self.evaluation.rate()[row].abs());
                    if info.unit == Unit::Radian {
                        drift.max_rad = drift.max_rad.max(c);
                    } else {
                        drift.max_m = drift.max_m.max(c);
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
}
