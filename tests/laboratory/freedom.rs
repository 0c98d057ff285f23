//! Free motions, and dependent sets of constraints.

use std::sync::Arc;

use tinkertoy::bench::Shape;
use tinkertoy::lab::{Assembled, Coordinates, DependentSet, FreeMotion, Freedoms, Progress};
use tinkertoy::scene::{self, Scene, gallery};
use tinkertoy::sim::{Dynamics, Freedom, Model};
use tinkertoy::solver::redundancy::Verdict;

use crate::gallery_scene;

pub fn looked_at(scene: &Scene) -> (Arc<Model>, Assembled, Freedom) {
    let model = Arc::new(Model::compile(scene));
    let at = Assembled::of(&model, &model.start).unwrap();
    let mut dynamics = Dynamics::new(model.settings.method);
    dynamics.prepare(&model);
    let freedom = Freedom::of(&model, &model.start, &mut dynamics).unwrap();
    (model, at, freedom)
}

#[test]
fn dependent_rows_add_up_to_nothing_with_their_weights() {
    let (_, at, freedom) = looked_at(&Shape::LoopsRedundant.scene(400));
    let sets = DependentSet::all(&at, &freedom);
    assert!(sets.len() >= 2, "{}", sets.len());
    for set in &sets {
        assert_eq!(set.verdict, Verdict::Redundant);
        assert!(set.residual < 1e-9, "{}", set.residual);
        let largest = set.members.iter().fold(0.0_f64, |most, it| most.max(it.2.abs()));
        assert_eq!(largest, 1.0);
    }
    // A wrong weight is detected by the residual.
    let mut wrong = freedom;
    wrong.dependences[0].members[0].2 *= 1.001;
    let sets = DependentSet::all(&at, &wrong);
    assert!(sets.iter().any(|set| set.residual > 1e-6));
}

/// Null vectors: J^T w = 0 to 1e-9, relative to the terms of its sums, for every kind of dependence:
/// parallel rods, loops, lattices, gears that close a ring, duplicate joints, a singular configuration.
#[test]
fn null_vectors_hold_to_nine_digits() {
    let mut scenes: Vec<(String, Scene)> = Shape::ALL
        .into_iter()
        .flat_map(|shape| [100, 400].map(|n| (format!("{} of {n}", shape.id()), shape.scene(n))))
        .collect();
    for entry in gallery::GALLERY {
        scenes.push((entry.id.to_owned(), entry.scene().unwrap()));
    }
    for (name, text) in REDUNDANT {
        scenes.push((name.to_owned(), scene::file::read(text, name).unwrap()));
    }
    let mut found = std::collections::BTreeMap::new();
    for (name, scene) in scenes {
        if scene.constraints().count() > 900 {
            continue;
        }
        let (_, at, freedom) = looked_at(&scene);
        let sets = DependentSet::all(&at, &freedom);
        for set in &sets {
            assert!(set.residual < 1e-9, "{name}: {:e}", set.residual);
        }
        if !sets.is_empty() {
            found.insert(name, sets.len());
        }
    }
    for (name, _) in REDUNDANT {
        assert!(found.contains_key(name), "{name}: {found:?}");
    }
    assert!(found.len() >= 8, "{found:?}");
}

/// The predicted effect of deleting a joint of a dependent set is correct: a rod repeated by others
/// frees nothing, a pin with one repeated row frees the degree of freedom of its other row.
#[test]
fn a_joint_of_a_dependent_set_that_goes_frees_what_is_said() {
    let mut scenes: Vec<(String, Scene)> = ["parallelogram", "truss-bridge", "peaucellier", "net"]
        .map(|id| (id.to_owned(), gallery_scene(id)))
        .to_vec();
    scenes.push(("loops".to_owned(), Shape::LoopsRedundant.scene(60)));
    for (name, text) in REDUNDANT {
        scenes.push((name.to_owned(), scene::file::read(text, name).unwrap()));
    }
    let mut seen = [0; 2];
    for (name, scene) in scenes {
        let (model, at, freedom) = looked_at(&scene);
        let free = |model: &Model, freedom: &Freedom| Some(model.topology.dofs() - freedom.rank_generic?);
        let before = free(&model, &freedom).unwrap();
        for set in DependentSet::all(&at, &freedom) {
            let Some(frees) = &set.frees else { continue };
            for (id, frees) in set.constraints().into_iter().zip(frees) {
                let mut without = scene.clone();
                let edit = without.plan_delete(&[id], "Delete");
                without.apply(&edit);
                let (model, _, freedom) = looked_at(&without);
                let after = free(&model, &freedom).unwrap();
                assert_eq!(after, before + frees, "{name}: {}", scene.name(Some(id)));
                seen[usize::from(*frees > 0)] += 1;
            }
        }
    }
    assert!(seen[0] > 5 && seen[1] > 5, "{seen:?}");
}

