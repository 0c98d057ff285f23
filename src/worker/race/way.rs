//! What of a scene's settings a runner of a race has of its own.

use crate::scene::{Effort, Integrator, Method, Settings, Stabilisation, SubSteps};

/// How a run is computed: method, integrator, step and stabilisation. The rest of the settings (gravity, drag, speed, grip) is the
/// same for all runners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
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

impl Way {
    /// The way these settings compute.
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

    /// These settings, computed in this way.
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
            words.push(match self.method {
                Method::GaussSeidel => format!("{} sweeps", self.effort.sweeps),
                _ => format!("{} iterations", self.effort.cg_iterations),
            });
        }
        if self.integrator != other.integrator {
            words.push(self.integrator.label().to_owned());
        }
        if self.stabilisation != other.stabilisation {
            words.push(self.stabilisation.label().to_lowercase());
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
pub struct Ready {
    /// Its name.
    pub name: &'static str,
    /// What to watch for.
    pub help: &'static str,
    /// The ways that run beside that of the scene.
    ways: fn(&Way) -> Vec<Way>,
}

impl Ready {
    /// The ways of the others where the scene computes in the given way: none like it, none twice.
    pub fn ways(&self, scene: &Way) -> Vec<Way> {
        let mut ways: Vec<Way> = Vec::new();
        for way in (self.ways)(scene) {
            if way != *scene && !ways.contains(&way) {
                ways.push(way);
            }
        }
        ways.truncate(super::MOST);
        ways
    }
}

/// The races that are set up beforehand.
pub const READY: [Ready; 6] = [
    Ready {
        name: "Sparse and dense",
        help: "Same answer, other cost: watch the time per solve grow with the machine.",
        ways: |way| with_methods(way, &[Method::Sparse, Method::Dense]),
    },
    Ready {
        name: "Direct and conjugate gradient, 5 iterations",
        help: "Stopped early, the iterative method leaves the joints a residual that feedback has to take back.",
        ways: |way| {
            let effort = Effort {
                cg_iterations: 5,
                ..way.effort
            };
            let few = Way {
                method: Method::ConjugateGradient,
                effort,
                ..*way
            };
            vec![
                Way {
                    method: Method::Sparse,
                    ..*way
                },
                few,
            ]
        },
    },
    Ready {
        name: "Direct and Gauss-Seidel, 10 sweeps",
        help: "What many games do: long chains and heavy ends stretch.",
        ways: |way| {
            let effort = Effort {
                sweeps: 10,
                ..way.effort
            };
            let few = Way {
                method: Method::GaussSeidel,
                effort,
                ..*way
            };
            vec![
                Way {
                    method: Method::Sparse,
                    ..*way
                },
                few,
            ]
        },
    },
    Ready {
        name: "Feedback, projection, nothing",
        help: "Three answers to drift: pull back, put back, let go.",
        ways: |way| {
            let all = [
                Stabilisation::Baumgarte,
                Stabilisation::Projection,
                Stabilisation::None,
            ];
            all.map(|stabilisation| Way {
                stabilisation,
                ..*way
            })
            .to_vec()
        },
    },
    Ready {
        name: "Euler, RK4, RATTLE",
        help: "First order, fourth order, symplectic: watch the energy.",
        ways: |way| {
            let all = [Integrator::SemiImplicitEuler, Integrator::Rk4, Integrator::Rattle];
            all.map(|integrator| Way { integrator, ..*way }).to_vec()
        },
    },
    Ready {
        name: "Weak and stiff feedback",
        help: "ks sixteen times as large: drift is pulled back four times as fast, until a step is too long for it.",
        ways: |way| {
            vec![Way {
                ks: 16.0 * way.ks,
                kd: 4.0 * way.kd,
                ..*way
            }]
        },
    },
];

fn with_methods(way: &Way, methods: &[Method]) -> Vec<Way> {
    methods.iter().map(|&method| Way { method, ..*way }).collect()
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
        assert_eq!(Way::of(&settings).over(&settings), settings);
        let other = Way::of(&Settings::default()).over(&settings);
        assert_eq!((other.speed, other.method), (2.0, Method::Sparse));
    }

    #[test]
    fn nobody_races_against_the_like() {
        for method in Method::ALL {
            let way = Way::of(&Settings {
                method,
                ..Settings::default()
            });
            for ready in READY {
                let ways = ready.ways(&way);
                assert!(!ways.contains(&way), "{}", ready.name);
                assert!(ways.len() <= super::super::MOST, "{}", ready.name);
            }
        }
    }
}
