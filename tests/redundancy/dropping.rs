//! Any constraint of a redundant set may be deleted: the motion stays the same.

use tinkertoy::scene::{Attach, Edit, Id, Integrator, Method, Scene};
use tinkertoy::sim::Simulation;

use crate::build::{Build, centre, ground, v2};
use crate::counting::{count, pinned_chain};

fn without(scene: &Scene, id: Id) -> Scene {
    let mut scene = scene.clone();
    let mut edit = Edit::new("drop");
    scene.plan_item(&mut edit, id, None);
    scene.apply(&edit);
    scene
}

/// Largest difference of coordinates after this time (s).
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

/// Deletes each constraint with a row in a dependent set, unless that lowers the generic rank, and compares the motion.
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

/// A beam on parallel rods: redundant at every pose from the third rod on.
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
    // It passes the flat pose within a quarter of a second, and moves on to the other side.
    check(&carried(3, 0.3), 0.5, 1e-5);
}

/// RATTLE with redundant constraints, a bar pinned at both ends with a rod besides: it has no degree of freedom, and is not refused.
#[test]
fn rattle_runs_where_more_holds_a_part_than_it_takes() {
    let mut build = Build::default();
    let bar = build.bar(v2(0.0, 0.0), v2(1.0, 0.0), 1.0);
    let (left, right) = (build.end(bar, -1.0), build.end(bar, 1.0));
    build.pin(ground(0.0, 0.0), left);
    build.pin(ground(1.0, 0.0), right);
    build.rod(ground(0.0, -1.0), left);
    build.scene.settings.integrator = Integrator::Rattle;
    let mut run = Simulation::new(&build.scene);
    for _ in 0..240 {
        run.step().unwrap();
    }
    assert!(run.drift().max_m < 1e-12, "{:e} m", run.drift().max_m);
    assert_eq!(run.state().soft_sub_steps, 0);
}

/// A braced square at rest: all terms of its equations vanish except the loads. A residual relative
/// to vanishing terms would make a right solution look entirely wrong.
#[test]
fn the_residual_of_what_is_at_rest_is_small() {
    let mut build = Build::default();
    let [a, b, c, d] =
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| build.particle(x, y, 1.0));
    build.pin(ground(0.0, 0.0), centre(a));
    build.pin(ground(1.0, 0.0), centre(b));
    for (from, to) in [(b, c), (c, d), (d, a), (a, b), (a, c), (b, d)] {
        build.rod(centre(from), centre(to));
    }
    build.scene.settings.effort.sweeps = 200;
    for method in Method::ALL {
        build.scene.settings.method = method;
        let mut run = Simulation::new(&build.scene);
        for _ in 0..240 {
            run.step().unwrap();
        }
        let residual = run.dynamics.solver.report().residual;
        assert!(residual < 1e-10, "{method}: {residual:e}");
    }
}
