//! Of a redundant set any constraint may go: the machine moves the same.

use tinkertoy::scene::{Edit, Id, Scene};
use tinkertoy::sim::Simulation;
use tinkertoy::solver::Method;

use tinkertoy::scene::Attach;

use crate::build::{Build, ground, v2};
use crate::counting::{count, pinned_chain};

fn without(scene: &Scene, id: Id) -> Scene {
    let mut scene = scene.clone();
    let mut edit = Edit::new("drop");
    scene.plan_item(&mut edit, id, None);
    scene.apply(&edit);
    scene
}

/// Largest difference of coordinates after so many seconds.
fn apart(one: &Scene, other: &Scene, seconds: f64) -> f64 {
    let end = |scene: &Scene| {
        let mut run = Simulation::new(scene);
        for _ in 0..(seconds / scene.settings.dt) as usize {
            run.step().unwrap();
        }
        run.state().q.clone()
    };
    let (one, other) = (end(one), end(other));
    one.iter()
        .zip(&other)
        .map(|(x, y)| (x - y).abs())
        .fold(0.0, f64::max)
}

/// Drops each constraint that one row of the machine's dependent sets is of, if all its rows may go.
fn check(build: &Build, seconds: f64, within: f64) {
    let freedom = count(&build.scene);
    assert!(!freedom.dependences.is_empty());
    let (mut dropped, rank) = (0, freedom.rank_generic);
    for set in &freedom.dependences {
        for &(id, ..) in &set.members {
            let less = without(&build.scene, id);
            if count(&less).rank_generic != rank {
                continue;
            }
            for method in Method::ALL.into_iter().filter(|it| it.is_exact()) {
                let (mut all, mut less) = (build.scene.clone(), less.clone());
                all.settings.method = method;
                less.settings.method = method;
                let apart = apart(&all, &less, seconds);
                assert!(apart < within, "{method}: {apart:e} without {id:?}");
            }
            dropped += 1;
        }
    }
    assert!(dropped >= 2, "only {dropped} could go");
}

#[test]
fn a_rod_given_twice_or_thrice() {
    let mut build = pinned_chain(&[(0.0, 0.0), (1.0, 0.2), (2.0, -0.3), (3.0, 0.0)]);
    let bars: Vec<Id> = build.scene.parts().map(|(id, _)| id).collect();
    for _ in 0..3 {
        let (from, to) = (build.end(bars[0], -0.5), build.end(bars[2], 0.5));
        build.rod(from, to);
    }
    check(&build, 1.0, 1e-7);
}

/// A beam carried by parallel rods: one more than needed at every pose.
fn carried(rods: usize, lean: f64) -> Build {
    let mut build = Build::default();
    let (x, y) = (lean.cos(), lean.sin());
    let beam = build.bar(v2(x, y), v2(x + 2.0, y), 1.0);
    for k in 0..rods {
        let along = 2.0 * k as f64 / (rods - 1) as f64;
        build.rod(ground(along, 0.0), Attach::part(beam, v2(along - 1.0, 0.0)));
    }
    build
}

#[test]
fn a_beam_on_parallel_rods() {
    check(&carried(3, 1.0), 0.5, 1e-7);
    check(&carried(5, 1.0), 0.5, 1e-7);
}

#[test]
fn through_the_pose_in_which_one_more_row_depends() {
    // Falls flat in a quarter of a second and on to the other side.
    check(&carried(3, 0.3), 0.5, 1e-5);
}
