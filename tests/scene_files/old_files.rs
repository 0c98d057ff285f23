//! Files of before are read for ever: a file of each time stands in the fixtures and is never changed.

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::forces::ForceKind;
use tinkertoy::scene::file;
use tinkertoy::scene::{Scene, Stabilisation, SubSteps};
use tinkertoy::sim::Simulation;

use crate::read;

#[test]
fn a_file_of_version_1_stays_readable() {
    let scene = file::load("tests/fixtures/one_of_each.v1.ron".as_ref()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(scene.parts().count(), 5);
    assert_eq!(scene.constraints().count(), 6);
    assert_eq!(scene.forces().count(), 4);
    assert_eq!(scene.traces().count(), 1);
    assert_eq!(scene.settings.dt, 0.002);
    let canonical = file::write(&scene);
    assert_eq!(
        canonical,
        include_str!("../fixtures/one_of_each.v1.canonical.ron")
    );
    assert_eq!(read(&canonical).unwrap(), scene);
}

/// The file that has all kinds of its time, and what the program makes of it.
#[test]
fn a_file_of_every_kind_stays_readable() {
    let text = include_str!("../fixtures/every_kind.v1.ron");
    let scene = read(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(scene.settings.grip.stiffness, Some(120.0));
    assert_eq!(scene.settings.grip.limit, Some(30.0));
    assert_eq!(scene.settings.stabilisation, Stabilisation::Projection);
    assert_eq!(scene.settings.sub_steps, SubSteps::Fixed);
    let canonical = file::write(&scene);
    assert_eq!(canonical, include_str!("../fixtures/every_kind.v1.canonical.ron"));
    assert_eq!(read(&canonical).unwrap(), scene);
    // It compiles and its equations can be written down; as a machine it makes no sense.
    let mut run = Simulation::new(&scene);
    assert!(run.drift().max_m.is_finite());
}

/// A kind that no fixture has could change unseen: whoever adds one adds a file.
#[test]
fn every_kind_is_in_a_fixture() {
    let fixtures: Vec<Scene> = std::fs::read_dir("tests/fixtures")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "ron"))
        .map(|path| file::load(&path).unwrap_or_else(|e| panic!("{e}")))
        .collect();
    let any = |has: &dyn Fn(&Scene) -> bool, what: &str| {
        assert!(fixtures.iter().any(has), "no file of the fixtures has a {what}");
    };
    for shape in Shape::catalogue() {
        any(
            &|scene| scene.parts().any(|(_, it)| it.shape.tag() == shape.tag()),
            shape.tag(),
        );
    }
    for kind in ConstraintKind::catalogue() {
        any(
            &|scene| scene.constraints().any(|(_, it)| it.kind.tag() == kind.tag()),
            kind.tag(),
        );
    }
    for kind in ForceKind::catalogue() {
        any(
            &|scene| scene.forces().any(|(_, it)| it.kind.tag() == kind.tag()),
            kind.tag(),
        );
    }
}
