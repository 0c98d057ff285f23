//! The numerical scheme of a runner: the part of a scene's settings that it does not share with the leader.

use crate::scene::{Integrator, IterationLimits, Method, Settings, Stabilisation, SubSteps};

/// Numerical scheme of a run: method, integrator, step and stabilisation. The other settings (gravity, drag, speed, grip) are the
/// same for all runners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scheme {
    /// Method of the constraint solver.
    pub method: Method,
    /// Iteration limits and tolerances of iterative methods.
    pub effort: IterationLimits,
    /// Integrator.
    pub integrator: Integrator,
    /// Stabilisation against constraint drift.
    pub stabilisation: Stabilisation,
    /// Whether a step may be divided.
    pub sub_steps: SubSteps,
    /// Error tolerance per step of an adaptive integrator.
    pub tolerance: f64,
    /// Shortest step that the error control of an adaptive integrator may choose (s).
    pub smallest_step: Option<f64>,
    /// Length of a step (s).
    pub dt: f64,
    /// Baumgarte gain of C (1/s²).
    pub ks: f64,
    /// Baumgarte gain of Cdot (1/s).
    pub kd: f64,
}

impl Scheme {
    /// The scheme in these settings.
    pub fn of(settings: &Settings) -> Self {
        let &Settings {
            method,
            effort,
            integrator,
            stabilisation,
            sub_steps,
            tolerance,
            smallest_step,
            dt,
            ks,
            kd,
            ..
        } = settings;
        Self {
            method,
            effort,
            integrator,
            stabilisation,
            sub_steps,
            tolerance,
            smallest_step,
            dt,
            ks,
            kd,
        }
    }

    /// These settings with this scheme.
    pub fn over(&self, settings: &Settings) -> Settings {
        let &Self {
            method,
            effort,
            integrator,
            stabilisation,
            sub_steps,
            tolerance,
            smallest_step,
            dt,
            ks,
            kd,
        } = self;
        Settings {
            method,
            effort,
            integrator,
            stabilisation,
            sub_steps,
            tolerance,
            smallest_step,
            dt,
            ks,
            kd,
            ..*settings
        }
    }

    /// Short description: the method and all that differs from `other`, such as "Gauss-Seidel, 10 sweeps"; with the integrator if nothing differs.
    pub fn words(&self, other: &Self) -> String {
        let mut words = vec![self.method.label().to_owned()];
        if self.method.iterates() && (self.method != other.method || self.effort != other.effort) {
            let (count, of) = match self.method {
                Method::GaussSeidel => (self.effort.sweeps, "sweep"),
                _ => (self.effort.cg_iterations, "iteration"),
            };
            words.push(format!("{count} {of}{}", if count == 1 { "" } else { "s" }));
        }
        if self.integrator != other.integrator {
            words.push(self.integrator.label().to_owned());
        }
        if self.stabilisation != other.stabilisation {
            words.push(self.stabilisation.label().to_lowercase());
        }
        if self.sub_steps != other.sub_steps {
            words.push(format!("sub-steps {}", self.sub_steps.label().to_lowercase()));
        }
        if self.integrator.is_adaptive() && self.tolerance != other.tolerance {
            words.push(format!("tolerance {:e}", self.tolerance));
        }
        if self.dt != other.dt {
            words.push(format!("{:.0} steps/s", 1.0 / self.dt));
        }
        if (self.ks, self.kd) != (other.ks, other.kd) {
            words.push(format!("ks {:.0}, kd {:.0}", self.ks, self.kd));
        }
        if words.len() == 1 {
            words.push(self.integrator.label().to_owned());
        }
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_all_that_a_race_changes_of_the_settings() {
        let settings = Settings {
            speed: 2.0,
            method: Method::Dense,
            ..Settings::default()
        };
        assert_eq!(Scheme::of(&settings).over(&settings), settings);
        let other = Scheme::of(&Settings::default()).over(&settings);
        assert_eq!((other.speed, other.method), (2.0, Method::Sparse));
    }
}
