//! Measurement in rounds.

use std::time::{Duration, Instant};

use super::bytes::held;
#[cfg(feature = "peers")]
use super::peer::LibraryMeasurement;
use super::shapes::{Case, Shape};
use super::timing::{Row, median, nanoseconds, warmed_up};
use crate::clock;
use crate::sim::{Dynamics, Model, SimState};
use crate::solver::{Hardware, Method, SolveError};

/// Effort of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Fewer rounds, for a quick look.
    Quick,
    /// As for published figures.
    Full,
}

impl Effort {
    fn budget(self) -> Duration {
        Duration::from_millis(match self {
            Self::Quick => 300,
            Self::Full => 3000,
        })
    }
    /// Largest number of rows for methods whose time grows with their cube.
    fn dense_rows(self) -> usize {
        match self {
            Self::Quick => 600,
            Self::Full => 2300,
        }
    }
}

/// Number of rounds of a case: enough for a median, and not more than is useful.
const ROUNDS: std::ops::RangeInclusive<usize> = 3..=501;
/// Rounds of the symbolic phase.
const SYMBOLIC_ROUNDS: usize = 5;
struct SolverMeasurement {
    method: Method,
    threads: usize,
    symbolic_ns: u64,
    model: Model,
    state: SimState,
    dynamics: Dynamics,
    bytes: usize,
    times: Vec<[u64; 4]>,
}

impl SolverMeasurement {
    fn new(shape: Shape, n: usize, method: Method, threads: usize) -> Result<Self, SolveError> {
        let scene = shape.scene(n);
        let prepared = |model: &Model| {
            let mut dynamics = Dynamics::new(method);
            let hardware = Hardware::here().with_threads(threads);
            dynamics.solver.set_hardware(hardware);
            dynamics.solver.set_clock(clock::nanoseconds);
            let started = Instant::now();
            dynamics.prepare(model);
            (dynamics, nanoseconds(started))
        };
        let ((model, (dynamics, first)), bytes) = held(|| {
            let model = Model::compile(&scene);
            let prepared = prepared(&model);
            (model, prepared)
        });
        let again = (1..SYMBOLIC_ROUNDS).map(|_| prepared(&model).1);
        let symbolic_ns = median(again.chain([first]).collect());
        let state = model.start.clone();
        let mut ours = Self {
            method,
            threads,
            symbolic_ns,
            model,
            state,
            dynamics,
            bytes,
            times: Vec::new(),
        };
        // Allocations at first use count as well.
        let (first, more) = held(|| ours.evaluate());
        first?;
        ours.bytes += more;
        Ok(ours)
    }

    fn evaluate(&mut self) -> Result<[u64; 4], SolveError> {
        let SimState { q, v, memory, .. } = &self.state;
        let started = Instant::now();
        self.dynamics
            .accelerations(&self.model, q, v, 0.0, memory, None)?;
        let total = nanoseconds(started);
        let report = self.dynamics.solver.report();
        Ok([
            self.dynamics.assemble_ns(),
            report.factor_ns,
            report.solve_ns,
            total,
        ])
    }
}

/// Measures one case: every method that can handle its size, and the library. If the sparse method can divide the work among
/// threads, it is measured again with the given number of threads.
///
/// # Errors
/// When a method refuses the system.
pub fn measure(case: Case, effort: Effort, threads: usize) -> Result<Vec<Row>, SolveError> {
    let Case { shape, n } = case;
    let mut ours = vec![SolverMeasurement::new(shape, n, Method::Sparse, 1)?];
    if threads > 1 && ours[0].dynamics.solver.pieces() > 1 {
        ours.push(SolverMeasurement::new(shape, n, Method::Sparse, threads)?);
    }
    let topology = ours[0].model.topology.clone();
    let small = topology.rows() <= effort.dense_rows();
    if small {
        for method in Method::ALL.into_iter().filter(|&it| it != Method::Sparse) {
            ours.push(SolverMeasurement::new(shape, n, method, 1)?);
        }
    }
    #[cfg(feature = "peers")]
    let mut theirs = {
        let first = &mut ours[0];
        let system = first.dynamics.linear_system(&first.model, &first.state);
        LibraryMeasurement::all(case, &topology, system, small)
    };
    let started = Instant::now();
    for round in 0..*ROUNDS.end() {
        if round >= *ROUNDS.start() && started.elapsed() > effort.budget() {
            break;
        }
        for it in &mut ours {
            let times = warmed_up(|| it.evaluate().map(Some))?;
            it.times.extend(times);
        }
        #[cfg(feature = "peers")]
        {
            for it in &mut theirs {
                it.measure()?;
            }
            theirs.retain(|it| it.rounds() > round);
        }
    }
    #[cfg_attr(not(feature = "peers"), allow(unused_mut))]
    let mut rows: Vec<Row> = ours.iter_mut().map(|it| it.row(case)).collect();
    #[cfg(feature = "peers")]
    rows.extend(super::peer::best(theirs.iter().map(|it| it.row(case))));
    Ok(rows)
}

impl SolverMeasurement {
    fn row(&mut self, case: Case) -> Row {
        let [assemble_ns, factor_ns, solve_ns, total_ns] =
            [0, 1, 2, 3].map(|k| median(self.times.iter().map(|times| times[k]).collect()));
        Row {
            shape: case.shape.id(),
            n: case.n,
            method: self.method.to_string(),
            threads: self.threads,
            symbolic_ns: self.symbolic_ns,
            assemble_ns: Some(assemble_ns),
            factor_ns,
            solve_ns,
            total_ns,
            bytes: self.bytes,
        }
    }
}
