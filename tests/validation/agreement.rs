//! Every problem agrees with its reference, to the order of the method.

use tinkertoy::scene::{Integrator, Stabilisation, file, validate};
use tinkertoy::validation::Scheme;
use tinkertoy::validation::measure::{observed_order, run, run_smooth};
use tinkertoy::validation::problems::{ALL, find};

#[test]
fn scenes_are_legal_canonical_and_closed() {
    for problem in ALL {
        let scene = problem.scene().unwrap_or_else(|error| panic!("{error}"));
        assert!(validate::problems(&scene).is_empty(), "{}", problem.id);
        assert_eq!(
            file::write(&scene),
            problem.text,
            "{}: run the example write_gallery",
            problem.id
        );
        let mut run = tinkertoy::sim::Simulation::new(&scene);
        let drift = run.drift();
        assert!(
            drift.max_m < 1e-12 && drift.max_rad < 1e-12,
            "{}: {drift:?}",
            problem.id
        );
        assert!(drift.rate < 1e-12, "{}: {drift:?}", problem.id);
        assert!(problem.source.len() > 5 && problem.parameters.len() > 20 && problem.reference.len() > 10);
        assert!(find(problem.id).is_some());
    }
}

/// The page describes the problems as they are: each with its title and parameters, and no figure beyond its limit.
#[test]
fn the_page_tells_of_every_problem_as_it_is() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/validation.md")).unwrap();
    for problem in ALL {
        for told in [
            problem.title,
            problem.parameters,
            problem.source,
            problem.reference,
        ] {
            assert!(
                page.contains(told),
                "{}: run the example write_validation: {told}",
                problem.id
            );
        }
    }
    assert!(!page.contains("**missed**"), "a figure is over its limit");
}

/// Tolerance of each problem at 1/1000 s, by quantity and in its unit.
const TOLERANCES: [(&str, &[f64]); 9] = [
    ("simple-pendulum", &[2e-8]),
    ("four-bar-2", &[2e-7, 2e-7]),
    ("double-pendulum-particles", &[1e-8]),
    ("double-pendulum-rods", &[2e-7]),
    ("slider-crank", &[2e-7, 1e-6]),
    ("crank-rocker", &[2e-7, 1e-9]),
    ("warren-truss", &[1e-9]),
    ("bead-on-a-wire", &[5e-8, 1e-6]),
    ("elastic-pendulum", &[1e-9]),
];

#[test]
fn runs_agree_with_references_made_otherwise() {
    for (id, tolerances) in TOLERANCES {
        let problem = find(id).unwrap();
        let outcome = run(problem, Scheme::USUAL, 1e-3, problem.seconds).unwrap();
        assert_eq!(outcome.stopped, None, "{id}");
        assert_eq!(outcome.softened, 0, "{id}");
        assert_eq!(outcome.errors.len(), tolerances.len(), "{id}");
        for (error, tolerance) in outcome.errors.iter().zip(tolerances) {
            assert!(error < tolerance, "{id}: {:?}", outcome.errors);
        }
        assert!(outcome.energy < 1e-6, "{id}: {:e}", outcome.energy);
    }
}

/// The forty-window mechanism through all singular configurations of ten seconds.
#[test]
fn forty_windows_pass_their_singular_poses_on_the_right_branch() {
    let problem = find("four-bar-40").unwrap();
    let outcome = run(problem, Scheme::USUAL, 1e-3, 10.0).unwrap();
    assert_eq!((outcome.stopped, outcome.softened), (None, 0));
    assert!(
        outcome.errors.iter().all(|error| *error < 1e-6),
        "{:?}",
        outcome.errors
    );
    assert!(outcome.energy < 1e-5, "{:e}", outcome.energy);
    let lowest = outcome.first.iter().fold(1.0, |low: f64, [_, x]| low.min(*x));
    assert!(lowest < -0.9, "it has passed level twice: {lowest}");
}

/// At the shortest steps whose errors are above rounding, for every problem that moves.
#[test]
fn errors_fall_by_the_order_of_the_method() {
    for scheme in Scheme::COMPARED {
        let mut seen = Vec::new();
        for problem in ALL {
            let (mut shares, mut order) = (Vec::new(), None);
            for h in scheme.steps() {
                let outcome = run_smooth(problem, scheme, h).unwrap();
                assert_eq!((outcome.stopped, outcome.softened), (None, 0), "{}", problem.id);
                shares.push((h, outcome.errors[0] / outcome.sizes[0]));
                order = observed_order(&shares).or(order);
            }
            seen.extend(order.map(|order| (problem.id, order)));
        }
        assert!(seen.len() >= 6, "{}: {seen:?}", scheme.label());
        for (id, order) in &seen {
            assert!(
                *order > scheme.order() - 0.35,
                "{id}, {}: {order}",
                scheme.label()
            );
        }
        let mut orders: Vec<f64> = seen.iter().map(|it| it.1).collect();
        orders.sort_by(f64::total_cmp);
        let middle = orders[orders.len() / 2];
        assert!(
            (middle - scheme.order()).abs() < 0.35,
            "{}: {seen:?}",
            scheme.label()
        );
    }
}

/// A part of the report's table of drift.
#[test]
fn a_free_chain_keeps_its_joints() {
    use tinkertoy::validation::drift;
    let scene = drift::chain().unwrap();
    assert_eq!(scene.parts().count(), 54);
    for (integrator, hold, most) in [
        (Integrator::Rk4, Stabilisation::Baumgarte, 1e-3),
        (Integrator::Rk4, Stabilisation::Projection, 1e-9),
        (Integrator::Rattle, Stabilisation::None, 1e-10),
    ] {
        let drifted = drift::run(&scene, Scheme { integrator, hold }, 1.0 / 240.0, 2.0);
        assert_eq!(drifted.stopped, None, "{integrator}");
        assert!(drifted.gap < most, "{integrator}, {hold}: {:e}", drifted.gap);
    }
}
