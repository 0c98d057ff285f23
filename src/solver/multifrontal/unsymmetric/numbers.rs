//! The two factors of a part of an island, and what they make of a right-hand side.

use super::kernel::{factor_panels, solve_down, solve_up, update_both};
use crate::Hardware;
use crate::equations::SystemAt;
use crate::multifrontal::plan::{Body, Front, Part};
use crate::multifrontal::product::Packed;
use crate::multifrontal::triangles::Triangles;
use crate::simd::in_lanes;
use crate::system::MAX_BODY_DIM;

/// A pivot below this part of its diagonal is lost where the row has no compliance: rows depend on each other.
const LOST: f64 = 1e-12;

/// A part with its numbers.
pub(super) struct Numbers {
    plan: Part,
    /// Of A below its diagonal, and of its transpose.
    lower: Triangles,
    upper: Triangles,
    packed: Packed,
    hardware: Hardware,
    /// Rows of the system; what comes behind them are coordinates of kept bodies.
    rows: usize,
    /// Factors of the unknowns, those of the tail included.
    scale: Vec<f64>,
    /// Blocks of J and of K of the rows of one body, scaled.
    blocks: Vec<[[f64; MAX_BODY_DIM]; 2]>,
    /// The unknowns; and those of one front.
    x: Vec<f64>,
    local: Vec<f64>,
}

impl Numbers {
    /// Of a part of a system of so many rows.
    pub(super) fn new(plan: Part, rows: usize, hardware: Hardware) -> Self {
        let largest = plan.fronts.iter().map(|front| front.size).max();
        let most = plan.bodies.iter().map(|it| it.touches.1 - it.touches.0).max();
        Self {
            lower: Triangles::new(&plan),
            upper: Triangles::new(&plan),
            packed: Packed::default(),
            hardware,
            rows,
            scale: vec![0.0; plan.rows.len()],
            blocks: vec![[[0.0; MAX_BODY_DIM]; 2]; most.unwrap_or_default() as usize],
            x: vec![0.0; plan.rows.len()],
            local: vec![0.0; largest.unwrap_or_default()],
            plan,
        }
    }

    fn is_row(&self, unknown: usize) -> bool {
        (self.plan.rows[unknown] as usize) < self.rows
    }

    #[inline(always)]
    fn factor<const FUSED: bool>(
        &mut self,
        at: &SystemAt<'_>,
        push: &[f64],
        before: &[Numbers],
    ) -> Option<()> {
        for (scale, &row) in self.scale.iter_mut().zip(&self.plan.rows) {
            let diagonal = match (row as usize).checked_sub(self.rows) {
                None => at.diagonal[row as usize],
                Some(place) => at.system.mass[place],
            };
            *scale = diagonal.sqrt().recip();
        }
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
                let (row, scale) = (self.plan.rows[front.first + k], self.scale[front.first + k]);
                if row as usize >= self.rows {
                    continue;
                }
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
                // A row with compliance only comes near to it by chance.
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

    /// Jacobians, forces and masses of kept bodies.
    #[inline(always)]
    fn put_in_entries(&mut self, front: &Front, at: &SystemAt<'_>, push: &[f64]) {
        for entry in &self.plan.entries[front.entries.0..front.entries.1] {
            let (place, from) = (entry.place.map(|it| it as usize), entry.from as usize);
            let [below, above] = if entry.is_mass {
                [-at.system.mass[from]; 2]
            } else if self.is_row(entry.rows[0] as usize) {
                [at.system.jacobian[from], push[from]]
            } else {
                [push[from], at.system.jacobian[from]]
            };
            let [one, other] = entry.rows.map(|row| self.scale[row as usize]);
            *self.lower.at(front, place) += one * below * other;
            *self.upper.at(front, place) += one * above * other;
        }
    }

    /// `J W K` of a body whose first row is here.
    #[inline(always)]
    fn put_in_body<const D: usize>(&mut self, front: &Front, at: &SystemAt<'_>, push: &[f64], body: Body) {
        let w = &at.w[at.topology.mass_offset(body.body as usize)..][..D * D];
        let touches = &self.plan.touches[body.touches.0 as usize..body.touches.1 as usize];
        let blocks = &mut self.blocks[..touches.len()];
        for (block, touch) in blocks.iter_mut().zip(touches) {
            let scale = self.scale[touch.row as usize];
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
    fn down<const FUSED: bool>(&mut self) {
        for front in &self.plan.fronts {
            let (size, width) = (front.size, front.width);
            let below = &self.plan.below[front.below..][..size - width];
            self.local[..width].copy_from_slice(&self.x[front.first..front.first + width]);
            self.local[width..size].fill(0.0);
            solve_down::<FUSED>((size, width), self.lower.panel(front), &mut self.local);
            self.x[front.first..front.first + width].copy_from_slice(&self.local[..width]);
            for (&row, add) in below.iter().zip(&self.local[width..size]) {
                self.x[row as usize] += add;
            }
        }
    }

    #[inline(always)]
    fn up<const FUSED: bool>(&mut self) {
        for front in self.plan.fronts.iter().rev() {
            let (size, width) = (front.size, front.width);
            let below = &self.plan.below[front.below..][..size - width];
            self.local[..width].copy_from_slice(&self.x[front.first..front.first + width]);
            for (to, &row) in self.local[width..size].iter_mut().zip(below) {
                *to = self.x[row as usize];
            }
            let panels = [self.lower.panel(front), self.upper.panel(front)];
            solve_up::<FUSED>((size, width), panels, &mut self.local);
            self.x[front.first..front.first + width].copy_from_slice(&self.local[..width]);
        }
    }

    /// Takes the rows of the part out of what all rows miss, scaled; the tail is nothing yet.
    pub(super) fn take(&mut self, missed: &[f64]) {
        for k in 0..self.x.len() {
            self.x[k] = if k < self.plan.pivots && self.is_row(k) {
                -self.scale[k] * missed[self.plan.rows[k] as usize]
            } else {
                0.0
            };
        }
    }

    /// Adds what the tail has gathered to the part at the top.
    pub(super) fn add_tail(&self, top: &mut Numbers) {
        for (&row, x) in self.plan.tail.iter().zip(&self.x[self.plan.pivots..]) {
            top.x[row as usize] += x;
        }
    }

    /// Takes the tail from the part at the top, which is solved.
    pub(super) fn take_tail(&mut self, top: &Numbers) {
        for (&row, x) in self.plan.tail.iter().zip(&mut self.x[self.plan.pivots..]) {
            *x = top.x[row as usize];
        }
    }

    /// Puts the multipliers of the part where they belong.
    pub(super) fn give(&self, lambda: &mut [f64]) {
        for k in (0..self.plan.pivots).filter(|&k| self.is_row(k)) {
            lambda[self.plan.rows[k] as usize] = self.x[k] * self.scale[k];
        }
    }
}

in_lanes! {
    /// Factors; `before` are the parts that hand on. Nothing when a pivot was lost, or a number is beyond it.
    pub(super) fn factor(
        numbers: &mut Numbers,
        at: &SystemAt<'_>,
        push: &[f64],
        before: &[Numbers],
    ) -> Option<()> = factor_any
}
in_lanes! {
    /// Forward substitution; the tail gathers what the top has to add.
    pub(super) fn down(numbers: &mut Numbers) = down_any
}
in_lanes! {
    /// Back substitution, the tail being known.
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
    numbers.down::<FUSED>();
}

#[inline(always)]
fn up_any<const FUSED: bool>(numbers: &mut Numbers) {
    numbers.up::<FUSED>();
}
