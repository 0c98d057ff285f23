//! Predefined races.

use super::Scheme;
use crate::scene::{Integrator, IterationLimits, Method, Settings, Stabilisation};

/// A predefined race.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Help text: what to watch for.
    pub help: &'static str,
    /// Scene of the gallery that the race opens; `None` for the scene on the canvas.
    pub scene: Option<&'static str>,
    /// Computes the schemes to compare from that of the scene.
    schemes: fn(&Scheme) -> Vec<Scheme>,
}

impl Preset {
    /// Schemes of the runners beside a scene with the given scheme: without that scheme itself, and without duplicates.
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

/// The predefined races.
pub const PRESETS: [Preset; 11] = [
    Preset {
        name: "Sparse and dense",
        help: "Same answer, other cost: watch the time per solve grow with the machine.",
        scene: None,
        schemes: sparse_and_dense,
    },
    Preset {
        name: "Sparse and dense, on 200 links",
        help: "Opens a chain of two hundred links: the sparse method takes a time in proportion to the links, the dense one to their cube. On a slow computer the copy falls behind, and says so.",
        scene: Some("chain"),
        schemes: sparse_and_dense,
    },
    Preset {
        name: "Conjugate gradient, 5 iterations",
        help: "Stopped early, the iterative method leaves the joints a residual that feedback has to take back.",
        scene: None,
        schemes: |scheme| {
            let effort = IterationLimits {
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
        schemes: ten_sweeps,
    },
    Preset {
        name: "Gauss-Seidel, 10 sweeps, on 1 : 1000",
        help: "Opens the chain with a weight of a thousand links at its end: ten sweeps do not carry the weight up the chain, and it stretches.",
        scene: Some("heavy-on-light"),
        schemes: ten_sweeps,
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
        name: "Two values of ks",
        help: "Weak and stiff feedback, ks sixteen times as large: what a hand pulls open shuts four times as fast, and steps are sooner too long for it. While nothing pulls, the stiff one can drift more: the integrator errs in what feedback does as well.",
        scene: None,
        schemes: |scheme| {
            let weak = by_feedback(scheme);
            let stiff = Scheme {
                ks: 16.0 * weak.ks,
                kd: 4.0 * weak.kd,
                ..weak
            };
            vec![weak, stiff]
        },
    },
    Preset {
        name: "kd of 0, critical, ten times that",
        help: "Without kd drift swings to and fro; the critical 2 √ks takes it out soonest; with ten times that joints open less, and creep back.",
        scene: None,
        schemes: three_kd,
    },
    Preset {
        name: "The same kd, on a triple pendulum",
        help: "Opens a triple pendulum with stiff feedback: without kd its joints swing to and fro and open further; with it they stay closed.",
        scene: Some("stiff-feedback"),
        schemes: three_kd,
    },
    Preset {
        name: "RATTLE and RK4, over an hour",
        help: "Opens two pendulums without friction: by RATTLE the energy errs to and fro and stays, by RK4 it climbs a little each second. Turn the speed up and come back.",
        scene: Some("for-an-hour"),
        schemes: |scheme| {
            [Integrator::Rattle, Integrator::Rk4]
                .map(|integrator| Scheme {
                    integrator,
                    ..*scheme
                })
                .to_vec()
        },
    },
];

/// kd zero, critical, and ten times critical.
fn three_kd(scheme: &Scheme) -> Vec<Scheme> {
    let feedback = by_feedback(scheme);
    let critical = 2.0 * feedback.ks.sqrt();
    [0.0, critical, 10.0 * critical]
        .map(|kd| Scheme { kd, ..feedback })
        .to_vec()
}

/// The scheme with Baumgarte feedback as stabilisation, with the default gains if ks is 0.
fn by_feedback(scheme: &Scheme) -> Scheme {
    let (ks, kd) = match (scheme.ks, scheme.kd) {
        (ks, kd) if ks > 0.0 => (ks, kd),
        _ => {
            let usual = Settings::default();
            (usual.ks, usual.kd)
        }
    };
    Scheme {
        // RATTLE satisfies the constraints by itself.
        integrator: match scheme.integrator {
            Integrator::Rattle => Integrator::Rk4,
            other => other,
        },
        stabilisation: Stabilisation::Baumgarte,
        ks,
        kd,
        ..*scheme
    }
}

fn sparse_and_dense(scheme: &Scheme) -> Vec<Scheme> {
    beside_sparse(scheme, Method::Dense, scheme.effort)
}

/// The sparse method, and Gauss-Seidel with ten sweeps.
fn ten_sweeps(scheme: &Scheme) -> Vec<Scheme> {
    let effort = IterationLimits {
        sweeps: 10,
        ..scheme.effort
    };
    beside_sparse(scheme, Method::GaussSeidel, effort)
}

/// The sparse method, and another method with this effort.
fn beside_sparse(scheme: &Scheme, method: Method, effort: IterationLimits) -> Vec<Scheme> {
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
