//! Beads on wires.

use tinkertoy::bodies::bead::Form;
use tinkertoy::bodies::{Shape, WireBead};
use tinkertoy::constraints::{ConstraintKind, Ellipse, Expression, Graph, Implicit, Track};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::sim::{Culprit, Simulation};

use crate::build::{Build, centre, ground, integrate, position, run, v2};

const G: f64 = 9.81;

/// A bead on y = x²/2 against its equation in x: (1 + x²) x'' + x x'² + g x = 0; and the force of the wire.
#[test]
fn bead_on_a_parabola() {
    let (m, start) = (0.7, 1.1);
    let mut build = Build::default();
    let bead = build.particle(start, start * start / 2.0, m);
    build.link(
        ConstraintKind::Graph(Graph::default()),
        ground(0.0, 0.0),
        centre(bead),
    );
    build.scene.settings.dt = 1e-3;
    let mut run = run(&build.scene, 2.0);
    let [x, v] = integrate([start, 0.0], 2.0, 40_000, |_, [x, v]| {
        [*v, -(x * v * v + G * x) / (1.0 + x * x)]
    });
    assert!(position(&run, bead).distance(v2(x, x * x / 2.0)) < 1e-8);
    run.evaluate().unwrap();
    // Along the normal (-x, 1): m (a + g), a_y = x x'' + x'².
    let ax = -(x * v * v + G * x) / (1.0 + x * x);
    let ay = x * ax + v * v;
    let lambda = run.dynamics.solution.lambda[0];
    assert!((lambda - m * (ay + G)).abs() < 1e-5, "{lambda}");
}

/// The period of a bead on y = x²/2 released at x = A, by energy: T = 4/sqrt(g) times the integral of sqrt(1 + A² sin² s) over a quarter turn, by
/// every kind of constraint that describes the curve; and the force of the wire at the bottom, m g (1 + A²).
#[test]
fn period_and_wire_force_of_a_bead_on_a_parabola() {
    let (m, far) = (0.7, 1.1_f64);
    let n = 200;
    let share = |k: i32| std::f64::consts::FRAC_PI_2 * (f64::from(k) + 0.5) / f64::from(n);
    let sum: f64 = (0..n)
        .map(|k| (1.0 + (far * share(k).sin()).powi(2)).sqrt())
        .sum();
    let quarter = std::f64::consts::FRAC_PI_2 / f64::from(n) * sum / G.sqrt();
    for kind in [
        Some(ConstraintKind::Graph(Graph::default())),
        Some(typed("y = x^2/2")),
        None,
    ] {
        let mut build = Build::default();
        build.scene.settings.dt = 1e-3;
        let bead = match &kind {
            Some(kind) => {
                let bead = build.particle(far, far * far / 2.0, m);
                build.link(kind.clone(), ground(0.0, 0.0), centre(bead));
                bead
            }
            None => {
                let shape = Shape::WireBead(WireBead {
                    form: Form::Parabola,
                    a: 1.0,
                    b: 0.5,
                    place: far,
                    rate: 0.0,
                });
                build.part(shape, Pose::default(), m, 0.0)
            }
        };
        let mut run = Simulation::new(&build.scene);
        let place = |run: &Simulation| run.model().point(run.state(), centre(bead)).unwrap();
        // The bead passes the bottom at one quarter and at three quarters of the period.
        let (mut before, mut crossed) = (place(&run).x, Vec::new());
        while crossed.len() < 2 {
            run.step().unwrap();
            let x = place(&run).x;
            if x * before <= 0.0 {
                crossed.push(run.state().time - 1e-3 * x / (x - before));
                if kind.is_some() && crossed.len() == 1 {
                    run.evaluate().unwrap();
                    let force = m * (run.dynamics.solution.acceleration[1] + G);
                    assert!(
                        (force / (m * G * (1.0 + far * far)) - 1.0).abs() < 1e-4,
                        "{force}"
                    );
                }
            }
            before = x;
        }
        assert!(
            (crossed[0] - quarter).abs() < 1e-6,
            "{kind:?}: {crossed:?} {quarter}"
        );
        assert!(
            (crossed[1] - 3.0 * quarter).abs() < 3e-6,
            "{kind:?}: {crossed:?} {quarter}"
        );
    }
}

