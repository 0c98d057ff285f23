//! Preparation once per topology: graph, islands, anticipated constraints, and whether sweeps apply.

use super::super::checks::check_bounds;
use super::super::graph::Graph;
use super::super::system::UNBOUNDED;
use super::super::{Method, SolveError, System, Topology};
use super::Solver;
use super::runs::Sweeps;

impl Solver {
    /// Prepares for systems of this topology. Does nothing if the solver is already prepared for it.
    pub fn set_topology(&mut self, topology: &Topology) {
        self.anticipated.clear();
        self.anticipated.extend(topology.forced());
        self.prepare(topology);
        if !self.has_trees() {
            let graph = self
                .graph
                .get_or_insert_with(|| Graph::without(topology, &self.anticipated));
            self.methods.plan(self.method, topology, graph, self.hardware);
        }
    }

    /// Prepares for a topology with the constraints of `self.anticipated`, unless that was done already.
    pub(super) fn prepare(&mut self, topology: &Topology) {
        let known = self.topology.as_ref() == Some(topology);
        if !known || self.anticipation.constraints != self.anticipated {
            self.prepared += 1;
            let graph = Graph::without(topology, &self.anticipated);
            let mut island_of = Vec::new();
            if !self.anticipated.is_empty() {
                island_of.resize(topology.bodies(), 0);
                for (island, held) in graph.islands.iter().enumerate() {
                    held.bodies.iter().for_each(|&body| island_of[body] = island);
                }
            }
            self.anticipation
                .set(topology, &self.anticipated, &island_of, graph.islands.len());
            self.report.anticipated = self.anticipated.len();
            self.report.primary = graph.primary();
            self.report.auxiliary = graph.auxiliary() + self.anticipated.len();
            self.methods.set_topology();
            self.products = None;
            self.inverse_mass.clear();
            self.sweeps = if self.anticipated.is_empty() {
                Sweeps::new(topology, &graph, self)
            } else {
                None
            };
            // With sweeps the graph is dropped, and built again if the general method is needed.
            self.graph = Some(graph).filter(|_| self.sweeps.is_none());
            self.factored = None;
        }
        if !known {
            self.topology = Some(topology.clone());
        }
    }

    /// Finds the constraints to be anticipated: constraints held by a force that acts elsewhere, and constraints whose multipliers have
    /// bounds. Gauss-Seidel clamps bounds itself and does not support the former.
    pub(super) fn choose(&mut self, topology: &Topology, system: &System) -> Result<(), SolveError> {
        check_bounds(topology, system)?;
        self.anticipated.clear();
        self.anticipated.extend(topology.forced());
        if self.method == Method::GaussSeidel {
            if let Some(&constraint) = self.anticipated.first() {
                return Err(SolveError::NotWorkless { constraint });
            }
        } else if system.bounds.iter().any(|&bounds| bounds != UNBOUNDED) {
            for constraint in 0..topology.constraints() {
                let rows = topology.row_offset(constraint)..topology.row_offset(constraint + 1);
                if topology.is_workless(constraint) && system.bounds[rows].iter().any(|&it| it != UNBOUNDED) {
                    self.anticipated.push(constraint);
                }
            }
            self.anticipated.sort_unstable();
        }
        Ok(())
    }
}
