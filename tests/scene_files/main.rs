//! Scene files: read back exactly, refused with a message for every fault, never a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::too_many_lines
)]

mod any_text;
mod long;
#[cfg(target_os = "linux")]
mod long_paths;
mod mutated;
mod old_files;
mod refused;
mod run;
mod saving;
mod unbalanced;
mod underlay;

use std::sync::Arc;

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::{ConstraintKind, Slot};
use tinkertoy::forces::ForceKind;
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::raster::{Image, ImageFile};
use tinkertoy::scene::file::{self, FileError, document::Document};
use tinkertoy::scene::{Attach, Constraint, Force, Mass, Part, PartColour, Scene, Trace, Underlay};
use tinkertoy::sim::Simulation;

/// Reads the scene of a text.
pub fn read(text: &str) -> Result<Scene, FileError> {
    file::read(text, "machine.ron")
}

/// A scene with every kind of part, constraint and force, with awkward numbers and names.
pub fn one_of_each() -> Scene {
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
                if !shape.motion().is_one_point() {
                    part.omega = -std::f64::consts::PI;
                }
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
                // Off the middle, where the formula of a wire is flat.
                0 if kind.id() == "implicit" => Attach::part(turning[0], at[1]),
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
    scene.add(Trace::new("trace", Attach::part(turning[0], at[1])));
    let pixels = Image {
        width: 3,
        height: 2,
        rgba: (0..24).collect(),
    };
    scene.underlay = Some(Underlay {
        file: Arc::new(ImageFile::of_image(pixels).unwrap()),
        center: Vec2::new(0.1, -0.0),
        width: 1.0 / 3.0,
        angle: 0.2,
        opacity: 0.3,
        hidden: true,
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
    // Equality does not distinguish minus zero; the text does.
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
fn the_example_of_the_documentation_is_a_scene() {
    let text = include_str!("../../docs/scene-format.md");
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
