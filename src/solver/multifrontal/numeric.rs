//! Numeric factorisation and triangular solves of one part of an island.
//!
//! ```text
//! A = J W J^T + E,   scaled to a unit diagonal        front: assemble bodies and update matrices of children, eliminate pivots
//! ```

use super::plan::{Body, Front, Part};
use super::triangles::Triangles;
use super::unknowns::Unknowns;
use crate::Hardware;
use crate::dense_kernels::{Packed, factor_panel, solve_down, solve_up, update_rest};
use crate::equations::SystemAt;
use crate::system::MAX_BODY_DIM;

/// Smaller pivots are raised to this value: they can only be rounding, as the compliance is a thousand times as large.
const LEAST: f64 = 1e-14;

/// A pivot below this fraction of its diagonal entry has lost too many digits: the factorisation needs a compliance.
const LOST: f64 = 1e-9;

/// Supplies the update matrix of a front of another part, given as (part, front), and the row of the parent front for each of its rows.
pub(super) type Import<'a> = &'a dyn Fn((u32, u32), &mut dyn FnMut(&[f64], &[u32]));

/// Numeric factor of a part.
pub(super) struct Numbers {
    pub(super) plan: Part,
    fronts: Triangles,
    packed: Packed,
    hardware: Hardware,
    pub(super) unknowns: Unknowns,
    /// S, the sign of the pivot of each unknown: 1 for rows, -1 for coordinates of kept bodies.
    signs: Vec<f64>,
    /// Scratch: scaled Jacobian blocks of the rows on one body.
    blocks: Vec<[f64; MAX_BODY_DIM]>,
}

impl Numbers {
    /// Allocates the factor of a part; the system has `rows` rows.
    pub(super) fn new(plan: Part, rows: usize, hardware: Hardware) -> Self {
        let most = plan.bodies.iter().map(|it| it.touches.1 - it.touches.0).max();
        Self {
            fronts: Triangles::new(&plan),
            packed: Packed::default(),
            hardware,
            unknowns: Unknowns::new(&plan, rows),
            signs: plan
                .rows
                .iter()
                .map(|&row| if (row as usize) < rows { 1.0 } else { -1.0 })
                .collect(),
            blocks: vec![[0.0; MAX_BODY_DIM]; most.unwrap_or_default() as usize],
            plan,
        }
    }

    /// Update matrix of a front, and the row of the parent front for each of its rows.
    pub(super) fn update(&self, front: usize) -> (&[f64], &[u32]) {
        self.fronts.update(&self.plan, front)
    }

    /// Factors the part, with `compliance` added to E as a fraction of the diagonal of A; `import` supplies the update matrices of other
    /// parts. `None` when a pivot is lost or not finite.
    #[inline(always)]
    pub(super) fn factor<const FUSED: bool>(
        &mut self,
        at: &SystemAt<'_>,
        compliance: f64,
        import: Import<'_>,
    ) -> Option<()> {
        self.unknowns.find_scale(&self.plan, at);
        for index in 0..self.plan.fronts.len() {
            let front = self.plan.fronts[index];
            self.fronts.clear(&front);
            self.put_in_bodies(&front, at);
            self.put_in_entries(&front, at);
            for k in (0..front.width).filter(|k| self.signs[front.first + k] > 0.0) {
                let (row, scale) = (
                    self.plan.rows[front.first + k],
                    self.unknowns.scale[front.first + k],
                );
                *self.fronts.at(&front, [k, k]) +=
                    at.system.compliance[row as usize] * scale * scale + compliance;
            }
            self.fronts.add_children(&self.plan, &front);
            for &from in &self.plan.imports[front.imports.0..front.imports.1] {
                import(from, &mut |update, into| self.fronts.add(update, into, &front));
            }
            self.eliminate::<FUSED>(&front, compliance)?;
        }
        Some(())
    }

    /// Number of row pivots that are hardly more than the `compliance` added to them, with the diagonal of A scaled to one: of two equal rows the
    /// second has a pivot of twice the compliance. The factor has `1/sqrt(pivot)` on its diagonal.
    pub(super) fn repaired(&self, compliance: f64) -> usize {
        let of_front = |front: &Front| {
            let panel = self.fronts.panel(front);
            let is_repaired = |&k: &usize| {
                let inverse = panel[k * front.size + k];
                self.signs[front.first + k] > 0.0 && 3.0 * compliance * inverse * inverse > 1.0
            };
            (0..front.width).filter(is_repaired).count()
        };
        self.plan.fronts.iter().map(of_front).sum()
    }

