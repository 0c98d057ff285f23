//! Contradictory constraints come to rest at the minimum of the sum of `C² / A_ii`, without a burst of speed.

use tinkertoy::constraints::{ConstraintKind, Distance, Motor, MotorLaw};
use tinkertoy::math::Vec2;
use tinkertoy::scene::{Attach, Constraint, Id, Method};
use tinkertoy::sim::Simulation;

use crate::build::{Build, centre, ground, position, v2};
use crate::jammed::ways;

/// Largest speed on the way (m/s): the speed limit of the correction of open joints.
const MAX_SPEED: f64 = 4.0;

pub fn rod_of(build: &mut Build, length: f64, a: Attach, b: Attach) -> Id {
    let name = build.scene.free_name("distance");
    build.scene.add(Constraint {
        name,
        ends: vec![a, b],
        kind: ConstraintKind::Distance(Distance { length }),
    })
}

/// Runs for some seconds; returns the run and the largest speed seen.
pub fn watch(build: &Build, seconds: f64) -> (Simulation, f64) {
    let mut run = Simulation::new(&build.scene);
    let mut fastest = 0.0f64;
    for _ in 0..(seconds / build.scene.settings.dt) as usize {
        run.step().unwrap();
        fastest = run.state().v.iter().fold(fastest, |most, v| most.max(v.abs()));
    }
    (run, fastest)
}

/// Runs with every exact method, and checks the largest speed and the end.
fn each_method(mut build: Build, seconds: f64, check: impl Fn(&Simulation, &str)) {
    for method in Method::ALL.into_iter().filter(|it| it.is_exact()) {
        build.scene.settings.method = method;
        let (run, fastest) = watch(&build, seconds);
        assert!(fastest < MAX_SPEED, "{method}: {fastest} m/s");
        check(&run, &method.to_string());
    }
}

fn is_at_rest(run: &Simulation, what: &str) {
    let speed = run.state().v.iter().fold(0.0f64, |most, v| most.max(v.abs()));
    assert!(speed < 1e-3, "{what}: still at {speed} m/s");
}

fn near(is: f64, should: f64, within: f64, what: &str) {
    assert!((is - should).abs() < within, "{what}: {is} instead of {should}");
}

#[test]
fn two_rods_of_different_length_meet_in_the_middle() {
    for (short, long) in [(1.0, 1.02), (0.7, 1.3)] {
        let mut build = Build::default();
        build.scene.settings.gravity = Vec2::ZERO;
        let (a, b) = (build.particle(0.0, 0.0, 1.0), build.particle(1.0, 0.0, 3.0));
        rod_of(&mut build, short, centre(a), centre(b));
        rod_of(&mut build, long, centre(a), centre(b));
        each_method(build, 8.0, |run, what| {
            let distance = position(run, a).distance(position(run, b));
            near(distance, (short + long) / 2.0, 1e-4, what);
            is_at_rest(run, what);
        });
    }
}

#[test]
fn two_rods_hang_from_the_ground_in_the_middle() {
    let mut build = Build::default();
    let b = build.particle(0.0, -1.0, 2.0);
    rod_of(&mut build, 0.9, ground(0.0, 0.0), centre(b));
    rod_of(&mut build, 1.2, ground(0.0, 0.0), centre(b));
    each_method(build, 8.0, |run, what| {
        near(position(run, b).y, -1.05, 1e-4, what);
        is_at_rest(run, what);
    });
}

#[test]
fn three_rods_settle_at_their_mean() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    let a = build.particle(1.0, 0.0, 1.0);
    for length in [0.8, 1.0, 1.5] {
        rod_of(&mut build, length, ground(0.0, 0.0), centre(a));
    }
    each_method(build, 8.0, |run, what| {
        near(position(run, a).length(), 1.1, 1e-4, what);
        is_at_rest(run, what);
    });
}

