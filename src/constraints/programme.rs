//! A programme: a number as a function of time, with its first two derivatives, for drives and forces.
//!
//! ```text
//! steady:    x = 0                          (the drive or force adds a start value and a rate of its own)
//! sinusoid:  x = a sin(2 pi f t + phase)
//! table:     a smooth curve through points (see [`super::table`])
//! ```

use std::f64::consts::{PI, TAU};

use serde::{Deserialize, Serialize};

use super::course::Course;
use super::table;
use crate::math::trig::sin_cos;
use crate::parameter::{Choice, ParameterValue, Text, Unit};

/// A number as a function of time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Programme {
    /// Adds nothing.
    #[default]
    Steady,
    /// A sinusoid.
    Sinusoid {
        /// Amplitude, in the unit of the driven quantity.
        amplitude: f64,
        /// Frequency (Hz).
        frequency: f64,
        /// Phase at t = 0 (rad).
        #[serde(default)]
        phase: f64,
    },
    /// A smooth curve through points (s, value), in order of time.
    Table(Vec<(f64, f64)>),
}

/// Names and help of the programmes.
const OPTIONS: &[(&str, &str)] = &[
    ("Steady", "Nothing is added to the start value and the rate."),
    ("Sinusoid", "To and fro about the start value."),
    ("Table", "Through points in time, smoothly."),
];

impl Programme {
    /// Whether it adds nothing.
    pub fn is_steady(&self) -> bool {
        *self == Programme::Steady
    }

    /// Value and derivatives at a time (s).
    pub fn at(&self, time: f64) -> Course {
        match self {
            Programme::Steady => Course::default(),
            Programme::Sinusoid {
                amplitude,
                frequency,
                phase,
            } => {
                let omega = TAU * frequency;
                let (sin, cos) = sin_cos(omega * time + phase);
                Course {
                    value: amplitude * sin,
                    rate: amplitude * omega * cos,
                    acceleration: -amplitude * omega * omega * sin,
                }
            }
            Programme::Table(points) => table::at(points, time),
        }
    }

    /// The least value that it takes, 0 where it is never negative.
    pub fn least(&self) -> f64 {
        match self {
            Programme::Steady => 0.0,
            Programme::Sinusoid { amplitude, .. } => -amplitude.abs(),
            Programme::Table(points) => points.iter().fold(0.0, |least, point| point.1.min(least)),
        }
    }

    /// Its fastest angular frequency (rad/s): for a table, that of half a wave between two neighbouring points that differ.
    pub fn pace(&self) -> f64 {
        match self {
            Programme::Steady => 0.0,
            Programme::Sinusoid { amplitude, .. } if *amplitude == 0.0 => 0.0,
            Programme::Sinusoid { frequency, .. } => TAU * frequency,
            Programme::Table(points) => {
                let moves = points.windows(2).filter(|pair| pair[0].1 != pair[1].1);
                moves.fold(0.0, |most, pair| (PI / (pair[1].0 - pair[0].0)).max(most))
            }
        }
    }

    /// Multiplies its values by a factor; times and phase stay.
    pub fn scale(&mut self, factor: f64) {
        // Adding 0 turns minus zero into zero: it would be written with its sign.
        let scaled = |value: f64| factor * value + 0.0;
        match self {
            Programme::Steady => {}
            Programme::Sinusoid { amplitude, .. } => *amplitude = scaled(*amplitude),
            Programme::Table(points) => points.iter_mut().for_each(|point| point.1 = scaled(point.1)),
        }
    }

    /// Its parameters, the amplitude in this unit.
    pub fn parameters(&self, unit: Unit) -> Vec<ParameterValue> {
        let Programme::Sinusoid {
            amplitude,
            frequency,
            phase,
        } = *self
        else {
            return Vec::new();
        };
        let of = |key, label, unit, min, max, value| ParameterValue {
            key,
            label,
            unit,
            min,
            max,
            value,
        };
        vec![
            of("amplitude", "Amplitude", unit, -1e6, 1e6, amplitude),
            of("frequency", "Frequency", Unit::Hertz, 0.0, 1e3, frequency),
            of("phase", "Phase", Unit::Radian, -1e3, 1e3, phase),
        ]
    }

