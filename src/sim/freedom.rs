//! What can still move: degrees of freedom and redundant constraints of a pose.

use crate::scene::Id;
use crate::solver::graph::Graph;
use crate::solver::redundancy::{self, Drift};
use crate::solver::{SolveError, System, Topology};

use super::{Dynamics, Model, SimState};

/// |C| and |Cdot| that count as met when telling redundant from contradictory (m or rad, and per s).
const MET: (f64, f64) = (1e-5, 1e-3);

/// The count of freedoms, and what constrains too much.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Freedom {
    /// Bodies that can move.
    pub bodies: usize,
    /// Constraints.
    pub constraints: usize,
    /// Rows of all constraints.
    pub rows: usize,
    /// Rank of all rows; nothing where the machine is too large to find out in time.
    pub rank: Option<usize>,
    /// Freedoms with the drives taken out; nothing where unknown.
    pub dof: Option<usize>,
    /// How many of them drives decide.
    pub driven: usize,
    /// Constraints that could go without freeing anything: the later ones of each dependent set.
    pub redundant: Vec<Id>,
    /// Constraints that cannot all be met.
    pub contradictory: Vec<Id>,
    /// Groups of bodies that constraints connect.
    pub components: usize,
    /// Constraints of the spanning forest.
    pub primary: usize,
    /// Constraints that close loops.
    pub auxiliary: usize,
}

impl Freedom {
    /// Of a model in a state.
    ///
    /// # Errors
    /// Never at present; a solver that must be asked may refuse.
    pub fn of(model: &Model, state: &SimState, dynamics: &mut Dynamics) -> Result<Self, SolveError> {
        dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        let drift = Drift {
            c: &dynamics.c_value,
            c_dot: &dynamics.c_rate,
            c_tolerance: MET.0,
            c_dot_tolerance: MET.1,
        };
        let all = redundancy::diagnose_with_drift(&model.topology, &dynamics.system, &drift);
        let (passive, system) = without_drives(model, &dynamics.system);
        let dof = if model.links.iter().any(|link| link.drive) {
            redundancy::diagnose(&passive, &system).dof
        } else {
            all.dof
        };
        let graph = Graph::new(&model.topology);
        let ids = |list: &[usize]| list.iter().map(|&index| model.links[index].id).collect();
        Ok(Self {
            bodies: model.bodies.len(),
            constraints: model.links.len(),
            rows: model.topology.rows(),
            rank: all.rank,
            dof,
            driven: dof
                .zip(all.dof)
                .map_or(0, |(free, left)| free.saturating_sub(left)),
            redundant: ids(&all.redundant),
            contradictory: ids(&all.contradictory),
            components: graph.islands.len(),
            primary: graph.primary(),
            auxiliary: graph.auxiliary(),
        })
    }
}

/// The same system with the rows of drives taken out.
fn without_drives(model: &Model, system: &System) -> (Topology, System) {
    let mut topology = Topology::new(model.bodies.iter().map(|body| body.motion.dim()));
    let mut passive = System {
        mass: system.mass.clone(),
        ..System::default()
    };
    for (index, link) in model.links.iter().enumerate().filter(|(_, link)| !link.drive) {
        let ends = model.topology.ends(index);
        let bodies: Vec<usize> = ends.iter().map(|end| end.body).collect();
        topology.add_constraint(link.rows.len(), &bodies);
        for end in ends {
            let len = link.rows.len() * model.topology.body_dim(end.body);
            passive
                .jacobian
                .extend_from_slice(&system.jacobian[end.block..end.block + len]);
        }
    }
    passive.resize(&topology);
    (topology, passive)
}
