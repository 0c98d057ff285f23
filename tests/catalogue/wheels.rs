//! Gears, belts, ropes, screws, friction wheels.

use tinkertoy::constraints::{
    Belt, ConstraintKind, DrumRope, EndPorts, GearPair, Glyph, Kind, Mesh, Motor, MotorLaw, Pulley, Screw,
    Slider, SpeedRatio,
};
use tinkertoy::math::Vec2;
use tinkertoy::scene::{Attach, Id};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, ground, position, run, v2};

const G: f64 = 9.81;

fn gears(a: f64, b: f64, mesh: Mesh) -> ConstraintKind {
    ConstraintKind::GearPair(GearPair {
        radius_a: a,
        radius_b: b,
        mesh,
        ..GearPair::default()
    })
}

fn wheel(build: &mut Build, x: f64, y: f64, radius: f64) -> Id {
    let id = build.disk(x, y, radius, 1.0);
    build.pin(ground(x, y), centre(id));
    id
}

fn drive(build: &mut Build, id: Id, speed: f64) {
    let motor = Motor {
        law: MotorLaw::Angle,
        speed,
        ..Motor::default()
    };
    build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), centre(id));
}

/// Neighbouring gears turn against each other by the ratio of radii; an idler changes the sense and not the ratio.
#[test]
fn gear_train_with_an_idler() {
    let mut build = Build::default();
    let first = wheel(&mut build, 0.0, 0.0, 0.2);
    let idler = wheel(&mut build, 0.0, 0.55, 0.35);
    // To the left of the idler, so that the line of centres points along -x.
    let last = wheel(&mut build, -0.65, 0.55, 0.3);
    build.link(gears(0.2, 0.35, Mesh::Outside), centre(first), centre(idler));
    build.link(gears(0.35, 0.3, Mesh::Outside), centre(idler), centre(last));
    drive(&mut build, first, 7.0);
    let run = run(&build.scene, 5.0);
    assert!((angle(&run, first) - 35.0).abs() < 1e-9);
    assert!((angle(&run, idler) + 35.0 * 0.2 / 0.35).abs() < 1e-8);
    assert!((angle(&run, last) - 35.0 * 0.2 / 0.3).abs() < 1e-8);
}

/// Slip of a gear train and of a clock train over ten simulated minutes: below 1e-9 rad.
#[test]
fn ten_minutes_without_slip() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    build.scene.settings.dt = 0.02;
    // Arbors with a wheel and a pinion each: 8:1, 8:1 and 60:8 in between, as from seconds to hours.
    let arbors: Vec<Id> = (0..4)
        .map(|k| wheel(&mut build, f64::from(k) * 0.45, 0.0, 0.3))
        .collect();
    for pair in arbors.windows(2) {
        build.link(gears(0.05, 0.4, Mesh::Outside), centre(pair[0]), centre(pair[1]));
    }
    // A plain train beside it.
    let plain: Vec<Id> = (0..3)
        .map(|k| wheel(&mut build, f64::from(k) * 0.5, 2.0, 0.25))
        .collect();
    for pair in plain.windows(2) {
        build.link(gears(0.25, 0.25, Mesh::Outside), centre(pair[0]), centre(pair[1]));
    }
    for first in [arbors[0], plain[0]] {
        let motor = Motor {
            speed: 6.0,
            ..Motor::default()
        };
        build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), centre(first));
    }
    let mut run = Simulation::new(&build.scene);
    for _ in 0..30_000 {
        run.step().unwrap();
    }
    let turned = |id| angle(&run, id);
    assert!(turned(arbors[0]) > 3500.0, "hundreds of turns");
    for pair in arbors.windows(2) {
        let slip = turned(pair[1]) + turned(pair[0]) / 8.0;
        assert!(slip.abs() < 1e-9, "{slip:e}");
    }
    for pair in plain.windows(2) {
        assert!((turned(pair[1]) + turned(pair[0])).abs() < 1e-9);
    }
}

/// An open belt turns both wheels in the same sense, a crossed one in opposite senses, by the ratio of radii.
#[test]
fn belts() {
    for (crossed, sign) in [(false, 1.0), (true, -1.0)] {
        let mut build = Build::default();
        let (a, b) = (wheel(&mut build, 0.0, 0.0, 0.4), wheel(&mut build, 1.5, 0.3, 0.1));
        let belt = Belt {
            radius_a: 0.4,
            radius_b: 0.1,
            crossed,
        };
        build.link(ConstraintKind::Belt(belt), centre(a), centre(b));
        drive(&mut build, a, 2.0);
        let run = run(&build.scene, 3.0);
        assert!((angle(&run, b) - sign * 24.0).abs() < 1e-8);
    }
}

