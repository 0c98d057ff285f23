//! Rigid bodies at random poses and in random motion, for testing laws.

use proptest::prelude::*;
use tinkertoy::bodies::Motion;
use tinkertoy::constraints::{EndPorts, MAX_ENDS};
use tinkertoy::math::Vec2;

use crate::build::v2;

/// Rigid bodies, a point on each, and their motion.
#[derive(Clone, Debug)]
pub struct Bodies {
    pub q: [[f64; 3]; MAX_ENDS],
    pub v: [[f64; 3]; MAX_ENDS],
    pub at: [Vec2; MAX_ENDS],
    pub time: f64,
}

impl Bodies {
    /// Their ports after a further time `s` along their motion (s).
    pub fn ports(&self, s: f64) -> [EndPorts; MAX_ENDS] {
        std::array::from_fn(|e| {
            let q: [f64; 3] = std::array::from_fn(|k| self.q[e][k] + s * self.v[e][k]);
            EndPorts {
                point: Motion::Rigid.point(self.at[e], &q, &self.v[e]),
                angle: Motion::Rigid.angle(self.at[e], &q, &self.v[e]),
            }
        })
    }
    /// A copy with one coordinate changed.
    pub fn nudged(&self, body: usize, coordinate: usize, by: f64) -> Bodies {
        let mut bodies = self.clone();
        bodies.q[body][coordinate] += by;
        bodies
    }
}

pub fn number(range: f64) -> impl Strategy<Value = f64> {
    (-range..range).prop_map(|x| x)
}

pub fn vector(range: f64) -> impl Strategy<Value = Vec2> {
    (number(range), number(range)).prop_map(|(x, y)| v2(x, y))
}

/// Random poses and motions, with no two points at one place.
pub fn bodies() -> impl Strategy<Value = Bodies> {
    let coordinates = || {
        let one = || [number(3.0), number(3.0), number(7.0)];
        [one(), one(), one(), one()]
    };
    let points = [vector(1.0), vector(1.0), vector(1.0), vector(1.0)];
    (coordinates(), coordinates(), points, number(5.0))
        .prop_map(|(q, v, at, time)| Bodies { q, v, at, time })
        // Between nearly coincident points there is no direction to differentiate.
        .prop_filter("apart", |it| {
            let ends = it.ports(0.0);
            ends.windows(2)
                .all(|pair| pair[0].point.value.distance(pair[1].point.value) > 0.1)
        })
}
