//! Material, layers and collision groups, set in the inspector and by keys.

use tinkertoy::bodies::{Box, Shape};
use tinkertoy::editor::event::{Key, Modifiers};
use tinkertoy::editor::{Intent, Tool};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Collides, Contact, LAYERS, Material, Part, Scene};

use super::script::{Script, p, two_disks};

#[test]
fn a_material_is_given_to_the_selected_and_taken_back() {
    let mut script = Script::paused(two_disks());
    let before = script.items();
    let ids = vec![script.id("left"), script.id("right")];
    let (_, rubber) = Material::PRESETS[1];
    script.intent(Intent::SetMaterial {
        ids: ids.clone(),
        material: rubber,
        done: true,
    });
    assert_eq!(script.part("left").material, rubber);
    assert_eq!(script.part("right").material, rubber);
    script.intent(Intent::SetCollides {
        ids: ids.clone(),
        collides: Collides::All,
    });
    assert_eq!(script.part("right").collides, Collides::All);
    script.ctrl('Z');
    script.ctrl('Z');
    assert_eq!(script.items(), before);
    // Negative friction and similar values are refused.
    for material in [
        Material {
            friction: Some(-0.1),
            ..rubber
        },
        Material {
            restitution: Some(1.1),
            ..rubber
        },
        Material {
            rolling: Some(-0.01),
            ..rubber
        },
    ] {
        let ids = ids.clone();
        script.intent(Intent::SetMaterial {
            ids,
            material,
            done: true,
        });
        assert_eq!(script.items(), before);
        assert!(
            script.notice().contains("give a number from 0"),
            "{}",
            script.notice()
        );
    }
    let layer = LAYERS + 1;
    script.intent(Intent::SetLayer {
        ids,
        layer,
        done: true,
    });
    assert_eq!(script.items(), before);
    assert!(script.notice().contains("its layer is 9"), "{}", script.notice());
}

/// Ctrl+] brings a part one layer to the front: a click selects the frontmost of overlapping parts.
#[test]
fn a_key_brings_parts_a_layer_to_the_front() {
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("box"));
    script.drag(p(-1.0, -1.0), p(1.0, 1.0));
    script.tool(Tool::Part("disk"));
    script.drag(p(0.0, 0.0), p(0.6, 0.0));
    script.key(Key::Escape);
    script.key(Key::Escape);
    script.click(p(0.1, 0.2));
    assert_eq!(script.selected(), ["disk"]);
    script.key(Key::Escape);
    script.click(p(0.8, -0.8));
    assert_eq!(script.selected(), ["box"]);
    script.chord(Modifiers::CTRL, Key::BracketRight);
    assert_eq!(script.part("box").layer, 1);
    script.key(Key::Escape);
    script.click(p(0.1, 0.2));
    assert_eq!(script.selected(), ["box"]);
    script.chord(Modifiers::CTRL, Key::BracketLeft);
    script.chord(Modifiers::CTRL, Key::BracketLeft);
    assert_eq!(script.part("box").layer, -1);
    assert_eq!(script.editor.undo_label(), Some("Change layer"));
    for _ in 0..2 * LAYERS {
        script.chord(Modifiers::CTRL, Key::BracketLeft);
    }
    assert_eq!(script.part("box").layer, -LAYERS);
}

#[test]
fn a_new_scene_has_a_floor_that_can_be_taken_away() {
    let mut script = Script::paused(Scene::on_a_floor());
    let settings = script.scene().settings;
    assert_eq!(
        settings.contact.and_then(|it| it.floor),
        Some(Contact::USUAL_FLOOR)
    );
    let mut without = settings;
    without.contact = Some(Contact::default());
    script.intent(Intent::SetSettings {
        settings: without,
        done: true,
    });
    assert_eq!(script.scene().settings, without);
    script.ctrl('Z');
    assert_eq!(script.scene().settings, settings);
}