/// Atwood machine with a tackle of n strands: a = g (m1 - m2/n)/(m1 + m2/n²).
#[test]
fn atwood_over_a_pulley() {
    for (m1, m2, ratio) in [(1.0, 1.5, 1.0), (1.0, 3.0, 2.0), (2.0, 1.0, 3.0)] {
        let mut build = Build::default();
        let one = build.particle(-0.5, -3.0, m1);
        let other = build.particle(0.5, -3.0, m2);
        let rope = Pulley {
            ratio,
            ..Pulley::default()
        };
        build.join(
            ConstraintKind::Pulley(rope),
            &[centre(one), ground(-0.5, 0.0), ground(0.5, 0.0), centre(other)],
        );
        let mut run = run(&build.scene, 0.6);
        let down = G * (m1 - m2 / ratio) / (m1 + m2 / (ratio * ratio));
        let y = position(&run, one).y;
        assert!((y - (-3.0 - down * 0.18)).abs() < 1e-9, "{ratio}: {y}");
        run.evaluate().unwrap();
        let tension = -run.dynamics.solution.lambda[0];
        assert!((tension - m1 * (G - down)).abs() < 1e-8);
    }
}

/// A load on a winch: a = g m/(m + I/h²).
#[test]
fn a_screw_ties_a_slide_to_a_turn() {
    let (m, lead) = (2.0, 0.15);
    let mut build = Build::default();
    let load = build.block(0.0, 0.0, m);
    let drum = wheel(&mut build, 1.0, 0.0, 0.3);
    let upright = Slider {
        axis: std::f64::consts::FRAC_PI_2,
        ..Slider::default()
    };
    build.link(ConstraintKind::Slider(upright), ground(0.0, 0.0), centre(load));
    let screw = Screw {
        axis: std::f64::consts::FRAC_PI_2,
        lead,
        offset: 0.0,
    };
    build.join(
        ConstraintKind::Screw(screw),
        &[ground(0.0, 0.0), centre(load), centre(drum)],
    );
    let run = run(&build.scene, 1.0);
    let inertia = 0.5 * 0.09;
    let fallen = 0.5 * G * m / (m + inertia / (lead * lead));
    assert!((position(&run, load).y + fallen).abs() < 1e-8);
    assert!((angle(&run, drum) + fallen / lead).abs() < 1e-7);
}

/// Two friction wheels: a torque on one spins up both, by the ratio.
#[test]
fn speed_ratio() {
    let mut build = Build::default();
    let (a, b) = (wheel(&mut build, 0.0, 0.0, 0.4), wheel(&mut build, 1.0, 0.0, 0.2));
    build.join(
        ConstraintKind::SpeedRatio(SpeedRatio { ratio: -2.0 }),
        &[ground(0.0, 0.0), centre(a), centre(b)],
    );
    let torque = tinkertoy::forces::Torque {
        torque: 0.5,
        ..Default::default()
    };
    build.force(tinkertoy::forces::ForceKind::Torque(torque), &[centre(a)]);
    let run = run(&build.scene, 2.0);
    // I_a + n² I_b
    let inertia = 0.5 * 0.16 + 4.0 * 0.5 * 0.04;
    assert!((angle(&run, a) - 0.25 * 4.0 / inertia).abs() < 1e-8);
    assert!((angle(&run, b) + 2.0 * angle(&run, a)).abs() < 1e-8);
}

fn wound(radius: f64, right: bool) -> ConstraintKind {
    ConstraintKind::DrumRope(DrumRope { radius, right })
}

/// Atwood machine over a wheel that turns with its rope: a = g (m1 - m2)/(m1 + m2 + I/r²), and the tensions of the strands differ.
#[test]
fn atwood_over_a_wheel_that_turns_with_the_rope() {
    let (m1, m2, r) = (2.0, 1.2, 0.3);
    let mut build = Build::default();
    let pulley = wheel(&mut build, 0.0, 0.0, r);
    let inertia = 0.5 * r * r;
    let [one, other] = [(-r, m1), (r, m2)].map(|(x, m)| build.particle(x, -1.5, m));
    build.link(wound(r, false), centre(one), centre(pulley));
    build.link(wound(r, true), centre(other), centre(pulley));
    let mut run = run(&build.scene, 0.7);
    let a = G * (m1 - m2) / (m1 + m2 + inertia / (r * r));
    let fallen = 0.5 * a * 0.49;
    assert!(position(&run, one).distance(v2(-r, -1.5 - fallen)) < 1e-8);
    assert!(position(&run, other).distance(v2(r, -1.5 + fallen)) < 1e-8);
    assert!((angle(&run, pulley) - fallen / r).abs() < 1e-8, "no slip");
    run.evaluate().unwrap();
    let lambda = &run.dynamics.solution.lambda;
    let pulls = [lambda[lambda.len() - 2], lambda[lambda.len() - 1]];
    assert!((pulls[0] + m1 * (G - a)).abs() < 1e-7 && (pulls[1] + m2 * (G + a)).abs() < 1e-7);
}

