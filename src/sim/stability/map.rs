//! Stability map: verdicts on the feedback for every time constant and damping ratio.

use std::sync::OnceLock;

use crate::scene::{Integrator, Settings};

use super::{Trial, Verdict};

/// Verdicts over the plane of time constant (steps) and damping ratio, both in decades.
pub struct Map {
    /// Row after row, from the lowest damping ratio; in a row from the shortest time constant.
    pub cells: Vec<Verdict>,
}

impl Map {
    /// Cells along the time constant and along the damping ratio.
    pub const SIZE: [usize; 2] = [60, 24];
    /// Decades of the time constant in steps.
    pub const STEPS: (f64, f64) = (-1.0, 2.0);
    /// Decades of the damping ratio.
    pub const RATIO: (f64, f64) = (-1.0, 1.0);

    /// The map of an integrator, computed at the first call.
    pub fn of(integrator: Integrator) -> &'static Map {
        static MAPS: [OnceLock<Map>; Integrator::ALL.len()] =
            [const { OnceLock::new() }; Integrator::ALL.len()];
        let index = Integrator::ALL.iter().position(|it| *it == integrator);
        MAPS[index.unwrap_or(0)].get_or_init(|| Self::find(integrator))
    }

    fn find(integrator: Integrator) -> Self {
        let mut trial = Trial::new(integrator);
        let middle = |k: usize, size: usize, (low, high): (f64, f64)| {
            10f64.powf(low + (high - low) * (k as f64 + 0.5) / size as f64)
        };
        let [width, height] = Self::SIZE;
        let mut cells = Vec::with_capacity(width * height);
        for row in 0..height {
            for column in 0..width {
                let steps = middle(column, width, Self::STEPS);
                let ratio = middle(row, height, Self::RATIO);
                let (ks, kd) = Settings::gains(steps, ratio);
                cells.push(trial.judge(ks, kd).verdict());
            }
        }
        Self { cells }
    }
}
