//! Breaking joints, against closed forms.

use tinkertoy::constraints::{AngleLock, Breakable, ConstraintKind, Distance, Pin, Programme, Rope};
use tinkertoy::forces::{ForceKind, Torque};
use tinkertoy::scene::validate::problems;
use tinkertoy::scene::{Attach, Integrator, Scene, Stabilisation};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, ground, position, run, v2};

const G: f64 = 9.81;
const ACCURATE: [Integrator; 2] = [Integrator::Rk4, Integrator::Dopri5];

fn with(scene: &Scene, integrator: Integrator, dt: f64) -> Scene {
    let mut scene = scene.clone();
    scene.settings.integrator = integrator;
    scene.settings.dt = dt;
    scene
}

fn breakable(joint: ConstraintKind, load: f64) -> ConstraintKind {
    ConstraintKind::Breakable(Breakable::of(joint, load))
}

/// A weight of 1 kg released at the height of its nail, on a rod or rope of 1 m that bears 2 m g.
fn swing(joint: ConstraintKind) -> (Build, tinkertoy::scene::Id) {
    let mut build = Build::default();
    let weight = build.particle(1.0, 0.0, 1.0);
    build.link(breakable(joint, 2.0 * G), ground(0.0, 0.0), centre(weight));
    (build, weight)
}

/// From rest at the height of the nail the tension is 3 m g cos phi: the joint breaks at cos phi = 2/3 with v² = 2 g 2/3. In free flight the
/// horizontal velocity and the energy are constant, and determine where it broke.
fn flies_on(run: &Simulation, weight: tinkertoy::scene::Id, tolerance: f64) {
    let (cos, speed) = (2.0 / 3.0, (4.0 / 3.0 * G).sqrt());
    let sin = (1.0_f64 - cos * cos).sqrt();
    let v = &run.state().v;
    assert!(
        (v[0] + speed * cos).abs() < tolerance,
        "{} {}",
        v[0],
        -speed * cos
    );
    let invariant = 0.5 * (speed * sin).powi(2) - G * cos;
    let found = 0.5 * v[1] * v[1] + G * position(run, weight).y;
    assert!(
        (found - invariant).abs() < 10.0 * tolerance,
        "{found} {invariant}"
    );
}

#[test]
fn a_rod_and_a_rope_break_where_their_pull_is_too_much() {
    for joint in [
        ConstraintKind::Distance(Distance::default()),
        ConstraintKind::Rope(Rope::default()),
    ] {
        let (build, weight) = swing(joint);
        for integrator in ACCURATE {
            let mut run = run(&with(&build.scene, integrator, 0.001), 0.9);
            assert_eq!(run.model().broken(run.state()).count(), 1);
            flies_on(&run, weight, 1e-7);
            assert!(run.ledger_error().abs() < 1e-7, "{}", run.ledger_error());
            run.evaluate().unwrap();
            assert_eq!(run.dynamics.solution.lambda, [0.0]);
            // After a reset it is whole again.
            run.reset();
            assert_eq!(run.model().broken(run.state()).count(), 0);
        }
        for integrator in [Integrator::SemiImplicitEuler, Integrator::Impulse] {
            let run = run(&with(&build.scene, integrator, 1e-4), 0.9);
            flies_on(&run, weight, 5e-3);
        }
    }
}

/// By impulses the projection of velocities gives half of the pull that leads the weight round: it loads the joint like the other half, at usual steps
/// as well.
#[test]
fn by_impulses_the_whole_pull_loads_a_joint() {
    for joint in [
        ConstraintKind::Distance(Distance::default()),
        ConstraintKind::Rope(Rope::default()),
    ] {
        let (mut build, weight) = swing(joint);
        for stabilisation in [
            Stabilisation::None,
            Stabilisation::Baumgarte,
            Stabilisation::Projection,
        ] {
            build.scene.settings.stabilisation = stabilisation;
            for dt in [0.004, 0.001, 2e-4] {
                let run = run(&with(&build.scene, Integrator::Impulse, dt), 0.9);
                assert_eq!(run.model().broken(run.state()).count(), 1, "{stabilisation} {dt}");
                flies_on(&run, weight, 30.0 * dt);
            }
        }
    }
}

