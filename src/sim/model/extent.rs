//! Extent of a scene, and of the machines in it.

use crate::math::{UnionFind, Vec2};
use crate::sim::SimState;
use crate::sim::nearby::gyration;

use super::{Body, Model, Place};

/// The box round some points, and the largest diameter of gyration of some parts (m).
#[derive(Clone, Copy)]
struct Bounds {
    low: [f64; 2],
    high: [f64; 2],
    largest: f64,
}

impl Bounds {
    const NOTHING: Self = Self {
        low: [f64::INFINITY; 2],
        high: [f64::NEG_INFINITY; 2],
        largest: 0.0,
    };

    fn reach(&mut self, point: Vec2) {
        for k in 0..2 {
            self.low[k] = self.low[k].min(point[k]);
            self.high[k] = self.high[k].max(point[k]);
        }
    }

    fn reach_body(&mut self, body: &Body, state: &SimState) {
        self.reach(body.motion.centre(&state.q[body.offset..]));
        if body.motion.turns() {
            self.largest = self.largest.max(2.0 * gyration(body));
        }
    }

    fn reach_fixed(&mut self, ends: &[Place]) {
        for end in ends {
            if let Place::Fixed { point, .. } = end {
                self.reach(*point);
            }
        }
    }

    /// The diagonal of the box plus the largest diameter (m); `None` if that is zero or not finite.
    fn across(&self) -> Option<f64> {
        let [x, y] = [0, 1].map(|k| self.high[k] - self.low[k]);
        let across = Vec2::new(x, y).length() + self.largest;
        (across > 0.0 && across.is_finite()).then_some(across)
    }
}

impl Model {
    /// Returns the extent of the scene in a state (m): the diagonal of the box round the centres of its parts and the fixed points of its
    /// constraints and forces, plus twice the largest radius of gyration; 1 if that is zero or not finite.
    pub(in crate::sim) fn extent(&self, state: &SimState) -> f64 {
        let mut bounds = Bounds::NOTHING;
        self.bodies.iter().for_each(|body| bounds.reach_body(body, state));
        self.links.iter().for_each(|link| bounds.reach_fixed(&link.ends));
        self.loads.iter().for_each(|load| bounds.reach_fixed(&load.ends));
        bounds.across().unwrap_or(1.0)
    }

    /// Measures the scene as built, and for each part and constraint the machine it belongs to: the parts that are joined by constraints, directly or through
    /// others but not through the ground, and the fixed points of these constraints. A machine without extent counts as large as the scene.
    pub(super) fn measure(&mut self) {
        self.size = self.extent(&self.start);
        let mut joined = UnionFind::new(self.bodies.len());
        for link in &self.links {
            joined.join_all(link.ends.iter().filter_map(Place::body));
        }
        joined.flatten();
        let sizes = self.extents(self.bodies.len(), |body| Some(joined.root(body)));
        for (index, body) in self.bodies.iter_mut().enumerate() {
            body.size = sizes[joined.root(index)];
        }
        for link in &mut self.links {
            let body = link.ends.iter().find_map(Place::body);
            link.size = body.map_or(self.size, |body| self.bodies[body].size);
        }
    }

    /// Extents as built of `count` machines, given the machine of each body, if it belongs to one (m): of their bodies, and of the fixed points of their
    /// constraints. A machine without extent counts as large as the scene.
    pub(super) fn extents(&self, count: usize, machine_of: impl Fn(usize) -> Option<usize>) -> Vec<f64> {
        let mut machines = vec![Bounds::NOTHING; count];
        for (index, body) in self.bodies.iter().enumerate() {
            if let Some(machine) = machine_of(index) {
                machines[machine].reach_body(body, &self.start);
            }
        }
        for link in &self.links {
            let body = link.ends.iter().find_map(Place::body);
            if let Some(machine) = body.and_then(&machine_of) {
                machines[machine].reach_fixed(&link.ends);
            }
        }
        let sizes = machines.iter().map(|it| it.across().unwrap_or(self.size));
        sizes.collect()
    }
}
