//! The hand: pulling a running machine, and moving a paused one.

use tinkertoy::constraints::{ConstraintKind, Motor, MotorLaw};
use tinkertoy::math::Vec2;
use tinkertoy::scene::Attach;
use tinkertoy::sim::{Hand, Input, Simulation};

use crate::build::{Build, angle, centre, ground, polar, position, v2};

#[test]
fn a_paused_assembly_follows_with_its_joints_closed() {
    let mut build = Build::default();
    let (mut above, mut last) = (ground(0.0, 0.0), None);
    for k in 0..8 {
        // The links differ in weight by a million: none lags.
        let bar = build.bar(
            polar(0.5 * f64::from(k), -1.0),
            polar(0.5 * f64::from(k + 1), -1.0),
            10f64.powi(k - 3),
        );
        let start = build.end(bar, -1.0);
        build.pin(above, start);
        above = build.end(bar, 1.0);
        last = Some(bar);
    }
    let (part, at) = (last.unwrap(), v2(0.25, 0.0));
    let mut run = Simulation::new(&build.scene);
    for target in [
        v2(1.0, -2.0),
        v2(2.0, -1.0),
        v2(2.5, 1.0),
        v2(0.5, 2.0),
        v2(-1.5, 0.5),
    ] {
        run.drag(Hand { part, at, target }).unwrap();
        let point = run.model().point(run.state(), Attach::part(part, at)).unwrap();
        assert!(point.distance(target) < 1e-3, "{point} {target}");
        assert!(run.drift().max_m < 1e-9, "{:?}", run.drift());
    }
    // Out of reach it comes as near as it can: straight towards the hand.
    for _ in 0..30 {
        run.drag(Hand {
            part,
            at,
            target: v2(6.0, 8.0),
        })
        .unwrap();
    }
    let point = run.model().point(run.state(), Attach::part(part, at)).unwrap();
    let nearest = v2(6.0, 8.0).length() - 4.0;
    assert!(point.distance(v2(6.0, 8.0)) < nearest + 0.02, "{point}");
    assert!(run.drift().max_m < 1e-9, "{:?}", run.drift());
}

#[test]
fn a_driven_joint_freewheels_and_goes_on_from_where_it_was_left() {
    let mut build = Build::default();
    let crank = build.bar(Vec2::ZERO, v2(1.0, 0.0), 1.0);
    let end = build.end(crank, -1.0);
    build.pin(ground(0.0, 0.0), end);
    let motor = Motor {
        law: MotorLaw::Angle,
        speed: 2.0,
        ..Motor::default()
    };
    build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), centre(crank));
    let mut run = Simulation::new(&build.scene);
    for _ in 0..100 {
        run.step().unwrap();
    }
    run.drag(Hand {
        part: crank,
        at: v2(0.5, 0.0),
        target: v2(0.0, 1.0),
    })
    .unwrap();
    let turned = angle(&run, crank);
    assert!((turned.cos()).abs() < 1e-6, "{turned}");
    for _ in 0..240 {
        run.step().unwrap();
    }
    assert!((angle(&run, crank) - turned - 2.0).abs() < 1e-6);
}

#[test]
fn the_hand_pulls_light_and_heavy_parts() {
    for (mass, near) in [(1e-3, 1.0), (1.0, 0.05), (1e3, 0.05)] {
        let mut build = Build::default();
        build.scene.settings.gravity = Vec2::ZERO;
        let puck = build.disk(0.0, 0.0, 0.3, mass);
        let weight = build.particle(1.0, 0.0, 1.0);
        build.rod(centre(puck), centre(weight));
        let mut run = Simulation::new(&build.scene);
        run.apply(Input::Hand(Some(Hand {
            part: puck,
            at: Vec2::ZERO,
            target: v2(-1.0, 0.5),
        })));
        for _ in 0..480 {
            run.step().unwrap();
        }
        let away = position(&run, puck).distance(v2(-1.0, 0.5));
        assert!(away < near, "{mass} kg: {away}");
        assert!(
            run.energy_error().abs() < 2e-2 * mass.max(1.0),
            "{mass} kg: {}",
            run.energy_error()
        );
        assert_eq!(run.state().softened, 0, "{mass} kg");
    }
}

/// A driven crank has no freedom left: the hand pulls in vain, and nothing breaks.
#[test]
fn pulling_at_a_driven_machine_does_no_harm() {
    for law in [MotorLaw::Angle, MotorLaw::Speed] {
        let mut build = Build::default();
        let crank = build.bar(Vec2::ZERO, v2(1.0, 0.0), 1.0);
        let end = build.end(crank, -1.0);
        build.pin(ground(0.0, 0.0), end);
        build.link(
            ConstraintKind::Motor(Motor {
                law,
                speed: 3.0,
                ..Motor::default()
            }),
            ground(0.0, 0.0),
            end,
        );
        let mut run = Simulation::new(&build.scene);
        for step in 0..960 {
            if step % 10 == 0 {
                let target = v2(3.0, f64::from(step) / 300.0);
                run.apply(Input::Hand(Some(Hand {
                    part: crank,
                    at: v2(0.4, 0.0),
                    target,
                })));
            }
            run.step().unwrap();
        }
        assert!(run.drift().max_m < 1e-3, "{:?}", run.drift());
        assert!((run.state().v[2] - 3.0).abs() < 1.0, "{}", run.state().v[2]);
    }
}
