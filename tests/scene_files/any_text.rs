//! Any scene survives a round trip through a file, and any text is read or refused.

use proptest::prelude::*;
use tinkertoy::bodies::Shape;
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::file::{self, document::Document};
use tinkertoy::scene::{Attach, Constraint, Mass, Part, Scene, gallery};

use crate::read;

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
            if !part.shape.motion().is_one_point() {
                part.omega = y;
            }
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

/// Any coordinate of a position, with tiny numbers and minus zero.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        -1e9..1e9,
        prop::num::f64::ANY.prop_filter("in range", |x| x.abs() <= 1e9),
        Just(-0.0),
        Just(5e-324),
    ]
}

/// Any valid mass.
fn positive() -> impl Strategy<Value = f64> {
    prop_oneof![1e-9..1e9, Just(1e12), Just(5e-324), Just(0.1)]
}
