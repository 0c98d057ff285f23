//! Trial on one joint: a bead pinned to the ground, on which nothing else acts.

use crate::bodies::{Particle, Shape};
use crate::constraints::{ConstraintKind, Pin};
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Constraint, Integrator, Part, Scene, Settings, SubSteps};
use crate::sim::{SimState, Simulation};

use super::{Feedback, TRIAL};

/// The trial machine, kept for many trials.
pub struct Trial {
    run: Simulation,
    from: SimState,
}

impl Trial {
    /// A trial of an integrator with fixed steps.
    pub fn new(integrator: Integrator) -> Self {
        let mut scene = Scene::default();
        let bead = scene.add(Part::new(
            "bead",
            Shape::Particle(Particle::default()),
            Pose::default(),
        ));
        scene.add(Constraint {
            name: "pin".to_owned(),
            ends: vec![Attach::ground(Vec2::ZERO), Attach::part(bead, Vec2::ZERO)],
            kind: ConstraintKind::Pin(Pin {}),
        });
        scene.settings = Settings {
            gravity: Vec2::ZERO,
            integrator,
            sub_steps: SubSteps::Fixed,
            tolerance: 0.0,
            dt: 1.0,
            ..Settings::default()
        };
        let run = Simulation::new(&scene);
        let from = run.state().clone();
        Self { run, from }
    }

    /// Feedback with gains in steps: ks h² and kd h.
    pub fn judge(&mut self, ks_h2: f64, kd_h: f64) -> Feedback {
        (self.run.model.settings.ks, self.run.model.settings.kd) = (ks_h2, kd_h);
        let mut update = [[0.0; 2]; 2];
        for (column, trial) in [(TRIAL, 0.0), (0.0, TRIAL)].into_iter().enumerate() {
            self.run.state.clone_from(&self.from);
            (self.run.state.q[0], self.run.state.v[0]) = trial;
            // A trial that needs a soft (regularised) step is beyond any honest correction of drift.
            if self.run.step_by(1.0).is_err() || self.run.state().soft_sub_steps > 0 {
                return Feedback::FAILED;
            }
            let state = self.run.state();
            update[0][column] = state.q[0] / TRIAL;
            update[1][column] = state.v[0] / TRIAL;
        }
        Feedback::of_update(update)
    }

    /// Feedback with the gains and the step of these settings.
    pub fn judge_settings(&mut self, settings: &Settings) -> Feedback {
        let h = settings.dt;
        self.judge(settings.ks * h * h, settings.kd * h)
    }
}
