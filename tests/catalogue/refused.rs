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
        (
            r#"(name: "x", kind: Midline(width: 0), a: "a", b: "b", c: "p")"#,
            "width is 0",
        ),
        (
            r#"(name: "x", kind: Midline(width: 1), a: "a", b: ("b", (-0.5, 0)), c: "p")"#,
            "in one place",
        ),
        (
            r#"(name: "x", kind: DrumRope(radius: 3), a: "p", b: "a")"#,
            "take it off the drum",
        ),
        (
            r#"(name: "x", kind: Closing(joint: Motor(law: Speed, speed: 1), duration: 1), a: "a", b: "b")"#,
            "does not close gradually",
        ),
        (
            r#"(name: "x", kind: Closing(joint: Pin(), duration: 0), a: "a", b: "b")"#,
            "duration is 0",
        ),
        (
            r#"(name: "x", kind: ThrustHold(), a: "ground", b: "a", c: "ground")"#,
            "pushes nothing that moves",
        ),
        (
            r#"(name: "x", kind: MotorHold(), a: "ground", b: "a", c: "b", d: "b")"#,
            "to itself",
        ),
        (
            r#"(name: "x", kind: MotorHold(), a: "ground", b: "a", c: "ground", d: "p")"#,
            "is a particle",
        ),
        (
            r#"(name: "x", kind: Implicit(formula: "x^2 + z^2 - 1"), a: "a", b: "p")"#,
            "at character 7: there is nothing named z",
        ),
        (
            r#"(name: "x", kind: Implicit(formula: "x^2 + * y"), a: "a", b: "p")"#,
            "at character 7",
        ),
        (
            r#"(name: "x", kind: Implicit(formula: "y = floor(x)"), a: "a", b: "p")"#,
            "floor jumps",
        ),
        (
            r#"(name: "x", kind: Implicit(formula: "y = abs(x)"), a: "a", b: "p")"#,
            "has a corner",
        ),
        (
            r#"(name: "x", kind: Implicit(formula: "y = 1/(x - 2)"), a: "a", b: "p")"#,
            "not smooth at (2, 0), where its bead is",
        ),
        (
            r#"(name: "x", kind: Implicit(formula: "(x - 2)^2 + y^2 = 0"), a: "a", b: "p")"#,
            "is flat",
        ),
        (
            r#"(name: "x", kind: Implicit(formula: "3 = 4"), a: "a", b: "p")"#,
            "neither x nor y",
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

/// All that is wrong with a file is listed, a mistake in a formula among the rest.
#[test]
fn a_mistake_in_a_formula_hides_nothing_else() {
    let said = refused(
        r#"(name: "x", kind: Implicit(formula: "x +"), a: "a", b: "p"), (name: "y", kind: Ring(radius: 0), a: "a", b: "b")"#,
    );
    assert!(
        said.contains("ends too early") && said.contains("radius is 0"),
        "{said}"
    );
}

/// What is typed in the inspector is refused where it goes wrong, and nothing changes.
#[test]
fn a_mistake_in_a_formula_is_shown_where_it_is() {
    let mut kind = ConstraintKind::Implicit(Default::default());
    let before = kind.clone();
    let said = kind.set_text("formula", "x^2 + (y = 1").unwrap_err();
    assert!(said.starts_with("at character 10"), "{said}");
    assert_eq!(kind.mistake_at("formula", "x^2 + (y = 1"), Some(9));
    assert_eq!(kind.mistake_at("formula", "x^2 + y = 1"), None);
    assert_eq!(kind, before);
    kind.set_text("formula", "x^2 + y = 1").unwrap();
    assert_ne!(kind, before);
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
