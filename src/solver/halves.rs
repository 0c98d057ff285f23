//! Half a back-solve for each auxiliary row (Rosenthal's remark in Baraff 1996, section 10): where the multipliers are
//! workless their matrix is `K^T H^-1 K = (L^-1 K)^T D^-1 (L^-1 K)`, so the way from the root back to the leaves need
//! not be gone at all. And the way up starts at the bodies the row acts on: nothing else is touched.
//!
//! A product of two rows then costs the joints that their ways to the root have in common, so for many rows on long
//! ways whole back-solves are less work: [`Halves::pays`] compares.

use super::blocks::{MAX_TRIANGLE, factor, solve_lower, triangle};
use super::equations::{Moment, add_row_force};
use super::joint::forward;
use super::sparse::Sparse;
use super::symbolic::NONE;
use super::system::{MAX_BODY_DIM, MAX_CONSTRAINT_DIM, Topology};

/// Numbers kept of a joint on the way of a row.
const KEPT: usize = MAX_BODY_DIM + MAX_CONSTRAINT_DIM;
/// Work of a joint in half a solve, in a whole one with the motion after it, and in a product; multiplications of a pin.
const COSTS: [usize; 3] = [25, 65, 10];

/// The ways of the rows of one island, and what was found on them.
#[derive(Default)]
pub(super) struct Halves {
    /// Joints on the way of each row to the roots, ascending, row after row.
    ways: Vec<usize>,
    /// Roots at the end of the ways.
    roots: Vec<usize>,
    /// Where the ways and the roots of each row start.
    start: Vec<(usize, usize)>,
    joint_numbers: Vec<[f64; KEPT]>,
    root_numbers: Vec<[f64; MAX_BODY_DIM]>,
    root_factors: Vec<[f64; MAX_TRIANGLE]>,
}

impl Halves {
    /// Finds the ways of these rows (constraint and row of it), with the joint of each body, [`NONE`] for a root.
    pub(super) fn new(
        topology: &Topology,
        sparse: &Sparse,
        rows: &[(usize, usize)],
        joint_of: &[usize],
    ) -> Self {
        let mut halves = Self {
            start: vec![(0, 0)],
            ..Self::default()
        };
        for &(constraint, _) in rows {
            let (way, root) = (halves.ways.len(), halves.roots.len());
            for end in topology.ends(constraint) {
                let mut body = end.body;
                while joint_of[body] != NONE {
                    halves.ways.push(joint_of[body]);
                    body = sparse.joints()[joint_of[body]].parent();
                    if body == NONE {
                        break;
                    }
                }
                if body != NONE {
                    halves.roots.push(body);
                }
            }
            for (list, from) in [(&mut halves.ways, way), (&mut halves.roots, root)] {
                list[from..].sort_unstable();
                let mut kept = from;
                for k in from..list.len() {
                    if k == from || list[k] != list[k - 1] {
                        list[kept] = list[k];
                        kept += 1;
                    }
                }
                list.truncate(kept);
            }
            halves.start.push((halves.ways.len(), halves.roots.len()));
        }
        halves.joint_numbers.resize(halves.ways.len(), [0.0; KEPT]);
        halves
            .root_numbers
            .resize(halves.roots.len(), [0.0; MAX_BODY_DIM]);
        halves
            .root_factors
            .resize(halves.roots.len(), [0.0; MAX_TRIANGLE]);
        halves
    }

    /// Multiplications of half solves and of whole ones for an island of so many joints.
    pub(super) fn work(&self, joints: usize) -> (usize, usize) {
        let rows = self.start.len() - 1;
        let half = self.ways.len() * COSTS[0] + self.ways.len() * (rows + 1) / 2 * COSTS[2];
        (half, rows * joints * COSTS[1])
    }

    /// Whether half solves are less work than whole ones.
    pub(super) fn pays(&self, joints: usize) -> bool {
        let (half, whole) = self.work(joints);
        half < whole
    }

    /// `L^-1 K` of every row. `force` has to be zero and is left zero. Nothing when a root has lost its mass.
    pub(super) fn fill(
        &mut self,
        at: &Moment<'_>,
        sparse: &Sparse,
        rows: &[(usize, usize)],
        (force, lambda, nothing): (&mut [f64], &mut [f64], &[f64]),
    ) -> Option<()> {
        let topology = at.topology;
        let coordinates = |body: usize| topology.body_offset(body)..topology.body_offset(body + 1);
        for (index, &(constraint, row)) in rows.iter().enumerate() {
            add_row_force(at, constraint, row, 1.0, force);
            let ((way, root), (way_end, root_end)) = (self.start[index], self.start[index + 1]);
            for k in way..way_end {
                let joint = &sparse.joints()[self.ways[k]];
                forward(joint, &sparse.stored(self.ways[k]), at, nothing, force, lambda);
                let numbers = &mut self.joint_numbers[k];
                let own = &mut force[coordinates(joint.child())];
                numbers[..joint.child_dim()].copy_from_slice(own);
                own.fill(0.0);
                for r in 0..joint.rows() {
                    numbers[joint.child_dim() + r] = lambda[joint.row(r)];
                }
            }
            for k in root..root_end {
                let (body, dim) = (self.roots[k], topology.body_dim(self.roots[k]));
                let mass = sparse.articulated_mass().get(topology.mass_offset(body)..)?;
                let l = &mut self.root_factors[k];
                for i in 0..dim {
                    l[triangle(i)..triangle(i + 1)].copy_from_slice(&mass[i * dim..][..i + 1]);
                }
                if !factor(dim, l, |_| 0.0) {
                    return None;
                }
                let own = &mut force[coordinates(body)];
                solve_lower(dim, l, own, 1);
                self.root_numbers[k][..dim].copy_from_slice(own);
                own.fill(0.0);
            }
        }
        Some(())
    }

    /// `K_i^T H^-1 K_j`.
    pub(super) fn product(&self, topology: &Topology, sparse: &Sparse, i: usize, j: usize) -> f64 {
        let mut sum = 0.0;
        let (from, to) = (self.start[i], self.start[j]);
        let (from_end, to_end) = (self.start[i + 1], self.start[j + 1]);
        each_common(&self.ways, (from.0, from_end.0), (to.0, to_end.0), |m, n| {
            let index = self.ways[m];
            let (x, y) = (&self.joint_numbers[m], &self.joint_numbers[n]);
            sum += sparse.stored(index).product(&sparse.joints()[index], x, y);
        });
        each_common(&self.roots, (from.1, from_end.1), (to.1, to_end.1), |m, n| {
            for k in 0..topology.body_dim(self.roots[m]) {
                sum +=
                    self.root_numbers[m][k] * self.root_factors[m][triangle(k) + k] * self.root_numbers[n][k];
            }
        });
        sum
    }
}

/// Visits what two ascending ranges of a list have in common.
fn each_common(
    list: &[usize],
    (mut m, m_end): (usize, usize),
    (mut n, n_end): (usize, usize),
    mut visit: impl FnMut(usize, usize),
) {
    while m < m_end && n < n_end {
        match list[m].cmp(&list[n]) {
            std::cmp::Ordering::Less => m += 1,
            std::cmp::Ordering::Greater => n += 1,
            std::cmp::Ordering::Equal => {
                visit(m, n);
                m += 1;
                n += 1;
            }
        }
    }
}
