//! Compatibility: old files remain readable for ever. The fixtures contain a file of each version, which is never changed.

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
        include_str!("../fixtures/one_of_each.v2.canonical.ron")
    );
    assert_eq!(read(&canonical).unwrap(), scene);
    let canonical = include_str!("../fixtures/one_of_each.v1.canonical.ron");
    assert_eq!(read(canonical).unwrap(), scene);
}

/// The file with all kinds of its version, and the resulting scene.
#[test]
fn a_file_of_every_kind_stays_readable() {
    let text = include_str!("../fixtures/every_kind.v1.ron");
    let scene = read(text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(scene.settings.grip.stiffness, Some(120.0));
    assert_eq!(scene.settings.grip.limit, Some(30.0));
    assert_eq!(scene.settings.stabilisation, Stabilisation::Projection);
    assert_eq!(scene.settings.sub_steps, SubSteps::Fixed);
    let canonical = file::write(&scene);
    assert_eq!(canonical, include_str!("../fixtures/every_kind.v2.canonical.ron"));
    assert_eq!(read(&canonical).unwrap(), scene);
    // It compiles and its equations can be evaluated; as a machine it makes no sense.
    let mut run = Simulation::new(&scene);
    assert!(run.drift().max_m.is_finite());
}

const RACK: &str = r#"parts: [(name: "bar", shape: Box(width: 2, height: 0.1), at: (0, 0)),
    (name: "wheel", shape: Disk(radius: 0.3), at: (0.4, 0.35), angle: 0.5),
    (name: "dot", shape: Particle(), at: (0, 3)SPIN)],
    constraints: [(name: "mesh", kind: RackAndPinion(axis: 0, radius: 0.3, side: LeftOFFSET), a: ("bar", (0, 0.05)), b: "wheel")]"#;

/// Fields whose meaning changed with version 2 keep the old meaning in files of version 1, and a note says so.
#[test]
fn a_file_of_version_1_means_what_it_meant() {
    let rack = |version: u32, offset: &str, spin: &str| {
        let body = RACK.replace("OFFSET", offset).replace("SPIN", spin);
        file::read_with_notes(&format!("(version: {version}, {body})"), "old.ron")
    };
    let offset = |reading: &file::Reading| {
        let id = reading.scene.find("mesh").unwrap();
        match &reading.scene.constraint(id).unwrap().kind {
            ConstraintKind::RackAndPinion(it) => it.offset,
            other => panic!("{other:?}"),
        }
    };
    let stands = 0.4 + 0.3 * 0.5;
    let old = rack(1, "", ", omega: 3").unwrap();
    assert_eq!(offset(&old), 0.0);
    let notes: Vec<String> = old.notes.iter().map(|note| note.of_file("old.ron")).collect();
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].starts_with("old.ron:3:5: particle \"dot\""), "{notes:?}");
    assert!(notes[1].starts_with("old.ron:4:19: rack \"mesh\""), "{notes:?}");
    // A migrated scene is written in the present form, and reading it gives no further note.
    let again = file::read_with_notes(&file::write(&old.scene), "new.ron").unwrap();
    assert_eq!((again.scene, again.notes.len()), (old.scene, 0));

    let new = rack(2, "", "").unwrap();
    assert!((offset(&new) - stands).abs() < 1e-15 && new.notes.is_empty());
    assert!(
        Simulation::new(&new.scene).drift().max_m < 1e-15,
        "it meshes as it stands"
    );
    for version in [1, 2] {
        let given = rack(version, ", offset: -0.0", "").unwrap();
        assert_eq!(offset(&given).to_bits(), (-0.0_f64).to_bits());
        assert!(given.notes.is_empty());
    }
    let refused = rack(2, "", ", omega: 3").unwrap_err().to_string();
    assert!(
        refused.contains("old.ron:3:5: particle \"dot\": its omega is 3"),
        "{refused}"
    );
}

/// A kind without a fixture could change unnoticed: whoever adds a kind adds a file.
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

/// Features that version 1 did not have are refused in its files, at their place: a program of that version could not read them.
#[test]
fn a_file_of_version_1_has_nothing_of_version_2() {
    for (what, told) in [
        ("settings: (dt: 0.002, smallest_step: 1e-6)", "`smallest_step`"),
        ("scopes: [(signals: [\"energy\"])]", "scopes"),
        ("variables: [(name: \"a\", value: \"1\")]", "named parameters"),
    ] {
        let error = read(&format!("(version: 1,\n  {what})")).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("machine.ron:2:3: {told} came with version 2; write `version: 2`")
        );
        assert!(read(&format!("(version: 2,\n  {what})")).is_ok(), "{what}");
    }
}
