//! Drives with a limited torque or force against closed forms: stalled, released, overrun, and as an ideal drive while the limit is not reached.

use tinkertoy::constraints::{
    Actuator, AngleLimits, Cap, ConstraintKind, Friction, Groove, Motor, MotorLaw, Programme,
};
use tinkertoy::forces::{ForceKind, Torque};
use tinkertoy::scene::{Id, Integrator, Scene, Stabilisation, file};
use tinkertoy::sim::{Input, Simulation};

use crate::build::{Build, angle, centre, ground, position, run, v2};

const G: f64 = 9.81;
const ACCURATE: [Integrator; 2] = [Integrator::Rk4, Integrator::Dopri5];
/// Inertia of the wheel (kg m²), speed (rad/s) and time constant (s) of its motor, and the load torque (N m).
const INERTIA: f64 = 0.25;
const SPEED: f64 = 4.0;
const TAU: f64 = 0.1;
const LOAD: f64 = 0.2;

fn with(scene: &Scene, integrator: Integrator, dt: f64) -> Scene {
    let mut scene = scene.clone();
    scene.settings.integrator = integrator;
    scene.settings.dt = dt;
    scene
}

/// A wheel under a load, with a motor of this largest torque.
fn wheel(torque: Cap, load: f64) -> (Build, Id) {
    let mut build = Build::default();
    let wheel = build.disk(0.0, 0.0, 0.5, 2.0);
    build.pin(ground(0.0, 0.0), centre(wheel));
    let motor = Motor {
        speed: SPEED,
        time_constant: TAU,
        torque,
        ..Motor::default()
    };
    build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), centre(wheel));
    let torque = -load;
    let programme = Programme::Steady;
    build.force(ForceKind::Torque(Torque { torque, programme }), &[centre(wheel)]);
    (build, wheel)
}

/// Speed and angle after a time. The torque on the wheel is T - T_load until the ideal motor would
/// need no more; then the error of the speed decays with its time constant.
fn run_up(torque: f64, time: f64) -> [f64; 2] {
    let alpha = (torque - LOAD) / INERTIA;
    let error = (torque - LOAD) * TAU / INERTIA;
    let reached = (SPEED - error) / alpha;
    if time < reached {
        return [alpha * time, 0.5 * alpha * time * time];
    }
    let (since, at) = (time - reached, 0.5 * alpha * reached * reached);
    let decay = (-since / TAU).exp();
    [
        SPEED - error * decay,
        at + SPEED * since - error * TAU * (1.0 - decay),
    ]
}

#[test]
fn a_capped_motor_runs_up_evenly_and_then_keeps_its_speed() {
    let torque = 0.5;
    let (build, wheel) = wheel(Cap::at(torque), LOAD);
    for integrator in ACCURATE {
        let scene = with(&build.scene, integrator, 0.004);
        for time in [1.0, 3.6] {
            let run = run(&scene, time);
            let [speed, at] = run_up(torque, run.state().time);
            assert!(
                (run.state().v[2] - speed).abs() < 1e-8 && (angle(&run, wheel) - at).abs() < 1e-8,
                "{integrator} at {time}: {} {speed}, {} {at}",
                run.state().v[2],
                angle(&run, wheel)
            );
            assert!(run.ledger_error().abs() < 1e-8, "{}", run.ledger_error());
        }
    }
    // Impulse stepping, to first order.
    let mut errors = Vec::new();
    for dt in [0.004, 0.002, 0.001] {
        let run = run(&with(&build.scene, Integrator::Impulse, dt), 3.6);
        errors.push((angle(&run, wheel) - run_up(torque, run.state().time)[1]).abs() / dt);
    }
    assert!(
        errors.iter().all(|it| *it < 3.0) && errors[2] < 1.3 * errors[0],
        "{errors:?}"
    );
}

