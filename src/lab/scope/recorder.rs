//! Recorder of a run.

use super::reader::Reader;
use super::recording::{Monitor, Recording};
use super::signal::Signal;
use crate::sim::Simulation;

/// Evaluates signals after each step of a run; without signals it does no work.
#[derive(Default)]
pub struct Recorder {
    signals: Vec<Signal>,
    monitor: Monitor,
    /// Scratch for a row of values.
    row: Vec<f64>,
}

impl Recorder {
    /// Handle through which the recording is read.
    pub fn monitor(&self) -> Monitor {
        self.monitor.clone()
    }

    /// Replaces the recorded signals; columns with the same text continue. Returns whether there are new columns.
    pub fn set(&mut self, signals: Vec<Signal>) -> bool {
        self.signals = signals;
        self.monitor.with(|it| it.set(&self.signals))
    }

    /// Time and values of the signals in a past state that a run shows, for [`Recorder::recall`]. NaN where a state does not determine the value: figures
    /// of the solve that led to it, and multipliers after a soft (regularised) step.
    pub fn read_back(&self, shown: &mut Simulation) -> (f64, Vec<f64>) {
        let mut row = Vec::new();
        measure(&self.signals, shown, &mut row);
        let is_soft = shown.state().control.soft;
        for (value, signal) in row.iter_mut().zip(&self.signals) {
            if signal.is_of_solves() || is_soft && signal.needs()[0] {
                *value = f64::NAN;
            }
        }
        (shown.state().time, row)
    }

    /// Fills gaps of the recording from rows of the past, oldest first.
    pub fn recall(&self, rows: &[(f64, Vec<f64>)]) {
        self.monitor.with(|it| it.recall(rows));
    }

    /// Clears the recording for another run, and records its state.
    pub fn restart(&mut self, run: &mut Simulation) {
        self.monitor.with(Recording::clear);
        self.note(run);
    }

    /// Records the state of a run. Rows of the same or a later time are dropped: the run has gone back.
    pub fn note(&mut self, run: &mut Simulation) {
        if self.signals.is_empty() {
            return;
        }
        let time = run.state().time;
        measure(&self.signals, run, &mut self.row);
        self.monitor.with(|it| it.push(time, &self.row));
    }
}

/// Values of signals in the present state of a run, in order. The state and the run's last solve stay the same.
pub fn measure(signals: &[Signal], run: &mut Simulation, row: &mut Vec<f64>) {
    let needs = signals.iter().fold([false; 2], |needs, signal| {
        let own = signal.needs();
        [needs[0] || own[0], needs[1] || own[1]]
    });
    // Reading may need a solve of its own; the solve of the step is restored afterwards.
    let told = needs[0].then(|| run.dynamics.saved_solve());
    let reader = Reader::new(run, needs);
    let mut values = Vec::new();
    row.clear();
    row.extend(signals.iter().map(|signal| signal.value(&reader, &mut values)));
    if let Some(told) = told {
        run.dynamics.restore_solve(told);
    }
}
