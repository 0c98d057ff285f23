//! Machines for the solver's tests: nets, wheels, trusses, chains, and random systems.

use super::{Build, Random};

/// Particles on a grid of `side` by `side`, each displaced by up to `uneven`, with rods between neighbours.
pub fn grid(side: usize, uneven: f64, random: &mut Random) -> Build {
    let mut build = Build::new();
    for k in 0..side * side {
        let (x, y) = ((k % side) as f64, (k / side) as f64);
        build.body(2, [x + uneven * random.unit(), y + uneven * random.unit()], 1.0);
    }
    for k in 0..side * side {
        let before = [(k % side > 0).then(|| k - 1), k.checked_sub(side)];
        for other in before.into_iter().flatten() {
            build.bar(other, k);
        }
    }
    build
}

/// Particles on an irregular grid of `side` by `side`, rods between neighbours, two corners held.
pub fn net(side: usize, random: &mut Random) -> Build {
    let mut build = grid(side, 0.2, random);
    build
        .mass
        .iter_mut()
        .for_each(|mass| *mass += 0.5 * random.unit());
    for corner in [0, side - 1] {
        build.pin(&[corner], build.centre[corner]);
    }
    build
}

/// A hub with spokes, each pinned to it and joined by a rod to the spoke before it.
pub fn wheel(spokes: usize) -> Build {
    let mut build = Build::new();
    let hub = build.body(3, [0.0, 0.0], 1.0);
    for k in 0..spokes {
        let (y, x) = (std::f64::consts::TAU * k as f64 / spokes as f64).sin_cos();
        let spoke = build.body(3, [x, y], 1.0);
        build.pin(&[hub, spoke], [0.5 * x, 0.5 * y]);
        if k > 0 {
            build.rod(&[spoke - 1, spoke], [x, y + 1.0], [1.1 * x, 1.1 * y]);
        }
    }
    build
}

/// A truss of triangles: one end is fixed, and the other rests on a support.
pub fn truss(joints: usize) -> Build {
    let mut build = Build::new();
    for k in 0..joints {
        build.body(2, [0.5 * k as f64, (k % 2) as f64], 1.0);
    }
    build.pin(&[0], [0.0, 0.0]);
    for k in 1..joints {
        (1..=k.min(2)).for_each(|back| build.bar(k - back, k));
    }
    build.support(joints - 1, [0.0, 1.0]);
    build
}

/// Bars between these joints, pinned to each other and at both ends to the ground.
pub fn pinned_bars(joints: &[[f64; 2]]) -> Build {
    let mut build = Build::new();
    for pair in joints.windows(2) {
        let middle = [0, 1].map(|i| 0.5 * (pair[0][i] + pair[1][i]));
        build.body(3, middle, 1.0);
    }
    let last = joints.len() - 1;
    for (k, &at) in joints.iter().enumerate() {
        match k {
            0 => build.pin(&[0], at),
            k if k == last => build.pin(&[k - 1], at),
            k => build.pin(&[k - 1, k], at),
        }
    }
    build
}

/// Random system of up to `most` bodies: a tree or a forest, with loops, anchors, hubs and copied joints.
pub fn random_build(random: &mut Random, most: usize) -> Build {
    let bodies = 1 + random.below(most);
    random_build_of(random, bodies)
}

/// Random system of this number of bodies, as in [`random_build`].
pub fn random_build_of(random: &mut Random, bodies: usize) -> Build {
    let mut build = Build::new();
    let ratio = [1.0, 1e3, 1e6][random.below(3)];
    for _ in 0..bodies {
        let dim = [2, 3, 3, 3, 1, 4, 2, 3][random.below(8)];
        let centre = [3.0 * random.unit(), 3.0 * random.unit()];
        let mass = if random.chance(0.2) {
            ratio
        } else {
            1.0 + 0.5 * random.unit()
        };
        build.body(dim, centre, mass);
    }
    let hub = random.chance(0.2);
    for body in 1..bodies {
        if random.chance(0.1) {
            continue;
        }
        let parent = match random.below(3) {
            _ if hub => 0,
            0 => body - 1,
            _ => random.below(body),
        };
        join(&mut build, &[parent, body], random);
    }
    for _ in 0..random.below(4) {
        let body = random.below(bodies);
        join(&mut build, &[body], random);
    }
    if bodies > 2 && random.chance(0.6) {
        for _ in 0..random.below(bodies) {
            let (a, b) = (random.below(bodies), random.below(bodies));
            if a != b {
                join(&mut build, &[a, b], random);
            }
        }
    }
    if bodies > 3 && random.chance(0.2) {
        let third = [0, 1, 2 + random.below(bodies - 2)];
        build.arbitrary(1, &third, random);
    }
    if !build.joints.is_empty() && random.chance(0.5) {
        for _ in 0..1 + random.below(3) {
            let joint = random.below(build.joints.len());
            build.again(joint, [1.0, -2.0, 0.3][random.below(3)]);
        }
    }
    build
}

fn join(build: &mut Build, bodies: &[usize], random: &mut Random) {
    let near = build.centre[bodies[bodies.len() - 1]];
    let at = [near[0] + random.unit(), near[1] + random.unit()];
    let least = bodies.iter().map(|&body| build.dims[body]).min().unwrap();
    match random.below(6) {
        0 if least > 2 => {
            build.pin(bodies, at);
            build.angle(bodies);
        }
        1 | 2 => build.rod(bodies, [at[0] - 1.0, at[1] + 0.5], at),
        3 if least > 1 => build.arbitrary(2, bodies, random),
        _ if least > 1 => build.pin(bodies, at),
        _ => build.arbitrary(1, bodies, random),
    }
}

/// Chain of bodies, each pinned to the one before, the first to the ground.
pub fn chain(links: usize) -> Build {
    let mut build = Build::new();
    for k in 0..links {
        build.body(3, [k as f64 + 0.5, 0.1 * (k % 3) as f64], 1.0);
    }
    build.pin(&[0], [0.0, 0.0]);
    for k in 1..links {
        build.pin(&[k - 1, k], [k as f64, 0.0]);
    }
    build
}
