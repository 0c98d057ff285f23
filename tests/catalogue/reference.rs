//! Reference joints, which measure and do not act.

use tinkertoy::constraints::{ConstraintKind, Distance, Pin, Reference, Weld};
use tinkertoy::lab::scope::{Signal, measure};
use tinkertoy::math::Vec2;
use tinkertoy::parameter::Unit;
use tinkertoy::scene::{Attach, Constraint, Id};
use tinkertoy::sim::{Model, Simulation};

use crate::build::{Build, ground, v2};

fn reference(joint: ConstraintKind) -> ConstraintKind {
    let measures = joint.as_reference(true);
    assert!(measures.measures().is_some());
    measures
}

/// Adds a joint as given, without fitting it to the pose.
fn add(build: &mut Build, kind: ConstraintKind, ends: &[Attach]) -> Id {
    let (name, ends) = (build.scene.free_name("joint"), ends.to_vec());
    build.scene.add(Constraint { name, ends, kind })
}

/// A swinging bar, with the distance of its tip from a nail measured.
#[test]
fn a_reference_measures_and_changes_nothing() {
    let mut build = Build::default();
    let bar = build.bar(Vec2::ZERO, v2(1.0, 0.0), 1.0);
    let (hinge, tip) = (build.end(bar, -1.0), build.end(bar, 1.0));
    build.pin(ground(0.0, 0.0), hinge);
    let without = build.scene.clone();
    let rod = ConstraintKind::Distance(Distance { length: 0.5 });
    let kind = ConstraintKind::Reference(Reference {
        joint: Box::new(rod.clone()),
    });
    assert_eq!(reference(rod), kind);
    let id = add(&mut build, kind, &[ground(0.0, 1.0), tip]);
    let name = build.scene.name(Some(id)).to_owned();
    let quantities = [format!("\"{name}\".drift"), format!("\"{name}\".length")];
    let signals = quantities.map(|text| Signal::read(&text, &build.scene).unwrap());
    let (mut plain, mut run) = (Simulation::new(&without), Simulation::new(&build.scene));
    assert_eq!(run.model().topology.rows(), plain.model().topology.rows());
    let mut row = Vec::new();
    for _ in 0..300 {
        plain.step().unwrap();
        run.step().unwrap();
        assert_eq!(run.state().q, plain.state().q, "to the bit");
        let at = run.model().point(run.state(), tip).unwrap();
        let wanted = at.distance(v2(0.0, 1.0)) - 0.5;
        let found = run.model().measured(run.state(), id).unwrap();
        assert_eq!(found.len(), 1);
        assert!((found[0].1 - wanted).abs() < 1e-12, "{} {wanted}", found[0].1);
        measure(&signals, &mut run, &mut row);
        assert!((row[0] - wanted.abs()).abs() < 1e-12);
        assert!((row[1] - (wanted + 0.5)).abs() < 1e-12);
    }
}

/// A redundant joint adds no rows as a reference, and becomes the same joint again.
#[test]
fn a_redundant_joint_becomes_a_reference_and_a_joint_again() {
    let mut build = Build::default();
    let bar = build.bar(Vec2::ZERO, v2(1.0, 0.0), 1.0);
    let end = build.end(bar, -1.0);
    build.pin(ground(0.0, 0.0), end);
    let pin = ConstraintKind::Pin(Pin::default());
    let rows = |kind: &ConstraintKind| {
        let mut copy = Build {
            scene: build.scene.clone(),
        };
        add(&mut copy, kind.clone(), &[ground(0.0, 0.0), end]);
        Model::compile(&copy.scene).topology.rows()
    };
    let measures = reference(pin.clone());
    assert_eq!((rows(&pin), rows(&measures)), (4, 2));
    assert_eq!(measures.as_reference(false), pin);
    // The measurements of a weld keep its angle apart from its gap.
    let weld = reference(ConstraintKind::Weld(Weld { angle: 0.25 }));
    let id = add(&mut build, weld, &[ground(0.0, 0.0), end]);
    let model = Model::compile(&build.scene);
    let found = model.measured(&model.start, id).unwrap();
    let turned: Vec<f64> = found
        .iter()
        .filter(|it| it.0.unit == Unit::Radian)
        .map(|it| it.1)
        .collect();
    assert_eq!(turned, [-0.25]);
    // A drive cannot be a reference.
    let motor = ConstraintKind::catalogue()
        .into_iter()
        .find(|it| it.id() == "motor")
        .unwrap();
    assert!(!motor.may_measure());
    assert_eq!(motor.clone().as_reference(true), motor);
}