/// Without gravity a bead on an ellipse keeps its speed, and stays on the curve.
#[test]
fn bead_on_an_ellipse() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    build.scene.settings.dt = 1e-3;
    let bead = build.particle(1.0, 0.0, 0.5);
    build.set_velocity(bead, v2(0.0, 2.0), 0.0);
    let wire = ConstraintKind::Ellipse(Ellipse::default());
    build.link(wire, ground(0.0, 0.0), centre(bead));
    let run = run(&build.scene, 5.0);
    let p = position(&run, bead);
    assert!((p.x * p.x + (p.y / 0.6).powi(2) - 1.0).abs() < 1e-8);
    assert!((v2(run.state().v[0], run.state().v[1]).length() - 2.0).abs() < 1e-7);
}

/// A wire drawn as a circle is a circle: the bead on it moves as a pendulum of that radius, with the wire fixed to a carrier or to the ground.
#[test]
fn bead_on_a_drawn_wire() {
    let points: Vec<Vec2> = (0..48)
        .map(|k| unit(f64::from(k) * std::f64::consts::TAU / 48.0))
        .collect();
    let mut build = Build::default();
    build.scene.settings.dt = 1e-3;
    let bead = build.particle(1.0, 0.0, 0.5);
    let track = ConstraintKind::Track(Track { points });
    build.link(track, ground(0.0, 0.0), centre(bead));
    let ConstraintKind::Track(fitted) = &build.scene.constraints().next().unwrap().1.kind else {
        unreachable!()
    };
    let middle = fitted.points.iter().fold(Vec2::ZERO, |sum, p| sum + *p) / 48.0;
    let radius = 1.0 - middle.x;
    let run = run(&build.scene, 3.0);
    let [phi, _] = integrate([0.0, 0.0], 3.0, 30_000, |_, [phi, w]| {
        [*w, -G / radius * phi.cos()]
    });
    let exact = middle + radius * unit(phi);
    assert!(
        position(&run, bead).distance(exact) < 1e-4,
        "{} {exact}",
        position(&run, bead)
    );
    assert!(run.energy_error().abs() < 1e-6);
}

fn typed(formula: &str) -> ConstraintKind {
    ConstraintKind::Implicit(Implicit {
        formula: Expression::from(formula.to_owned()),
        ..Implicit::default()
    })
}

/// The same curve as a typed formula and by parameters: the beads on both move alike, with the same force of the wire.
#[test]
fn a_typed_curve_is_the_curve() {
    let ellipse = ConstraintKind::Ellipse(Ellipse {
        a: 1.0,
        b: 0.6,
        axis: 0.0,
    });
    let parabola = ConstraintKind::Graph(Graph::default());
    for (formula, kind, start) in [
        ("x^2 + y^2/0.36 = 1", ellipse, v2(1.0, 0.0)),
        ("y = x^2/2", parabola, v2(1.1, 0.605)),
    ] {
        let paths = [kind, typed(formula)].map(|kind| {
            let mut build = Build::default();
            build.scene.settings.dt = 1e-3;
            // The wire is fixed to a rotating carrier.
            let carrier = build.disk(0.0, 0.0, 0.4, 3.0);
            build.pin(ground(0.0, 0.0), centre(carrier));
            build.set_velocity(carrier, Vec2::ZERO, 0.7);
            let bead = build.particle(start.x, start.y, 0.7);
            build.link(kind, centre(carrier), centre(bead));
            let mut run = run(&build.scene, 1.5);
            run.evaluate().unwrap();
            let force = run.dynamics.solution.acceleration[3..5].to_vec();
            assert!(run.drift().max_m < 1e-9);
            (position(&run, bead), force)
        });
        assert!(paths[0].0.distance(paths[1].0) < 1e-8, "{formula}: {paths:?}");
        for k in 0..2 {
            assert!(
                (paths[0].1[k] - paths[1].1[k]).abs() < 1e-5,
                "{formula}: {paths:?}"
            );
        }
    }
}

