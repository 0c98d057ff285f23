//! The recorder beside a run.

use super::reader::Reader;
use super::recording::{Monitor, Recording};
use super::signal::Signal;
use crate::sim::Simulation;

/// Evaluates signals after each step of a run. Without signals it does nothing at all.
#[derive(Default)]
pub struct Recorder {
    signals: Vec<Signal>,
    monitor: Monitor,
    /// A workspace.
    row: Vec<f64>,
}

impl Recorder {
    /// Where the recording can be looked up.
    pub fn monitor(&self) -> Monitor {
        self.monitor.clone()
    }

    /// From now on these are recorded; columns of the same text go on. Returns whether there are others.
    pub fn set(&mut self, signals: Vec<Signal>) -> bool {
        self.signals = signals;
        self.monitor.with(|it| it.set(&self.signals))
    }

    /// What the signals have in a state of the past that a run shows: a row to be recalled. NaN where the state does not tell: of how the
    /// step was solved that led there, and of the multipliers of one that was taken softly.
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

    /// Fills in what was not recorded while it was so, from rows oldest first.
    pub fn recall(&self, rows: &[(f64, Vec<f64>)]) {
        self.monitor.with(|it| it.recall(rows));
    }

    /// Another run begins: what was recorded is forgotten.
    pub fn restart(&mut self, run: &mut Simulation) {
        self.monitor.with(Recording::clear);
        self.note(run);
    }

    /// Records the state of a run. What was recorded of this time or later is forgotten: the run went back.
    pub fn note(&mut self, run: &mut Simulation) {
        if self.signals.is_empty() {
            return;
        }
        let time = run.state().time;
        measure(&self.signals, run, &mut self.row);
        self.monitor.with(|it| it.push(time, &self.row));
    }
}

/// The values of signals in the state of a run, in order. Nothing moves, and what the run tells of its last solve stays.
pub fn measure(signals: &[Signal], run: &mut Simulation, row: &mut Vec<f64>) {
    let needs = signals.iter().fold([false; 2], |needs, signal| {
        let own = signal.needs();
        [needs[0] || own[0], needs[1] || own[1]]
    });
    // What is read takes a solve of its own; whoever looks at the run sees that of the step.
    let told = needs[0].then(|| run.dynamics.saved_solve());
    let reader = Reader::new(run, needs);
    let mut values = Vec::new();
    row.clear();
    row.extend(signals.iter().map(|signal| signal.value(&reader, &mut values)));
    if let Some(told) = told {
        run.dynamics.restore_solve(told);
    }
}