/// The same over two wheels coupled by a belt, whose inertias both count.
#[test]
fn a_rope_over_two_turning_wheels() {
    let (m1, m2, r) = (2.0, 1.2, 0.3);
    let mut build = Build::default();
    let [left, right] = [0.0, 1.0].map(|x| wheel(&mut build, x, 0.0, r));
    let belt = Belt {
        radius_a: r,
        radius_b: r,
        crossed: false,
    };
    build.link(ConstraintKind::Belt(belt), centre(left), centre(right));
    let one = build.particle(-r, -1.5, m1);
    let other = build.particle(1.0 + r, -1.5, m2);
    build.link(wound(r, false), centre(one), centre(left));
    build.link(wound(r, true), centre(other), centre(right));
    let run = run(&build.scene, 0.7);
    let a = G * (m1 - m2) / (m1 + m2 + 2.0 * 0.5);
    let fallen = 0.5 * a * 0.49;
    assert!((position(&run, other).y + 1.5 - fallen).abs() < 1e-8);
    assert!((angle(&run, right) - fallen / r).abs() < 1e-8);
}

/// A yo-yo falls with 2/3 g, and turns by the length unwound over its radius.
#[test]
fn a_yo_yo() {
    let r = 0.2;
    let mut build = Build::default();
    let disk = build.disk(r, -1.0, r, 1.4);
    build.link(wound(r, true), ground(0.0, 0.0), centre(disk));
    let run = run(&build.scene, 0.8);
    let fallen = 0.5 * G * 2.0 / 3.0 * 0.64;
    assert!(
        position(&run, disk).distance(v2(r, -1.0 - fallen)) < 1e-8,
        "{}",
        position(&run, disk)
    );
    assert!((angle(&run, disk).abs() - fallen / r).abs() < 1e-7);
}

#[test]
fn a_rope_on_a_moving_block_balances() {
    // A block hangs in the bight of a rope: half the load on each strand.
    let mut build = Build::default();
    let block = build.block(0.0, -1.0, 2.0);
    let bead = build.particle(0.6, -1.0, 1.0);
    build.join(
        ConstraintKind::Pulley(Pulley::default()),
        &[
            Attach::part(bead, Vec2::ZERO),
            ground(0.6, 0.0),
            ground(0.0, 0.0),
            centre(block),
        ],
    );
    let run = run(&build.scene, 0.4);
    let down = G / 3.0;
    assert!((position(&run, block).y + 1.0 + 0.5 * down * 0.16).abs() < 1e-9);
}

/// A tackle is drawn as reeved: one sheave for two strands, three above and three below for six, and that number of strands between the blocks.
#[test]
fn a_tackle_of_six_is_drawn_with_six_sheaves() {
    let places = [v2(-1.0, -1.0), v2(-1.0, 0.0), v2(0.0, 0.0), v2(0.2, -2.0)];
    let ends = places.map(|at| EndPorts::fixed(at, 0.0));
    for (ratio, sheaves, strands) in [(1.0, 1, 1), (2.0, 2, 2), (5.0, 5, 5), (6.0, 6, 6), (2.5, 1, 1)] {
        let rope = Pulley {
            ratio,
            ..Pulley::default()
        };
        let glyphs = rope.glyph(&ends);
        let wheels = glyphs
            .iter()
            .filter(|it| matches!(it, Glyph::Wire { closed: true, .. }))
            .count();
        assert_eq!(
            wheels,
            1 + sheaves,
            "{ratio}: one on the way, the others in the tackle"
        );
        let Glyph::Wire { points, .. } = &glyphs[0] else {
            panic!("a rope")
        };
        // Number of times the rope passes half way between the blocks.
        let down = places[3] - places[2];
        let below = |at: &Vec2| (*at - places[2]).dot(down) > 0.5 * down.dot(down);
        let tackle = &points[2..];
        let passes = tackle.windows(2).filter(|it| below(&it[0]) != below(&it[1]));
        assert_eq!(passes.count(), strands, "{ratio}");
    }
}
