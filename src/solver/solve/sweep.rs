//! The fastest method, for machines that are trees of declared joints, or such trees on a core: from state to accelerations in two sweeps.
//! Islands are grouped into runs; each run is evaluated, swept and solved while it is in a cache, and threads share the runs.

use std::sync::Mutex;
use std::sync::atomic::Ordering;

use super::super::graph::Graph;
use super::super::pin_tree::{JointRecord, Machines, Output, PinTrees, Scatter, Swept, Workspaces};
use super::super::thread_pool::{ThreadPool, lock, unlocked};
use super::super::{Hardware, Method, Report, Solution, SolveError, Topology};
use super::runs::{CoreKind, CoreSolver, Run, SweepResult, Sweeps, free};
use super::{Clock, Solver};

/// Estimated time of the two sweeps per coordinate (ns).
const OF_SWEEPS: f64 = 40.0;
/// Number of joints below which runs are not shared by threads: a thread takes some ten microseconds to wake, and longer on a busy machine.
const WHOLE: usize = 16_384;

/// Settings shared by all runs.
pub(super) struct Task {
    pub(super) hardware: Hardware,
    pub(super) clock: Clock,
}

impl Sweeps<Solver> {
    /// Plans the sweeps for a topology. Returns `None` if too little of it consists of trees of declared joints.
    pub(super) fn new(topology: &Topology, graph: &Graph, solver: &Solver) -> Option<Self> {
        let runs = PinTrees::of_runs(topology, graph)?;
        let all: usize = runs.iter().map(|run| run.size).sum();
        let largest = runs.iter().map(|run| run.size).max().unwrap_or_default();
        // If one run is more than half of the total, threads share the work within that run instead.
        let shared = all >= WHOLE && 2 * largest <= all;
        let (threads, hardware) = match shared {
            true => (
                solver.hardware.threads().min(runs.len()),
                solver.hardware.with_threads(1),
            ),
            false => (1, solver.hardware),
        };
        let (of_run, kinds) = CoreKind::of_runs(&runs, threads, (solver, hardware));
        let run = |(trees, core): (PinTrees, Option<usize>)| {
            Mutex::new(Run {
                trees,
                core,
                report: Report::default(),
                found: Ok(None),
                times: [0; 3],
            })
        };
        let records = runs.iter().map(PinTrees::records).max().unwrap_or_default();
        let mut sweeps = Self {
            pieces: if shared { runs.len() } else { 0 },
            has_core: runs.iter().any(|run| run.core().is_some()),
            kept: (0..threads)
                .map(|_| Mutex::new(vec![JointRecord::default(); records]))
                .collect(),
            runs: runs.into_iter().zip(of_run).map(run).collect(),
            kinds,
            needs_warm_up: true,
            pool: ThreadPool::new(threads),
        };
        let in_cores = sweeps.cores().map(|core| core.solver.pieces()).max();
        let in_trees = sweeps.trees().map(PinTrees::pieces).max();
        sweeps.pieces = sweeps.pieces.max(in_cores.max(in_trees).unwrap_or_default());
        Some(sweeps)
    }

