//! The points that touch or may do so within a step.

use std::sync::Arc;

use crate::math::Vec2;
use crate::sim::{Model, SimState};

use super::bodies::speed;
use super::collider::{Collider, Colliders};
use super::pairs::{Boxed, find, sort};
use super::point::{Pair, Piece};
use super::rows::{ContactSystem, POINTS};
use super::solid::Solid;
use super::touch::{Touch, touching};

/// Distance within which points count, beside what may be gone in a step (m), and at which pairs get rows.
const NEAR: (f64, f64) = (0.01, 0.05);
/// Way in a step that is none: what was found where parts stand is found again (m).
pub const STILL: f64 = 1e-9;
/// Pieces of a part from which on it is looked closer at than by boxes: those of a wheel's teeth lie in a few others' each.
const MANY: usize = 8;

/// A point that counts.
pub struct Active {
    /// Where its rows are.
    pub slot: usize,
    pub point: usize,
    pub touch: Touch,
    /// Coefficients of friction and restitution.
    pub material: (f64, f64),
    /// Length of rolling friction (m).
    pub rolling: f64,
}

/// The largest rate of any point of what moves, by rates of the coordinates of all bodies: of velocities in m/s, of accelerations that of
/// starting from rest.
pub fn fastest((model, colliders): (&Model, &Colliders), rates: &[f64]) -> f64 {
    let of = |collider: &Collider| {
        let body = &model.bodies[collider.body?];
        Some(speed(&rates[body.offset..], body.motion.dim(), collider.reach))
    };
    colliders.list.iter().filter_map(of).fold(0.0, f64::max)
}

/// Finds them.
#[derive(Default)]
pub struct Near {
    /// Of what pieces are placed: what does not move is placed once.
    of: Arc<Vec<Collider>>,
    /// Sorted along x, nearly as they were when pieces were placed before.
    boxes: Vec<Boxed>,
    close: Vec<Pair>,
    near: Vec<Pair>,
    placed: Vec<Solid>,
    starts: Vec<usize>,
    /// Coordinates at which they are placed, and the margin within which points were found there last, if they were (m).
    at: Vec<f64>,
    looked: Option<f64>,
    /// Where something is fast, how far each collider comes in the step (m); else nothing.
    ways: Vec<f64>,
    /// Those found, by slot.
    pub active: Vec<Active>,
    /// About what was worked since somebody took it (ns).
    work: f64,
}

/// Time of a comparison of boxes, and of points of a pair (ns).
const OF_BOXES: f64 = 3.0;
const OF_PAIR: f64 = 200.0;

impl Near {
    /// Places all pieces as they are in a state; returns the largest speed of any point of them (m/s).
    pub fn place(&mut self, (model, colliders): (&Model, &Colliders), state: &SimState) -> f64 {
        let others = !Arc::ptr_eq(&self.of, &colliders.list);
        if others {
            self.lay_out(colliders);
        }
        if !others && self.at == state.q {
            return fastest((model, colliders), &state.v);
        }
        self.at.clone_from(&state.q);
        self.looked = None;
        for (index, collider) in colliders.list.iter().enumerate() {
            if others || collider.body.is_some() {
                let pose = colliders.pose(model, state, index);
                let placed = &mut self.placed[self.starts[index]..];
                for (piece, placed) in collider.pieces.iter().zip(placed) {
                    piece.place(pose, placed);
                }
            }
        }
        for it in &mut self.boxes {
            if others || it.moves {
                let (index, k) = it.piece;
                it.bounds = self.placed[self.starts[index as usize] + k as usize].bounds();
            }
        }
        sort(&mut self.boxes);
        fastest((model, colliders), &state.v)
    }

