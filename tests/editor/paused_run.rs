//! Editing a paused run: the motion continues from its velocities, and undo restores the state to the bit.

use tinkertoy::bodies::{Balloon, Bar, Disk, Leaf, Shape, WireBead};
use tinkertoy::editor::action::Arrangement;
use tinkertoy::editor::event::{Key, Modifiers};
use tinkertoy::editor::{Action, How, Intent, Tool};
use tinkertoy::math::{Pose, Vec2, perp};
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::{Edit, Item, Part, Scene, field, file};
use tinkertoy::sim::{Input, SimState};
use tinkertoy::worker::{Command, Engine};

use super::resizing::pull;
use super::script::{Script, four_bar, p, text, undo_law};

/// A four-bar linkage and two free parts in flight, paused 40 steps after the start.
fn standing() -> Script {
    let mut scene = four_bar(0.4);
    loose(&mut scene, "first", 2.0);
    loose(&mut scene, "second", 3.0);
    let mut script = Script::paused(scene);
    for _ in 0..40 {
        script.action(Action::StepForward);
    }
    script
}

fn loose(scene: &mut Scene, name: &str, x: f64) {
    let shape = Shape::Bar(Bar {
        length: 0.6,
        width: 0.1,
    });
    let mut part = Part::new(name, shape, Pose::new(x, 0.2 * x, 0.3));
    part.velocity = p(0.2, 3.0);
    part.omega = 1.5;
    scene.add(part);
}

fn select(script: &mut Script, names: &[&str]) {
    let ids = names.iter().map(|name| script.id(name)).collect();
    script.intent(Intent::Select {
        ids,
        how: How::Replace,
    });
}

fn ends(script: &Script, name: &str) -> [Vec2; 2] {
    let Shape::Bar(bar) = script.part(name).shape else {
        panic!()
    };
    [-0.5, 0.5].map(|side| script.now(name).point(p(side * bar.length, 0.0)))
}

fn longer(script: &mut Script, name: &str, by: f64) {
    select(script, &[name]);
    let [foot, tip] = ends(script, name);
    pull(script, tip, by * (tip - foot).normalize(), Modifiers::ALT);
}

fn velocity(script: &Script, name: &str) -> (Vec2, f64) {
    let (run, id) = (script.engine.run(), script.id(name));
    let body = &run.model().bodies[run.model().body(id).unwrap()];
    let v = &run.state().v[body.offset..];
    (Vec2::new(v[0], v[1]), v[2])
}

#[test]
fn what_is_resized_goes_on_moving_about_its_new_centre() {
    let mut script = standing();
    let ((v, spin), at) = (velocity(&script, "first"), script.now("first").position);
    assert!(v.length() > 1.0 && spin == 1.5, "it flies and turns: {v} {spin}");
    longer(&mut script, "first", 0.2);
    let to = script.now("first").position;
    let (now, turning) = velocity(&script, "first");
    assert!((to.distance(at) - 0.1).abs() < 1e-6);
    assert!(now.distance(v + spin * perp(to - at)) < 1e-9, "{now} after {v}");
    assert!((turning - spin).abs() < 1e-9);
    // A crank keeps the speed of its motor.
    let (_, spin) = velocity(&script, "crank");
    longer(&mut script, "crank", 0.02);
    let (v, now) = velocity(&script, "crank");
    let [foot, _] = ends(&script, "crank");
    assert!(
        (now - spin).abs() < 1e-6 && spin.abs() > 0.1,
        "{now} after {spin}"
    );
    let arm = script.now("crank").position - foot;
    assert!(v.distance(now * perp(arm)) < 1e-6, "{v}");
}

/// The run of a translating and rotating part of this shape, half a second after the start.
fn flying(shape: Shape) -> (Scene, Engine) {
    let mut scene = Scene::default();
    scene.settings.gravity = Vec2::ZERO;
    let mut part = Part::new("part", shape, Pose::new(0.0, 0.0, 0.3));
    (part.velocity, part.omega) = (p(0.4, 0.3), 1.5);
    scene.add(part);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), false));
    (0..30).for_each(|_| engine.carry_out(Command::Step));
    (scene, engine)
}

