//! A core in fronts: small dense matrices put together from pieces of H and from what their children left, factored and
//! solved with.

use super::super::equations::Moment;
use super::super::report::SolveError;
use super::super::symbolic::{Front, Piece, Scalar, Span};
use super::{COMPLIANCE, Sparse, numerical};

impl Sparse {
    pub(super) fn factor_fronts(
        &mut self,
        fronts: (usize, usize),
        at: &Moment<'_>,
    ) -> Result<(), SolveError> {
        let mut top = 0;
        for index in fronts.0..fronts.1 {
            if at.cancelled() {
                return Err(SolveError::Cancelled);
            }
            top = self.assemble(index, top, at);
            self.take_out_pivots(index, at)?;
            top = self.leave_rest(index, top, at)?;
        }
        Ok(())
    }

    /// Puts a front together from its pieces and what its children left on the stack. Returns the new height
    /// of the stack.
    fn assemble(&mut self, index: usize, mut top: usize, at: &Moment<'_>) -> usize {
        let plan = &self.plan;
        let Front {
            width,
            height,
            pieces,
            children,
            ..
        } = plan.fronts[index];
        let size = width + height;
        let front = &mut self.front[..size * size];
        front.fill(0.0);
        for piece in &plan.pieces[pieces.0..pieces.1] {
            add_piece(piece, at, &self.mass, size, front);
        }
        for &child in &plan.children[children.0..children.1] {
            let Front { height, into, .. } = plan.fronts[child];
            top -= height * height;
            let left = &self.stack[top..top + height * height];
            let into = &plan.into[into..into + height];
            for column in 0..height {
                let to = &mut front[into[column] * size..][..size];
                let from = &left[column * height..][..height];
                for row in column..height {
                    to[into[row]] += from[row];
                }
            }
        }
        top
    }

    /// Factors the first columns of the front: L D L^T, D on the diagonal.
    fn take_out_pivots(&mut self, index: usize, at: &Moment<'_>) -> Result<(), SolveError> {
        let Front {
            first,
            width,
            height,
            panel,
            ..
        } = self.plan.fronts[index];
        let size = width + height;
        let front = &mut self.front[..size * width];
        for k in 0..width {
            let (done, rest) = front.split_at_mut((k + 1) * size);
            let column = &mut done[k * size..];
            let mut pivot = column[k];
            if let Scalar::Row(row) = self.plan.scalars[first + k] {
                let compliance = COMPLIANCE * at.diagonal[row];
                if -pivot < 2.0 * compliance {
                    self.repaired += 1;
                    pivot = pivot.min(-compliance);
                }
            }
            if pivot == 0.0 || !pivot.is_finite() {
                return Err(numerical(at, self.plan.scalars[first + k]));
            }
            column[k] = pivot;
            let inverse = pivot.recip();
            for (ahead, to) in rest.chunks_exact_mut(size).enumerate() {
                let j = k + 1 + ahead;
                let factor = column[j] * inverse;
                if factor != 0.0 {
                    for (to, from) in to[j..].iter_mut().zip(&column[j..]) {
                        *to -= factor * from;
                    }
                }
            }
            for below in &mut column[k + 1..] {
                *below *= inverse;
            }
        }
        self.panels[panel..panel + size * width].copy_from_slice(front);
        Ok(())
    }

    /// Subtracts what the pivots did to the rest of the front, and puts the rest on the stack.
    fn leave_rest(&mut self, index: usize, top: usize, at: &Moment<'_>) -> Result<usize, SolveError> {
        let Front { width, height, .. } = self.plan.fronts[index];
        let size = width + height;
        let (pivots, rest) = self.front[..size * size].split_at_mut(size * width);
        let stack = &mut self.stack[top..top + height * height];
        for j in 0..height {
            if size > 256 && at.cancelled() {
                return Err(SolveError::Cancelled);
            }
            let to = &mut rest[j * size + width + j..(j + 1) * size];
            for k in 0..width {
                let column = &pivots[k * size..][..size];
                let factor = column[width + j] * column[k];
                if factor != 0.0 {
                    for (to, from) in to.iter_mut().zip(&column[width + j..]) {
                        *to -= factor * from;
                    }
                }
            }
            stack[j * height + j..(j + 1) * height].copy_from_slice(to);
        }
        Ok(top + height * height)
    }

    fn solve_fronts(&mut self, fronts: (usize, usize)) {
        let plan = &self.plan;
        for front in &plan.fronts[fronts.0..fronts.1] {
            let below = &plan.below[front.below..front.below + front.height];
            for k in 0..front.width {
                let column = &self.panels[front.panel + k * front.size()..][..front.size()];
                let x = self.x[front.first + k];
                for i in k + 1..front.width {
                    self.x[front.first + i] -= column[i] * x;
                }
                for (&row, l) in below.iter().zip(&column[front.width..]) {
                    self.x[row] -= l * x;
                }
                self.x[front.first + k] = x / column[k];
            }
        }
        for front in plan.fronts[fronts.0..fronts.1].iter().rev() {
            let below = &plan.below[front.below..front.below + front.height];
            for k in (0..front.width).rev() {
                let column = &self.panels[front.panel + k * front.size()..][..front.size()];
                let mut x = self.x[front.first + k];
                for i in k + 1..front.width {
                    x -= column[i] * self.x[front.first + i];
                }
                for (&row, l) in below.iter().zip(&column[front.width..]) {
                    x -= l * self.x[row];
                }
                self.x[front.first + k] = x;
            }
        }
    }

    /// The core of one island by its fronts.
    pub(super) fn solve_core(&mut self, span: &Span, c: &[f64], lambda: &mut [f64]) {
        for position in span.scalars.0..span.scalars.1 {
            self.x[position] = match self.plan.scalars[position] {
                Scalar::Coordinate(index) => self.force[index],
                Scalar::Row(row) => c[row],
            };
        }
        self.solve_fronts(span.fronts);
        for position in span.scalars.0..span.scalars.1 {
            match self.plan.scalars[position] {
                Scalar::Coordinate(index) => self.a[index] = self.x[position],
                Scalar::Row(row) => lambda[row] = self.x[position],
            }
        }
    }
}

fn add_piece(piece: &Piece, at: &Moment<'_>, mass: &[f64], size: usize, front: &mut [f64]) {
    match *piece {
        Piece::Mass { body, at: place } => {
            let dim = at.topology.body_dim(body);
            let block = &mass[at.topology.mass_offset(body)..];
            for column in 0..dim {
                for row in column..dim {
                    front[(place + column) * size + place + row] += block[row * dim + column];
                }
            }
        }
        Piece::Compliance { row, at: place } => {
            front[place * size + place] -= at.system.compliance[row] + COMPLIANCE * at.diagonal[row];
        }
        Piece::Jacobian {
            start,
            dim,
            row_at,
            body_at,
        } => {
            for k in 0..dim {
                let (low, high) = (row_at.min(body_at + k), row_at.max(body_at + k));
                front[low * size + high] -= at.system.jacobian[start + k];
            }
        }
    }
}
