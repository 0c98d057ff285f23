//! Baraff's own way with loops (1996, section 8): the spanning forest p is solved in linear time, and the
//! constraints a that close loops are auxiliary to it.
//!
//! ```text
//! response of row j    a_j = what the forest does under the force J_a^T e_j     one back-solve each
//! A_a[i, j] = J_a[i] a_j + E[i, j]                                              k x k, dense
//! A_a lambda_a = -(J_a a_0 + c_a),   a_0 = what the forest does under F          then the forest under F + J_a^T lambda_a
//! ```
//! O(n k + k^3): right for a few loops, hopeless for a net, which is why [`super::Method::Sparse`] orders loops for
//! little fill instead. A_a is the Schur complement of the forest's rows in A, so it is symmetric and only its
//! lower triangle is formed.

use super::Hardware;
use super::cholesky::Factor;
use super::equations::{Moment, RightHandSide, add_row_force, row_motion};
use super::graph::{Graph, Role};
use super::halves::Halves;
use super::order::{Incidence, strip_leaves};
use super::refine::Direct;
use super::report::SolveError;
use super::rows::Rows;
use super::sparse::Sparse;
use super::symbolic::NONE;
use super::system::{System, Topology};

/// Compliance of the rows that are part of loops, as a part of the diagonal of A: redundant ones share their load
/// evenly, contradictory ones what they miss, and refinement takes its effect away again.
const COMPLIANCE: f64 = 1e-11;
/// The same where a leaf has rows that depend on each other: more than a joint adds to a pivot it has lost.
const SOFT: f64 = 4e-9;

/// The factor of the forest and those of the auxiliary rows of each island.
#[derive(Default)]
pub(super) struct Auxiliary {
    forest: Graph,
    sparse: Sparse,
    /// The matrices with the compliance added.
    system: System,
    /// Rows of the forest that are part of loops.
    core: Vec<usize>,
    islands: Vec<Loops>,
    response: Vec<f64>,
    lambda: Vec<f64>,
    force: Vec<f64>,
    sum: Vec<f64>,
    a: Vec<f64>,
    nothing: Vec<f64>,
    b: Vec<f64>,
    /// Back-solves of the last factorisation.
    pub(super) back_solves: usize,
    /// Pivots of the forest that had to be made up.
    pub(super) repaired: usize,
}

/// The auxiliary rows of an island.
#[derive(Default)]
struct Loops {
    rows: Vec<(usize, usize)>,
    /// Where half back-solves are less work than whole ones.
    halves: Option<Halves>,
    factor: Factor,
}

impl Auxiliary {
    pub(super) fn set_topology(&mut self, topology: &Topology, graph: &Graph, hardware: Hardware) {
        self.forest = Graph::of(topology, |constraint| graph.roles[constraint] == Role::Primary);
        let islands = 0..self.forest.islands.len();
        self.sparse
            .set_topology(topology, &self.forest, islands, hardware);
        self.islands.clear();
        self.core.clear();
        let incidence = Incidence::new(topology, graph);
        let mut joint_of = vec![NONE; topology.bodies()];
        for (index, joint) in self.sparse.joints().iter().enumerate() {
            joint_of[joint.child()] = index;
        }
        for (island, forest) in graph.islands.iter().zip(&self.forest.islands) {
            let fits = |body: usize, group: usize| graph.groups[group].rows() <= topology.body_dim(body);
            let (_, _, looped) = strip_leaves(graph, island, &incidence, fits);
            for group in looped.into_iter().map(|group| &graph.groups[group]) {
                for &constraint in group.constraints.iter().filter(|_| group.role == Role::Primary) {
                    self.core
                        .extend(topology.row_offset(constraint)..topology.row_offset(constraint + 1));
                }
            }
            let mut rows = Vec::new();
            for &constraint in &island.constraints {
                if graph.roles[constraint] == Role::Auxiliary {
                    rows.extend((0..topology.constraint_dim(constraint)).map(|row| (constraint, row)));
                }
            }
            // Rows that did not go with a leaf (a weld on a particle) are in a core, which halves know nothing of.
            let joints = island
                .bodies
                .iter()
                .map(|&body| joint_of[body])
                .filter(|&it| it != NONE);
            let (count, with_leaves) = joints.fold((0, 0), |(count, sum), joint| {
                (count + 1, sum + self.sparse.joints()[joint].rows())
            });
            let all: usize = forest
                .groups
                .iter()
                .map(|&group| self.forest.groups[group].rows())
                .sum();
            let halves = (with_leaves == all && !rows.is_empty())
                .then(|| Halves::new(topology, &self.sparse, &rows, &joint_of))
                .filter(|halves| halves.pays(count));
            self.islands.push(Loops {
                halves,
                rows,
                factor: Factor::default(),
            });
        }
        for (list, len) in [
            (&mut self.lambda, topology.rows()),
            (&mut self.nothing, topology.rows()),
            (&mut self.force, topology.dofs()),
            (&mut self.sum, topology.dofs()),
            (&mut self.a, topology.dofs()),
        ] {
            list.clear();
            list.resize(len, 0.0);
        }
    }