/// Changes the first size of the only part by an edit that also moves it by `by`; returns its velocities before and after.
fn resize_in_run((mut scene, mut engine): (Scene, Engine), by: Vec2) -> [Vec<f64>; 2] {
    let (id, part) = scene.parts().next().unwrap();
    let mut item = Item::from(part.clone());
    let size = part.shape.parameters()[0];
    assert!(field::set(&mut item, size.key, 1.5 * size.value));
    let mut edit = Edit::new("resize");
    scene.plan_item(&mut edit, id, Some(item));
    scene.apply(&edit);
    let velocities = |engine: &Engine| {
        let (run, mut of) = (engine.run(), engine.run().state().v.clone());
        // For a bead its speed: how fast a rate of its parameter moves it depends on the wire.
        if of.len() == 1 {
            let rate = run.model().bodies[0]
                .motion
                .point(Vec2::ZERO, &run.state().q, &of)
                .rate;
            of[0] = rate.length();
        }
        of
    };
    let before = velocities(&engine);
    let mut pose = engine.run().model().pose(engine.run().state(), id).unwrap();
    pose.position += by;
    engine.carry_out(Command::Input(Input::Scene(Box::new(scene), vec![(id, pose)])));
    [before, velocities(&engine)]
}

#[test]
fn what_changes_its_form_or_runs_on_a_wire_goes_on_moving_when_it_is_resized() {
    let balloon = Balloon {
        growth: 0.3,
        ..Balloon::default()
    };
    let leaf = Leaf {
        bend: 0.05,
        bend_rate: 0.4,
        ..Leaf::default()
    };
    for shape in [Shape::Balloon(balloon), Shape::Leaf(leaf)] {
        let (what, by) = (shape.id(), p(0.2, 0.1));
        let [before, after] = resize_in_run(flying(shape), by);
        let v = p(before[0], before[1]) + before[2] * perp(by);
        let gap = p(after[0], after[1]).distance(v);
        assert!(
            gap < 1e-12 && v.length() > 0.4,
            "{what}: {after:?} after {before:?}"
        );
        assert_eq!(after[2..], before[2..], "{what}");
        assert!(before[3].abs() > 0.01, "{what} changes its form: {before:?}");
    }
    let bead = WireBead {
        rate: 0.8,
        ..WireBead::default()
    };
    let [before, after] = resize_in_run(flying(Shape::WireBead(bead)), Vec2::ZERO);
    assert!(
        before[0] > 0.1 && (after[0] - before[0]).abs() < 1e-12,
        "{after:?} after {before:?}"
    );
}

/// By the inspector too, which moves nothing.
#[test]
fn a_bead_keeps_its_speed_when_the_size_of_its_wire_is_typed() {
    let bead = WireBead {
        rate: 0.8,
        ..WireBead::default()
    };
    let mut scene = Scene::default();
    scene.add(Part::new("part", Shape::WireBead(bead), Pose::new(0.0, 0.0, 0.3)));
    let mut script = Script::paused(scene);
    (0..30).for_each(|_| script.action(Action::StepForward));
    let speed = |script: &Script| {
        let (run, state) = (script.engine.run(), script.engine.run().state());
        let port = run.model().bodies[0].motion.point(Vec2::ZERO, &state.q, &state.v);
        port.rate.length()
    };
    let (id, before) = (script.id("part"), speed(&script));
    let size = script.part("part").shape.parameters()[0];
    script.intent(Intent::SetParameter {
        ids: vec![id],
        key: size.key.to_owned(),
        value: 1.5 * size.value,
        done: true,
    });
    let after = speed(&script);
    assert!(
        before > 0.1 && (after - before).abs() < 1e-12,
        "{after} after {before}"
    );
}

