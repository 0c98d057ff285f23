//! LU over the bodies of a system whose rows have compliance: the rows are eliminated first (static condensation), and the matrix factored
//! has a block for each pair of bodies that some row joins.
//!
//! ```text
//! M da = K dlambda,   J da + E' dlambda = -r        r the residual of the rows,   E' = max(E, EASE diag A)
//! (M + K E'^-1 J) da = -K E'^-1 r,   dlambda = -E'^-1 (r + J da)
//! ```
//! Where many rows act on each body, as in a heap, there are far fewer bodies than rows, and each is joined only to those beside it. The
//! matrix has the stiffness `1/E'` of the rows, which causes errors of the order of eps/E'. It therefore serves to correct multipliers that
//! are nearly a solution.

mod blocks;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use self::blocks::{Block, BlockMatrix, D};
use crate::checks::{check_force_directions, check_multipliers, check_right_hand_side};
use crate::csr::Csr;
use crate::equations::SystemAt;
use crate::forced_residual::ForcedResidual;
use crate::graph::Graph;
use crate::incidence::Incidence;
use crate::inverse_mass::InverseMass;
use crate::order::order_units;
use crate::products::Products;
use crate::report::SolveError;
use crate::system::{Solution, System, Topology};
use crate::work_budget::{planning_cost, products_cost};
use crate::{Hardware, Solver, WorkBudget};

/// Least compliance of a row, as a fraction of its diagonal of A.
const MIN_COMPLIANCE: f64 = 1e-11;
/// Estimated time of one multiplication of a factorisation (ns).
const MULTIPLICATION: f64 = 0.4;

/// Corrects approximate solutions of `M a = F + K lambda`, `J a + c + E lambda = 0`, where K has the pattern of `J^T` and most rows have
/// compliance.
#[derive(Default)]
pub struct BodyLu {
    plan: Option<Plan>,
    inverse_mass: InverseMass,
    hardware: Hardware,
    cancel: Arc<AtomicBool>,
    allowance: Arc<WorkBudget>,
    misses: ForcedResidual,
    /// `1/E'` of each row.
    stiffness: Vec<f64>,
    x: Vec<[f64; D]>,
}

/// Symbolic phase: everything that depends on the topology and the active constraints alone.
struct Plan {
    topology: Topology,
    /// Whether each constraint is active; `constraints` lists the active ones that act on a body.
    active: Vec<bool>,
    constraints: Vec<u32>,
    graph: Graph,
    products: Products,
    /// Body of each pivot; `pivots` has the pivot of each end of each of `constraints`.
    bodies: Vec<u32>,
    pivots: Csr,
    /// Index of the block of each two ends of one constraint, in the order of [`pairs`].
    places: Vec<u32>,
    matrix: BlockMatrix,
}

/// Pairs of ends of a constraint with different pivots, each end with its pivot, the earlier pivot first.
fn pairs(pivots: &[u32]) -> impl Iterator<Item = [(usize, u32); 2]> {
    let ends = || pivots.iter().copied().enumerate();
    ends().flat_map(move |one| {
        let others = ends().filter(move |other| one.1 < other.1);
        others.map(move |other| [one, other])
    })
}

