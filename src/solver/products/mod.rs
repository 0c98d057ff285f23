//! Products with the blocks of J and W, without forming any matrix:
//!
//! ```text
//! a = W (f + J^T lambda),   r = J a + c + E lambda,   diag A = diag(J W J^T) + E
//! ```
//! All solver methods use these products: without multipliers r is the right-hand side of `A lambda = -r`, with multipliers it is the
//! residual of a solution. The block offsets of each body and each row are planned once per topology. Each body and each row gathers its
//! own terms, so every number is written once, and the order of summation does not depend on threads.

mod bodies;
mod constant;
mod diagonal;
mod lanes;
mod plan;
mod positivity;
mod residual;
mod simd_diagonal;
mod simd_residual;
mod sink;
mod terms;

use crate::simd::RequiredLengths;

pub(super) use bodies::accelerations;
pub(super) use diagonal::{diagonal_of_a, diagonal_of_one};
pub(super) use residual::{residual, residual_norms};
pub(super) use terms::{Norms, residual_and_terms};

/// Returns the N numbers from index `at` on.
#[inline(always)]
fn block<const N: usize>(all: &[f64], at: u32) -> &[f64; N] {
    // The slice has length N, so `first_chunk` always succeeds.
    all[at as usize..][..N].first_chunk().unwrap_or(&[0.0; N])
}

/// Stores N numbers from index `at` on.
#[inline(always)]
fn store<const N: usize>(all: &mut [f64], at: u32, numbers: [f64; N]) {
    all[at as usize..][..N].copy_from_slice(&numbers);
}

/// The entries of A that every solver method needs.
pub(super) struct DiagonalOfA<'a> {
    /// Diagonal entry of each row.
    pub(super) diagonal: &'a mut [f64],
    /// The off-diagonal entry between the two rows of a pin, stored at each of the two rows.
    pub(super) cross: &'a mut [f64],
}

/// A term of `J^T lambda` on a body: both rows of a pin, or one row of any other constraint.
#[derive(Clone, Copy, Debug)]
struct Term {
    row: u32,
    /// Offset of its block in the Jacobian.
    block: u32,
}

/// Storage form of the terms of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A rigid body held by pins only: one term per pin.
    Pinned,
    /// Any other body: one term per row.
    Any,
}

/// Batch of bodies with the same kind, number of coordinates (`dim`) and number of terms (`term_count`).
#[derive(Clone, Copy, Debug)]
struct BodyBatch {
    kind: Kind,
    dim: usize,
    term_count: usize,
    /// End of the batch in the list of bodies.
    end: usize,
    /// End of the batch in the list of terms.
    terms_end: usize,
}

/// Form of a constraint, which selects its kernel: number of rows and sizes of its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// A pin on this number of bodies, one or two.
    Pin(u8),
    /// Number of rows, and number of coordinates of each body (0: no second body).
    Rows(u8, [u8; 2]),
    /// One row on two bodies of two coordinates each; the constraints are contiguous in the arrays of rows and blocks.
    Rods,
    /// Pins on two bodies each, contiguous in the same way.
    Pins,
    /// A constraint on more than two bodies, or on none.
    AnyBodies,
}

/// Offsets of the numbers of a constraint.
#[derive(Clone, Copy, Debug)]
struct Offsets {
    /// Its first row.
    row: u32,
    /// Offset of its blocks in the Jacobian. A constraint of the form [`Form::AnyBodies`] has no single offset; the field is its index.
    block: u32,
    /// Offsets of the coordinates of its bodies.
    at: [u32; 2],
}

/// Batch of constraints of the same form.
#[derive(Clone, Copy, Debug)]
struct ConstraintBatch {
    form: Form,
    /// End of the batch in the list of constraints.
    end: usize,
}

/// End of an island in each of the lists of [`Products`].
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    body_batches: usize,
    constraint_batches: usize,
    row_ranges: usize,
    coordinate_ranges: usize,
}

