//! [`Solver`]: validates input, plans, factors, solves, reports.

mod cores;
mod elimination;
mod prepare;
mod runs;
mod settings;
mod sweep;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use self::runs::Sweeps;
use super::anticipation::Anticipation;
use super::checks::{check_bounds, check_matrices, check_right_hand_side, check_shape, finite};
use super::equations::SystemAt;
use super::graph::Graph;
use super::inverse_mass::InverseMass;
use super::methods::Methods;
use super::products::Products;
use super::refine::Outcome;
use super::work_budget::{WorkBudget, planning_cost, products_cost};
use super::{Hardware, IterationLimits, Method, Report, Solution, SolveError, System, Topology};

/// Solves for accelerations and multipliers with the method in use, which can be changed at any time.
#[derive(Default)]
pub struct Solver {
    method: Method,
    limits: IterationLimits,
    hardware: Hardware,
    topology: Option<Topology>,
    /// Graph of the constraints that the method itself solves (without the anticipated ones); `None` while the sweeps need none.
    graph: Option<Graph>,
    /// Products with the blocks of J and W over the constraints of the graph; planned when first needed.
    products: Option<Products>,
    anticipation: Anticipation,
    /// Constraints to be solved by anticipated response.
    anticipated: Vec<usize>,
    inverse_mass: InverseMass,
    methods: Methods,
    /// Plan of the sweeps, if the topology consists of trees of declared joints, or of such trees on a core.
    sweeps: Option<Sweeps<Self>>,
    /// The method that holds a factor for this topology.
    factored: Option<Method>,
    /// Number of topologies prepared for.
    prepared: u64,
    shared: SharedSettings,
    report: Report,
}

/// Clock function: returns the time in nanoseconds since some fixed instant. The solver and its callers have no clock of their own.
pub type Clock = fn() -> u64;

/// Settings that the solvers for the cores have in common with the solver of the whole.
#[derive(Clone)]
struct SharedSettings {
    clock: Clock,
    cancel: Arc<AtomicBool>,
    budget: Arc<WorkBudget>,
}

impl Default for SharedSettings {
    fn default() -> Self {
        Self {
            clock: || 0,
            cancel: Arc::default(),
            budget: Arc::default(),
        }
    }
}

/// Estimated cost of a solve with its refinement, in plain solves.
const REFINED: f64 = 4.0;

/// Number of times that symbolic work was done since the solver was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymbolicCounts {
    /// Topologies analysed: islands, forests, trees of pins.
    pub topologies: u64,
    /// Elimination orders computed for them, one for each method that was used.
    pub orders: u64,
}

impl Solver {
    /// Creates a solver that starts with this method.
    pub fn new(method: Method) -> Self {
        let report = Report {
            method,
            ..Report::default()
        };
        Self {
            method,
            report,
            ..Self::default()
        }
    }

    /// Whether there is a factor to solve with.
    pub fn is_factored(&self) -> bool {
        self.factored.is_some()
    }
    /// Discards the factor, so that the next solve does not depend on earlier ones.
    pub fn discard_factor(&mut self) {
        self.factored = None;
    }

    /// Factors M, J, K and E with the current method. Rows whose multipliers have bounds are anticipated; F and c are not read.
    ///
    /// # Errors
    /// [`SolveError::Shape`] if the arrays do not have the lengths of the topology. Other errors if a number is not finite, a mass is not
    /// positive, bounds are empty, the method does not support a feature of the system, the work budget is exceeded, or the cancel flag
    /// is set.
    pub fn factor(&mut self, topology: &Topology, system: &System) -> Result<(), SolveError> {
        self.factor_for((topology, system), false).map(|_| ())
    }

    /// [`Solver::factor`] and [`Solver::solve_from`] in one call, which takes less time: forward substitution is done during the
    /// factorisation.
    ///
    /// # Errors
    /// As [`Solver::factor`] and [`Solver::solve_from`].
    pub fn factor_and_solve(
        &mut self,
        topology: &Topology,
        system: &System,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        let begun = self.factor_for((topology, system), true)?;
        let answered = self.solve_since((topology, system), out, 0.0, begun);
        self.methods.discard_forward_substitution();
        answered
    }

