//! What of a scene's settings a runner of a race has of its own.

use crate::scene::{Effort, Integrator, Method, Settings, Stabilisation, SubSteps};

/// How a run is computed: method, integrator, step and stabilisation. The rest of the settings (gravity, drag, speed, grip) is the
/// same for all runners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scheme {
    /// Method of the constraint solver.
    pub method: Method,
    /// How far iterative methods go.
    pub effort: Effort,
    /// How a step is integrated.
    pub integrator: Integrator,
    /// How drift is held down.
    pub stabilisation: Stabilisation,
    /// Whether a step may be divided.
    pub sub_steps: SubSteps,
    /// Error per step that an adaptive integrator aims at.
    pub tolerance: f64,
    /// Shortest step that an adaptive integrator may take for its error (s).
    pub smallest_step: Option<f64>,
    /// Length of a step (s).
    pub dt: f64,
    /// Baumgarte feedback of C (1/s²).
    pub ks: f64,
    /// Baumgarte feedback of Cdot (1/s).
    pub kd: f64,
}

impl Scheme {
    /// The scheme these settings compute.
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

    /// These settings, computed in this scheme.
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

    /// The method and what else differs from `other`, in few words: "Gauss-Seidel, 10 sweeps"; the integrator where nothing does.
    pub fn words(&self, other: &Self) -> String {
        let mut words = vec![self.method.label().to_owned()];
        if self.method.iterates() && self.effort != other.effort {
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

/// A race that is set up beforehand.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What to watch for.
    pub help: &'static str,
    /// The scene of the gallery that it is run on; none: the one on the canvas.
    pub scene: Option<&'static str>,
    /// The schemes that run beside that of the scene.
    schemes: fn(&Scheme) -> Vec<Scheme>,
}

impl Preset {
    /// The schemes of the others where the scene computes in the given scheme: none like it, none twice.
    pub fn schemes(&self, scene: &Scheme) -> Vec<Scheme> {
        let mut schemes: Vec<Scheme> = Vec::new();
        for scheme in (self.schemes)(scene) {
            if scheme != *scene && !schemes.contains(&scheme) {
                schemes.push(scheme);
            }
        }
        schemes.truncate(super::MAX_RUNNERS);
        schemes
    }
}

impl PartialEq for Preset {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// The races that are set up beforehand.
pub const PRESETS: [Preset; 7] = [
    Preset {
        name: "Sparse and dense",
        help: "Same answer, other cost: watch the time per solve grow with the machine.",
        scene: None,
        schemes: |scheme| beside_sparse(scheme, Method::Dense, scheme.effort),
    },
    Preset {
        name: "Direct and conjugate gradient, 5 iterations",
        help: "Stopped early, the iterative method leaves the joints a residual that feedback has to take back.",
        scene: None,
        schemes: |scheme| {
            let effort = Effort {
                cg_iterations: 5,
                ..scheme.effort
            };
            beside_sparse(scheme, Method::ConjugateGradient, effort)
        },
    },
    Preset {
        name: "Direct and Gauss-Seidel, 10 sweeps",
        help: "What many games do: long chains and heavy ends stretch.",
        scene: None,
        schemes: |scheme| {
            let effort = Effort {
                sweeps: 10,
                ..scheme.effort
            };
            beside_sparse(scheme, Method::GaussSeidel, effort)
        },
    },
    Preset {
        name: "Gauss-Seidel, 10 sweeps, on a thousand to one",
        help: "Opens the chain with a weight of a thousand links at its end: ten sweeps do not carry the weight up the chain, and it stretches.",
        scene: Some("heavy-on-light"),
        schemes: |scheme| {
            let effort = Effort {
                sweeps: 10,
                ..scheme.effort
            };
            beside_sparse(scheme, Method::GaussSeidel, effort)
        },
    },
    Preset {
        name: "Feedback, projection, nothing",
        help: "Three answers to drift: pull back, put back, let go.",
        scene: None,
        schemes: |scheme| {
            let all = [
                Stabilisation::Baumgarte,
                Stabilisation::Projection,
                Stabilisation::None,
            ];
            all.map(|stabilisation| Scheme {
                stabilisation,
                ..*scheme
            })
            .to_vec()
        },
    },
    Preset {
        name: "Euler, RK4, RATTLE",
        help: "First order, fourth order, symplectic: watch the energy.",
        scene: None,
        schemes: |scheme| {
            let all = [Integrator::SemiImplicitEuler, Integrator::Rk4, Integrator::Rattle];
            all.map(|integrator| Scheme {
                integrator,
                ..*scheme
            })
            .to_vec()
        },
    },
    Preset {
        name: "Weak and stiff feedback",
        help: "ks sixteen times as large: drift is pulled back four times as fast, until a step is too long for it.",
        scene: None,
        schemes: |scheme| {
            let (ks, kd) = match (scheme.ks, scheme.kd) {
                (ks, kd) if ks > 0.0 => (ks, kd),
                _ => {
                    let usual = Settings::default();
                    (usual.ks, usual.kd)
                }
            };
            let weak = Scheme {
                // RATTLE keeps the constraints itself.
                integrator: match scheme.integrator {
                    Integrator::Rattle => Integrator::Rk4,
                    other => other,
                },
                stabilisation: Stabilisation::Baumgarte,
                ks,
                kd,
                ..*scheme
            };
            let stiff = Scheme {
                ks: 16.0 * ks,
                kd: 4.0 * kd,
                ..weak
            };
            vec![weak, stiff]
        },
    },
];

/// The sparse method, and another one that goes so far.
fn beside_sparse(scheme: &Scheme, method: Method, effort: Effort) -> Vec<Scheme> {
    let sparse = Scheme {
        method: Method::Sparse,
        ..*scheme
    };
    let other = Scheme {
        method,
        effort,
        ..*scheme
    };
    vec![sparse, other]
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

    #[test]
    fn nobody_races_against_the_like() {
        for method in Method::ALL {
            let scheme = Scheme::of(&Settings {
                method,
                ..Settings::default()
            });
            for preset in PRESETS {
                let schemes = preset.schemes(&scheme);
                assert!(!schemes.contains(&scheme), "{}", preset.name);
                assert!(schemes.len() <= super::super::MAX_RUNNERS, "{}", preset.name);
            }
        }
    }
}