/// Against a stop the motor stalls at its largest torque; with the stop removed it accelerates as from rest.
#[test]
fn a_capped_motor_stalls_and_is_freed() {
    let torque = 0.5;
    for integrator in ACCURATE {
        let (mut build, wheel) = wheel(Cap::at(torque), LOAD);
        build.scene.settings.dt = 0.004;
        build.scene.settings.integrator = integrator;
        let free = build.scene.clone();
        let stop = AngleLimits {
            lower: -100.0,
            upper: 0.3,
            restitution: 0.0,
        };
        build.link(ConstraintKind::AngleLimits(stop), ground(0.0, 0.0), centre(wheel));
        let mut run = run(&build.scene, 1.6);
        assert!((angle(&run, wheel) - 0.3).abs() < 1e-8 && run.state().v[2].abs() < 1e-9);
        run.evaluate().unwrap();
        let lambda = &run.dynamics.solution.lambda;
        assert!((lambda[2] - torque).abs() < 1e-9, "{lambda:?}");
        assert!((lambda[3] + torque - LOAD).abs() < 1e-9, "{lambda:?}");
        let (start, freed) = (angle(&run, wheel), run.state().time);
        run.apply(Input::Scene(std::boxed::Box::new(free), Vec::new()));
        for _ in 0..900 {
            run.step().unwrap();
        }
        let [speed, at] = run_up(torque, run.state().time - freed);
        assert!((run.state().v[2] - speed).abs() < 1e-8, "{integrator}");
        assert!((angle(&run, wheel) - start - at).abs() < 1e-7, "{integrator}");
    }
}

/// With impulse stepping the motor is at its bound throughout the run-up and while it stalls, however the torque is rounded; and the stop holds.
#[test]
fn a_motor_at_its_cap_is_noted_as_such_by_impulses() {
    for (torque, dt) in [(0.5, 0.004), (0.3, 1.0 / 240.0), (0.7, 0.0011)] {
        for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
            let (mut build, wheel) = wheel(Cap::at(torque), LOAD);
            let stop = AngleLimits {
                lower: -100.0,
                upper: 0.3,
                restitution: 0.0,
            };
            build.link(ConstraintKind::AngleLimits(stop), ground(0.0, 0.0), centre(wheel));
            let mut scene = with(&build.scene, Integrator::Impulse, dt);
            scene.settings.stabilisation = stabilisation;
            let mut run = Simulation::new(&scene);
            while run.state().time < 3.0 {
                run.step().unwrap();
                let at_work: Vec<&str> = run
                    .model()
                    .at_bounds(run.state())
                    .map(|link| scene.name(Some(link.id)))
                    .collect();
                // Neither motor nor stop leaves its bound before the speed comes near the set
                // speed; the stop is at its bound while the wheel rests on it.
                let stands = angle(&run, wheel) > 0.3 - 1e-9;
                let told = format!(
                    "{torque} {dt} {stabilisation} at {}: {at_work:?}",
                    run.state().time
                );
                assert!(at_work.contains(&"motor"), "{told}");
                assert_eq!(at_work.len(), 1 + usize::from(stands), "{told}");
            }
            assert!((angle(&run, wheel) - 0.3).abs() < 1e-6);
        }
    }
}