    /// Factors. `solve_follows` says that a solve for the right-hand side in `system` follows. Returns the time at which it ended.
    fn factor_for(
        &mut self,
        (topology, system): (&Topology, &System),
        solve_follows: bool,
    ) -> Result<u64, SolveError> {
        let begun = self.now();
        self.factored = None;
        if self.method == Method::Sparse {
            check_shape(topology, system)?;
        } else {
            check_matrices(topology, system)?;
        }
        self.choose(topology, system)?;
        self.prepare(topology);
        let graph = self
            .graph
            .get_or_insert_with(|| Graph::without(topology, &self.anticipated));
        if self.methods.lacks_plan(self.method) {
            self.shared.budget.charge(planning_cost(topology))?;
        }
        self.methods.plan(self.method, topology, graph, self.hardware);
        let of_factor = products_cost(topology, system) + self.methods.work(self.method, topology);
        self.shared.budget.charge(of_factor)?;
        let products = self
            .products
            .get_or_insert_with(|| Products::new(topology, graph));
        self.inverse_mass
            .update(topology, system, (graph, products), self.hardware)?;
        let processor = (&*self.shared.cancel, self.hardware);
        let at = SystemAt::new(
            (topology, system),
            (graph, products),
            &self.inverse_mass,
            processor,
        );
        self.report.method = self.method;
        self.report.swept = false;
        let task = (self.method, solve_follows && self.anticipated.is_empty());
        self.methods.factor(task, &at, &mut self.report)?;
        if !self.anticipated.is_empty() {
            // Each anticipated row takes a solve with refinement.
            let of_solve = products_cost(topology, system) + self.methods.solve_cost(self.method, topology);
            let rows = self.anticipated.iter().map(|&it| topology.constraint_dim(it));
            self.shared
                .budget
                .charge(REFINED * of_solve * rows.sum::<usize>() as f64)?;
        }
        let way = (self.method, self.limits);
        self.report.back_solves += self.anticipation.factor(way, &mut self.methods, &at)?;
        self.factored = Some(self.method);
        let ended = self.now();
        self.report.factor_ns = ended.saturating_sub(begun);
        Ok(ended)
    }

    /// Solves for the force F and c of `system` with the last factor. M, J, K and E of `system` must be those that were
    /// factored; this is not checked. The values of bounds may have changed, but the set of multipliers that have bounds must be the same.
    /// Iterative methods start from zero.
    ///
    /// # Errors
    /// [`SolveError::NotFactored`] if nothing was factored for this topology; [`SolveError::Shape`] if the arrays do not have its lengths.
    /// Other errors if a number is not finite, bounds are empty, the answer is not finite, the work budget is exceeded, or the cancel flag
    /// is set.
    pub fn solve(
        &mut self,
        topology: &Topology,
        system: &System,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        out.lambda.clear();
        self.solve_from(topology, system, out)
    }

