//! Any bytes as a scene file: refused with a place, or read, written back the same, diagnosed, and run for a few steps.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tinkertoy::scene::file;
use tinkertoy::sim::Simulation;

/// Most items of a scene that is run: fuzzing wants many short runs.
const MOST_TO_RUN: usize = 60;

fuzz_target!(|bytes: &[u8]| {
    match file::read_bytes(bytes.to_vec(), "fuzzed.ron") {
        Err(error) => {
            assert!(!error.faults.is_empty() && error.faults.len() <= file::MOST_FAULTS);
        }
        Ok(scene) => {
            let text = file::write(&scene);
            let again = file::read(&text, "again.ron").expect("what was written is read");
            assert_eq!(file::write(&again), text);
            if scene.items().count() <= MOST_TO_RUN {
                let mut run = Simulation::new(&scene);
                for _ in 0..3 {
                    if run.step().is_err() {
                        break;
                    }
                }
                assert!(run.state().q.iter().all(|x| x.is_finite()));
            }
        }
    }
});
