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
use super::allowance::{Allowance, of_plan, of_products};
use super::anticipation::Anticipation;
use super::checks::{check_bounds, check_matrices, check_right_hand_side, check_shape, finite};
use super::equations::SystemAt;
use super::graph::Graph;
use super::inverse_mass::InverseMass;
use super::methods::Methods;
use super::products::Products;
use super::refine::Outcome;
use super::{Effort, Hardware, Method, Report, Solution, SolveError, System, Topology};

/// Solves for accelerations and multipliers with the method in use, which can be changed at any time.
pub struct Solver {
    method: Method,
    effort: Effort,
    hardware: Hardware,
    topology: Option<Topology>,
    /// Of the constraints that the method itself solves, in the islands of all; nothing where the sweeps need none.
    graph: Option<Graph>,
    /// Products with the blocks of J and W over the constraints of the graph, once they are needed.
    products: Option<Products>,
    anticipation: Anticipation,
    /// Constraints that are to be anticipated.
    anticipated: Vec<usize>,
    cancel: Arc<AtomicBool>,
    allowance: Arc<Allowance>,
    inverse_mass: InverseMass,
    methods: Methods,
    /// Where the topology is trees of declared joints, or such trees on a core.
    sweeps: Option<Sweeps<Self>>,
    /// The method that holds a factor for this topology.
    factored: Option<Method>,
    /// Topologies prepared for.
    prepared: u64,
    clock: Clock,
    report: Report,
}

/// Tells the time in nanoseconds since some fixed instant. The solver and what calls it have no clock of their own.
pub type Clock = fn() -> u64;

/// Solves that one with its refinement is worth.
const REFINED: f64 = 4.0;

/// How often symbolic work was done since a solver was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymbolicCounts {
    /// Topologies looked into: islands, forests, trees of pins.
    pub topologies: u64,
    /// Orders of elimination worked out for them, one for every method that was asked for.
    pub orders: u64,
}

impl Solver {
    /// A solver that starts with this method.
    pub fn new(method: Method) -> Self {
        Self {
            method,
            effort: Effort::default(),
            hardware: Hardware::here(),
            topology: None,
            graph: None,
            products: None,
            anticipation: Anticipation::default(),
            anticipated: Vec::new(),
            cancel: Arc::default(),
            allowance: Arc::default(),
            inverse_mass: InverseMass::default(),
            methods: Methods::default(),
            sweeps: None,
            factored: None,
            prepared: 0,
            clock: || 0,
            report: Report {
                method,
                ..Report::default()
            },
        }
    }

    /// Whether there is a factor to solve with.
    pub fn is_factored(&self) -> bool {
        self.factored.is_some()
    }
    /// Makes the factor one that nobody asks: what is solved next does not depend on what was before.
    pub fn forget_factor(&mut self) {
        self.factored = None;
    }

    /// Factors M, J, K and E with the current method. Which multipliers have bounds decides which rows are anticipated; F and c
    /// are not read.
    ///
    /// # Errors
    /// [`SolveError::Shape`] where the arrays do not have the lengths of the topology.
    /// When a number is not finite, a mass not positive, bounds leave no room, the method cannot do what is asked of
    /// it, or the cancel flag is up.
    pub fn factor(&mut self, topology: &Topology, system: &System) -> Result<(), SolveError> {
        let begun = self.now();
        self.factor_for((topology, system), false, begun).map(|_| ())
    }

    /// [`Solver::factor`] and [`Solver::solve_from`] in one, which takes less time: forward substitution is done during the
    /// factorisation.
    ///
    /// # Errors
    /// As these.
    pub fn answer(
        &mut self,
        topology: &Topology,
        system: &System,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        let begun = self.now();
        self.answer_since(topology, system, out, begun)
    }

    /// [`Solver::answer`], begun at a time by the clock of the solver that was just read.
    ///
    /// # Errors
    /// As it.
    pub fn answer_since(
        &mut self,
        topology: &Topology,
        system: &System,
        out: &mut Solution,
        begun: u64,
    ) -> Result<(), SolveError> {
        let begun = self.factor_for((topology, system), true, begun)?;
        let answered = self.solve_since((topology, system), out, 0.0, begun);
        self.methods.forget();
        answered
    }