#[test]
fn two_motors_of_different_speed_turn_at_the_mean() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    let wheel = build.disk(0.0, 0.0, 0.5, 2.0);
    build.pin(ground(0.0, 0.0), centre(wheel));
    for speed in [1.0, 4.0] {
        let motor = Motor {
            law: MotorLaw::Speed,
            speed,
            ..Motor::default()
        };
        build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), centre(wheel));
    }
    each_method(build, 4.0, |run, what| near(run.state().v[2], 2.5, 1e-6, what));
}

#[test]
fn a_triangle_that_cannot_close_lies_flat() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    let corners = [(0.0, 0.0), (2.5, 0.0), (1.2, 0.6)].map(|(x, y)| build.particle(x, y, 1.0));
    let [a, b, c] = corners;
    rod_of(&mut build, 1.0, centre(a), centre(c));
    rod_of(&mut build, 1.0, centre(c), centre(b));
    rod_of(&mut build, 3.0, centre(a), centre(b));
    each_method(build, 30.0, |run, what| {
        // Minimum of 2 (x - 1)² + (2 x - 3)².
        near(position(run, a).distance(position(run, c)), 4.0 / 3.0, 2e-3, what);
        near(position(run, c).distance(position(run, b)), 4.0 / 3.0, 2e-3, what);
        near(position(run, a).distance(position(run, b)), 8.0 / 3.0, 2e-3, what);
        is_at_rest(run, what);
    });
}

#[test]
fn a_bar_pinned_at_places_too_far_apart_is_centred() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    let bar = build.bar(v2(-1.0, 0.0), v2(1.0, 0.0), 3.0);
    let (left, right) = (build.end(bar, -1.0), build.end(bar, 1.0));
    build.pin(ground(-1.0, 0.0), left);
    build.pin(ground(1.2, 0.0), right);
    each_method(build, 8.0, |run, what| {
        near(position(run, bar).x, 0.1, 1e-4, what);
        near(position(run, bar).y, 0.0, 1e-4, what);
        is_at_rest(run, what);
    });
}

/// A square with both diagonals, one of them too long; a bar pinned twice and driven by a motor; two motors of different speeds.
#[test]
fn whatever_takes_the_steps_the_compromise_is_the_same() {
    let mut square = Build::default();
    let [a, b, c, d] =
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| square.particle(x, y, 1.0));
    square.pin(ground(0.0, 0.0), centre(a));
    square.pin(ground(1.0, 0.0), centre(b));
    for (from, to) in [(b, c), (c, d), (d, a), (a, b), (a, c)] {
        square.rod(centre(from), centre(to));
    }
    rod_of(&mut square, 1.6, centre(b), centre(d));
    let turn = |speed: f64| {
        ConstraintKind::Motor(Motor {
            law: MotorLaw::Speed,
            speed,
            ..Motor::default()
        })
    };
    let mut locked = Build::default();
    let bar = locked.bar(v2(0.0, 0.0), v2(1.0, 0.0), 1.0);
    let (left, right) = (locked.end(bar, -1.0), locked.end(bar, 1.0));
    locked.pin(ground(0.0, 0.0), left);
    locked.pin(ground(1.0, 0.0), right);
    locked.link(turn(1.0), ground(0.0, 0.0), centre(bar));
    let mut wheel = Build::default();
    let disk = wheel.disk(0.0, 0.0, 0.5, 2.0);
    wheel.pin(ground(0.0, 0.0), centre(disk));
    wheel.link(turn(1.0), ground(0.0, 0.0), centre(disk));
    wheel.link(turn(4.0), ground(0.0, 0.0), centre(disk));
    for (integrator, stabilisation) in ways() {
        let what = format!("{integrator:?}, {stabilisation:?}");
        for build in [&mut square, &mut locked, &mut wheel] {
            build.scene.settings.integrator = integrator;
            build.scene.settings.stabilisation = stabilisation;
        }
        let (mut run, fastest) = watch(&square, 4.0);
        near(run.drift().max_m, 0.0541, 1e-3, &what);
        is_at_rest(&run, &what);
        assert!(fastest < MAX_SPEED, "{what}: {fastest} m/s");
        let (mut run, fastest) = watch(&locked, 4.0);
        near(run.drift().max_m, 0.0, 1e-2, &what);
        is_at_rest(&run, &what);
        assert!(fastest < MAX_SPEED, "{what}: {fastest} m/s");
        let (run, _) = watch(&wheel, 2.0);
        near(run.state().v[2], 2.5, 1e-3, &what);
    }
}

