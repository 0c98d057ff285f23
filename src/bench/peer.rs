//! Factorisations of the same system by a library: Cholesky of `A = J W J^T` and LDL^T of H, numeric
//! factor and solve only. Ordering and other symbolic work are done beforehand, and so is forming the matrix. If the answer of
//! its Cholesky factor leaves a larger residual than ours, sweeps of iterative refinement reduce it to ours, if they can, as a
//! part of its solve. For a singular matrix, a factor exists by rounding errors only: its time can be measured,
//! but its answer is meaningless.

use std::time::Instant;

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::ldlt::factor::LdltRegularization;
use faer::linalg::cholesky::llt;
use faer::linalg::cholesky::llt::factor::LltRegularization;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, SymbolicCholesky, SymmetricOrdering, factorize_symbolic_cholesky,
};
use faer::{Conj, Mat, MatMut, Par, Side};

use super::bytes::held;
use super::matrix::{Matrix, saddle, schur};
use super::shapes::{Case, Shape};
use super::timing::{Row, median, nanoseconds, warmed_up};
use crate::solver::{Method, Solution, SolveError, Solver, System, Topology};

/// Times of one factorisation and one solve (ns).
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    factor: u64,
    solve: u64,
}

/// A factorisation that can be repeated.
trait Peer {
    /// Factors and solves once; `None` if the library refuses the matrix.
    fn run(&mut self) -> Option<Times>;
    /// Solution of the last run.
    #[cfg(test)]
    fn answer(&self) -> &[f64];
}

struct Sparse {
    matrix: Matrix,
    definite: bool,
    symbolic: SymbolicCholesky<usize>,
    l: Vec<f64>,
    x: Vec<f64>,
    /// Number of refinement sweeps, and scratch for their residual.
    sweeps: usize,
    residual: Vec<f64>,
    factor_memory: MemBuffer,
    solve_memory: MemBuffer,
}

impl Sparse {
    fn new(matrix: Matrix, definite: bool, threshold: SupernodalThreshold) -> Option<Self> {
        let params = CholeskySymbolicParams {
            supernodal_flop_ratio_threshold: threshold,
            ..Default::default()
        };
        let symbolic = factorize_symbolic_cholesky(
            matrix.lower.symbolic(),
            Side::Lower,
            SymmetricOrdering::Amd,
            params,
        )
        .ok()?;
        let scratch = if definite {
            symbolic.factorize_numeric_llt_scratch::<f64>(Par::Seq, Default::default())
        } else {
            symbolic.factorize_numeric_ldlt_scratch::<f64>(Par::Seq, Default::default())
        };
        Some(Self {
            l: vec![0.0; symbolic.len_val()],
            x: vec![0.0; matrix.b.len()],
            sweeps: 0,
            residual: Vec::new(),
            factor_memory: MemBuffer::new(scratch),
            solve_memory: MemBuffer::new(symbolic.solve_in_place_scratch::<f64>(1, Par::Seq)),
            matrix,
            definite,
            symbolic,
        })
    }

    /// Finds the number of refinement sweeps for this relative residual; 0 if no number suffices.
    fn refine_to(&mut self, goal: f64) {
        for sweeps in 0..=MOST_SWEEPS {
            self.sweeps = sweeps;
            if self.run().is_some() && self.matrix.relative_residual(&self.x) <= goal {
                return;
            }
        }
        self.sweeps = 0;
    }
}

impl Peer for Sparse {
    fn run(&mut self) -> Option<Times> {
        let started = Instant::now();
        let memory = MemStack::new(&mut self.factor_memory);
        let lower = self.matrix.lower.as_ref();
        let mut times = Times::default();
        let size = self.x.len();
        macro_rules! finish {
            ($factor:expr) => {{
                let factor = $factor.ok()?;
                times.factor = nanoseconds(started);
                let started = Instant::now();
                self.x.copy_from_slice(&self.matrix.b);
                let x = MatMut::from_column_major_slice_mut(&mut self.x, size, 1);
                let solved = MemStack::new(&mut self.solve_memory);
                factor.solve_in_place_with_conj(Conj::No, x, Par::Seq, solved);
                for _ in 0..self.sweeps {
                    self.matrix.residual(&self.x, &mut self.residual);
                    let r = MatMut::from_column_major_slice_mut(&mut self.residual, size, 1);
                    let solved = MemStack::new(&mut self.solve_memory);
                    factor.solve_in_place_with_conj(Conj::No, r, Par::Seq, solved);
                    for (x, more) in self.x.iter_mut().zip(&self.residual) {
                        *x += more;
                    }
                }
                times.solve = nanoseconds(started);
            }};
        }
        if self.definite {
            finish!(self.symbolic.factorize_numeric_llt(
                &mut self.l,
                lower,
                Side::Lower,
                LltRegularization::default(),
                Par::Seq,
                memory,
                Default::default(),
            ));
        } else {
            finish!(self.symbolic.factorize_numeric_ldlt(
                &mut self.l,
                lower,
                Side::Lower,
                LdltRegularization::default(),
                Par::Seq,
                memory,
                Default::default(),
            ));
        }
        Some(times)
    }

