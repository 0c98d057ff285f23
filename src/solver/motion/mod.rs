//! What multipliers do to bodies and what rows then miss, in a walk over the bodies and one over the rows:
//!
//! ```text
//! a = W (f + J^T lambda),   m = J a + c + E lambda,   diag A = sum J W J^T + E
//! ```
//! Every answer of a factor goes through it: without multipliers it gives the right-hand side, with them the motion and
//! the proof. So what is read, and how many numbers it is, is laid down per topology, and each body and each row gathers
//! what it needs: nothing is added to in memory time and again.

mod abreast;
mod plan;
mod rows;
mod scale;
mod terms;
mod walk;
mod weigh;

use crate::simd::Needs;
use scale::square;

pub(super) use terms::{Claim, Squares, measure};
pub(super) use walk::{Asked, move_bodies, prove, walk};
pub(super) use weigh::{Weighed, weigh, weigh_one};

/// What a body feels: a pin, or one row of anything else.
#[derive(Clone, Copy, Debug)]
struct Touch {
    row: u32,
    /// Where its block starts in the Jacobian.
    block: u32,
}

/// How a body is walked over.
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

/// Bodies of the same kind and size, with as many touches each.
#[derive(Clone, Copy, Debug)]
struct Herd {
    kind: Kind,
    dim: usize,
    held: usize,
    /// End in the list of bodies.
    end: usize,
    /// End in the list of touches.
    touched: usize,
}

/// What is read of a constraint.
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

/// A constraint.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// First of its rows.
    row: u32,
    /// Where its blocks start in the Jacobian; for [`Form::Many`] the constraint.
    block: u32,
    /// Where the coordinates of its bodies start.
    at: [u32; 2],
}

/// Constraints of the same form.
#[derive(Clone, Copy, Debug)]
struct Run {
    form: Form,
    /// End in the list of lines.
    end: usize,
}

/// Where the parts of an island end.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    herds: usize,
    runs: usize,
    ranges: usize,
    spans: usize,
}

/// The walk over all islands.
#[derive(Default)]
pub(super) struct Motion {
    bodies: Vec<Body>,
    herds: Vec<Herd>,
    touches: Vec<Touch>,
    lines: Vec<Line>,
    runs: Vec<Run>,
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
    /// Room for every place in the lists above.
    needs: Needs,
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

impl Motion {
    /// The bodies of some islands, a herd at a time, with the touches of all of them, body after body.
    fn herds(&self, islands: std::ops::Range<usize>) -> impl Iterator<Item = (&Herd, &[Body], &[Touch])> {
        let (start, end) = (self.islands[islands.start].herds, self.islands[islands.end].herds);
        let before = start.checked_sub(1).map(|before| &self.herds[before]);
        let first = before.map_or((0, 0), |before| (before.end, before.touched));
        self.herds[start..end]
            .iter()
            .scan(first, |(first, touched), herd| {
                let found = (
                    herd,
                    &self.bodies[*first..herd.end],
                    &self.touches[*touched..herd.touched],
                );
                (*first, *touched) = (herd.end, herd.touched);
                Some(found)
            })
    }

    /// The constraints of some islands, a form at a time.
    fn runs(&self, islands: std::ops::Range<usize>) -> impl Iterator<Item = (Form, &[Line])> {
        let (start, end) = (self.islands[islands.start].runs, self.islands[islands.end].runs);
        let first = start.checked_sub(1).map_or(0, |before| self.runs[before].end);
        self.runs[start..end].iter().scan(first, |first, run| {
            let lines = &self.lines[*first..run.end];
            *first = run.end;
            Some((run.form, lines))
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
    pub(super) fn nothing(&self) -> &[f64] {
        &self.nothing
    }

    /// Coordinates of islands without rows.
    pub(super) fn loose(&self) -> &[(usize, usize)] {
        &self.loose
    }

    /// Constraints that [`weigh`] leaves to [`weigh_one`].
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
            let bodies = self.herds(island..island + 1).flat_map(|herd| herd.1);
            bodies.map(move |body| (island, body.index as usize))
        })
    }

    /// The norm of a vector of rows of an island, rows scaled by the diagonal of A.
    pub(super) fn norm(&self, island: usize, x: &[f64], diagonal: &[f64]) -> f64 {
        let ranges = self.ranges(island).iter();
        ranges
            .map(|&(start, end)| square(&x[start..end], &diagonal[start..end]))
            .sum::<f64>()
            .sqrt()
    }
}
