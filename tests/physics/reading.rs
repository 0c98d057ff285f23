//! Reading does not affect a run: evaluating multipliers, rows between steps and restored states leaves no trace in later steps.

use tinkertoy::scene::{Scene, gallery};
use tinkertoy::sim::{Simulation, StateHash};

/// Simulated time of each run (s), and the limit of its steps.
const SECONDS: f64 = 0.3;
const MOST: usize = 150;

fn steps(scene: &Scene) -> usize {
    ((SECONDS / scene.settings.dt) as usize).min(MOST)
}

fn unread(scene: &Scene) -> StateHash {
    let mut run = Simulation::new(scene);
    for _ in 0..steps(scene) {
        run.step().unwrap();
    }
    run.hash()
}

/// Runs with the multipliers of every row read, and of one between steps, as `simulate` does.
fn read(scene: &Scene) -> StateHash {
    let mut run = Simulation::new(scene);
    for _ in 0..steps(scene) {
        run.read_multipliers();
        run.look();
        let within = 0.37 * scene.settings.dt;
        run.look_ahead(within, Simulation::read_multipliers).unwrap();
        run.step().unwrap();
    }
    run.hash()
}

/// Runs with every state restored into another run before the next step.
fn run_with_restores(scene: &Scene) -> StateHash {
    let mut run = Simulation::new(scene);
    for _ in 0..steps(scene) {
        let mut other = run.fork();
        other.step().unwrap();
        run.step().unwrap();
        assert_eq!(other.hash(), run.hash(), "at {} s", run.state().time);
    }
    run.hash()
}

#[test]
fn rows_leave_no_trace_in_a_run() {
    for entry in gallery::GALLERY {
        // Heaps take long, and exercise nothing that other scenes do not.
        if ["pile", "arches", "dominoes"].contains(&entry.id) {
            continue;
        }
        let scene = entry.scene().unwrap();
        let plain = unread(&scene);
        assert_eq!(read(&scene), plain, "{}", entry.id);
    }
}

#[test]
fn a_state_goes_on_alike_wherever_it_is_put() {
    for id in [
        "car",
        "walker",
        "ragdoll",
        "toggle",
        "trebuchet",
        "four-bar",
        "jansen",
    ] {
        let scene = gallery::find(id).unwrap().scene().unwrap();
        assert_eq!(run_with_restores(&scene), unread(&scene), "{id}");
    }
}
