//! Conversions between the methods that scenes name and those of the solver.

use crate::scene;
use crate::solver::{self, Method};

impl From<scene::Method> for Method {
    fn from(method: scene::Method) -> Self {
        match method {
            scene::Method::Sparse => Self::Sparse,
            scene::Method::Dense => Self::Dense,
            scene::Method::Auxiliary => Self::Auxiliary,
            scene::Method::ConjugateGradient => Self::ConjugateGradient,
            scene::Method::GaussSeidel => Self::GaussSeidel,
        }
    }
}

impl From<Method> for scene::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Sparse => Self::Sparse,
            Method::Dense => Self::Dense,
            Method::Auxiliary => Self::Auxiliary,
            Method::ConjugateGradient => Self::ConjugateGradient,
            Method::GaussSeidel => Self::GaussSeidel,
        }
    }
}

impl From<scene::IterationLimits> for solver::IterationLimits {
    fn from(limits: scene::IterationLimits) -> Self {
        Self {
            cg_iterations: limits.cg_iterations,
            cg_tolerance: limits.cg_tolerance,
            sweeps: limits.sweeps,
        }
    }
}
