//! Open joints: every one is named, with its gap.

use std::f64::consts::FRAC_PI_2;

use tinkertoy::bodies::{Bar, Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::editor::event::Key;
use tinkertoy::editor::{Effect, How, Intent, with_part};
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
        Some(Effect::AskOpenJoints { open, .. }) => open.clone(),
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
        matches!(
            script.asked.last(),
            Some(Effect::AskOpenJoints { closes: false, .. })
        ),
        "no button promises what cannot be"
    );
}

/// Eight disks, each with a pin whose gap is larger than that of the one before.
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

/// Twenty hanging chains of 30 bars: more rows than are assembled at once.
fn chains() -> Scene {
    let mut scene = Scene::default();
    for chain in 0..20 {
        let x = f64::from(chain);
        let mut above = Attach::ground(p(x, 0.0));
        for k in 0..30 {
            let bar = Shape::Bar(Bar {
                length: 0.5,
                width: 0.05,
            });
            let middle = Pose::new(x, -0.25 - 0.5 * f64::from(k), -FRAC_PI_2);
            let bar = scene.add(Part::new(format!("bar {chain} {k}"), bar, middle));
            scene.add(Constraint {
                name: format!("pin {chain} {k}"),
                ends: vec![above, Attach::part(bar, p(-0.25, 0.0))],
                kind: ConstraintKind::Pin(Pin {}),
            });
            above = Attach::part(bar, p(0.25, 0.0));
        }
    }
    scene
}

/// The first pin of a chain is dragged aside: its chain follows, and the others stay.
#[test]
fn in_a_large_scene_the_machine_that_was_changed_follows() {
    let mut script = Script::paused(chains());
    let others = script.now("bar 4 0");
    script.intent(Intent::Select {
        ids: vec![script.id("pin 3 0")],
        how: How::Replace,
    });
    script.drag(p(3.0, 0.0), p(3.4, 0.1));
    assert!(script.constraint("pin 3 0").ends[0].at.distance(p(3.4, 0.1)) < 0.05);
    assert!(script.drift() < 1e-9, "{}", script.drift());
    assert_eq!(script.now("bar 4 0"), others);
}

#[test]
fn play_asks_in_a_large_scene_too() {
    let scene = chains();
    let id = scene.find("bar 7 29").unwrap();
    let mut part = scene.part(id).unwrap().clone();
    part.pose.position.x += 0.2;
    let mut script = Script::paused(with_part(&scene, id, part));
    let question = asked(&mut script);
    assert!(question.contains("\"pin 7 29\" is 0.200 m open"), "{question}");
}