    /// Makes room for the pieces of other colliders.
    fn lay_out(&mut self, colliders: &Colliders) {
        self.of = Arc::clone(&colliders.list);
        self.boxes.clear();
        self.starts.clear();
        for (index, collider) in colliders.list.iter().enumerate() {
            self.starts.push(self.boxes.len());
            self.boxes.extend((0..collider.pieces.len()).map(|k| Boxed {
                piece: (index as u32, k as u32),
                bounds: [Vec2::ZERO; 2],
                moves: collider.body.is_some(),
            }));
        }
        if self.placed.len() < self.boxes.len() {
            self.placed.resize_with(self.boxes.len(), Solid::default);
        }
    }

    /// A piece where it was placed last.
    fn placed(&self, piece: Piece) -> &Solid {
        &self.placed[self.starts[piece.0 as usize] + piece.1 as usize]
    }

    /// Distance at which what moves so fast (m/s), and gathers speed so fast (m/s²), may touch within `h` seconds (m).
    pub fn margin(fastest: f64, swiftest: f64, h: f64) -> f64 {
        NEAR.0 + 2.0 * fastest * h + h * h * swiftest
    }

    /// Finds the pairs of pieces, as they were placed last, whose boxes are no further apart than `margin` (m); returns how many.
    pub fn find_pairs(&mut self, colliders: &Colliders, margin: f64) -> usize {
        self.work += OF_BOXES * find(colliders, &self.boxes, margin, &mut self.close) as f64;
        self.close.len()
    }

    /// About what was worked since this was asked last (ns).
    pub fn take_work(&mut self) -> f64 {
        std::mem::take(&mut self.work)
    }

    /// One of the pairs found last.
    pub fn pair(&self, number: usize) -> Pair {
        self.close[number]
    }

    /// The points at which a pair, as it was placed last, is no further apart than `margin` (m). The normals of both are found here, once
    /// after they are placed: most pieces are far from all others.
    pub fn points(&mut self, (a, b): Pair, margin: f64, touches: &mut [Touch; POINTS]) -> usize {
        self.work += OF_PAIR;
        for (collider, piece) in [a, b] {
            self.placed[self.starts[collider as usize] + piece as usize].find_normals();
        }
        touching(self.placed(a), self.placed(b), margin, touches)
    }

    /// How deep what collides overlaps in a state, at most (m); 0 where nothing does.
    pub fn deepest(&mut self, (model, colliders): (&Model, &Colliders), state: &SimState) -> f64 {
        self.place((model, colliders), state);
        let mut deepest = 0.0_f64;
        for number in 0..self.find_pairs(colliders, 0.0) {
            let mut touches = [Touch::default(); POINTS];
            let count = self.points(self.pair(number), 0.0, &mut touches);
            let gaps = touches[..count].iter().map(|it| it.gap);
            deepest = gaps.fold(deepest, |deepest, gap| deepest.max(-gap));
        }
        deepest
    }

    /// How far both of a pair, as it was placed last, extend along a direction, together (m).
    pub fn extent(&self, (a, b): Pair, direction: Vec2) -> f64 {
        self.placed(a).extent(direction) + self.placed(b).extent(direction)
    }

    /// Of the pairs of which one part is in many pieces, leaves those that are no further apart than `margin` (m) themselves: all have rows between the
    /// same two parts, and boxes alone would make hundreds of them. Where something is fast, so it is of all.
    fn leave_near(&mut self, colliders: &Colliders, margin: f64, pairs: &mut Vec<Pair>) {
        let pieces = |it: Piece| colliders.list[it.0 as usize].pieces.len();
        pairs.retain(|&(a, b)| {
            let mut touches = [Touch::default(); POINTS];
            let margin = self.margin_of(colliders, (a, b), margin);
            self.ways.is_empty() && pieces(a).max(pieces(b)) < MANY
                || self.points((a, b), margin, &mut touches) > 0
        });
    }

