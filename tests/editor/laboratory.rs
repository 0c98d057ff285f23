//! The laboratory in the editor: each view has a key, its data is computed only while the view is
//! open, and edits made in a view can be undone. A race continues across all edits.

use std::time::{Duration, Instant};

use tinkertoy::editor::action::{self, Action};
use tinkertoy::editor::{Effect, How, Intent, LabView, PanelEffect};
use tinkertoy::scene::{Constraint, Integrator, Method, Settings};
use tinkertoy::worker::race::PRESETS;
use tinkertoy::worker::{Contender, Observation, RaceOrder, Scheme};

use crate::script::{Script, four_bar, pendulum, text, two_disks, undo_law};

/// Presses the key of a view; returns the views that the window was asked to toggle.
fn press(script: &mut Script, view: LabView) -> Vec<LabView> {
    script.asked.clear();
    let key = action::entry(Action::Lab(view)).unwrap().keys[0];
    script.chord(key.modifiers, key.key);
    let views = script.asked.iter().filter_map(|it| match it {
        Effect::Panels(PanelEffect::ToggleLab(view)) => Some(*view),
        _ => None,
    });
    views.collect()
}

#[test]
fn each_view_has_a_key_and_leaves_scene_run_and_selection_alone() {
    for running in [true, false] {
        let mut script = match running {
            true => Script::running(four_bar(0.3)),
            false => Script::paused(four_bar(0.3)),
        };
        if running {
            script.run(20);
        }
        let (ids, how) = (vec![script.id("coupler")], How::Replace);
        script.intent(Intent::Select { ids, how });
        let (first, state) = (text(&script), script.engine.run().state().clone());
        for view in LabView::ALL {
            assert_eq!(press(&mut script, view), [view], "running: {running}");
            assert_eq!(press(&mut script, view), [view], "each press asks for it once");
        }
        assert_eq!(text(&script), first);
        assert_eq!(script.engine.run().state(), &state);
        assert_eq!(script.selected(), ["coupler"]);
        assert_eq!(script.editor.undo_label(), None);
    }
}

#[test]
fn forces_and_gaps_are_worked_out_while_somebody_looks() {
    let mut script = Script::paused(four_bar(0.3));
    let seen = |script: &mut Script| {
        let snapshot = script.engine.snapshot().0;
        let gaps = snapshot.gaps.as_ref().map(|it| it.len());
        (snapshot.xray.is_some(), gaps)
    };
    assert_eq!(seen(&mut script), (false, None));
    let (xray, gaps) = (true, true);
    script.intent(Intent::Observe(Observation { xray, gaps: false }));
    assert_eq!(seen(&mut script), (true, None));
    script.intent(Intent::Observe(Observation { xray, gaps }));
    let (_, before) = seen(&mut script);
    assert_eq!(before, Some(4), "the pins; a motor holds a speed");
    // The data of an open view follows edits and undo.
    let (ids, how) = (vec![script.id("elbow")], How::Replace);
    script.intent(Intent::Select { ids, how });
    script.action(Action::Delete);
    assert_eq!(seen(&mut script), (true, Some(3)));
    script.action(Action::Undo);
    assert_eq!(seen(&mut script), (true, Some(4)));
    script.intent(Intent::Observe(Observation::default()));
    assert_eq!(seen(&mut script), (false, None));
    assert_eq!(script.editor.undo_label(), None, "to look is no edit");
}

/// A pendulum with a duplicate hinge.
fn hinged_twice() -> Script {
    let mut scene = pendulum();
    let hinge = scene.constraint(scene.find("hinge").unwrap()).unwrap().clone();
    scene.add(Constraint {
        name: "hinge again".into(),
        ..hinge
    });
    Script::paused(scene)
}

fn redundant(script: &mut Script) -> usize {
    script.engine.count_freedom();
    let freedom = script.engine.snapshot().0.freedom.unwrap();
    freedom.rows - freedom.rank.unwrap()
}

#[test]
fn a_redundant_joint_is_made_a_reference_or_removed_and_comes_back() {
    for reference in [true, false] {
        let mut script = hinged_twice();
        let first = text(&script);
        assert_eq!(redundant(&mut script), 2);
        let id = script.id("hinge again");
        if reference {
            let kind = script.constraint("hinge again").kind.as_reference(true);
            script.intent(Intent::SetConstraint { id, kind });
            assert!(script.scene().item(id).is_some(), "it stays in sight");
            assert!(script.constraint("hinge again").kind.measures().is_some());
        } else {
            let (ids, how) = (vec![id], How::Replace);
            script.intent(Intent::Select { ids, how });
            script.action(Action::Delete);
            assert!(script.scene().item(id).is_none());
        }
        assert_eq!(redundant(&mut script), 0);
        script.action(Action::StepForward);
        assert!(script.drift() < 1e-6, "the other hinge holds");
        script.action(Action::Reset);
        undo_law(&mut script, &first);
        script.action(Action::Undo);
        assert_eq!(redundant(&mut script), 2);
    }
}

