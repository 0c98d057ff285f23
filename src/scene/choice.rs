//! The options of a scene's integration, each with its word in files and on the command line.

use std::fmt;
use std::str::FromStr;

/// Defines an option as an enum: `id` is the word in files and on the command line, `label` and `help` are for people.
macro_rules! choice {
    ($(#[$doc:meta])* $Choice:ident $what:literal { $($(#[$attribute:meta])* $Variant:ident $id:literal $label:literal $help:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        pub enum $Choice { $($(#[$attribute])* #[doc = $help] $Variant),* }

        impl $Choice {
            /// All values.
            pub const ALL: [$Choice; [$($id),*].len()] = [$($Choice::$Variant),*];
            /// Its word in files and on the command line.
            pub fn id(self) -> &'static str {
                match self { $($Choice::$Variant => $id),* }
            }
            /// Its name for people.
            pub fn label(self) -> &'static str {
                match self { $($Choice::$Variant => $label),* }
            }
            /// A sentence that describes it.
            pub fn help(self) -> &'static str {
                match self { $($Choice::$Variant => $help),* }
            }
        }

        impl fmt::Display for $Choice {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.id())
            }
        }

        impl FromStr for $Choice {
            type Err = String;
            fn from_str(word: &str) -> Result<Self, String> {
                Self::ALL.into_iter().find(|it| it.id() == word).ok_or_else(|| {
                    format!("there is no {} {word:?}; give one of {}", $what, [$($id),*].join(", "))
                })
            }
        }
    };
}

choice! {
    /// The method of the constraint solver.
    Method "solver method" {
        #[default]
        Sparse "sparse" "Sparse"
            "Factors the sparse matrix of bodies and constraints: linear time without loops.",
        Dense "dense" "Dense"
            "Forms and factors J W Jᵀ: cubic time in the number of constraint rows.",
        Auxiliary "auxiliary" "Auxiliary"
            "Linear time on the tree; each constraint that closes a loop costs a solve of its own.",
        ConjugateGradient "cg" "Conjugate gradient"
            "Improves a guess by products with J until the residual is small; factors nothing.",
        GaussSeidel "gauss-seidel" "Gauss-Seidel"
            "Sweeps over the constraints a number of times, as games do: fast, and it stretches.",
    }
}

choice! {
    /// The integrator of a step.
    Integrator "integrator" {
        SemiImplicitEuler "semi-implicit-euler" "Semi-implicit Euler"
            "v += h a, then q += h v: order 1, one solve a step.",
        #[default]
        Rk4 "rk4" "Runge-Kutta 4"
            "The classical Runge-Kutta method: order 4, four solves a step.",
        Impulse "impulse" "Impulses"
            "Constraints act by impulses on the velocities, as in game engines: order 1, one solve a step.",
        Rattle "rattle" "RATTLE"
            "Keeps constraints to round-off and the energy error bounded: order 2, symplectic while its steps are equal. A quarter of a step and less is taken by Runge-Kutta where nothing drives.",
        Dopri5 "dopri5" "Dormand-Prince 5(4)"
            "Chooses its steps so that each is wrong by no more than the tolerance: order 5, seven solves a step.",
    }
}

choice! {
    /// Stabilisation against the drift of constraints.
    Stabilisation "stabilisation" {
        None "none" "None"
            "Drift that integration leaves behind stays and grows.",
        #[default]
        Baumgarte "baumgarte" "Feedback"
            "Open joints are drawn together by -ks C - kd Cdot (Baumgarte).",
        Projection "projection" "Projection"
            "After each step positions and velocities are put back on the constraints, by the least change weighted with the mass.",
    }
}

choice! {
    /// Whether a step may be divided.
    SubSteps "way of sub-stepping" {
        #[default]
        Automatic "automatic" "Automatic"
            "A step is divided where a whip, a pose close to singular or a taut chain needs it.",
        Fixed "fixed" "Fixed"
            "Every step is integrated as a whole.",
    }
}

impl Method {
    /// The direct methods, whose answers are exact except for rounding.
    pub const EXACT: [Self; 3] = [Self::Sparse, Self::Dense, Self::Auxiliary];

    /// Whether its answers are exact except for rounding.
    pub fn is_exact(self) -> bool {
        Self::EXACT.contains(&self)
    }

    /// Whether it is iterative.
    pub fn iterates(self) -> bool {
        !self.is_exact()
    }
}

impl Integrator {
    /// Whether it chooses its own steps by an error estimate.
    pub fn is_adaptive(self) -> bool {
        self == Integrator::Dopri5
    }
}