    /// The margin of a pair: that of all, but where something is fast no more than both come in the step, or than one may be knocked through
    /// the other. All of a heap would else count against all of it for one part that flies into it.
    fn margin_of(&self, colliders: &Colliders, (a, b): Pair, margin: f64) -> f64 {
        let of = |piece: Piece| {
            let index = piece.0 as usize;
            Some((self.ways.get(index)?, colliders.list.get(index)?.reach))
        };
        match (of(a), of(b)) {
            (Some((one, reach)), Some((two, other))) => {
                margin.min(NEAR.0 + (one + two).max(NEAR.1).max(reach.min(other)))
            }
            _ => margin,
        }
    }

    /// How far each collider comes in `h` seconds, where that is more than is near for the fastest, which comes half of `way` (m).
    fn note_ways(&mut self, (model, colliders): (&Model, &Colliders), v: &[f64], (way, h): (f64, f64)) {
        self.ways.clear();
        if way <= NEAR.1 {
            return;
        }
        self.looked = None;
        self.ways.extend(colliders.list.iter().map(|it| {
            it.body.map_or(0.0, |index| {
                let body = &model.bodies[index];
                h * speed(&v[body.offset..], body.motion.dim(), it.reach)
            })
        }));
    }

    /// The pairs that have rows stay (`kept`), unless any of those close has none, or most of them are near no more: then it is those near. What
    /// comes of it depends on the state alone.
    fn keep_pairs(&mut self, colliders: &Colliders, margin: f64, kept: &mut Vec<Pair>) {
        let has = |pair: &Pair| kept.binary_search(pair).is_ok();
        let lacks = !self.close.iter().all(has);
        let many = |near: usize| kept.len() > 2 * near + 32;
        // What is close is near.
        if !lacks && !many(self.close.len()) {
            return;
        }
        let mut near = std::mem::take(&mut self.near);
        self.work += OF_BOXES * find(colliders, &self.boxes, margin + NEAR.1, &mut near) as f64;
        self.leave_near(colliders, margin + NEAR.1, &mut near);
        self.near = near;
        if lacks || many(self.near.len()) {
            kept.clone_from(&self.near);
        }
    }

    /// Finds the points that may touch in the next `h` seconds, in which forces move parts by `reach` (m), and makes rows for their pairs
    /// in `extended`: the state keeps which.
    pub fn look(
        &mut self,
        (model, colliders): (&Model, &Colliders),
        state: &mut SimState,
        (h, reach): (f64, f64),
        rows: &mut ContactSystem,
    ) {
        let speed = self.place((model, colliders), state);
        let way = 2.0 * speed * h;
        let margin = NEAR.0.max(2.0 * reach) + if way < STILL { 0.0 } else { way };
        self.note_ways((model, colliders), &state.v, (way, h));
        if self.looked == Some(margin) && rows.has(model, &state.rows_of) {
            return;
        }
        self.looked = Some(margin);
        rows.written = false;
        let mut close = std::mem::take(&mut self.close);
        self.work += OF_BOXES * find(colliders, &self.boxes, margin, &mut close) as f64;
        self.leave_near(colliders, margin, &mut close);
        self.close = close;
        self.keep_pairs(colliders, margin, &mut state.rows_of);
        rows.plan(model, colliders, &state.rows_of);
        self.active.clear();
        let mut slot = 0;
        for number in 0..self.close.len() {
            let (a, b) = self.close[number];
            // Both are sorted, and rows are kept of pairs that have gone apart.
            let Some(ahead) = rows.slots[slot..].iter().position(|pair| *pair == (a, b)) else {
                continue;
            };
            slot += ahead;
            let mut touches = [Touch::default(); POINTS];
            let margin = self.margin_of(colliders, (a, b), margin);
            let found = self.points((a, b), margin, &mut touches);
            let (one, two) = (&colliders.list[a.0 as usize], &colliders.list[b.0 as usize]);
            for (point, touch) in touches.into_iter().enumerate().take(found) {
                self.active.push(Active {
                    slot,
                    point,
                    touch,
                    material: (one.friction_with(two), one.restitution_with(two)),
                    rolling: one.rolling_with(two),
                });
            }
        }
    }
}