/// The null-space component of contradictory multipliers must not grow from step to step.
#[test]
fn iterated_multipliers_of_a_contradiction_stay_finite() {
    let mut build = Build::default();
    let (a, b) = (build.particle(0.0, 0.0, 1.0), build.particle(1.0, 0.0, 1.0));
    rod_of(&mut build, 0.7, centre(a), centre(b));
    rod_of(&mut build, 1.3, centre(a), centre(b));
    rod_of(&mut build, 1.0, ground(0.0, 1.0), centre(a));
    build.scene.settings.method = Method::ConjugateGradient;
    let (run, _) = watch(&build, 3.0);
    let largest = run
        .state()
        .warm_start
        .iter()
        .fold(0.0_f64, |most, x| most.max(x.abs()));
    assert!(largest < 1e3, "{largest} N");
}

/// A triangle that cannot close is pulled straight, a singular configuration. The forces that hold
/// it must not grow beyond its load, nor be booked as work; and the whole swings freely.
#[test]
fn a_triangle_pulled_flat_is_held_by_what_loads_it() {
    let mut build = Build::default();
    let [a, b, c] = [(0.0, 0.0), (2.5, 0.0), (1.2, 0.6)].map(|(x, y)| build.particle(x, y, 1.0));
    for (from, to, length) in [
        (centre(a), centre(c), 1.0),
        (centre(c), centre(b), 1.0),
        (centre(a), centre(b), 3.0),
        (ground(0.0, 1.0), centre(a), 1.0),
    ] {
        rod_of(&mut build, length, from, to);
    }
    let mut run = Simulation::new(&build.scene);
    let (mut pull, mut error, mut lowest) = (0.0_f64, 0.0_f64, 0.0_f64);
    for _ in 0..960 {
        run.step().unwrap();
        lowest = lowest.min(position(&run, b).y);
        run.read_multipliers();
        let held = run.dynamics.solution.lambda.iter();
        pull = held.fold(pull, |most, x| most.max(x.abs()));
        error = error.max(run.energy_error().abs());
    }
    assert!(lowest < -1.0, "it hangs in the air at {lowest} m");
    assert!(pull < 1e3, "{pull} N");
    assert!(error < 1.0, "{error} J");
}

/// A soft (regularised) step is a least-squares step in the mass metric: without drives each one
/// decreases the kinetic energy, for any contradiction and any speed at that pose.
#[test]
fn what_nothing_drives_loses_energy_in_every_soft_step() {
    let mut whole = 0;
    for spin in [0.0, 3.0, 30.0] {
        let mut build = Build::default();
        build.scene.settings.gravity = Vec2::ZERO;
        let corners =
            [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| build.particle(x, y, 1.0 + x));
        // Sides of a square, with diagonals that are too long.
        for (from, to, length) in [
            (0, 1, 1.0),
            (1, 2, 1.0),
            (2, 3, 1.0),
            (3, 0, 1.0),
            (0, 2, 1.6),
            (1, 3, 1.5),
        ] {
            rod_of(&mut build, length, centre(corners[from]), centre(corners[to]));
        }
        for (id, (x, y)) in corners
            .into_iter()
            .zip([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        {
            build.set_velocity(id, v2(-spin * y, spin * x), 0.0);
        }
        let mut run = Simulation::new(&build.scene);
        let mut kinetic = run.energy().kinetic;
        for _ in 0..480 {
            run.step().unwrap();
            let (now, control) = (run.energy().kinetic, run.state().control);
            // A step that is soft throughout.
            if control.soft && control.sub_steps == 1 {
                assert!(
                    now <= kinetic * (1.0 + 1e-12) + 1e-15,
                    "{spin} rad/s: {kinetic} J became {now} J"
                );
                whole += 1;
            }
            kinetic = now;
        }
    }
    assert!(whole >= 10, "{whole} steps were soft from beginning to end");
}
