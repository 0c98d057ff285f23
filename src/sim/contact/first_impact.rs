//! Time of the first impact of each island within a step by impulses. Its bodies move at their velocities before the step until then, and at those after
//! it from then on. So what hits without restitution ends where it hits, and its impact is one: spread over two steps, that of a sliding point would
//! depend on where within the step it falls, at any length of the step.
//!
//! ```text
//! tau = min -g/u_n                          over points with g > 0, u_n < -rest and g + h u_n < 0
//! u_n+ >= -(g + tau u_n)/(h - tau)          at all points of the island
//! q+ = q + tau v + (h - tau) v+
//! ```
//! An island with limits or drives, or in which something bounces, is left as it is: a bounce begins where the body is.

use crate::math::UnionFind;
use crate::sim::limits::Condition;
use crate::sim::limits::tolerance::TOUCHING;
use crate::sim::{Energy, Model, SimState};

use super::collision_detection::Active;
use super::islands::connect;
use super::rows::ContactSystem;

/// Largest time of a first impact, as a share of the step: what hits at its very end does so in the next step.
const LATEST: f64 = 0.99;

/// The times of first impacts, and the way that they shift bodies.
#[derive(Default)]
pub(super) struct FirstImpacts {
    islands: UnionFind,
    /// Time of the first impact (s) by root; 0 where there is none, or where the island is left as it is. Empty without impacts.
    times: Vec<f64>,
    /// Displacement of all coordinates by the other velocities until then; empty without impacts.
    shift: Vec<f64>,
}

impl FirstImpacts {
    /// Forgets the impacts of the last step.
    pub(super) fn clear(&mut self) {
        self.times.clear();
        self.shift.clear();
    }

    /// Finds the first impacts, after [`Self::clear`], in a step of `h` seconds from a state, of points that close faster than `rest` (m/s).
    pub(super) fn find(
        &mut self,
        (model, rows): (&Model, &ContactSystem),
        (active, limits): (&[Active], &[Condition]),
        state: &SimState,
        (h, rest): (f64, f64),
    ) {
        let hit = |it: &Active| {
            if it.touch.gap <= TOUCHING {
                return None;
            }
            let rate = rows.rates((it.slot, it.point), &state.v)[0];
            let time = -it.touch.gap / rate;
            (rate < -rest && time < LATEST * h).then_some((time, it.material.1 > 0.0))
        };
        if active.iter().all(|it| hit(it).is_none()) {
            return;
        }
        let points = active.iter().map(|it| rows.constraint(it.slot, it.point));
        let joints = 0..model.topology.constraints();
        connect(&mut self.islands, &rows.topology, joints.chain(points));
        self.times.resize(model.bodies.len(), f64::INFINITY);
        for it in active {
            let Some((time, bounces)) = hit(it) else { continue };
            if let Some(end) = rows.topology.ends(rows.constraint(it.slot, it.point)).first() {
                let first = &mut self.times[self.islands.root(end.body)];
                *first = if bounces { 0.0 } else { first.min(time) };
            }
        }
        let drives = model.links.iter().enumerate().filter(|(_, link)| link.drive);
        let limits = limits.iter().map(|limit| limit.constraint);
        for constraint in drives.map(|(index, _)| index).chain(limits) {
            if let Some(end) = rows.topology.ends(constraint).first() {
                self.times[self.islands.root(end.body)] = 0.0;
            }
        }
        let none = self.times.iter_mut().filter(|time| time.is_infinite());
        none.for_each(|time| *time = 0.0);
    }

    /// Time for which the bodies of a constraint (dense index of the rows' topology) keep the velocities that they have before the step (s).
    pub(super) fn time_at(&self, rows: &ContactSystem, constraint: usize) -> f64 {
        if self.times.is_empty() {
            return 0.0;
        }
        let first = rows.topology.ends(constraint).first();
        first.map_or(0.0, |end| self.times[self.islands.root(end.body)])
    }

    /// Notes the displacement of all bodies, given the velocities after the step.
    pub(super) fn note_shift(&mut self, model: &Model, [before, after]: [&[f64]; 2]) {
        if self.times.is_empty() {
            return;
        }
        self.shift.resize(before.len(), 0.0);
        for (index, body) in model.bodies.iter().enumerate() {
            let time = self.times[self.islands.root(index)];
            for k in body.offset..body.offset + body.motion.dim() {
                self.shift[k] = time * (before[k] - after[k]);
            }
        }
    }

    /// Shifts the bodies of a state at the end of the step. What forces do on that way the impact takes.
    pub(super) fn shift(&self, model: &Model, state: &mut SimState) {
        if self.shift.is_empty() {
            return;
        }
        let was = Energy::at_one_instant(model, state).total();
        for (q, shift) in state.q.iter_mut().zip(&self.shift) {
            *q += shift;
        }
        state.work.dissipation += Energy::at_one_instant(model, state).total() - was;
    }
}
