//! Free motions and dependent sets.

use std::sync::Arc;

use tinkertoy::bench::Shape;
use tinkertoy::lab::{
    Assembled, Coordinates, DependentSet, FreeMotion, Freedoms, Progress, least_along, singular_values,
};
use tinkertoy::scene::Scene;
use tinkertoy::sim::{Dynamics, Freedom, Model};
use tinkertoy::solver::redundancy::Verdict;

use crate::gallery_scene;

fn looked_at(scene: &Scene) -> (Arc<Model>, Assembled, Freedom) {
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
    // A weight that is wrong shows.
    let mut wrong = freedom;
    wrong.dependences[0].members[0].2 *= 1.001;
    let sets = DependentSet::all(&at, &wrong);
    assert!(sets.iter().any(|set| set.residual > 1e-6));
}

/// Ids begin anew with each scene: while another machine is loaded, members are rows that its equations do not have.
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

/// A point that goes round a circle and a half: it follows what pulls it from where it is, and does not leap to where it comes by again.
#[test]
fn the_nearest_place_along_a_motion_is_walked_to() {
    let angle = |place: f64| 0.1 * place;
    let motion = FreeMotion {
        motion: vec![1.0],
        most: 0,
        poses: (0..95).map(|k| vec![angle(f64::from(k))]).collect(),
        middle: 47,
        singular: Vec::new(),
    };
    let pulled = |from: f64, to: f64| {
        let distance = |q: &[f64]| (q[0].cos() - to.cos()).hypot(q[0].sin() - to.sin());
        motion.nearest(from, distance)
    };
    // Both places are at the same point of the circle.
    let round = std::f64::consts::TAU / 0.1;
    assert!((pulled(10.0, angle(15.4)) - 15.4).abs() < 2e-3);
    assert!((pulled(10.0 + round, angle(15.4)) - 15.4 - round).abs() < 2e-3);
    assert_eq!(pulled(90.0, angle(97.0)), motion.last(), "there is an end");
    assert_eq!(motion.pose(15.5).collect::<Vec<f64>>(), [1.55]);
    assert_eq!([-1.0, 0.0, 1.0].map(|it| motion.swung(it)), [35.0, 47.0, 59.0]);
}

/// Two rods from the ground that meet at an angle in a particle: `sqrt(1 -+ |cos|)` of that angle.
#[test]
fn singular_values_are_those_of_two_rods_at_an_angle() {
    let values = |angle: f64| {
        let text = format!(
            r#"(version: 2, parts: [(name: "bob", shape: Particle(), at: (0, 0), mass: 3)], constraints: [
                (name: "a", kind: Distance(length: 1), a: ("ground", (-1, 0)), b: "bob"),
                (name: "b", kind: Distance(length: 2), a: ("ground", ({}, {})), b: "bob")])"#,
            2.0 * angle.cos(),
            2.0 * angle.sin()
        );
        let scene = tinkertoy::scene::file::read(&text, "two rods").unwrap();
        let model = Arc::new(Model::compile(&scene));
        let mut dynamics = Dynamics::new(model.settings.method);
        dynamics.prepare(&model);
        singular_values(&model, &model.start, &mut dynamics).unwrap()
    };
    for angle in [0.3, 1.0, 1.6, 2.5, 3.1] {
        let (found, cos) = (values(angle), f64::cos(angle).abs());
        assert!((found[0] - (1.0 - cos).sqrt()).abs() < 1e-7, "{found:?}");
        assert!((found[1] - (1.0 + cos).sqrt()).abs() < 1e-12, "{found:?}");
    }
    // In one line they are one row, at this pose alone; a row that is one everywhere does not count.
    let path = [values(3.0), values(std::f64::consts::PI), values(3.3)];
    let least = least_along(&path);
    assert!(least[1] < 1e-7 && least[0] > 0.05 && least[2] > 0.05, "{least:?}");
    let repeated: Vec<Vec<f64>> = path.iter().map(|it| [&[0.0], &it[..]].concat()).collect();
    assert_eq!(least_along(&repeated), least);
}