    pub(super) fn factor(&mut self, at: &Moment<'_>) -> Result<(), SolveError> {
        let mut softness = COMPLIANCE;
        self.factor_forest(at, softness)?;
        self.repaired = self.sparse.repaired;
        if self.repaired > 0 {
            // A leaf has rows that depend on each other, and was helped. They share with rows of the loops, so all are made
            // softer than that help, and alike: only then is what they share of least norm.
            softness = SOFT;
            self.factor_forest(at, softness)?;
        }
        let forest = Moment {
            graph: &self.forest,
            ..*at
        };
        self.back_solves = 0;
        for (island, loops) in self.islands.iter_mut().enumerate() {
            let size = loops.rows.len();
            self.response.clear();
            self.response.resize(size * size, 0.0);
            let within = Rows { at: &forest, island };
            self.back_solves += size;
            let index = |k: usize| at.topology.row_offset(loops.rows[k].0) + loops.rows[k].1;
            let scale = |k: usize| at.diagonal[index(k)].sqrt().recip();
            for k in 0..size {
                self.response[k * size + k] =
                    softness + at.system.compliance[index(k)] / at.diagonal[index(k)];
            }
            within.each_coordinate(|k| self.force[k] = 0.0);
            let workspace = (&mut self.force[..], &mut self.lambda[..], &self.nothing[..]);
            if let Some(halves) = &mut loops.halves
                && halves
                    .fill(&forest, &self.sparse, &loops.rows, workspace)
                    .is_some()
            {
                for column in 0..size {
                    if at.cancelled() {
                        return Err(SolveError::Cancelled);
                    }
                    for below in column..size {
                        self.response[column * size + below] += scale(column)
                            * scale(below)
                            * halves.product(at.topology, &self.sparse, column, below);
                    }
                }
                let response = &self.response;
                loops
                    .factor
                    .factor(size, |a| a.copy_from_slice(response), (at.cancel, at.hardware))?;
                continue;
            }
            for (column, &(constraint, row)) in loops.rows.iter().enumerate() {
                if at.cancelled() {
                    return Err(SolveError::Cancelled);
                }
                within.each_coordinate(|k| self.force[k] = 0.0);
                add_row_force(at, constraint, row, 1.0, &mut self.force);
                let given = RightHandSide {
                    force: Some(&self.force),
                    c: &self.nothing,
                };
                self.sparse.apply(&forest, island, given, &mut self.lambda);
                within.motion(Some(&self.force), &self.lambda, &mut self.sum, &mut self.a);
                for (below, &(other, r)) in loops.rows.iter().enumerate().skip(column) {
                    self.response[column * size + below] +=
                        scale(column) * scale(below) * row_motion(at, other, r, &self.a);
                }
            }
            let response = &self.response;
            loops
                .factor
                .factor(size, |a| a.copy_from_slice(response), (at.cancel, at.hardware))?;
        }
        Ok(())
    }

    /// Factors the forest with its rows this much softer, as a part of the diagonal of A.
    fn factor_forest(&mut self, at: &Moment<'_>, softness: f64) -> Result<(), SolveError> {
        self.system.mass.clone_from(&at.system.mass);
        self.system.jacobian.clone_from(&at.system.jacobian);
        self.system.compliance.clone_from(&at.system.compliance);
        if softness == SOFT {
            for (compliance, diagonal) in self.system.compliance.iter_mut().zip(at.diagonal) {
                *compliance += SOFT * diagonal;
            }
        } else {
            for &row in &self.core {
                self.system.compliance[row] += softness * at.diagonal[row];
            }
        }
        let forest = Moment {
            graph: &self.forest,
            system: &self.system,
            ..*at
        };
        self.sparse.factor(&forest, None)
    }

    /// Whether rows may share what they hold in more than one way.
    pub(super) fn shares(&self) -> bool {
        self.repaired > 0 || self.islands.iter().any(|island| island.factor.is_doubtful())
    }

    pub(super) fn fill_blocks(&self) -> usize {
        self.sparse.fill_blocks()
    }

    pub(super) fn block_updates(&self) -> usize {
        self.sparse.block_updates()
    }
}

impl Direct for Auxiliary {
    fn apply(&mut self, at: &Moment<'_>, island: usize, given: RightHandSide<'_>, lambda: &mut [f64]) {
        let forest = Moment {
            graph: &self.forest,
            ..*at
        };
        self.sparse.apply(&forest, island, given, lambda);
        let Loops { rows, factor, .. } = &mut self.islands[island];
        if rows.is_empty() {
            return;
        }
        let within = Rows { at: &forest, island };
        within.motion(given.force, lambda, &mut self.sum, &mut self.a);
        self.b.clear();
        for &(constraint, row) in &*rows {
            let index = at.topology.row_offset(constraint) + row;
            let missing = row_motion(at, constraint, row, &self.a) + given.c[index];
            self.b.push(-missing / at.diagonal[index].sqrt());
        }
        factor.solve(&mut self.b, at.cancel);
        within.each_coordinate(|k| self.force[k] = given.force.map_or(0.0, |force| force[k]));
        for (&(constraint, row), multiplier) in rows.iter().zip(&self.b) {
            let index = at.topology.row_offset(constraint) + row;
            let multiplier = multiplier / at.diagonal[index].sqrt();
            add_row_force(at, constraint, row, multiplier, &mut self.force);
            self.lambda[index] = multiplier;
        }
        let given = RightHandSide {
            force: Some(&self.force),
            c: given.c,
        };
        self.sparse.apply(&forest, island, given, lambda);
        for &(constraint, row) in &*rows {
            let index = at.topology.row_offset(constraint) + row;
            lambda[index] = self.lambda[index];
        }
    }
}
