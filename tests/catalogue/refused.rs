//! Bad parameters are refused with a sentence, in the file as in the inspector.

use tinkertoy::constraints::ConstraintKind;
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::file;

/// A scene with two disks and what is given.
fn scene(constraints: &str, parts: &str) -> String {
    format!(
        "(version: 1, parts: [(name: \"a\", shape: Disk(radius: 0.3), at: (0, 0)), (name: \"b\", shape: Disk(radius: 0.2), at: (0.5, 0)), \
         (name: \"p\", shape: Particle(), at: (2, 0)), {parts}], constraints: [{constraints}])"
    )
}

fn refused(constraint: &str) -> String {
    file::read(&scene(constraint, ""), "test")
        .map(|_| ())
        .unwrap_err()
        .to_string()
}

#[test]
fn bad_constraints_are_refused_in_a_file() {
    for (text, word) in [
        (
            r#"(name: "x", kind: Ring(radius: 0), a: "a", b: "b")"#,
            "radius is 0",
        ),
        (
            r#"(name: "x", kind: GearPair(radius_a: 0, radius_b: 1), a: "a", b: "b")"#,
            "radius_a is 0",
        ),
        (
            r#"(name: "x", kind: GearPair(radius_a: 0.1, radius_b: 0.2, mesh: Inside), a: "a", b: "b")"#,
            "does not fit inside",
        ),
        (
            r#"(name: "x", kind: GearPair(radius_a: 0.1, radius_b: 0.2), a: "a", b: ("b", (-0.5, 0)))"#,
            "same centre",
        ),
        (r#"(name: "x", kind: Slider(), a: "a", b: "p")"#, "is a particle"),
        (
            r#"(name: "x", kind: SpeedRatio(ratio: 0), a: "ground", b: "a", c: "b")"#,
            "ratio is 0",
        ),
        (
            r#"(name: "x", kind: SpeedRatio(ratio: 2), a: "ground", b: "a")"#,
            "needs 3",
        ),
        (
            r#"(name: "x", kind: SpeedRatio(ratio: 2), a: "ground", b: "a", c: "a")"#,
            "to itself",
        ),
        (
            r#"(name: "x", kind: SpeedRatio(ratio: 2), a: "ground", b: "a", d: "b")"#,
            "no c",
        ),
        (
            r#"(name: "x", kind: Track(points: [(0, 0)]), a: "a", b: "b")"#,
            "has 1 points",
        ),
        (
            r#"(name: "x", kind: Track(points: [(0, 0), (0, 0), (0, 0), (0, 0)]), a: "a", b: "b")"#,
            "single point",
        ),
        (
            r#"(name: "x", kind: Actuator(length: 1, programme: Table([(0, 0)])), a: "a", b: "b")"#,
            "1 points",
        ),
        (
            r#"(name: "x", kind: Motor(law: Angle, speed: 1, programme: Table([(1, 0), (0, 1)])), a: "a", b: "b")"#,
            "must grow",
        ),
    ] {
        let said = refused(text);
        assert!(said.contains(word), "{text}\n{said}");
    }
}

#[test]
fn bad_plates_are_refused_in_a_file() {
    for (shape, word) in [
        ("Polygon(corners: [(0, 0), (1, 0)])", "2 corners"),
        ("Polygon(corners: [(-1, -1), (1, 1), (1, -1), (-1, 1)])", "cross"),
        ("Gear(teeth: 12.5, module: 0.05)", "whole number"),
        ("Gear(teeth: 2, module: 0.05)", "from 5"),
    ] {
        let text = scene("", &format!("(name: \"x\", shape: {shape}, at: (5, 0))"));
        let said = file::read(&text, "test").map(|_| ()).unwrap_err().to_string();
        assert!(said.contains(word), "{shape}\n{said}");
    }
}

/// Every kind with every programme is written and read back to the same.
#[test]
fn every_kind_goes_through_a_file_and_back() {
    for kind in ConstraintKind::catalogue() {
        let mut others = vec![kind.clone()];
        for choice in kind.choices() {
            for option in 0..choice.options.len() {
                let mut other = kind.clone();
                other.choose(choice.key, option);
                others.push(other);
            }
        }
        for kind in others {
            let text = ron::to_string(&kind).unwrap();
            let back: ConstraintKind = ron::from_str(&text).unwrap();
            assert_eq!(back, kind, "{text}");
        }
    }
    for kind in tinkertoy::forces::ForceKind::catalogue() {
        let text = ron::to_string(&kind).unwrap();
        assert_eq!(
            ron::from_str::<tinkertoy::forces::ForceKind>(&text).unwrap(),
            kind
        );
    }
}
