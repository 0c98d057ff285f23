//! Wheels with a typed radius, and pairs of meshing wheels.

use tinkertoy::bodies::{Gear, RingGear, Shape};
use tinkertoy::constraints::{ConstraintKind, GearPair};
use tinkertoy::editor::event::Key;
use tinkertoy::editor::{Action, Intent, Tool};
use tinkertoy::scene::{Scene, Template, file};

use super::resizing::{alone, pull};
use super::script::{Script, p, undo_law};
use tinkertoy::editor::event::Modifiers;
use tinkertoy::math::Pose;

fn gear(script: &Script, name: &str) -> Gear {
    match script.part(name).shape {
        Shape::Gear(gear) => gear,
        other => panic!("{other:?}"),
    }
}

fn pair(script: &Script) -> GearPair {
    match script.constraint("gears").kind {
        ConstraintKind::GearPair(pair) => pair,
        other => panic!("{other:?}"),
    }
}

fn radius(gear: &Gear) -> f64 {
    0.5 * gear.teeth * gear.module
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-14 * b.abs()
}

/// Draws a gear about a point, then types its radius.
fn draw(script: &mut Script, x: f64, typed: &str) {
    script.tool(Tool::Part("gear"));
    script.drag(p(x, 0.0), p(x + 0.33, 0.0));
    script.write(typed);
    script.key(Key::Enter);
}

#[test]
fn a_typed_radius_is_the_pitch_radius_to_the_digit() {
    let mut script = Script::paused(Scene::default());
    let first = file::write(script.scene());
    for (k, (typed, wanted)) in [
        ("10 cm", 0.1),
        ("12 cm", 0.12),
        ("30 cm", 0.3),
        ("0.0777", 0.0777),
    ]
    .into_iter()
    .enumerate()
    {
        draw(&mut script, 2.0 * k as f64 - 3.0, typed);
        let name = if k == 0 {
            "gear".to_owned()
        } else {
            format!("gear {}", k + 1)
        };
        let gear = gear(&script, &name);
        assert!(near(radius(&gear), wanted), "{typed}: {gear:?}");
        assert!(
            gear.teeth.fract() == 0.0 && gear.teeth >= 12.0,
            "{typed}: {gear:?}"
        );
    }
    undo_law(&mut script, &first);
    // The same by the handle of the rim, and for a ring gear by its outside.
    let shape = Shape::Gear(Gear {
        teeth: 20.0,
        module: 0.03,
    });
    let mut script = alone(shape, Pose::default());
    pull(&mut script, p(0.3, 0.3), p(0.1, 0.1), Modifiers::ALT);
    script.write("333 mm");
    script.key(Key::Enter);
    assert!(near(radius(&gear(&script, "part")), 0.333));
    let mut script = alone(Shape::RingGear(RingGear::default()), Pose::default());
    pull(&mut script, p(10.0, 10.0), p(0.1, 0.1), Modifiers::ALT);
    script.write("1.25");
    script.key(Key::Enter);
    let Shape::RingGear(ring) = script.part("part").shape else {
        panic!()
    };
    let outside = 0.5 * ring.teeth * ring.module + 1.25 * ring.module + ring.rim;
    assert!((outside - 1.25).abs() < 1e-14, "{outside}");
}

#[test]
fn gears_of_typed_radii_mesh_at_the_ratio_of_these() {
    let mut script = Script::paused(Scene::default());
    let first = file::write(script.scene());
    draw(&mut script, -1.0, "30 cm");
    draw(&mut script, 1.0, "10 cm");
    script.tool(Tool::Constraint("gears"));
    script.drag(p(-1.0, 0.02), p(1.0, 0.02));
    let made = pair(&script);
    assert!(near(made.radius_a, 0.3) && near(made.radius_b, 0.1));
    let (a, b) = (gear(&script, "gear"), gear(&script, "gear 2"));
    assert!(near(a.module, b.module), "{a:?} {b:?}");
    assert_eq!((a.teeth / b.teeth, made.teeth), (3.0, a.teeth as u32));
    let said = script.notice();
    assert!(
        said.contains("teeth now") && said.contains("at the radii they have"),
        "{said}"
    );
    undo_law(&mut script, &first);
    // Radii without a common module: the ratio is that of the radii, and a notice says so.
    let mut script = Script::paused(Scene::default());
    draw(&mut script, -1.0, "0.2*sqrt(2)");
    draw(&mut script, 1.0, "10 cm");
    script.tool(Tool::Constraint("gears"));
    script.drag(p(-1.0, 0.02), p(1.0, 0.02));
    let made = pair(&script);
    assert!(near(made.radius_a, 0.2 * 2f64.sqrt()) && near(made.radius_b, 0.1) && made.teeth == 0);
    assert!(script.notice().contains("of unlike size"), "{}", script.notice());
}

