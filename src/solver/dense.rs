//! Dense method: forms `A = J W J^T + E` of each island as one matrix (Baraff 1996, section 5), scales its rows to a unit diagonal,
//! and factors it by Cholesky. Where A is singular, a factor with diagonal pivoting, of the rank of A, replaces it and gives the
//! multipliers of least norm.

use super::cholesky::Factor;
use super::equations::SystemAt;
use super::graph::Graph;
use super::incidence::{Incidence, places};
use super::inspect::{Builder, Node};
use super::refine::DirectSolver;
use super::report::SolveError;
use super::rows::Rows;
use super::system::{MAX_BODY_DIM, MAX_CONSTRAINT_DIM, Topology};

/// The factors of all islands.
#[derive(Default)]
pub(super) struct Dense {
    islands: Vec<Factor>,
    /// First row of each constraint in the matrix of its island.
    local: Vec<usize>,
    /// Constraint ends at each body of the current island: constraint and Jacobian block.
    at_body: Vec<Vec<(usize, usize)>>,
    b: Vec<f64>,
    /// Rows minus rank.
    pub(super) deficit: usize,
    /// Fill-in (blocks of the full triangles that A does not have, one block per pair of constraints), and block products of the
    /// factorisation.
    pub(super) counts: [usize; 2],
}

impl Dense {
    /// Counts the fill-in and the block products for a new topology.
    pub(super) fn count(&mut self, topology: &Topology, graph: &Graph) {
        self.counts = [0; 2];
        for island in &graph.islands {
            let place = places(&island.bodies);
            let ends =
                |&constraint: &usize| topology.ends(constraint).iter().filter_map(|end| place(end.body));
            let incidence = Incidence::new(island.bodies.len(), island.constraints.iter().map(ends));
            let count = island.constraints.len();
            self.counts[0] += count * count.saturating_sub(1) / 2 - incidence.pairs_of_units();
            self.counts[1] += dense_products(count);
        }
    }

    pub(super) fn factor(&mut self, at: &SystemAt<'_>) -> Result<(), SolveError> {
        self.deficit = 0;
        self.local.resize(at.topology.constraints(), 0);
        self.islands.resize_with(at.graph.islands.len(), Factor::default);
        for island in 0..at.graph.islands.len() {
            let mut rows = 0;
            for &constraint in &at.graph.islands[island].constraints {
                self.local[constraint] = rows;
                rows += at.topology.constraint_dim(constraint);
            }
            self.collect_ends(at, island);
            let (local, at_body) = (&self.local, &self.at_body);
            let fill = |a: &mut [f64]| form(at, island, rows, local, at_body, a);
            let held = &mut self.islands[island];
            held.factor(rows, fill, (at.cancel, at.hardware))
                .map_err(|error| match error {
                    SolveError::Numerical { .. } => SolveError::Numerical {
                        constraint: at.stiffest(),
                    },
                    other => other,
                })?;
            self.deficit += rows - held.rank;
        }
        Ok(())
    }

    /// Adds the bodies of each island and then all of its constraints, each a pivot with a full column below it.
    pub(super) fn add_to(builder: &mut Builder, topology: &Topology, graph: &Graph) {
        for island in &graph.islands {
            let rows = |&it: &usize| (topology.row_offset(it)..topology.row_offset(it + 1)).collect();
            let nodes: Vec<Node> = island.constraints.iter().map(rows).map(Node::Rows).collect();
            let full = |meets: &[Vec<usize>]| {
                let count = meets.len();
                (0..count).map(|one| (one + 1..count).collect()).collect()
            };
            builder.add_core(topology, &island.bodies, &nodes, full, products_of_column);
        }
    }

    fn collect_ends(&mut self, at: &SystemAt<'_>, island: usize) {
        self.at_body.resize(at.topology.bodies(), Vec::new());
        for &body in &at.graph.islands[island].bodies {
            self.at_body[body].clear();
        }
        for &constraint in &at.graph.islands[island].constraints {
            for end in at.topology.ends(constraint) {
                self.at_body[end.body].push((constraint, end.block));
            }
        }
    }
}

/// Returns the number of block products that the dense method needs to factor an island of so many constraints, with one block per
/// pair of them.
pub fn dense_products(constraints: usize) -> usize {
    (0..constraints).map(products_of_column).sum()
}

/// Block products of a column with `below` blocks under its diagonal: factoring the pivot, scaling the column, and updating the
/// blocks to the right of the column.
fn products_of_column(below: usize) -> usize {
    (below + 1) * (below + 2) / 2
}

/// Assembles the lower triangle of the scaled A of one island, column by column, into zeros. Only pairs of constraints that share a
/// body contribute.
fn form(
    at: &SystemAt<'_>,
    island: usize,
    size: usize,
    local: &[usize],
    at_body: &[Vec<(usize, usize)>],
    a: &mut [f64],
) {
    let (topology, system) = (at.topology, at.system);
    let scale = |constraint: usize, r: usize| at.diagonal[topology.row_offset(constraint) + r].sqrt().recip();
    for &body in &at.graph.islands[island].bodies {
        let dim = topology.body_dim(body);
        let w = &at.w[topology.mass_offset(body)..][..dim * dim];
        for (index, &(constraint, block)) in at_body[body].iter().enumerate() {
            let rows = topology.constraint_dim(constraint);
            let mut wj = [[0.0; MAX_BODY_DIM]; MAX_CONSTRAINT_DIM];
            for r in 0..rows {
                let j = &system.jacobian[block + r * dim..][..dim];
                for i in 0..dim {
                    wj[r][i] = scale(constraint, r) * (0..dim).map(|k| w[i * dim + k] * j[k]).sum::<f64>();
                }
            }
            // Constraints are in ascending order, so these are the lower rows.
            for &(other, block) in &at_body[body][index..] {
                for s in 0..topology.constraint_dim(other) {
                    let j = &system.jacobian[block + s * dim..][..dim];
                    for r in 0..rows {
                        let sum: f64 = (0..dim).map(|k| j[k] * wj[r][k]).sum();
                        a[(local[constraint] + r) * size + local[other] + s] += scale(other, s) * sum;
                    }
                }
            }
        }
    }
    for &constraint in &at.graph.islands[island].constraints {
        for r in 0..topology.constraint_dim(constraint) {
            let row = topology.row_offset(constraint) + r;
            let column = local[constraint] + r;
            let diagonal = &mut a[column * size + column];
            *diagonal += system.compliance[row] / at.diagonal[row];
            // A row with a zero Jacobian gets a pivot too, so that it is not counted as lost rank.
            if *diagonal <= 0.0 {
                *diagonal = 1.0;
            }
        }
    }
}

impl DirectSolver for Dense {
    fn solve(&mut self, at: &SystemAt<'_>, island: usize, c: &[f64], lambda: &mut [f64]) {
        let rows = Rows { at, island };
        self.b.clear();
        rows.each(|row| self.b.push(-c[row] / at.diagonal[row].sqrt()));
        self.islands[island].solve(&mut self.b, at.hardware);
        let mut next = self.b.iter();
        rows.each(|row| lambda[row] = next.next().map_or(0.0, |x| x / at.diagonal[row].sqrt()));
    }
}
