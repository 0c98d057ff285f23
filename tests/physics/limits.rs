//! Ropes, stops, dry friction and one-way clutches against closed forms, with every integrator that supports them.

use tinkertoy::constraints::{
    AngleLimits, Clutch, ConstraintKind, EndStops, Friction, Groove, RailFriction, Rope, Strut,
};
use tinkertoy::forces::{ForceKind, Torque};
use tinkertoy::math::Vec2;
use tinkertoy::scene::{Attach, Integrator, Method, Scene};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, ground, position, run, v2};

const G: f64 = 9.81;
/// The integrators of high order.
const ACCURATE: [Integrator; 2] = [Integrator::Rk4, Integrator::Dopri5];

fn with(scene: &Scene, integrator: Integrator, dt: f64) -> Scene {
    let mut scene = scene.clone();
    scene.settings.integrator = integrator;
    scene.settings.dt = dt;
    scene
}

/// A disk on an axle, rotating freely until it meets a stop.
fn turning(lower: f64, upper: f64, restitution: f64, omega: f64) -> (Build, tinkertoy::scene::Id) {
    let mut build = Build::default();
    let wheel = build.disk(0.0, 0.0, 0.5, 2.0);
    build.pin(ground(0.0, 0.0), centre(wheel));
    let stop = AngleLimits {
        lower,
        upper,
        restitution,
    };
    build.link(ConstraintKind::AngleLimits(stop), ground(0.0, 0.0), centre(wheel));
    build.set_velocity(wheel, Vec2::ZERO, omega);
    (build, wheel)
}

/// The disk meets the stop at t = 0.25 s and rebounds with e times its speed: its angle is upper - e w (t - 0.25).
#[test]
fn a_stop_is_hit_with_restitution() {
    for restitution in [0.0, 0.5, 1.0] {
        let (build, wheel) = turning(-100.0, 0.5, restitution, 2.0);
        for integrator in [Integrator::Rk4, Integrator::Dopri5, Integrator::SemiImplicitEuler] {
            // The impact does not fall on the end of a step.
            let scene = with(&build.scene, integrator, 0.003);
            let run = run(&scene, 0.9);
            let expected = 0.5 - restitution * 2.0 * (run.state().time - 0.25);
            let found = angle(&run, wheel);
            assert!(
                (found - expected).abs() < 2e-10,
                "{integrator} {restitution}: {found} {expected}"
            );
            // The loss from I w²/2 = 0.5 J is booked.
            let lost = 0.5 * (1.0 - restitution * restitution);
            assert!(
                (run.state().work.dissipation + lost).abs() < 1e-9,
                "{:?}",
                run.state().work
            );
            assert!(run.ledger_error().abs() < 1e-9);
        }
    }
}

/// A weight dropped beside its nail into a slack rope: free fall until |r| = L, then the radial
/// velocity is lost, and the tangential one starts a pendulum.
#[test]
fn a_rope_catches_what_falls_into_it() {
    let (length, x) = (1.0, 0.6);
    let mut build = Build::default();
    let weight = build.particle(x, 0.0, 2.0);
    let rope = Rope {
        length,
        restitution: 0.0,
    };
    let id = build.scene.free_name("rope");
    build.scene.add(tinkertoy::scene::Constraint {
        name: id,
        ends: vec![ground(0.0, 0.0), centre(weight)],
        kind: ConstraintKind::Rope(rope),
    });
    // |r| = 1 at a depth of 0.8 m.
    let (depth, caught) = (0.8, (2.0 * 0.8 / G).sqrt());
    let speed = G * caught;
    // The tangent at (0.6, -0.8) is (0.8, 0.6); a speed straight down has -0.6 of itself along it.
    let along = -x * speed;
    let at_rest = 0.5 * along * along - G * depth;
    for integrator in ACCURATE {
        let scene = with(&build.scene, integrator, 0.004);
        let mut run = run(&scene, caught + 0.3);
        let p = position(&run, weight);
        assert!((p.length() - length).abs() < 1e-7, "{integrator}: {}", p.length());
        let energy = run.energy();
        let (kinetic, potential) = (energy.kinetic / 2.0, energy.potential / 2.0);
        assert!(
            (kinetic + potential - at_rest).abs() < 1e-6,
            "{integrator}: {} {at_rest}",
            kinetic + potential
        );
        // Angle from the vertical, by the pendulum equation in minimal coordinates.
        let rest = run.state().time - caught;
        let y = crate::build::integrate([(x / depth).atan(), along / length], rest, 20_000, |_, y| {
            [y[1], -G / length * y[0].sin()]
        });
        let found = p.x.atan2(-p.y);
        assert!((found - y[0]).abs() < 1e-7, "{integrator}: {found} {}", y[0]);
        run.evaluate().unwrap();
        assert!(run.dynamics.solution.lambda[0] < 0.0);
    }
}