    /// Evaluates and solves all runs, each in its own workspace.
    fn run<M: Machines>(
        &mut self,
        task: &Task,
        (machines, workspaces): (&M, Workspaces<'_, M>),
        out: &Output<'_>,
    ) {
        let Workspaces {
            runs: own,
            scratches,
            cores: systems,
        } = workspaces;
        // A single run needs no locks: a small machine is swept in a microsecond, of which locking would be a noticeable part.
        if let ([run], [own], [kept], [scratch, ..]) =
            (&mut self.runs[..], &mut *own, &mut self.kept[..], &mut *scratches)
        {
            let (run, own, kept, scratch) = (unlocked(run), unlocked(own), unlocked(kept), unlocked(scratch));
            let core = match (&mut self.kinds[..], &mut *systems) {
                ([kind], [systems]) => kind.solvers.first_mut().zip(systems.first_mut()),
                _ => None,
            };
            let core = core.map(|(solver, system)| (unlocked(solver), unlocked(system)));
            run.found = run.sweep(task, (machines, own, scratch), core, (kept, out));
            return;
        }
        let (own, scratches, systems) = (&*own, &*scratches, &*systems);
        if std::mem::take(&mut self.needs_warm_up) {
            self.warm_up(task, (machines, own, scratches, systems), out);
        }
        let (runs, kept, kinds) = (&self.runs, &self.kept, &self.kinds);
        self.pool.for_each(runs.len().min(own.len()), &|index| {
            let (mut run, mut own) = (lock(&runs[index]), lock(&own[index]));
            let Some((mut kept, mut scratch)) = free(kept, scratches) else {
                return;
            };
            let mut core = run
                .core
                .and_then(|kind| free(&kinds.get(kind)?.solvers, systems.get(kind)?));
            let core = core
                .as_mut()
                .map(|(solver, system)| (&mut **solver, &mut **system));
            run.found = run.sweep(task, (machines, &mut own, &mut scratch), core, (&mut kept, out));
        });
    }

    /// Combines the results and statistics of all runs. `passed` is the elapsed time, if it may differ from the sum of the times of the runs.
    /// Returns `None` if a run needs the general method.
    fn gather(
        &mut self,
        report: &mut Report,
        passed: Option<u64>,
    ) -> Result<Option<SweepResult>, SolveError> {
        let (mut power, mut residual, mut block_updates) = (0.0, 0.0_f64, 0);
        let (mut times, mut all) = ([0; 3], true);
        let mut of_cores = Report::default();
        for run in self.all() {
            let found = std::mem::replace(&mut run.found, Ok(None))?;
            let Some(swept) = found else {
                all = false;
                continue;
            };
            power += swept.power;
            residual = residual.max(swept.residual);
            block_updates += run.trees.block_updates;
            of_cores.add_part(&run.report);
            times = [0, 1, 2].map(|k| times[k] + run.times[k]);
        }
        if !all {
            return Ok(None);
        }
        // Runs overlap in time on several threads: scale their times to the elapsed time.
        if let Some(passed) = passed {
            let part = passed as f64 / times.iter().sum::<u64>().max(1) as f64;
            times = times.map(|time| (time as f64 * part) as u64);
        }
        let [evaluation_ns, factor_ns, solve_ns] = times;
        *report = Report {
            method: Method::Sparse,
            swept: !self.has_core,
            primary: report.primary,
            auxiliary: report.auxiliary,
            block_updates,
            residual,
            factor_ns,
            solve_ns,
            ..Report::default()
        };
        report.add_part(&of_cores);
        Ok(Some(SweepResult { power, evaluation_ns }))
    }
}

impl Run {
    /// Evaluates and solves a run. Returns `None` if its numbers require the general method.
    pub(super) fn sweep<M: Machines>(
        &mut self,
        task: &Task,
        (machines, own, scratch): (&M, &mut M::Run, &mut M::Scratch),
        core: Option<(&mut CoreSolver<Solver>, &mut M::Core)>,
        (kept, out): (&mut [JointRecord], &Output<'_>),
    ) -> Result<Option<Swept>, SolveError> {
        let Task { hardware, clock } = *task;
        if self.core.is_some() && core.is_none() {
            return Ok(None);
        }
        let (mut its, in_core) = core.unzip();
        let begun = clock();
        let (machine, system) = machines.at(own, scratch, in_core);
        let evaluated = clock();
        if !self.trees.up(hardware, &machine, kept) {
            return Ok(None);
        }
        let mut factored = clock();
        let mut of_core = None;
        if let (Some(own), Some(its), Some(system)) = (self.trees.core(), &mut its, system) {
            own.load(kept, system);
            match its
                .solver
                .factor_and_solve(&own.topology, system, &mut its.solution)
            {
                Ok(()) => {}
                Err(error @ (SolveError::Cancelled | SolveError::TooLong)) => return Err(error),
                // The general method reports the error, with the indices of the whole machine.
                Err(_) => return Ok(None),
            }
            self.report.clone_from(its.solver.report());
            if !own.accepts(&self.report) {
                return Ok(None);
            }
            factored += self.report.factor_ns;
            of_core = Some(&its.solution);
        }
        let swept = self.trees.down(hardware, (&machine, kept), of_core, out);
        let ended = clock();
        self.times = [
            evaluated.saturating_sub(begun),
            factored.saturating_sub(evaluated),
            ended.saturating_sub(factored),
        ];
        Ok(swept)
    }
}

impl Solver {
    /// Iterates over the trees of each run of islands, in the order of the workspaces of [`Solver::sweep`]; empty if there are no trees of
    /// declared joints, or the method is not the sparse one.
    pub fn trees(&mut self) -> impl Iterator<Item = &PinTrees> {
        let sweeps = self.sweeps.as_mut().filter(|_| self.method == Method::Sparse);
        sweeps.into_iter().flat_map(Sweeps::trees)
    }

