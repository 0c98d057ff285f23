//! The ways to solve the system, by name, and how far the iterative ones go.

use std::fmt;

/// A way to solve the system. All of them answer the same question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Method {
    /// Block LDL^T of the sparse matrix H, in an order that fills nothing on trees (Baraff 1996, section 7).
    #[default]
    Sparse,
    /// Cholesky factor of `A = J W J^T`, formed densely (Baraff 1996, section 5).
    Dense,
    /// The spanning forest by sparse LDL^T, the constraints that close loops by their anticipated response: one
    /// back-solve each and a dense matrix of their own (Baraff 1996, section 8). It is [`crate::textbook`], refined; islands with
    /// redundant rows are answered by the factor of [`Method::Sparse`].
    Auxiliary,
    /// Conjugate gradients on A, of which only products are formed (Witkin 1997, section 4.4), in the variant that
    /// minimises the residual.
    ConjugateGradient,
    /// Block Gauss-Seidel on A: a number of sweeps over the constraints, approximate by intent.
    GaussSeidel,
}

impl Method {
    /// Every method, in the order in which they are shown.
    pub const ALL: [Self; 5] = [
        Self::Sparse,
        Self::Dense,
        Self::Auxiliary,
        Self::ConjugateGradient,
        Self::GaussSeidel,
    ];

    /// The direct methods: what they answer is exact but for rounding.
    pub const EXACT: [Self; 3] = [Self::Sparse, Self::Dense, Self::Auxiliary];

    /// A short name for reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::Sparse => "sparse",
            Self::Dense => "dense",
            Self::Auxiliary => "auxiliary",
            Self::ConjugateGradient => "cg",
            Self::GaussSeidel => "gauss-seidel",
        }
    }

    /// Whether it factors, and its answer is exact but for rounding.
    pub fn is_exact(self) -> bool {
        Self::EXACT.contains(&self)
    }

    /// Whether it starts from a guess and improves it.
    pub fn iterates(self) -> bool {
        !self.is_exact()
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// How far the iterative methods go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Products with A that conjugate gradients may take in each island.
    pub cg_iterations: u32,
    /// Residual, relative to the terms of the equations, at which conjugate gradients are done.
    pub cg_tolerance: f64,
    /// Sweeps of Gauss-Seidel over all constraints.
    pub sweeps: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            cg_iterations: 1000,
            cg_tolerance: 1e-12,
            sweeps: 20,
        }
    }
}