/// Impulse stepping with projection, which rotates velocities with the pose: the work of drives and
/// limits is booked as theirs. Tested with an arm whose elbow is driven, and a winch stopped by a rope.
#[test]
fn work_of_drives_and_limits_under_projection_is_theirs() {
    let arm = r#"(version: 2, parts: [
            (name: "upper", shape: Bar(length: 1, width: 0.05), at: (0.5, 0), mass: 1),
            (name: "fore", shape: Bar(length: 1, width: 0.05), at: (1.5, 0), mass: 1),
        ], constraints: [
            (name: "shoulder", kind: Pin(), a: "ground", b: ("upper", (-0.5, 0))),
            (name: "elbow", kind: Pin(), a: ("upper", (0.5, 0)), b: ("fore", (-0.5, 0))),
            (name: "motor", kind: Motor(law: Speed, speed: 3), a: "upper", b: "fore"),
        ])"#;
    let winch = r#"(version: 2, parts: [(name: "weight", shape: Particle(), at: (0, -1), mass: 1)], constraints: [
            (name: "winch", kind: Actuator(length: 1, rate: 0.5, force: 50), a: "ground", b: "weight"),
            (name: "rope", kind: Rope(length: 1.3), a: "ground", b: "weight"),
        ])"#;
    for (text, seconds) in [(arm, 1.0), (winch, 1.5)] {
        let mut scene = file::read(text, "driven").unwrap();
        scene.settings.integrator = Integrator::Impulse;
        let mut ways = [Stabilisation::Baumgarte, Stabilisation::Projection].map(|stabilisation| {
            scene.settings.stabilisation = stabilisation;
            let mut run = Simulation::new(&scene);
            while run.state().time < seconds {
                run.step().unwrap();
                run.look();
            }
            assert!(run.breach().is_none(), "{:?}", run.breach());
            run
        });
        let [one, other] = &mut ways;
        let (fed, projected) = (one.state().work, other.state().work);
        assert!(
            (fed.drives - projected.drives).abs() < 0.05 * fed.drives.abs(),
            "{fed:?} {projected:?}"
        );
        assert!(
            (projected.projection + projected.feedback).abs() < 0.01 * projected.drives.abs(),
            "{projected:?}"
        );
    }
}

/// A load above the largest torque turns the motor backwards, accelerated by the difference.
#[test]
fn a_capped_motor_is_overrun() {
    for integrator in [Integrator::Rk4, Integrator::Dopri5, Integrator::SemiImplicitEuler] {
        let (build, wheel) = wheel(Cap::at(0.5), 0.6);
        let run = run(&with(&build.scene, integrator, 0.001), 1.0);
        let alpha = -0.1 / INERTIA;
        assert!((run.state().v[2] - alpha).abs() < 1e-9, "{integrator}");
        let order = if integrator == Integrator::SemiImplicitEuler {
            1e-3
        } else {
            1e-9
        };
        assert!((angle(&run, wheel) - 0.5 * alpha).abs() < order, "{integrator}");
        // The motor does negative work, booked as work of drives.
        assert!((run.state().work.drives - 0.5 * angle(&run, wheel)).abs() < 1e-3);
    }
}

/// A limit that is never reached has no effect.
#[test]
fn a_large_cap_is_none() {
    for law in [MotorLaw::Speed, MotorLaw::Angle] {
        let run_with = |torque: Cap| {
            let (mut build, wheel) = wheel(torque, LOAD);
            let motor = build.scene.find("motor").unwrap();
            let mut it = build.scene.constraint(motor).unwrap().clone();
            let ConstraintKind::Motor(motor_kind) = &mut it.kind else {
                panic!()
            };
            motor_kind.law = law;
            // With the law of angle the wheel starts at the motor's speed.
            build.set_velocity(wheel, tinkertoy::math::Vec2::ZERO, SPEED);
            let mut edit = tinkertoy::scene::Edit::new("law");
            build.scene.plan_item(&mut edit, motor, Some(it.into()));
            build.scene.apply(&edit);
            let run = run(&build.scene, 1.0);
            (angle(&run, wheel), run.state().v[2])
        };
        let (ideal, capped) = (run_with(Cap::default()), run_with(Cap::at(1e6)));
        assert!(
            (ideal.0 - capped.0).abs() < 1e-9 && (ideal.1 - capped.1).abs() < 1e-9,
            "{law:?}"
        );
    }
}

