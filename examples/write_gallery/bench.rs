//! A builder of scenes in world coordinates: it computes the parts' local coordinates.

use tinkertoy::bodies::{Bar, Box, Disk, Particle, Shape};
use tinkertoy::constraints::{ConstraintKind, Distance, Motor, MotorLaw, Pin, RackAndPinion};
use tinkertoy::forces::{ForceKind, Spring};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Camera, Constraint, Force, Id, Mass, Part, PartColour, Scene, Trace};

/// A point of the plane (m).
pub fn v(x: f64, y: f64) -> Vec2 {
    Vec2::new(x, y)
}

/// Intersection of two circles, to the left of the line from `a` to `b`.
pub fn meet(a: Vec2, radius_a: f64, b: Vec2, radius_b: f64) -> Vec2 {
    let d = b - a;
    let distance = d.length();
    let along = (distance * distance + radius_a * radius_a - radius_b * radius_b) / (2.0 * distance);
    let height = (radius_a * radius_a - along * along).sqrt();
    a + (along * d + height * d.perp()) / distance
}

/// The centre of a part.
pub fn centre(id: Id) -> Attach {
    Attach::part(id, Vec2::ZERO)
}

/// A scene under construction.
#[derive(Default)]
pub struct Bench {
    /// The scene built so far.
    pub scene: Scene,
}

impl Bench {
    /// An empty bench.
    pub fn new(title: &str, description: &str, hint: &str) -> Self {
        let mut bench = Self::default();
        bench.scene.info.title = title.into();
        bench.scene.info.description = description.into();
        bench.scene.info.hint = hint.into();
        (bench.scene.settings.ks, bench.scene.settings.kd) = (400.0, 40.0);
        bench
    }

    /// Sets the camera.
    pub fn view(&mut self, center: Vec2, height: f64) {
        self.scene.camera = Camera { center, height };
    }

    /// A part of any shape.
    pub fn body(&mut self, name: &str, shape: Shape, pose: Pose, colour: PartColour) -> Id {
        self.part(name, shape, pose, colour)
    }

    fn part(&mut self, name: &str, shape: Shape, pose: Pose, colour: PartColour) -> Id {
        let mut part = Part::new(name, shape, pose);
        part.colour = colour;
        self.scene.add(part)
    }

    /// A bar with its pin holes at two points.
    pub fn bar(&mut self, name: &str, from: Vec2, to: Vec2, width: f64, colour: PartColour) -> Id {
        let d = to - from;
        let length = tidy(d.length());
        let middle = (from + to) / 2.0;
        let pose = Pose::new(middle.x, middle.y, d.y.atan2(d.x));
        self.part(name, Shape::Bar(Bar { length, width }), pose, colour)
    }

    /// A disk.
    pub fn disk(&mut self, name: &str, at: Vec2, radius: f64, colour: PartColour) -> Id {
        self.part(
            name,
            Shape::Disk(Disk { radius }),
            Pose::new(at.x, at.y, 0.0),
            colour,
        )
    }

    /// A box.
    pub fn plate(&mut self, name: &str, at: Vec2, width: f64, height: f64, colour: PartColour) -> Id {
        let shape = Shape::Box(Box { width, height });
        self.part(name, shape, Pose::new(at.x, at.y, 0.0), colour)
    }

    /// A particle of this mass (kg).
    pub fn particle(&mut self, name: &str, at: Vec2, mass: f64, colour: PartColour) -> Id {
        let id = self.part(
            name,
            Shape::Particle(Particle::default()),
            Pose::new(at.x, at.y, 0.0),
            colour,
        );
        self.weigh(id, Mass::Density(mass));
        id
    }

    /// Gives a part another mass.
    pub fn weigh(&mut self, id: Id, mass: Mass) {
        self.change(id, |part| part.mass = mass);
    }

    /// Changes a part.
    pub fn change(&mut self, id: Id, change: impl FnOnce(&mut Part)) {
        let mut edit = tinkertoy::scene::Edit::new("");
        let mut part = self
            .scene
            .part(id)
            .cloned()
            .unwrap_or_else(|| panic!("no part {id:?}"));
        change(&mut part);
        self.scene.plan_item(&mut edit, id, Some(part.into()));
        self.scene.apply(&edit);
    }

