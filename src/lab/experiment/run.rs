//! The data of an experiment, and its replay.

use std::ops::ControlFlow;

use crate::scene::Scene;
use crate::sim::{Recorded, Simulation, StateHash, Stop};

/// A run that can be repeated.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The scene at the start of the run, with its settings.
    pub scene: Scene,
    /// Inputs to the run.
    pub record: Vec<Recorded>,
    /// Number of steps taken.
    pub steps: u64,
    /// Hash of the final state.
    pub hash: StateHash,
}

impl Experiment {
    /// The run so far, which began with this scene.
    pub fn of(run: &Simulation, scene: Scene) -> Self {
        Self {
            scene,
            record: run.record().to_vec(),
            steps: run.state().step,
            hash: run.hash(),
        }
    }

    /// Whether a text looks like an experiment.
    pub fn is_one(text: &str) -> bool {
        let start = text.trim_start().strip_prefix('(').unwrap_or_default();
        start.trim_start().starts_with("experiment")
    }

    /// Replays the run, calling `look` before the first step and after each, until all steps are taken or `look` breaks it off.
    ///
    /// # Errors
    /// If a step fails.
    pub fn replay(
        &self,
        mut look: impl FnMut(&mut Simulation) -> ControlFlow<()>,
    ) -> Result<Simulation, Stop> {
        let mut run = Simulation::new(&self.scene);
        let mut done = 0;
        loop {
            let due = self.record[done..]
                .iter()
                .take_while(|it| it.step <= run.state().step);
            let due = due.count();
            for recorded in &self.record[done..done + due] {
                run.apply(recorded.input.clone());
            }
            done += due;
            if look(&mut run).is_break() || run.state().step >= self.steps {
                return Ok(run);
            }
            run.step()?;
        }
    }
}