/// An actuator that is too weak sinks, by the difference of weight and force; a strong one holds the weight, in compression.
#[test]
fn a_capped_actuator_sinks_or_holds() {
    for (force, acceleration) in [(15.0, (2.0 * G - 15.0) / 2.0), (25.0, 0.0)] {
        let mut build = Build::default();
        let weight = build.particle(0.0, 2.0, 2.0);
        let guide = Groove {
            axis: std::f64::consts::FRAC_PI_2,
            ..Groove::default()
        };
        build.link(ConstraintKind::Groove(guide), ground(0.0, 0.0), centre(weight));
        let cylinder = Actuator {
            programme: Programme::Steady,
            force: Cap::at(force),
            ..Actuator::default()
        };
        build.link(
            ConstraintKind::Actuator(cylinder),
            ground(0.0, 0.0),
            centre(weight),
        );
        for integrator in ACCURATE {
            let mut run: Simulation = run(&with(&build.scene, integrator, 0.004), 0.6);
            let t = run.state().time;
            let expected = 2.0 - 0.5 * acceleration * t * t;
            let found = position(&run, weight).y;
            assert!(
                (found - expected).abs() < 1e-8,
                "{integrator}: {found} {expected}"
            );
            run.evaluate().unwrap();
            let carried = run.dynamics.solution.lambda[1];
            assert!((carried - force.min(2.0 * G)).abs() < 1e-8, "{carried}");
            assert!(run.ledger_error().abs() < 1e-8);
        }
    }
}

/// A crank that is too long to go round stalls alike with contact and without: its joints open a little, and are not torn apart. Neither a crate at
/// rest on the floor beside it nor a floor in which the rocker's foot lies changes that.
#[test]
fn a_crank_that_cannot_go_round_is_not_torn_apart_where_parts_touch() {
    let scene = |contact: &str, more: &str| {
        let text = format!(
            r#"(version: 2, settings: (integrator: "impulse", dt: 0.004166666666666667{contact}), parts: [
            (name: "crank", shape: Bar(length: 0.6, width: 0.1), at: (0.3, 0)),
            (name: "coupler", shape: Bar(length: 0.5, width: 0.1), at: (0.75, 0.2), angle: 0.9272952180016122),
            (name: "rocker", shape: Bar(length: 0.5, width: 0.1), at: (1.05, 0.2), angle: -0.9272952180016122),{more}
        ], constraints: [
            (name: "crankshaft", kind: Pin(), a: "ground", b: ("crank", (-0.3, 0))),
            (name: "rocker shaft", kind: Pin(), a: ("ground", (1.2, 0)), b: ("rocker", (0.25, 0))),
            (name: "crank pin", kind: Pin(), a: ("crank", (0.3, 0)), b: ("coupler", (-0.25, 0))),
            (name: "rocker pin", kind: Pin(), a: ("coupler", (0.25, 0)), b: ("rocker", (-0.25, 0))),
            (name: "motor", kind: Motor(law: Speed, speed: 2), a: "ground", b: ("crank", (-0.3, 0))),
        ])"#
        );
        file::read(&text, "t").unwrap()
    };
    let most_open = |scene: &Scene| {
        let mut run = Simulation::new(scene);
        let mut most = 0.0_f64;
        while run.state().time < 3.0 {
            run.step().unwrap();
            most = most.max(run.drift().max_m);
        }
        most
    };
    let without = most_open(&scene("", ""));
    assert!(without < 0.01, "{without}");
    let floor = |at: f64| format!(", contact: (floor: {at}, friction: 0.5)");
    let crate_at = r#"(name: "crate", shape: Box(width: 0.4, height: 0.4), at: (3, -1.8)),"#;
    for (contact, more) in [(floor(-2.0), ""), (floor(-2.0), crate_at), (floor(-0.3), "")] {
        let open = most_open(&scene(&contact, more));
        assert!(open < 0.05, "{contact} {more}: {open}");
    }
}