impl Plan {
    fn new(topology: &Topology, active: &[bool]) -> Self {
        let graph = Graph::of(topology, |constraint| active[constraint]);
        let acts = |&it: &usize| active[it] && !topology.ends(it).is_empty();
        let constraints: Vec<u32> = (0..topology.constraints())
            .filter(acts)
            .map(|it| it as u32)
            .collect();
        let ends = |&it: &u32| topology.ends(it as usize).iter().map(|end| end.body);
        let on_bodies = Csr::new(constraints.iter().map(ends)).transpose(topology.bodies());
        let held: Vec<u32> = (0..topology.bodies() as u32)
            .filter(|&body| !on_bodies.row(body).is_empty())
            .collect();
        let cliques = held
            .iter()
            .map(|&body| on_bodies.row(body).iter().map(|&it| it as usize));
        let order = order_units(&Incidence::new(constraints.len(), cliques), None);
        let bodies: Vec<u32> = order.into_iter().map(|node| held[node]).collect();
        let mut pivot = vec![0; topology.bodies()];
        for (k, &body) in bodies.iter().enumerate() {
            pivot[body as usize] = k;
        }
        let pivots = Csr::new(constraints.iter().map(|it| ends(it).map(|body| pivot[body])));
        let matrix = BlockMatrix::new(bodies.len(), &pivots);
        let places = (0..constraints.len() as u32).flat_map(|it| pairs(pivots.row(it)));
        Self {
            topology: topology.clone(),
            active: active.to_vec(),
            products: Products::new(topology, &graph),
            graph,
            places: places.map(|[one, other]| matrix.place(one.1, other.1)).collect(),
            constraints,
            bodies,
            pivots,
            matrix,
        }
    }

    /// Assembles `M + K E'^-1 J`.
    fn assemble(&mut self, system: &System, push: &[f64], stiffness: &[f64]) {
        let (topology, matrix) = (&self.topology, &mut self.matrix);
        for (block, &body) in matrix.diagonal.iter_mut().zip(&self.bodies) {
            let (dim, start) = (
                topology.body_dim(body as usize),
                topology.mass_offset(body as usize),
            );
            for (i, row) in block.iter_mut().enumerate() {
                for (j, entry) in row.iter_mut().enumerate() {
                    *entry = match i.max(j) < dim {
                        true => system.mass[start + i.max(j) * dim + i.min(j)],
                        // Bodies with fewer coordinates are padded with the identity.
                        false => f64::from(u8::from(i == j)),
                    };
                }
            }
        }
        matrix.upper.fill(blocks::ZERO);
        matrix.lower.fill(blocks::ZERO);
        let mut places = self.places.iter();
        for (index, &constraint) in (0..).zip(&self.constraints) {
            let first = topology.row_offset(constraint as usize);
            let stiffness = &stiffness[first..][..topology.constraint_dim(constraint as usize)];
            let ends = topology.ends(constraint as usize);
            // K of one end, times J of another.
            let add = |one: usize, other: usize, to: &mut Block| {
                let [(one, m), (other, n)] =
                    [&ends[one], &ends[other]].map(|end| (end.block, topology.body_dim(end.body)));
                for (r, e) in stiffness.iter().enumerate() {
                    let (k, j) = (&push[one + r * m..][..m], &system.jacobian[other + r * n..][..n]);
                    for (to, k) in to.iter_mut().zip(k) {
                        to.iter_mut().zip(j).for_each(|(to, j)| *to += k * e * j);
                    }
                }
            };
            let pivots = self.pivots.row(index);
            for (k, &pivot) in pivots.iter().enumerate() {
                for other in (0..pivots.len()).filter(|&other| pivots[other] == pivot) {
                    add(k, other, &mut matrix.diagonal[pivot as usize]);
                }
            }
            for ([(one, _), (other, _)], &place) in pairs(pivots).zip(&mut places) {
                add(one, other, &mut matrix.upper[place as usize]);
                add(other, one, &mut matrix.lower[place as usize]);
            }
        }
    }