/// The run continues from a past time at which a part did not exist: undo puts the machine back to that time.
#[test]
fn what_is_done_at_a_time_before_a_part_was_made_is_taken_back() {
    let mut script = standing();
    let past = script.engine.run().state().time / 2.0;
    script.tool(Tool::Part("disk"));
    script.drag(p(-3.0, 1.0), p(-3.0, 1.3));
    script.tool(Tool::Select);
    (0..5).for_each(|_| script.action(Action::StepForward));
    script.intent(Intent::Scrub(past));
    let here = |script: &Script| {
        let poses = ["first", "crank", "coupler"].map(|name| script.now(name));
        (poses, script.engine.run().state().time)
    };
    let before = here(&script);
    longer(&mut script, "first", 0.2);
    let at = script.now("first").position;
    script.drag(at, at + p(0.3, 0.2));
    let after = here(&script);
    assert_ne!(before, after);
    script.action(Action::Undo);
    script.action(Action::Undo);
    assert_eq!(here(&script), before, "not put back");
    let disk = script.now("disk").position;
    assert!(
        disk.distance(p(-3.0, 1.0)) < 1e-12,
        "where it was made, not {disk}"
    );
    script.action(Action::Redo);
    script.action(Action::Redo);
    assert_eq!(here(&script), after, "not done again");
}

/// A move of fixed parts, which belong to the scene, and free ones, which belong to the run: one
/// step moves both, asks for the state once, and moves them however late the answer is.
#[test]
fn a_move_asks_for_the_state_of_the_run_once() {
    let rock = Shape::Disk(Disk { radius: 0.2 });
    let mut scene = four_bar(0.4);
    loose(&mut scene, "first", 2.0);
    let id = scene.add(Part::new("rock", rock, Pose::new(-2.0, -1.0, 0.0)));
    let mut part = scene.part(id).unwrap().clone();
    part.fixed = true;
    let mut edit = Edit::new("fix");
    scene.plan_item(&mut edit, id, Some(part.into()));
    scene.apply(&edit);
    let mut script = Script::paused(scene);
    (0..40).for_each(|_| script.action(Action::StepForward));
    let height = |script: &Script| script.now("rock").position.y;
    for names in [&["first", "rock"][..], &["first"]] {
        select(&mut script, names);
        let before = height(&script);
        script.late = 7;
        script.action(Action::StepForward);
        script.sent.clear();
        script.key(Key::Up);
        script.key(Key::Up);
        let captures = script.sent.iter().filter(|it| **it == "capture").count();
        assert_eq!(captures, 2, "one a step for {names:?}: {:?}", script.sent);
        script.wait();
        script.late = 0;
        let twice = height(&script);
        script.key(Key::Up);
        let once = height(&script) - twice;
        assert!((twice - before - 2.0 * once).abs() < 1e-9, "{names:?}");
    }
    assert!(height(&script) > -1.0);
}

/// Performs an action, then undo and redo: the state of the run is restored to the bit, however late the worker answers.
fn there_and_back(what: &str, act: impl Fn(&mut Script)) {
    for late in [0, 1, 7] {
        back_in_time(&format!("{what}, answers {late} events late"), late, &act);
    }
}

fn back_in_time(what: &str, late: usize, act: impl FnOnce(&mut Script)) {
    let mut script = standing();
    let state = |script: &Script| -> SimState { script.engine.run().state().clone() };
    let (first, begun) = (text(&script), state(&script));
    script.late = late;
    act(&mut script);
    script.wait();
    let (last, after) = (text(&script), state(&script));
    assert_ne!(begun.q, after.q, "{what}: nothing was moved");
    assert_eq!(script.editor.is_modified(), first != last, "{what}");
    for _ in 0..2 {
        while script.editor.undo_label().is_some() {
            script.action(Action::Undo);
        }
        script.wait();
        let now = state(&script);
        assert_eq!(text(&script), first, "{what}");
        assert!(now.q == begun.q && now.v == begun.v, "{what}: not put back");
        assert_eq!(
            (now.memory, now.work),
            (begun.memory.clone(), begun.work),
            "{what}"
        );
        assert!(!script.editor.is_modified(), "{what}");
        while script.editor.redo_label().is_some() {
            script.action(Action::Redo);
        }
        script.wait();
        let now = state(&script);
        assert_eq!(text(&script), last, "{what}");
        assert!(now.q == after.q && now.v == after.v, "{what}: not done again");
    }
    assert!(!script.editor.at_start());
    script.late = 0;
    undo_law(&mut script, &first);
}

