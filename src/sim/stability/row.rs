//! Trial on a row of beads: the first is tied to the ground, each to the next, and all but the first tie are closed.
//!
//! ```text
//! J W J^T = tridiag(-1, 2, -1)/m
//! ```
//! Gauss-Seidel leaves a share of `cos²(pi/(2 n + 1))` of the slowest mode of `n` ties in each sweep, so a few sweeps close an opening
//! with a delay that the gains do not account for.

use crate::bodies::{Particle, Shape};
use crate::constraints::{ConstraintKind, Distance};
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Constraint, IterationLimits, Part, Scene, Settings, Stabilisation, SubSteps};
use crate::sim::Simulation;

use super::{Feedback, Swing, TRIAL};

/// Beads in the row.
pub const BEADS: usize = 8;
/// Steps for which it is followed.
const STEPS: usize = 240;
/// Most sweeps or iterations: as many leave 3e-5 of the slowest mode of so few beads, and the verdict is given while a slider
/// is dragged.
const ENOUGH: u32 = 300;
/// Growth of an opening beyond which nothing more is learnt.
const FAR: f64 = 1e5;
/// Share of an opening below which it counts as closed: the rest is rounding.
const CLOSED: f64 = 1e-3;

/// Feedback on an opening of the first tie, the worse of one at rest and one that opens.
pub fn judge(settings: &Settings) -> Feedback {
    let scene = row(settings);
    let mut worst = Feedback {
        growth: 0.0,
        ringing: 0.0,
    };
    for opens in [false, true] {
        let found = follow(&scene, opens);
        worst.growth = worst.growth.max(found.growth);
        worst.ringing = worst.ringing.max(found.ringing);
    }
    worst
}

fn row(settings: &Settings) -> Scene {
    let mut scene = Scene::default();
    let mut last = Attach::ground(Vec2::ZERO);
    for k in 0..BEADS {
        let pose = Pose::new((k + 1) as f64, 0.0, 0.0);
        let bead = scene.add(Part::new("bead", Shape::Particle(Particle::default()), pose));
        let here = Attach::part(bead, Vec2::ZERO);
        scene.add(Constraint {
            name: "tie".to_owned(),
            ends: vec![last, here],
            kind: ConstraintKind::Distance(Distance { length: 1.0 }),
        });
        last = here;
    }
    let effort = settings.effort;
    scene.settings = Settings {
        gravity: Vec2::ZERO,
        linear_drag: 0.0,
        stabilisation: Stabilisation::Baumgarte,
        sub_steps: SubSteps::Fixed,
        tolerance: 0.0,
        effort: IterationLimits {
            sweeps: effort.sweeps.min(ENOUGH),
            cg_iterations: effort.cg_iterations.min(ENOUGH),
            ..effort
        },
        ..*settings
    };
    scene
}

fn follow(scene: &Scene, opens: bool) -> Feedback {
    let mut run = Simulation::new(scene);
    let mut state = run.state().clone();
    for k in 0..BEADS {
        if opens {
            state.v[2 * k] += TRIAL / scene.settings.dt;
        } else {
            state.q[2 * k] += TRIAL;
        }
    }
    run.restore(state);
    let opening = |run: &Simulation| {
        let q = &run.state().q;
        (0..BEADS)
            .map(|k| q[2 * k] - if k > 0 { q[2 * k - 2] } else { 0.0 } - 1.0)
            .fold((q[0] - 1.0, 0.0_f64), |(first, most), c| {
                (first, most.max(c.abs()))
            })
    };
    let mut swing = Swing::new(opening(&run).0);
    // Largest opening of any tie, in the first and in the second half of the steps.
    let mut largest = [0.0_f64; 2];
    for step in 0..STEPS {
        if run.step().is_err() || run.state().soft_sub_steps > 0 {
            return Feedback::FAILED;
        }
        let (first, most) = opening(&run);
        swing.goes(first);
        let half = &mut largest[2 * step / STEPS];
        *half = half.max(most);
        if most > FAR * TRIAL {
            let growth = (most / TRIAL).powf(1.0 / (step + 1) as f64);
            return Feedback { growth, ringing: 1.0 };
        }
    }
    let [early, late] = largest;
    let growth = if late <= CLOSED * early {
        CLOSED
    } else {
        (late / early).powf(2.0 / STEPS as f64)
    };
    Feedback {
        growth,
        ringing: swing.back(CLOSED * TRIAL),
    }
}
