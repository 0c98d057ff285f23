//! A Warren truss by the method of joints: at every joint the forces of its members and of the supports balance the
//! load. 2 n equations for the 15 members and 3 reactions, solved directly.

use super::super::reference::{G, solve};
use super::super::{Measure, Problem, Quantity};
use super::text;
use crate::math::Vec2;

/// Forces in a truss.
pub const WARREN: Problem = Problem {
    id: "warren-truss",
    title: "Warren truss, forces in its members",
    source: "Textbook statics (method of joints); the parameters are ours",
    parameters: "Equilateral triangles of 2 m, nine joints of 10 kg, pinned at (0, 0), an upright link at (8, 0), loads of 10, 20 and \
                 5 kN on joints 2, 4 and 6 of the lower chord; g = 9.81 m/s²",
    reference: "The equilibrium of all joints, solved by elimination",
    seconds: 1.0,
    smooth: 1.0,
    quantities: &[Quantity {
        label: "forces in the members and the link",
        unit: "N",
        measures: &MEASURES,
    }],
    exact,
    text: text!("warren-truss"),
};

/// Members by the indices of their joints, in the order of the scene.
const MEMBERS: [(usize, usize); 15] = [
    (0, 1),
    (0, 2),
    (1, 2),
    (1, 3),
    (2, 3),
    (2, 4),
    (3, 4),
    (3, 5),
    (4, 5),
    (4, 6),
    (5, 6),
    (5, 7),
    (6, 7),
    (6, 8),
    (7, 8),
];

/// Compression is positive, as for the program's multipliers.
const MEASURES: [Measure; 16] = [
    Measure::Force("member 0-1", 0, 1.0),
    Measure::Force("member 0-2", 0, 1.0),
    Measure::Force("member 1-2", 0, 1.0),
    Measure::Force("member 1-3", 0, 1.0),
    Measure::Force("member 2-3", 0, 1.0),
    Measure::Force("member 2-4", 0, 1.0),
    Measure::Force("member 3-4", 0, 1.0),
    Measure::Force("member 3-5", 0, 1.0),
    Measure::Force("member 4-5", 0, 1.0),
    Measure::Force("member 4-6", 0, 1.0),
    Measure::Force("member 5-6", 0, 1.0),
    Measure::Force("member 5-7", 0, 1.0),
    Measure::Force("member 6-7", 0, 1.0),
    Measure::Force("member 6-8", 0, 1.0),
    Measure::Force("member 7-8", 0, 1.0),
    Measure::Force("link", 0, 1.0),
];

const JOINTS: usize = 9;

fn joint(k: usize) -> Vec2 {
    let rise = if k.is_multiple_of(2) { 0.0 } else { 3.0_f64.sqrt() };
    Vec2::new(k as f64, rise)
}

fn exact(times: &[f64]) -> Vec<Vec<f64>> {
    let unknowns = 2 * JOINTS;
    let mut a = vec![vec![0.0; unknowns]; unknowns];
    let mut b = vec![0.0; unknowns];
    for (column, &(from, to)) in MEMBERS.iter().enumerate() {
        let u = (joint(to) - joint(from)).normalize();
        for (k, sign) in [(from, -1.0), (to, 1.0)] {
            a[2 * k][column] = sign * u.x;
            a[2 * k + 1][column] = sign * u.y;
        }
    }
    // The link under the last joint, and both components of the pin's reaction.
    a[2 * (JOINTS - 1) + 1][15] = 1.0;
    a[0][16] = 1.0;
    a[1][17] = 1.0;
    for k in 0..JOINTS {
        b[2 * k + 1] = 10.0 * G;
    }
    for (k, load) in [(2, 10e3), (4, 20e3), (6, 5e3)] {
        b[2 * k + 1] += load;
    }
    // A statically determinate truss is never singular. If it were, every comparison would fail.
    let forces = solve(a, b).unwrap_or(vec![f64::NAN; unknowns]);
    vec![forces[..16].to_vec(); times.len()]
}