/// Plan of the products, for all islands.
#[derive(Default)]
pub(super) struct Products {
    /// Offsets of the coordinates of all bodies, batch after batch.
    bodies: Vec<u32>,
    body_batches: Vec<BodyBatch>,
    terms: Vec<Term>,
    constraints: Vec<Offsets>,
    constraint_batches: Vec<ConstraintBatch>,
    /// Rows of each island, as (start, end) ranges, contiguous rows merged.
    row_ranges: Vec<(usize, usize)>,
    /// Coordinates of each island, as ranges in the same way.
    coordinate_ranges: Vec<(usize, usize)>,
    /// Coordinates of islands without rows, as ranges.
    pub(super) unconstrained_coordinates: Vec<(usize, usize)>,
    /// A zero for each row.
    pub(super) zero_rows: Vec<f64>,
    /// Constraints that [`diagonal_of_a`] does not compute, [`diagonal_of_one`] does: those in no island, because they act on no body or are
    /// left out of the graph, and those of a form without a kernel.
    pub(super) unbatched: Vec<usize>,
    /// Ends of each island, preceded by an entry of zeros: island i is between entries i and i + 1.
    islands: Vec<Ends>,
    /// Array lengths that every offset in the lists above requires.
    needs: RequiredLengths,
}

/// Calls a kernel with the number of rows and the numbers of coordinates of both bodies as constants, for the forms that occur with points
/// and rigid bodies; evaluates `$else` for any other form.
macro_rules! of_form {
    ($form:expr, $kernel:ident ( $($argument:expr),* ), $else:expr) => {
        of_form!(@cases $form, $kernel, ($($argument),*), $else,
            (1, 2, 2) (1, 2, 0) (2, 2, 0) (2, 2, 2) (1, 3, 3) (1, 3, 0) (1, 2, 3) (1, 3, 2) (2, 3, 3) (2, 3, 0)
            (3, 3, 3) (3, 3, 0))
    };
    (@cases $form:expr, $kernel:ident, $arguments:tt, $else:expr,
        $(($rows:literal, $one:literal, $other:literal))*) => {
        match $form {
            $(Form::Rows($rows, [$one, $other]) => of_form!(@call $kernel, $arguments, $rows, $one, $other),)*
            _ => $else,
        }
    };
    (@call $kernel:ident, ($($argument:expr),*), $rows:literal, $one:literal, $other:literal) => {
        $kernel::<FUSED, $rows, $one, $other>($($argument),*)
    };
}
use of_form;

impl Products {
    /// Iterates over the body batches of a range of islands: each batch with the offsets of its bodies and their terms, body after body.
    fn body_batches(
        &self,
        islands: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (&BodyBatch, &[u32], &[Term])> {
        let (start, end) = (
            self.islands[islands.start].body_batches,
            self.islands[islands.end].body_batches,
        );
        let before = start.checked_sub(1).map(|before| &self.body_batches[before]);
        let first = before.map_or((0, 0), |before| (before.end, before.terms_end));
        self.body_batches[start..end]
            .iter()
            .scan(first, |(first, terms_end), batch| {
                let found = (
                    batch,
                    &self.bodies[*first..batch.end],
                    &self.terms[*terms_end..batch.terms_end],
                );
                (*first, *terms_end) = (batch.end, batch.terms_end);
                Some(found)
            })
    }

    /// Iterates over the constraint batches of a range of islands.
    fn constraint_batches(
        &self,
        islands: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (Form, &[Offsets])> {
        let (start, end) = (
            self.islands[islands.start].constraint_batches,
            self.islands[islands.end].constraint_batches,
        );
        let first = start
            .checked_sub(1)
            .map_or(0, |before| self.constraint_batches[before].end);
        self.constraint_batches[start..end]
            .iter()
            .scan(first, |first, run| {
                let constraints = &self.constraints[*first..run.end];
                *first = run.end;
                Some((run.form, constraints))
            })
    }

    /// Returns the rows of an island, as ranges.
    pub(super) fn row_ranges(&self, island: usize) -> &[(usize, usize)] {
        &self.row_ranges[self.islands[island].row_ranges..self.islands[island + 1].row_ranges]
    }

    /// Returns the coordinates of an island, as ranges.
    pub(super) fn coordinate_ranges(&self, island: usize) -> &[(usize, usize)] {
        &self.coordinate_ranges
            [self.islands[island].coordinate_ranges..self.islands[island + 1].coordinate_ranges]
    }

    /// Whether every row belongs to an island.
    pub(super) fn covers(&self, rows: usize) -> bool {
        self.row_ranges
            .iter()
            .map(|(start, end)| end - start)
            .sum::<usize>()
            == rows
    }
}