/// A weight swung up on a taut rope leaves the circle where the tension ends, and flies with the rope slack.
#[test]
fn a_taut_rope_goes_slack() {
    let mut build = Build::default();
    let weight = build.particle(0.0, -1.0, 1.0);
    build.link(
        ConstraintKind::Rope(Rope::default()),
        ground(0.0, 0.0),
        centre(weight),
    );
    // With v² = 4 g L at the lowest point, the tension ends at cos = -2/3 (measured from below).
    let speed = (4.0 * G).sqrt();
    build.set_velocity(weight, v2(speed, 0.0), 0.0);
    for integrator in ACCURATE {
        let mut simulation = Simulation::new(&with(&build.scene, integrator, 0.001));
        while simulation.state().memory[0] != 0.0 {
            simulation.step().unwrap();
            assert!(simulation.state().time < 1.0);
        }
        // The rope went slack in this step: v² = 4 g - 2 g (1 + y) and g y = v² give y = 2/3; from there on it is a free flight.
        let p = position(&simulation, weight);
        assert!((p.y - 2.0 / 3.0).abs() < 5e-3, "{integrator}: {p}");
        let flight = crate::build::integrate([p.x, p.y], 0.0, 1, |_, y| *y);
        assert_eq!(flight, [p.x, p.y]);
        let v = &simulation.state().v;
        let (start, fall) = (p, v2(v[0], v[1]));
        for _ in 0..40 {
            simulation.step().unwrap();
        }
        let t = 0.04;
        let expected = start + t * fall + v2(0.0, -0.5 * G * t * t);
        assert!(
            position(&simulation, weight).distance(expected) < 1e-9,
            "{integrator}"
        );
    }
}

/// A weight that bounces on a strut below it: 20 bounces with e = 0.5 occur at t1 (1 + 2 sum e^j).
#[test]
fn a_ball_bounces_twenty_times_and_comes_to_rest() {
    let (height, e) = (1.0, 0.5);
    let mut build = Build::default();
    let ball = build.particle(0.0, 1.0 + height, 1.0);
    build.scene.add(tinkertoy::scene::Constraint {
        name: "strut".into(),
        ends: vec![ground(0.0, 0.0), centre(ball)],
        kind: ConstraintKind::Strut(Strut {
            length: 1.0,
            restitution: e,
        }),
    });
    let first = (2.0 * height / G).sqrt();
    for integrator in ACCURATE {
        // At the middle of the flight after bounce k its height is e^2k h.
        for k in 1..=6 {
            let middle = first * (1.0 + 2.0 * (1..k).map(|j| e.powi(j)).sum::<f64>() + e.powi(k));
            let mut scene = with(&build.scene, integrator, 0.002);
            scene.settings.dt = middle / (middle / 0.002).ceil();
            let run = run(&scene, middle);
            let expected = 1.0 + height * e.powi(2 * k);
            let found = position(&run, ball).y;
            assert!(
                (found - expected).abs() < 1e-8,
                "{integrator} {k}: {found} {expected}"
            );
        }
        // The bounces end at t1 (1 + e)/(1 - e); then the weight is at rest.
        let mut rest = run(&with(&build.scene, integrator, 0.002), 2.0);
        assert!((position(&rest, ball).y - 1.0).abs() < 1e-8);
        assert!(rest.state().v[1].abs() < 1e-9);
        rest.evaluate().unwrap();
        assert!((rest.dynamics.solution.lambda[0] - G).abs() < 1e-6);
        assert!((rest.state().work.dissipation + G * height).abs() < 1e-6);
    }
}

