//! A mass on a circle or on a spring.
//!
//! ```text
//! from rest at theta0:      sin(theta/2) = k cd(w t, k),        k = sin(theta0/2),  w² = g/l
//! rotating from v0:         sin(theta/2) = sn(v0 t/(2 l), k),   k² = 4 g l/v0²
//! on a spring:              r'' = r theta'² + g cos theta - K/m (r - L),   theta'' = -(g sin theta + 2 r' theta')/r
//! ```
//! theta from the vertical.

use super::super::reference::{Elliptic, G, integrate};
use super::super::{Measure, Problem, Quantity};
use super::text;

/// IFToMM A01.
pub const SIMPLE: Problem = Problem {
    id: "simple-pendulum",
    title: "Simple pendulum (A01)",
    source: "IFToMM Library of Computational Benchmark Problems, A01 (M. González et al., Multibody System Dynamics 16, 2006)",
    parameters: "1 kg on a massless link of 1 m, at rest at (-1, 0); g = 9.81 m/s²",
    reference: "Jacobi's elliptic functions in closed form",
    seconds: 10.0,
    smooth: 2.0,
    quantities: &[Quantity {
        label: "position",
        unit: "m",
        measures: &[Measure::Point("bob", 0.0, 0.0)],
    }],
    exact: simple,
    text: text!("simple-pendulum"),
};

fn simple(times: &[f64]) -> Vec<Vec<f64>> {
    let k = 0.5_f64.sqrt();
    let at = |t: &f64| {
        let e = Elliptic::new(G.sqrt() * t, k);
        let s = k * e.cn / e.dn;
        // theta0 is to the left, and the half angle never exceeds a quarter turn.
        vec![-2.0 * s * (1.0 - s * s).sqrt(), 2.0 * s * s - 1.0]
    };
    times.iter().map(at).collect()
}

/// Witkin's first example.
pub const BEAD: Problem = Problem {
    id: "bead-on-a-wire",
    title: "Bead on a circular wire",
    source: "A. Witkin, Constrained Dynamics (1997), section 1",
    parameters: "0.5 kg on a circle of 1 m, from the bottom with 7 m/s; g = 9.81 m/s²",
    reference: "Jacobi's elliptic functions in closed form; the wire's force by Newton's law, m (v²/r + g cos θ)",
    seconds: 10.0,
    smooth: 2.0,
    quantities: &[
        Quantity {
            label: "position",
            unit: "m",
            measures: &[Measure::Point("bead", 0.0, 0.0)],
        },
        Quantity {
            label: "force of the wire",
            unit: "N",
            measures: &[Measure::Force("wire", 0, -1.0)],
        },
    ],
    exact: bead,
    text: text!("bead-on-a-wire"),
};

fn bead(times: &[f64]) -> Vec<Vec<f64>> {
    let (mass, speed) = (0.5, 7.0);
    let at = |t: &f64| {
        let e = Elliptic::new(speed * t / 2.0, 2.0 * G.sqrt() / speed);
        let (x, y) = (2.0 * e.sn * e.cn, 2.0 * e.sn * e.sn - 1.0);
        let square = speed * speed - 2.0 * G * (y + 1.0);
        vec![x, y, mass * (square - G * y)]
    };
    times.iter().map(at).collect()
}

/// A swinging mass on a spring.
pub const ELASTIC: Problem = Problem {
    id: "elastic-pendulum",
    title: "Elastic pendulum",
    source: "A. Vitt and G. Gorelik (1933); the parameters are ours",
    parameters: "1 kg on a spring of 40 N/m and 1 m, at rest at 1.3 m and 0.7 rad from the plumb line; g = 9.81 m/s²",
    reference: "r and θ integrated to round-off",
    seconds: 10.0,
    smooth: 2.0,
    quantities: &[Quantity {
        label: "position",
        unit: "m",
        measures: &[Measure::Point("bob", 0.0, 0.0)],
    }],
    exact: elastic,
    text: text!("elastic-pendulum"),
};

fn elastic(times: &[f64]) -> Vec<Vec<f64>> {
    let (stiffness, rest) = (40.0, 1.0);
    let found = integrate(0.0, [1.3, 0.7, 0.0, 0.0], times, 0.02, |_, &[r, a, dr, da]| {
        [
            dr,
            da,
            r * da * da + G * a.cos() - stiffness * (r - rest),
            -(G * a.sin() + 2.0 * dr * da) / r,
        ]
    });
    found
        .iter()
        .map(|[r, a, ..]| vec![r * a.sin(), -r * a.cos()])
        .collect()
}
