//! Iterative methods, which improve a guess instead of factoring: they need only products with the blocks of J and W, and the small blocks
//! on the diagonal of `A = J W J^T + E`.

mod conjugate;
mod diagonal_blocks;
mod gauss_seidel;

pub(super) use conjugate::{Conjugate, Goal};
pub(super) use diagonal_blocks::DiagonalBlocks;
pub(super) use gauss_seidel::{GaussSeidel, Task};
