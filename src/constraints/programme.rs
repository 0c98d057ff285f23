//! A programme: a number as a function of time, with its first two derivatives, for drives and forces.
//!
//! ```text
//! steady:    x = 0                          (what holds it adds a start value and a rate of its own)
//! sinusoid:  x = a sin(2 pi f t + phase)
//! table:     a smooth curve through the points that overshoots none; at rest before the first and after
//!            the last
//! ```
//! The table is a monotone cubic (Fritsch and Carlson, *Monotone piecewise cubic interpolation*, 1980): its
//! rate is continuous, so a drive that follows it needs finite forces.

use std::f64::consts::TAU;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::math::trig::sin_cos;
use crate::parameter::{Choice, ParameterValue, Text, Unit};

/// Most points of a table.
const MOST_POINTS: usize = 1000;

/// A number that follows time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Programme {
    /// Nothing is added.
    #[default]
    Steady,
    /// To and fro.
    Sinusoid {
        /// In the unit of what it moves.
        amplitude: f64,
        /// Hz
        frequency: f64,
        /// At t = 0 (rad).
        #[serde(default)]
        phase: f64,
    },
    /// Through points (s, value), times growing.
    Table(Vec<(f64, f64)>),
}

/// A value with its first two time derivatives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Course {
    /// The value.
    pub value: f64,
    /// Per second.
    pub rate: f64,
    /// Per second squared.
    pub acceleration: f64,
}

/// The words of the choice between programmes.
const OPTIONS: &[(&str, &str)] = &[
    ("Steady", "Nothing is added to the start value and the rate."),
    ("Sinusoid", "To and fro about the start value."),
    ("Table", "Through points in time, smoothly."),
];

impl Programme {
    /// Whether nothing is added.
    pub fn is_steady(&self) -> bool {
        *self == Programme::Steady
    }

    /// What it is at a time (s).
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
            Programme::Table(points) => table(points, time),
        }
    }

    /// Its numbers, its amplitude in this unit.
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

    /// Sets one of them; false when there is none of that name.
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

    /// Which of the programmes it is, as a choice.
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

    /// Becomes another programme, of a usual size.
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
        let mut value = String::new();
        for (k, (time, x)) in points.iter().enumerate() {
            let _ = write!(value, "{}{time}: {x}", if k > 0 { ", " } else { "" });
        }
        Some(Text {
            key: "table",
            label: "Table",
            help: "Seconds and values in SI (radians for angles): 0: 0, 1: 1.5, 2: 0",
            value,
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
        let pairs = text.split([',', ';']).filter(|it| !it.trim().is_empty());
        let points: Result<Vec<(f64, f64)>, String> = pairs
            .map(|pair| {
                let number = |it: &str| it.trim().parse::<f64>().ok();
                pair.split_once(':')
                    .and_then(|(time, x)| Some((number(time)?, number(x)?)))
                    .ok_or_else(|| format!("{:?} is not \"time: value\"; write 0: 0, 1: 1.5", pair.trim()))
            })
            .collect();
        let wanted = Programme::Table(points?);
        match wanted.problem() {
            Some(problem) => Err(problem),
            None => {
                *self = wanted;
                Ok(())
            }
        }
    }

    /// What is wrong with a table.
    pub fn problem(&self) -> Option<String> {
        let Programme::Table(points) = self else {
            return None;
        };
        if points.len() < 2 || points.len() > MOST_POINTS {
            return Some(format!(
                "its table has {} points; give 2 to {MOST_POINTS}",
                points.len()
            ));
        }
        for (time, x) in points {
            if !(time.abs() <= 1e6 && x.abs() <= 1e6) {
                return Some(format!(
                    "its table has the point {time}: {x}; give numbers up to 1e6"
                ));
            }
        }
        let back = points.windows(2).find(|pair| pair[1].0 - pair[0].0 < 1e-3)?;
        Some(format!(
            "its table goes from {} s to {} s; times must grow by a millisecond at least",
            back[0].0, back[1].0
        ))
    }
}

/// The monotone cubic through the points.
fn table(points: &[(f64, f64)], time: f64) -> Course {
    let still = |value| Course {
        value,
        ..Course::default()
    };
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return still(0.0);
    };
    if time <= first.0 {
        return still(first.1);
    }
    if time >= last.0 {
        return still(last.1);
    }
    let k = points
        .partition_point(|point| point.0 <= time)
        .clamp(1, points.len() - 1);
    let ((t0, x0), (t1, x1)) = (points[k - 1], points[k]);
    let (h, m0, m1) = (t1 - t0, slope(points, k - 1), slope(points, k));
    let s = (time - t0) / h;
    // Hermite's cubic on [0, 1] as a polynomial in s.
    let (b, d) = (m0 * h, x1 - x0);
    let (c3, c2) = (b + m1 * h - 2.0 * d, 3.0 * d - 2.0 * b - m1 * h);
    Course {
        value: x0 + s * (b + s * (c2 + s * c3)),
        rate: (b + s * (2.0 * c2 + s * 3.0 * c3)) / h,
        acceleration: (2.0 * c2 + s * 6.0 * c3) / (h * h),
    }
}

/// Slope at a point: the harmonic mean of its neighbours' where they go the same way, and none else.
fn slope(points: &[(f64, f64)], k: usize) -> f64 {
    if k == 0 || k + 1 == points.len() {
        return 0.0;
    }
    let secant = |k: usize| (points[k + 1].1 - points[k].1) / (points[k + 1].0 - points[k].0);
    let (before, after) = (secant(k - 1), secant(k));
    if before * after > 0.0 {
        2.0 * before * after / (before + after)
    } else {
        0.0
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
                // Between the points: at one of them the acceleration may jump.
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
        let highest = (0..3000)
            .map(|k| table.at(f64::from(k) * 1e-3).value)
            .fold(0.0, f64::max);
        assert!(highest <= 3.0 + 1e-12, "overshoots to {highest}");
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
