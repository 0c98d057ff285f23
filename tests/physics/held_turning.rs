//! Implicit treatment of the turning stiffness of loaded bars in impulse stepping: chains of short
//! bars take steps as long as chains of long ones, and end in the same place.

use tinkertoy::bodies::{Bar, Shape};
use tinkertoy::constraints::{AngleLimits, ConstraintKind, Pin};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Integrator, Mass, Part, Scene, Stabilisation};
use tinkertoy::sim::Simulation;

fn empty() -> Scene {
    let mut scene = Scene::default();
    scene.settings.integrator = Integrator::Impulse;
    scene.settings.stabilisation = Stabilisation::Projection;
    scene
}

/// Bars in a row, 20 m and 20 kg together, pinned at one end and released from the horizontal; each pin bends up to a radius of 2 m.
fn chain(bars: usize) -> Scene {
    let mut scene = empty();
    let length = 20.0 / bars as f64;
    let (width, bend) = (0.2 * length, 0.5 * length);
    let shape = Shape::Bar(Bar { length, width });
    let mass = Mass::Given {
        mass: length,
        inertia: length.powi(3) / 12.0,
    };
    let mut onto = Attach::ground(Vec2::ZERO);
    for k in 0..bars {
        let pose = Pose::new(length * (k as f64 + 0.5), 0.0, 0.0);
        let bar = Part::new(format!("bar {k}"), shape.clone(), pose);
        let bar = scene.add(Part { mass, ..bar });
        let ends = vec![onto, Attach::part(bar, Vec2::new(-0.5 * length, 0.0))];
        let limits = AngleLimits {
            lower: -bend,
            upper: bend,
            restitution: 0.0,
        };
        scene.add(Constraint {
            name: format!("pin {k}"),
            ends: ends.clone(),
            kind: ConstraintKind::Pin(Pin {}),
        });
        if k > 0 {
            scene.add(Constraint {
                name: format!("limits {k}"),
                ends,
                kind: ConstraintKind::AngleLimits(limits),
            });
        }
        onto = Attach::part(bar, Vec2::new(0.5 * length, 0.0));
    }
    scene
}

/// At steps of 1/240 s, explicit treatment of bars of 5 cm would need four sub-steps a step, and twenty solves.
#[test]
fn a_chain_of_short_bars_takes_whole_steps() {
    let scene = chain(400);
    let mut run = Simulation::new(&scene);
    let mut counts = || {
        let mut solves = 0;
        for _ in 0..60 {
            let (stepped, spent) = run.timed_step_by(scene.settings.dt);
            stepped.unwrap();
            solves += spent.solves;
        }
        (run.state().control.total, solves)
    };
    let (before, _) = counts();
    let (after, solves) = counts();
    let taken = after - before;
    assert!(
        taken == 60 && solves <= 7 * 60,
        "{taken} sub-steps and {solves} solves in 60 steps"
    );
}

/// Position of the last bar after half a second, and the energy error (J).
fn end(bars: usize, dt: f64) -> (Vec2, f64) {
    let mut scene = chain(bars);
    scene.settings.dt = dt;
    let mut run = Simulation::new(&scene);
    for _ in 0..(0.5 / dt).round() as u64 {
        run.step().unwrap();
    }
    let error = run.ledger_error();
    let last = run.model().poses(run.state()).last().unwrap().1;
    (last.position, error)
}

/// The method remains of first order.
#[test]
fn it_is_where_shorter_steps_lead_to() {
    let (exact, _) = end(300, 1.0 / 3840.0);
    let [whole, half] = [240.0, 480.0].map(|rate| {
        let (place, error) = end(300, 1.0 / rate);
        assert!(error < 1e-6, "{error} J out of nothing at 1/{rate} s");
        (place - exact).length()
    });
    assert!(whole < 0.02 && whole > 1.8 * half, "{whole} m, {half} m");
}

/// A bar spinning about its end loads the pin in proportion to its speed squared: the implicit treatment must not brake it.
#[test]
fn what_spins_on_a_pin_goes_on_to_spin() {
    let mut scene = empty();
    scene.settings.gravity = Vec2::ZERO;
    let shape = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    let bar = scene.add(Part {
        omega: 150.0,
        velocity: Vec2::new(0.0, 75.0),
        ..Part::new("bar", shape, Pose::new(0.5, 0.0, 0.0))
    });
    scene.add(Constraint {
        name: "pin".to_owned(),
        ends: vec![
            Attach::ground(Vec2::ZERO),
            Attach::part(bar, Vec2::new(-0.5, 0.0)),
        ],
        kind: ConstraintKind::Pin(Pin {}),
    });
    let mut run = Simulation::new(&scene);
    let before = run.energy().kinetic;
    for _ in 0..240 {
        run.step().unwrap();
    }
    let share = run.energy().kinetic / before;
    assert!((0.8..1.001).contains(&share), "{share}");
}
