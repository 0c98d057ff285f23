//! Scene files: read back exactly, refused with a sentence for every fault, never a panic.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use proptest::prelude::*;
use tinkertoy::bodies::Shape;
use tinkertoy::constraints::{ConstraintKind, Slot};
use tinkertoy::forces::ForceKind;
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::file::{self, FileError, v1::Document};
use tinkertoy::scene::gallery;
use tinkertoy::scene::{Attach, Constraint, Force, Mass, Part, PartColour, Scene, Trace};
use tinkertoy::sim::Simulation;

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
                    inertia: if shape.motion().is_one_point() {
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
        let count = turning.len();
        let other = |j: usize| turning[1 + (k + j) % (count - 1)];
        // A different part for each end, wheels by their centres.
        let ends = (0..kind.slots().len())
            .map(|j| match j {
                0 if kind.slots()[0] != Slot::Centre => Attach::part(turning[0], at[k % 2]),
                0 => Attach::part(turning[0], at[0]),
                j => Attach::part(other(j), at[0]),
            })
            .collect();
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
        ("machine(version: 1)", "1:", "scene"),
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
fn a_density_that_leaves_no_mass_is_refused() {
    for density in ["1e-320", "1e-310"] {
        let part = format!("(name: \"a\", shape: Disk(radius: 0.001), at: (0, 0), density: {density})");
        let faults = faults(&format!("(version: 1, parts: [{part}])"));
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].contains("larger"), "{faults:?}");
    }
    assert!(read("scene(version: 1)").is_ok());
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

#[test]
fn the_example_of_the_documentation_is_a_scene() {
    let text = include_str!("../docs/scene-format.md");
    let example = text
        .split("```ron\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let scene = read(example).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scene.info.title, "Pendulum");
    let mut run = Simulation::new(&scene);
    assert!(run.drift().max_m < 1e-12, "it starts with its joints closed");
    for _ in 0..250 {
        run.step().unwrap();
    }
    for kind in Shape::catalogue().iter().map(|it| format!("{it:?}")).chain(
        ConstraintKind::catalogue()
            .iter()
            .map(|it| format!("{it:?}"))
            .chain(ForceKind::catalogue().iter().map(|it| format!("{it:?}"))),
    ) {
        let name = kind.split('(').next().unwrap();
        assert!(text.contains(&format!("`{name}(")), "{name} is not described");
    }
}

#[test]
fn a_file_of_version_1_stays_readable() {
    let scene = file::load("tests/fixtures/one_of_each.v1.ron".as_ref()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(scene.parts().count(), 5);
    assert_eq!(scene.constraints().count(), 6);
    assert_eq!(scene.forces().count(), 4);
    assert_eq!(scene.traces().count(), 1);
    assert_eq!(scene.settings.dt, 0.002);
    let canonical = file::write(&scene);
    assert_eq!(canonical, include_str!("fixtures/one_of_each.v1.canonical.ron"));
    assert_eq!(read(&canonical).unwrap(), scene);
}

#[test]
fn the_way_of_integrating_is_kept_and_left_out_where_usual() {
    use tinkertoy::scene::{Integrator, Settings, Stabilisation, SubSteps};
    let usual = read("(version: 1, settings: (dt: 0.002))").unwrap();
    assert_eq!(usual.settings.stabilisation, Stabilisation::Baumgarte);
    assert!(!file::write(&usual).contains("stabilisation"));
    for integrator in Integrator::ALL {
        for stabilisation in Stabilisation::ALL {
            for sub_steps in SubSteps::ALL {
                let mut scene = usual.clone();
                scene.settings = Settings {
                    integrator,
                    stabilisation,
                    sub_steps,
                    tolerance: 1e-6,
                    ..scene.settings
                };
                assert_eq!(read(&file::write(&scene)).unwrap(), scene);
            }
        }
    }
}

#[test]
fn every_beginning_of_a_file_is_refused() {
    for text in [
        file::write(&one_of_each()),
        gallery::find("four-bar").unwrap().text.to_owned(),
    ] {
        for end in 0..text.trim_end().len() {
            let error = file::read_bytes(text.as_bytes()[..end].to_vec(), "cut.ron").expect_err("cut off");
            assert_eq!(error.faults.len(), 1);
            assert!(error.faults[0].at.is_some(), "{error}");
        }
    }
}

#[test]
fn saving_is_whole_or_not_at_all() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("saving");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("machine.ron");
    let scene = one_of_each();
    file::save(&scene, &path).unwrap();
    assert_eq!(file::load(&path).unwrap(), scene);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), file::write(&scene));

    // What could not be read back is not written, and the file stays.
    let mut bad = scene.clone();
    bad.settings.dt = f64::NAN;
    let refused = file::save(&bad, &path).unwrap_err().to_string();
    assert!(
        refused.contains("machine.ron: not saved") && refused.contains("dt is NaN"),
        "{refused}"
    );
    assert_eq!(file::load(&path).unwrap(), scene);

    // Through a link, to what it leads to.
    #[cfg(unix)]
    {
        let link = folder.join("link.ron");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        file::save(&Scene::default(), &link).unwrap();
        assert!(link.is_symlink());
        assert!(file::load(&path).unwrap().is_empty());
    }
    assert!(
        file::save(&scene, &folder)
            .unwrap_err()
            .to_string()
            .contains("folder")
    );
    assert!(file::save(&scene, &folder.join("no/such/folder.ron")).is_err());
    let left: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|it| it.unwrap().file_name())
        .collect();
    assert!(
        left.iter().all(|name| !name.to_string_lossy().contains("part")),
        "{left:?}"
    );
    assert!(
        file::load(&folder.join("absent.ron"))
            .unwrap_err()
            .to_string()
            .contains("cannot be read")
    );
}