    /// Factors; `asked` says that an answer for the right-hand side that is there comes next. Returns when it ended.
    fn factor_for(
        &mut self,
        (topology, system): (&Topology, &System),
        asked: bool,
        begun: u64,
    ) -> Result<u64, SolveError> {
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
            self.allowance.charge(of_plan(topology))?;
        }
        self.methods.plan(self.method, topology, graph, self.hardware);
        let of_factor = of_products(topology, system) + self.methods.work(self.method, topology);
        self.allowance.charge(of_factor)?;
        let products = self
            .products
            .get_or_insert_with(|| Products::new(topology, graph));
        self.inverse_mass
            .find(topology, system, products, self.hardware)?;
        let processor = (&*self.cancel, self.hardware);
        let at = SystemAt::new(
            (topology, system),
            (graph, products),
            &self.inverse_mass,
            processor,
        );
        self.report.method = self.method;
        self.report.swept = false;
        let task = (self.method, asked && self.anticipated.is_empty());
        self.methods.factor(task, &at, &mut self.report)?;
        if !self.anticipated.is_empty() {
            // Each row that is anticipated takes a solve, which is refined.
            let of_solve = of_products(topology, system) + self.methods.work_of_solve(self.method, topology);
            let rows = self.anticipated.iter().map(|&it| topology.constraint_dim(it));
            self.allowance
                .charge(REFINED * of_solve * rows.sum::<usize>() as f64)?;
        }
        let way = (self.method, self.effort);
        self.report.back_solves += self.anticipation.factor(way, &mut self.methods, &at)?;
        self.factored = Some(self.method);
        let ended = self.now();
        self.report.factor_ns = ended.saturating_sub(begun);
        Ok(ended)
    }

    /// Solves for the force F and c of `system` with the last factor. M, J, K and E of `system` must be those that were
    /// factored; this is not checked. Bounds may have moved, but which multipliers have any must be as it was. Iterative methods
    /// start from zero.
    ///
    /// # Errors
    /// [`SolveError::NotFactored`] where nothing was factored for this topology; [`SolveError::Shape`] where the arrays do not
    /// have its lengths; otherwise when a number is not finite, bounds leave no room, the answer is not finite, or the cancel flag
    /// is up.
    pub fn solve(
        &mut self,
        topology: &Topology,
        system: &System,
        out: &mut Solution,
    ) -> Result<(), SolveError> {
        out.lambda.clear();
        self.solve_from(topology, system, out)
    }

    /// Like [`Solver::solve`], but iterative methods start from the multipliers in `out`, where there is one for
    /// each row. Other methods do not look at them.
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

    /// Like [`Solver::solve`], but a direct method refines no answer that leaves less than this residual relative to the terms of
    /// `J a + c + E lambda`. For Newton's method, whose next step takes away what is left.
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

    /// The same of arrays that have the lengths of the topology, begun at a time.
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
        // The proof of a direct method sees a number that is not finite in what it reaches; only then is it looked for.
        let seen = method.is_exact() && self.anticipated.is_empty() && products.covers(topology.rows());
        let loose = &mut products.loose().iter();
        if !(seen && loose.all(|&(start, end)| finite(&system.force[start..end]))) {
            check_right_hand_side(topology, system)?;
        }
        out.acceleration.resize(topology.dofs(), 0.0);
        let fits = out.lambda.len() == topology.rows();
        // A direct method reads nothing of the multipliers, and writes them all.
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
        let processor = (&*self.cancel, self.hardware);
        let at = SystemAt::new(
            (topology, system),
            (graph, products),
            &self.inverse_mass,
            processor,
        );
        let at = at.within(tolerance);
        let once = of_products(topology, system) + self.methods.work_of_solve(method, topology);
        self.allowance.charge(once)?;
        let given = at.right_hand_side();
        let mut outcome = Outcome::default();
        let (way, methods) = ((method, self.effort), &mut self.methods);
        if self.anticipated.is_empty() {
            methods.solve_all(way, &at, given, out, &mut outcome);
        } else {
            for island in 0..graph.islands.len() {
                if self.anticipation.has(island) {
                    self.anticipation
                        .solve(way, methods, &at, island, given, out, &mut outcome);
                } else {
                    methods.solve(way, &at, island, given, out, &mut outcome);
                }
            }
        }
        if at.cancelled() {
            return Err(SolveError::Cancelled);
        }
        let repeated = outcome.refinements + outcome.iterations;
        self.allowance.charge(once * repeated as f64)?;
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

    /// How often symbolic work was done: once a topology, and not at all for other masses, lengths, poses and rates.
    pub fn plans(&self) -> SymbolicCounts {
        SymbolicCounts {
            topologies: self.prepared,
            orders: self.methods.planned,
        }
    }

    /// Figures of the last factorisation and solve.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Reports this again, after a solve that nobody is to see.
    pub fn restore_solve(&mut self, report: Report) {
        self.report = report;
    }
}