#[test]
fn a_pair_follows_its_wheel_to_another_size() {
    let mut script = Script::paused(Scene::default());
    draw(&mut script, -1.0, "60 cm");
    draw(&mut script, 1.0, "30 cm");
    script.tool(Tool::Constraint("gears"));
    script.drag(p(-1.0, 0.02), p(1.0, 0.02));
    let change = |script: &mut Script, teeth: f64| {
        let intent = Intent::SetParameter {
            ids: vec![script.id("gear 2")],
            key: "teeth".into(),
            value: teeth,
            done: true,
        };
        script.intent(intent);
    };
    change(&mut script, 24.0);
    assert!(near(pair(&script).radius_b, 0.6), "{:?}", pair(&script));
    let apart = |script: &Script| {
        let at = |name| script.part(name).pose.position;
        at("gear").distance(at("gear 2"))
    };
    assert!((apart(&script) - 1.2).abs() < 1e-9, "{}", apart(&script));
    script.action(Action::Undo);
    assert!(near(pair(&script).radius_b, 0.3));
    // With both axles on the ground, the axle of the larger wheel moves with it.
    script.tool(Tool::Select);
    let at = ["gear", "gear 2"].map(|name| script.part(name).pose.position);
    for at in at {
        script.letter('J');
        script.click(at);
    }
    change(&mut script, 24.0);
    assert!((apart(&script) - 1.2).abs() < 1e-9 && script.drift() < 1e-9);
    script.action(Action::Undo);
    // With a second pin beside each axle they cannot move: they keep their places, and a notice says so.
    for at in at {
        script.letter('J');
        script.click(at + p(0.0, 0.1));
    }
    change(&mut script, 24.0);
    assert!((apart(&script) - 0.9).abs() < 1e-9 && near(pair(&script).radius_b, 0.6));
    assert!(
        script.notice().contains("do not meet at these sizes"),
        "{}",
        script.notice()
    );
}

#[test]
fn a_formula_that_resizes_a_wheel_keeps_all_its_pairs_in_mesh() {
    let mut script = Script::paused(Scene::default());
    draw(&mut script, -1.0, "60 cm");
    draw(&mut script, 1.0, "30 cm");
    draw(&mut script, 3.0, "30 cm");
    let at = |script: &Script, name: &str| script.part(name).pose.position;
    for other in ["gear", "gear 3"] {
        script.tool(Tool::Constraint("gears"));
        let ends = ["gear 2", other].map(|name| at(&script, name) + p(0.0, 0.02));
        script.drag(ends[0], ends[1]);
    }
    script.intent(Intent::SetFormula {
        ids: vec![script.id("gear 2")],
        key: "teeth".into(),
        text: "24".into(),
    });
    for (other, wanted) in [("gear", 1.2), ("gear 3", 0.9)] {
        let apart = at(&script, "gear 2").distance(at(&script, other));
        assert!((apart - wanted).abs() < 1e-8, "{other}: {apart}");
    }
}

/// The inspector sets the pitch radius, also of a ring gear, and the gear pair follows; undo takes all of it back.
#[test]
fn a_pitch_radius_is_set_by_itself() {
    for shape in [
        Shape::Gear(Gear {
            teeth: 20.0,
            module: 0.03,
        }),
        Shape::RingGear(RingGear::default()),
    ] {
        let mut script = alone(shape.clone(), Pose::default());
        let first = file::write(script.scene());
        let ids = vec![script.id("part")];
        for radius in [0.7, 0.333] {
            script.intent(Intent::SetPitchRadius {
                ids: ids.clone(),
                radius,
                done: true,
            });
            let now = script.part("part").shape;
            assert!(near(now.pitch_radius().unwrap(), radius), "{now:?}");
        }
        script.action(Action::Undo);
        script.action(Action::Undo);
        assert_eq!(file::write(script.scene()), first);
    }
}

/// The gear-pair template: a wheel whose number of teeth changes takes its axle on the ground with it, and the pair drives as before.
#[test]
fn an_axle_on_the_ground_goes_with_a_wheel_of_other_teeth() {
    let scene = Template::GearPair.scene().unwrap();
    let mut script = Script::paused(scene);
    let first = file::write(script.scene());
    for (teeth, x) in [(30.0, 0.75), (60.0, 1.2)] {
        let ids = vec![script.id("wheel")];
        script.intent(Intent::SetParameter {
            ids,
            key: "teeth".into(),
            value: teeth,
            done: true,
        });
        let at = script.part("wheel").pose.position;
        assert!(at.distance(p(x, 0.0)) < 1e-12, "{at}");
        assert!(!script.notice().contains("do not meet"), "{}", script.notice());
        assert_eq!(script.constraint("wheel shaft").ends[0].at, at);
        assert!(script.drift() < 1e-9);
    }
    // The axle of the pinion is on the ground as well, with its motor.
    let ids = vec![script.id("pinion")];
    script.intent(Intent::SetParameter {
        ids,
        key: "teeth".into(),
        value: 40.0,
        done: true,
    });
    assert!(script.part("pinion").pose.position.distance(p(-0.3, 0.0)) < 1e-12);
    assert_eq!(script.constraint("motor").ends[0].at, p(-0.3, 0.0));
    undo_law(&mut script, &first);
}