proptest! {
    #[test]
    fn damaged_files_never_bring_the_program_down(
        which in 0..3usize,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let text = ["four-bar", "double-pendulum", "steering"][which];
        let mut bytes = gallery::find(text).unwrap().text.as_bytes().to_vec();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        match file::read_bytes(bytes, "damaged.ron") {
            Ok(scene) => {
                let text = file::write(&scene);
                prop_assert_eq!(file::write(&read(&text).unwrap()), text);
            }
            Err(error) => prop_assert!(!error.faults.is_empty()),
        }
    }

    #[test]
    fn whatever_is_legal_is_read_back_exactly(
        words in prop::collection::vec("\\PC{0,12}", 3),
        bodies in prop::collection::vec((number(), number(), number(), positive(), positive()), 1..6),
    ) {
        let mut scene = Scene::default();
        [scene.info.title, scene.info.description, scene.info.hint] =
            [words[0].clone(), words[1].clone(), words[2].clone()];
        let mut last = None;
        for (k, (x, y, angle, mass, inertia)) in bodies.into_iter().enumerate() {
            let name = scene.free_name(if words[k % 3].trim().is_empty() { "x" } else { words[k % 3].trim() });
            let mut part = Part::new(name, Shape::catalogue()[k % 4].clone(), Pose::new(x, y, angle));
            part.velocity = Vec2::new(angle, x);
            part.omega = y;
            part.mass = if k % 2 == 0 {
                Mass::Given { mass, inertia }
            } else {
                Mass::Density(mass)
            };
            let id = scene.add(part);
            if let Some(last) = last {
                scene.add(Constraint {
                    name: format!("rod\u{7f}{k}").replace('\u{7f}', " "),
                    ends: vec![Attach::part(last, Vec2::ZERO), Attach::part(id, Vec2::ZERO)],
                    kind: ConstraintKind::catalogue()[0].clone(),
                });
            }
            last = Some(id);
        }
        prop_assume!(tinkertoy::scene::validate::problems(&scene).is_empty());
        let text = file::write(&scene);
        let again = read(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(Document::of(&again), Document::of(&scene));
        prop_assert_eq!(file::write(&again), text);
    }
}

/// Any number a position may have, tiny ones and minus zero too.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1e9..1e9,
        prop::num::f64::ANY.prop_filter("in range", |x| x.abs() <= 1e9),
        Just(-0.0),
        Just(5e-324),
    ]
}

/// Any number a mass may have.
fn positive() -> impl Strategy<Value = f64> {
    prop_oneof![1e-9..1e9, Just(1e12), Just(5e-324), Just(0.1)]
}
