//! Quantities held by something other than a joint at the same place: by a formula, a thruster, a motor elsewhere, a drum, or a joint that
//! is still closing.

use std::f64::consts::FRAC_PI_2;

use tinkertoy::constraints::{
    Closing, ConstraintKind, DrumRope, Expression, Implicit, Midline, Motor, MotorHold, MotorLaw, Programme,
    ThrustHold,
};
use tinkertoy::scene::{Attach, PartColour};

use super::bench::{Bench, centre, v};

fn to_and_fro(amplitude: f64, frequency: f64) -> Programme {
    Programme::Sinusoid {
        amplitude,
        frequency,
        phase: -FRAC_PI_2,
    }
}

/// A rope on a drum, a thruster, and a motor that holds an angle elsewhere.
pub fn afar() -> Bench {
    let mut bench = Bench::new(
        "Held from afar",
        "A bucket on a drum that turns with its rope; a box kept at its height by a thruster of its own; a cabin kept level by the motor \
         in its hinge, however its arm swings.",
        "Throw the cabin's arm about: the cabin stays level. Give the box another programme, or hold its bottom down.",
    );
    bench.view(v(1.3, 1.0), 2.9);
    let ground = |x: f64, y: f64| Attach::ground(v(x, y));

    let drum = bench.disk("drum", v(-0.6, 1.6), 0.25, PartColour::Yellow);
    bench.axle("drum axle", drum, v(-0.6, 1.6));
    let turn = Motor {
        law: MotorLaw::Angle,
        speed: 0.0,
        programme: to_and_fro(-1.6, 0.25),
        ..Motor::default()
    };
    bench.link(
        "crane motor",
        &[ground(-0.6, 1.6), centre(drum)],
        ConstraintKind::Motor(turn),
    );
    let bucket = bench.plate("bucket", v(-0.35, 0.7), 0.3, 0.24, PartColour::Blue);
    let top = bench.on(bucket, v(-0.35, 0.82));
    let rope = DrumRope {
        radius: 0.25,
        right: true,
    };
    bench.link("rope", &[top, centre(drum)], ConstraintKind::DrumRope(rope));

    let hover = bench.plate("hovering box", v(1.0, 0.9), 0.5, 0.3, PartColour::Green);
    let thrust = ThrustHold {
        programme: to_and_fro(0.3, 0.3),
        ..ThrustHold::default()
    };
    bench.link(
        "thruster",
        &[ground(1.0, 0.0), centre(hover), centre(hover)],
        ConstraintKind::ThrustHold(thrust),
    );

    let arm = bench.bar("arm", v(2.5, 1.7), v(3.2, 1.0), 0.1, PartColour::Maple);
    bench.axle("arm axle", arm, v(2.5, 1.7));
    let cabin = bench.plate("cabin", v(3.2, 1.0), 0.4, 0.3, PartColour::Red);
    bench.pin("cabin hinge", arm, cabin, v(3.2, 1.0));
    bench.link(
        "level",
        &[ground(2.5, 1.7), centre(cabin), centre(arm), centre(cabin)],
        ConstraintKind::MotorHold(MotorHold::default()),
    );
    bench
}

/// A curve by its equation, a joint that closes, and a bead between two others.
pub fn by_equation() -> Bench {
    let mut bench = Bench::new(
        "Curves and closing joints",
        "A bead on a curve given by its equation; two leaves whose joint closes within three seconds; a red bead that stays in the middle \
         between two others.",
        "Select the wire and type another equation, such as x^2 + y^2 = 0.5 + 0.3*x*y. Throw one of the yellow beads.",
    );
    bench.view(v(0.0, -0.45), 4.0);
    let ground = |x: f64, y: f64| Attach::ground(v(x, y));

    let bead = bench.particle("bead", v(-0.8 - 0.6, 0.6), 0.3, PartColour::Red);
    let wire = Implicit {
        formula: Expression::from("x^4 + y^4 = 0.1296".to_owned()),
        reach: 0.8,
        ..Implicit::default()
    };
    let wire = ConstraintKind::Implicit(wire);
    bench.link("x^4 + y^4 = 0.1296", &[ground(-0.8, 0.6), centre(bead)], wire);

    let (left, right) = (v(-2.7, -1.6), v(-1.3, -1.6));
    let one = bench.bar("left leaf", left, left + v(-0.3, 0.9), 0.1, PartColour::Blue);
    let other = bench.bar("right leaf", right, right + v(0.3, 0.9), 0.1, PartColour::Blue);
    bench.axle("left hinge", one, left);
    bench.axle("right hinge", other, right);
    let tips = [
        bench.on(one, left + v(-0.3, 0.9)),
        bench.on(other, right + v(0.3, 0.9)),
    ];
    let closing = Closing {
        duration: 3.0,
        ..Closing::default()
    };
    bench.link("closing pin", &tips, ConstraintKind::Closing(closing));

    let bob = |bench: &mut Bench, name: &str, from, at, colour| {
        let id = bench.particle(name, at, 0.4, colour);
        let end = bench.on(None, from);
        bench.rod(&format!("{name} rod"), end, centre(id));
        id
    };
    let a = bob(&mut bench, "one", v(0.8, -0.6), v(0.4, -1.5), PartColour::Yellow);
    let b = bob(
        &mut bench,
        "another",
        v(2.4, -0.6),
        v(2.9, -1.3),
        PartColour::Yellow,
    );
    let c = bob(
        &mut bench,
        "between",
        v(1.6, -0.3),
        v(1.65, -1.9),
        PartColour::Red,
    );
    let midline = ConstraintKind::Midline(Midline::default());
    bench.link("midline", &[centre(a), centre(b), centre(c)], midline);
    bench
}
