//! The largest force or torque of a drive: |lambda| <= most. An ideal drive has none and exerts whatever its programme requires; a real one stalls
//! at it, and goes on once the load is less.

use serde::{Deserialize, Serialize};

use super::Limits;
use crate::parameter::{Choice, ParameterValue, Unit};

/// Largest value of a cap (N, N m), and its default.
const LARGEST: f64 = 1e9;
const USUAL: f64 = 10.0;

/// Largest force or torque of a drive, if it is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cap(Option<f64>);

impl Cap {
    /// A bound (N, N m).
    pub fn at(most: f64) -> Self {
        Self(Some(most))
    }

    /// The bound, if there is one (N, N m).
    pub fn most(self) -> Option<f64> {
        self.0
    }

    /// Whether there is no bound.
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// The limits of a row whose multiplier it bounds.
    pub(super) fn limits(self) -> Option<Limits> {
        self.0.map(|most| Limits::Capped { most })
    }

    /// The bound as a parameter, if there is one.
    pub fn parameters(self, key: &'static str, label: &'static str, unit: Unit) -> Option<ParameterValue> {
        self.0.map(|value| ParameterValue {
            key,
            label,
            unit,
            min: 0.0,
            max: LARGEST,
            value,
        })
    }

    /// Sets the bound; false where there is none.
    pub fn set_parameter(&mut self, value: f64) -> bool {
        let is_there = self.0.is_some();
        self.0 = self.0.map(|_| value);
        is_there
    }

    /// Whether there is a bound, as a choice.
    pub fn choice(self) -> Choice {
        Choice {
            key: "strength",
            label: "Strength",
            options: &[
                ("Ideal", "It exerts whatever it takes."),
                (
                    "Limited",
                    "It exerts so much at most: where that is not enough it stalls, and goes on when the load is less.",
                ),
            ],
            chosen: usize::from(self.0.is_some()),
        }
    }

    /// Takes an option of the choice.
    pub fn choose(&mut self, key: &str, option: usize) -> bool {
        match (key, option) {
            ("strength", 0) => self.0 = None,
            ("strength", 1) => self.0 = self.0.or(Some(USUAL)),
            _ => return false,
        }
        true
    }
}
