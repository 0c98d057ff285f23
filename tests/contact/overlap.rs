//! Penetration depth of convex parts in each other and in the floor, by a separating-axis test independent of the product's.

use tinkertoy::bodies::{Outline, Shape};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::Id;
use tinkertoy::sim::Simulation;

/// Corners in the frame of the part, and the radius of rounding about them.
pub type Body = (Vec<Vec2>, f64);

/// The body of a disk, a box or a bar.
pub fn body(shape: &Shape) -> Body {
    match shape.outline() {
        Outline::Circle { radius } => (vec![Vec2::ZERO], radius),
        Outline::Capsule { from, to, radius } => (vec![from, to], radius),
        Outline::Polygon(corners) => (corners, 0.0),
        other => panic!("no convex part: {other:?}"),
    }
}

fn extent(corners: &[Vec2], along: Vec2) -> [f64; 2] {
    corners
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], p| {
            let x = p.dot(along);
            [low.min(x), high.max(x)]
        })
}

/// Returns the overlap of two pieces (m), negative or zero where some axis separates them.
fn depth((a, ra): &Body, (b, rb): &Body) -> f64 {
    let edges = |corners: &[Vec2]| -> Vec<Vec2> {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(p, q)| (*q - *p).perp()).collect()
    };
    let mut axes = edges(a);
    axes.extend(edges(b));
    axes.extend(a.iter().flat_map(|p| b.iter().map(move |q| *q - *p)));
    let mut deepest = f64::INFINITY;
    for axis in axes.iter().filter(|axis| axis.length() > 1e-12) {
        let along = axis.normalize();
        let ([a_low, a_high], [b_low, b_high]) = (extent(a, along), extent(b, along));
        deepest = deepest.min((a_high - b_low).min(b_high - a_low));
    }
    deepest + ra + rb
}

/// Returns the deepest overlap between parts of different groups, and between any part and a floor at height 0 (m).
pub fn max_penetration(run: &Simulation, parts: &[(Id, usize, Body)]) -> f64 {
    let placed: Vec<(usize, Body)> = parts
        .iter()
        .map(|(id, group, (corners, radius))| {
            let pose: Pose = run.model().pose(run.state(), *id).unwrap();
            let corners = corners.iter().map(|p| pose.point(*p)).collect();
            (*group, (corners, *radius))
        })
        .collect();
    let mut most = 0.0_f64;
    for (k, (group, own)) in placed.iter().enumerate() {
        most = most.max(own.1 - extent(&own.0, Vec2::Y)[0]);
        for (_, other) in placed[..k].iter().filter(|it| it.0 != *group) {
            most = most.max(depth(own, other));
        }
    }
    most
}
