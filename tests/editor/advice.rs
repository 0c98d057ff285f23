//! Advice on what the lengths of a machine allow, shown at its parts before it runs.

use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::editor::event::Key;
use tinkertoy::editor::{Action, Effect, How, Intent, Linkage, Tool};
use tinkertoy::kinematics::Range;
use tinkertoy::math::{Pose, unit};
use tinkertoy::render::draw_list::{self, DrawList};
use tinkertoy::render::scene_view::{Layers, Overlay, SceneView, View, draw};
use tinkertoy::render::theme::Theme;
use tinkertoy::scene::{Attach, Constraint, Part, Scene, Trace, file};

use super::script::{Script, four_bar, p, pendulum, two_disks};

fn advice(script: &Script) -> Vec<String> {
    let advice = script.editor.feedback().advice;
    advice.into_iter().map(|it| it.text).collect()
}

#[test]
fn a_crank_that_is_too_long_to_go_round_is_said_so_with_the_length_that_would_do() {
    // Coupler 1.1, rocker 0.9, frame 1.2: a crank up to 1.1 + 0.9 - 1.2 = 0.8 goes round.
    for (length, said) in [(0.4, false), (0.799, false), (0.801, true), (0.92, true)] {
        let script = Script::paused(four_bar(length));
        let said_so = advice(&script);
        assert_eq!(!said_so.is_empty(), said, "{length}: {said_so:?}");
    }
    let mut script = Script::paused(four_bar(0.92));
    assert_eq!(
        advice(&script),
        ["The crank is 0.120 m too long to go round: less than 0.800 m would do"]
    );
    let at = script.editor.feedback().advice[0].at;
    assert!(at.distance(p(0.0, 0.0)) < 1e-12, "at its axle, not {at}");
    // Without a motor the crank may swing over part of a turn, and there is no advice.
    script.intent(Intent::Select {
        ids: vec![script.id("motor")],
        how: How::Replace,
    });
    script.key(Key::Delete);
    assert_eq!(advice(&script), [""; 0]);
}

#[test]
fn a_blocked_motor_is_named_only_for_what_is_joined_to_it() {
    let mut scene = four_bar(0.92);
    let disk = Shape::Disk(Disk { radius: 0.1 });
    let alone = scene.add(Part::new("alone", disk, Pose::new(5.0, 0.0, 0.0)));
    let script = Script::paused(scene);
    let parts: Vec<_> = script.scene().parts().map(|it| it.0).collect();
    for id in parts.into_iter().chain([script.id("motor")]) {
        assert_eq!(script.editor.blocked_drive(id).is_some(), id != alone);
    }
}

#[test]
fn play_on_a_machine_that_is_apart_asks_first_and_does_as_answered() {
    let mut scene = pendulum();
    let hold = scene.find("hold").unwrap();
    let mut edit = tinkertoy::scene::Edit::new("");
    let mut item = scene.item(hold).unwrap().clone();
    item.attachments_mut()[0].at = p(0.25, 0.0);
    scene.plan_item(&mut edit, hold, Some(item));
    scene.apply(&edit);
    let asks = |scene: &Scene| -> Script {
        let mut script = Script::paused(scene.clone());
        script.key(Key::Space);
        assert!(!script.editor.playing());
        let Some(Effect::AskOpenJoints {
            open: worst,
            closes: true,
        }) = script.asked.last()
        else {
            panic!("nothing is asked");
        };
        assert!(worst.contains("\"hold\" is 0.250 m open"), "{worst}");
        script
    };
    let mut script = asks(&scene);
    script.key(Key::Space);
    assert!(!script.editor.playing(), "it asks again");
    script.intent(Intent::PlayOpen { assemble: false });
    assert!(script.editor.playing());
    let mut script = asks(&scene);
    script.intent(Intent::PlayOpen { assemble: true });
    assert!(script.editor.playing() && script.drift() < 1e-9);
    script.key(Key::Space);
    script.action(Action::Undo);
    assert_eq!(script.scene(), &scene);
    // Parts that cannot be joined stay at the pose of least violation, paused.
    let arm = scene.find("bar").unwrap();
    let far = Constraint {
        name: "far".to_owned(),
        ends: vec![Attach::ground(p(9.0, 0.0)), Attach::part(arm, p(0.5, 0.0))],
        kind: ConstraintKind::Pin(Pin {}),
    };
    scene.add(far);
    let mut script = Script::paused(scene);
    script.key(Key::Space);
    assert!(
        matches!(
            script.asked.last(),
            Some(Effect::AskOpenJoints { closes: false, .. })
        ),
        "{:?}",
        script.asked
    );
    script.intent(Intent::PlayOpen { assemble: true });
    assert!(!script.editor.playing());
    assert!(
        script.notice().contains("cannot all be met"),
        "{}",
        script.notice()
    );
}

