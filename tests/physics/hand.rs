//! The hand: pulling a running machine, and moving a paused one.

use tinkertoy::constraints::{ConstraintKind, Motor, MotorLaw};
use tinkertoy::math::Vec2;
use tinkertoy::scene::{Attach, Grip, Integrator};
use tinkertoy::sim::{Hand, Input, Simulation};

use crate::build::{Build, angle, centre, ground, polar, position, v2};

#[test]
fn a_paused_assembly_follows_with_its_joints_closed() {
    let mut build = Build::default();
    let (mut above, mut last) = (ground(0.0, 0.0), None);
    for k in 0..8 {
        // The masses of the links differ by a factor of up to a million; none lags behind.
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
    // With a target out of reach, the part comes as close as possible: straight towards the hand.
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
            run.ledger_error().abs() < 2e-2 * mass.max(1.0),
            "{mass} kg: {}",
            run.ledger_error()
        );
        assert_eq!(run.state().soft_sub_steps, 0, "{mass} kg");
    }
}

/// A driven crank has no degree of freedom left: the hand has no effect, and nothing breaks.
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

/// A particle held by the hand, without gravity.
fn held(mass: f64, grip: Grip, target: Vec2) -> (Simulation, tinkertoy::scene::Id) {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    build.scene.settings.dt = 1e-3;
    build.scene.settings.grip = grip;
    let bead = build.particle(0.0, 0.0, mass);
    let mut run = Simulation::new(&build.scene);
    run.apply(Input::Hand(Some(Hand {
        part: bead,
        at: Vec2::ZERO,
        target,
    })));
    (run, bead)
}

/// A hand of a given stiffness is a critically damped spring: the remaining distance is d (1 + w t) exp(-w t), w = sqrt(k/m).
#[test]
fn a_hand_of_a_given_stiffness() {
    let (mass, stiffness, far) = (0.5, 80.0, 1.5_f64);
    let grip = Grip {
        stiffness: Some(stiffness),
        limit: None,
    };
    let (mut run, bead) = held(mass, grip, v2(far, 0.0));
    let w = (stiffness / mass).sqrt();
    for _ in 0..250 {
        run.step().unwrap();
        let wt = w * run.state().time;
        let exact = far * (1.0 - (1.0 + wt) * (-wt).exp());
        assert!((position(&run, bead).x - exact).abs() < 1e-8);
    }
    assert!(
        run.ledger_error().abs() < 1e-6,
        "its work is booked: {}",
        run.ledger_error()
    );
}

/// A hand with a force limit pulls with that force as long as the target is far away: x = F t²/(2 m).
#[test]
fn a_hand_pulls_no_harder_than_its_limit() {
    let (mass, limit) = (0.5, 2.0);
    let grip = Grip {
        stiffness: Some(80.0),
        limit: Some(limit),
    };
    let (mut run, bead) = held(mass, grip, v2(2.5, 0.0));
    for _ in 0..400 {
        run.step().unwrap();
    }
    let exact = 0.5 * limit / mass * 0.16;
    assert!(
        (position(&run, bead).x - exact).abs() < 1e-9,
        "{}",
        position(&run, bead)
    );
    // It arrives all the same, and stays.
    for _ in 0..4000 {
        run.step().unwrap();
    }
    assert!(
        position(&run, bead).distance(v2(2.5, 0.0)) < 1e-3,
        "{}",
        position(&run, bead)
    );
    // With the default stiffness, in proportion to the mass, the hand pulls this particle with 0.5 kg (20/s)² 2.5 m.
    let (mut free, bead) = held(mass, Grip::default(), v2(2.5, 0.0));
    free.step().unwrap();
    assert!((position(&free, bead).x / (0.5 * 1e3 * 1e-6) - 1.0).abs() < 0.05);
}

/// The stiffness of the hand is limited to the largest that a step resolves, with every integrator.
#[test]
fn no_hand_is_too_stiff() {
    for integrator in Integrator::ALL {
        let grip = Grip {
            stiffness: Some(1e9),
            limit: None,
        };
        let (mut run, bead) = held(1e-3, grip, v2(1.0, 1.0));
        let mut settings = run.model().settings;
        settings.integrator = integrator;
        settings.dt = 1.0 / 240.0;
        run.apply(Input::Settings(settings));
        for _ in 0..480 {
            run.step().unwrap();
        }
        assert!(
            position(&run, bead).distance(v2(1.0, 1.0)) < 1e-6,
            "{integrator}: {}",
            position(&run, bead)
        );
    }
}

/// Passivity: for any stiffness and limit, a hand at rest gives only the energy stored in its pull; the change of the force with the velocity of the
/// point does no positive work. And the force never exceeds the limit.
#[test]
fn a_hand_is_passive_and_keeps_its_limit() {
    use tinkertoy::bodies::VectorPort;
    use tinkertoy::sim::Grab;
    for (stiffness, limit) in [
        (None, None),
        (None, Some(3.0)),
        (Some(40.0), None),
        (Some(40.0), Some(3.0)),
        (Some(1e9), Some(3.0)),
    ] {
        let mut grab = Grab::new(0, Vec2::ZERO, v2(0.7, -0.2));
        grab.set_mass(0.8, &Grip { stiffness, limit }, 1.0 / 240.0);
        for k in 0..400 {
            let k = f64::from(k);
            let at = |rate: Vec2| VectorPort {
                value: v2((1.7 * k).sin(), (0.9 * k).cos()),
                rate,
                ..VectorPort::default()
            };
            let rate = (k / 40.0).exp() * 1e-2 * v2((2.3 * k).cos(), (3.1 * k).sin());
            let (moving, still) = (grab.force(&at(rate)), grab.force(&at(Vec2::ZERO)));
            assert!((moving - still).dot(rate) <= 1e-12 * (1.0 + moving.length() * rate.length()));
            assert!(moving.length() <= limit.unwrap_or(f64::INFINITY) * (1.0 + 1e-12));
            assert!(moving.is_finite());
        }
    }
}

/// In steps of a tenth of a second, of order one, a hand as stiff as in short steps would throw about what it holds.
#[test]
fn the_hand_is_calm_in_long_steps() {
    use tinkertoy::bodies::VectorPort;
    use tinkertoy::sim::Grab;
    let h = 0.1;
    let mut grab = Grab::new(0, Vec2::ZERO, v2(1.0, 0.0));
    grab.set_mass(2.0, &Grip::default(), h);
    let mut port = VectorPort::default();
    for _ in 0..60 {
        port.rate += h / 2.0 * grab.force(&port);
        port.value += h * port.rate;
    }
    assert!(port.value.distance(v2(1.0, 0.0)) < 1e-6, "{}", port.value);
}
