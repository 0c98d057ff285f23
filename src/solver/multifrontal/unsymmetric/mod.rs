//! Multifrontal LU of an unsymmetric A: some multipliers act along K instead of `J^T`, as at a sliding contact, whose friction is
//! proportional to its normal force.
//!
//! ```text
//! A lambda = -(J W F + c),   A = J W K + E,   P A P^T = L R^T
//! ```
//! K has the pattern of `J^T`, so order, fronts and plan are those of the symmetric factor; each front has two triangles instead of one.
//! There is no pivoting: factorisation fails where a pivot is lost, because rows depend on each other or because a force does not move its
//! row.

mod kernel;
mod numbers;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use self::numbers::{Numbers, down, factor, up};
use super::body_rows::BodyRows;
use super::{Analysis, Ordering, plan};
use crate::checks::{check_force_directions, check_multipliers, check_right_hand_side};
use crate::equations::SystemAt;
use crate::forced_residual::ForcedResidual;
use crate::graph::Graph;
use crate::inverse_mass::InverseMass;
use crate::products::Products;
use crate::report::SolveError;
use crate::system::{Solution, System, Topology};
use crate::work_budget::{planning_cost, products_cost};
use crate::{Hardware, Solver, WorkBudget};

/// Maximum number of steps of iterative refinement.
const CORRECTIONS: usize = 6;

/// Solves `M a = F + K lambda`, `J a + c + E lambda = 0` for K of the pattern of `J^T`, by one factorisation of A = J W K + E (multifrontal LU).
#[derive(Default)]
pub struct Unsymmetric {
    plan: Option<Plan>,
    inverse_mass: InverseMass,
    hardware: Hardware,
    cancel: Arc<AtomicBool>,
    allowance: Arc<WorkBudget>,
    misses: ForcedResidual,
    correction: Vec<f64>,
    trial: Solution,
}

/// Symbolic and numeric data of one topology.
struct Plan {
    topology: Topology,
    /// Whether each constraint is included.
    active: Vec<bool>,
    graph: Graph,
    products: Products,
    /// The parts of each island, the top last.
    islands: Vec<Vec<Numbers>>,
    /// Estimated time of a factorisation (ns).
    work: f64,
}

/// Estimated time of one multiplication (ns); LU takes two for each of the symmetric factorisation.
const MULTIPLICATION: f64 = 0.6;

impl Plan {
    fn new(topology: &Topology, active: &[bool], hardware: Hardware) -> Self {
        let graph = Graph::of(topology, |constraint| active[constraint]);
        let products = Products::new(topology, &graph);
        let mut work = 0.0;
        let has_rows = graph.islands.iter().filter(|island| !island.groups.is_empty());
        let islands = has_rows.map(|island| {
            let analysis = Analysis::new(topology, &graph, island, Ordering::MinimumDegree);
            work += 2.0 * MULTIPLICATION * analysis.multiplications();
            let body_rows = BodyRows::new(topology, &graph, island);
            let order = (&analysis.order[..], &analysis.tree());
            let parts = plan::parts(topology, island, (&analysis.nodes, &body_rows), order);
            let numbers = parts
                .into_iter()
                .map(|it| Numbers::new(it, topology.rows(), hardware));
            numbers.collect()
        });
        let islands: Vec<Vec<Numbers>> = islands.collect();
        Self {
            topology: topology.clone(),
            active: active.to_vec(),
            islands,
            work,
            graph,
            products,
        }
    }
}

impl Unsymmetric {
    /// Adopts the processor features, cancel flag and work budget of a solver.
    pub fn work_as(&mut self, solver: &Solver) {
        self.allowance = Arc::clone(solver.allowance());
        self.cancel = solver.cancel_flag();
        let hardware = solver.hardware();
        if hardware != self.hardware {
            (self.hardware, self.plan) = (hardware, None);
        }
    }