#[test]
fn a_traced_point_shows_its_path_over_the_whole_cycle_before_anything_runs() {
    let mut scene = four_bar(0.4);
    let coupler = scene.find("coupler").unwrap();
    scene.add(Trace::new("curve".to_owned(), Attach::part(coupler, p(0.1, 0.3))));
    let mut script = Script::paused(scene);
    let paths = |script: &Script| script.editor.feedback().paths;
    let first = paths(&script);
    let points = &first[0].points;
    assert!(points.len() > 100 && points[0].distance(*points.last().unwrap()) < 1e-9);
    // Speed of the traced point along its path, at the speed of the motor.
    let motions = &first[0].motions;
    let ConstraintKind::Motor(motor) = script.constraint("motor").kind else {
        panic!()
    };
    let step = std::f64::consts::TAU / (points.len() - 1) as f64 / motor.speed.abs();
    assert_eq!(motions.len(), points.len());
    for k in 1..points.len() - 1 {
        let mean = (points[k + 1] - points[k - 1]).length() / (2.0 * step);
        let speed = motions[k].velocity.length();
        assert!((speed - mean).abs() < 0.02 * (1.0 + mean), "{k}: {speed} {mean}");
    }
    // A selected trace has arrows for velocity and acceleration every fifteen degrees: a shaft and two strokes of the head.
    let strokes = |script: &Script| {
        let overlay = Overlay::of(&script.editor, Vec::new());
        let view = script.editor.view();
        let middle = view.world_from_screen(view.size() / 2.0);
        let theme = Theme::light();
        let mut out = DrawList::new();
        let input = SceneView {
            scene: script.scene(),
            run: None,
            view: View::new(middle, view.pixels_per_metre(), view.size()),
            theme: &theme,
            traces: None,
            layers: Layers::default(),
            overlay: &overlay,
        };
        draw(&input, &mut out);
        let arrows = [theme.tension, theme.compression];
        let of_arrow = |it: &&draw_list::Shape| matches!(it, draw_list::Shape::Line { stroke, .. } if arrows.contains(&stroke.color));
        out.shapes.iter().filter(of_arrow).count()
    };
    assert_eq!(strokes(&script), 0);
    let (ids, how) = (vec![script.id("curve")], How::Replace);
    script.intent(Intent::Select { ids, how });
    assert!(strokes(&script) > 3 * 40, "{}", strokes(&script));
    // A click on the path selects the trace, as a click on its point does; a drag from there moves nothing.
    let away = points.iter().copied().min_by(|a, b| a.x.total_cmp(&b.x)).unwrap();
    script.key(Key::Escape);
    assert!(script.editor.selection().is_empty());
    script.click(away);
    assert_eq!(script.editor.selection().single(), Some(script.id("curve")));
    let before = script.scene().clone();
    script.drag(away, away + p(0.02, -0.3));
    assert_eq!(*script.scene(), before);
    // The path follows a change of the machine: a crank that is too long swings, and its path is open.
    script.intent(Intent::SetParameter {
        ids: vec![script.id("crank")],
        key: "length".to_owned(),
        value: 0.92,
        done: true,
    });
    let second = paths(&script);
    let points = &second[0].points;
    assert!(first != second && points[0].distance(*points.last().unwrap()) > 0.1);
    script.key(Key::Space);
    assert!(script.editor.playing());
    assert_eq!(paths(&script), [], "while it runs there is the trace itself");
}

