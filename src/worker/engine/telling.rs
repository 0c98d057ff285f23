//! Reports of the engine: degrees of freedom, the snapshot, the point of the plots.

use std::sync::Arc;

use super::Engine;
use crate::scene::Method;
use crate::sim::{Dynamics, Freedom};
use crate::worker::{Sample, Snapshot};

impl Engine {
    /// Counts degrees of freedom, unless the count is up to date.
    pub fn count_freedom(&mut self) {
        if self.is_uncounted() {
            self.counted = self.topology;
            let mut dynamics = Dynamics::new(Method::Sparse);
            dynamics.prepare(&self.model);
            self.freedom = Freedom::of(&self.model, self.run.state(), &mut dynamics)
                .ok()
                .map(Arc::new);
        }
    }

    /// Returns the present snapshot and its plot point.
    pub fn snapshot(&mut self) -> (Snapshot, Sample) {
        let report = self.run.dynamics.solver.report().clone();
        let drift = self.run.look();
        let xray = self.observation.xray.then(|| self.camera.take(&self.run));
        let xray = xray.flatten().map(Arc::new);
        let gaps = self.observation.gaps.then(|| Arc::new(self.run.gaps()));
        let snapshot = Snapshot {
            generation: self.generation,
            commands: self.commands,
            model: Arc::clone(&self.model),
            state: self.run.state().clone(),
            playing: self.playing,
            stopped: self.stopped.clone(),
            drift,
            breach: self.run.breach().copied(),
            built_rate: self.run.built_rate(),
            energy: self.run.energy().total(),
            energy_start: self.run.energy_start(),
            watch: self.run.saved_watch(),
            energy_error: self.run.energy_error(),
            solve: self.solve,
            lambda: self.run.dynamics.solution.lambda.clone(),
            pace: self.pace,
            freedom: self.freedom.clone(),
            other_machine: self.other,
            history: self.history.behind(),
            ahead: self.history.ahead(),
            span: self.history.span(self.run.state()),
            step_times: self.stopwatch.take(),
            xray,
            gaps,
            report,
        };
        let sample = Sample {
            time: snapshot.state.time,
            drift_m: drift.max_m,
            drift_rad: drift.max_rad,
            drift_rms: drift.rms_m,
            solve_ns: snapshot.solve.total_ns(),
            step_ns: self.step_ns,
            energy: snapshot.energy,
            energy_error: snapshot.energy_error,
            residual: snapshot.report.residual,
            iterations: snapshot.report.iterations,
            method: snapshot.report.method.into(),
            worst: std::mem::take(&mut self.worst),
            breach: snapshot.breach,
        };
        self.unseen = false;
        self.race.shown(snapshot.state.time);
        (snapshot, sample)
    }
}
