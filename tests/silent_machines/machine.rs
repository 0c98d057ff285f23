//! Random valid machines: parts of every shape, joined in a tree and some loops by every kind of
//! constraint, with forces of every kind; ordinary ones, and hostile ones of a class.

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::{ConstraintKind, Distance, Slot};
use tinkertoy::forces::{ForceKind, Spring};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::parameter::{Parameters, Unit};
use tinkertoy::scene::{
    Attach, Constraint, Force, Id, Integrator, Mass, Method, Part, Scene, Settings, Stabilisation, SubSteps,
    validate,
};

use crate::random::Random;

/// Difficulty of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// None.
    Ordinary,
    /// Masses from 1e-6 to 1e6 kg.
    MassRatio,
    /// A size from 1e-6 to 1e6 m.
    Size,
    /// Parts on top of each other.
    Coincident,
    /// A drive against an immovable part.
    Jammed,
    /// Two constraints that contradict each other.
    Contradictory,
    /// Speeds up to 1e5 m/s and spins up to 1e4 rad/s.
    Fast,
    /// Springs up to 1e8 N/m.
    Stiff,
    /// Any valid parameters.
    Wild,
    /// Two or three machines side by side, of sizes from 1 mm to 1 km and masses over six decades.
    Several,
}

/// Share of scenes with several machines.
const SEVERAL: f64 = 0.2;

/// Equally frequent; half of all machines are ordinary.
const HOSTILE: [Class; 8] = [
    Class::MassRatio,
    Class::Size,
    Class::Coincident,
    Class::Jammed,
    Class::Contradictory,
    Class::Fast,
    Class::Stiff,
    Class::Wild,
];

/// The first valid machine of a seed.
pub fn machine(seed: u64) -> (Class, Scene) {
    let mut random = Random::new(seed);
    // By numbers of its own, so that all other scenes of a seed stay as they are.
    let several = Random::new(!seed).chance(SEVERAL);
    loop {
        let class = if several {
            Class::Several
        } else if random.chance(0.5) {
            Class::Ordinary
        } else {
            random.pick(&HOSTILE)
        };
        let scene = Builder::new(class, &mut random).build();
        if validate::problems(&scene).is_empty() {
            return (class, scene);
        }
    }
}

struct Builder<'a> {
    class: Class,
    random: &'a mut Random,
    scene: Scene,
    parts: Vec<Id>,
    /// Size of parts and distances between them (m).
    size: f64,
    /// Factor of all masses.
    heavy: f64,
}

impl<'a> Builder<'a> {
    fn new(class: Class, random: &'a mut Random) -> Self {
        let size = match class {
            Class::Size => random.decades(1e-6, 1e6),
            Class::Several => random.decades(1e-3, 1e3),
            _ => random.decades(0.3, 3.0),
        };
        Self {
            class,
            random,
            scene: Scene::default(),
            parts: Vec::new(),
            size,
            heavy: 1.0,
        }
    }

    fn build(mut self) -> Scene {
        self.scene.settings = self.settings();
        if self.class == Class::Several {
            for _ in 0..2 + self.random.below(2) {
                self.size = self.random.decades(1e-3, 1e3);
                self.heavy = self.random.decades(1e-3, 1e3);
                self.parts.clear();
                self.machine();
            }
        } else {
            self.machine();
        }
        match self.class {
            Class::Jammed => self.jam(),
            Class::Contradictory => self.contradict(),
            _ => {}
        }
        self.scene
    }

    fn machine(&mut self) {
        for _ in 0..1 + self.random.below(5) {
            self.part();
        }
        for k in 0..self.parts.len() {
            // Some parts are free.
            if self.random.chance(0.9) {
                self.joint(self.parts[..k].to_vec(), self.parts[k]);
            }
        }
        for _ in 0..self.random.below(3) {
            let end = self.random.pick(&self.parts.clone());
            let others = self.parts.iter().copied().filter(|it| *it != end).collect();
            self.joint(others, end);
        }
        for _ in 0..self.random.below(3) {
            self.force();
        }
    }

