//! What signals came to over a whole run.

use serde::Serialize;

use crate::lab::scope::{Signal, measure};
use crate::sim::Simulation;

/// Signals that are read at each step.
#[derive(Default)]
pub struct Recorded {
    signals: Vec<Signal>,
    row: Vec<f64>,
    figures: Vec<SignalFigures>,
}

/// What came of one.
#[derive(Clone, Debug, Serialize)]
pub struct SignalFigures {
    /// Its text.
    pub signal: String,
    /// Largest size over all steps; null where a value was no number.
    pub largest: f64,
    /// Value at the end.
    pub last: f64,
}

impl Recorded {
    /// Of these.
    pub fn new(signals: Vec<Signal>) -> Self {
        let figures = signals.iter().map(|it| SignalFigures {
            signal: it.text().to_owned(),
            largest: 0.0,
            last: f64::NAN,
        });
        Self {
            figures: figures.collect(),
            row: Vec::new(),
            signals,
        }
    }

    /// Reads them in the state of a run.
    pub fn note(&mut self, run: &mut Simulation) {
        if self.signals.is_empty() {
            return;
        }
        measure(&self.signals, run, &mut self.row);
        for (figures, &value) in self.figures.iter_mut().zip(&self.row) {
            figures.last = value;
            // What is no number stays so: `max` would drop it.
            if value.abs() > figures.largest || value.is_nan() {
                figures.largest = value.abs();
            }
        }
    }

    /// What came of them, in order.
    pub fn figures(self) -> Vec<SignalFigures> {
        self.figures
    }
}
