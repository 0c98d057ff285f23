//! Solution methods, and the limits of the iterative ones.

use std::fmt;

/// Solution method. All of them solve the same system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Method {
    /// Block LDL^T of the sparse matrix H, in an order without fill-in on trees (Baraff 1996, section 7).
    #[default]
    Sparse,
    /// Cholesky factor of `A = J W J^T`, formed densely (Baraff 1996, section 5).
    Dense,
    /// The spanning forest by sparse LDL^T, the constraints that close loops by their anticipated response: one back-solve per row
    /// and a dense matrix of these rows (Baraff 1996, section 8). The algorithm of [`crate::textbook`] with iterative refinement;
    /// islands with redundant rows are solved with the factor of [`Method::Sparse`].
    Auxiliary,
    /// Conjugate gradients on A without forming A, by products with its blocks (Witkin 1997, section 4.4), in the variant that
    /// minimises the residual.
    ConjugateGradient,
    /// Block Gauss-Seidel on A: a fixed number of sweeps over the constraints, approximate by design.
    GaussSeidel,
}

impl Method {
    /// All methods, in display order.
    pub const ALL: [Self; 5] = [
        Self::Sparse,
        Self::Dense,
        Self::Auxiliary,
        Self::ConjugateGradient,
        Self::GaussSeidel,
    ];

    /// The direct methods, exact up to rounding.
    pub const EXACT: [Self; 3] = [Self::Sparse, Self::Dense, Self::Auxiliary];

    /// Short name for reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::Sparse => "sparse",
            Self::Dense => "dense",
            Self::Auxiliary => "auxiliary",
            Self::ConjugateGradient => "cg",
            Self::GaussSeidel => "gauss-seidel",
        }
    }

    /// Whether this is a direct method: it factors, and its answer is exact up to rounding.
    pub fn is_exact(self) -> bool {
        Self::EXACT.contains(&self)
    }

    /// Whether this is an iterative method, which improves a starting value.
    pub fn iterates(self) -> bool {
        !self.is_exact()
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// Limits of the iterative methods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IterationLimits {
    /// Largest number of products with A that conjugate gradients may use per island.
    pub cg_iterations: u32,
    /// Residual, relative to the terms of the equations, at which conjugate gradients stop.
    pub cg_tolerance: f64,
    /// Number of Gauss-Seidel sweeps over all constraints.
    pub sweeps: u32,
}

impl Default for IterationLimits {
    fn default() -> Self {
        Self {
            cg_iterations: 1000,
            cg_tolerance: 1e-12,
            sweeps: 20,
        }
    }
}
