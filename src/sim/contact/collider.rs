//! Colliders, and the rules of which pairs of them collide.
//!
//! ```text
//! ground (fixed parts, the floor) with everything that moves, except parts joined to it
//! moving parts with each other on the same layer, unless they belong to one machine
//! a part may be set to collide with its own machine as well, or with nothing
//! ```

use std::sync::Arc;

use crate::math::Pose;
use crate::scene::{Collides, Id};

use super::point::{Pair, Piece, Point};
use super::solid::ConvexPiece;

/// A part, or the floor, as a collider.
#[derive(Clone, Debug, PartialEq)]
pub struct Collider {
    /// The part; `None` for the floor.
    pub part: Option<Id>,
    /// Dense index of its body, if it moves.
    pub body: Option<usize>,
    /// Its pose, if it is fixed or asleep.
    pub pose: Pose,
    /// Its convex pieces, in its own frame.
    pub pieces: Vec<ConvexPiece>,
    /// Largest distance of any of its points from its origin (m).
    pub reach: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// Coefficient of restitution.
    pub restitution: f64,
    /// Length of rolling friction (m).
    pub rolling: f64,
    /// The machine it belongs to, if it moves.
    pub(in crate::sim) machine: usize,
    /// Which other parts it collides with.
    pub(super) collides: Collides,
    /// Its layer, if it moves.
    pub(super) layer: i32,
    /// Whether it is a moving part that sleeps: it still collides with parts that are awake.
    pub asleep: bool,
}

impl Collider {
    /// Puts the part to sleep at a pose.
    pub fn fall_asleep(&mut self, pose: Pose) {
        (self.body, self.pose, self.asleep) = (None, pose, true);
    }

    fn moves(&self) -> bool {
        self.body.is_some() || self.asleep
    }

    /// Coefficient of friction with another: the geometric mean.
    pub fn friction_with(&self, other: &Self) -> f64 {
        (self.friction * other.friction).sqrt()
    }

    /// Length of rolling friction with another: the larger (m).
    pub fn rolling_with(&self, other: &Self) -> f64 {
        self.rolling.max(other.rolling)
    }

    /// Coefficient of restitution with another: the larger.
    pub fn restitution_with(&self, other: &Self) -> f64 {
        self.restitution.max(other.restitution)
    }
}

/// All colliders of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Colliders {
    /// In the order of the scene, the floor last; shared with caches derived from it.
    pub list: Arc<Vec<Collider>>,
    /// Pairs of parts that are joined directly, sorted.
    pub(super) joined: Vec<(Id, Id)>,
}

impl Colliders {
    /// Whether two colliders collide.
    pub fn collide(&self, a: usize, b: usize) -> bool {
        let (one, two) = (&self.list[a], &self.list[b]);
        let either = |what: Collides| one.collides == what || two.collides == what;
        if one.body.is_none() && two.body.is_none() || either(Collides::Nothing) {
            return false;
        }
        let both_move = one.moves() && two.moves();
        if both_move && (one.layer != two.layer || one.machine == two.machine && !either(Collides::All)) {
            return false;
        }
        match (one.part, two.part) {
            (Some(a), Some(b)) => self.joined.binary_search(&(a.min(b), a.max(b))).is_err(),
            _ => true,
        }
    }

    /// Moving parts without pieces, unless they are set to touch nothing anyway.
    pub fn without_pieces(&self) -> impl Iterator<Item = Id> {
        let all = self
            .list
            .iter()
            .filter(|it| it.pieces.is_empty() && it.moves() && it.collides != Collides::Nothing);
        all.filter_map(|it| it.part)
    }

    /// Records the sleeping parts of a pair as pushed.
    pub fn note_pushed(&self, (a, b): Pair, pushed: &mut Vec<u32>) {
        let sleeps = |it: &u32| self.list[*it as usize].asleep;
        pushed.extend([a.0, b.0].into_iter().filter(sleeps));
    }

    /// Whether both pieces of a pair exist.
    pub fn has(&self, (a, b): Pair) -> bool {
        let is_there = |piece: Piece| {
            let own = self.list.get(piece.0 as usize);
            own.is_some_and(|it| (piece.1 as usize) < it.pieces.len())
        };
        is_there(a) && is_there(b)
    }

    /// Carries contact points over from earlier colliders: keeps the points whose parts both have the same shape as before and still collide.
    pub fn carry_over(&self, earlier: &Self, points: &[Point]) -> Vec<Point> {
        let now = |(index, piece): Piece| {
            let old = earlier.list.get(index as usize)?;
            let own = self.list.iter().position(|it| it.part == old.part)?;
            (self.list[own].pieces == old.pieces).then_some((own as u32, piece))
        };
        let carried = points.iter().filter_map(|point| {
            let (a, b) = (now(point.pair.0)?, now(point.pair.1)?);
            // Both lists are in the order of the scene, so the order within a pair is unchanged.
            (a < b && self.collide(a.0 as usize, b.0 as usize)).then_some(Point {
                pair: (a, b),
                ..*point
            })
        });
        carried.collect()
    }
}
