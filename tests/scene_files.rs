//! Scene files: read back exactly, refused with a sentence for every fault, never a panic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use tinkertoy::bodies::{Motion, Shape};
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::forces::ForceKind;
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::file::{self, FileError, v1::Document};
use tinkertoy::scene::{Attach, Constraint, Force, Mass, Part, PartColour, Scene, Trace};

fn read(text: &str) -> Result<Scene, FileError> {
    file::read(text, "machine.ron")
}

/// The faults of a text, one a line.
fn faults(text: &str) -> Vec<String> {
    let error = read(text).expect_err("it should be refused");
    error.to_string().lines().map(str::to_owned).collect()
}

/// Every kind of part, constraint and force, with awkward numbers and names.
fn one_of_each() -> Scene {
    let mut scene = Scene::default();
    scene.info.title = "Quotes \" backslash \\ and\nlines".into();
    scene.info.hint = "naïve 日本 \u{301}".into();
    scene.settings.dt = 1.0 / 240.0;
    scene.settings.gravity.x = -0.0;
    let mut turning = Vec::new();
    for (k, shape) in Shape::catalogue().into_iter().enumerate() {
        for round in 0..2 {
            let x = k as f64 / 3.0 + 0.1;
            let mut part = Part::new(
                format!("{} {round}", shape.id()),
                shape.clone(),
                Pose::new(x, -0.0, 0.0),
            );
            if round == 1 {
                part.pose.angle = 1e-300;
                part.mass = Mass::Given {
                    mass: 1e11,
                    inertia: if shape.motion() == Motion::Point {
                        0.0
                    } else {
                        1.0 / 3.0
                    },
                };
                part.fixed = k == 2;
                part.colour = PartColour::Blue;
                part.velocity = Vec2::new(0.1 + 0.2, 1e9);
                part.omega = -std::f64::consts::PI;
            }
            let turns = shape.motion().turns();
            let id = scene.add(part);
            if turns {
                turning.push(id);
            }
        }
    }
    let at = [Vec2::ZERO, Vec2::new(0.1, -1.0 / 7.0)];
    for (k, kind) in ConstraintKind::catalogue().into_iter().enumerate() {
        let ends = vec![
            Attach::part(turning[0], at[k % 2]),
            Attach::part(turning[1 + k], at[0]),
        ];
        let name = format!("{} of them", kind.id());
        scene.add(Constraint { name, ends, kind });
    }
    for kind in ForceKind::catalogue() {
        let mut ends = vec![Attach::part(turning[0], at[1])];
        if kind.slots().len() == 2 {
            ends.push(Attach::ground(at[1]));
        }
        let name = kind.id().to_owned();
        scene.add(Force { name, ends, kind });
    }
    scene.add(Trace {
        name: "trace".into(),
        end: Attach::part(turning[0], at[1]),
    });
    scene
}

#[test]
fn every_kind_is_read_back_exactly() {
    let scene = one_of_each();
    let text = file::write(&scene);
    let again = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(
        again, scene,
        "ids and all, since items stand in the order of the file"
    );
    assert_eq!(Document::of(&again), Document::of(&scene));
    assert_eq!(file::write(&again), text);
    // Equality knows no minus zero; the text does.
    assert!(text.contains("gravity: (-0.0, -9.81)"), "{text}");
}

#[test]
fn what_may_be_left_out_is_left_out() {
    let scene = read(
        r#"// a comment
        (version: 1, parts: [
            (name: "wheel", shape: Disk(radius: 1), at: (0, 2)),
            (name: "dot", shape: Particle(), at: (1, 0), mass: 2), /* another */
            (name: "plate", shape: Box(width: 2, height: 1), at: (0, 0), mass: 3),
        ], constraints: [
            (name: "axle", kind: Pin(), a: "ground", b: ("wheel", (0, -2))),
            (name: "drive", kind: Motor(law: Speed, speed: 3), a: "ground", b: "wheel"),
        ], traces: [(name: "rim", at: ("wheel", (1, 0)))])"#,
    )
    .unwrap();
    assert_eq!(scene.settings, tinkertoy::scene::Settings::default());
    let part = |name| scene.part(scene.find(name).unwrap()).unwrap();
    assert_eq!(part("wheel").mass, Mass::Density(1.0));
    assert_eq!(
        part("dot").mass,
        Mass::Given {
            mass: 2.0,
            inertia: 0.0
        }
    );
    assert_eq!(
        part("plate").mass,
        Mass::Given {
            mass: 3.0,
            inertia: 3.0 * 5.0 / 12.0
        }
    );
    let axle = scene.constraint(scene.find("axle").unwrap()).unwrap();
    assert_eq!(
        axle.ends,
        [
            Attach::ground(Vec2::ZERO),
            Attach::part(scene.find("wheel").unwrap(), Vec2::new(0.0, -2.0)),
        ]
    );
}

