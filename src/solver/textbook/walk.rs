//! Trace of one solve: the contents of the nodes of H after each pass of `sparsefactor` and `sparsesolve`, for display.

use super::block::Vector;
use super::forest::NodeKind;
use super::{Component, Textbook};
use crate::{Solution, SolveError, System};

/// A node of the graph of H with its contents after each pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WalkNode {
    /// Dense index of the body; `None` for a node of rows.
    pub body: Option<usize>,
    /// Primary rows of the constraints between the same bodies.
    pub rows: Vec<usize>,
    /// Index of the parent node; `None` for a root.
    pub parent: Option<usize>,
    /// Pivots of D: positive for a body (the pivots of its articulated mass), negative for rows.
    pub pivots: Vec<f64>,
    /// Right-hand side z: `J M^-1 F + c` for rows, zero for a body.
    pub given: Vec<f64>,
    /// Contents after the pass from the leaves to the root.
    pub forward: Vec<f64>,
    /// Contents after the pass from the root to the leaves: multipliers of rows (N, N m); for a body the change of its acceleration
    /// (m/s², 1/s²).
    pub solved: Vec<f64>,
}

/// Trace of the passes of one solve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walk {
    /// Nodes in the order of elimination, children before their parents.
    pub nodes: Vec<WalkNode>,
    /// Auxiliary rows with their multipliers, whose forces are applied before the passes shown.
    pub auxiliary: Vec<(usize, f64)>,
    /// The solution.
    pub solution: Solution,
}

impl Textbook {
    /// Factors and solves, and records the contents of each node after each pass.
    ///
    /// # Errors
    /// As [`Textbook::factor`] and [`Textbook::solve`].
    pub fn walk(&mut self, system: &System) -> Result<Walk, SolveError> {
        self.factor(system)?;
        let mut walk = Walk::default();
        self.solve(system, &mut walk.solution)?;
        for component in &mut self.components {
            let first = walk.nodes.len();
            component.walk(system, &walk.solution.lambda, (&self.topology, &mut walk.nodes));
            for node in &mut walk.nodes[first..] {
                node.parent = node.parent.map(|parent| parent + first);
            }
            let rows = component.auxiliary.iter().map(|&row| component.h.rows[row].index);
            let lambda = &walk.solution.lambda;
            walk.auxiliary.extend(rows.map(|row| (row, lambda[row])));
        }
        Ok(walk)
    }
}

impl Component {
    /// Traces the last solve of section 8.2, with the multipliers of auxiliary rows known.
    fn walk(
        &mut self,
        system: &System,
        lambda: &[f64],
        (topology, out): (&crate::Topology, &mut Vec<WalkNode>),
    ) {
        self.apply_force(topology, Some(&system.force));
        for i in 0..self.auxiliary.len() {
            let row = self.auxiliary[i];
            self.add_row_force(system, row, lambda[self.h.rows[row].index]);
        }
        self.load_rows(system, Some(&system.c));
        let first = out.len();
        for node in &self.h.nodes {
            let (body, rows) = match &node.of {
                NodeKind::Body(body) => (Some(*body), Vec::new()),
                NodeKind::Constraint(rows) => {
                    let primary = rows.clone().filter(|&row| self.primary[row]);
                    (None, primary.map(|row| self.h.rows[row].index).collect())
                }
            };
            out.push(WalkNode {
                body,
                rows,
                parent: node.par,
                pivots: node.d.d[..node.d.size].to_vec(),
                given: node.x[..node.d.size].to_vec(),
                ..WalkNode::default()
            });
        }
        let nodes = &mut out[first..];
        let read = |it: &Self, index: usize| -> Vec<f64> {
            let x: &Vector = &it.h.nodes[index].x;
            x[..it.h.nodes[index].d.size].to_vec()
        };
        self.leaf_to_root();
        for (index, node) in nodes.iter_mut().enumerate() {
            node.forward = read(self, index);
        }
        self.root_to_leaf();
        for (index, node) in nodes.iter_mut().enumerate() {
            node.solved = read(self, index);
        }
        self.apply_multipliers(system);
    }
}