/// With more strength it does not break: the largest tension is 3 m g, at the lowest point.
#[test]
fn a_joint_that_is_strong_enough_is_the_joint() {
    let (mut build, weight) = swing(ConstraintKind::Distance(Distance::default()));
    let mut plain = Build {
        scene: build.scene.clone(),
    };
    let id = build.scene.find("breakable").unwrap();
    for (scene, kind) in [
        (
            &mut build.scene,
            breakable(ConstraintKind::Distance(Distance { length: 1.0 }), 3.001 * G),
        ),
        (
            &mut plain.scene,
            ConstraintKind::Distance(Distance { length: 1.0 }),
        ),
    ] {
        let mut it = scene.constraint(id).unwrap().clone();
        it.kind = kind;
        let mut edit = tinkertoy::scene::Edit::new("another");
        scene.plan_item(&mut edit, id, Some(it.into()));
        scene.apply(&edit);
    }
    let (one, other) = (run(&build.scene, 2.0), run(&plain.scene, 2.0));
    assert_eq!(one.model().broken(one.state()).count(), 0);
    assert!(position(&one, weight).distance(position(&other, weight)) < 1e-8);
}

/// A torque of 4 sin(pi t/2) N m breaks an angle lock of 2 N m at t = 1/3 s, and accelerates the wheel from then on.
#[test]
fn a_lock_of_an_angle_breaks_by_its_torque() {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_6, PI};
    let inertia = 0.25;
    let mut build = Build::default();
    let wheel = build.disk(0.0, 0.0, 0.5, 2.0);
    build.pin(ground(0.0, 0.0), centre(wheel));
    let lock = breakable(ConstraintKind::AngleLock(AngleLock::default()), 2.0);
    build.link(lock, ground(0.0, 0.0), centre(wheel));
    let twist = Torque {
        torque: 0.0,
        programme: Programme::Sinusoid {
            amplitude: 4.0,
            frequency: 0.25,
            phase: 0.0,
        },
    };
    build.force(ForceKind::Torque(twist), &[centre(wheel)]);
    for integrator in ACCURATE {
        let run = run(&with(&build.scene, integrator, 0.004), 1.0);
        let speed = 4.0 / inertia / FRAC_PI_2 * (FRAC_PI_6.cos() - (0.5 * PI * run.state().time).cos());
        assert!(
            (run.state().v[2] - speed).abs() < 1e-6,
            "{} {speed}",
            run.state().v[2]
        );
        assert!(angle(&run, wheel) > 1.0);
    }
}

/// Two threads that share a weight, each strong enough for a little more than half of it, hold;
/// with a little less, one breaks, and the other in the same instant.
#[test]
fn what_breaks_lets_the_others_carry_more() {
    for (load, holds) in [(0.51, true), (0.49, false)] {
        let mut build = Build::default();
        let weight = build.particle(0.0, 0.0, 2.0);
        for x in [-1e-3, 1e-3] {
            let thread = breakable(ConstraintKind::Rope(Rope::default()), load * 2.0 * G);
            build.link(thread, ground(x, 1.0), centre(weight));
        }
        let run = run(&build.scene, 0.5);
        let t = run.state().time;
        let expected = if holds { 0.0 } else { -0.5 * G * t * t };
        let found = position(&run, weight).y;
        assert!((found - expected).abs() < 1e-6, "{load}: {found} {expected}");
    }
}

/// A chain under its own weight breaks at its uppermost pin, and falls as a whole.
#[test]
fn a_chain_breaks_where_it_carries_most() {
    let mut build = Build::default();
    let mut above: Option<Attach> = None;
    let mut links = Vec::new();
    for k in 0..6 {
        let y = -f64::from(k);
        let bar = build.bar(v2(0.0, y), v2(0.0, y - 1.0), 1.0);
        let top = build.end(bar, -1.0);
        let pin = breakable(ConstraintKind::Pin(Pin::default()), 5.5 * G);
        build.link(pin, above.unwrap_or(ground(0.0, 0.0)), top);
        above = Some(build.end(bar, 1.0));
        links.push(bar);
    }
    let mut run = Simulation::new(&build.scene);
    for _ in 0..120 {
        run.step().unwrap();
    }
    let broken: Vec<_> = run.model().broken(run.state()).map(|link| link.id).collect();
    assert_eq!(broken, [build.scene.find("breakable").unwrap()]);
    let t = run.state().time;
    for (k, bar) in links.iter().enumerate() {
        let at = v2(0.0, -0.5 - k as f64 - 0.5 * G * t * t);
        assert!(position(&run, *bar).distance(at) < 1e-8);
    }
    // One degree of freedom for each row removed.
    let (model, state) = (run.model().clone(), run.state().clone());
    let freedom = tinkertoy::sim::Freedom::of(&model, &state, &mut run.dynamics).unwrap();
    assert_eq!(freedom.dof, Some(18 - 10));
    assert!(freedom.is_clean(), "{freedom:?}");
}

#[test]
fn integrators_that_know_no_events_refuse_it() {
    let (build, _) = swing(ConstraintKind::Distance(Distance::default()));
    let scene = with(&build.scene, Integrator::Rattle, 0.004);
    let said = problems(&scene);
    assert!(
        said.iter().any(|it| it.message.contains("RATTLE does not cover")),
        "{said:?}"
    );
}
