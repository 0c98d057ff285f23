//! Extent of a machine.

use crate::math::Vec2;
use crate::sim::SimState;
use crate::sim::nearby::gyration;

use super::{Model, Place};

impl Model {
    /// Returns the extent of the machine in a state (m): the diagonal of the box round the centres of its parts and the fixed points of its
    /// constraints and forces, plus twice the largest radius of gyration; 1 if that is zero or not finite.
    pub(in crate::sim) fn extent(&self, state: &SimState) -> f64 {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let mut largest = 0.0_f64;
        let mut reach = |point: Vec2| {
            for k in 0..2 {
                low[k] = low[k].min(point[k]);
                high[k] = high[k].max(point[k]);
            }
        };
        for body in &self.bodies {
            reach(body.motion.centre(&state.q[body.offset..]));
            if body.motion.turns() {
                largest = largest.max(2.0 * gyration(body));
            }
        }
        let links = self.links.iter().flat_map(|link| &link.ends);
        for end in links.chain(self.loads.iter().flat_map(|load| &load.ends)) {
            if let Place::Fixed { point, .. } = end {
                reach(*point);
            }
        }
        let across = Vec2::new(high[0] - low[0], high[1] - low[1]).length() + largest;
        if across > 0.0 && across.is_finite() {
            across
        } else {
            1.0
        }
    }
}
