//! Two links, one below the other; angles a and b from the vertical, all lengths and masses 1.
//!
//! ```text
//! particles:  [2 c; c 1] [a''; b''] = [-s b'² - 2 g sin a;      s a'² - g sin b]
//! rods:       [4/3 c/2; c/2 1/3] ... = [-s b'²/2 - 3/2 g sin a;  s a'²/2 - g/2 sin b]
//! ```
//! with s, c the sine and cosine of a - b. The motion is chaotic: errors of any method grow e-fold in tenths of a
//! second, so the figures compare methods; they are not the accuracy of a step.

use super::super::reference::{G, integrate};
use super::super::{Measure, Problem, Quantity};
use super::text;

/// Two masses.
pub const PARTICLES: Problem = Problem {
    id: "double-pendulum-particles",
    title: "Double pendulum, particles",
    source: "Textbook (for instance L. Landau and E. Lifshitz, Mechanics, section 5); the parameters are ours",
    parameters: "Two particles of 1 kg on massless links of 1 m, both level and at rest at the start; g = 9.81 m/s²",
    reference: "The two angles integrated to round-off",
    seconds: 5.0,
    smooth: 2.0,
    quantities: &[Quantity {
        label: "second mass",
        unit: "m",
        measures: &[Measure::Point("second", 0.0, 0.0)],
    }],
    exact: particles,
    text: text!("double-pendulum-particles"),
};

/// Two rods.
pub const RODS: Problem = Problem {
    id: "double-pendulum-rods",
    title: "Double pendulum, rods",
    source: "Textbook; the parameters are ours",
    parameters: "Two uniform rods of 1 m and 1 kg, both level and at rest at the start; g = 9.81 m/s²",
    reference: "The two angles integrated to round-off",
    seconds: 5.0,
    smooth: 2.0,
    quantities: &[Quantity {
        label: "tip",
        unit: "m",
        measures: &[Measure::Point("lower", 0.5, 0.0)],
    }],
    exact: rods,
    text: text!("double-pendulum-rods"),
};

fn particles(times: &[f64]) -> Vec<Vec<f64>> {
    tips([2.0, 1.0, 1.0], [2.0, 1.0], times)
}

fn rods(times: &[f64]) -> Vec<Vec<f64>> {
    tips([4.0 / 3.0, 0.5, 1.0 / 3.0], [1.5, 0.5], times)
}

/// Position of the end of the second link, for these coefficients of inertia (of a, of a with b, of b) and weight.
fn tips(inertia: [f64; 3], weight: [f64; 2], times: &[f64]) -> Vec<Vec<f64>> {
    let level = std::f64::consts::FRAC_PI_2;
    let found = integrate(
        0.0,
        [level, level, 0.0, 0.0],
        times,
        0.01,
        |_, &[a, b, va, vb]| {
            let (s, c) = (a - b).sin_cos();
            let (m11, m12, m22) = (inertia[0], inertia[1] * c, inertia[2]);
            let fa = -inertia[1] * s * vb * vb - weight[0] * G * a.sin();
            let fb = inertia[1] * s * va * va - weight[1] * G * b.sin();
            let det = m11 * m22 - m12 * m12;
            [va, vb, (m22 * fa - m12 * fb) / det, (m11 * fb - m12 * fa) / det]
        },
    );
    found
        .iter()
        .map(|[a, b, ..]| vec![a.sin() + b.sin(), -a.cos() - b.cos()])
        .collect()
}