    /// Like [`Solver::solve`], but with a warm start: iterative methods start from the multipliers in `out` if there is one for each row.
    /// Other methods ignore them.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn solve_from(
        &mut self,
        topology: &Topology,
        system: &System,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        let begun = self.now();
        check_shape(topology, system)?;
        self.solve_since((topology, system), out, 0.0, begun)
    }

    /// Like [`Solver::solve`], but a direct method does not refine an answer whose residual, relative to the terms of `J a + c + E lambda`,
    /// is below `tolerance`. For Newton's method, whose next step removes the remaining residual.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn solve_within(
        &mut self,
        tolerance: f64,
        topology: &Topology,
        system: &System,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        let begun = self.now();
        out.lambda.clear();
        check_shape(topology, system)?;
        self.solve_since((topology, system), out, tolerance, begun)
    }

    /// [`Solver::solve_within`] with multipliers as warm start, for arrays known to have the lengths of the topology, with the start time.
    fn solve_since(
        &mut self,
        (topology, system): (&Topology, &System),
        out: &mut Solution,
        tolerance: f64,
        begun: u64,
    ) -> Result<(), SolveError> {
        check_bounds(topology, system)?;
        let factored = self.factored.filter(|_| self.topology.as_ref() == Some(topology));
        let (Some(method), Some(graph), Some(products)) = (factored, &self.graph, &self.products) else {
            return Err(SolveError::NotFactored);
        };
        // Validation of a direct method: a number in F or c that is not finite makes the residual non-finite, so F and c are searched only
        // after that, if every row is in an island. Coordinates of islands without rows enter no residual and are checked here.
        let seen = method.is_exact() && self.anticipated.is_empty() && products.covers(topology.rows());
        let unconstrained = &mut products.unconstrained_coordinates.iter();
        if !(seen && unconstrained.all(|&(start, end)| finite(&system.force[start..end]))) {
            check_right_hand_side(topology, system)?;
        }
        out.acceleration.resize(topology.dofs(), 0.0);
        let fits = out.lambda.len() == topology.rows();
        // A direct method does not read the multipliers, and overwrites all of them if every row is in an island; an iterative method starts
        // from them if all are finite.
        let stay = fits
            && if method.is_exact() {
                seen
            } else {
                finite(&out.lambda)
            };
        if !stay {
            out.lambda.clear();
            out.lambda.resize(topology.rows(), 0.0);
        }
        let processor = (&*self.shared.cancel, self.hardware);
        let at = SystemAt::new(
            (topology, system),
            (graph, products),
            &self.inverse_mass,
            processor,
        );
        let at = at.within(tolerance);
        let once = products_cost(topology, system) + self.methods.solve_cost(method, topology);
        self.shared.budget.charge(once)?;
        let given = at.right_hand_side();
        let mut outcome = Outcome::default();
        let (way, methods) = ((method, self.limits), &mut self.methods);
        if self.anticipated.is_empty() {
            methods.solve_all(way, &at, given, out, &mut outcome);
        } else {
            for island in 0..graph.islands.len() {
                if self.anticipation.has(island) {
                    let way = (way, &*self.shared.budget);
                    self.anticipation
                        .solve(way, methods, &at, island, given, out, &mut outcome)?;
                } else {
                    methods.solve(way, &at, island, given, out, &mut outcome);
                }
            }
        }
        if at.cancelled() {
            return Err(SolveError::Cancelled);
        }
        let repeated = outcome.refinements + outcome.iterations;
        self.shared.budget.charge(once * repeated as f64)?;
        self.report.refinements = outcome.refinements;
        self.report.iterations = outcome.iterations;
        self.report.at_bound = outcome.at_bound;
        self.report.fallback = outcome.fallback;
        self.report.residual = outcome.residual;
        self.report.contradiction = outcome.contradiction;
        if !outcome.residual.is_finite() {
            check_right_hand_side(topology, system)?;
            let bad = |row: &usize| !out.lambda[*row].is_finite();
            let row = (0..topology.rows()).find(bad).unwrap_or_default();
            return Err(SolveError::Numerical {
                constraint: topology.constraint_of(row),
            });
        }
        self.report.solve_ns = self.now().saturating_sub(begun);
        Ok(())
    }

    /// Returns how often symbolic work was done: once per topology, and never for a mere change of masses, lengths, poses or rates.
    pub fn plans(&self) -> SymbolicCounts {
        SymbolicCounts {
            topologies: self.prepared,
            orders: self.methods.symbolic_count,
        }
    }

    /// Returns the statistics of the last factorisation and solve.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Restores an earlier report, after an auxiliary solve that must not show in the statistics.
    pub fn restore_solve(&mut self, report: Report) {
        self.report = report;
    }
}
