//! Machines that move over obstacles: a walker, a tumbling figure, a car.

use std::f64::consts::{FRAC_PI_2, PI};

use tinkertoy::constraints::{AngleLimits, Cap, ConstraintKind, Motor, MotorLaw, Pin};
use tinkertoy::math::{Vec2, unit};
use tinkertoy::scene::{Id, Mass, PartColour, Stabilisation};

use super::bench::{Bench, centre, v};
use super::linkages::leg;
use super::touching::{ground_along, touch};

/// Width of the bars of a leg (m).
const LIMB: f64 = 0.075;

fn fixed(bench: &mut Bench, id: Id) {
    bench.change(id, |part| part.fixed = true);
}

/// A walker on four of Jansen's legs that goes over a bumpy floor.
pub fn walker() -> Bench {
    let mut bench = Bench::new(
        "Walker",
        "Four of Theo Jansen's legs on one crankshaft carry their motor across the room and over what lies there. The motor is a real one: \
         its torque has an end.",
        "Give the motor less torque, or put a box in the way. Set the friction of the floor to that of ice.",
    );
    bench.view(v(1.6, 0.4), 6.4);
    touch(&mut bench, Some(-2.0), 0.9, 0.0, 1.0 / 480.0);
    bench.scene.settings.stabilisation = Stabilisation::Projection;
    let scale = 0.02;
    let arm = 15.0 * scale;
    let middle = Vec2::ZERO;
    let (left, right) = (scale * v(-38.0, -7.8), scale * v(38.0, -7.8));
    let frame = bench.bar("frame", left, right, 0.1, PartColour::Red);
    bench.weigh(frame, Mass::Density(3.0));
    let start: f64 = 0.6;
    let tip = arm * unit(start);
    let crank = bench.bar("crankshaft", -tip, tip, 0.1, PartColour::Blue);
    bench.link(
        "bearing",
        &[bench.on(frame, middle), centre(crank)],
        ConstraintKind::Pin(Pin {}),
    );
    let motor = Motor {
        law: MotorLaw::Speed,
        speed: -2.5,
        time_constant: 0.3,
        torque: Cap::at(8.0),
        ..Motor::default()
    };
    let ends = [bench.on(frame, middle), centre(crank)];
    bench.link("motor", &ends, ConstraintKind::Motor(motor));
    for (side, sign, at) in [
        ("left", 1.0, tip),
        ("right", -1.0, tip),
        ("far left", 1.0, -tip),
        ("far right", -1.0, -tip),
    ] {
        leg(&mut bench, Some(frame), crank, side, sign, at, scale);
    }
    // The walker stands on its lowest foot.
    let lows = bench.scene.parts().map(|(_, part)| {
        let ends = part.shape.ends().unwrap_or_default();
        part.pose.point(ends.0).y.min(part.pose.point(ends.1).y)
    });
    let floor = lows.fold(0.0, f64::min) - 0.5 * LIMB;
    if let Some(contact) = &mut bench.scene.settings.contact {
        contact.floor = Some(floor);
    }
    for (k, x) in [1.9, 2.7, 3.6].into_iter().enumerate() {
        let bump: Vec<Vec2> = (0..=8)
            .map(|i| {
                let angle = PI * f64::from(i) / 8.0;
                v(x - 0.25 * angle.cos(), floor - 0.02 + 0.07 * angle.sin())
            })
            .collect();
        ground_along(&mut bench, &format!("bump {}", k + 1), &bump, 0.03);
    }
    let wall = bench.plate("wall", v(6.3, -1.0), 0.2, 2.0, PartColour::Maple);
    fixed(&mut bench, wall);
    bench
}

