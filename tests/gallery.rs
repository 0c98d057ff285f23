//! Every scene of the gallery is legal, in view, canonical, and worth looking at within two seconds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use tinkertoy::math::Vec2;
use tinkertoy::scene::file::{self, v1::Document};
use tinkertoy::scene::gallery::{self, GALLERY};
use tinkertoy::scene::{Integrator, Scene};
use tinkertoy::sim::Simulation;
use tinkertoy::solver::Method;

fn scenes() -> impl Iterator<Item = (&'static str, Scene)> {
    GALLERY
        .iter()
        .map(|entry| (entry.id, entry.scene().unwrap_or_else(|error| panic!("{error}"))))
}

#[test]
fn each_says_what_it_is_and_what_to_try() {
    assert!(GALLERY.len() >= 11);
    assert_eq!(GALLERY[0].id, "jansen");
    let mut titles = std::collections::BTreeSet::new();
    for (id, scene) in scenes() {
        let info = &scene.info;
        assert!(!info.title.is_empty() && info.title.len() < 40, "{id}");
        assert!(info.description.len() > 40 && info.hint.len() > 20, "{id}");
        assert!(titles.insert(info.title.clone()), "{id}: a title of its own");
        assert!(gallery::find(id).is_some());
    }
    assert!(gallery::find("no such scene").is_none());
}

#[test]
fn their_files_are_canonical() {
    for entry in GALLERY {
        let scene = entry.scene().unwrap();
        assert_eq!(
            file::write(&scene),
            entry.text,
            "{}: run the example write_gallery",
            entry.id
        );
        let again = file::read(&file::write(&scene), entry.id).unwrap();
        assert_eq!(Document::of(&again), Document::of(&scene));
        assert_eq!(again, scene);
    }
}

#[test]
fn they_start_legal_at_rest_in_their_joints() {
    for (id, scene) in scenes() {
        let model = tinkertoy::sim::Model::compile(&scene);
        let mut dynamics = tinkertoy::sim::Dynamics::new(Method::Sparse);
        dynamics.prepare(&model);
        let drift = dynamics.drift(&model, &model.start);
        assert!(drift.max_m < 1e-9 && drift.max_rad < 1e-9, "{id}: {drift:?}");
        assert!(drift.rate < 1e-9, "{id}: {drift:?}");
    }
}

/// The furthest anything is beyond the edge of a view of 16:10 (m); not above 0 when all is in view.
fn beyond_the_edge(scene: &Scene, run: &Simulation) -> f64 {
    let camera = scene.camera;
    let half = Vec2::new(camera.height * 0.8, camera.height * 0.5);
    let mut worst = f64::NEG_INFINITY;
    for (id, part) in scene.parts() {
        let pose = run.model().pose(run.state(), id).unwrap();
        let off = (pose.position - camera.center).abs() + Vec2::splat(outline_reach(part, pose.angle)) - half;
        worst = worst.max(off.max_element());
    }
    worst
}

// Bars reach along their own axis only: what counts is their ends.
fn outline_reach(part: &tinkertoy::scene::Part, _angle: f64) -> f64 {
    match part.shape.outline() {
        tinkertoy::bodies::Outline::Capsule { radius, .. } => radius,
        outline => outline.radius(),
    }
}

#[test]
fn they_stay_in_view_and_move_within_two_seconds() {
    for (id, scene) in scenes() {
        let mut run = Simulation::new(&scene);
        let start = run.state().q.clone();
        let mut moved = 0.0_f64;
        let steps = (2.0 / scene.settings.dt).round() as usize;
        assert!(beyond_the_edge(&scene, &run) <= 0.0, "{id} opens out of view");
        for _ in 0..steps {
            run.step().unwrap_or_else(|stop| panic!("{id}: {stop:?}"));
            for (now, then) in run.state().q.iter().zip(&start) {
                moved = moved.max((now - then).abs());
            }
            let beyond = beyond_the_edge(&scene, &run);
            assert!(
                beyond <= 0.0,
                "{id} leaves the view by {beyond} at {}",
                run.state().time
            );
        }
        assert!(moved > 0.02 * scene.camera.height, "{id} moves by {moved} only");
    }
}

/// Runs for a time (s) and checks that nothing breaks.
fn holds(id: &str, scene: &Scene, seconds: f64) {
    let mut run = Simulation::new(scene);
    let steps = (seconds / scene.settings.dt).round() as usize;
    let mut worst = 0.0_f64;
    for _ in 0..steps {
        run.step().unwrap_or_else(|stop| panic!("{id}: {stop:?}"));
        let drift = run.drift();
        worst = worst.max(drift.max_m).max(drift.max_rad);
    }
    let method = scene.settings.method;
    let scale = run.energy().kinetic.abs() + run.state().work.drives.abs() + run.energy_start().abs();
    let lost = run.energy_error().abs() / scale.max(1e-3);
    println!("{id} {method}: drift {worst:.1e}, energy {lost:.1e}");
    assert!(worst < 1e-3, "{id} {method}: drift {worst}");
    // Order 1 at long steps loses energy by nature; order 4 does not.
    if scene.settings.integrator == Integrator::Rk4 {
        assert!(lost < 0.02, "{id} {method}: energy {lost}");
    }
}

#[test]
fn they_run_for_ten_seconds_by_the_sparse_method() {
    for (id, mut scene) in scenes() {
        scene.settings.method = Method::Sparse;
        holds(id, &scene, 10.0);
    }
}

#[test]
fn they_run_by_the_dense_method() {
    for (id, mut scene) in scenes() {
        scene.settings.method = Method::Dense;
        let large = scene.constraints().count() > 100;
        holds(id, &scene, if large { 0.1 } else { 10.0 });
    }
}