    /// Factors A for M, J and E of `system` and for the force `push` of each multiplier, laid out like the Jacobian. Rows of constraints
    /// that are not `active` are left out, and their multipliers are zero.
    ///
    /// Where arrays do not fit the topology, a number is not finite, a mass is not positive, a pivot is lost, the work budget is spent, or
    /// the cancel flag is raised.
    pub fn factor(
        &mut self,
        topology: &Topology,
        system: &System,
        (push, active): (&[f64], &[bool]),
    ) -> Result<(), SolveError> {
        check_force_directions(topology, push, active)?;
        let fits = |plan: &Plan| plan.topology == *topology && plan.active == active;
        let kept = self.plan.take().filter(fits);
        if kept.is_none() {
            self.allowance.charge(planning_cost(topology))?;
            self.inverse_mass.forget();
        }
        let mut plan = kept.unwrap_or_else(|| Plan::new(topology, active, self.hardware));
        self.allowance
            .charge(products_cost(topology, system) + plan.work)?;
        self.inverse_mass
            .find(topology, system, &plan.products, self.hardware)?;
        let at = SystemAt::new(
            (topology, system),
            (&plan.graph, &plan.products),
            &self.inverse_mass,
            (&*self.cancel, self.hardware),
        );
        let mut found = Some(());
        for parts in &mut plan.islands {
            for index in 0..parts.len() {
                let (before, rest) = parts.split_at_mut(index);
                if let Some(part) = rest.first_mut().filter(|_| found.is_some() && !at.cancelled()) {
                    found = factor(self.hardware, part, &at, push, before);
                }
            }
        }
        let (stiffest, cancelled) = (at.stiffest(), at.cancelled());
        self.plan = Some(plan);
        if cancelled {
            return Err(SolveError::Cancelled);
        }
        found.ok_or(SolveError::Numerical { constraint: stiffest })
    }

    /// Solves for F and c of `system` with the last factor; the rest of `system` must be unchanged.
    ///
    /// Where nothing was factored for this topology, a number is not finite, the work budget is spent, or the cancel flag is raised.
    pub fn solve(
        &mut self,
        topology: &Topology,
        system: &System,
        push: &[f64],
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        check_right_hand_side(topology, system)?;
        self.allowance.charge(2.0 * products_cost(topology, system))?;
        let Some(mut plan) = self.plan.take().filter(|plan| plan.topology == *topology) else {
            return Err(SolveError::NotFactored);
        };
        out.lambda.clear();
        out.lambda.resize(topology.rows(), 0.0);
        let all = (topology, system, push);
        self.misses.find(all, &self.inverse_mass, out);
        let mut missed = self.misses.max_relative_residual(&self.inverse_mass);
        for _ in 0..CORRECTIONS {
            if missed == 0.0 || self.cancel.load(Relaxed) {
                break;
            }
            self.trial.lambda.clone_from(&out.lambda);
            self.correction.clear();
            self.correction.resize(topology.rows(), 0.0);
            self.respond(&mut plan);
            for (x, change) in self.trial.lambda.iter_mut().zip(&self.correction) {
                *x += change;
            }
            self.misses.find(all, &self.inverse_mass, &mut self.trial);
            let next = self.misses.max_relative_residual(&self.inverse_mass);
            if next.is_nan() || next >= missed {
                break;
            }
            std::mem::swap(out, &mut self.trial);
            let enough = next == 0.0 || next > 0.5 * missed;
            missed = next;
            if enough {
                break;
            }
        }
        self.plan = Some(plan);
        if self.cancel.load(Relaxed) {
            return Err(SolveError::Cancelled);
        }
        check_multipliers(topology, &out.lambda)
    }

    /// Solves `A correction = -misses.rows` with the factor.
    fn respond(&mut self, plan: &mut Plan) {
        for parts in &mut plan.islands {
            let Some((top, below)) = parts.split_last_mut() else {
                continue;
            };
            for part in &mut *below {
                part.set_right_hand_side(&self.misses.rows);
                down(self.hardware, part);
            }
            top.set_right_hand_side(&self.misses.rows);
            for part in &*below {
                part.add_tail(top);
            }
            down(self.hardware, top);
            up(self.hardware, top);
            top.write_multipliers(&mut self.correction);
            for part in below {
                part.take_tail(top);
                up(self.hardware, part);
                part.write_multipliers(&mut self.correction);
            }
        }
    }
}
