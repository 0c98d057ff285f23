//! The constraint solver. It knows dense body indices, Jacobian blocks and right-hand sides, and nothing
//! of scenes, kinds of constraint, names, files, input or clocks.
//!
//! [`Solver`] is the one door: [`Solver::factor`] takes the matrices of an instant apart with the
//! [`Method`] in use, [`Solver::solve`] answers for as many right-hand sides as wanted. [`graph`] says
//! which constraints close loops, [`redundancy`] which of them say nothing new.

mod anticipation;
mod arithmetic;
mod auxiliary;
mod blocks;
mod cholesky;
mod complementarity;
mod csr;
mod dense;
mod engines;
mod equations;
mod fronts;
pub mod graph;
mod halves;
mod hardware;
mod iterative;
mod joint;
mod matmul;
mod method;
mod net;
mod order;
pub mod pin_tree;
mod products;
pub mod redundancy;
mod refine;
mod report;
mod rows;
mod schur;
mod shares;
pub mod simd;
mod solve;
mod sparse;
mod symbolic;
pub mod system;
mod thread_pool;
mod topology;
mod versioned;
mod weights;

pub use hardware::Hardware;
pub use method::{Effort, Method};
pub use report::{Input, Report, SolveError};
pub use solve::{Clock, Plans, Solver};
pub use system::{End, Solution, System, Topology, UNBOUNDED};
pub use versioned::Versioned;
