//! Machines whose joints or drives give way: a sling that lets go, motors that stall; and a cam whose follower is held by contact only.

use std::f64::consts::{FRAC_PI_2, TAU};

use tinkertoy::bodies::{Polygon, Shape};
use tinkertoy::constraints::{
    Breakable, Cap, ConstraintKind, DrumRope, EndStops, Groove, Motor, MotorLaw, Pulley, Ratchet, Rope,
    Slider,
};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Attach, Collides, Mass, PartColour, Stabilisation};

use super::bench::{Bench, centre, v};
use super::touching::touch;

/// A trebuchet: counterweight, arm, and a sling that lets go.
pub fn trebuchet() -> Bench {
    let mut bench = Bench::new(
        "Trebuchet",
        "The sling is a rope that breaks at a load: it lets go when the stone flies fastest, which is when it pulls most.",
        "Reset and give the sling another load, the counterweight another mass. How far can it throw?",
    );
    bench.view(v(2.0, 1.9), 6.6);
    touch(&mut bench, Some(0.0), 0.5, 0.1, 1.0 / 960.0);
    bench.scene.settings.stabilisation = Stabilisation::Projection;
    let (pivot, lift) = (v(-0.6, 1.0), 0.582_f64);
    let back = -unit(lift);
    let (tip, short) = (pivot + 1.6 * back, pivot - 0.5 * back);
    let arm = bench.bar("arm", tip, short, 0.09, PartColour::Maple);
    bench.axle("axle", arm, pivot);
    for (name, x) in [("left leg", -0.5), ("right leg", 0.5)] {
        let leg = bench.bar(name, pivot, v(pivot.x + x, 0.05), 0.09, PartColour::Maple);
        bench.change(leg, |part| {
            part.fixed = true;
            part.layer = -1;
            part.collides = Collides::Nothing;
        });
    }
    let weight = bench.plate("counterweight", short - v(0.0, 0.32), 0.36, 0.4, PartColour::Red);
    bench.change(weight, |part| {
        part.mass = Mass::Given {
            mass: 4.0,
            inertia: 0.1,
        };
    });
    bench.pin("hanger", arm, weight, short);
    let stone = bench.disk("stone", v(tip.x + 0.75, 0.07), 0.07, PartColour::Blue);
    bench.weigh(stone, Mass::Density(20.0));
    let sling = Breakable::of(ConstraintKind::Rope(Rope::default()), 20.0);
    let ends = [bench.on(arm, tip), centre(stone)];
    bench.link("sling", &ends, ConstraintKind::Breakable(sling));
    for row in 0..5 {
        for column in 0..2 {
            let at = v(5.7 + 0.32 * f64::from(column), 0.15 + 0.3 * f64::from(row));
            let colour = [PartColour::Yellow, PartColour::Green][((row + column) % 2) as usize];
            bench.plate(&format!("brick {row} {column}"), at, 0.3, 0.3, colour);
        }
    }
    bench.trace("the stone's path", stone, v(tip.x + 0.75, 0.07));
    bench
}

