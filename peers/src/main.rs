//! What rapier2d makes of the free chain of the validation report: `cargo run --release`, in this folder, writes
//! `docs/validation/peers.csv`.
//!
//! 54 uniform rods of 1 m and 1 kg, pinned at one end and let go level, for 10 s; the largest gap at a joint, looked
//! for ten times a second, and the change of energy at the end as a share of the largest kinetic energy.
#![allow(clippy::panic)]

use peers::G;
use rapier2d::prelude::*;

const LINKS: usize = 54;
const SECONDS: f32 = 10.0;

fn main() {
    let mut rows = "engine,gap,energy\n".to_owned();
    for (rate, iterations) in [(60, 4), (60, 20), (60, 100), (240, 4), (240, 20)] {
        let (gap, energy) = chain(rate, iterations);
        let row = format!(
            "\"rapier2d 0.36 (f32), impulse joints, 1/{rate} s, {iterations} iterations\",{gap:e},{energy:e}\n"
        );
        print!("{row}");
        rows.push_str(&row);
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/validation/peers.csv");
    if let Err(error) = std::fs::write(path, rows) {
        panic!("{path}: {error}");
    }
}

fn chain(rate: u32, iterations: usize) -> (f64, f64) {
    let (mut world, rods) = peers::chain(LINKS, 1.0 / rate as f32, iterations);
    let energy = |world: &PhysicsWorld| {
        rods.iter().fold((0.0, 0.0), |(kinetic, potential), rod| {
            let body = &world.bodies[*rod];
            let (v, w) = (f64::from(body.linvel().length()), f64::from(body.angvel()));
            let height = f64::from(body.translation().y);
            (
                kinetic + 0.5 * (v * v + w * w / 12.0),
                potential + f64::from(G) * height,
            )
        })
    };
    let (mut gap, mut liveliest) = (0.0_f64, 0.0_f64);
    let start = energy(&world);
    let start = start.0 + start.1;
    for step in 1..=(SECONDS as u32) * rate {
        world.step();
        if step % (rate / 10) != 0 {
            continue;
        }
        let mut end = (0.0, 0.0);
        for rod in &rods {
            let body = &world.bodies[*rod];
            let (x, y) = (f64::from(body.translation().x), f64::from(body.translation().y));
            let (sin, cos) = f64::from(body.rotation().angle()).sin_cos();
            let near = (x - 0.5 * cos, y - 0.5 * sin);
            gap = gap.max((near.0 - end.0).hypot(near.1 - end.1));
            end = (x + 0.5 * cos, y + 0.5 * sin);
        }
        liveliest = liveliest.max(energy(&world).0);
    }
    let now = energy(&world);
    (gap, (now.0 + now.1 - start) / liveliest)
}
