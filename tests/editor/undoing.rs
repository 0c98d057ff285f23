//! Undo and redo of every command, one step per gesture, and refused commands.

use tinkertoy::constraints::{ConstraintKind, Motor, MotorLaw};
use tinkertoy::editor::event::{Key, Modifiers};
use tinkertoy::editor::{Action, How, Intent, Tool};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Info, Mass, PartColour, Scene, Settings, file};

use super::script::{Script, p, pendulum, three_disks, two_disks};

/// Performs an action, undoes it and redoes it.
fn there_and_back(scene: Scene, act: impl FnOnce(&mut Script)) {
    let mut script = Script::paused(scene);
    script.ctrl('A');
    let state = |script: &Script| {
        let scene = script.scene();
        (script.items(), scene.settings, scene.info.clone())
    };
    let before = state(&script);
    act(&mut script);
    let after = state(&script);
    let label = script.editor.undo_label().expect("a step").to_owned();
    assert_ne!(before, after, "{label}");
    assert!(script.editor.is_modified());
    script.ctrl('Z');
    assert_eq!(state(&script), before, "{label}");
    assert_eq!(script.editor.undo_label(), None, "{label}: one step");
    assert_eq!(script.editor.redo_label(), Some(label.as_str()));
    assert!(!script.editor.is_modified());
    script.chord(Modifiers::CTRL_SHIFT, Key::Letter('Z'));
    assert_eq!(state(&script), after, "{label}");
}

#[test]
fn every_command_that_edits_can_be_taken_back() {
    for action in [
        Action::Duplicate,
        Action::Delete,
        Action::NudgeLeft,
        Action::NudgeRight,
        Action::NudgeUp,
        Action::NudgeDown,
        Action::Slower,
        Action::Faster,
        Action::SwitchMethod,
    ] {
        there_and_back(pendulum(), |script| script.action(action));
    }
}

#[test]
fn every_wish_of_a_panel_can_be_taken_back() {
    let scene = pendulum();
    let bar = scene.find("bar").unwrap();
    let hinge = scene.find("hinge").unwrap();
    let ids = vec![bar];
    let settings = Settings {
        ks: 12.0,
        ..Settings::default()
    };
    let info = Info {
        title: "Pendulum".to_owned(),
        ..Info::default()
    };
    let motor = ConstraintKind::Motor(Motor {
        law: MotorLaw::Angle,
        ..Motor::default()
    });
    for intent in [
        Intent::SetParameter {
            ids: ids.clone(),
            key: "width".to_owned(),
            value: 0.2,
            done: true,
        },
        Intent::SetConstraint {
            id: hinge,
            kind: motor,
        },
        Intent::Rename {
            id: bar,
            name: "arm".to_owned(),
        },
        Intent::SetMass {
            ids: ids.clone(),
            mass: Mass::Density(3.0),
            done: true,
        },
        Intent::SetFixed {
            ids: ids.clone(),
            fixed: true,
        },
        Intent::SetColour {
            ids,
            colour: PartColour::Blue,
        },
        Intent::SetPose {
            id: bar,
            pose: Pose::new(0.5, 0.0, 0.1),
            done: true,
        },
        Intent::SetVelocity {
            id: bar,
            velocity: p(0.0, 1.0),
            omega: 2.0,
            done: true,
        },
        Intent::SetSettings { settings, done: true },
        Intent::SetInfo { info, done: true },
    ] {
        there_and_back(scene.clone(), |script| script.intent(intent));
    }
}

#[test]
fn every_tool_can_be_taken_back() {
    // The select and measure tools change nothing, and a note exists only once it is written.
    let making = |it: &Tool| !matches!(it, Tool::Select | Tool::Measure | Tool::Note);
    for tool in Tool::all().into_iter().filter(making) {
        there_and_back(three_disks(), |script| {
            script.tool(tool);
            let one = tool.force().is_some_and(|it| it.slots().len() == 1) || tool == Tool::Trace;
            if one {
                script.click(p(1.0, 0.0));
            } else {
                script.drag(p(-1.0, 0.0), p(1.0, 0.0));
                let count = tool.constraint().map_or(2, |it| it.slots().len());
                for at in [p(0.0, -1.5), p(0.5, 1.2)]
                    .into_iter()
                    .take(count.saturating_sub(2))
                {
                    script.click(at);
                }
            }
        });
    }
}