    /// Adds the correction `dlambda` for the residuals `missed` of the rows to `lambda`.
    fn respond(
        &self,
        (system, push): (&System, &[f64]),
        (stiffness, missed): (&[f64], &[f64]),
        x: &mut Vec<[f64; D]>,
        lambda: &mut [f64],
    ) {
        let topology = &self.topology;
        x.clear();
        x.resize(self.bodies.len(), [0.0; D]);
        let rows = || {
            (0..).zip(&self.constraints).flat_map(|(index, &constraint)| {
                let constraint = constraint as usize;
                let ends = move || topology.ends(constraint).iter().zip(self.pivots.row(index));
                (0..topology.constraint_dim(constraint))
                    .map(move |r| (topology.row_offset(constraint) + r, r, ends()))
            })
        };
        for (row, r, ends) in rows() {
            let force = stiffness[row] * missed[row];
            for (end, &pivot) in ends {
                let dim = topology.body_dim(end.body);
                let push = &push[end.block + r * dim..][..dim];
                let x = x[pivot as usize].iter_mut();
                x.zip(push).for_each(|(x, push)| *x -= push * force);
            }
        }
        self.matrix.solve(x);
        for (row, r, ends) in rows() {
            let mut sum = missed[row];
            for (end, &pivot) in ends {
                let dim = topology.body_dim(end.body);
                let j = &system.jacobian[end.block + r * dim..][..dim];
                sum += j.iter().zip(&x[pivot as usize]).map(|(j, x)| j * x).sum::<f64>();
            }
            lambda[row] -= stiffness[row] * sum;
        }
    }
}

impl BodyLu {
    /// Adopts the hardware, the cancel flag and the work budget ([`WorkBudget`]) of a solver.
    pub fn work_as(&mut self, solver: &Solver) {
        self.allowance = Arc::clone(solver.allowance());
        self.cancel = solver.cancel_flag();
        self.hardware = solver.hardware();
    }

    /// Factors for M, J and E of `system` and for the force `push` of each multiplier (`K^T`, laid out like the Jacobian). The rows of
    /// constraints that are not `active` are left out, and their multipliers are zero.
    ///
    /// # Errors
    /// Where arrays do not fit the topology, a number is not finite, a mass is not positive definite, a pivot is lost, the work budget is
    /// exceeded, or the cancel flag is raised.
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
        let mut plan = kept.unwrap_or_else(|| Plan::new(topology, active));
        let work = MULTIPLICATION * plan.matrix.work();
        self.allowance.charge(products_cost(topology, system) + work)?;
        self.inverse_mass
            .find(topology, system, &plan.products, self.hardware)?;
        let compliances = system.compliance.iter().zip(&self.inverse_mass.diagonal);
        self.stiffness.clear();
        self.stiffness
            .extend(compliances.map(|(e, own)| e.max(MIN_COMPLIANCE * own).recip()));
        plan.assemble(system, push, &self.stiffness);
        let at = SystemAt::new(
            (topology, system),
            (&plan.graph, &plan.products),
            &self.inverse_mass,
            (&*self.cancel, self.hardware),
        );
        let factored = plan
            .matrix
            .factor(|| at.cancelled())
            .ok_or_else(|| match at.cancelled() {
                true => SolveError::Cancelled,
                false => SolveError::Numerical {
                    constraint: at.stiffest(),
                },
            });
        self.plan = Some(plan);
        factored
    }

    /// Corrects the multipliers of `out` once with the last factor, for F and c of `system` (its other numbers must be those that were
    /// factored), and writes the accelerations under them. The remaining residual is small where the multipliers were nearly a solution.
    ///
    /// # Errors
    /// Where nothing was factored for this topology, a number is not finite, or the work budget is exceeded.
    pub fn correct(
        &mut self,
        topology: &Topology,
        system: &System,
        push: &[f64],
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        check_right_hand_side(topology, system)?;
        self.allowance.charge(2.0 * products_cost(topology, system))?;
        let Some(plan) = self.plan.as_ref().filter(|plan| plan.topology == *topology) else {
            return Err(SolveError::NotFactored);
        };
        out.lambda.resize(topology.rows(), 0.0);
        for constraint in (0..topology.constraints()).filter(|&it| !plan.active[it]) {
            out.lambda[topology.row_offset(constraint)..topology.row_offset(constraint + 1)].fill(0.0);
        }
        self.misses
            .find((topology, system, push), &self.inverse_mass, out);
        let missed = (&self.stiffness[..], &self.misses.rows[..]);
        plan.respond((system, push), missed, &mut self.x, &mut out.lambda);
        self.misses
            .find_motion((topology, system, push), &self.inverse_mass, out);
        check_multipliers(topology, &out.lambda)
    }
}
