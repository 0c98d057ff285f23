//! Broad phase: pairs of pieces whose boxes come within a margin of each other, by a sweep along x. Sorted by index, so that the result does not
//! depend on positions.

use std::cmp::Ordering;

use crate::math::Vec2;

use super::collider::Colliders;
use super::point::{Pair, Piece};

/// A piece with its bounding box.
#[derive(Clone, Copy, Debug)]
pub struct Boxed {
    /// The piece.
    pub piece: Piece,
    /// Lower left and upper right corner of the box (m).
    pub bounds: [Vec2; 2],
    /// Whether the piece can move: two fixed pieces never collide.
    pub moves: bool,
}

/// Exchanges per box after which insertion sort is given up: boxes that were sorted a step ago need fewer.
const EXCHANGES: usize = 8;

fn order(a: &Boxed, b: &Boxed) -> Ordering {
    let by_side = a.bounds[0].x.total_cmp(&b.bounds[0].x);
    by_side.then(a.piece.cmp(&b.piece))
}

/// Sorts boxes by their left side, ties by piece; in linear time where they are nearly sorted.
pub fn sort(boxes: &mut [Boxed]) {
    let mut left = EXCHANGES * boxes.len();
    for i in 1..boxes.len() {
        let mut k = i;
        while k > 0 && order(&boxes[k], &boxes[k - 1]).is_lt() {
            if left == 0 {
                boxes.sort_unstable_by(order);
                return;
            }
            boxes.swap(k, k - 1);
            left -= 1;
            k -= 1;
        }
    }
}

/// Pairs at which a search ends (a pair takes some two kilobytes of rows).
pub const MOST_PAIRS: usize = 1 << 18;

/// Writes all pairs that may collide and whose boxes, sorted, are within `margin` (m) of each other, or none where there are [`MOST_PAIRS`];
/// returns the number of comparisons, infinite in that case.
pub fn find(colliders: &Colliders, boxes: &[Boxed], margin: f64, pairs: &mut Vec<Pair>) -> f64 {
    pairs.clear();
    let mut compared = boxes.len();
    for (i, one) in boxes.iter().enumerate() {
        for two in &boxes[i + 1..] {
            if two.bounds[0].x > one.bounds[1].x + margin {
                break;
            }
            compared += 1;
            if !(one.moves || two.moves) {
                continue;
            }
            let apart =
                two.bounds[0].y > one.bounds[1].y + margin || one.bounds[0].y > two.bounds[1].y + margin;
            let (a, b) = (one.piece.min(two.piece), one.piece.max(two.piece));
            if !apart && a.0 != b.0 && colliders.collide(a.0 as usize, b.0 as usize) {
                pairs.push((a, b));
            }
        }
        if pairs.len() >= MOST_PAIRS {
            pairs.clear();
            return f64::INFINITY;
        }
    }
    pairs.sort_unstable();
    compared as f64
}
