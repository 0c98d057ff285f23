//! Builder for test scenes.

use tinkertoy::bodies::{Bar, Box, Disk, Particle, Shape};
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::forces::ForceKind;
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Attach, Constraint, Force, Id, Mass, Part, Scene};
use tinkertoy::sim::Simulation;

pub fn v2(x: f64, y: f64) -> Vec2 {
    Vec2::new(x, y)
}

pub fn ground(x: f64, y: f64) -> Attach {
    Attach::ground(v2(x, y))
}

pub fn centre(id: Id) -> Attach {
    Attach::part(id, Vec2::ZERO)
}

/// A scene under construction.
#[derive(Default)]
pub struct Build {
    pub scene: Scene,
}

impl Build {
    pub fn part(&mut self, shape: Shape, pose: Pose, mass: f64, inertia: f64) -> Id {
        let name = self.scene.free_name(shape.id());
        let part = Part {
            mass: Mass::Given { mass, inertia },
            ..Part::new(name, shape, pose)
        };
        self.scene.add(part)
    }
    pub fn particle(&mut self, x: f64, y: f64, mass: f64) -> Id {
        self.part(
            Shape::Particle(Particle::default()),
            Pose::new(x, y, 0.0),
            mass,
            0.0,
        )
    }
    pub fn disk(&mut self, x: f64, y: f64, radius: f64, mass: f64) -> Id {
        self.part(
            Shape::Disk(Disk { radius }),
            Pose::new(x, y, 0.0),
            mass,
            0.5 * mass * radius * radius,
        )
    }
    pub fn block(&mut self, x: f64, y: f64, mass: f64) -> Id {
        self.part(
            Shape::Box(Box {
                width: 0.6,
                height: 0.2,
            }),
            Pose::new(x, y, 0.0),
            mass,
            mass * 0.4 / 12.0,
        )
    }
    /// A thin bar between two points, I = m l²/12.
    pub fn bar(&mut self, from: Vec2, to: Vec2, mass: f64) -> Id {
        let d = to - from;
        let (length, middle) = (d.length(), (from + to) / 2.0);
        let shape = Shape::Bar(Bar { length, width: 0.05 });
        self.part(
            shape,
            Pose::new(middle.x, middle.y, d.y.atan2(d.x)),
            mass,
            mass * length * length / 12.0,
        )
    }
    /// The end of a bar: -1 or 1.
    pub fn end(&self, bar: Id, side: f64) -> Attach {
        let Shape::Bar(shape) = &self.scene.part(bar).unwrap().shape else {
            panic!("not a bar")
        };
        Attach::part(bar, v2(side * shape.length / 2.0, 0.0))
    }
    pub fn link(&mut self, kind: ConstraintKind, a: Attach, b: Attach) -> Id {
        self.join(kind, &[a, b])
    }
    /// A constraint between all of its ends, fitted to their positions.
    pub fn join(&mut self, mut kind: ConstraintKind, ends: &[Attach]) -> Id {
        let ports: Vec<_> = ends.iter().map(|end| self.scene.built_ports(*end)).collect();
        kind.fit(&ports);
        let name = self.scene.free_name(kind.id());
        self.scene.add(Constraint {
            name,
            ends: ends.to_vec(),
            kind,
        })
    }
    pub fn pin(&mut self, a: Attach, b: Attach) -> Id {
        self.link(ConstraintKind::Pin(Default::default()), a, b)
    }
    pub fn rod(&mut self, a: Attach, b: Attach) -> Id {
        self.link(ConstraintKind::Distance(Default::default()), a, b)
    }
    pub fn force(&mut self, kind: ForceKind, ends: &[Attach]) -> Id {
        let name = self.scene.free_name(kind.id());
        self.scene.add(Force {
            name,
            ends: ends.to_vec(),
            kind,
        })
    }
    pub fn set_velocity(&mut self, id: Id, velocity: Vec2, omega: f64) {
        let mut part = self.scene.part(id).unwrap().clone();
        part.velocity = velocity;
        // A particle has no spin, and the scene would be refused with one.
        let turns = !part.shape.motion().is_one_point();
        part.omega = if turns { omega } else { 0.0 };
        let mut edit = tinkertoy::scene::Edit::new("push");
        self.scene.plan_item(&mut edit, id, Some(part.into()));
        self.scene.apply(&edit);
    }
}

/// Runs for a while with whole steps of the scene's length.
pub fn run(scene: &Scene, seconds: f64) -> Simulation {
    let problems = tinkertoy::scene::validate::problems(scene);
    assert!(problems.is_empty(), "{problems:?}");
    let mut run = Simulation::new(scene);
    let steps = (seconds / scene.settings.dt).round() as u64;
    for _ in 0..steps {
        run.step().unwrap();
    }
    run
}

/// Position of a part in a run.
pub fn position(run: &Simulation, id: Id) -> Vec2 {
    run.model().pose(run.state(), id).unwrap().position
}

/// Angle of a part in a run.
pub fn angle(run: &Simulation, id: Id) -> f64 {
    run.model().pose(run.state(), id).unwrap().angle
}

/// Point on a circle.
pub fn polar(length: f64, angle: f64) -> Vec2 {
    length * unit(angle)
}

/// The classical Runge-Kutta method for small systems in minimal coordinates: an independent reference integration.
pub fn integrate<const N: usize>(
    mut y: [f64; N],
    seconds: f64,
    steps: usize,
    f: impl Fn(f64, &[f64; N]) -> [f64; N],
) -> [f64; N] {
    let h = seconds / steps as f64;
    let along = |y: &[f64; N], k: &[f64; N], s: f64| std::array::from_fn(|i| y[i] + s * k[i]);
    for n in 0..steps {
        let t = n as f64 * h;
        let k1 = f(t, &y);
        let k2 = f(t + h / 2.0, &along(&y, &k1, h / 2.0));
        let k3 = f(t + h / 2.0, &along(&y, &k2, h / 2.0));
        let k4 = f(t + h, &along(&y, &k3, h));
        y = std::array::from_fn(|i| y[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]));
    }
    y
}
