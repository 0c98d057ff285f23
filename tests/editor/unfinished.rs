//! Whether a scene that is opened looks as if it were still being built: it is not let run then.

use tinkertoy::bodies::{Bar, Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::editor::is_being_built;
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Contact, Id, Part, Scene};

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
    // Another machine beside it that nothing holds.
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
    let mut edit = tinkertoy::scene::Edit::new("throw");
    scene.plan_item(&mut edit, bars[1], Some(thrown.into()));
    scene.apply(&edit);
    assert!(!is_being_built(&scene), "it was thrown");
    let mut scene = Scene::default();
    scene.settings.contact = Some(Contact {
        floor: Some(0.0),
        ..Contact::default()
    });
    let wheel = Shape::Disk(Disk { radius: 0.5 });
    scene.add(Part::new("wheel", wheel.clone(), Pose::new(0.0, 0.5, 0.0)));
    assert!(!is_being_built(&scene), "it stands on the floor");
    scene.add(Part::new("high", wheel, Pose::new(3.0, 2.5, 0.0)));
    assert!(is_being_built(&scene));
}
