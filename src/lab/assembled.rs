//! The equations of a machine at one state, with their solution by the method in use: the data that the views of the laboratory show.
//!
//! ```text
//! M a = F + J^T lambda,   J a + c + E lambda = 0,   c = gamma + ks C + kd Cdot
//! ```

use std::sync::Arc;

use crate::scene::{Id, Method};
use crate::sim::{Dynamics, Link, Model, SimState};
use crate::solver::graph::{Graph, Role};
use crate::solver::inspect::Elimination;
use crate::solver::{Report, Solution, SolveError, System};

/// Number of pairs of rows above which no dense factor is made for inspection: the run holds one already, each pair takes 8 bytes, and the time
/// grows with the cube of the rows.
const MOST_PAIRS: usize = 4_000_000;
/// Number of blocks of a factor above which they are not listed one by one.
const MOST_BLOCKS: usize = 1_000_000;

/// Matrices, right-hand sides and solution at one state. Without the hand and contacts, which are not constraints.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// The compiled scene.
    pub model: Arc<Model>,
    /// The state.
    pub state: SimState,
    /// M, J, K, F, c and E.
    pub system: System,
    /// Accelerations and multipliers.
    pub solution: Solution,
    /// The solver's report on the solution.
    pub report: Report,
    /// Elimination order and fill-in; `None` if not requested, for methods that factor nothing, and where the factor of the method
    /// in use has more than a million blocks.
    pub elimination: Option<Elimination>,
    /// C (m, rad), row by row.
    pub value: Vec<f64>,
    /// Cdot (per s).
    pub rate: Vec<f64>,
    /// gamma: Cddot without accelerations (per s²).
    pub gamma: Vec<f64>,
    /// Role of each constraint.
    pub roles: Vec<Role>,
}

impl Assembled {
    /// Assembles the equations of a model in a state, with the method of its settings.
    ///
    /// # Errors
    /// As the solver's.
    pub fn of(model: &Arc<Model>, state: &SimState) -> Result<Self, SolveError> {
        let mut dynamics = Self::dynamics(model);
        dynamics.prepare(model);
        Self::by(&mut dynamics, model, state, true)
    }

    /// A solver for inspecting a model: the method of the settings, unless that is the dense method with very many rows. The sparse method replaces it
    /// then, with the same result except for rounding.
    pub fn dynamics(model: &Model) -> Dynamics {
        let method = match model.settings.method {
            Method::Dense if pairs(model) > MOST_PAIRS => Method::Sparse,
            own => own,
        };
        let mut dynamics = Dynamics::new(method);
        dynamics.solver.set_iteration_limits(model.settings.effort.into());
        dynamics
    }

    /// The same with a solver that is prepared for the model, so that repeated calls reuse its plan. The elimination is included only if
    /// `eliminated` is set.
    ///
    /// # Errors
    /// As the solver's.
    pub fn by(
        dynamics: &mut Dynamics,
        model: &Arc<Model>,
        state: &SimState,
        eliminated: bool,
    ) -> Result<Self, SolveError> {
        dynamics.accelerations(model, &state.q, &state.v, state.time, &state.memory, None)?;
        let solution = dynamics.solution.clone();
        let report = dynamics.solver.report().clone();
        let own = dynamics.solver.method() == crate::solver::Method::from(model.settings.method);
        let eliminated = eliminated && own;
        let elimination = eliminated.then(|| dynamics.solver.elimination_within(MOST_BLOCKS));
        let elimination = elimination.flatten();
        // Tree sweeps form no rows, so the system is assembled here.
        let system = dynamics.linear_system(model, state).clone();
        let at = dynamics.evaluation();
        Ok(Self {
            model: model.clone(),
            state: state.clone(),
            system,
            solution,
            report,
            elimination,
            value: at.value().to_vec(),
            rate: at.rate().to_vec(),
            gamma: at.gamma().to_vec(),
            roles: Graph::new(&model.topology).roles,
        })
    }

    /// Dense index of a constraint, and the constraint.
    pub fn link(&self, id: Id) -> Option<(usize, &Link)> {
        // Links are in the order of the scene, which is that of the ids.
        let index = self.model.links.binary_search_by_key(&id, |link| link.id).ok()?;
        Some((index, &self.model.links[index]))
    }

    /// The part or constraint that an unknown of H belongs to: coordinate k has index k, row r follows after all coordinates.
    pub fn owner(&self, unknown: usize) -> Id {
        let topology = &self.model.topology;
        match unknown.checked_sub(topology.dofs()) {
            Some(row) => self.model.links[topology.constraint_of(row)].id,
            None => {
                let after = self.model.bodies.partition_point(|body| body.offset <= unknown);
                self.model.bodies[after - 1].id
            }
        }
    }
}

/// Number of row pairs in a dense factor, over all islands.
fn pairs(model: &Model) -> usize {
    let topology = &model.topology;
    let rows =
        |constraints: &[usize]| -> usize { constraints.iter().map(|&it| topology.constraint_dim(it)).sum() };
    let islands = Graph::new(topology).islands;
    islands.iter().map(|it| rows(&it.constraints).pow(2)).sum()
}