    fn settings(&mut self) -> Settings {
        let random = &mut *self.random;
        let mut settings = Settings {
            method: random.pick(&Method::ALL),
            integrator: random.pick(&Integrator::ALL),
            stabilisation: random.pick(&Stabilisation::ALL),
            dt: random.pick(&[1.0 / 240.0, 1.0 / 480.0, 1.0 / 1000.0]),
            ..Settings::default()
        };
        // Half of the ordinary machines have usual settings.
        if self.class == Class::Ordinary && random.chance(0.5) {
            settings.method = random.pick(&Method::EXACT);
            settings.stabilisation = random.pick(&[Stabilisation::Baumgarte, Stabilisation::Projection]);
        } else if random.chance(0.2) {
            settings.sub_steps = SubSteps::Fixed;
        }
        if random.chance(0.2) {
            settings.gravity = Vec2::ZERO;
        }
        settings
    }

    fn part(&mut self) {
        let (size, class) = (self.size, self.class);
        let random = &mut *self.random;
        let mut shape = random.pick(&Shape::catalogue());
        scale(&mut shape, 0.5 * size);
        let at = match self.parts.last().and_then(|last| self.scene.part(*last)) {
            Some(last) if class == Class::Coincident && random.chance(0.7) => last.pose.position,
            _ => random.point(1.5 * size),
        };
        let pose = Pose::new(at.x, at.y, random.between(-3.0, 3.0));
        let mass = match class {
            Class::MassRatio => random.decades(1e-6, 1e6),
            _ => self.heavy * random.decades(0.1, 10.0),
        };
        let radius = size * random.decades(0.1, 0.5);
        let (speed, spin) = match class {
            Class::Fast => (random.decades(1.0, 1e5), random.decades(1.0, 1e4)),
            _ => (size, 2.0),
        };
        let name = self.scene.free_name(shape.id());
        let mut part = Part::new(name, shape, pose);
        part.mass = Mass::Given {
            mass,
            inertia: mass * radius * radius,
        };
        if random.chance(0.5) {
            part.velocity = random.point(speed);
            let turns = !part.shape.motion().is_one_point();
            part.omega = if turns { random.between(-spin, spin) } else { 0.0 };
        }
        self.parts.push(self.scene.add(part));
    }

    /// Joins `to` to one of these parts, or to the ground, by a constraint of any kind.
    fn joint(&mut self, from: Vec<Id>, to: Id) {
        let mut kind = self.random.pick(&ConstraintKind::catalogue());
        for choice in kind.choices() {
            let on = choice.key == "off";
            kind.choose(
                choice.key,
                if on {
                    0
                } else {
                    self.random.below(choice.options.len())
                },
            );
        }
        scale(&mut kind, self.size);
        let b = self.attach(Some(to), kind.slots().last().copied());
        let ends = self.ends(&kind, &from, b);
        self.wild(&mut kind);
        self.join(kind, ends);
    }

    fn ends(&mut self, kind: &ConstraintKind, from: &[Id], b: Attach) -> Vec<Attach> {
        let slots = kind.slots();
        let mut a = match from {
            [] => None,
            _ if self.random.chance(0.3) => None,
            _ => Some(self.random.pick(from)),
        };
        if a.is_some_and(|it| slots[0].needs_angle() && !self.turns(it)) {
            a = None;
        }
        let mut first = self.attach(a, slots.first().copied());
        // Constraints that pull points together start closed.
        if matches!(kind.holds_as(), ConstraintKind::Pin(_) | ConstraintKind::Weld(_)) {
            first.at = self.local(a, self.scene.built_point(b));
        }
        let third = self.random.point(self.size);
        match (slots.len(), kind.pushed().is_empty()) {
            (1, _) => vec![b],
            (2, _) => vec![first, b],
            (3, true) => vec![first, Attach::ground(third), b],
            (3, false) => vec![first, b, b],
            (_, false) => vec![Attach::ground(third), b, first, b],
            _ => {
                let fourth = third + Vec2::new(self.size, 0.0);
                vec![first, Attach::ground(third), Attach::ground(fourth), b]
            }
        }
    }

    /// A random point of a part, or of the ground; the centre where the slot needs it.
    fn attach(&mut self, part: Option<Id>, slot: Option<Slot>) -> Attach {
        let Some(id) = part else {
            return Attach::ground(self.random.point(1.5 * self.size));
        };
        let point = self.random.point(0.4 * self.size);
        let one = self
            .scene
            .part(id)
            .is_some_and(|it| it.shape.motion().is_one_point());
        let centre = one || matches!(slot, Some(Slot::Centre | Slot::Angle));
        Attach::part(id, if centre { Vec2::ZERO } else { point })
    }

