//! Batch of pins of rigid bodies, for machines and cores that are not swept.
//!
//! ```text
//! r = R(angle) anchor     p = x + r     C = p_b - p_a     Cdot = p_b' - p_a',  p' = v + omega perp(r)
//! gamma = omega_a² r_a - omega_b² r_b     J = -[1 0 -r_ay; 0 1 r_ax],  [1 0 -r_by; 0 1 r_bx]
//! ```
//! The sines and cosines of all bodies are computed beforehand ([`Rotations`]).

#![allow(unsafe_code, reason = "places are checked all at once")]

use crate::bodies::MovingPoint;
use crate::constraints::pin::{Gap, end_block};
use crate::math::Vec2;
use crate::sim::{Link, Model, Place};
use crate::solver::Hardware;
use crate::solver::simd::{array_at_unchecked, in_lanes};

use super::form::{Batch, Rows, Run, add_to_runs};
use super::turns::Rotations;

/// Number of Jacobian entries of a pin between two bodies.
const BLOCKS: usize = 12;

/// All pins declared to the solver.
#[derive(Default)]
pub(super) struct Pins {
    /// Pins between two bodies.
    between: Vec<[Held; 2]>,
    runs: Vec<Run>,
    /// Pins between a body and the ground or a fixed part.
    fixed: Vec<Fixed>,
    /// Number of coordinates that the state must have.
    reach: usize,
    /// Number of turns that must be given.
    turns: usize,
}

/// End of a pin on a body.
#[derive(Clone, Copy)]
struct Held {
    /// Offset of the body's coordinates.
    at: u32,
    /// Turn of the body.
    turn: u32,
    /// Anchor in the body's own frame (m).
    anchor: Vec2,
}

#[derive(Clone, Copy)]
struct Fixed {
    held: Held,
    /// Fixed point in the world (m).
    point: Vec2,
    row: u32,
    block: u32,
    /// 1 if the body is at the end b, else -1.
    sign: f64,
}

impl Held {
    /// Returns the moving point of this end.
    ///
    /// # Safety
    /// `q` and `v` contain the three coordinates from `at` on, and `turned` contains the turn.
    #[inline(always)]
    unsafe fn point(&self, q: &[f64], v: &[f64], turned: &[[f64; 2]]) -> MovingPoint {
        // SAFETY: guaranteed by the caller.
        let (q, v, [turned]) = unsafe {
            (
                array_at_unchecked::<_, 3>(q, self.at),
                array_at_unchecked::<_, 3>(v, self.at),
                array_at_unchecked(turned, self.turn),
            )
        };
        MovingPoint::of_rigid::<false>(q, v, *turned, self.anchor)
    }
}

impl Pins {
    fn hold(&mut self, model: &Model, body: usize, anchor: Vec2, turns: &mut Rotations) -> Held {
        let (at, turn) = (model.bodies[body].offset as u32, turns.of(model, body));
        self.reach = self.reach.max(at as usize + 3);
        self.turns = self.turns.max(turn as usize + 1);
        Held { at, turn, anchor }
    }
}

impl Batch for Pins {
    fn take(&mut self, model: &Model, index: usize, link: &Link, turns: &mut Rotations) -> bool {
        if !model.topology.is_pin(index) {
            return false;
        }
        let block = model.topology.ends(index)[0].block;
        match [link.ends[0], link.ends[1]] {
            [
                Place::Moving { body: a, at: at_a },
                Place::Moving { body: b, at: at_b },
            ] => {
                let ends = [(a, at_a), (b, at_b)].map(|(body, at)| self.hold(model, body, at, turns));
                add_to_runs(&mut self.runs, link.row, 2, block, BLOCKS);
                self.between.push(ends);
            }
            [Place::Fixed { point, .. }, Place::Moving { body, at }]
            | [Place::Moving { body, at }, Place::Fixed { point, .. }] => {
                let sign = if link.ends[1].body().is_some() { 1.0 } else { -1.0 };
                let held = self.hold(model, body, at, turns);
                let (row, block) = (link.row as u32, block as u32);
                self.fixed.push(Fixed {
                    held,
                    point,
                    row,
                    block,
                    sign,
                });
            }
            _ => return false,
        }
        true
    }

    fn shrink_to_fit(&mut self) {
        self.between.shrink_to_fit();
        self.runs.shrink_to_fit();
        self.fixed.shrink_to_fit();
    }

    fn evaluate(&self, hardware: Hardware, q: &[f64], v: &[f64], turned: &[[f64; 2]], rows: &mut Rows) {
        evaluate(hardware, self, q, v, turned, rows);
    }
}

in_lanes! {
    fn evaluate(pins: &Pins, q: &[f64], v: &[f64], turned: &[[f64; 2]], rows: &mut Rows) = evaluate_anywhere
}

#[inline(always)]
fn evaluate_anywhere<const FUSED: bool>(
    pins: &Pins,
    q: &[f64],
    v: &[f64],
    turned: &[[f64; 2]],
    rows: &mut Rows,
) {
    assert!(q.len().min(v.len()) >= pins.reach, "a model and its state");
    assert!(turned.len() >= pins.turns, "a model and its turns");
    let mut between = &pins.between[..];
    for run in &pins.runs {
        let (row, block, len) = (run.row as usize, run.block as usize, run.len as usize);
        let (these, rest) = between.split_at(len);
        between = rest;
        let blocks = rows.jacobian[block..block + BLOCKS * len].chunks_exact_mut(BLOCKS);
        let numbers = [&mut *rows.value, &mut *rows.rate, &mut *rows.gamma];
        let [value, rate, gamma] = numbers.map(|all| all[row..row + 2 * len].chunks_exact_mut(2));
        let outputs = value.zip(rate).zip(gamma).zip(blocks);
        for ([a, b], (((value, rate), gamma), entries)) in these.iter().zip(outputs) {
            // SAFETY: `reach` and `turns` were checked above.
            let (a, b) = unsafe { (a.point(q, v, turned), b.point(q, v, turned)) };
            let gap = Gap::between(&a, &b);
            value.copy_from_slice(&gap.value.to_array());
            rate.copy_from_slice(&gap.rate.to_array());
            gamma.copy_from_slice(&gap.gamma.to_array());
            entries[..6].copy_from_slice(&end_block(-1.0, a.lever));
            entries[6..].copy_from_slice(&end_block(1.0, b.lever));
        }
    }
    for pin in &pins.fixed {
        // SAFETY: `reach` and `turns` were checked above.
        let end = unsafe { pin.held.point(q, v, turned) };
        let lever = end.lever;
        let [a, b] = if pin.sign > 0.0 {
            [MovingPoint::at_rest(pin.point), end]
        } else {
            [end, MovingPoint::at_rest(pin.point)]
        };
        let gap = Gap::between(&a, &b);
        let (row, start) = (pin.row as usize, pin.block as usize);
        rows.value[row..row + 2].copy_from_slice(&gap.value.to_array());
        rows.rate[row..row + 2].copy_from_slice(&gap.rate.to_array());
        rows.gamma[row..row + 2].copy_from_slice(&gap.gamma.to_array());
        rows.jacobian[start..start + 6].copy_from_slice(&end_block(pin.sign, lever));
    }
}
