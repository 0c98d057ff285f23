//! Sine and cosine of the bodies that batches hold on to, all at once in SIMD loops.

use crate::math::trig;
use crate::sim::Model;

/// The bodies that turn and are held on to.
#[derive(Default)]
pub(super) struct Turns {
    /// Where the angles of the bodies are.
    places: Vec<u32>,
    angles: Vec<f64>,
    /// (sin, cos) of each.
    turned: Vec<[f64; 2]>,
    /// Which of those a body (dense index) has; empty but while constraints are taken.
    of_body: Vec<u32>,
}

impl Turns {
    /// Which of the turns is that of a rigid body, from now on.
    pub(super) fn of(&mut self, model: &Model, body: usize) -> u32 {
        if self.of_body.is_empty() {
            self.of_body.resize(model.bodies.len(), u32::MAX);
        }
        if self.of_body[body] == u32::MAX {
            self.of_body[body] = self.places.len() as u32;
            self.places.push(model.bodies[body].offset as u32 + 2);
            self.angles.push(0.0);
            self.turned.push([0.0; 2]);
        }
        self.of_body[body]
    }

    /// What was kept to find turns is not wanted any more.
    pub(super) fn have_all(&mut self) {
        self.of_body = Vec::new();
        self.places.shrink_to_fit();
        self.angles.shrink_to_fit();
        self.turned.shrink_to_fit();
    }

    /// Finds them at these coordinates.
    pub(super) fn find(&mut self, q: &[f64]) {
        for (angle, &at) in self.angles.iter_mut().zip(&self.places) {
            *angle = q[at as usize];
        }
        trig::sin_cos_of_each::<1>(&self.angles, 0, &mut self.turned);
    }

    /// (sin, cos) of all.
    pub(super) fn turned(&self) -> &[[f64; 2]] {
        &self.turned
    }
}
