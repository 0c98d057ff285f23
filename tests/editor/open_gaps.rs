//! Joints that are open: all of them are named, each with how far.

use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::editor::event::Key;
use tinkertoy::editor::{Effect, Intent};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Attach, Constraint, Part, Scene};

use super::script::{Script, four_bar, p};

fn advice(script: &Script) -> Vec<String> {
    let advice = script.editor.feedback().advice;
    advice.into_iter().map(|it| it.text).collect()
}

fn asked(script: &mut Script) -> String {
    script.key(Key::Space);
    match script.asked.last() {
        Some(Effect::AskTorn { open, .. }) => open.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_coupler_that_is_far_too_long_leaves_two_pins_open_and_both_are_named() {
    let mut script = Script::paused(four_bar(0.4));
    script.intent(Intent::SetParameter {
        ids: vec![script.id("coupler")],
        key: "length".to_owned(),
        value: 4.5,
        done: true,
    });
    let said = advice(&script);
    for name in ["knee", "elbow"] {
        let words = format!("{name:?} is ");
        assert!(
            said.iter()
                .any(|it| it.starts_with(&words) && it.contains(" m open")),
            "{name}: {said:?}"
        );
    }
    let question = asked(&mut script);
    assert!(
        question.contains("\"knee\" is ") && question.contains("\"elbow\" is "),
        "{question}"
    );
    assert!(question.matches(" m open").count() >= 2, "{question}");
    assert!(
        matches!(script.asked.last(), Some(Effect::AskTorn { closes: false, .. })),
        "no button promises what cannot be"
    );
}

/// Eight disks, each with a pin that is open by more than the one before.
#[test]
fn of_many_open_joints_five_are_named_and_the_others_counted() {
    let mut scene = Scene::default();
    for k in 1..=8 {
        let x = f64::from(k);
        let disk = Shape::Disk(Disk { radius: 0.1 });
        let disk = scene.add(Part::new(format!("disk {k}"), disk, Pose::new(x, 0.0, 0.0)));
        scene.add(Constraint {
            name: format!("pin {k}"),
            ends: vec![Attach::ground(p(x, 0.1 * x)), Attach::part(disk, p(0.0, 0.0))],
            kind: ConstraintKind::Pin(Pin {}),
        });
    }
    let mut script = Script::paused(scene);
    let said = advice(&script);
    assert_eq!(said.len(), 5, "{said:?}");
    assert_eq!(said[0], "\"pin 8\" is 0.800 m open");
    assert_eq!(said[4], "\"pin 4\" is 0.400 m open, and 3 more are");
    assert_eq!(
        asked(&mut script),
        "\"pin 8\" is 0.800 m open, \"pin 7\" is 0.700 m open, \"pin 6\" is 0.600 m open, \"pin 5\" is 0.500 m open, \
         \"pin 4\" is 0.400 m open and 3 more are open"
    );
}