/// The range of the crank that the inspector reports is marked around the axle of a selected motor.
#[test]
fn dead_points_and_toggles_are_marked_around_a_selected_motor() {
    let marked = |crank: f64| {
        let mut script = Script::paused(four_bar(crank));
        assert_eq!(script.editor.feedback().cranks, []);
        let (ids, how) = (vec![script.id("motor")], How::Replace);
        script.intent(Intent::Select { ids, how });
        let ranges = script.editor.feedback().cranks;
        let Some(Linkage::FourBar(lengths)) = script.editor.linkage(script.id("motor")) else {
            panic!()
        };
        (ranges[0].clone(), lengths)
    };
    let (round, _) = marked(0.4);
    assert_eq!((round.range, round.toggles.len()), (Range::Full, 2));
    let (swinging, lengths) = marked(0.92);
    let Range::Between(from, to) = swinging.range else {
        panic!("{swinging:?}")
    };
    let foot = swinging.center + p(lengths.frame, 0.0);
    for angle in [from, to] {
        let knee = swinging.center + swinging.radius * unit(angle);
        let (far, near) = (
            lengths.coupler + lengths.rocker,
            (lengths.coupler - lengths.rocker).abs(),
        );
        let reach = knee.distance(foot);
        assert!((reach - far).abs().min((reach - near).abs()) < 1e-9, "{reach}");
    }
    for angle in &swinging.toggles {
        assert!((from..=to).contains(angle) || (from..=to).contains(&(angle - std::f64::consts::TAU)));
    }
}

/// A wheel on a slider cannot turn on its car: the advice names the joint that would let it.
#[test]
fn a_motor_on_what_a_slider_holds_is_said_with_what_would_let_it_turn() {
    for (guide, said) in [("slider", true), ("groove", false)] {
        let mut script = Script::paused(two_disks());
        script.tool(Tool::Constraint(guide));
        script.drag(p(-1.0, 0.0), p(1.0, 0.0));
        script.tool(Tool::Constraint("motor"));
        script.drag(p(-1.0, 0.0), p(1.0, 0.0));
        let advice = advice(&script);
        let words = "\"slider\" keeps \"right\" from turning: a groove in its place guides and lets it turn";
        assert_eq!(advice.iter().any(|it| it == words), said, "{guide}: {advice:?}");
    }
}

/// A tackle may be given more strands where it hangs: the length of its rope is fitted, and nothing moves.
#[test]
fn a_tackle_with_more_strands_stays_where_it_is_built() {
    let mut script = Script::paused(two_disks());
    script.tool(Tool::Constraint("pulley"));
    for at in [p(-1.0, 0.0), p(-1.0, 2.0), p(1.0, 2.0), p(1.0, 0.0)] {
        script.click(at);
    }
    let first = file::write(script.scene());
    let before = [script.now("left"), script.now("right")];
    script.intent(Intent::SetParameter {
        ids: vec![script.id("pulley")],
        key: "ratio".to_owned(),
        value: 6.0,
        done: true,
    });
    let ConstraintKind::Pulley(rope) = script.constraint("pulley").kind else {
        panic!("no rope")
    };
    assert!((rope.length - 16.0).abs() < 1e-9 && rope.ratio == 6.0, "{rope:?}");
    assert_eq!([script.now("left"), script.now("right")], before);
    script.action(Action::Undo);
    assert_eq!(file::write(script.scene()), first);
}

/// A rod from the ground to the coupler locks the crank.
#[test]
fn a_joint_that_locks_a_driven_machine_is_named_at_the_motor() {
    let mut script = Script::paused(four_bar(0.4));
    locks(&mut script);
    // During a run as well.
    script.action(Action::StepForward);
    locks(&mut script);
}

fn locks(script: &mut Script) {
    let coupler = script.now("coupler").position;
    script.letter('I');
    script.press(p(coupler.x, coupler.y - 0.6));
    script.drag_on(coupler);
    assert!(
        script.halo().contains("would lock the machine"),
        "{}",
        script.halo()
    );
    script.release();
    script.engine.count_freedom();
    script.wait();
    script.key(Key::Escape);
    let said = advice(script);
    assert!(
        said.iter()
            .any(|it| it.contains("\"motor\" cannot turn") && it.contains("rod")),
        "{said:?}"
    );
    script.action(Action::Undo);
    script.engine.count_freedom();
    script.wait();
    assert_eq!(advice(script), [""; 0]);
}
