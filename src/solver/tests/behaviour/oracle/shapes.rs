//! Random systems of shapes that are difficult for solvers, with masses and rows of all magnitudes.

use crate::systems::{Build, Random, grid, pinned_bars, random_build_of};

/// Returns a random system of about `bodies` bodies; a net has the nearest square number, a chain at least two.
pub fn any(random: &mut Random, bodies: usize) -> Build {
    let mut build = match random.below(10) {
        0 => net(random, bodies),
        1 => wheel(random, bodies),
        2 => straight_chain(random, bodies),
        3 => anchored_tree(random, bodies),
        _ => random_build_of(random, bodies),
    };
    if random.chance(0.3) {
        // Mass ratios up to a million.
        for mass in &mut build.mass {
            *mass *= 10f64.powf(3.0 * random.unit());
        }
    }
    if random.chance(0.3) {
        // Row scales apart by up to a million, as of millimetres and kilometres.
        for joint in &mut build.joints {
            let unit = 10f64.powf(3.0 * random.unit());
            joint.blocks.iter_mut().flatten().for_each(|x| *x *= unit);
        }
    }
    if !build.joints.is_empty() && random.chance(0.2) {
        for _ in 0..1 + random.below(4) {
            let joint = random.below(build.joints.len());
            build.again(joint, [1.0, -3.0, 1e-2][random.below(3)]);
        }
    }
    build
}

/// Particles on a grid, regular or irregular, with rods between neighbours and a few anchors: one redundant row or many, depending
/// on the anchors.
fn net(random: &mut Random, bodies: usize) -> Build {
    let side = (bodies as f64).sqrt().round() as usize;
    let uneven = if random.chance(0.5) { 0.2 } else { 0.0 };
    let mut build = grid(side, uneven, random);
    if random.chance(0.5) {
        let inner = (side..side * side).filter(|k| k % side > 0);
        inner.for_each(|k| build.bar(k - side - 1, k));
    }
    for _ in 0..random.below(4) {
        let body = random.below(side * side);
        build.pin(&[body], build.centre[body]);
    }
    build
}

/// Spokes on one hub, in half of the cases with the tips joined along the rim.
fn wheel(random: &mut Random, bodies: usize) -> Build {
    let spokes = bodies - 1;
    let mut build = Build::new();
    let hub = build.body(3, [0.0, 0.0], 1.0);
    let at = |k: usize, radius: f64| {
        let angle = std::f64::consts::TAU * k as f64 / spokes as f64;
        [radius * angle.cos(), radius * angle.sin()]
    };
    let closed = random.chance(0.5);
    for k in 0..spokes {
        let spoke = build.body(3, at(k, 1.5), 0.5);
        build.pin(&[hub, spoke], at(k, 1.0));
        if closed && k > 0 {
            build.rod(&[spoke - 1, spoke], at(k - 1, 2.0), at(k, 2.0));
        }
    }
    if random.chance(0.5) {
        build.pin(&[hub], [0.0, 0.0]);
    }
    build
}

/// A chain straight between two pins, exactly or nearly: singular at that pose only.
fn straight_chain(random: &mut Random, bodies: usize) -> Build {
    let links = bodies.max(2);
    let sag = [0.0, 1e-12, 1e-3][random.below(3)];
    let joint = |k: usize| {
        let x = k as f64 / links as f64;
        [k as f64, sag * x * (1.0 - x) * links as f64]
    };
    pinned_bars(&(0..=links).map(joint).collect::<Vec<_>>())
}

/// A tree of bars, about a third of them pinned to the ground, some of these welded to it.
fn anchored_tree(random: &mut Random, bodies: usize) -> Build {
    let mut build = Build::new();
    for body in 0..bodies {
        let at = [3.0 * random.unit(), 3.0 * random.unit()];
        build.body(3, at, 1.0);
        if body > 0 {
            let parent = random.below(body);
            build.pin(&[parent, body], [at[0] + 0.5, at[1] + random.unit()]);
        }
        if random.chance(0.3) {
            build.pin(&[body], [at[0] - 0.5, at[1]]);
            if random.chance(0.2) {
                build.angle(&[body]);
            }
        }
    }
    build
}
