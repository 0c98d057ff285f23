//! Sines and cosines of the angles of all bodies in batches, computed at once in SIMD loops.

use crate::math::trig;
use crate::sim::Model;

/// The rigid bodies to which batched constraints are attached; each has one entry, a turn.
#[derive(Default)]
pub(super) struct Rotations {
    /// Indices of the bodies' angles among the coordinates.
    places: Vec<u32>,
    angles: Vec<f64>,
    /// (sin, cos) of each.
    turned: Vec<[f64; 2]>,
    /// Turn of each body (dense index), u32::MAX if it has none; empty once planning is done.
    of_body: Vec<u32>,
}

impl Rotations {
    /// Returns the turn of a rigid body, which is added if it has none yet.
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

    /// Ends planning: frees the index by body and unused capacity.
    pub(super) fn have_all(&mut self) {
        self.of_body = Vec::new();
        self.places.shrink_to_fit();
        self.angles.shrink_to_fit();
        self.turned.shrink_to_fit();
    }

    /// Computes all sines and cosines at these coordinates.
    pub(super) fn find(&mut self, q: &[f64]) {
        for (angle, &at) in self.angles.iter_mut().zip(&self.places) {
            *angle = q[at as usize];
        }
        trig::sin_cos_of_each::<1>(&self.angles, 0, &mut self.turned);
    }

    /// Returns (sin, cos) of all turns.
    pub(super) fn turned(&self) -> &[[f64; 2]] {
        &self.turned
    }
}
