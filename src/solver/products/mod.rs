//! Products with the blocks of J and W, without forming any matrix:
//!
//! ```text
//! a = W (f + J^T lambda),   r = J a + c + E lambda,   diag A = diag(J W J^T) + E
//! ```
//! Every method shares them: without multipliers r is the right-hand side of `A lambda = -r`, with them it is the residual of
//! an answer. Where each body and each row finds its blocks is planned once per topology; each gathers what it needs, so that
//! every number is written once, and in an order that does not depend on threads.

mod bodies;
mod constant;
mod diagonal;
mod lanes;
mod plan;
mod residual;
mod simd_diagonal;
mod simd_residual;
mod sink;
mod soundness;
mod terms;

use crate::simd::RequiredLengths;

pub(super) use bodies::accelerations;
pub(super) use diagonal::{diagonal_of_a, diagonal_of_one};
pub(super) use residual::{residual, residual_norms};
pub(super) use terms::{SquaredNorms, residual_and_terms};

/// N numbers from a place of the plan on.
#[inline(always)]
fn block<const N: usize>(all: &[f64], at: u32) -> &[f64; N] {
    // There is no other length: the slice has made sure of it.
    all[at as usize..][..N].first_chunk().unwrap_or(&[0.0; N])
}

/// Stores N numbers from a place of the plan on.
#[inline(always)]
fn store<const N: usize>(all: &mut [f64], at: u32, numbers: [f64; N]) {
    all[at as usize..][..N].copy_from_slice(&numbers);
}

/// The part of A that is computed for every method.
pub(super) struct DiagonalOfA<'a> {
    /// One number a row.
    pub(super) diagonal: &'a mut [f64],
    /// The entry between the two rows of a pin, for each of them.
    pub(super) cross: &'a mut [f64],
}

/// A term of `J^T lambda` of a body: a pin, or one row of anything else.
#[derive(Clone, Copy, Debug)]
struct Term {
    row: u32,
    /// Where its block starts in the Jacobian.
    block: u32,
}

/// How the terms of a body are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Rigid, and held by nothing but pins.
    Pinned,
    /// Any other.
    Any,
}

/// A body.
#[derive(Clone, Copy, Debug)]
struct Body {
    index: u32,
    /// Where its coordinates start.
    at: u32,
}

/// Bodies of the same kind and size, with as many terms each.
#[derive(Clone, Copy, Debug)]
struct BodyBatch {
    kind: Kind,
    dim: usize,
    held: usize,
    /// End in the list of bodies.
    end: usize,
    /// End in the list of terms.
    terms_end: usize,
}

/// The kernel of a constraint: its rows, and the sizes of its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// A pin on as many bodies.
    Pin(u8),
    /// So many rows on one or two bodies of so many coordinates.
    Rows(u8, [u8; 2]),
    /// One row on two bodies of two coordinates, in constraints that follow each other without a gap.
    Rods,
    /// Pins on two bodies that follow each other in the same way.
    Pins,
    /// On more bodies, or none.
    Many,
}

/// Where the numbers of a constraint are.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// First of its rows.
    row: u32,
    /// Where its blocks start in the Jacobian; for [`Form::Many`] the constraint.
    block: u32,
    /// Where the coordinates of its bodies start.
    at: [u32; 2],
}

/// Constraints of the same form.
#[derive(Clone, Copy, Debug)]
struct ConstraintBatch {
    form: Form,
    /// End in the list of constraints.
    end: usize,
}

/// Where the parts of an island end.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    body_batches: usize,
    constraint_batches: usize,
    ranges: usize,
    spans: usize,
}

/// The plan of the products, for all islands.
#[derive(Default)]
pub(super) struct Products {
    bodies: Vec<Body>,
    body_batches: Vec<BodyBatch>,
    terms: Vec<Term>,
    constraints: Vec<Places>,
    constraint_batches: Vec<ConstraintBatch>,
    /// Rows of each island, as ranges as long as can be.
    ranges: Vec<(usize, usize)>,
    /// Coordinates of each island, in the same way.
    spans: Vec<(usize, usize)>,
    /// Coordinates of islands without rows.
    loose: Vec<(usize, usize)>,
    /// A zero for each row.
    nothing: Vec<f64>,
    /// Constraints in no island, because they are on nothing or beside the graph, and those on many bodies.
    others: Vec<usize>,
    /// Ends of each island, from 0 on.
    islands: Vec<Ends>,
    /// Lengths that arrays need for every place in the lists above.
    needs: RequiredLengths,
}

/// Calls a kernel with numbers of rows and of coordinates of both bodies as constants, where they are those of points
/// and rigid bodies; else does something else.
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
    /// The bodies of some islands, a batch at a time, with the terms of all of them, body after body.
    fn body_batches(
        &self,
        islands: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (&BodyBatch, &[Body], &[Term])> {
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

    /// The constraints of some islands, a form at a time.
    fn constraint_batches(&self, islands: std::ops::Range<usize>) -> impl Iterator<Item = (Form, &[Places])> {
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

    /// Rows of an island.
    pub(super) fn ranges(&self, island: usize) -> &[(usize, usize)] {
        &self.ranges[self.islands[island].ranges..self.islands[island + 1].ranges]
    }

    /// Coordinates of an island.
    pub(super) fn spans(&self, island: usize) -> &[(usize, usize)] {
        &self.spans[self.islands[island].spans..self.islands[island + 1].spans]
    }

    /// A zero for each row.
    pub(super) fn zero_rows(&self) -> &[f64] {
        &self.nothing
    }

    /// Coordinates of islands without rows.
    pub(super) fn loose(&self) -> &[(usize, usize)] {
        &self.loose
    }

    /// Constraints that [`diagonal_of_a`] leaves to [`diagonal_of_one`].
    pub(super) fn others(&self) -> impl Iterator<Item = usize> {
        self.others.iter().copied()
    }

    /// Whether each row is in an island.
    pub(super) fn covers(&self, rows: usize) -> bool {
        self.ranges.iter().map(|(start, end)| end - start).sum::<usize>() == rows
    }

    /// All bodies, each after its island.
    pub(super) fn bodies_of_islands(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.islands.len() - 1).flat_map(|island| {
            let bodies = self.body_batches(island..island + 1).flat_map(|batch| batch.1);
            bodies.map(move |body| (island, body.index as usize))
        })
    }
}