#[test]
fn all_that_is_done_to_a_run_that_stands_is_taken_back_to_the_bit() {
    there_and_back("resize", |script| longer(script, "crank", 0.05));
    there_and_back("resize what is loose", |script| longer(script, "first", 0.3));
    there_and_back("drag", |script| {
        let knee = ends(script, "crank")[1];
        script.drag(knee, knee + p(0.1, 0.05));
    });
    there_and_back("move", |script| {
        let at = script.now("first").position;
        script.drag(at, at + p(0.4, -0.3));
    });
    there_and_back("align", |script| {
        select(script, &["first", "second"]);
        script.action(Action::Arrange(Arrangement::Left));
    });
    there_and_back("nudge", |script| {
        select(script, &["first"]);
        script.key(Key::Up);
    });
    there_and_back("parameter", |script| {
        script.intent(Intent::SetParameter {
            ids: vec![script.id("crank")],
            key: "length".to_owned(),
            value: 0.37,
            done: true,
        });
    });
    there_and_back("several", |script| {
        longer(script, "crank", 0.03);
        let at = script.now("first").position;
        script.drag(at, at + p(0.4, -0.3));
        longer(script, "first", 0.1);
        longer(script, "rocker", 0.03);
    });
    there_and_back("delete", |script| {
        select(script, &["coupler"]);
        script.key(Key::Delete);
        let tip = ends(script, "crank")[1];
        script.drag(tip, tip + p(0.1, 0.1));
    });
}

#[test]
fn a_drag_that_is_given_up_leaves_the_run_as_it_was() {
    let mut script = standing();
    let before = script.engine.run().state().clone();
    let knee = ends(&script, "crank")[1];
    script.press(knee);
    script.drag_on(knee + p(0.1, 0.05));
    assert_ne!(script.engine.run().state().q, before.q);
    script.key(Key::Escape);
    script.release();
    let now = script.engine.run().state();
    assert!(now.q == before.q && now.v == before.v);
    assert_eq!(script.editor.undo_label(), None);
}

#[test]
fn time_that_went_on_is_not_taken_back() {
    let mut script = standing();
    let first = text(&script);
    // The end of the crank on the ground stays in place, whenever the edit is undone.
    longer(&mut script, "crank", 0.05);
    let at = script.now("first").position;
    script.drag(at, at + p(0.4, -0.3));
    longer(&mut script, "second", 0.2);
    for _ in 0..5 {
        script.action(Action::StepForward);
    }
    let time = script.engine.run().state().time;
    let (foot, tip) = (ends(&script, "crank")[0], ends(&script, "second")[0]);
    let moved = script.now("first");
    script.action(Action::Undo);
    assert!(
        ends(&script, "second")[0].distance(tip) < 1e-9,
        "the end that stayed stays"
    );
    script.action(Action::Undo);
    assert_eq!(
        script.editor.undo_label(),
        None,
        "a move of the run is gone with its moment"
    );
    assert_eq!(script.now("first"), moved);
    assert!(ends(&script, "crank")[0].distance(foot) < 1e-6);
    assert!(script.drift() < 1e-6, "{}", script.drift());
    assert_eq!(script.engine.run().state().time, time);
    assert_eq!(file::write(script.scene()), first);
    for _ in 0..2 {
        script.action(Action::Redo);
    }
    assert!(ends(&script, "second")[0].distance(tip) < 1e-9);
    assert!(script.drift() < 1e-6, "{}", script.drift());
}

#[test]
fn a_saved_scene_stays_saved_where_only_the_run_is_posed() {
    let mut script = standing();
    let at = script.now("first").position;
    script.drag(at, at + p(0.4, -0.3));
    longer(&mut script, "crank", 0.05);
    script.editor.mark_saved();
    let at = script.now("first").position;
    script.drag(at, at + p(0.2, 0.3));
    assert!(!script.editor.is_modified());
    script.action(Action::StepForward);
    assert!(!script.editor.is_modified());
    script.action(Action::Undo);
    assert!(script.editor.is_modified());
    script.action(Action::Redo);
    assert!(!script.editor.is_modified());
}
