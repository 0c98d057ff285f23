//! The one door to the methods: checks what comes in, lets the method in use work, and reports.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::anticipation::Anticipation;
use super::engines::Engines;
use super::equations::{Moment, check_bounds, check_matrices, check_right_hand_side, check_shape, weights};
use super::graph::Graph;
use super::motion::Motion;
use super::pin_tree::{Joint, Machine, PinTrees};
use super::refine::{Given, Outcome};
use super::system::UNBOUNDED;
use super::{Effort, Hardware, Method, Report, Solution, SolveError, System, Topology};

/// Solves for accelerations and multipliers with the method in use, which can be changed at any time.
pub struct Solver {
    method: Method,
    effort: Effort,
    hardware: Hardware,
    topology: Option<Topology>,
    /// Of the constraints that the method itself solves, in the islands of all; nothing where the sweeps need none.
    graph: Option<Graph>,
    /// The walk over the graph, once it is needed.
    motion: Option<Motion>,
    anticipation: Anticipation,
    /// Constraints that are to be anticipated.
    wanted: Vec<usize>,
    cancel: Arc<AtomicBool>,
    w: Vec<f64>,
    diagonal: Vec<f64>,
    engines: Engines,
    /// Where all of the topology is trees of pins.
    trees: Option<PinTrees>,
    /// The method that holds a factor for this topology.
    factored: Option<Method>,
    report: Report,
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
            motion: None,
            anticipation: Anticipation::default(),
            wanted: Vec::new(),
            cancel: Arc::default(),
            w: Vec::new(),
            diagonal: Vec::new(),
            engines: Engines::default(),
            trees: None,
            factored: None,
            report: Report {
                method,
                ..Report::default()
            },
        }
    }

    /// The method in use.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Changes the method; the next [`Solver::factor`] uses it. A factor already made stays good.
    pub fn set_method(&mut self, method: Method) {
        self.method = method;
    }

    /// Says how far iterative methods go from now on.
    pub fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// Says what of the processor may be put to use; without this, all that there is.
    pub fn set_hardware(&mut self, hardware: Hardware) {
        if hardware != self.hardware {
            // What is planned knows its threads, and whether it may round products and sums in one go.
            self.topology = None;
        }
        self.hardware = hardware;
    }

    /// What of the processor may be put to use.
    pub fn hardware(&self) -> Hardware {
        self.hardware
    }

    /// A flag that makes a factorisation or a solve under way give up with [`SolveError::Cancelled`].
    pub fn set_cancel(&mut self, flag: Arc<AtomicBool>) {
        self.cancel = flag;
    }

    /// Prepares for systems of this topology. Nothing happens when it is the one already prepared for.
    pub fn set_topology(&mut self, topology: &Topology) {
        self.wanted.clear();
        self.wanted.extend(topology.forced());
        self.prepare(topology);
        if self.pins().is_none() {
            let graph = self.graph.get_or_insert_with(|| graph_of(topology, &self.wanted));
            self.engines.plan(self.method, topology, graph, self.hardware);
        }
    }

    /// Prepares for a topology with the wanted constraints anticipated, unless that was done already.
    fn prepare(&mut self, topology: &Topology) {
        let known = self.topology.as_ref() == Some(topology);
        if !known || self.anticipation.constraints() != self.wanted {
            let graph = graph_of(topology, &self.wanted);
            let mut island_of = Vec::new();
            if !self.wanted.is_empty() {
                island_of.resize(topology.bodies(), 0);
                for (island, held) in graph.islands.iter().enumerate() {
                    held.bodies.iter().for_each(|&body| island_of[body] = island);
                }
            }
            self.anticipation
                .set(topology, &self.wanted, &island_of, graph.islands.len());
            self.report.anticipated = self.wanted.len();
            self.report.primary = graph.primary();
            self.report.auxiliary = graph.auxiliary() + self.wanted.len();
            self.engines.set_topology();
            self.motion = None;
            // Of a rigid body only the diagonal of W is ever written.
            self.w.clear();
            self.trees = if self.wanted.is_empty() {
                PinTrees::new(topology, &graph)
            } else {
                None
            };
            // Where sweeps do, it is made again when another way has to be gone.
            self.graph = Some(graph).filter(|_| self.trees.is_none());
            self.factored = None;
        }
        if !known {
            self.topology = Some(topology.clone());
        }
    }

    /// Whether there is a factor to solve with.
    pub fn is_factored(&self) -> bool {
        self.factored.is_some()
    }

    /// The pins in the order in which [`Solver::sweep`] asks for them, where the topology is nothing but trees of
    /// them and the method is the sparse one.
    pub fn pins(&self) -> Option<&[Joint]> {
        let trees = self.trees.as_ref().filter(|_| self.method == Method::Sparse);
        trees.map(PinTrees::joints)
    }

    /// Pieces that threads can share; fewer than 2 for a machine too small to pay.
    pub fn pieces(&self) -> usize {
        self.trees
            .as_ref()
            .map_or(self.engines.pieces(), PinTrees::pieces)
    }

    /// Solves a machine of pins from its state, in two sweeps. Returns the power of the multipliers at the rates of
    /// their rows (W); nothing where the numbers ask for the general way, which then has to be gone: digits were
    /// lost, something is not finite, or [`Solver::pins`] gives none. No factor is left behind.
    ///
    /// # Errors
    /// When the cancel flag is up.
    pub fn sweep(&mut self, machine: &impl Machine, out: &mut Solution) -> Result<Option<f64>, SolveError> {
        let (Some(trees), Method::Sparse, Some(topology)) = (&mut self.trees, self.method, &self.topology)
        else {
            return Ok(None);
        };
        if self.cancel.load(Ordering::Relaxed) {
            return Err(SolveError::Cancelled);
        }
        self.factored = None;
        out.acceleration.resize(topology.dofs(), 0.0);
        out.lambda.resize(topology.rows(), 0.0);
        let start = Instant::now();
        if !trees.up(self.hardware, machine) {
            return Ok(None);
        }
        let between = Instant::now();
        let Some(swept) = trees.down(self.hardware, machine, out) else {
            return Ok(None);
        };
        self.report = Report {
            method: Method::Sparse,
            factor_ns: u64::try_from((between - start).as_nanos()).unwrap_or(u64::MAX),
            solve_ns: nanoseconds(between),
            primary: self.report.primary,
            auxiliary: self.report.auxiliary,
            block_updates: trees.block_updates(),
            residual: swept.residual,
            swept: true,
            ..Report::default()
        };
        Ok(Some(swept.power))
    }

    /// Finds the constraints that the method cannot solve by itself: those held by a force that acts elsewhere, and
    /// those with a bound, but for the method that projects.
    fn choose(&mut self, topology: &Topology, system: &System) -> Result<(), SolveError> {
        check_bounds(topology, system)?;
        self.wanted.clear();
        self.wanted.extend(topology.forced());
        if self.method == Method::GaussSeidel {
            if let Some(&constraint) = self.wanted.first() {
                return Err(SolveError::NotWorkless { constraint });
            }
        } else if system.bounds.iter().any(|&bounds| bounds != UNBOUNDED) {
            for constraint in 0..topology.constraints() {
                let rows = topology.row_offset(constraint)..topology.row_offset(constraint + 1);
                if topology.is_workless(constraint) && system.bounds[rows].iter().any(|&it| it != UNBOUNDED) {
                    self.wanted.push(constraint);
                }
            }
            self.wanted.sort_unstable();
        }
        Ok(())
    }

    /// Factors M, J, K and E, for the bounds there are.
    ///
    /// # Errors
    /// When a number is not finite, a mass not positive, bounds leave no room, the method cannot do what is asked of
    /// it, or the cancel flag is up.
    pub fn factor(&mut self, topology: &Topology, system: &System) -> Result<(), SolveError> {
        let start = Instant::now();
        self.factored = None;
        if self.method == Method::Sparse {
            check_shape(topology, system)?;
        } else {
            check_matrices(topology, system)?;
        }
        self.choose(topology, system)?;
        self.prepare(topology);
        let graph = self.graph.get_or_insert_with(|| graph_of(topology, &self.wanted));
        self.engines.plan(self.method, topology, graph, self.hardware);
        let motion = self.motion.get_or_insert_with(|| Motion::new(topology, graph));
        let beside = &self.wanted;
        weights(
            topology,
            system,
            motion,
            beside,
            self.hardware,
            &mut self.w,
            &mut self.diagonal,
        )?;
        let at = Moment {
            topology,
            system,
            graph,
            motion,
            w: &self.w,
            diagonal: &self.diagonal,
            cancel: &self.cancel,
            hardware: self.hardware,
        };
        self.report.method = self.method;
        self.report.swept = false;
        self.engines.factor(self.method, &at, &mut self.report)?;
        let way = (self.method, self.effort);
        self.report.back_solves += self.anticipation.factor(way, &mut self.engines, &at)?;
        self.factored = Some(self.method);
        self.report.factor_ns = nanoseconds(start);
        Ok(())
    }

    /// Answers for the force and c of `system` with the last factor. Bounds may have moved, but which multipliers have
    /// any must be as it was. Iterative methods start from zero.
    ///
    /// # Errors
    /// When a number is not finite, nothing was factored for this topology, or the cancel flag is up.
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
        let start = Instant::now();
        check_right_hand_side(topology, system)?;
        check_bounds(topology, system)?;
        let factored = self.factored.filter(|_| self.topology.as_ref() == Some(topology));
        let (Some(method), Some(graph), Some(motion)) = (factored, &self.graph, &self.motion) else {
            return Err(SolveError::Shape);
        };
        out.acceleration.resize(topology.dofs(), 0.0);
        let guessed = out.lambda.len() == topology.rows() && out.lambda.iter().all(|x| x.is_finite());
        if method.is_exact() || !guessed {
            out.lambda.clear();
            out.lambda.resize(topology.rows(), 0.0);
        }
        let at = Moment {
            topology,
            system,
            graph,
            motion,
            w: &self.w,
            diagonal: &self.diagonal,
            cancel: &self.cancel,
            hardware: self.hardware,
        };
        let given = Given {
            force: Some(&system.force),
            c: &system.c,
        };
        let mut outcome = Outcome::default();
        for island in 0..graph.islands.len() {
            let (way, engines) = ((method, self.effort), &mut self.engines);
            if self.anticipation.has(island) {
                self.anticipation
                    .solve(way, engines, &at, island, given, out, &mut outcome);
            } else {
                engines.solve(way, &at, island, given, out, &mut outcome);
            }
        }
        if at.cancelled() {
            return Err(SolveError::Cancelled);
        }
        self.report.refinements = outcome.sweeps;
        self.report.iterations = outcome.iterations;
        self.report.at_bound = outcome.at_bound;
        self.report.fallback = outcome.fallback;
        self.report.residual = outcome.residual;
        self.report.contradiction = outcome.contradiction;
        if !outcome.residual.is_finite() {
            let bad = |row: &usize| !out.lambda[*row].is_finite();
            let row = (0..topology.rows()).find(bad).unwrap_or_default();
            return Err(SolveError::Numerical {
                constraint: topology.constraint_of(row),
            });
        }
        self.report.solve_ns = nanoseconds(start);
        Ok(())
    }

    /// Figures of the last factorisation and solve.
    pub fn report(&self) -> &Report {
        &self.report
    }
}

/// The graph of what is not anticipated.
fn graph_of(topology: &Topology, wanted: &[usize]) -> Graph {
    Graph::of(topology, |constraint| wanted.binary_search(&constraint).is_err())
}

fn nanoseconds(start: Instant) -> u64 {
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
