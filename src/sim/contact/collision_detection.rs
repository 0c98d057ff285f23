//! Collision detection for a step: contact points that touch or may touch within it.

use std::sync::Arc;

use crate::math::{Vec2, unit};
use crate::sim::{Model, SimState};

use super::bodies::speed;
use super::collider::{Collider, Colliders};
use super::pairs::{Boxed, find, sort};
use super::point::{Pair, Piece};
use super::rows::{ContactSystem, POINTS};
use super::solid::ConvexPiece;
use super::touch::{Touch, touching};

/// Margin of contact points, in addition to the distance travelled in a step (m), and additional margin of the pairs that get rows (m).
const NEAR: (f64, f64) = (0.01, 0.05);
/// Distance travelled in a step that counts as none: contact points found for parts at rest stay valid (m).
pub const STILL: f64 = 1e-9;
/// Number of pieces of a part from which its pairs are tested by distance and not only by bounding boxes: the box of a wheel's tooth meets those of
/// several teeth of another wheel.
const MANY: usize = 8;

/// A contact point within the margin, which takes part in the solve.
pub struct Active {
    /// Slot (index of the pair in `ContactSystem::slots`) in which the point has its rows.
    pub slot: usize,
    pub point: usize,
    pub touch: Touch,
    /// Coefficients of friction and restitution.
    pub material: (f64, f64),
    /// Length of rolling friction (m).
    pub rolling: f64,
}

/// The largest rate of any point of any moving collider, from the rates of all coordinates: given velocities, the largest speed (m/s); given
/// accelerations, the largest acceleration of a start from rest (m/s²).
pub fn fastest((model, colliders): (&Model, &Colliders), rates: &[f64]) -> f64 {
    let of = |collider: &Collider| {
        let body = &model.bodies[collider.body?];
        Some(speed(&rates[body.offset..], body.motion.dim(), collider.reach))
    };
    colliders.list.iter().filter_map(of).fold(0.0, f64::max)
}

/// Collision detection: finds the active contact points.
#[derive(Default)]
pub struct CollisionDetection {
    /// Colliders whose pieces are placed; fixed colliders are placed once.
    of: Arc<Vec<Collider>>,
    /// Bounding boxes, sorted along x; the order of the previous placement is nearly sorted.
    boxes: Vec<Boxed>,
    close: Vec<Pair>,
    near: Vec<Pair>,
    placed: Vec<ConvexPiece>,
    starts: Vec<usize>,
    /// Coordinates at which the pieces are placed, and the margin of the last search at these coordinates, if there was one (m).
    at: Vec<f64>,
    looked: Option<f64>,
    /// Distance that each collider travels in the step (m), where something is fast; empty otherwise.
    ways: Vec<f64>,
    /// The contact points found, in order of their slots.
    pub active: Vec<Active>,
    /// Number of pairs found to overlap in the current search; each pair is looked at once in it.
    overlapping: usize,
    /// Estimated time worked since [`take_work`](Self::take_work) (ns); infinite where so much overlaps that no step is to be taken.
    work: f64,
}

/// Estimated time of a comparison of two boxes, and of finding the points of a pair (ns).
const OF_BOXES: f64 = 3.0;
const OF_PAIR: f64 = 200.0;
/// Number of overlapping pairs, and the addition to it for each piece, beyond which parts are heaped up in one place, where no forces separate
/// them: pieces that only touch do so in three pairs each (their graph is planar).
const CROWD: (usize, usize) = (2000, 8);

impl CollisionDetection {
    /// Places all pieces at the poses of a state; returns the largest speed of any point of them (m/s).
    pub fn place(&mut self, (model, colliders): (&Model, &Colliders), state: &SimState) -> f64 {
        self.overlapping = 0;
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
                let at = (pose.position, unit(pose.angle));
                for (piece, placed) in collider.pieces.iter().zip(placed) {
                    piece.place(at, placed);
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

    /// Allocates room for the pieces of new colliders.
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
            self.placed.resize_with(self.boxes.len(), ConvexPiece::default);
        }
    }

    /// A piece as last placed.
    fn placed(&self, piece: Piece) -> &ConvexPiece {
        &self.placed[self.starts[piece.0 as usize] + piece.1 as usize]
    }

    /// Distance within which parts may touch in the next `h` seconds, for a largest speed (m/s) and a largest acceleration (m/s²) (m).
    pub fn margin(fastest: f64, swiftest: f64, h: f64) -> f64 {
        NEAR.0 + 2.0 * fastest * h + h * h * swiftest
    }

    /// Broad phase: finds the pairs of pieces, as last placed, whose boxes are no further apart than `margin` (m); returns their number.
    pub fn find_pairs(&mut self, colliders: &Colliders, margin: f64) -> usize {
        self.overlapping = 0;
        self.work += OF_BOXES * find(colliders, &self.boxes, margin, &mut self.close);
        self.close.len()
    }

    /// Estimated time worked since the last call (ns); infinite where far too much overlaps.
    pub fn take_work(&mut self) -> f64 {
        std::mem::take(&mut self.work)
    }

    /// One of the pairs found by [`find_pairs`](Self::find_pairs).
    pub fn pair(&self, number: usize) -> Pair {
        self.close[number]
    }