    /// Assembles Jacobians and masses of kept bodies in a front.
    #[inline(always)]
    fn put_in_entries(&mut self, front: &Front, at: &SystemAt<'_>) {
        for entry in &self.plan.entries[front.entries.0..front.entries.1] {
            let (place, from) = (entry.place.map(|it| it as usize), entry.from as usize);
            let number = match entry.is_mass {
                true => -at.system.mass[from],
                false => at.system.jacobian[from],
            };
            let [one, other] = entry.rows.map(|row| self.unknowns.scale[row as usize]);
            *self.fronts.at(front, place) += one * number * other;
        }
    }

    /// Assembles `J W J^T` of the bodies whose first row is a pivot of this front.
    #[inline(always)]
    fn put_in_bodies(&mut self, front: &Front, at: &SystemAt<'_>) {
        for index in front.bodies.0..front.bodies.1 {
            let body = self.plan.bodies[index];
            match at.topology.body_dim(body.body as usize) {
                1 => self.put_in_body::<1>(front, at, body),
                2 => self.put_in_body::<2>(front, at, body),
                3 => self.put_in_body::<3>(front, at, body),
                _ => self.put_in_body::<MAX_BODY_DIM>(front, at, body),
            }
        }
    }

    #[inline(always)]
    fn put_in_body<const D: usize>(&mut self, front: &Front, at: &SystemAt<'_>, body: Body) {
        let w = &at.w[at.topology.mass_offset(body.body as usize)..][..D * D];
        let touches = &self.plan.touches[body.touches.0 as usize..body.touches.1 as usize];
        let blocks = &mut self.blocks[..touches.len()];
        for (block, touch) in blocks.iter_mut().zip(touches) {
            let scale = self.unknowns.scale[touch.row as usize];
            let j = &at.system.jacobian[touch.block as usize..][..D];
            for i in 0..D {
                block[i] = scale * j[i];
            }
        }
        for (k, one) in touches.iter().enumerate() {
            let mut wj = [0.0; D];
            for i in 0..D {
                wj[i] = (0..D).map(|n| w[i * D + n] * blocks[k][n]).sum();
            }
            let (list, start) = self.fronts.column(front, one.at as usize);
            for (other, block) in touches[k..].iter().zip(&blocks[k..]) {
                let product: f64 = (0..D).map(|n| block[n] * wj[n]).sum();
                list[start.wrapping_add(other.at as usize)] += product;
            }
        }
    }

    #[inline(always)]
    fn eliminate<const FUSED: bool>(&mut self, front: &Front, compliance: f64) -> Option<()> {
        let (size, width) = (front.size, front.width);
        let (panel, update) = self.fronts.of(front);
        let judge = |pivot: f64| {
            if compliance > 0.0 {
                pivot.is_finite().then_some(pivot.max(LEAST))
            } else {
                (pivot > LOST && pivot.is_finite()).then_some(pivot)
            }
        };
        let signs = &self.signs[front.first..front.first + width];
        factor_panel::<FUSED>(
            self.hardware,
            (size, width),
            panel,
            (signs, &mut self.packed),
            judge,
        )?;
        update_rest(
            self.hardware,
            (size, width),
            (panel, signs),
            update,
            &mut self.packed,
        );
        Some(())
    }

    /// Forward substitution; contributions to unknowns of the top accumulate in the tail.
    #[inline(always)]
    pub(super) fn forward_substitute<const FUSED: bool>(&mut self) {
        let fronts = &self.fronts;
        self.unknowns.forward_substitute(&self.plan, |front, x| {
            solve_down::<FUSED>((front.size, front.width), fronts.panel(front), x);
        });
    }

    /// Back substitution; the tail must hold the solution of the top.
    #[inline(always)]
    pub(super) fn back_substitute<const FUSED: bool>(&mut self) {
        let (fronts, signs) = (&self.fronts, &self.signs);
        self.unknowns.back_substitute(&self.plan, |front, x| {
            let signs = &signs[front.first..front.first + front.width];
            solve_up::<FUSED>((front.size, front.width), (fronts.panel(front), signs), x);
        });
    }
}
