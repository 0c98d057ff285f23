//! A pendulum clock with Graham's escapement.
//!
//! The lines from the pivot of the anchor to the working points of its pallets are tangents of the wheel's tip circle, so that a tooth moves
//! along them. Each pallet is as thick as a tooth travels in half a pitch, less the drop; its locking face is perpendicular to that line, so
//! it gives the pendulum no impulse, and the slanted end face that follows gives it one.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use tinkertoy::bodies::compound::Piece;
use tinkertoy::bodies::{Bar, Compound, Disk, Gear, Polygon, Shape};
use tinkertoy::constraints::{ConstraintKind, DrumRope, GearPair, Mesh};
use tinkertoy::forces::{Drag, ForceKind};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Collides, Id, Mass, PartColour};

use crate::bench::{Bench, centre, v};
use crate::clockwork::{plate, weld};
use crate::touching::touch;

/// Number of teeth of the escape wheel, radius of their tips, and radius of the disk they stand on (m).
const TEETH: u32 = 15;
const TIP: f64 = 0.3;
const RIM: f64 = 0.21;
/// Length of the pendulum (m), and its start angle (rad).
const LENGTH: f64 = 1.0;
const START: f64 = 0.105;

/// Geometry of the anchor, with the pendulum vertical.
struct Anchor {
    pivot: Vec2,
    /// Distance from the pivot to the middle of a pallet (m), and direction of the left one (rad).
    reach: f64,
    direction: f64,
}

impl Anchor {
    fn new() -> Self {
        // The pallets are three and a half teeth apart.
        let half = 0.5 * 3.5 * TAU / f64::from(TEETH);
        let pivot = v(0.0, TIP / half.cos());
        let to = TIP * unit(FRAC_PI_2 + half) - pivot;
        Self {
            pivot,
            reach: to.length(),
            direction: to.y.atan2(to.x),
        }
    }

    /// A point of the left arm or, mirrored, of the right one: at a distance `off` from the middle of the pallet, rotated towards the wheel.
    fn at(&self, is_left: bool, off: f64, turned: f64) -> Vec2 {
        let p = self.pivot + (self.reach + off) * unit(self.direction + turned);
        if is_left { p } else { v(-p.x, p.y) }
    }

    /// Outline of a pallet. A tooth comes from outside on the left and from inside on the right.
    fn pallet(&self, is_left: bool) -> Vec<Vec2> {
        let degree = PI / 180.0;
        let (drop, lift, lock, back) = (2.0 * degree, 3.5 * degree, 1.0 * degree, -14.0 * degree);
        let half = 0.5 * TIP * (PI / f64::from(TEETH) - drop);
        let sense = if is_left { 1.0 } else { -1.0 };
        // A tooth released by one pallet is locked by the other.
        let corner = 0.5 * (lock - lift);
        vec![
            self.at(is_left, sense * half, back),
            self.at(is_left, sense * half, corner),
            self.at(is_left, -sense * half, corner + lift),
            self.at(is_left, -sense * half, back),
        ]
    }

    /// The position of an anchor point with the pendulum at its start angle.
    fn swung(&self, p: Vec2) -> Vec2 {
        self.pivot + unit(START).rotate(p - self.pivot)
    }
}

/// A bar between two world points.
fn strip(from: Vec2, to: Vec2, width: f64) -> Piece {
    let d = to - from;
    let bar = Bar {
        length: d.length(),
        width,
    };
    Piece::new(Shape::Bar(bar), 0.5 * (from + to), d.y.atan2(d.x))
}

/// The pendulum with its anchor: a rod with a bob, two arms, and a pallet at the end of each. Only the pallets touch anything.
fn pendulum(bench: &mut Bench, anchor: &Anchor) {
    let bob = anchor.swung(anchor.pivot - v(0.0, LENGTH));
    let arm = |is_left: bool| anchor.swung(anchor.at(is_left, 0.0, -0.24));
    let pivot = anchor.pivot;
    let mut disk = Piece::new(Shape::Disk(Disk { radius: 0.12 }), bob, 0.0);
    disk.density = 8.0;
    let pieces = vec![
        strip(pivot, bob, 0.03),
        strip(pivot, arm(true), 0.04),
        strip(pivot, arm(false), 0.04),
        disk,
    ];
    let (shape, at) = Compound::about(pieces);
    let shape = Shape::Compound(shape);
    let frame = bench.body("pendulum", shape, Pose::new(at.x, at.y, 0.0), PartColour::Yellow);
    bench.change(frame, |part| {
        (part.collides, part.layer) = (Collides::Nothing, 1);
        part.mass = Mass::Density(10.0);
    });
    bench.axle("pivot", frame, pivot);
    for (name, is_left) in [("entry pallet", true), ("exit pallet", false)] {
        let outline: Vec<Vec2> = anchor
            .pallet(is_left)
            .into_iter()
            .map(|p| anchor.swung(p))
            .collect();
        let id = plate(bench, name, &outline, PartColour::Red);
        bench.weigh(id, Mass::Density(10.0));
        weld(bench, &format!("{name} on its arm"), frame, id, arm(is_left));
    }
    let air = Drag {
        linear: 0.1,
        quadratic: 0.0,
        angular: 0.0,
    };
    let end = bench.on(frame, bob);
    bench.force("air", &[end], ForceKind::Drag(air));
}

