//! Numeric LU factorisation and triangular solves of one part of an island.

use super::kernel::{factor_panels, solve_down, solve_up, update_both};
use crate::Hardware;
use crate::equations::SystemAt;
use crate::multifrontal::plan::{Body, Front, Part};
use crate::multifrontal::product::Packed;
use crate::multifrontal::triangles::Triangles;
use crate::multifrontal::unknowns::Unknowns;
use crate::simd::in_lanes;
use crate::system::MAX_BODY_DIM;

/// A pivot below this fraction of its diagonal entry is lost where the row has no compliance: rows depend on each other.
const LOST: f64 = 1e-12;

/// Numeric LU factor of a part.
pub(super) struct Numbers {
    plan: Part,
    /// Lower triangles of A, and of its transpose.
    lower: Triangles,
    upper: Triangles,
    packed: Packed,
    hardware: Hardware,
    unknowns: Unknowns,
    /// Scratch: scaled blocks of J and K of the rows on one body.
    blocks: Vec<[[f64; MAX_BODY_DIM]; 2]>,
}

impl Numbers {
    /// Allocates the factor of a part; the system has `rows` rows.
    pub(super) fn new(plan: Part, rows: usize, hardware: Hardware) -> Self {
        let most = plan.bodies.iter().map(|it| it.touches.1 - it.touches.0).max();
        Self {
            lower: Triangles::new(&plan),
            upper: Triangles::new(&plan),
            packed: Packed::default(),
            hardware,
            unknowns: Unknowns::new(&plan, rows),
            blocks: vec![[[0.0; MAX_BODY_DIM]; 2]; most.unwrap_or_default() as usize],
            plan,
        }
    }

    #[inline(always)]
    fn factor<const FUSED: bool>(
        &mut self,
        at: &SystemAt<'_>,
        push: &[f64],
        before: &[Numbers],
    ) -> Option<()> {
        self.unknowns.find_scale(&self.plan, at);
        for index in 0..self.plan.fronts.len() {
            let front = self.plan.fronts[index];
            self.lower.clear(&front);
            self.upper.clear(&front);
            for body in front.bodies.0..front.bodies.1 {
                let body = self.plan.bodies[body];
                match at.topology.body_dim(body.body as usize) {
                    2 => self.put_in_body::<2>(&front, at, push, body),
                    3 => self.put_in_body::<3>(&front, at, push, body),
                    1 => self.put_in_body::<1>(&front, at, push, body),
                    _ => self.put_in_body::<MAX_BODY_DIM>(&front, at, push, body),
                }
            }
            self.put_in_entries(&front, at, push);
            for k in 0..front.width {
                let unknown = front.first + k;
                if !self.unknowns.is_row(&self.plan, unknown) {
                    continue;
                }
                let (row, scale) = (self.plan.rows[unknown], self.unknowns.scale[unknown]);
                let own = at.system.compliance[row as usize] * scale * scale;
                *self.lower.at(&front, [k, k]) += own;
                *self.upper.at(&front, [k, k]) += own;
            }
            self.lower.add_children(&self.plan, &front);
            self.upper.add_children(&self.plan, &front);
            for &(part, from) in &self.plan.imports[front.imports.0..front.imports.1] {
                let part = &before[part as usize];
                let (update, into) = part.lower.update(&part.plan, from as usize);
                self.lower.add(update, into, &front);
                let (update, into) = part.upper.update(&part.plan, from as usize);
                self.upper.add(update, into, &front);
            }
            let size = (front.size, front.width);
            let ((lower, low), (upper, high)) = (self.lower.of(&front), self.upper.of(&front));
            let judge = |k: usize, pivot: f64| {
                let row = self.plan.rows[front.first + k] as usize;
                // With compliance a pivot vanishes only by chance: it is kept away from zero.
                let soft = at.system.compliance.get(row).is_some_and(|e| *e > 0.0);
                let kept = if soft && pivot.abs() < LOST {
                    LOST.copysign(pivot)
                } else {
                    pivot
                };
                (kept.abs() >= LOST && kept.is_finite()).then_some(kept)
            };
            factor_panels::<FUSED>(
                self.hardware,
                size,
                [&mut *lower, &mut *upper],
                &mut self.packed,
                judge,
            )?;
            update_both(self.hardware, size, [lower, upper], [low, high], &mut self.packed);
        }
        Some(())
    }

    /// Assembles Jacobians, blocks of K and masses of kept bodies in a front.
    #[inline(always)]
    fn put_in_entries(&mut self, front: &Front, at: &SystemAt<'_>, push: &[f64]) {
        for entry in &self.plan.entries[front.entries.0..front.entries.1] {
            let (place, from) = (entry.place.map(|it| it as usize), entry.from as usize);
            let [below, above] = if entry.is_mass {
                [-at.system.mass[from]; 2]
            } else if self.unknowns.is_row(&self.plan, entry.rows[0] as usize) {
                [at.system.jacobian[from], push[from]]
            } else {
                [push[from], at.system.jacobian[from]]
            };
            let [one, other] = entry.rows.map(|row| self.unknowns.scale[row as usize]);
            *self.lower.at(front, place) += one * below * other;
            *self.upper.at(front, place) += one * above * other;
        }
    }

