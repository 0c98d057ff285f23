//! Heaps with hundreds of complementarity conditions: sweeps run first, and the exact methods solve the rest.

use tinkertoy::bodies::{Box, Shape};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Contact, Integrator, Part, Scene, Stabilisation};
use tinkertoy::sim::Simulation;

const SIDE: f64 = 0.2;

fn scene() -> Scene {
    let mut scene = Scene::default();
    scene.settings.integrator = Integrator::Impulse;
    scene.settings.stabilisation = Stabilisation::Projection;
    scene.settings.contact = Some(Contact {
        floor: Some(0.0),
        friction: 0.5,
        ..Contact::default()
    });
    scene
}

fn add(scene: &mut Scene, at: (f64, f64), size: (f64, f64), fixed: bool) {
    let (width, height) = size;
    scene.add(Part {
        fixed,
        ..Part::new(
            "box",
            Shape::Box(Box { width, height }),
            Pose::new(at.0, at.1, 0.0),
        )
    });
}

/// A pile of `boxes` boxes in rows of ten, slightly rotated, that land within the run.
fn pile(scene: &mut Scene, boxes: u32) {
    for k in 0..boxes {
        let (row, column) = (k / 10, k % 10);
        let x = 1.1 * SIDE * f64::from(column) + 0.02 * f64::from((7 * k) % 5);
        add(
            scene,
            (x, SIDE * (0.6 + 1.1 * f64::from(row))),
            (SIDE, SIDE),
            false,
        );
    }
}

/// A box jammed between walls a tenth of a millimetre too close, whose overlap no change of positions
/// removes, beside heaps of every size: steps complete all the same, and count as unsolved contacts.
#[test]
fn a_part_that_is_jammed_beside_a_heap_keeps_no_step_from_its_end() {
    for boxes in [20, 60, 120] {
        let mut scene = scene();
        pile(&mut scene, boxes);
        for side in [-1.0, 1.0] {
            add(&mut scene, (-3.0 + side * (SIDE - 5e-5), 0.5), (SIDE, 1.0), true);
        }
        add(&mut scene, (-3.0, 0.5 * SIDE), (SIDE, SIDE), false);
        let mut run = Simulation::new(&scene);
        for _ in 0..60 {
            run.step().unwrap();
        }
        assert!(run.state().control.unsolved_contacts > 0, "{boxes} boxes");
        let jammed = run.model().poses(run.state()).last().unwrap().1;
        assert!(
            (jammed.position.x + 3.0).abs() < 1e-4,
            "{boxes} boxes: {jammed:?}"
        );
    }
}

/// Started from zero forces, sweeps do not carry the weight of a column to its foot, and leave a
/// residual of a thousandth: the active set is then found.
#[test]
fn a_column_is_answered_exactly_from_nothing() {
    let mut scene = scene();
    for k in 0..110 {
        add(
            &mut scene,
            (0.0, SIDE * (0.5 + f64::from(k))),
            (SIDE, SIDE),
            false,
        );
    }
    let mut run = Simulation::new(&scene);
    for _ in 0..3 {
        run.step().unwrap();
    }
    let state = run.state();
    assert_eq!(state.contacts.len(), 220);
    assert!(state.contact.residual_max <= 1e-9, "{:?}", state.contact);
}

fn pyramid(rows: u32) -> Scene {
    let mut scene = scene();
    for row in 0..rows {
        for k in 0..rows - row {
            let x = 1.1 * SIDE * (f64::from(k) + 0.5 * f64::from(row));
            let at = (x, SIDE * (0.5 + f64::from(row)));
            add(&mut scene, at, (SIDE, SIDE), false);
        }
    }
    scene
}

/// A pyramid of 1800 contacts is solved exactly from zero forces, and afterwards by a few sweeps a step.
#[test]
fn a_pyramid_of_thirty_rows_is_answered_exactly() {
    let mut run = Simulation::new(&pyramid(30));
    for step in 0..30 {
        run.step().unwrap();
        let figures = run.state().contact;
        assert_eq!(figures.points, 1800, "{figures:?}");
        assert!(figures.residual <= 1e-10, "step {step}: {figures:?}");
        // Few enough to fail if the step did not start from the forces of the previous step.
        assert!(step < 25 || figures.iterations <= 12, "step {step}: {figures:?}");
    }
    assert_eq!(run.state().control.unsolved_contacts, 0);
    assert!(run.state().contact.penetration_max < 1e-10);
}

/// At rest a step takes few sweeps or none. Contact points keep their identifiers, and with them their forces for the warm start, whichever of two
/// parts gives the normal; and forces whose active set was solved to the last digits solve all later steps too.
#[test]
fn what_rests_is_answered_by_few_sweeps_and_then_by_none() {
    for rows in [12, 15] {
        is_answered_by_few_sweeps_and_then_by_none(rows);
    }
}

fn is_answered_by_few_sweeps_and_then_by_none(rows: u32) {
    let mut run = Simulation::new(&pyramid(rows));
    for _ in 0..60 {
        run.step().unwrap();
    }
    let mut iterations = 0;
    let mut last = 0;
    for step in 0..120 {
        run.step().unwrap();
        let figures = run.state().contact;
        assert!(figures.residual <= 1e-10, "step {step}: {figures:?}");
        iterations += figures.iterations;
        last = figures.iterations;
    }
    assert!(
        iterations < 60 && last == 0,
        "{iterations}, {last} in the last step"
    );
}

/// A fast part is paired only with the parts within its reach, and does not enlarge the reach of the others.
#[test]
fn one_fast_part_makes_no_pairs_of_all_others() {
    let mut scene = scene();
    for (row, column) in (0..12).flat_map(|row| (0..10).map(move |column| (row, column))) {
        let at = (SIDE * f64::from(column), SIDE * (0.5 + f64::from(row)));
        add(&mut scene, at, (SIDE, SIDE), false);
    }
    let points = |speed: f64| {
        let mut scene = scene.clone();
        scene.add(Part {
            velocity: tinkertoy::math::Vec2::new(speed, 0.0),
            ..Part::new(
                "bullet",
                Shape::Box(Box {
                    width: SIDE,
                    height: SIDE,
                }),
                Pose::new(-3.0, 6.5 * SIDE, 0.0),
            )
        });
        let mut run = Simulation::new(&scene);
        run.step().unwrap();
        run.state().contact.points
    };
    let (still, fast) = (points(0.0), points(1000.0));
    assert!(fast < 4 * still, "{fast} points, {still} without");
}