/// Two bars that swing, with dry friction or a drive of limited force whose bound is reached on the way.
fn swinging(case: usize) -> (Build, [Id; 2]) {
    let mut build = Build::default();
    let bars = [0.0, 0.5].map(|x| build.bar(v2(x, 0.0), v2(x + 0.5, 0.0), 1.0));
    let [first, second] = bars;
    build.pin(ground(0.0, 0.0), build.end(first, -1.0));
    build.pin(build.end(first, 1.0), build.end(second, -1.0));
    let motor = |law| {
        ConstraintKind::Motor(Motor {
            law,
            speed: 3.0,
            torque: Cap::at(1.0),
            ..Motor::default()
        })
    };
    match case {
        0 => {
            let friction = ConstraintKind::Friction(Friction { torque: 5.0 });
            build.link(friction, ground(0.0, 0.0), centre(first));
        }
        1 | 2 => {
            let law = [MotorLaw::Speed, MotorLaw::Angle][case - 1];
            build.link(motor(law), centre(first), centre(second));
        }
        _ => {
            let actuator = Actuator {
                length: 2.0_f64.sqrt(),
                rate: -0.2,
                force: Cap::at(8.0),
                ..Actuator::default()
            };
            let tip = build.end(second, 1.0);
            build.link(ConstraintKind::Actuator(actuator), ground(0.0, 1.0), tip);
        }
    }
    (build, bars)
}

/// By impulses a step and the projection after it each give half of the force that leads parts round. Both together stay within the bound: the error is
/// of order one, as without projection, and no force exceeds its bound.
#[test]
fn limited_forces_include_those_of_the_projection_after_impulses() {
    for case in 0..4 {
        let (build, bars) = swinging(case);
        let exact = run(&with(&build.scene, Integrator::Dopri5, 0.004), 0.5);
        let mut scene = with(&build.scene, Integrator::Impulse, 0.001);
        scene.settings.stabilisation = Stabilisation::Projection;
        let errors = [0.001, 0.00025].map(|dt| {
            scene.settings.dt = dt;
            let coarse = run(&scene, exact.state().time);
            let off = bars.map(|bar| (angle(&coarse, bar) - angle(&exact, bar)).abs());
            off[0].max(off[1])
        });
        assert!(
            errors[0] < 8e-3 && errors[1] < 0.4 * errors[0],
            "{case}: {errors:?}"
        );
        let bound = [5.0, 1.0, 1.0, 8.0][case];
        let mut coarse = Simulation::new(&scene);
        while coarse.state().time < 0.5 {
            coarse.step().unwrap();
            coarse.evaluate().unwrap();
            let lambda = coarse.dynamics.solution.lambda[4];
            assert!(lambda.abs() < bound * (1.0 + 1e-2), "{case}: {lambda}");
        }
    }
}

/// A motor of limited torque gives way: on a wheel that a ratchet and a rope hold as well, and that two pins hold where one would do, it stalls by
/// impulses at any step, and is not named as a drive that goes on against the ratchet.
#[test]
fn a_capped_motor_against_a_ratchet_and_a_rope_stalls() {
    let text = "(version: 2, settings: (gravity: (0, -9.81), integrator: \"impulse\", stabilisation: \"projection\", contact: (floor: 0)), \
         parts: [(name: \"wheel\", shape: Disk(radius: 0.15), at: (-0.23, 0.596), angle: -0.42, mass: 1.023)], constraints: [\
         (name: \"pin\", kind: Pin(), a: (\"ground\", (-0.23, 0.596)), b: \"wheel\"), \
         (name: \"ratchet\", kind: Ratchet(teeth: 12), a: (\"ground\", (-0.23, 0.596)), b: \"wheel\"), \
         (name: \"rope\", kind: Rope(length: 0.909), a: (\"ground\", (-0.408, 0.896)), b: (\"wheel\", (-0.076, 0.043))), \
         (name: \"twin\", kind: Pin(), a: (\"ground\", (-0.23, 0.596)), b: \"wheel\"), \
         (name: \"motor\", kind: Motor(law: Speed, speed: -1.013, torque: 1.6), a: (\"ground\", (-0.23, 0.596)), b: \"wheel\")])";
    let scene = file::read(text, "ratchet").unwrap();
    for dt in [5e-4, 1e-3, 2e-3, 1.0 / 240.0] {
        let mut run = Simulation::new(&with(&scene, Integrator::Impulse, dt));
        while run.state().time < 0.5 {
            run.step().unwrap();
        }
        assert!(run.state().v[2].abs() < 1e-6, "{dt}: {}", run.state().v[2]);
    }
}
