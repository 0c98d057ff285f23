//! The race: begun, looked at, changed and ended from its section.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::scene::{Integrator, Method};
use tinkertoy::ui::Section;

use crate::{Desk, click, crank, sized};

fn starting() -> Harness<'static, Desk> {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.folded = Section::ALL
        .into_iter()
        .filter(|it| *it != Section::Race)
        .collect::<BTreeSet<_>>();
    sized(desk, [1280.0, 800.0])
}

/// Lets the leader step, and all others come as far.
fn run(harness: &mut Harness<'static, Desk>, steps: usize) {
    for _ in 0..steps {
        assert!(harness.state_mut().engine.advance());
    }
    let started = Instant::now();
    while !harness.state().engine.race().is_settled() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "somebody does not arrive"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    let desk = harness.state_mut();
    let samples = desk.engine.race().take_samples();
    desk.panels.feed_race(samples);
    harness.run_steps(3);
}

#[test]
fn a_copy_races_is_changed_and_taken() {
    let mut harness = starting();
    click(&mut harness, "Race a copy");
    run(&mut harness, 40);
    assert_eq!(harness.state().engine.race().contenders().len(), 1);
    assert_eq!(
        harness.state().engine.race().contenders()[0].status.state.q,
        harness.state().engine.run().state().q
    );
    click(&mut harness, "Change B");
    click(&mut harness, "Dense");
    run(&mut harness, 20);
    assert_eq!(
        harness.state().engine.race().contenders()[0].scheme.method,
        Method::Dense
    );
    assert_eq!(
        harness.state().editor.scene().settings.method,
        Method::Sparse,
        "A is left alone"
    );
    assert!(!harness.state().panels.kept.differences);
    click(&mut harness, "A − B");
    run(&mut harness, 20);
    assert!(harness.state().panels.kept.differences);
    click(&mut harness, "Take B");
    assert!(harness.state().engine.race().contenders().is_empty());
    assert_eq!(harness.state().editor.scene().settings.method, Method::Dense);
    // The settings are the scene's again when it is undone.
    let effects = harness
        .state_mut()
        .editor
        .perform(tinkertoy::editor::Action::Undo);
    drop(effects);
    assert_eq!(harness.state().editor.scene().settings.method, Method::Sparse);
}

#[test]
fn a_race_to_try_has_its_lanes_and_ends() {
    let mut harness = starting();
    click(&mut harness, "Euler, RK4, RATTLE");
    run(&mut harness, 30);
    let contenders = harness.state().engine.race().contenders();
    let integrators: Vec<_> = contenders.iter().map(|it| it.scheme.integrator).collect();
    assert_eq!(
        integrators,
        [Integrator::SemiImplicitEuler, Integrator::Rattle],
        "A is RK4 itself"
    );
    for label in ["Swap with B", "Swap with C", "Add", "Start again from A"] {
        assert!(harness.query_by_label(label).is_some(), "{label}");
    }
    click(&mut harness, "Add");
    run(&mut harness, 10);
    assert!(harness.query_by_label("Add").is_none(), "four are enough");
    click(&mut harness, "Swap with C");
    assert_eq!(
        harness.state().editor.scene().settings.integrator,
        Integrator::Rattle
    );
    run(&mut harness, 10);
    assert_eq!(
        harness.state().engine.race().contenders()[1].scheme.integrator,
        Integrator::Rk4
    );
    click(&mut harness, "End the race");
    assert!(harness.query_by_label("Race a copy").is_some());
}
