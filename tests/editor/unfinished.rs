//! Detection of unfinished scenes: a scene that looks as if it were still under construction does not start to run when opened.

use tinkertoy::bodies::{self, Bar, Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::editor::is_being_built;
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::gallery::{GALLERY, find};
use tinkertoy::scene::{Attach, Collides, Constraint, Contact, Edit, Id, Part, Scene};

use super::script::p;

fn bar(scene: &mut Scene, x: f64) -> Id {
    let bar = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    scene.add(Part::new(format!("bar {x}"), bar, Pose::new(x + 0.5, 0.0, 0.0)))
}

fn pin(scene: &mut Scene, ends: [Attach; 2]) {
    let name = scene.free_name("pin");
    scene.add(Constraint {
        name,
        ends: ends.to_vec(),
        kind: ConstraintKind::Pin(Pin {}),
    });
}

/// Replaces a part, or deletes it.
fn replace(scene: &mut Scene, id: Id, part: Option<Part>) {
    let mut edit = Edit::new("replace");
    scene.plan_item(&mut edit, id, part.map(Into::into));
    scene.apply(&edit);
}

/// Two bars end to end.
fn chain() -> (Scene, [Id; 2]) {
    let mut scene = Scene::default();
    let bars = [bar(&mut scene, 0.0), bar(&mut scene, 1.0)];
    pin(
        &mut scene,
        [
            Attach::part(bars[0], p(0.5, 0.0)),
            Attach::part(bars[1], p(-0.5, 0.0)),
        ],
    );
    (scene, bars)
}

#[test]
fn parts_that_hold_each_other_and_nothing_holds_are_being_built() {
    let (mut scene, bars) = chain();
    assert!(is_being_built(&scene), "they would fall together");
    pin(
        &mut scene,
        [Attach::ground(Vec2::ZERO), Attach::part(bars[0], p(-0.5, 0.0))],
    );
    assert!(
        !is_being_built(&scene),
        "the ground holds one, which holds the other"
    );
    // Another machine beside it without any support.
    let more = [bar(&mut scene, 5.0), bar(&mut scene, 6.0)];
    pin(
        &mut scene,
        [
            Attach::part(more[0], p(0.5, 0.0)),
            Attach::part(more[1], p(-0.5, 0.0)),
        ],
    );
    assert!(is_being_built(&scene));
    scene.settings.gravity = Vec2::ZERO;
    assert!(!is_being_built(&scene), "nothing falls");
}

#[test]
fn what_moves_or_stands_is_not_being_built() {
    let (mut scene, bars) = chain();
    let mut thrown = scene.part(bars[1]).unwrap().clone();
    thrown.velocity = p(1.0, 2.0);
    replace(&mut scene, bars[1], Some(thrown));
    assert!(!is_being_built(&scene), "it was thrown");
    let mut scene = Scene::default();
    scene.settings.contact = Some(Contact {
        floor: Some(0.0),
        ..Contact::default()
    });
    let wheel = Shape::Disk(Disk { radius: 0.5 });
    scene.add(Part::new("wheel", wheel.clone(), Pose::new(0.0, 0.5, 0.0)));
    assert!(!is_being_built(&scene), "it stands on the floor");
    let high = scene.add(Part::new("high", wheel.clone(), Pose::new(3.0, 2.5, 0.0)));
    assert!(!is_being_built(&scene), "it is to be dropped");
    let mut passing = scene.part(high).unwrap().clone();
    passing.collides = Collides::Nothing;
    replace(&mut scene, high, Some(passing));
    assert!(is_being_built(&scene), "it falls through the floor");
    replace(&mut scene, high, None);
    scene.add(Part::new("low", wheel, Pose::new(3.0, 0.5, 0.0)));
    scene.settings.gravity = p(0.0, 9.81);
    assert!(is_being_built(&scene), "they fall upwards");
}

#[test]
fn what_is_joined_and_hangs_above_the_floor_is_being_built() {
    let (mut scene, bars) = chain();
    let floor = |scene: &mut Scene, floor: f64| {
        scene.settings.contact = Some(Contact {
            floor: Some(floor),
            ..Contact::default()
        });
    };
    floor(&mut scene, -1.0);
    assert!(
        is_being_built(&scene),
        "they would fall before they are looked at"
    );
    floor(&mut scene, -0.05);
    assert!(!is_being_built(&scene), "they lie on it");
    // A beam above the floor supports them as well.
    floor(&mut scene, -1.0);
    let mut beam = Part::new(
        "beam",
        Shape::Box(bodies::Box {
            width: 3.0,
            height: 0.2,
        }),
        Pose::new(1.0, -0.15, 0.0),
    );
    beam.fixed = true;
    let beam = scene.add(beam);
    assert!(!is_being_built(&scene));
    let mut lower = scene.part(beam).unwrap().clone();
    lower.pose.position.y = -0.8;
    replace(&mut scene, beam, Some(lower));
    assert!(is_being_built(&scene), "it is too far below");
    // A single bar is meant to fall.
    replace(&mut scene, bars[0], None);
    assert!(!is_being_built(&scene));
}

/// A scene with contact and no floor: a fixed sloping beam whose upper face passes through the origin.
fn ramp() -> (Scene, f64) {
    let slope: f64 = -0.2;
    let mut scene = Scene::default();
    scene.settings.contact = Some(Contact {
        floor: None,
        ..Contact::default()
    });
    let beam = Shape::Box(bodies::Box {
        width: 6.0,
        height: 0.2,
    });
    let below = Vec2::new(0.1 * slope.sin(), -0.1 * slope.cos());
    let mut beam = Part::new("beam", beam, Pose::new(below.x, below.y, slope));
    beam.fixed = true;
    scene.add(beam);
    (scene, slope)
}

#[test]
fn what_lies_on_a_fixed_part_or_on_what_does_is_not_being_built() {
    let (mut scene, slope) = ramp();
    let at = |along: f64, above: f64| {
        Pose::new(
            along * slope.cos() - above * slope.sin(),
            along * slope.sin() + above * slope.cos(),
            slope,
        )
    };
    // A cart: two wheels, and a body that rests on the beam only by way of them.
    let wheel = Shape::Disk(Disk { radius: 0.2 });
    let body = Shape::Bar(Bar {
        length: 1.0,
        width: 0.1,
    });
    let body = scene.add(Part::new("body", body, at(-1.0, 0.2)));
    for (name, x) in [("front", 0.4), ("rear", -0.4)] {
        let wheel = scene.add(Part::new(name, wheel.clone(), at(-1.0 + x, 0.2)));
        pin(
            &mut scene,
            [Attach::part(body, p(x, 0.0)), Attach::part(wheel, Vec2::ZERO)],
        );
    }
    assert!(!is_being_built(&scene), "a cart on a ramp");
    scene.add(Part::new("ball", wheel.clone(), at(1.0, 0.2)));
    scene.add(Part::new("upper ball", wheel.clone(), at(1.0, 0.6)));
    assert!(!is_being_built(&scene), "a ball on a ball on a ramp");
    let beside = scene.add(Part::new("beside", wheel.clone(), at(4.0, 0.2)));
    assert!(is_being_built(&scene), "nothing is below");
    replace(&mut scene, beside, None);
    // A bar on a hinge supports a part as the ground does.
    let lever = bar(&mut scene, 5.0);
    pin(
        &mut scene,
        [Attach::ground(p(5.0, 0.0)), Attach::part(lever, p(-0.5, 0.0))],
    );
    let load = scene.add(Part::new("load", wheel.clone(), Pose::new(5.8, 0.25, 0.0)));
    assert!(!is_being_built(&scene), "a ball on a lever");
    let mut behind = scene.part(load).unwrap().clone();
    behind.layer += 1;
    replace(&mut scene, load, Some(behind));
    assert!(is_being_built(&scene), "it passes behind the lever");
    replace(&mut scene, load, None);
    scene.settings.contact = None;
    assert!(is_being_built(&scene), "all of them fall through the beam");
}

#[test]
fn no_scene_of_the_gallery_is_being_built() {
    let looks = |id: &&str| is_being_built(&find(id).unwrap().scene().unwrap());
    let unfinished: Vec<&str> = GALLERY.iter().map(|entry| entry.id).filter(looks).collect();
    assert!(unfinished.is_empty(), "{unfinished:?}");
}