    fn turns(&self, id: Id) -> bool {
        self.scene.part(id).is_some_and(|it| it.shape.motion().turns())
    }

    /// A point of the world in the frame of a part or of the ground.
    fn local(&self, part: Option<Id>, point: Vec2) -> Vec2 {
        let Some(part) = part.and_then(|id| self.scene.part(id)) else {
            return point;
        };
        if part.shape.motion().is_one_point() {
            return Vec2::ZERO;
        }
        unit(-part.pose.angle).rotate(point - part.pose.position)
    }

    fn join(&mut self, mut kind: ConstraintKind, ends: Vec<Attach>) {
        let ports: Vec<_> = ends.iter().map(|end| self.scene.built_ports(*end)).collect();
        kind.fit(&ports);
        let name = self.scene.free_name(kind.id());
        self.scene.add(Constraint { name, ends, kind });
    }

    fn force(&mut self) {
        let mut kind = self.random.pick(&ForceKind::catalogue());
        if self.class == Class::Stiff {
            kind = ForceKind::Spring(Spring {
                stiffness: self.random.decades(1e3, 1e8),
                damping: self.random.decades(1e-3, 1e3),
                rest: self.size,
            });
        }
        let b = self.random.pick(&self.parts.clone());
        let slots = kind.slots();
        let b = self.attach(Some(b), slots.last().copied());
        let ground = self.attach(None, None);
        let ends = if slots.len() == 1 {
            vec![b]
        } else {
            vec![ground, b]
        };
        let ports: Vec<_> = ends.iter().map(|end| self.scene.built_ports(*end)).collect();
        kind.fit(&ports);
        self.wild(&mut kind);
        let name = self.scene.free_name(kind.id());
        self.scene.add(Force { name, ends, kind });
    }

    /// Sets some of the parameters to any valid value.
    fn wild(&mut self, kind: &mut impl Parameters) {
        if self.class != Class::Wild {
            return;
        }
        for it in kind.parameters() {
            if self.random.chance(0.3) {
                let value = if it.min > 0.0 {
                    self.random.decades(it.min, it.max)
                } else {
                    let sign = if self.random.chance(0.5) {
                        it.min.signum()
                    } else {
                        1.0
                    };
                    sign * self.random.decades(1e-6, it.max)
                };
                kind.set_parameter(it.key, it.unit.whole(value.clamp(it.min, it.max)));
            }
        }
    }

    /// Fixes a part and drives it by a motor, or drives a rod between two fixed points.
    fn jam(&mut self) {
        let part = self.random.pick(&self.parts.clone());
        let here = self.attach(Some(part), None);
        let point = self.scene.built_point(here);
        if self.turns(part) {
            self.join(
                ConstraintKind::Weld(Default::default()),
                vec![Attach::ground(point), here],
            );
            let centre = Attach::part(part, Vec2::ZERO);
            self.join(
                ConstraintKind::Motor(Default::default()),
                vec![Attach::ground(point), centre],
            );
        } else {
            self.join(
                ConstraintKind::Pin(Default::default()),
                vec![Attach::ground(point), here],
            );
            let away = point + Vec2::new(self.size, 0.0);
            self.join(
                ConstraintKind::Actuator(Default::default()),
                vec![Attach::ground(away), here],
            );
        }
    }

    /// Two rods of different lengths between the same two points.
    fn contradict(&mut self) {
        let part = self.random.pick(&self.parts.clone());
        let here = self.attach(Some(part), None);
        let other = self.attach(None, None);
        let length = (self.scene.built_point(here) - self.scene.built_point(other)).length();
        for share in [1.0, self.random.between(0.6, 1.4)] {
            let kind = ConstraintKind::Distance(Distance {
                length: share * length,
            });
            let name = self.scene.free_name(kind.id());
            self.scene.add(Constraint {
                name,
                ends: vec![other, here],
                kind,
            });
        }
    }
}

/// Scales the lengths of a kind by a size.
fn scale(kind: &mut impl Parameters, size: f64) {
    for it in kind.parameters() {
        if it.unit == Unit::Metre {
            kind.set_parameter(it.key, (it.value * size).clamp(it.min, it.max));
        }
    }
}