/// Dry friction decelerates a wheel uniformly, w = w0 - M t/I, and then holds it: theta = w0² I / (2 M).
#[test]
fn friction_in_a_pin_slows_evenly_and_holds() {
    let (w0, torque, inertia) = (3.0, 0.5, 0.25);
    let mut build = Build::default();
    let wheel = build.disk(0.0, 0.0, 0.5, 2.0);
    build.pin(ground(0.0, 0.0), centre(wheel));
    build.link(
        ConstraintKind::Friction(Friction { torque }),
        ground(0.0, 0.0),
        centre(wheel),
    );
    build.set_velocity(wheel, Vec2::ZERO, w0);
    for integrator in ACCURATE {
        let scene = with(&build.scene, integrator, 0.007);
        let moving = run(&scene, 0.7);
        let t = moving.state().time;
        let expected = w0 * t - 0.5 * torque / inertia * t * t;
        assert!((angle(&moving, wheel) - expected).abs() < 1e-10, "{integrator}");
        let still = run(&scene, 3.5);
        let stopped = 0.5 * w0 * w0 * inertia / torque;
        assert!(
            (angle(&still, wheel) - stopped).abs() < 1e-8,
            "{integrator} {}",
            angle(&still, wheel)
        );
        assert!(still.state().v[2].abs() < 1e-8);
        assert!((still.state().work.dissipation + 0.5 * inertia * w0 * w0).abs() < 1e-8);
    }
    // A torque below that of the friction moves nothing; above it, the difference accelerates.
    for (applied, moves) in [(0.49, 0.0), (0.51, 0.01)] {
        let mut build = Build {
            scene: build.scene.clone(),
        };
        build.set_velocity(wheel, Vec2::ZERO, 0.0);
        let push = Torque {
            torque: applied,
            ..Torque::default()
        };
        build.force(ForceKind::Torque(push), &[centre(wheel)]);
        let run = run(&build.scene, 1.0);
        let expected = 0.5 * moves / inertia;
        assert!(
            (angle(&run, wheel) - expected).abs() < 1e-9,
            "{applied}: {}",
            angle(&run, wheel)
        );
    }
}

/// A block on a slope, in a groove with dry friction, stays below the critical force, and above it
/// slides with the difference; it reaches stops, and rests there with the remaining force.
#[test]
fn friction_on_a_rail_and_end_stops() {
    let slope: f64 = 0.4;
    let weight = 2.0 * G * slope.sin();
    for (force, held) in [(weight * 1.001, true), (weight * 0.5, false)] {
        let mut build = Build::default();
        let bead = build.particle(0.0, 0.0, 2.0);
        let rail = Groove {
            axis: -slope,
            ..Groove::default()
        };
        let mut add = |kind: ConstraintKind, name: &str| {
            build.scene.add(tinkertoy::scene::Constraint {
                name: name.into(),
                ends: vec![ground(0.0, 0.0), centre(bead)],
                kind,
            })
        };
        add(ConstraintKind::Groove(rail), "groove");
        add(
            ConstraintKind::RailFriction(RailFriction { axis: -slope, force }),
            "friction",
        );
        let stops = EndStops {
            axis: -slope,
            lower: -1.0,
            upper: 0.5,
            restitution: 0.0,
        };
        add(ConstraintKind::EndStops(stops), "stops");
        let mut build = Build { scene: build.scene };
        build.scene.settings.dt = 0.003;
        let sliding = run(&build.scene, 0.3);
        let t = sliding.state().time;
        let way = if held { 0.0 } else { 0.25 * weight / 2.0 * t * t };
        assert!(
            (position(&sliding, bead).length() - way).abs() < 1e-9,
            "{force} {way}"
        );
        if !held {
            let mut stopped = run(&build.scene, 1.5);
            assert!((position(&stopped, bead).length() - 0.5).abs() < 1e-7);
            stopped.evaluate().unwrap();
            // Stop and friction hold it together; the split between them is not determined.
            let lambda = &stopped.dynamics.solution.lambda;
            assert!((lambda[1] + lambda[2] + weight).abs() < 1e-6, "{lambda:?}");
        }
    }
}

/// A one-way clutch drives the wheel up to the speed of its shaft, and lets it overrun when the shaft slows.
#[test]
fn a_one_way_clutch_carries_and_lets_run_ahead() {
    let mut build = Build::default();
    let shaft = build.disk(0.0, 0.0, 0.3, 1.0);
    let wheel = build.disk(0.0, 0.0, 0.5, 2.0);
    for part in [shaft, wheel] {
        build.pin(ground(0.0, 0.0), centre(part));
    }
    build.link(
        ConstraintKind::Clutch(Clutch::default()),
        centre(shaft),
        centre(wheel),
    );
    let pull = Torque {
        torque: 0.59,
        ..Torque::default()
    };
    let torque = build.force(ForceKind::Torque(pull), &[centre(shaft)]);
    // Coupled inertia: I = 0.045 + 0.25.
    let carried = run(&build.scene, 0.5);
    assert!((carried.state().v[2] - 1.0).abs() < 1e-9 && (carried.state().v[5] - 1.0).abs() < 1e-9);
    // The braked shaft slows at once, and the wheel overruns.
    let mut edited = build.scene.clone();
    let mut force = edited.item(torque).and_then(|it| it.as_force()).unwrap().clone();
    if let ForceKind::Torque(it) = &mut force.kind {
        it.torque = -0.09;
    }
    let mut edit = tinkertoy::scene::Edit::new("brake");
    edited.plan_item(&mut edit, torque, Some(force.into()));
    edited.apply(&edit);
    let mut simulation = Simulation::new(&build.scene);
    for _ in 0..120 {
        simulation.step().unwrap();
    }
    simulation.apply(tinkertoy::sim::Input::Scene(Box::new(edited), Vec::new()));
    for _ in 0..120 {
        simulation.step().unwrap();
    }
    let v = &simulation.state().v;
    assert!((v[5] - 1.0).abs() < 1e-9, "{v:?}");
    assert!((v[2] - (1.0 - 2.0 * 0.5)).abs() < 1e-9, "{v:?}");
}