/// The escape wheel about the origin, with one tooth very close to the entry pallet. It turns clockwise.
fn escape_wheel(bench: &mut Bench, anchor: &Anchor) -> Id {
    let [from, to] = [0, 1].map(|k| anchor.swung(anchor.pallet(true)[k]));
    let outward = (to - from).perp().normalize();
    let outward = outward * outward.dot(from - anchor.pivot).signum();
    let gap = |angle: f64| outward.dot(TIP * unit(angle) - from) - 1e-4;
    // The gap grows backwards.
    let [mut low, mut high] = [2.2, 2.8];
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if gap(middle) > 0.0 {
            high = middle
        } else {
            low = middle
        }
    }
    let mut pieces = vec![Piece::new(Shape::Disk(Disk { radius: RIM }), Vec2::ZERO, 0.0)];
    for k in 0..TEETH {
        let angle = high + TAU * f64::from(k) / f64::from(TEETH);
        // The teeth lean forward, so that only their tips touch.
        let foot = |behind: f64| (RIM - 0.003) * unit(angle + behind);
        let (shape, at) = Polygon::about(&[TIP * unit(angle), foot(0.22), foot(0.05)]);
        pieces.push(Piece::new(Shape::Polygon(shape), at, 0.0));
    }
    let (shape, at) = Compound::about(pieces);
    let shape = Shape::Compound(shape);
    let wheel = bench.body(
        "escape wheel",
        shape,
        Pose::new(at.x, at.y, 0.0),
        PartColour::Blue,
    );
    bench.weigh(wheel, Mass::Density(2.0));
    bench.axle("arbor", wheel, Vec2::ZERO);
    wheel
}

/// A pinion on the arbor, a great wheel four times as large, and a weight on its drum.
fn train(bench: &mut Bench, wheel: Id) {
    let (module, small, large) = (0.015, 8.0, 32.0);
    let gear = |teeth: f64| Shape::Gear(Gear { teeth, module });
    let pitch = |teeth: f64| 0.5 * module * teeth;
    let pinion = bench.body("pinion", gear(small), Pose::default(), PartColour::Red);
    weld(bench, "pinion on arbor", wheel, pinion, Vec2::ZERO);
    let direction = 3.75;
    let hub = (pitch(small) + pitch(large)) * unit(direction);
    // A tooth of the pinion is in a gap of the wheel.
    let turned = direction + PI + (small * direction + PI) / large;
    let pose = Pose::new(hub.x, hub.y, turned);
    let great = bench.body("great wheel", gear(large), pose, PartColour::Green);
    bench.axle("great arbor", great, hub);
    let pair = GearPair {
        radius_a: pitch(small),
        radius_b: pitch(large),
        mesh: Mesh::Outside,
        teeth: small as u32,
    };
    bench.link(
        "train",
        &[centre(pinion), centre(great)],
        ConstraintKind::GearPair(pair),
    );
    let radius = 0.08;
    let weight = bench.plate("weight", hub - v(radius, 0.45), 0.12, 0.16, PartColour::Maple);
    bench.weigh(weight, Mass::Density(1.4 / (0.12 * 0.16)));
    for part in [pinion, great, weight] {
        bench.change(part, |part| part.collides = Collides::Nothing);
    }
    let top = bench.on(weight, hub - v(radius, 0.37));
    let rope = DrumRope { radius, right: false };
    bench.link("rope", &[top, centre(great)], ConstraintKind::DrumRope(rope));
    let fly = Drag {
        linear: 0.0,
        quadratic: 0.0,
        angular: 0.01,
    };
    bench.force("oil", &[centre(wheel)], ForceKind::Drag(fly));
}

/// A clock paced by its pendulum.
pub fn clock() -> Bench {
    let mut bench = Bench::new(
        "Pendulum clock",
        "A weight drives the wheels; the anchor of the pendulum lets the escape wheel pass by one tooth each time it swings to and fro, and is \
         kept going by the push of each tooth. Pallets and teeth only touch.",
        "Pull at the weight: the swing grows, and the clock keeps its pace. Take the pendulum off its pivot and the weight runs down.",
    );
    bench.view(v(-0.05, -0.08), 1.7);
    touch(&mut bench, None, 0.1, 0.0, 1.0 / 480.0);
    let anchor = Anchor::new();
    let wheel = escape_wheel(&mut bench, &anchor);
    train(&mut bench, wheel);
    pendulum(&mut bench, &anchor);
    bench
}
