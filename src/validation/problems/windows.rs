//! N four-bar windows in a row (IFToMM A02). All uprights stay parallel, so with theta from the x axis
//!
//! ```text
//! T = ((N+1)/3 + N) m l² theta'²/2,   V = ((N+1)/2 + N) m g l sin theta
//! ```
//! Whenever sin theta = 0 every window could fold as well: J loses rank, and the degrees of freedom grow from 1 to N + 1.

use super::super::reference::{G, integrate};
use super::super::{Measure, Problem, Quantity};
use super::text;

/// Two windows.
pub const TWO: Problem = Problem {
    id: "four-bar-2",
    title: "N-four-bar (A02), N = 2",
    parameters: "5 uniform links of 1 m and 1 kg, upright at the start, B0 moving at 1 m/s to the right; g = 9.81 m/s²",
    quantities: &heads_of(&[Measure::Point("upright 2", 0.5, 0.0)]),
    exact: two,
    text: text!("four-bar-2"),
    ..WINDOWS
};

/// Forty windows.
pub const FORTY: Problem = Problem {
    id: "four-bar-40",
    title: "N-four-bar (A02), N = 40",
    parameters: "81 uniform links of 1 m and 1 kg, upright at the start, B0 moving at 1 m/s to the right; g = 9.81 m/s²",
    quantities: &heads_of(&[Measure::Point("upright 40", 0.5, 0.0)]),
    exact: forty,
    text: text!("four-bar-40"),
    ..WINDOWS
};

/// Common data for any number of windows.
const WINDOWS: Problem = Problem {
    id: "",
    title: "",
    source: "IFToMM Library of Computational Benchmark Problems, A02 (E. Bayo and R. Ledesma; M. González et al., Multibody System \
             Dynamics 16, 2006)",
    parameters: "",
    reference: "θ'' of the one freedom, integrated to round-off",
    seconds: 10.0,
    smooth: 0.5,
    quantities: &[],
    exact: two,
    text: "",
};

/// Quantities: the heads of the first and of the last upright.
const fn heads_of(last: &'static [Measure]) -> [Quantity; 2] {
    [
        Quantity {
            label: "B0",
            unit: "m",
            measures: &[Measure::Point("upright 0", 0.5, 0.0)],
        },
        Quantity {
            label: "last joint",
            unit: "m",
            measures: last,
        },
    ]
}

fn two(times: &[f64]) -> Vec<Vec<f64>> {
    heads(2.0, times)
}

fn forty(times: &[f64]) -> Vec<Vec<f64>> {
    heads(40.0, times)
}

/// Positions of the heads of the first and the last upright.
fn heads(n: f64, times: &[f64]) -> Vec<Vec<f64>> {
    let (inertia, lever) = ((n + 1.0) / 3.0 + n, (n + 1.0) / 2.0 + n);
    let upright = std::f64::consts::FRAC_PI_2;
    let found = integrate(0.0, [upright, -1.0], times, 0.02, |_, &[theta, rate]| {
        [rate, -lever * G * theta.cos() / inertia]
    });
    found
        .iter()
        .map(|[theta, _]| {
            let (y, x) = theta.sin_cos();
            vec![x, y, n + x, y]
        })
        .collect()
}