    /// Assembles `J W K` of a body whose first row is a pivot of this front.
    #[inline(always)]
    fn put_in_body<const D: usize>(&mut self, front: &Front, at: &SystemAt<'_>, push: &[f64], body: Body) {
        let w = &at.w[at.topology.mass_offset(body.body as usize)..][..D * D];
        let touches = &self.plan.touches[body.touches.0 as usize..body.touches.1 as usize];
        let blocks = &mut self.blocks[..touches.len()];
        for (block, touch) in blocks.iter_mut().zip(touches) {
            let scale = self.unknowns.scale[touch.row as usize];
            for (block, numbers) in block.iter_mut().zip([&at.system.jacobian[..], push]) {
                for (to, from) in block.iter_mut().zip(&numbers[touch.block as usize..][..D]) {
                    *to = scale * from;
                }
            }
        }
        for (k, one) in touches.iter().enumerate() {
            // W K e for the column of A, and W J^T e, W being symmetric, for its row.
            let [wj, wk] = blocks[k].map(|block| {
                let mut turned = [0.0; D];
                for i in 0..D {
                    turned[i] = (0..D).map(|n| w[i * D + n] * block[n]).sum();
                }
                turned
            });
            let column = one.at as usize;
            let (low, low_start) = self.lower.column(front, column);
            let (high, high_start) = self.upper.column(front, column);
            for (other, [j, kk]) in touches[k..].iter().zip(&blocks[k..]) {
                let at = other.at as usize;
                low[low_start.wrapping_add(at)] += (0..D).map(|n| j[n] * wk[n]).sum::<f64>();
                high[high_start.wrapping_add(at)] += (0..D).map(|n| kk[n] * wj[n]).sum::<f64>();
            }
        }
    }

    #[inline(always)]
    fn forward_substitute<const FUSED: bool>(&mut self) {
        let lower = &self.lower;
        self.unknowns.forward_substitute(&self.plan, |front, x| {
            solve_down::<FUSED>((front.size, front.width), lower.panel(front), x);
        });
    }

    #[inline(always)]
    fn back_substitute<const FUSED: bool>(&mut self) {
        let (lower, upper) = (&self.lower, &self.upper);
        self.unknowns.back_substitute(&self.plan, |front, x| {
            let panels = [lower.panel(front), upper.panel(front)];
            solve_up::<FUSED>((front.size, front.width), panels, x);
        });
    }

    /// See [`Unknowns::set_right_hand_side`].
    pub(super) fn set_right_hand_side(&mut self, missed: &[f64]) {
        self.unknowns.set_right_hand_side(&self.plan, missed);
    }

    /// See [`Unknowns::add_tail`].
    pub(super) fn add_tail(&self, top: &mut Self) {
        self.unknowns.add_tail(&self.plan, &mut top.unknowns);
    }

    /// See [`Unknowns::take_tail`].
    pub(super) fn take_tail(&mut self, top: &Self) {
        self.unknowns.take_tail(&self.plan, &top.unknowns);
    }

    /// See [`Unknowns::write_multipliers`].
    pub(super) fn write_multipliers(&self, lambda: &mut [f64]) {
        self.unknowns.write_multipliers(&self.plan, lambda);
    }
}

in_lanes! {
    /// Factors a part; `before` holds the parts whose update matrices it adds. `None` when a pivot is lost or not finite.
    pub(super) fn factor(
        numbers: &mut Numbers,
        at: &SystemAt<'_>,
        push: &[f64],
        before: &[Numbers],
    ) -> Option<()> = factor_any
}
in_lanes! {
    /// Forward substitution; contributions to unknowns of the top accumulate in the tail.
    pub(super) fn down(numbers: &mut Numbers) = down_any
}
in_lanes! {
    /// Back substitution; the tail must hold the solution of the top.
    pub(super) fn up(numbers: &mut Numbers) = up_any
}

#[inline(always)]
fn factor_any<const FUSED: bool>(
    numbers: &mut Numbers,
    at: &SystemAt<'_>,
    push: &[f64],
    before: &[Numbers],
) -> Option<()> {
    numbers.factor::<FUSED>(at, push, before)
}

#[inline(always)]
fn down_any<const FUSED: bool>(numbers: &mut Numbers) {
    numbers.forward_substitute::<FUSED>();
}

#[inline(always)]
fn up_any<const FUSED: bool>(numbers: &mut Numbers) {
    numbers.back_substitute::<FUSED>();
}