/// A figure of bars with joints limited like human ones, thrown down stairs.
pub fn ragdoll() -> Bench {
    let mut bench = Bench::new(
        "Ragdoll on the stairs",
        "Ten limbs on pins with angle limits, thrown down a flight of stairs. Every blow goes through all its joints at once.",
        "Grab it by a hand and throw it up again. Let the neck break: a right click on its pin.",
    );
    bench.view(v(0.6, 0.2), 5.0);
    touch(&mut bench, Some(-1.6), 0.5, 0.1, 1.0 / 480.0);
    bench.scene.settings.stabilisation = Stabilisation::Projection;
    for k in 0..5 {
        let (x, top) = (-2.2 + 0.55 * f64::from(k), 0.4 - 0.36 * f64::from(k));
        let height = top + 1.6;
        let middle = v(x, top - 0.5 * height);
        let name = format!("step {}", k + 1);
        let step = bench.plate(&name, middle, 0.55, height, PartColour::Maple);
        fixed(&mut bench, step);
    }
    let wall = bench.plate("wall", v(4.0, -0.6), 0.2, 2.0, PartColour::Maple);
    fixed(&mut bench, wall);
    let hip = v(-2.0, 1.2);
    let limb = |bench: &mut Bench, name: &str, from: Vec2, by: Vec2, width: f64, colour: PartColour| {
        bench.bar(name, from, from + by, width, colour)
    };
    let torso = limb(
        &mut bench,
        "torso",
        hip + v(0.0, 0.5),
        v(0.0, -0.5),
        0.16,
        PartColour::Blue,
    );
    let neck = hip + v(0.0, 0.5);
    let head = bench.disk("head", neck + v(0.0, 0.2), 0.12, PartColour::Yellow);
    joint(
        &mut bench,
        "neck",
        torso,
        head,
        neck,
        [FRAC_PI_2 - 0.5, FRAC_PI_2 + 0.5],
    );
    for (side, lean) in [("left", 0.25), ("right", -0.2)] {
        let name = |what: &str| format!("{side} {what}");
        let down = |length: f64, lean: f64| length * v(lean.sin(), -lean.cos());
        let shoulder = neck - v(0.0, 0.06);
        let arm = limb(
            &mut bench,
            &name("arm"),
            shoulder,
            down(0.26, 2.0 * lean),
            0.08,
            PartColour::Red,
        );
        let elbow = shoulder + down(0.26, 2.0 * lean);
        let bent = 2.0 * lean + 0.5;
        let hand = limb(
            &mut bench,
            &name("forearm"),
            elbow,
            down(0.25, bent),
            0.07,
            PartColour::Yellow,
        );
        joint(&mut bench, &name("shoulder"), torso, arm, shoulder, [-2.6, 2.6]);
        joint(&mut bench, &name("elbow"), arm, hand, elbow, [0.0, 2.4]);
        let thigh = limb(
            &mut bench,
            &name("thigh"),
            hip,
            down(0.34, lean),
            0.1,
            PartColour::Green,
        );
        let knee = hip + down(0.34, lean);
        let shin = limb(
            &mut bench,
            &name("shin"),
            knee,
            down(0.34, lean - 0.2),
            0.08,
            PartColour::Green,
        );
        joint(&mut bench, &name("hip"), torso, thigh, hip, [-0.7, 2.0]);
        joint(&mut bench, &name("knee"), thigh, shin, knee, [-2.4, 0.0]);
    }
    let limbs: Vec<Id> = bench
        .scene
        .parts()
        .filter(|(_, it)| !it.fixed)
        .map(|(id, _)| id)
        .collect();
    for id in limbs {
        bench.change(id, |part| {
            part.mass = Mass::Density(20.0);
            part.velocity = v(1.6, 0.6);
        });
    }
    bench
}

/// A pin that bends between two angles (rad).
fn joint(bench: &mut Bench, name: &str, a: Id, b: Id, at: Vec2, [lower, upper]: [f64; 2]) {
    bench.pin(name, a, b, at);
    let ends = [bench.on(a, at), bench.on(b, at)];
    let limits = AngleLimits {
        lower,
        upper,
        restitution: 0.0,
    };
    bench.link(
        &format!("{name} limits"),
        &ends,
        ConstraintKind::AngleLimits(limits),
    );
}

/// A car on springs in a bumpy valley; its motor is too weak to leave it.
pub fn car() -> Bench {
    let mut bench = Bench::new(
        "Car on springs",
        "Two wheels on swing arms with springs, over ground drawn by hand. The motor drives the rear wheel with a limited torque: it gets as far up the \
         hill as that goes.",
        "Give the motor more torque until it climbs out. Make a wheel of ice, or of rubber.",
    );
    bench.view(v(0.0, 0.2), 4.4);
    touch(&mut bench, None, 0.8, 0.0, 1.0 / 480.0);
    bench.scene.settings.stabilisation = Stabilisation::Projection;
    let ground = |x: f64| 0.085 * x * x + 0.035 * (7.0 * x).sin() - 1.0;
    let points: Vec<Vec2> = (-66..=66)
        .map(|k| v(0.05 * f64::from(k), ground(0.05 * f64::from(k))))
        .collect();
    ground_along(&mut bench, "valley", &points, 0.06);
    for (name, x) in [("left wall", -3.35), ("right wall", 3.35)] {
        ground_along(
            &mut bench,
            name,
            &[v(x, ground(3.35)), v(x, ground(3.35) + 0.8)],
            0.06,
        );
    }
    let middle = v(-2.1, ground(-2.1) + 0.85);
    let chassis = bench.plate("chassis", middle, 1.1, 0.18, PartColour::Red);
    bench.weigh(chassis, Mass::Density(10.0));
    for (name, sign) in [("rear", -1.0), ("front", 1.0)] {
        let pivot = middle + v(0.15 * sign, -0.05);
        let hub = middle + v(0.5 * sign, -0.3);
        let arm = bench.bar(&format!("{name} arm"), pivot, hub, 0.06, PartColour::Maple);
        let wheel = bench.disk(&format!("{name} wheel"), hub, 0.22, PartColour::Blue);
        bench.weigh(wheel, Mass::Density(6.0));
        bench.pin(&format!("{name} pivot"), chassis, arm, pivot);
        bench.pin(&format!("{name} hub"), arm, wheel, hub);
        let seat = middle + v(0.5 * sign, 0.05);
        let (a, b) = (bench.on(chassis, seat), bench.on(arm, hub));
        bench.spring(&format!("{name} spring"), a, b, 220.0, 9.0);
        if sign < 0.0 {
            let motor = Motor {
                law: MotorLaw::Speed,
                speed: -9.0,
                time_constant: 0.2,
                torque: Cap::at(1.6),
                ..Motor::default()
            };
            let ends = [bench.on(arm, hub), centre(wheel)];
            bench.link("motor", &ends, ConstraintKind::Motor(motor));
        }
    }
    bench
}
