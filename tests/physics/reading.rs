//! A run does not depend on who reads it: multipliers, rows between steps and states put back leave no trace in what comes after.

use tinkertoy::scene::{Scene, gallery};
use tinkertoy::sim::{Simulation, StateHash};

/// Simulated time of each (s), and steps at most.
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

/// With the multipliers of every row, and of one between steps, as `simulate` writes them.
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

/// With every state put back into another run before it goes on.
fn put_back(scene: &Scene) -> StateHash {
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
        // Heaps take their time, and what they do others do as well.
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
        assert_eq!(put_back(&scene), unread(&scene), "{id}");
    }
}