/// Machines with redundant rows.
const REDUNDANT: [(&str, &str); 4] = [
    (
        "a rod three times",
        r#"(version: 2, parts: [(name: "bob", shape: Particle(), at: (0.3, -0.4), mass: 3)], constraints: [
            (name: "a", kind: Distance(length: 0.5), a: "ground", b: "bob"),
            (name: "b", kind: Distance(length: 0.5), a: "ground", b: "bob"),
            (name: "c", kind: Distance(length: 0.5), a: "ground", b: "bob")])"#,
    ),
    (
        "wheels in a ring",
        r#"(version: 2, parts: [
            (name: "a", shape: Disk(radius: 0.2), at: (0, 0)), (name: "b", shape: Disk(radius: 0.3), at: (0.5, 0)),
            (name: "c", shape: Disk(radius: 0.1), at: (0.2, 0.7))], constraints: [
            (name: "axle a", kind: Pin(), a: "ground", b: "a"), (name: "axle b", kind: Pin(), a: ("ground", (0.5, 0)), b: "b"),
            (name: "axle c", kind: Pin(), a: ("ground", (0.2, 0.7)), b: "c"),
            (name: "ab", kind: SpeedRatio(ratio: 1.5), a: "ground", b: "a", c: "b"), (name: "bc", kind: SpeedRatio(ratio: 2), a: "ground", b: "b", c: "c"),
            (name: "ca", kind: SpeedRatio(ratio: 0.3333333333333333), a: "ground", b: "c", c: "a")])"#,
    ),
    (
        "two rails",
        r#"(version: 2, parts: [(name: "shoe", shape: Box(width: 0.4, height: 0.1), at: (0.1, 0))], constraints: [
            (name: "front", kind: Slider(), a: "ground", b: "shoe"),
            (name: "rear", kind: Groove(), a: "ground", b: ("shoe", (0.2, 0)))])"#,
    ),
    (
        "three rods of one length",
        r#"(version: 2, parts: [(name: "table", shape: Box(width: 2, height: 0.1), at: (0, 1))], constraints: [
            (name: "left", kind: Distance(length: 1), a: ("ground", (-1, 0)), b: ("table", (-1, 0))),
            (name: "middle", kind: Distance(length: 1), a: "ground", b: "table"),
            (name: "right", kind: Distance(length: 1), a: ("ground", (1, 0)), b: ("table", (1, 0)))])"#,
    ),
];

/// Ids start anew with each scene: when another machine is loaded, members of a dependent set may be rows that its equations do not have.
#[test]
fn dependent_rows_of_another_machine_count_as_zero() {
    let (_, _, freedom) = looked_at(&Shape::LoopsRedundant.scene(400));
    let (_, other, _) = looked_at(&gallery_scene("atwood"));
    let mut freedom = freedom;
    let known = other.model.links[0].id;
    freedom.dependences[0].members = (0..9).map(|row| (known, row, 1.0)).collect();
    let sets = DependentSet::all(&other, &freedom);
    assert_eq!(sets.len(), freedom.dependences.len());
    assert!(sets.iter().all(|set| set.residual <= 1.0));
}

#[test]
fn each_free_motion_is_allowed_and_there_are_as_many_as_freedoms() {
    for id in [
        "jansen",
        "four-bar",
        "double-pendulum",
        "parallelogram",
        "slider-crank",
        "atwood",
    ] {
        let (model, at, freedom) = looked_at(&gallery_scene(id));
        let found = Freedoms::of(&model, &model.start, &Progress::default()).unwrap();
        assert_eq!(Some(found.motions.len() + found.more), freedom.dof, "{id}");
        let j = Coordinates::jacobian(&model.topology, &at.system);
        for motion in &found.motions {
            let mut rates = vec![0.0; model.topology.rows()];
            j.entries
                .iter()
                .for_each(|&(row, column, x)| rates[row] += x * motion.motion[column]);
            for link in model.links.iter().filter(|link| !link.drives(&model.start)) {
                for rate in &rates[link.row..link.row + link.rows.len()] {
                    assert!(rate.abs() < 1e-6, "{id}: {rate}");
                }
            }
            assert!(motion.poses.len() > 4, "{id}: {} poses", motion.poses.len());
            assert_eq!(motion.poses[motion.middle], model.start.q);
            let mut dynamics = Dynamics::new(model.settings.method);
            dynamics.prepare(&model);
            for pose in &motion.poses {
                let mut state = model.start.clone();
                state.q.clone_from(pose);
                dynamics.linear_system(&model, &state);
                for link in model.links.iter().filter(|link| !link.drives(&model.start)) {
                    for (k, c) in dynamics.evaluation().value()[link.row..][..link.rows.len()]
                        .iter()
                        .enumerate()
                    {
                        assert!(!link.holds_position(k) || c.abs() < 1e-6, "{id}: {c}");
                    }
                }
            }
        }
    }
}

/// A point that goes round a circle one and a half times: it follows a pull continuously, and does not jump to another passage of the same place.
#[test]
fn the_nearest_place_along_a_motion_is_walked_to() {
    let angle = |place: f64| 0.1 * place;
    let motion = FreeMotion {
        motion: vec![1.0],
        most: 0,
        poses: (0..95).map(|k| vec![angle(f64::from(k))]).collect(),
        middle: 47,
        singular: None,
        dead: Vec::new(),
    };
    let pulled = |from: f64, to: f64| {
        let distance = |q: &[f64]| (q[0].cos() - to.cos()).hypot(q[0].sin() - to.sin());
        motion.nearest(from, distance)
    };
    // Both places are the same point of the circle.
    let round = std::f64::consts::TAU / 0.1;
    assert!((pulled(10.0, angle(15.4)) - 15.4).abs() < 2e-3);
    assert!((pulled(10.0 + round, angle(15.4)) - 15.4 - round).abs() < 2e-3);
    assert_eq!(pulled(90.0, angle(97.0)), motion.last(), "there is an end");
    assert_eq!(motion.pose(15.5).collect::<Vec<f64>>(), [1.55]);
    assert_eq!([-1.0, 0.0, 1.0].map(|it| motion.swung(it)), [35.0, 47.0, 59.0]);
}
