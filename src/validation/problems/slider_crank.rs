//! A free slider-crank. With theta the crank's angle and phi the rod's,
//!
//! ```text
//! r sin theta + l sin phi = 0,   phi' = -r cos theta/(l cos phi),   x = r cos theta + l cos phi
//! ```
//! The slider does not rotate: only its mass counts.

use super::super::reference::{Mover, motion_of};
use super::super::{Measure, Problem, Quantity};
use super::text;
use crate::math::Vec2;

/// The free slider-crank.
pub const FREE: Problem = Problem {
    id: "slider-crank",
    title: "Slider-crank, free",
    source: "Textbook; the parameters are ours",
    parameters: "Uniform crank 0.5 m, 1 kg; uniform rod 1.2 m, 2 kg; a block of 1.5 kg that slides on a level rail; crank at \
                 0.8 rad with 6 rad/s; g = 9.81 m/s²",
    reference: "The crank's angle by influence coefficients, integrated to round-off",
    seconds: 5.0,
    smooth: 2.0,
    quantities: &[
        Quantity {
            label: "slider",
            unit: "m",
            measures: &[Measure::Point("slider", 0.0, 0.0)],
        },
        Quantity {
            label: "crank",
            unit: "rad",
            measures: &[Measure::Angle("crank")],
        },
    ],
    exact,
    text: text!("slider-crank"),
};

const CRANK: f64 = 0.5;
const ROD: f64 = 1.2;

fn movers(theta: f64) -> [Mover; 3] {
    let (s, c) = theta.sin_cos();
    let phi = -(CRANK * s / ROD).asin();
    let (sp, cp) = phi.sin_cos();
    let turn = -CRANK * c / (ROD * cp);
    let bend = (CRANK * s + ROD * sp * turn * turn) / (ROD * cp);
    // A point of the rod at a distance from the crank pin.
    let along = |at: f64| {
        let first = Vec2::new(-CRANK * s - at * sp * turn, CRANK * c + at * cp * turn);
        let second = Vec2::new(
            -CRANK * c - at * (cp * turn * turn + sp * bend),
            -CRANK * s + at * (cp * bend - sp * turn * turn),
        );
        [first, second]
    };
    [
        Mover {
            mass: 1.0,
            inertia: CRANK * CRANK / 12.0,
            centre: [CRANK / 2.0 * Vec2::new(-s, c), CRANK / 2.0 * Vec2::new(-c, -s)],
            angle: [1.0, 0.0],
        },
        Mover {
            mass: 2.0,
            inertia: 2.0 * ROD * ROD / 12.0,
            centre: along(ROD / 2.0),
            angle: [turn, bend],
        },
        Mover {
            mass: 1.5,
            inertia: 0.0,
            centre: along(ROD),
            angle: [0.0, 0.0],
        },
    ]
}

fn exact(times: &[f64]) -> Vec<Vec<f64>> {
    motion_of(movers, 0.8, 6.0, times)
        .iter()
        .map(|theta| {
            let (s, c) = theta.sin_cos();
            let x = CRANK * c + (ROD * ROD - (CRANK * s).powi(2)).sqrt();
            vec![x, 0.0, *theta]
        })
        .collect()
}
