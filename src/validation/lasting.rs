//! Long runs: the energy error of RATTLE over a million steps, an hour of walking, and heavy
//! weights at the end of a long chain.

use super::{Scheme, problems};
use crate::bodies::{Bar, Particle, Shape};
use crate::constraints::{ConstraintKind, Pin};
use crate::math::{Pose, Vec2};
use crate::scene::file::FileError;
use crate::scene::{Attach, Constraint, Integrator, Mass, Part, Scene, Stabilisation, SubSteps, gallery};
use crate::sim::Simulation;

/// Number of parts of a long run for which errors are listed.
pub const PARTS: usize = 10;

/// Results of a long run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// Largest energy error (J) in each tenth of the run.
    pub errors: Vec<f64>,
    /// Largest kinetic energy (J).
    pub largest_kinetic: f64,
    /// Largest opening of a joint (m).
    pub drift: f64,
    /// Largest change of the energy error between two samples (J).
    pub leap: f64,
    /// Shortest sub-step (s).
    pub shortest: f64,
    /// Sub-steps that were rejected and repeated shorter.
    pub refused: u64,
    /// Number of soft (regularised) steps.
    pub softened: u64,
    /// When and why it stopped, if it did.
    pub stopped: Option<String>,
}

impl Course {
    /// Largest energy error, relative to the largest kinetic energy.
    pub fn worst(&self) -> f64 {
        self.errors.iter().fold(0.0, |a: f64, b| a.max(*b)) / self.largest_kinetic
    }

    /// The given figure; infinity if the run stopped.
    pub fn whole(&self, figure: f64) -> f64 {
        if self.stopped.is_some() {
            f64::INFINITY
        } else {
            figure
        }
    }
}

/// Runs a scene for a number of steps and samples it at every `every`th.
pub fn follow(scene: &Scene, steps: u64, every: u64) -> Course {
    let mut run = Simulation::new(scene);
    let mut course = Course {
        errors: vec![0.0; PARTS],
        shortest: scene.settings.dt,
        ..Course::default()
    };
    let mut last = 0.0;
    for step in 0..steps {
        if let Err(stop) = run.step() {
            course.stopped = Some(format!("t = {:.3} s: {}", stop.time, stop.reason));
            break;
        }
        course.shortest = course.shortest.min(run.state().control.shortest);
        if step % every != 0 {
            continue;
        }
        let error = run.energy_error();
        let part = &mut course.errors[(step * PARTS as u64 / steps) as usize];
        *part = part.max(error.abs());
        course.leap = course.leap.max((error - last).abs());
        last = error;
        course.largest_kinetic = course.largest_kinetic.max(run.energy().kinetic);
        course.drift = course.drift.max(run.drift().max_m);
    }
    course.refused = run.state().control.refused;
    course.softened = run.state().soft_sub_steps;
    course
}

/// Problems that run for a million steps: id and title.
pub const LONG: [(&str, &str); 2] = [
    ("double-pendulum-particles", "Double pendulum"),
    ("crank-rocker", "Four-bar, left to itself"),
];

/// The scene of one of [`LONG`] for undivided steps of 1/240 s; with projection, except for RATTLE.
///
/// # Errors
/// When its scene cannot be read.
pub fn long(id: &str, integrator: Integrator) -> Result<Scene, FileError> {
    let problem = problems::ALL.iter().find(|problem| problem.id == id);
    let mut scene = match problem {
        Some(problem) => problem.scene()?,
        None => Scene::default(),
    };
    // Without motors, so that energy is conserved.
    let drives: Vec<_> = scene
        .constraints()
        .filter(|(_, it)| it.kind.is_drive())
        .map(|(id, _)| id)
        .collect();
    let mut edit = crate::scene::Edit::new("let go");
    for id in drives {
        scene.plan_item(&mut edit, id, None);
    }
    scene.apply(&edit);
    let hold = match integrator {
        Integrator::Rattle => Stabilisation::None,
        _ => Stabilisation::Projection,
    };
    Scheme { integrator, hold }.apply(&mut scene.settings);
    scene.settings.dt = 1.0 / 240.0;
    Ok(scene)
}

/// A hanging chain of `links` bars of 0.2 m and 1 kg with a weight at its end, which swings as a whole at first.
pub fn weighted(links: usize, weight: f64) -> Scene {
    let mut scene = Scene::default();
    let mut above = Attach::ground(Vec2::ZERO);
    let part = |name: String, shape, y: f64, angle, mass, inertia| Part {
        mass: Mass::Given { mass, inertia },
        velocity: Vec2::new(0.02 * y, 0.0),
        ..Part::new(name, shape, Pose::new(0.0, y, angle))
    };
    let pin = |scene: &mut Scene, name: String, a, b| {
        scene.add(Constraint {
            name,
            ends: vec![a, b],
            kind: ConstraintKind::Pin(Pin {}),
        })
    };
    for k in 0..links {
        let shape = Shape::Bar(Bar {
            length: 0.2,
            width: 0.05,
        });
        let y = -0.2 * k as f64 - 0.1;
        let down = -std::f64::consts::FRAC_PI_2;
        let bar = scene.add(part(format!("bar {k}"), shape, y, down, 1.0, 0.04 / 12.0));
        pin(
            &mut scene,
            format!("pin {k}"),
            above,
            Attach::part(bar, Vec2::new(-0.1, 0.0)),
        );
        above = Attach::part(bar, Vec2::new(0.1, 0.0));
    }
    let y = -0.2 * links as f64;
    let ball = scene.add(part(
        "weight".to_owned(),
        Shape::Particle(Particle::default()),
        y,
        0.0,
        weight,
        0.0,
    ));
    pin(
        &mut scene,
        "last pin".to_owned(),
        above,
        Attach::part(ball, Vec2::ZERO),
    );
    scene.settings.integrator = Integrator::Rk4;
    scene.settings.stabilisation = Stabilisation::Projection;
    scene.settings.sub_steps = SubSteps::Automatic;
    scene
}

/// Jansen's walker (two legs) with projection.
///
/// # Errors
/// When its scene cannot be read.
pub fn walker() -> Result<Scene, FileError> {
    let mut scene = match gallery::find("jansen") {
        Some(entry) => entry.scene()?,
        None => Scene::default(),
    };
    scene.settings.stabilisation = Stabilisation::Projection;
    Ok(scene)
}
