//! Scenes whose work grows out of all proportion to them end by name, before time and memory are spent.

use std::time::{Duration, Instant};

use tinkertoy::scene::file;
use tinkertoy::sim::Simulation;

/// Time within which each of these ends, on a loaded machine too: by far less than the minutes that the work would take.
const SOON: Duration = Duration::from_secs(20);

/// All parts of a pile are so fast that each may reach each within a step. The widest estimate of a single task is no leave to go on for minutes.
#[test]
fn a_pile_of_parts_that_fly_far_in_a_step_ends_by_name() {
    let pile = include_str!("../../scenes/pile.ron").replace("at: (", "velocity: (1e3, -1e3), at: (");
    let scene = file::read(&pile, "pile").unwrap();
    let begun = Instant::now();
    let stop = Simulation::new(&scene).step().unwrap_err();
    assert!(stop.reason.contains("out of all proportion"), "{}", stop.reason);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}
