//! Sweeps: each run equals a single run of its own scene, and the recorded figures equal those computed by hand.

use tinkertoy::editor::{Swept, Target};
use tinkertoy::lab::Progress;
use tinkertoy::lab::scope::Signal;
use tinkertoy::lab::sweep::{Sweep, SweepPlan, SweepRun, csv, run_one};
use tinkertoy::scene::Scene;
use tinkertoy::sim::Simulation;

use crate::gallery_scene;

fn plan(scene: &Scene, swept: &[Swept], quantity: &str, duration: f64) -> SweepPlan {
    let (own, base) = (swept.to_vec(), scene.clone());
    SweepPlan {
        scene: Box::new(move |k| Swept::scene(&own, &base, k)),
        runs: Swept::runs(swept).unwrap(),
        signal: Signal::read(quantity, scene).unwrap(),
        duration,
    }
}

fn finished(sweep: &Sweep) -> Vec<SweepRun> {
    while sweep.is_running() {
        std::thread::yield_now();
    }
    sweep.with(|runs| runs.iter().map(|it| it.clone().unwrap()).collect())
}

#[test]
fn each_run_is_that_of_its_own_scene() {
    let scene = gallery_scene("double-pendulum");
    let swept = [
        Swept::read(&scene, "settings.gravity_y=-12:-6:3").unwrap(),
        Swept::read(&scene, "settings.dt=0.002:0.004:2").unwrap(),
    ];
    let runs = finished(&Sweep::start(plan(&scene, &swept, "energy", 0.5)));
    assert_eq!(runs.len(), 6);
    for (k, run) in runs.iter().enumerate() {
        let mut alone = scene.clone();
        // The last parameter changes fastest.
        alone.settings.gravity.y = [-12.0, -9.0, -6.0][k / 2];
        alone.settings.dt = [0.002, 0.004][k % 2];
        let mut by_hand = Simulation::new(&alone);
        let steps = (0.5 / alone.settings.dt).round() as usize;
        let mut most = by_hand.energy().total().abs();
        for _ in 0..steps {
            by_hand.step().unwrap();
            most = most.max(by_hand.energy().total().abs());
        }
        assert_eq!(
            (run.last, run.largest),
            (by_hand.energy().total(), most),
            "run {k}"
        );
        assert_eq!(run.stopped, None);
        assert_eq!(run.curve.first().unwrap()[0], 0.0);
        let [time, value] = *run.curve.last().unwrap();
        assert!((time - 0.5).abs() < 1e-9 && value == run.last);
        assert!(run.curve.len() <= 242, "{}", run.curve.len());
    }
}

#[test]
fn the_table_has_a_row_a_run_and_says_why_one_has_no_result() {
    let scene = gallery_scene("double-pendulum");
    let target = Target::find(&scene, "settings.dt").unwrap();
    // A step of length zero is refused here as well.
    let swept = [Swept::new("settings.dt", target, 0.0, 0.004, 2)];
    let runs = finished(&Sweep::start(plan(&scene, &swept, "drift", 0.1)));
    assert!(runs[0].stopped.as_ref().unwrap().contains("a step above 0"));
    assert!(runs[0].largest.is_nan() && runs[0].curve.is_empty());
    let runs: Vec<Option<SweepRun>> = runs.into_iter().map(Some).collect();
    let text = csv(&["settings.dt"], |k| Swept::combination(&swept, k), &runs);
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("\"settings.dt\",largest,last,stopped"));
    assert!(lines.next().unwrap().ends_with("\"give a step above 0\""));
    let cells: Vec<&str> = lines.next().unwrap().split(',').collect();
    let read: Vec<f64> = cells[..3].iter().map(|it| it.parse().unwrap()).collect();
    let run = runs[1].as_ref().unwrap();
    assert_eq!(read, [0.004, run.largest, run.last]);
}

#[test]
fn a_sweep_that_nobody_waits_for_ends() {
    let scene = gallery_scene("double-pendulum");
    let swept = [Swept::read(&scene, "settings.ks=0:1:2").unwrap()];
    let plan = plan(&scene, &swept, "drift", 1e6);
    let progress = Progress::default();
    progress.flag().store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(run_one(&plan, 0, &progress), None);
}

#[test]
fn every_number_that_is_offered_can_be_set_to_what_it_is() {
    let mut scene = gallery_scene("jansen");
    for name in Target::all(&scene, 500) {
        let target = Target::find(&scene, &name).unwrap();
        let value = target.value(&scene).unwrap();
        target.assign(&mut scene, value);
        assert_eq!(target.value(&scene), Some(value), "{name}");
    }
}
