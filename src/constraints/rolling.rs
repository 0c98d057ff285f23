//! Two wheels that turn each other without slip, angles against their line of centres: gears and belts.
//!
//! ```text
//! phi = direction of d = p_b - p_a, followed through whole turns,   s = 1 outside each other, -1 inside or by belt
//! C     = ra (angle_a - phi) + s rb (angle_b - phi) - C0,      S = ra + s rb
//! J     = [S g, ra; -S g, s rb],  g = perp(d)/|d|²             gamma = 2 S (d·d')(d x d')/|d|⁴ (+ ports)
//! lambda = force along the teeth or the belt (N)
//! ```
//! The force acts at the pitch point, so it balances, and neither angle changes with a carrier that turns with both centres: planetary sets and
//! differentials need nothing more. C0 is the position of the teeth at the start. Singular where the centres coincide.

use super::{EndPorts, Gradient, Row};
use crate::math::{cross, perp, trig::atan2, wrap_angle};

/// Two radii, and the sense in which the wheels turn each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rolling {
    /// Radius of a (m).
    pub ra: f64,
    /// Radius of b (m).
    pub rb: f64,
    /// 1 turns the wheels against each other, -1 the same way.
    pub sense: f64,
}

impl Rolling {
    /// Direction of the line of centres with its whole turns, and C0.
    pub fn memory(&self, ends: &[EndPorts]) -> Vec<f64> {
        let phi = direction(ends);
        vec![phi, self.rolled(ends, phi)]
    }

    pub fn remember(&self, ends: &[EndPorts], memory: &mut [f64]) {
        memory[0] = follow(ends, memory[0]);
    }

    fn rolled(&self, ends: &[EndPorts], phi: f64) -> f64 {
        self.ra * (ends[0].angle.value - phi) + self.sense * self.rb * (ends[1].angle.value - phi)
    }

    pub fn evaluate(&self, ends: &[EndPorts], memory: &[f64], row: &mut Row) {
        let d = ends[1].point.value - ends[0].point.value;
        let v = ends[1].point.rate - ends[0].point.rate;
        let length2 = d.length_squared();
        let inverse = if length2 > 0.0 { 1.0 / length2 } else { 0.0 };
        let sum = self.ra + self.sense * self.rb;
        let g = sum * inverse * perp(d);
        row.value = self.rolled(ends, follow(ends, memory[0])) - memory[1];
        row.curvature = 2.0 * sum * d.dot(v) * cross(d, v) * inverse * inverse;
        row.set_gradients([Gradient::new(g, self.ra), Gradient::new(-g, self.sense * self.rb)]);
    }
}

fn direction(ends: &[EndPorts]) -> f64 {
    let d = ends[1].point.value - ends[0].point.value;
    atan2(d.y, d.x)
}

/// The direction of the line of centres nearest to where it was.
fn follow(ends: &[EndPorts], before: f64) -> f64 {
    before + wrap_angle(direction(ends) - before)
}

/// Message where the centres meet.
pub(super) const CLOSED_UP: &str = "the centres of its wheels came together or passed each other too fast to tell which way round; \
                                    hold them apart by axles, or take shorter steps";

/// What is wrong with the places of two wheels, as a sentence.
pub(super) fn misplaced(ends: &[EndPorts]) -> Option<String> {
    let apart = ends[0].point.value.distance(ends[1].point.value);
    (apart < 1e-6).then(|| "its wheels have the same centre; move one of them".to_owned())
}