    #[cfg(test)]
    fn answer(&self) -> &[f64] {
        &self.x
    }
}

struct Dense {
    a: Mat<f64>,
    l: Mat<f64>,
    b: Vec<f64>,
    x: Vec<f64>,
    memory: MemBuffer,
}

impl Peer for Dense {
    fn run(&mut self) -> Option<Times> {
        let started = Instant::now();
        let memory = MemStack::new(&mut self.memory);
        self.l.copy_from(&self.a);
        let regular = LltRegularization::default();
        llt::factor::cholesky_in_place(self.l.as_mut(), regular, Par::Seq, memory, Default::default())
            .ok()?;
        let factor = nanoseconds(started);
        let started = Instant::now();
        self.x.copy_from_slice(&self.b);
        let size = self.x.len();
        let x = MatMut::from_column_major_slice_mut(&mut self.x, size, 1);
        llt::solve::solve_in_place(self.l.as_ref(), x, Par::Seq, MemStack::new(&mut self.memory));
        Some(Times {
            factor,
            solve: nanoseconds(started),
        })
    }

    #[cfg(test)]
    fn answer(&self) -> &[f64] {
        &self.x
    }
}

/// Variant of the library's factorisation: Cholesky of A or LDL^T of H, simplicial (column by column) or supernodal.
#[derive(Clone, Copy, Debug)]
struct Way {
    definite: bool,
    simplicial: bool,
}

/// Variants to measure, of which the best counts; for large lattices only the one that finishes in reasonable time.
fn ways(small: bool) -> &'static [Way] {
    const WAYS: [Way; 3] = [
        Way {
            definite: true,
            simplicial: false,
        },
        Way {
            definite: true,
            simplicial: true,
        },
        Way {
            definite: false,
            simplicial: true,
        },
    ];
    if small { &WAYS } else { &WAYS[..1] }
}

/// A sparse factorisation of this system, refined to this relative residual of A if possible.
fn sparse(topology: &Topology, system: &System, way: Way, residual: f64) -> Option<Box<dyn Peer>> {
    let form = if way.definite { schur } else { saddle };
    let threshold = if way.simplicial {
        SupernodalThreshold::FORCE_SIMPLICIAL
    } else {
        SupernodalThreshold::FORCE_SUPERNODAL
    };
    let mut peer = Sparse::new(form(topology, system)?, way.definite, threshold)?;
    if way.definite {
        peer.refine_to(residual.max(SMALL));
    }
    Some(Box::new(peer))
}

/// The library's dense Cholesky factorisation of A.
fn dense(topology: &Topology, system: &System) -> Option<Box<dyn Peer>> {
    let Matrix { lower, b } = schur(topology, system)?;
    let a = lower.to_dense();
    let size = b.len();
    let scratch = llt::factor::cholesky_in_place_scratch::<f64>(size, Par::Seq, Default::default())
        .or(llt::solve::solve_in_place_scratch::<f64>(size, 1, Par::Seq));
    Some(Box::new(Dense {
        l: Mat::zeros(size, size),
        x: vec![0.0; size],
        memory: MemBuffer::new(scratch),
        a,
        b,
    }))
}

/// Relative residual of our own solution of this system, by the same measure.
fn our_residual(topology: &Topology, system: &System) -> Option<f64> {
    let (mut solver, mut out) = (Solver::new(Method::Sparse), Solution::default());
    solver.factor_and_solve(topology, system, &mut out).ok()?;
    Some(schur(topology, system)?.relative_residual(&out.lambda))
}