    /// Iterates over the kinds of cores, in the order of the workspaces of [`Solver::sweep`], with the number of each that can be in use at the
    /// same time.
    pub fn cores(&self) -> impl Iterator<Item = (&Topology, usize)> {
        let sweeps = self.swept();
        sweeps
            .into_iter()
            .flat_map(|it| it.kinds.iter().map(|kind| (&kind.topology, kind.solvers.len())))
    }

    /// Returns how many runs can be swept at the same time.
    pub fn sweeps_at_once(&self) -> usize {
        self.swept().map_or(0, |sweeps| sweeps.kept.len())
    }

    /// Whether there are trees that can be swept.
    pub fn has_trees(&self) -> bool {
        self.swept().is_some()
    }

    /// Whether any of the trees hang on a core, and not only on the ground.
    pub fn has_core(&self) -> bool {
        self.swept().is_some_and(|sweeps| sweeps.has_core)
    }

    fn swept(&self) -> Option<&Sweeps<Solver>> {
        self.sweeps.as_ref().filter(|_| self.method == Method::Sparse)
    }

    /// Returns the number of pieces that threads can share; fewer than 2 for a machine too small for sharing to pay off.
    pub fn pieces(&self) -> usize {
        let sweeps = self.sweeps.as_ref();
        sweeps.map_or(self.methods.pieces(), |sweeps| sweeps.pieces)
    }

    /// Solves a machine of trees from its state, in two sweeps. `workspaces` has a run for each of [`Solver::trees`], scratch space for
    /// [`Solver::sweeps_at_once`], and cores of each kind as many as [`Solver::cores`] says. Returns `None` if the caller has to use the general
    /// method: cancellation lost too many digits, a number is not finite, or there are no [`Solver::trees`]. No factor is kept.
    ///
    /// # Errors
    /// If the cancel flag is set, or the work budget is exceeded.
    pub fn sweep<M: Machines>(
        &mut self,
        machines: &M,
        workspaces: Workspaces<'_, M>,
        out: &mut Solution,
    ) -> Result<Option<SweepResult>, SolveError> {
        let (Some(sweeps), Method::Sparse, Some(topology)) = (&mut self.sweeps, self.method, &self.topology)
        else {
            return Ok(None);
        };
        if self.shared.cancel.load(Ordering::Relaxed) {
            return Err(SolveError::Cancelled);
        }
        self.shared.budget.charge(OF_SWEEPS * topology.dofs() as f64)?;
        self.factored = None;
        out.acceleration.resize(topology.dofs(), 0.0);
        out.lambda.resize(topology.rows(), 0.0);
        let task = Task {
            hardware: self.hardware,
            clock: self.shared.clock,
        };
        let clock = (sweeps.runs.len() > 1).then_some(self.shared.clock);
        let begun = clock.map_or(0, |clock| clock());
        // SAFETY: a run reads and writes only its own bodies and rows; for accesses within a run see `PinTrees::down`.
        #[allow(unsafe_code, reason = "runs of islands write to one array side by side")]
        let out = unsafe {
            Output {
                acceleration: Scatter::new(&mut out.acceleration),
                lambda: Scatter::new(&mut out.lambda),
            }
        };
        sweeps.run(&task, (machines, workspaces), &out);
        let passed = clock.map(|clock| clock().saturating_sub(begun));
        sweeps.gather(&mut self.report, passed)
    }
}