/// A run taken step by step, as the step view does, is identical to the run played.
#[test]
fn steps_taken_one_by_one_are_those_of_the_run() {
    let mut one = Script::paused(four_bar(0.3));
    let mut other = Script::running(four_bar(0.3));
    for _ in 0..25 {
        one.action(Action::StepForward);
    }
    other.run(25);
    assert_eq!(one.engine.run().state(), other.engine.run().state());
    one.action(Action::StepBack);
    assert_eq!(one.engine.run().state().step, 24);
    one.action(Action::StepForward);
    assert_eq!(one.engine.run().state(), other.engine.run().state());
    assert_eq!(one.editor.undo_label(), None, "time is no edit");
}

/// Waits for all copies of the race.
fn settled(script: &Script) -> Vec<Contender> {
    let started = Instant::now();
    while !script.engine.race().is_settled() {
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(1));
    }
    script.engine.race().contenders()
}

fn dense() -> Scheme {
    Scheme {
        method: Method::Dense,
        ..Scheme::of(&Settings::default())
    }
}

/// Every edit and undo of run A is applied to its copies at the same time; taking over a copy is an edit of A.
#[test]
fn edits_and_undo_reach_the_copies_of_a_race() {
    let mut script = Script::running(pendulum());
    let first = text(&script);
    let own = Scheme::of(&script.scene().settings);
    script.run(30);
    script.intent(Intent::Race(RaceOrder::Begin(vec![own, dense()])));
    assert_eq!(script.editor.undo_label(), None, "a race is no edit");
    script.run(10);
    let (ids, how) = (vec![script.id("bob")], How::Replace);
    script.intent(Intent::Select { ids, how });
    script.action(Action::Delete);
    script.run(20);
    for copy in settled(&script) {
        assert_eq!(copy.status.model.bodies.len(), 1, "without the bob");
    }
    script.action(Action::Undo);
    script.run(20);
    let copies = settled(&script);
    assert_eq!(
        copies[0].status.state.q,
        script.engine.run().state().q,
        "bit for bit"
    );
    assert_eq!(copies[1].status.model.bodies.len(), 2);
    // As the button does: first the settings, then the state.
    let settings = copies[1].scheme.over(&script.scene().settings);
    script.intent(Intent::SetSettings { settings, done: true });
    script.intent(Intent::Race(RaceOrder::Take(copies[1].id)));
    assert_eq!(script.scene().settings.method, Method::Dense);
    assert!(script.engine.race().contenders().is_empty());
    undo_law(&mut script, &first);
}

/// Each preset race starts with the number of copies that it names, on any machine, and leaves the scene unchanged.
#[test]
fn races_of_the_menu_begin_on_any_machine() {
    for preset in PRESETS {
        let mut script = Script::running(four_bar(0.3));
        let first = text(&script);
        let schemes = preset.schemes(&Scheme::of(&script.scene().settings));
        let count = schemes.len();
        assert!(count > 0, "{}", preset.name);
        script.intent(Intent::Race(RaceOrder::Begin(schemes)));
        script.run(5);
        let copies = settled(&script);
        assert_eq!(copies.len(), count, "{}", preset.name);
        let time = script.engine.run().state().time;
        for copy in copies {
            assert!((copy.status.state.time - time).abs() < 1e-12, "{}", preset.name);
        }
        script.intent(Intent::Race(RaceOrder::End));
        assert_eq!(text(&script), first);
    }
}

/// Signals follow their item through copying, deletion and undo, and all signals of a scene are recorded from the start.
#[test]
fn scopes_of_a_run_go_on_over_edits() {
    let mut script = Script::running(two_disks());
    let first = text(&script);
    script.intent(Intent::AddSignal("left.y".into()));
    script.intent(Intent::AddSignal("energy".into()));
    script.run(12);
    let recorded = |script: &Script, text: &str| {
        let scopes = script.engine.scopes();
        scopes.with(|it| it.values(text).map(|it| it.len()))
    };
    assert_eq!(recorded(&script, "left.y"), Some(13));
    let settings = Settings {
        integrator: Integrator::SemiImplicitEuler,
        ..script.scene().settings
    };
    script.intent(Intent::SetSettings { settings, done: true });
    script.run(8);
    assert_eq!(recorded(&script, "energy"), Some(21), "no step is missing");
    let (ids, how) = (vec![script.id("right")], How::Replace);
    script.intent(Intent::Select { ids, how });
    script.action(Action::Delete);
    script.run(4);
    assert_eq!(recorded(&script, "left.y"), Some(25));
    undo_law(&mut script, &first);
}
