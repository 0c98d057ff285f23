//! Scenes whose work grows out of all proportion to them end by name, before time and memory are spent.

use std::fmt::Write;
use std::time::{Duration, Instant};

use tinkertoy::scene::{Scene, file};
use tinkertoy::sim::{Dynamics, Freedom, Model, Simulation};

/// Time within which each of these ends, on a loaded machine too: by far less than the minutes that the work would take.
const SOON: Duration = Duration::from_secs(20);

/// As many equal disks in one place.
fn disks(count: usize, integrator: &str) -> Scene {
    let mut text =
        format!("(version: 2, settings: (integrator: \"{integrator}\", contact: (floor: 0)), parts: [");
    for k in 0..count {
        write!(text, "(name: \"d{k}\", shape: Disk(radius: 1), at: (0, 0)),").unwrap();
    }
    file::read(&(text + "])"), "disks").unwrap()
}

fn stops_at_once(scene: &Scene) {
    let begun = Instant::now();
    let mut run = Simulation::new(scene);
    assert!(run.is_start_unknown());
    let stop = run.step().unwrap_err();
    assert!(stop.reason.contains("out of all proportion"), "{}", stop.reason);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[test]
fn parts_heaped_up_in_one_place_stop_the_run_by_events() {
    for count in [200, 2000] {
        stops_at_once(&disks(count, "rk4"));
    }
}

#[test]
fn parts_heaped_up_in_one_place_stop_the_run_by_impulses() {
    for count in [200, 2000] {
        let begun = Instant::now();
        let stop = Simulation::new(&disks(count, "impulse")).step().unwrap_err();
        assert!(stop.reason.contains("out of all proportion"), "{}", stop.reason);
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    }
}

/// A few parts in one place are put apart.
#[test]
fn a_few_parts_in_one_place_go_on() {
    let mut run = Simulation::new(&disks(10, "impulse"));
    assert!(!run.is_start_unknown());
    run.step().unwrap();
}

/// Of twenty thousand rods between the same two points all but one say the same: they are counted, and the equations are not solved. Those that
/// have to be closed first are not told apart.
#[test]
fn thousands_of_equal_rods_are_counted_and_not_solved() {
    for at in ["1", "1.001"] {
        let mut text = format!(
            "(version: 2, parts: [(name: \"a\", shape: Particle(), at: ({at}, 0), mass: 1)], constraints: ["
        );
        for k in 0..20_000 {
            write!(
                text,
                "(name: \"r{k}\", kind: Distance(length: 1), a: \"ground\", b: \"a\"),"
            )
            .unwrap();
        }
        let scene = file::read(&(text + "])"), "rods").unwrap();
        let begun = Instant::now();
        let model = Model::compile(&scene);
        let mut dynamics = Dynamics::new(model.settings.method);
        dynamics.prepare(&model);
        let freedom = Freedom::of(&model, &model.start, &mut dynamics).unwrap();
        assert_eq!((freedom.rank, freedom.dof), (Some(1), Some(1)));
        assert_eq!(freedom.is_unfinished, at != "1");
        assert!(!freedom.is_clean());
        assert_eq!(freedom.unlisted, 19_999);
        stops_at_once(&scene);
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    }
}

/// All parts of a pile are so fast that each may reach each within a step. The widest estimate of a single task is no leave to go on for minutes.
#[test]
fn a_pile_of_parts_that_fly_far_in_a_step_ends_by_name() {
    let pile = include_str!("../../scenes/pile.ron").replace("at: (", "velocity: (1e3, -1e3), at: (");
    let scene = file::read(&pile, "pile").unwrap();
    let begun = Instant::now();
    let stop = Simulation::new(&scene).step().unwrap_err();
    assert!(stop.reason.contains("out of all proportion"), "{}", stop.reason);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

/// Fewer parts in one place, whose contacts take seconds to be solved at the start and in each step: what they take adds up, and the run is stopped
/// before the second step; it was after three of six seconds each.
#[test]
fn steps_that_each_take_seconds_are_not_repeated() {
    let mut text =
        "(version: 2, settings: (integrator: \"rk4\", contact: (floor: 0, friction: 0.3)), parts: ["
            .to_owned();
    for k in 0..40 {
        write!(
            text,
            "(name: \"d{k}\", shape: Disk(radius: 0.1), at: (0, 0.05), mass: 1),"
        )
        .unwrap();
    }
    let scene = file::read(&(text + "])"), "disks").unwrap();
    let mut run = Simulation::new(&scene);
    assert!((0..12).any(|_| run.step().is_err()));
    assert!(run.state().step < 2, "{}", run.state().step);
}

/// A thousand pinned bars in one place, their ends pinned to that of the first: on it act two thousand rows, of which half say the same. They swing as
/// one, by whole steps, and no solve takes many rounds of refinement.
#[test]
fn a_thousand_bars_pinned_to_one_swing_as_one() {
    const COUNT: usize = 1000;
    let (mut parts, mut pins) = (String::new(), String::new());
    for k in 0..COUNT {
        write!(
            parts,
            "(name: \"b{k}\", shape: Bar(length: 1, width: 0.05), at: (0.5, 0), mass: 1),"
        )
        .unwrap();
        write!(
            pins,
            "(name: \"p{k}\", kind: Pin(), a: \"ground\", b: (\"b{k}\", (-0.5, 0))),"
        )
        .unwrap();
        if k > 0 {
            write!(
                pins,
                "(name: \"q{k}\", kind: Pin(), a: (\"b0\", (0.5, 0)), b: (\"b{k}\", (0.5, 0))),"
            )
            .unwrap();
        }
    }
    let text = format!("(version: 2, parts: [{parts}], constraints: [{pins}])");
    let mut run = Simulation::new(&file::read(&text, "bars").unwrap());
    for _ in 0..24 {
        run.step().unwrap();
        let report = run.dynamics.solver.report();
        assert!(report.refinements <= 30, "{}", report.refinements);
    }
    assert_eq!(run.state().control.total, 24);
    assert_eq!((run.look().max_m < 1e-8, run.breach()), (true, None));
    let freedom = Freedom::in_run(
        run.model(),
        run.state(),
        &mut Dynamics::new(run.model().settings.method),
    );
    let freedom = freedom.unwrap();
    assert_eq!((freedom.rank, freedom.dof), (Some(3 * COUNT - 1), Some(1)));
}