    /// Changes the parameters of a constraint.
    pub fn constrain(&mut self, id: Id, change: impl FnOnce(&mut ConstraintKind)) {
        let mut edit = tinkertoy::scene::Edit::new("");
        let mut it = self
            .scene
            .constraint(id)
            .cloned()
            .unwrap_or_else(|| panic!("no constraint {id:?}"));
        change(&mut it.kind);
        self.scene.plan_item(&mut edit, id, Some(it.into()));
        self.scene.apply(&edit);
    }

    /// The attachment to the point of a part (or of the ground) at a world point.
    pub fn on(&self, part: impl Into<Option<Id>>, world: Vec2) -> Attach {
        let Some(id) = part.into() else {
            return Attach::ground(world);
        };
        let part = self.scene.part(id).unwrap_or_else(|| panic!("no part {id:?}"));
        let local = part.shape.held(world, part.pose);
        Attach::part(id, v(tidy(local.x), tidy(local.y)))
    }

    fn join(&mut self, name: &str, a: Attach, b: Attach, mut kind: ConstraintKind) -> Id {
        let ports = [self.scene.built_ports(a), self.scene.built_ports(b)];
        kind.fit(&ports);
        self.scene.add(Constraint {
            name: name.into(),
            ends: vec![a, b],
            kind,
        })
    }

    /// A constraint of any kind, fitted to the positions of its ends.
    pub fn link(&mut self, name: &str, ends: &[Attach], mut kind: ConstraintKind) -> Id {
        let ports: Vec<_> = ends.iter().map(|end| self.scene.built_ports(*end)).collect();
        kind.fit(&ports);
        self.scene.add(Constraint {
            name: name.into(),
            ends: ends.to_vec(),
            kind,
        })
    }

    /// A force of any kind.
    pub fn force(&mut self, name: &str, ends: &[Attach], kind: ForceKind) -> Id {
        self.scene.add(Force {
            name: name.into(),
            ends: ends.to_vec(),
            kind,
        })
    }

    /// Pins two parts together at a world point.
    pub fn pin(&mut self, name: &str, a: impl Into<Option<Id>>, b: Id, at: Vec2) {
        let (a, b) = (self.on(a, at), self.on(b, at));
        self.join(name, a, b, ConstraintKind::Pin(Pin {}));
    }

    /// Pins a part to the ground.
    pub fn axle(&mut self, name: &str, part: Id, at: Vec2) {
        self.pin(name, None, part, at);
    }

    /// Keeps two points at their present distance.
    pub fn rod(&mut self, name: &str, a: Attach, b: Attach) {
        self.join(name, a, b, ConstraintKind::Distance(Distance::default()));
    }

    /// Turns `b` against `a`, or the ground, at a speed (rad/s).
    pub fn motor(&mut self, name: &str, a: impl Into<Option<Id>>, b: Id, at: Vec2, speed: f64) {
        let (a, b) = (self.on(a, at), self.on(b, at));
        let kind = ConstraintKind::Motor(Motor {
            law: MotorLaw::Speed,
            speed,
            angle: 0.0,
            time_constant: 0.1,
            ..Motor::default()
        });
        let ends = vec![a, b];
        self.scene.add(Constraint {
            name: name.into(),
            ends,
            kind,
        });
    }

    /// A spring between two points, relaxed at their present distance (N/m, N s/m).
    pub fn spring(&mut self, name: &str, a: Attach, b: Attach, stiffness: f64, damping: f64) {
        let rest = self.scene.built_point(a).distance(self.scene.built_point(b));
        self.scene.add(Force {
            name: name.into(),
            ends: vec![a, b],
            kind: ForceKind::Spring(Spring {
                stiffness,
                damping,
                rest: tidy(rest),
            }),
        });
    }

    /// Lets a wheel run on a rack that lies along the x axis of its part.
    pub fn rack(&mut self, name: &str, rack: Id, wheel: Id) {
        let kind = ConstraintKind::RackAndPinion(RackAndPinion::default());
        self.join(
            name,
            Attach::part(rack, Vec2::ZERO),
            Attach::part(wheel, Vec2::ZERO),
            kind,
        );
    }

    /// Draws the path of a point.
    pub fn trace(&mut self, name: &str, part: Id, at: Vec2) {
        let end = self.on(part, at);
        self.scene.add(Trace::new(name, end));
    }
}

/// Rounds to twelve decimals for readability, which moves nothing by more than a picometre.
fn tidy(x: f64) -> f64 {
    let tidy = (x * 1e12).round() / 1e12;
    if tidy == 0.0 { 0.0 } else { tidy }
}
