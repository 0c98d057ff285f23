//! Solver for a whole topology: its connected components, each solved separately.

use std::sync::atomic::AtomicBool;

use super::Component;
use super::forest::NodeKind;
use crate::checks::{check_matrices, check_right_hand_side};
use crate::graph::{Graph, Island};
use crate::{Solution, SolveError, System, Topology};

/// The paper's solver for one topology. It ignores the bounds of multipliers: [`crate::Solver`] observes them.
pub struct Textbook {
    pub(super) topology: Topology,
    pub(super) components: Vec<Component>,
    is_factored: bool,
}

impl Textbook {
    /// Chooses primary and auxiliary constraints, and orders H.
    pub fn new(topology: &Topology) -> Self {
        let graph = Graph::of(topology, |constraint| topology.is_workless(constraint));
        let component = |island: &Island| {
            let acts_here = |&constraint: &usize| {
                let body = topology.first_body(constraint);
                body.is_some_and(|body| island.bodies.binary_search(&body).is_ok())
            };
            let forced: Vec<usize> = topology.forced().filter(acts_here).collect();
            Component::new(topology, &graph, island, &forced)
        };
        Self {
            topology: topology.clone(),
            components: graph.islands.iter().map(component).collect(),
            is_factored: false,
        }
    }

    /// Number of auxiliary rows in the last factor.
    pub fn auxiliary_rows(&self) -> usize {
        self.components.iter().map(Component::auxiliary_rows).sum()
    }

    /// Factors M, J, K and E.
    ///
    /// # Errors
    /// [`SolveError::Shape`] where the system is not of this topology; otherwise as [`crate::Solver::factor`].
    pub fn factor(&mut self, system: &System) -> Result<(), SolveError> {
        self.is_factored = false;
        check_matrices(&self.topology, system)?;
        for component in &mut self.components {
            component.factor(&self.topology, system, &AtomicBool::new(false))?;
        }
        self.is_factored = true;
        Ok(())
    }

    /// Solves for multipliers and accelerations under F and c with the last factor. M, J, K and E of `system` must be those that
    /// were factored; this is not checked.
    ///
    /// # Errors
    /// [`SolveError::NotFactored`] where nothing was factored; otherwise as [`crate::Solver::solve`].
    pub fn solve(&mut self, system: &System, out: &mut Solution) -> Result<(), SolveError> {
        check_right_hand_side(&self.topology, system)?;
        if !self.is_factored {
            return Err(SolveError::NotFactored);
        }
        out.lambda.clear();
        out.lambda.resize(self.topology.rows(), 0.0);
        out.acceleration.clear();
        out.acceleration.resize(self.topology.dofs(), 0.0);
        for component in &mut self.components {
            let given = (Some(&system.force[..]), &system.c[..]);
            component.solve(&self.topology, system, given, &mut out.lambda);
            for (node, v) in component.h.nodes.iter().zip(&component.v) {
                if let NodeKind::Body(body) = node.of {
                    let range = self.topology.body_offset(body)..self.topology.body_offset(body + 1);
                    out.acceleration[range.clone()].copy_from_slice(&v[..range.len()]);
                }
            }
        }
        Ok(())
    }
}