/// Largest number of refinement sweeps of the library.
const MOST_SWEEPS: usize = 4;
/// Relative residual that needs no refinement.
const SMALL: f64 = 1e-12;
/// Largest lattice for the simplicial factorisations, which take too long beyond it.
const NET_LIMIT: usize = 5000;

/// One factorisation of the library, with its measurements.
pub(super) struct LibraryMeasurement {
    method: &'static str,
    peer: Box<dyn Peer>,
    /// Time of the library's symbolic factorisation and of forming the matrix (ns).
    symbolic_ns: u64,
    bytes: usize,
    times: Vec<Times>,
}

impl LibraryMeasurement {
    /// All factorisations to measure on this system; the dense one only if the system is small.
    pub(super) fn all(case: Case, topology: &Topology, system: &System, small: bool) -> Vec<Self> {
        let net = case.shape == Shape::Lattice && case.n > NET_LIMIT;
        let residual = our_residual(topology, system).unwrap_or(f64::INFINITY);
        let sparse = ways(!net)
            .iter()
            .filter_map(|way| Self::new("faer-sparse", || sparse(topology, system, *way, residual)));
        let mut all: Vec<Self> = sparse.collect();
        if small {
            all.extend(Self::new("faer-dense", || dense(topology, system)));
        }
        all
    }

    fn new(method: &'static str, make: impl FnOnce() -> Option<Box<dyn Peer>>) -> Option<Self> {
        let started = Instant::now();
        let (peer, bytes) = held(make);
        Some(Self {
            method,
            peer: peer?,
            symbolic_ns: nanoseconds(started),
            bytes,
            times: Vec::new(),
        })
    }

    /// Measures one round; a matrix that is refused leaves it with one round less than the others.
    pub(super) fn measure(&mut self) -> Result<(), SolveError> {
        let times = warmed_up(|| Ok(self.peer.run()))?;
        self.times.extend(times);
        Ok(())
    }

    /// Number of rounds measured.
    pub(super) fn rounds(&self) -> usize {
        self.times.len()
    }

    pub(super) fn row(&self, case: Case) -> Row {
        let of = |time: fn(&Times) -> u64| median(self.times.iter().map(time).collect());
        Row {
            shape: case.shape.id(),
            n: case.n,
            method: self.method.to_owned(),
            threads: 1,
            symbolic_ns: self.symbolic_ns,
            assemble_ns: None,
            factor_ns: of(|it| it.factor),
            solve_ns: of(|it| it.solve),
            total_ns: of(|it| it.factor + it.solve),
            bytes: self.bytes,
        }
    }
}

/// The fastest row of each method.
pub(super) fn best(rows: impl Iterator<Item = Row>) -> Vec<Row> {
    let mut best: Vec<Row> = Vec::new();
    for row in rows {
        match best.iter_mut().find(|it| it.method == row.method) {
            Some(held) if held.total_ns <= row.total_ns => {}
            Some(held) => *held = row,
            None => best.push(row),
        }
    }
    best
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::sim::{Dynamics, Model};

    /// The library solves the same system: the answers agree.
    #[test]
    fn the_library_is_asked_the_same_question() {
        for shape in [Shape::Tree, Shape::LoopsLocal, Shape::LoopsRandom, Shape::Truss] {
            let model = Model::compile(&shape.scene(40));
            let mut dynamics = Dynamics::new(Method::Dense);
            dynamics.prepare(&model);
            let system = dynamics.linear_system(&model, &model.start).clone();
            let (mut solver, mut ours) = (Solver::new(Method::Dense), Solution::default());
            solver.factor(&model.topology, &system).unwrap();
            solver.solve(&model.topology, &system, &mut ours).unwrap();
            let size = ours.lambda.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
            let mut peers: Vec<Box<dyn Peer>> = vec![dense(&model.topology, &system).unwrap()];
            for way in ways(true) {
                peers.push(sparse(&model.topology, &system, *way, 1e-12).unwrap());
            }
            for peer in &mut peers {
                peer.run().unwrap();
                let theirs = peer.answer();
                // The unknowns of H are accelerations, then multipliers.
                let theirs = &theirs[theirs.len() - ours.lambda.len()..];
                for (a, b) in theirs.iter().zip(&ours.lambda) {
                    assert!((a - b).abs() < 1e-5 * size, "{}: {a} against {b}", shape.id());
                }
            }
        }
    }
}