/// All methods give the same motion, and an impact is transmitted by joints: a bar that is jerked at its end by a rope.
#[test]
fn all_methods_agree_through_an_impact() {
    let mut build = Build::default();
    let bar = build.bar(v2(0.0, 0.0), v2(1.0, 0.0), 2.0);
    build.pin(ground(0.0, 0.0), build.end(bar, -1.0));
    let second = build.bar(v2(1.0, 0.0), v2(1.6, 0.0), 1.0);
    build.pin(build.end(bar, 1.0), build.end(second, -1.0));
    let end = build.end(second, 1.0);
    let rope = Rope {
        length: 0.9,
        restitution: 0.3,
    };
    build.scene.add(tinkertoy::scene::Constraint {
        name: "rope".into(),
        ends: vec![ground(1.4, 0.5), end],
        kind: ConstraintKind::Rope(rope),
    });
    let mut ends: Vec<Vec<f64>> = Vec::new();
    for method in Method::EXACT {
        let mut scene = build.scene.clone();
        scene.settings.method = method;
        scene.settings.dt = 1.0 / 1920.0;
        let run = run(&scene, 1.5);
        assert!(run.state().work.dissipation < -0.1, "{:?}", run.state().work);
        assert!(run.ledger_error().abs() < 1e-5, "{}", run.ledger_error());
        ends.push(run.state().q.clone());
    }
    for other in &ends[1..] {
        for (a, b) in ends[0].iter().zip(other) {
            assert!((a - b).abs() < 1e-6, "{a} {b}");
        }
    }
}

/// Impulse stepping satisfies stops and restitution to its order.
#[test]
fn impulses_keep_the_limits() {
    let (build, wheel) = turning(-100.0, 0.5, 0.5, 2.0);
    let mut errors = Vec::new();
    for dt in [0.004, 0.002, 0.001] {
        let scene = with(&build.scene, Integrator::Impulse, dt);
        let run = run(&scene, 0.9);
        let expected = 0.5 - (run.state().time - 0.25);
        errors.push((angle(&run, wheel) - expected).abs());
        assert!((run.state().v[2] + 1.0).abs() < 1e-12);
    }
    assert!(
        errors
            .iter()
            .zip([0.004, 0.002, 0.001])
            .all(|(error, dt)| *error < 3.5 * dt),
        "{errors:?}"
    );
    let mut hanging = Build::default();
    let weight = hanging.particle(0.3, -0.2, 1.0);
    hanging.scene.add(tinkertoy::scene::Constraint {
        name: "rope".into(),
        ends: vec![ground(0.0, 0.0), Attach::part(weight, Vec2::ZERO)],
        kind: ConstraintKind::Rope(Rope::default()),
    });
    let mut simulation = Simulation::new(&with(&hanging.scene, Integrator::Impulse, 1.0 / 240.0));
    for _ in 0..960 {
        simulation.step().unwrap();
        assert!(position(&simulation, weight).length() < 1.0 + 2e-3);
    }
    // Half of m g² h t of the fall, and twice that as tolerance.
    assert!(
        simulation.ledger_error().abs() < 0.2,
        "{}",
        simulation.ledger_error()
    );
}

/// A paused weight can be dragged as far as its rope reaches, and back.
#[test]
fn a_drag_ends_where_the_rope_is_taut() {
    let mut build = Build::default();
    let weight = build.disk(0.0, -0.4, 0.1, 1.0);
    let rope = Rope {
        length: 1.0,
        restitution: 0.0,
    };
    build.scene.add(tinkertoy::scene::Constraint {
        name: "rope".into(),
        ends: vec![ground(0.0, 0.0), centre(weight)],
        kind: ConstraintKind::Rope(rope),
    });
    let mut simulation = Simulation::new(&build.scene);
    let mut to = |x: f64, y: f64| {
        let hand = tinkertoy::sim::Hand {
            part: weight,
            at: Vec2::ZERO,
            target: v2(x, y),
        };
        simulation.drag(hand).unwrap();
        position(&simulation, weight)
    };
    assert!(to(0.3, -0.5).distance(v2(0.3, -0.5)) < 1e-6);
    let stretched = to(3.0, -4.0);
    assert!(stretched.distance(v2(0.6, -0.8)) < 1e-3, "{stretched}");
    assert!(to(0.1, -0.2).distance(v2(0.1, -0.2)) < 1e-6);
}
