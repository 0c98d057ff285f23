//! Ropes, stops, dry friction and one-way clutches against closed forms, under every integrator that covers them.

use tinkertoy::constraints::{
    AngleLimits, Clutch, ConstraintKind, EndStops, Friction, Groove, RailFriction, Rope, Strut,
};
use tinkertoy::forces::{ForceKind, Torque};
use tinkertoy::math::Vec2;
use tinkertoy::scene::{Attach, Integrator, Method, Scene};
use tinkertoy::sim::Simulation;

use crate::build::{Build, angle, centre, ground, position, run, v2};

const G: f64 = 9.81;
/// Those of high order.
const ACCURATE: [Integrator; 2] = [Integrator::Rk4, Integrator::Dopri5];

fn with(scene: &Scene, integrator: Integrator, dt: f64) -> Scene {
    let mut scene = scene.clone();
    scene.settings.integrator = integrator;
    scene.settings.dt = dt;
    scene
}

/// A disk on an axle that turns freely until it meets a stop.
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

/// It comes to the stop at t = 0.25 s and turns back at e times its speed: an angle of upper - e w (t - 0.25).
#[test]
fn a_stop_is_hit_with_restitution() {
    for restitution in [0.0, 0.5, 1.0] {
        let (build, wheel) = turning(-100.0, 0.5, restitution, 2.0);
        for integrator in [Integrator::Rk4, Integrator::Dopri5, Integrator::SemiImplicitEuler] {
            // A step that the hit is not at the end of.
            let scene = with(&build.scene, integrator, 0.003);
            let run = run(&scene, 0.9);
            let expected = 0.5 - restitution * 2.0 * (run.state().time - 0.25);
            let found = angle(&run, wheel);
            assert!(
                (found - expected).abs() < 2e-10,
                "{integrator} {restitution}: {found} {expected}"
            );
            // What is lost of I w²/2 = 0.5 J is booked.
            let lost = 0.5 * (1.0 - restitution * restitution);
            assert!(
                (run.state().work.dissipation + lost).abs() < 1e-9,
                "{:?}",
                run.state().work
            );
            assert!(run.energy_error().abs() < 1e-9);
        }
    }
}

/// A weight dropped into its rope from a hand's breadth beside the nail: free fall until |r| = L, the radial speed is lost, and a
/// pendulum goes on with the tangential one.
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
    // The tangent at (0.6, -0.8) is (0.8, 0.6); of a speed straight down -0.6 is along it.
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
        // The angle from the vertical, by the same equation in minimal coordinates.
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

/// Thrown straight up, a weight on a rope is free until it is as high as the rope is long, and falls back slack.
#[test]
fn a_taut_rope_goes_slack() {
    let mut build = Build::default();
    let weight = build.particle(0.0, -1.0, 1.0);
    build.link(
        ConstraintKind::Rope(Rope::default()),
        ground(0.0, 0.0),
        centre(weight),
    );
    // At the lowest point with v² = 4 g L the rope goes slack at cos = -2/3 (from below), where the tension ends.
    let speed = (4.0 * G).sqrt();
    build.set_velocity(weight, v2(speed, 0.0), 0.0);
    for integrator in ACCURATE {
        let mut simulation = Simulation::new(&with(&build.scene, integrator, 0.001));
        while simulation.state().memory[0] != 0.0 {
            simulation.step().unwrap();
            assert!(simulation.state().time < 1.0);
        }
        // It left within this step: by v² = 4 g - 2 g (1 + y) and g y = v², y = 2/3, and flies on from there.
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

/// A weight that bounces on a strut under it: 20 bounces with e = 0.5 come at t1 (1 + 2 sum e^j).
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
        // In the middle of the flight after bounce k it is at its height e^2k h.
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
        // All bounces are over at t1 (1 + e)/(1 - e); then it rests.
        let mut rest = run(&with(&build.scene, integrator, 0.002), 2.0);
        assert!((position(&rest, ball).y - 1.0).abs() < 1e-8);
        assert!(rest.state().v[1].abs() < 1e-9);
        rest.evaluate().unwrap();
        assert!((rest.dynamics.solution.lambda[0] - G).abs() < 1e-6);
        assert!((rest.state().work.dissipation + G * height).abs() < 1e-6);
    }
}

/// A wheel with dry friction slows evenly, w = w0 - M t/I, and stays: theta = w0² I / (2 M).
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
    // A torque below that of the friction moves nothing; one above it the rest of it does.
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

/// A block on a slope, held by a groove and dry friction, stays below the critical force and slides with what is left above it; it comes
/// to stops and rests there with the force that is left.
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
            // The stop and the friction hold it together; how they share is not told.
            let lambda = &stopped.dynamics.solution.lambda;
            assert!((lambda[1] + lambda[2] + weight).abs() < 1e-6, "{lambda:?}");
        }
    }
}

/// A freewheel carries the wheel up to the speed of its shaft and lets it run ahead when that slows.
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
    // Together: I = 0.045 + 0.25.
    let carried = run(&build.scene, 0.5);
    assert!((carried.state().v[2] - 1.0).abs() < 1e-9 && (carried.state().v[5] - 1.0).abs() < 1e-9);
    // Braked, the shaft falls behind at once, and the wheel runs on.
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

/// Every method gives the same motion, and an impact goes through joints: a bar that is hit at its end by way of a rope.
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
        assert!(run.energy_error().abs() < 1e-5, "{}", run.energy_error());
        ends.push(run.state().q.clone());
    }
    for other in &ends[1..] {
        for (a, b) in ends[0].iter().zip(other) {
            assert!((a - b).abs() < 1e-6, "{a} {b}");
        }
    }
}

/// The impulse integrator stops at what stops and bounces off what bounces, to its order.
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
    // Half of m g² h t of the fall, and as much again.
    assert!(
        simulation.energy_error().abs() < 0.2,
        "{}",
        simulation.energy_error()
    );
}

/// A paused weight is dragged as far as its rope is long, and back.
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
