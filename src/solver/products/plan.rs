//! Plan of the products: batches of bodies and constraints, and the array offsets they read.

use std::ops::Range;

use super::super::graph::{Graph, Island};
use super::super::system::Topology;
use super::super::topology::narrow;
use super::{BodyBatch, ConstraintBatch, Ends, Form, Kind, Offsets, Products, Term, of_form};
use crate::simd::RequiredLengths;

/// Minimum number of contiguous constraints for which SIMD kernels pay off.
const MIN_CONTIGUOUS: usize = 8;

impl Products {
    /// Plans the products for the constraints of a graph.
    pub(in super::super) fn new(topology: &Topology, graph: &Graph) -> Self {
        let mut plan = Self::default();
        plan.islands.push(Ends::default());
        let mut at_body: Vec<Vec<usize>> = vec![Vec::new(); topology.bodies()];
        let mut is_batched = vec![false; topology.constraints()];
        for island in &graph.islands {
            let (rows_before, before) = (plan.row_ranges.len(), plan.coordinate_ranges.len());
            for &constraint in &island.constraints {
                let rows = topology.row_offset(constraint)..topology.row_offset(constraint + 1);
                extend_ranges(&mut plan.row_ranges, rows_before, rows);
                for held in topology.ends(constraint) {
                    at_body[held.body].push(constraint);
                }
            }
            plan.add_constraints(topology, island, &mut is_batched);
            for &body in &island.bodies {
                let coordinates = topology.body_offset(body)..topology.body_offset(body + 1);
                extend_ranges(&mut plan.coordinate_ranges, before, coordinates);
            }
            if island.constraints.is_empty() {
                plan.unconstrained_coordinates
                    .extend_from_slice(&plan.coordinate_ranges[before..]);
            }
            plan.add_bodies(topology, island, &mut at_body);
            plan.islands.push(Ends {
                body_batches: plan.body_batches.len(),
                constraint_batches: plan.constraint_batches.len(),
                row_ranges: plan.row_ranges.len(),
                coordinate_ranges: plan.coordinate_ranges.len(),
            });
        }
        let unbatched = (0..topology.constraints()).filter(|&constraint| !is_batched[constraint]);
        plan.unbatched.extend(unbatched);
        plan.zero_rows.resize(topology.rows(), 0.0);
        plan.needs = plan.all_needs();
        plan.shrink_to_fit();
        plan
    }

    /// Adds the constraints of an island, in batches of the same form.
    fn add_constraints(&mut self, topology: &Topology, island: &Island, is_batched: &mut [bool]) {
        let mut constraints: Vec<(Form, Offsets)> = Vec::with_capacity(island.constraints.len());
        for &constraint in &island.constraints {
            let places = places(topology, constraint);
            is_batched[constraint] = has_kernel(places.0);
            constraints.push(places);
        }
        constraints.sort_by_key(|places| places.0);
        mark_consecutive(&mut constraints);
        for batch in constraints.chunk_by(|one, next| match consecutive_form(one.0) {
            Some((form, ..)) if form == one.0 => follows(one, next),
            _ => one.0 == next.0,
        }) {
            self.constraints.extend(batch.iter().map(|places| places.1));
            self.constraint_batches.push(ConstraintBatch {
                form: batch[0].0,
                end: self.constraints.len(),
            });
        }
    }

    /// Adds the bodies of an island, in batches of the same kind, size and number of terms.
    fn add_bodies(&mut self, topology: &Topology, island: &Island, at_body: &mut [Vec<usize>]) {
        let with_terms = |&body: &usize| body_and_terms(topology, body, std::mem::take(&mut at_body[body]));
        let mut bodies: Vec<_> = island.bodies.iter().map(with_terms).collect();
        bodies.sort_by_key(|it| it.0);
        let first = self.body_batches.len();
        for ((kind, dim, term_count), body, terms) in bodies {
            self.bodies.push(body);
            self.terms.extend(terms);
            let (end, terms_end) = (self.bodies.len(), self.terms.len());
            match self.body_batches[first..].last_mut() {
                Some(batch) if (batch.kind, batch.dim, batch.term_count) == (kind, dim, term_count) => {
                    (batch.end, batch.terms_end) = (end, terms_end);
                }
                _ => self.body_batches.push(BodyBatch {
                    kind,
                    dim,
                    term_count,
                    end,
                    terms_end,
                }),
            }
        }
    }

    /// Releases the unused capacity of all lists.
    fn shrink_to_fit(&mut self) {
        self.bodies.shrink_to_fit();
        self.body_batches.shrink_to_fit();
        self.terms.shrink_to_fit();
        self.constraints.shrink_to_fit();
        self.constraint_batches.shrink_to_fit();
        for list in [
            &mut self.row_ranges,
            &mut self.coordinate_ranges,
            &mut self.unconstrained_coordinates,
        ] {
            list.shrink_to_fit();
        }
        self.unbatched.shrink_to_fit();
        self.islands.shrink_to_fit();
    }