/// A weak motor on a winch, and the same with a tackle.
pub fn winch() -> Bench {
    let mut bench = Bench::new(
        "Weak motor, strong tackle",
        "Two equal winches with motors of limited torque, two equal loads. The one on a plain rope stalls, and only its ratchet holds the load; the one on a tackle \
         of two strands lifts, at half the speed.",
        "Give the left motor more torque while it runs. Make the load on the right heavier until that stalls as well.",
    );
    bench.view(v(0.0, 0.1), 4.2);
    for (side, x, ratio) in [("plain", -1.3, 1.0), ("tackle", 0.7, 2.0)] {
        let name = |what: &str| format!("{side} {what}");
        let drum = bench.disk(&name("drum"), v(x, -1.4), 0.25, PartColour::Yellow);
        bench.weigh(drum, Mass::Density(8.0));
        bench.axle(&name("axle"), drum, v(x, -1.4));
        let hook = bench.particle(&name("hook"), v(x - 0.25, 0.9), 0.05, PartColour::Maple);
        let load = bench.plate(&name("load"), v(x + 0.7, -0.2), 0.4, 0.4, PartColour::Red);
        bench.weigh(
            load,
            Mass::Given {
                mass: 2.0,
                inertia: 0.06,
            },
        );
        let top = [v(x - 0.25, 1.6), v(x + 0.7, 1.6)];
        let wound = DrumRope {
            radius: 0.25,
            right: true,
        };
        bench.link(
            &name("drum rope"),
            &[centre(hook), centre(drum)],
            ConstraintKind::DrumRope(wound),
        );
        let rope = Pulley {
            ratio,
            ..Pulley::default()
        };
        let ends = [
            centre(hook),
            Attach::ground(top[0]),
            Attach::ground(top[1]),
            centre(load),
        ];
        bench.link(&name("rope"), &ends, ConstraintKind::Pulley(rope));
        for (what, part, at) in [
            ("hook guide", hook, v(x - 0.25, 0.9)),
            ("load guide", load, v(x + 0.7, -0.2)),
        ] {
            let guide = Groove {
                axis: FRAC_PI_2,
                reach: 1.0,
                ..Groove::default()
            };
            bench.link(
                &name(what),
                &[Attach::ground(at), centre(part)],
                ConstraintKind::Groove(guide),
            );
        }
        let motor = Motor {
            law: MotorLaw::Speed,
            speed: 2.0,
            torque: Cap::at(3.5),
            ..Motor::default()
        };
        bench.link(
            &name("motor"),
            &[Attach::ground(v(x, -1.4)), centre(drum)],
            ConstraintKind::Motor(motor),
        );
        let pawl = Ratchet {
            teeth: 16.0,
            ..Ratchet::default()
        };
        let ends = [Attach::ground(v(x, -1.4)), centre(drum)];
        bench.link(&name("ratchet"), &ends, ConstraintKind::Ratchet(pawl));
        let stops = EndStops {
            axis: FRAC_PI_2,
            lower: -0.8,
            upper: 0.8,
            restitution: 0.0,
        };
        let ends = [Attach::ground(v(x + 0.7, -0.2)), centre(load)];
        bench.link(&name("stops"), &ends, ConstraintKind::EndStops(stops));
    }
    bench
}

/// An eccentric cam with a nose, and a follower that rests on it by its weight.
pub fn cam() -> Bench {
    let mut bench = Bench::new(
        "Cam and follower",
        "Nothing joins the roller to the cam but its weight. Turned slowly it follows every dent; turned fast it flies off behind the nose.",
        "Raise the speed of the motor until the roller lifts off. Make the roller of rubber.",
    );
    bench.view(v(0.0, 0.55), 2.8);
    touch(&mut bench, None, 0.3, 0.0, 1.0 / 480.0);
    let radius = |angle: f64| 0.36 + 0.16 * (-(angle / 0.55).powi(2)).exp() + 0.02 * (3.0 * angle).cos();
    let corners: Vec<Vec2> = (0..96)
        .map(|k| {
            let angle = TAU * (f64::from(k) / 96.0 - 0.5);
            radius(angle) * unit(angle)
        })
        .collect();
    let (shape, middle) = Polygon::about(&corners);
    let cam = bench.body(
        "cam",
        Shape::Polygon(shape),
        Pose::new(middle.x, middle.y, 0.0),
        PartColour::Yellow,
    );
    bench.weigh(cam, Mass::Density(10.0));
    bench.axle("axle", cam, Vec2::ZERO);
    bench.motor("motor", None, cam, Vec2::ZERO, 2.5);
    let (size, hub) = (0.11, radius(FRAC_PI_2) + 0.115);
    let rod = bench.bar("follower", v(0.0, hub), v(0.0, hub + 0.9), 0.1, PartColour::Red);
    let roller = bench.disk("roller", v(0.0, hub), size, PartColour::Blue);
    for part in [rod, roller] {
        bench.weigh(part, Mass::Density(5.0));
    }
    bench.change(rod, |part| part.collides = Collides::Nothing);
    bench.pin("hub", rod, roller, v(0.0, hub));
    let guide = Slider {
        axis: FRAC_PI_2,
        reach: 0.5,
        ..Slider::default()
    };
    let at = v(0.0, hub + 0.7);
    let ends = [Attach::ground(at), bench.on(rod, at)];
    bench.link("guide", &ends, ConstraintKind::Slider(guide));
    bench
}