#[test]
fn all_faults_are_listed_with_their_places() {
    let faults = faults(
        r#"(version: 1,
  settings: (dt: 7, method: "magic"),
  parts: [
    (name: "a", shape: Disk(radius: -1), at: (0, 0)),
    (name: "a", shape: Disk(radius: 1), at: (NaN, 0)),
    (name: "", shape: Particle(), at: (0, 1e400), density: 0),
    (name: "dot", shape: Particle(), at: (0, 0), mass: -2, colour: "mauve"),
    (name: "plate", shape: Box(width: 1, height: 1), at: (0, 0), mass: 1, density: 1),
    (name: "ground", shape: Particle(), at: (0, 0)),
  ],
  constraints: [
    (name: "p", kind: Pin(), a: "plat", b: "dot"),
    (name: "m", kind: Motor(law: Speed, speed: 1), a: "ground", b: "dot"),
    (name: "q", kind: Pin(), a: "plate"),
    (name: "r", kind: Pin(), b: "plate"),
    (name: "s", kind: Distance(length: 1), a: "plate", b: "plate"),
  ],
  traces: [(name: "t", at: "nothing like it")])"#,
    );
    for (place, words) in [
        ("2:3: ", "dt is 7"),
        ("2:3: ", "magic"),
        ("4:5: ", "radius is -1"),
        ("5:5: ", "NaN"),
        ("5:5: ", "given twice"),
        ("6:5: ", "empty name"),
        ("6:5: ", "inf"),
        ("6:5: ", "density is 0"),
        ("7:5: ", "mass is -2"),
        ("7:5: ", "mauve"),
        ("8:5: ", "the one or the other"),
        ("9:5: ", "name of the ground"),
        ("12:5: ", "did you mean \"plate\"?"),
        ("13:5: ", "needs an angle"),
        ("14:5: ", "has 1 ends"),
        ("15:5: ", "no a"),
        ("16:5: ", "to itself"),
        ("18:12: ", "there is no part of that name"),
    ] {
        let found = faults
            .iter()
            .any(|it| it.starts_with(&format!("machine.ron:{place}")) && it.contains(words));
        assert!(found, "no {place}{words} in:\n{}", faults.join("\n"));
    }
    assert!(faults.is_sorted_by_key(|it| it.split(':').nth(1).unwrap().parse::<u32>().unwrap()));
}

#[test]
fn grammar_faults_say_what_to_do() {
    for (text, place, words) in [
        ("", "1:1", "empty"),
        ("(title: \"x\")", "1:", "version: 1"),
        ("(version: 2, gizmos: [Whirl(3)])", "1:1", "newer"),
        ("(version: 0)", "1:1", "version: 1"),
        ("(version: 1, colour: 3)", "1:14", "no field `colour`"),
        (
            "(version: 1,\n parts: [(name: \"a\", shape: Disk(radius: 1, weight: 2), at: (0, 0))])",
            "2:45",
            "no field `weight`",
        ),
        (
            "(version: 1,\n parts: [(name: \"a\", shape: Blob(), at: (0, 0))])",
            "2:29",
            "give one of Particle, Disk, Box, Bar",
        ),
        (
            "(version: 1, parts: [(name: \"a\", shape: Disk(radius: 1))])",
            "1:",
            "has no `at`",
        ),
        (
            "(version: 1, parts: [(name: \"a\", shape: Disk(radius: \"big\"), at: (0, 0))])",
            "1:",
            "float",
        ),
        (
            "(version: 1, constraints: [(name: \"a\", kind: Pin, a: \"b\")])",
            "1:",
            "Pin()",
        ),
        ("(version: 1, parts: [", "1:", "cut off"),
        ("(version: 1) trailing", "1:13", "trailing"),
    ] {
        let faults = faults(text);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(
            faults[0].starts_with(&format!("machine.ron:{place}")) && faults[0].contains(words),
            "{text}\n{}",
            faults[0]
        );
    }
}

#[test]
fn hostile_text_is_refused() {
    let deep = format!("(version: 1, parts: {}", "[".repeat(100_000));
    assert!(faults(&deep)[0].contains("nested deeper"), "{:?}", faults(&deep));
    let deep = format!(
        "(version: 1, gizmo: {}{})",
        "(".repeat(100_000),
        ")".repeat(100_000)
    );
    assert!(faults(&deep)[0].contains("nested deeper"));
    let many = format!(
        "(version: 1, constraints: [{}])",
        "(name: \"x\", kind: Pin(), a: \"y\"),".repeat(2000)
    );
    assert!(faults(&many).len() >= 4000);
    assert!(faults("\u{0}\u{1}")[0].starts_with("machine.ron:1:1: "));
    let large = " ".repeat(file::LARGEST + 1);
    assert!(faults(&large)[0].contains("64 MB"));
}
