//! The quantities that can be plotted below the canvas, each on a logarithmic scale.

use serde::{Deserialize, Serialize};

use super::format;
use super::plots::{Figures, LEAST_DRIFT, LEAST_ENERGY, LEAST_ITERATIONS, Point};
use crate::worker::Snapshot;

/// The quantity that a plot shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Plotted {
    /// Error of the worst constraint.
    Drift,
    /// Root mean square error of all constraints.
    DriftRms,
    /// Duration of a solve.
    Time,
    /// Duration of a step.
    Step,
    /// Energy error.
    Energy,
    /// Residual of a solve.
    Residual,
    /// Iterations of a solve.
    Iterations,
}

/// Properties of a quantity needed to plot it.
#[derive(Clone, Copy)]
pub(super) struct Quantity {
    /// Its name.
    pub title: &'static str,
    /// Its description, one sentence.
    pub help: &'static str,
    /// The signed value.
    pub figure: fn(&Figures) -> f64,
    /// The smallest magnitude shown, since a logarithmic scale has no zero.
    pub least: f64,
    /// A value in words.
    pub text: fn(f64) -> String,
    /// A power of ten as a short axis label.
    pub axis: fn(f64) -> String,
    /// Exponents of the range that is shown at least.
    pub range: (f64, f64),
    /// Unit of the plotted values.
    pub unit: &'static str,
    /// Whether it is a duration, so that 0 means not measured.
    pub takes_time: bool,
}

impl Quantity {
    /// The plotted value of a point: the magnitude of its largest value.
    pub(super) fn value(&self, point: &Point) -> f64 {
        self.drawn((self.figure)(&point.largest).abs())
    }
    /// The magnitude as drawn, with zero raised to the smallest magnitude shown.
    pub(super) fn drawn(&self, size: f64) -> f64 {
        size.max(self.least)
    }
    /// The value at a place of the scale, in words.
    pub(super) fn words(&self, drawn: f64) -> String {
        (self.text)(if drawn > 1.001 * self.least { drawn } else { 0.0 })
    }
    /// Its name with its unit.
    pub(super) fn named(&self) -> String {
        match self.unit {
            "" => self.title.to_owned(),
            unit => format!("{} ({unit})", self.title),
        }
    }
}

impl Plotted {
    /// All quantities, in the order of the menu.
    pub const ALL: [Plotted; 7] = [
        Plotted::Drift,
        Plotted::DriftRms,
        Plotted::Time,
        Plotted::Step,
        Plotted::Energy,
        Plotted::Residual,
        Plotted::Iterations,
    ];

    /// The value for the displayed state; `None` where it belongs to the last step.
    pub(super) fn now(self, snapshot: &Snapshot) -> Option<f64> {
        let drift = &snapshot.drift;
        match self {
            Plotted::Drift => Some(drift.max_m.max(drift.max_rad)),
            Plotted::DriftRms => Some(drift.rms_m),
            Plotted::Energy => Some(snapshot.energy_error),
            Plotted::Time | Plotted::Step | Plotted::Residual | Plotted::Iterations => None,
        }
    }

    pub(super) fn quantity(self) -> Quantity {
        match self {
            Plotted::Drift => Quantity {
                title: "Drift",
                help: "Largest |C| over all constraints (m, rad).",
                figure: |it| it.drift,
                least: LEAST_DRIFT,
                text: format::scientific,
                axis: power,
                range: (-15.0, -6.0),
                unit: "m, rad",
                takes_time: false,
            },
            Plotted::DriftRms => Quantity {
                title: "Drift, rms",
                help: "Root mean square of C over the rows in metres (m).",
                figure: |it| it.drift_rms,
                least: LEAST_DRIFT,
                text: format::scientific,
                axis: power,
                range: (-15.0, -6.0),
                unit: "m",
                takes_time: false,
            },
            Plotted::Time => Quantity {
                title: "Time per solve",
                help: "Evaluation, factorisation and solve, the mean of all solves of a step; in a race those of A during which no copy computed.",
                figure: |it| it.solve_ns,
                least: 1.0,
                text: format::duration,
                axis: brief,
                range: (3.0, 6.0),
                unit: "ns",
                takes_time: true,
            },
            Plotted::Step => Quantity {
                title: "Time per step",
                help: "The steps that are shown, each with all its solves and what the integrator does besides; in a race those of A during which no copy computed.",
                figure: |it| it.step_ns,
                least: 1.0,
                text: format::duration,
                axis: brief,
                range: (3.0, 6.0),
                unit: "ns",
                takes_time: true,
            },
            Plotted::Energy => Quantity {
                title: "Energy error",
                help: "Size of the energy less that at the start less all the work booked (J).",
                figure: |it| it.energy_error,
                least: LEAST_ENERGY,
                text: |value| format!("{} J", format::scientific(value)),
                axis: power,
                range: (-12.0, -4.0),
                unit: "J",
                takes_time: false,
            },
            Plotted::Residual => Quantity {
                title: "Residual",
                help: "What the last solve left of its equations, relative to their terms.",
                figure: |it| it.residual,
                least: LEAST_DRIFT,
                text: format::scientific,
                axis: power,
                range: (-17.0, -9.0),
                unit: "",
                takes_time: false,
            },
            Plotted::Iterations => Quantity {
                title: "Iterations",
                help: "Iterations of the last solve, in the island that took the most; a direct method has none.",
                figure: |it| it.iterations,
                least: LEAST_ITERATIONS,
                text: count,
                axis: count,
                range: (0.0, 2.0),
                unit: "",
                takes_time: false,
            },
        }
    }
}

fn brief(ns: f64) -> String {
    format::duration(ns).replace(".00", "").replace(".0", "")
}

fn power(value: f64) -> String {
    format!("{value:.0e}")
}

fn count(value: f64) -> String {
    if value < 1.0 {
        "none".to_owned()
    } else {
        format!("{value:.0}")
    }
}