    /// Contact points of a pair, as last placed, within `margin` (m). The normals of both pieces are computed here, once per placement, because
    /// most pieces are far from all others.
    pub fn points(&mut self, (a, b): Pair, margin: f64, touches: &mut [Touch; POINTS]) -> usize {
        self.work += OF_PAIR;
        for (collider, piece) in [a, b] {
            self.placed[self.starts[collider as usize] + piece as usize].find_normals();
        }
        let count = touching(self.placed(a), self.placed(b), margin, touches);
        if touches[..count].iter().any(|it| it.gap < 0.0) {
            self.overlapping += 1;
            if self.overlapping > CROWD.0 + CROWD.1 * self.boxes.len() {
                self.work = f64::INFINITY;
            }
        }
        count
    }

    /// Whether pairs just found are too many to be given rows: more than pieces that only touch could form, and most of them overlap.
    fn is_crowded(&mut self) -> bool {
        self.overlapping = 0;
        if self.close.len() <= CROWD.0 + CROWD.1 * self.boxes.len() {
            return false;
        }
        for number in 0..self.close.len() {
            let mut touches = [Touch::default(); POINTS];
            self.points(self.close[number], 0.0, &mut touches);
            if self.work.is_infinite() {
                return true;
            }
        }
        self.overlapping = 0;
        false
    }

    /// Deepest overlap of colliding pieces in a state (m), with the pair; `None` where nothing overlaps.
    pub fn deepest(&mut self, model: &Model, state: &SimState) -> Option<(f64, Pair)> {
        let colliders = model.contact()?;
        self.place((model, colliders), state);
        let mut deepest: Option<(f64, Pair)> = None;
        for number in 0..self.find_pairs(colliders, 0.0) {
            let mut touches = [Touch::default(); POINTS];
            let pair = self.pair(number);
            let count = self.points(pair, 0.0, &mut touches);
            let depth = touches[..count]
                .iter()
                .fold(0.0_f64, |depth, it| depth.max(-it.gap));
            if depth > deepest.map_or(0.0, |it| it.0) {
                deepest = Some((depth, pair));
            }
        }
        deepest
    }

    /// Sum of the extents of both pieces of a pair, as last placed, along a direction (m).
    pub fn extent(&self, (a, b): Pair, direction: Vec2) -> f64 {
        self.placed(a).extent(direction) + self.placed(b).extent(direction)
    }

    /// Removes pairs whose pieces are further apart than `margin` (m), where one of the parts has many pieces: all their rows act between the same
    /// two parts, and boxes alone would give hundreds of pairs. Where something is fast, all pairs are tested so.
    fn leave_near(&mut self, colliders: &Colliders, margin: f64, pairs: &mut Vec<Pair>) {
        let pieces = |it: Piece| colliders.list[it.0 as usize].pieces.len();
        pairs.retain(|&(a, b)| {
            let mut touches = [Touch::default(); POINTS];
            let margin = self.margin_of(colliders, (a, b), margin);
            self.ways.is_empty() && pieces(a).max(pieces(b)) < MANY
                || self.points((a, b), margin, &mut touches) > 0
        });
    }

    /// Margin of a pair: the common margin, or where something is fast at most the distance that both travel in the step, or the distance by which
    /// one may be knocked through the other. Otherwise one fast part that flies into a heap would give rows to every pair of the heap.
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

    /// Stores how far each collider travels in `h` seconds (m), where `way`, twice the distance of the fastest, exceeds the near distance.
    fn note_travel(&mut self, (model, colliders): (&Model, &Colliders), v: &[f64], (way, h): (f64, f64)) {
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

    /// Updates the pairs that have rows (`kept`): they stay, unless a close pair has no rows or most of them are no longer near; then all near
    /// pairs replace them. The result depends on the state alone.
    fn keep_pairs(&mut self, colliders: &Colliders, margin: f64, kept: &mut Vec<Pair>) {
        let has = |pair: &Pair| kept.binary_search(pair).is_ok();
        let lacks = !self.close.iter().all(has);
        let many = |near: usize| kept.len() > 2 * near + 32;
        // Close pairs are a subset of near pairs.
        if !lacks && !many(self.close.len()) {
            return;
        }
        let mut near = std::mem::take(&mut self.near);
        let compared = find(colliders, &self.boxes, margin + NEAR.1, &mut near);
        if compared.is_finite() {
            self.work += OF_BOXES * compared;
            self.leave_near(colliders, margin + NEAR.1, &mut near);
        } else {
            // Too many near pairs: rows for the close ones have to do, and are made anew at each look.
            near.clone_from(&self.close);
        }
        self.near = near;
        if lacks || many(self.near.len()) {
            kept.clone_from(&self.near);
        }
    }

    /// Finds the contact points that may touch in the next `h` seconds, in which forces move parts by `reach` (m), and plans rows for their pairs.
    /// The state stores the pairs that have rows.
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
        self.note_travel((model, colliders), &state.v, (way, h));
        if self.looked == Some(margin) && rows.has(model, &state.contact_pairs) {
            return;
        }
        self.looked = Some(margin);
        rows.written = false;
        let mut close = std::mem::take(&mut self.close);
        self.work += OF_BOXES * find(colliders, &self.boxes, margin, &mut close);
        self.leave_near(colliders, margin, &mut close);
        self.close = close;
        self.active.clear();
        if self.work.is_infinite() || self.is_crowded() {
            // The caller stops for the work: nothing is planned for so many.
            self.looked = None;
            return;
        }
        self.keep_pairs(colliders, margin, &mut state.contact_pairs);
        rows.plan(model, colliders, &state.contact_pairs);
        let mut slot = 0;
        self.overlapping = 0;
        for number in 0..self.close.len() {
            let (a, b) = self.close[number];
            // Both lists are sorted; slots also hold pairs that have moved apart.
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