    /// Returns the array lengths that the offsets of bodies, terms and constraints require.
    fn all_needs(&self) -> RequiredLengths {
        let mut needs = RequiredLengths::default();
        for (batch, bodies, terms) in self.body_batches(0..self.islands.len() - 1) {
            for &at in bodies {
                RequiredLengths::add(&mut needs.coordinates, at, batch.dim);
            }
            let (rows, numbers) = match batch.kind {
                Kind::Pinned => (2, 6),
                _ => (1, batch.dim),
            };
            for term in terms {
                RequiredLengths::add(&mut needs.rows, term.row, rows);
                RequiredLengths::add(&mut needs.jacobian, term.block, numbers);
            }
        }
        for (form, constraints) in self.constraint_batches(0..self.islands.len() - 1) {
            let (rows, dims) = match form {
                Form::Pin(1) => (2, [3, 0]),
                Form::Pin(_) => (2, [3, 3]),
                Form::Rows(rows, dims) => (usize::from(rows), dims.map(usize::from)),
                Form::Rods => (1, [2, 2]),
                Form::Pins => (2, [3, 3]),
                Form::AnyBodies => {
                    // Their other accesses are bounds-checked.
                    RequiredLengths::add(&mut needs.rows, 0, self.zero_rows.len());
                    continue;
                }
            };
            for places in constraints {
                RequiredLengths::add(&mut needs.rows, places.row, rows);
                RequiredLengths::add(&mut needs.jacobian, places.block, rows * (dims[0] + dims[1]));
                for k in 0..2 {
                    RequiredLengths::add(&mut needs.coordinates, places.at[k], dims[k]);
                }
            }
        }
        needs
    }
}

/// Appends a range to the list, or extends the last range (if its index is at least `first`) where the new one continues it.
fn extend_ranges(ranges: &mut Vec<(usize, usize)>, first: usize, range: Range<usize>) {
    match ranges[first..].last_mut() {
        Some(last) if last.1 == range.start => last.1 = range.end,
        _ => ranges.push((range.start, range.end)),
    }
}

/// Returns, for a body held by these constraints: its batch key (kind, number of coordinates, number of terms), the offset of its
/// coordinates, and its terms.
fn body_and_terms(
    topology: &Topology,
    body: usize,
    held: Vec<usize>,
) -> ((Kind, usize, usize), u32, Vec<Term>) {
    let kind = match topology.is_rigid(body) {
        true if held.iter().all(|&it| topology.is_pin(it)) => Kind::Pinned,
        _ => Kind::Any,
    };
    let dim = topology.body_dim(body);
    let mut terms = Vec::with_capacity(held.len());
    for constraint in held {
        let rows = match kind {
            Kind::Pinned => 1,
            _ => topology.constraint_dim(constraint),
        };
        let block = topology.ends(constraint).iter().find(|end| end.body == body);
        terms.extend((0..rows).map(|r| Term {
            row: narrow(topology.row_offset(constraint) + r),
            block: block.map_or(u32::MAX, |end| narrow(end.block + r * dim)),
        }));
    }
    (
        (kind, dim, terms.len()),
        narrow(topology.body_offset(body)),
        terms,
    )
}

/// Returns the form of a constraint and the offsets of its numbers.
fn places(topology: &Topology, constraint: usize) -> (Form, Offsets) {
    let ends = topology.ends(constraint);
    let mut places = Offsets {
        row: narrow(topology.row_offset(constraint)),
        block: narrow(constraint),
        at: [0; 2],
    };
    if ends.is_empty() || ends.len() > 2 {
        return (Form::AnyBodies, places);
    }
    // The blocks of its bodies are contiguous, so one offset is enough.
    places.block = narrow(ends[0].block);
    let mut dims = [0; 2];
    for (k, end) in ends.iter().enumerate() {
        places.at[k] = narrow(topology.body_offset(end.body));
        dims[k] = topology.body_dim(end.body) as u8;
    }
    if topology.is_pin(constraint) {
        return (Form::Pin(ends.len() as u8), places);
    }
    (
        Form::Rows(topology.constraint_dim(constraint) as u8, dims),
        places,
    )
}

/// Whether [`of_form`] has a kernel for a form, or the form is a pin.
fn has_kernel(form: Form) -> bool {
    const FUSED: bool = false;
    fn listed<const FUSED: bool, const R: usize, const ONE: usize, const OTHER: usize>() -> bool {
        true
    }
    of_form!(form, listed(), matches!(form, Form::Pin(_)))
}

/// Returns the contiguous form of a form, if it has one, with the number of rows and of Jacobian entries of each constraint.
fn consecutive_form(form: Form) -> Option<(Form, u32, u32)> {
    match form {
        Form::Rows(1, [2, 2]) | Form::Rods => Some((Form::Rods, 1, 4)),
        Form::Pin(2) | Form::Pins => Some((Form::Pins, 2, 12)),
        _ => None,
    }
}

/// Whether the second constraint has the form of the first and follows it without a gap in rows and blocks.
fn follows((form, one): &(Form, Offsets), (other, next): &(Form, Offsets)) -> bool {
    form == other
        && consecutive_form(*form)
            .is_some_and(|(_, rows, numbers)| next.row == one.row + rows && next.block == one.block + numbers)
}

/// Changes the form of contiguous constraints to the contiguous one where there are at least [`MIN_CONTIGUOUS`] in sequence.
fn mark_consecutive(constraints: &mut [(Form, Offsets)]) {
    for piece in constraints.chunk_by_mut(follows) {
        if let Some((form, ..)) = consecutive_form(piece[0].0)
            && piece.len() >= MIN_CONTIGUOUS
        {
            piece.iter_mut().for_each(|places| places.0 = form);
        }
    }
}
