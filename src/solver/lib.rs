//! Solver for the equations of motion of a mechanism: takes the matrices of one instant, returns accelerations and Lagrange
//! multipliers.
//!
//! ```text
//! M a = F + J^T lambda          one number per degree of freedom
//! J a + c + E lambda = 0        one number per row
//! ```
//!
//! | | meaning | shape | unit |
//! |---|---|---|---|
//! | M | mass of each body, positive definite | a block of `dim x dim` for each body | kg, kg m, kg m² |
//! | J | derivative of a row by the coordinates of the bodies it acts on | a block of `rows x dim` for each end | 1, m |
//! | K | force of a unit multiplier where it differs from `J^T` (a force that acts elsewhere): `M a = F + K lambda` | a block of `rows x dim` for each end of the force | 1, m |
//! | F | applied force, including gravity and inertial forces | dofs | N, N m |
//! | c | `Jdot v` and stabilisation, the terms that `J a` has to cancel | rows | m/s², 1/s² |
//! | E | compliance, zero for a hard row | rows | 1/kg, 1/(kg m²) |
//! | bounds | `[lo, hi]` of each multiplier, or none for all | rows, or empty | N, N m |
//! | a | acceleration | dofs | m/s², 1/s² |
//! | lambda | multiplier: `J^T lambda` is the force that the constraints add | rows | N, N m |
//!
//! Any consistent units will do, and the same arrays serve velocities and impulses (Baraff 1996, section 3). A row may measure any
//! quantity; a positive multiplier pushes towards larger values of that quantity. Bodies have 1 to 4 degrees of freedom,
//! constraints 1 to 3 rows on any number of bodies; fixed parts do not appear.
//!
//! # Where to begin
//!
//! - [`textbook`] is the algorithm of Baraff's paper in its plainest form, to be read beside the paper.
//! - [`Topology`] lists the bodies and constraints, [`System`] holds the numbers above.
//! - [`Solver`] is the entry point: [`Solver::factor`] factors M, J, K, E with the current [`Method`]; [`Solver::solve`] solves for F and c;
//!   [`Solver::factor_and_solve`] factors and then solves as [`Solver::solve_from`] does: iterative methods start from the multipliers
//!   passed in (warm start). [`Report`] gives cost and accuracy, [`inspect`] the order of elimination and the fill-in.
//! - [`graph`] tells which constraints close loops, [`redundancy`] the rank and which constraints are linearly dependent on others.
//! - [`simd`] and [`pin_tree`] are shared with the simulator; they are not needed to call the solver.
//!
//! Two particles on a rod, one of them pulled along it: both follow, and the rod carries half of the force.
//!
//! ```
//! use tinkertoy_solver::{Method, Solution, Solver, System, Topology};
//!
//! let mut topology = Topology::new([2, 2]); // x and y of two particles
//! topology.add_constraint(1, &[0, 1]); // the rod: one row
//! let mut system = System::zeroed(&topology);
//! system.mass.copy_from_slice(&[1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]);
//! system.jacobian.copy_from_slice(&[-1.0, 0.0, 1.0, 0.0]); // its length, the second lying to the right of the first
//! system.force[2] = 6.0;
//!
//! let (mut solver, mut out) = (Solver::new(Method::Sparse), Solution::default());
//! solver.factor(&topology, &system)?;
//! solver.solve(&topology, &system, &mut out)?;
//! assert_eq!(out.acceleration, [3.0, 0.0, 3.0, 0.0]);
//! assert_eq!(out.lambda, [-3.0]); // it pulls: a positive multiplier would make it longer
//! # Ok::<(), tinkertoy_solver::SolveError>(())
//! ```
//!
//! The package's `examples/pendulum_chain.rs` builds a chain of bars from scratch.

mod anticipation;
mod arithmetic;
mod auxiliary;
mod blocks;
mod body_lu;
mod checks;
mod cholesky;
mod complementarity;
mod csr;
mod dense;
mod dense_kernels;
mod elimination_tree;
mod equations;
pub mod graph;
mod hardware;
mod incidence;
pub mod inspect;
mod inverse_mass;
mod iterative;
mod leaf_elimination;
mod method;
mod methods;
mod multifrontal;
mod order;
mod parallel_islands;
pub mod pin_tree;
mod products;
pub mod redundancy;
mod refine;
mod report;
mod rows;
pub mod simd;
mod solve;
mod sparse;
mod supernodal;
mod symbolic;
pub mod system;
pub mod textbook;
mod thread_pool;
mod topology;
mod versioned;
mod work_budget;

pub use body_lu::{BodyLu, Coupling, ScaledRow};
pub use complementarity::{BlockPivoting, Coulomb, CoulombAnswer, Law, Side};
pub use dense::dense_products;
pub use hardware::Hardware;
pub use method::{IterationLimits, Method};
pub use report::{Input, Report, SolveError};
pub use solve::{Clock, Solver, SymbolicCounts};
pub use system::{End, Solution, System, Topology, UNBOUNDED};
pub use versioned::Versioned;
pub use work_budget::WorkBudget;
