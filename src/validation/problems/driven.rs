//! A crank-rocker whose crank turns at constant speed: torque of its motor by virtual power. With A the crank pin, D the
//! rocker's shaft, and phi, psi the angles of coupler and rocker,
//!
//! ```text
//! A + b e(phi) = D + c e(psi)                               loop closure: intersection of two circles
//! b phi' n(phi) - c psi' n(psi) = -A'                       n = e rotated by a quarter turn
//! b phi'' n(phi) - c psi'' n(psi) = -A'' + b phi'² e(phi) - c psi'² e(psi)
//! torque = I'/2 w² + V'
//! ```

use super::super::reference::{Mover, torque_of};
use super::super::{Measure, Problem, Quantity};
use super::text;
use crate::math::{Vec2, cross, perp};

/// The torque of the motor.
pub const CRANK_ROCKER: Problem = Problem {
    id: "crank-rocker",
    title: "Crank-rocker, torque of the motor",
    source: "Textbook; the parameters are ours",
    parameters: "Uniform crank 0.3 m, 1 kg; coupler 0.9 m, 3 kg; rocker 0.7 m, 2 kg; shafts 1 m apart; crank at 1 rad + 2π t; \
                 g = 9.81 m/s²",
    reference: "Virtual power with the influence coefficients of the closed linkage",
    seconds: 5.0,
    smooth: 2.0,
    quantities: &[
        Quantity {
            label: "torque",
            unit: "N m",
            measures: &[Measure::Force("motor", 0, 1.0)],
        },
        Quantity {
            label: "rocker",
            unit: "m",
            measures: &[Measure::Point("rocker", 0.35, 0.0)],
        },
    ],
    exact,
    text: text!("crank-rocker"),
};

const CRANK: f64 = 0.3;
const COUPLER: f64 = 0.9;
const ROCKER: f64 = 0.7;
const SHAFT: Vec2 = Vec2::new(1.0, 0.0);
const OMEGA: f64 = 2.0 * std::f64::consts::PI;

fn at(theta: f64) -> Vec<f64> {
    let (s, c) = theta.sin_cos();
    let crank = Vec2::new(c, s);
    let a = CRANK * crank;
    // Intersection of the circles about A and D, on the left of the line from A to D.
    let d = SHAFT - a;
    let foot = (d.length_squared() + COUPLER * COUPLER - ROCKER * ROCKER) / (2.0 * d.length_squared());
    let height = (COUPLER * COUPLER / d.length_squared() - foot * foot).sqrt();
    let b = a + foot * d + height * perp(d);
    let (phi, psi) = ((b - a) / COUPLER, (b - SHAFT) / ROCKER);
    // x n(phi) b - y n(psi) c = right, by Cramer's rule.
    let solve = |right: Vec2| {
        let (u, w) = (COUPLER * perp(phi), ROCKER * perp(psi));
        let det = cross(u, -w);
        (cross(right, -w) / det, cross(u, right) / det)
    };
    let (turn, swing) = solve(-CRANK * perp(crank));
    let (bend, jerk) = solve(CRANK * crank + COUPLER * turn * turn * phi - ROCKER * swing * swing * psi);
    // First and second derivative of a point on a link, at a distance from the link's pin.
    let along = |at: f64, e: Vec2, turn: f64, bend: f64| {
        [at * turn * perp(e), at * (bend * perp(e) - turn * turn * e)]
    };
    let pin = along(CRANK, crank, 1.0, 0.0);
    let middle = along(COUPLER / 2.0, phi, turn, bend);
    let slender = |mass: f64, length: f64| mass * length * length / 12.0;
    let torque = torque_of(
        &[
            Mover {
                mass: 1.0,
                inertia: slender(1.0, CRANK),
                centre: along(CRANK / 2.0, crank, 1.0, 0.0),
                angle: [1.0, 0.0],
            },
            Mover {
                mass: 3.0,
                inertia: slender(3.0, COUPLER),
                centre: [pin[0] + middle[0], pin[1] + middle[1]],
                angle: [turn, bend],
            },
            Mover {
                mass: 2.0,
                inertia: slender(2.0, ROCKER),
                centre: along(ROCKER / 2.0, psi, swing, jerk),
                angle: [swing, jerk],
            },
        ],
        OMEGA,
    );
    vec![torque, b.x, b.y]
}

fn exact(times: &[f64]) -> Vec<Vec<f64>> {
    times.iter().map(|t| at(1.0 + OMEGA * t)).collect()
}