    /// Sets a parameter; false when there is none of that name.
    pub fn set_parameter(&mut self, key: &str, value: f64) -> bool {
        let Programme::Sinusoid {
            amplitude,
            frequency,
            phase,
        } = self
        else {
            return false;
        };
        match key {
            "amplitude" => *amplitude = value,
            "frequency" => *frequency = value,
            "phase" => *phase = value,
            _ => return false,
        }
        true
    }

    /// The programme in use, as a choice.
    pub fn choice(&self) -> Choice {
        Choice {
            key: "programme",
            label: "Programme",
            options: OPTIONS,
            chosen: match self {
                Programme::Steady => 0,
                Programme::Sinusoid { .. } => 1,
                Programme::Table(_) => 2,
            },
        }
    }

    /// Changes to another programme, with default numbers.
    pub fn choose(&mut self, key: &str, option: usize) -> bool {
        if key != "programme" || option >= OPTIONS.len() {
            return false;
        }
        *self = match option {
            0 => Programme::Steady,
            1 => Programme::Sinusoid {
                amplitude: 0.5,
                frequency: 0.5,
                phase: 0.0,
            },
            _ => Programme::Table(vec![(0.0, 0.0), (1.0, 1.0), (2.0, 0.0)]),
        };
        true
    }

    /// The table as text, if it is one.
    pub fn text(&self) -> Option<Text> {
        let Programme::Table(points) = self else {
            return None;
        };
        Some(Text {
            key: "table",
            label: "Table",
            help: "Seconds and values in SI (radians for angles): 0: 0, 1: 1.5, 2: 0",
            value: table::write(points),
        })
    }

    /// Reads the table from text.
    ///
    /// # Errors
    /// A sentence on what is wrong.
    pub fn set_text(&mut self, key: &str, text: &str) -> Result<(), String> {
        if key != "table" || !matches!(self, Programme::Table(_)) {
            return Err(format!("there is nothing to write named {key}"));
        }
        *self = Programme::Table(table::read(text)?);
        Ok(())
    }

    /// What is wrong with a table, as a sentence.
    pub fn problem(&self) -> Option<String> {
        match self {
            Programme::Table(points) => table::problem(points),
            Programme::Steady | Programme::Sinusoid { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn rates_are_the_derivatives_and_points_are_met() {
        let mut table = Programme::Table(Vec::new());
        table.set_text("table", "0: 0, 1: 2; 2.5: 3, 3: -1").unwrap();
        let wave = Programme::Sinusoid {
            amplitude: 0.4,
            frequency: 1.3,
            phase: 0.2,
        };
        for programme in [&table, &wave, &Programme::Steady] {
            for k in 0..70 {
                let (t, h) = (0.01 + 0.0517 * f64::from(k), 1e-6);
                let (now, before, after) = (programme.at(t), programme.at(t - h), programme.at(t + h));
                let rate = (after.value - before.value) / (2.0 * h);
                let acceleration = (after.rate - before.rate) / (2.0 * h);
                assert!((now.rate - rate).abs() < 1e-5, "{programme:?} {t}");
                assert!(
                    (now.acceleration - acceleration).abs() < 1e-4,
                    "{programme:?} {t}"
                );
            }
        }
        for (t, x) in [(0.0, 0.0), (1.0, 2.0), (2.5, 3.0), (3.0, -1.0), (9.0, -1.0)] {
            assert!((table.at(t).value - x).abs() < 1e-14);
        }
        assert_eq!(table.text().unwrap().value, "0: 0, 1: 2, 2.5: 3, 3: -1");
    }

    #[test]
    fn a_bad_table_is_refused_with_a_sentence() {
        let mut table = Programme::Table(vec![(0.0, 0.0), (1.0, 1.0)]);
        for (text, word) in [
            ("", "0 points"),
            ("0: 0", "1 points"),
            ("0 1", "time: value"),
            ("0: 0, 0: 1", "grow"),
            ("0: 0, 1: nan", "1e6"),
        ] {
            let said = table.set_text("table", text).unwrap_err();
            assert!(said.contains(word), "{text:?}: {said}");
        }
        assert_eq!(table, Programme::Table(vec![(0.0, 0.0), (1.0, 1.0)]));
    }
}