#[test]
fn a_slider_is_one_step_however_often_it_moves() {
    let mut script = Script::paused(pendulum());
    let ids = vec![script.id("bar")];
    let set = |value: f64, done: bool| Intent::SetParameter {
        ids: ids.clone(),
        key: "width".to_owned(),
        value,
        done,
    };
    for value in [0.11, 0.12, 0.13] {
        script.intent(set(value, false));
    }
    script.intent(set(0.14, true));
    script.intent(set(0.2, true));
    script.ctrl('Z');
    assert_eq!(script.constraint("hinge").name, "hinge");
    script.ctrl('Z');
    assert_eq!(script.part("bar"), Script::paused(pendulum()).part("bar"));
    // Returning to the initial value leaves nothing to undo.
    script.intent(set(0.3, false));
    script.intent(set(0.1, true));
    assert_eq!(script.editor.undo_label(), None);
    assert!(!script.editor.is_modified());
}

#[test]
fn what_is_not_legal_is_refused_with_a_sentence() {
    let mut script = Script::paused(pendulum());
    let (bar, bob) = (script.id("bar"), script.id("bob"));
    let before = script.items();
    let refused = [
        (
            Intent::Rename {
                id: bar,
                name: "bob".to_owned(),
            },
            "given twice",
        ),
        (
            Intent::Rename {
                id: bar,
                name: "  ".to_owned(),
            },
            "empty name",
        ),
        (
            Intent::Rename {
                id: bar,
                name: "ground".to_owned(),
            },
            "name of the ground",
        ),
        (
            Intent::SetMass {
                ids: vec![bob],
                mass: Mass::Density(-1.0),
                done: true,
            },
            "density is -1",
        ),
        (
            Intent::SetParameter {
                ids: vec![bar],
                key: "width".to_owned(),
                value: f64::NAN,
                done: true,
            },
            "width is NaN",
        ),
    ];
    for (intent, sentence) in refused {
        script.intent(intent);
        assert!(script.notice().contains(sentence), "{}", script.notice());
        assert_eq!(script.items(), before);
    }
    assert_eq!(script.editor.undo_label(), None);
}

#[test]
fn a_click_that_changes_nothing_is_no_step() {
    let mut script = Script::paused(pendulum());
    script.click(p(0.3, 0.0));
    script.intent(Intent::SetFixed {
        ids: vec![script.id("bar")],
        fixed: false,
    });
    script.intent(Intent::Select {
        ids: vec![],
        how: How::Replace,
    });
    assert_eq!(script.editor.undo_label(), None);
    script.ctrl('Z');
    assert!(!script.editor.is_modified());
}

#[test]
fn undo_does_not_reset_the_run() {
    let mut script = Script::running(pendulum());
    script.run(10);
    script.letter('C');
    script.click(p(-1.0, 1.0));
    script.run(10);
    script.ctrl('Z');
    assert_eq!(script.engine.run().state().step, 20);
    assert!(script.engine.playing());
    script.run(10);
}

#[test]
fn paint_and_names_do_not_bother_the_run() {
    let mut script = Script::running(pendulum());
    script.sent.clear();
    let bar = script.id("bar");
    script.intent(Intent::SetColour {
        ids: vec![bar],
        colour: PartColour::Red,
    });
    script.intent(Intent::Rename {
        id: bar,
        name: "arm".to_owned(),
    });
    assert_eq!(script.sent, [""; 0]);
}

#[test]
fn undo_in_mid_gesture_takes_back_the_gesture_only() {
    let mut script = Script::paused(two_disks());
    script.letter('C');
    script.click(p(0.0, 1.0));
    script.press(p(0.0, -1.0));
    script.drag_on(p(0.0, -1.5));
    script.ctrl('Z');
    script.release();
    assert_eq!(script.names(), ["left", "right", "disk"]);
}

#[test]
fn any_step_of_the_history_can_be_gone_to() {
    let mut script = Script::paused(Scene::default());
    let mut texts = vec![file::write(script.scene())];
    for k in 0..5 {
        script.tool(Tool::Part("disk"));
        script.click(p(f64::from(k) - 2.0, 0.5));
        texts.push(file::write(script.scene()));
    }
    assert_eq!(script.editor.steps(), (vec!["Add disk"; 5], 5));
    for step in [2, 4, 0, 5, 99] {
        script.intent(Intent::GoToStep(step));
        let step = step.min(5);
        assert_eq!(script.editor.steps().1, step);
        assert_eq!(file::write(script.scene()), texts[step], "{step}");
    }
}