/// Period of a bead on a circle given as a formula, and the force of its wire.
#[test]
fn a_bead_on_a_circle_that_is_typed_is_a_pendulum() {
    let mut build = Build::default();
    build.scene.settings.dt = 1e-3;
    let bead = build.particle(1.0, 0.0, 0.5);
    build.link(typed("x^2 + y^2 = 1"), ground(0.0, 0.0), centre(bead));
    // Released level with the centre: a quarter of the period is K(1/sqrt 2) sqrt(l/g).
    let quarter = 1.854_074_677_301_371_9 * (1.0 / G).sqrt();
    let mut run = Simulation::new(&build.scene);
    let mut before = 1.0;
    let crossed = loop {
        run.step().unwrap();
        let x = position(&run, bead).x;
        if x <= 0.0 {
            break run.state().time - 1e-3 * x / (x - before);
        }
        before = x;
    };
    assert!((crossed - quarter).abs() < 1e-6, "{crossed} {quarter}");
    // At the bottom the wire carries three times the weight.
    let mut lowest = Simulation::new(&build.scene);
    for _ in 0..(quarter / 1e-3) as u32 {
        lowest.step().unwrap();
    }
    lowest.evaluate().unwrap();
    let force = lowest.dynamics.solution.lambda[0].abs();
    assert!((force / (3.0 * 0.5 * G) - 1.0).abs() < 1e-5, "{force}");
}

/// Joined off the curve, the wire is shifted to pass through the bead, wherever the formula has a point nearby.
#[test]
fn a_typed_curve_is_laid_through_its_bead() {
    for (formula, at) in [
        ("x^2 + y^2 = 1", v2(0.3, 2.0)),
        ("y = sin(3*x)", v2(0.2, -0.9)),
        ("exp(-x^2) = y", v2(0.0, 0.2)),
        ("y = 1/x", v2(0.7, 0.3)),
        ("(x^2 + y^2)^2 = 2*(x^2 - y^2)", v2(0.9, 0.8)),
    ] {
        let mut build = Build::default();
        let bead = build.particle(at.x, at.y, 0.5);
        build.link(typed(formula), ground(0.0, 0.0), centre(bead));
        let mut run = Simulation::new(&build.scene);
        assert!(run.drift().max_m < 1e-12, "{formula}: {:?}", run.drift());
        for _ in 0..200 {
            run.step().unwrap();
        }
        assert!(run.drift().max_m < 1e-5, "{formula}: {:?}", run.drift());
    }
}

/// A bead driven to where its formula is undefined stops the run there, and the stop names the wire.
#[test]
fn a_formula_that_ends_stops_the_run_in_words() {
    let mut build = Build::default();
    let bead = build.particle(1.0, 1.0, 0.5);
    build.set_velocity(bead, v2(-3.0, 0.0), 0.0);
    let wire = build.link(typed("y = x^0.5 + x^2.5 - 1"), ground(0.0, 0.0), centre(bead));
    let mut run = Simulation::new(&build.scene);
    let stopped = (0..2000).find_map(|_| run.step().err());
    let stopped = stopped.expect("it cannot go on left of x = 0");
    assert_eq!(stopped.culprit, Culprit::Item(wire), "{stopped:?}");
    assert!(run.state().q.iter().all(|q| q.is_finite()));
}

/// Drift off a drawn wire, absent on a round one: the curvature of a cubic spline is continuous, its derivative is not. A step across a knot
/// therefore has an error of h² in the speed, which the feedback has to remove. On a circle the error of a step is h⁵.
#[test]
fn the_drift_off_a_drawn_wire_is_of_second_order() {
    let worst = |kind: &ConstraintKind, dt: f64| {
        let mut build = Build::default();
        build.scene.settings.dt = dt;
        build.scene.settings.gravity = Vec2::ZERO;
        let bead = build.particle(1.0, 0.0, 0.5);
        build.set_velocity(bead, v2(0.0, 2.0), 0.0);
        build.link(kind.clone(), ground(0.0, 0.0), centre(bead));
        let mut run = Simulation::new(&build.scene);
        let mut worst = 0.0_f64;
        for _ in 0..(3.0 / dt).round() as usize {
            run.step().unwrap();
            worst = worst.max(run.drift().max_m);
        }
        worst
    };
    let drawn = ConstraintKind::Track(Track::default());
    let round = ConstraintKind::Ring(Default::default());
    let (far, near) = (worst(&drawn, 2e-3), worst(&drawn, 5e-4));
    assert!(far / near > 6.0 && far / near < 64.0, "{far:e} {near:e}");
    assert!(far < 1e-6 && worst(&round, 2e-3) < 0.02 * far);
}
