//! Figures of signals over a whole run.

use serde::Serialize;

use crate::lab::scope::{Signal, measure};
use crate::sim::Simulation;

/// Signals evaluated at each step.
#[derive(Default)]
pub struct Recorded {
    signals: Vec<Signal>,
    row: Vec<f64>,
    figures: Vec<SignalFigures>,
}

/// Figures of one signal.
#[derive(Clone, Debug, Serialize)]
pub struct SignalFigures {
    /// Its text.
    pub signal: String,
    /// Largest absolute value over all steps; null if a value was NaN.
    pub largest: f64,
    /// Value at the end.
    pub last: f64,
}

impl Recorded {
    /// Figures of these signals, before the first step.
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

    /// Evaluates the signals in the present state of a run.
    pub fn note(&mut self, run: &mut Simulation) {
        if self.signals.is_empty() {
            return;
        }
        measure(&self.signals, run, &mut self.row);
        for (figures, &value) in self.figures.iter_mut().zip(&self.row) {
            figures.last = value;
            // NaN is kept explicitly, as `max` would drop it.
            if value.abs() > figures.largest || value.is_nan() {
                figures.largest = value.abs();
            }
        }
    }

    /// The figures, in the order of the signals.
    pub fn figures(self) -> Vec<SignalFigures> {
        self.figures
    }
}