/// A wall follows the drawn line, is fixed, and is one step of undo; a straight drag makes a straight wall.
#[test]
fn a_wall_is_drawn_along_a_line() {
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("wall"));
    script.press(p(-1.0, 0.0));
    for k in 1..=60 {
        let x = -1.0 + f64::from(k) / 30.0;
        script.drag_on(p(x, 0.3 * (3.0 * (x + 1.0)).sin()));
    }
    script.release();
    let wall = script.part("wall");
    let Shape::Wall(shape) = &wall.shape else {
        panic!("{:?}", wall.shape)
    };
    assert!(wall.fixed && shape.points.len() > 6, "{shape:?}");
    for point in &shape.points {
        let at = wall.pose.point(*point);
        let off = at.y - 0.3 * (3.0 * (at.x + 1.0)).sin();
        assert!(off.abs() < 0.02, "{at}");
    }
    script.ctrl('Z');
    assert!(script.scene().is_empty());
    script.drag(p(-0.5, -0.5), p(0.7, 0.4));
    let wall = script.part("wall");
    let Shape::Wall(shape) = &wall.shape else {
        panic!("{:?}", wall.shape)
    };
    assert_eq!(shape.points.len(), 2);
    assert!(wall.pose.point(shape.points[1]).distance(p(0.7, 0.4)) < 1e-9);
}

/// A part moved near the floor is put onto it.
#[test]
fn a_part_moved_near_the_floor_stands_on_it() {
    let mut scene = Scene::on_a_floor();
    scene.add(Part::new(
        "box",
        Shape::Box(Box {
            width: 0.6,
            height: 0.4,
        }),
        Pose::new(0.0, 0.0, 0.0),
    ));
    let mut script = Script::paused(scene);
    let near = Contact::USUAL_FLOOR + 0.2 + 0.02;
    script.drag(p(0.1, 0.0), p(0.6, near));
    let at = script.part("box").pose.position;
    assert!((at.y - Contact::USUAL_FLOOR - 0.2).abs() < 1e-12, "{at}");
    assert!((at.x - 0.5).abs() < 1e-9, "{at}");
    // Well above the floor it stays where it was put.
    script.drag(p(0.6, at.y), p(0.6, at.y + 0.5));
    let at = script.part("box").pose.position;
    assert!((at.y - Contact::USUAL_FLOOR - 0.7).abs() < 1e-9, "{at}");
}

/// The truss of the lesson: a rod drawn from empty canvas begins at the ground, and one that ends on the floor is supported by it, vertically.
#[test]
fn a_truss_drawn_rod_by_rod_stands_on_the_floor() {
    let mut script = Script::paused(Scene::on_a_floor());
    script.letter('I');
    let (foot, other, top) = (p(-1.0, 0.5), p(1.0, 0.5), p(0.0, 1.5));
    for [from, to] in [
        [foot, other],
        [other, top],
        [top, foot],
        [top, p(2.0, 1.5)],
        [p(2.0, 1.5), other],
        [other, p(1.03, Contact::USUAL_FLOOR + 0.03)],
    ] {
        script.drag(from, to);
    }
    let kinds = |kind: &str| script.names().iter().filter(|it| it.starts_with(kind)).count();
    assert_eq!((kinds("rod"), kinds("particle")), (6, 3), "{:?}", script.names());
    let last = script.constraint("rod 6");
    assert_eq!(last.ends[1].part, None);
    assert_eq!(last.ends[1].at, p(1.0, Contact::USUAL_FLOOR));
    let before: Vec<_> = ["particle", "particle 2", "particle 3"]
        .map(|it| script.now(it))
        .to_vec();
    script.key(Key::Space);
    script.run(200);
    for (name, before) in ["particle", "particle 2", "particle 3"].iter().zip(before) {
        assert!(
            script.now(name).position.distance(before.position) < 1e-6,
            "{name}"
        );
    }
}
