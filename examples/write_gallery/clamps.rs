//! Toggle clamps: a crank and a rod in line, or slightly past it, resist the force that pushes back.

use std::f64::consts::PI;

use tinkertoy::constraints::{ConstraintKind, Programme, Slider};
use tinkertoy::forces::{Drag, ForceKind, Torque};
use tinkertoy::math::{Vec2, unit};
use tinkertoy::scene::{Attach, Collides, PartColour};

use crate::bench::{Bench, centre, v};
use crate::touching::touch;

const CRANK: f64 = 0.2;
const ROD: f64 = 0.5;
const HANDLE: f64 = 0.7;
/// Angle of the crank at the start (rad).
const OPEN: f64 = 1.1;
/// Half the width of the handle, and the radius of the peg that stops it (m).
const HALF: f64 = 0.045;
const PEG: f64 = 0.05;
/// Length of the ram, and reach of crank and rod when the ram meets the block, 0.04 m short of dead centre (m).
const RAM: f64 = 0.5;
const MEETS: f64 = 0.66;

/// Crank, rod and ram, and a peg that the handle meets when the crank is at the angle `stop` past dead centre; the force on the handle ends
/// after a second and a half.
fn linkage(bench: &mut Bench, name: &str, axle: Vec2, stop: f64) {
    let named = |what: &str| format!("{name} {what}");
    let knee = axle + CRANK * unit(OPEN);
    let height = CRANK * OPEN.sin();
    let hitch = v(knee.x + (ROD * ROD - height * height).sqrt(), axle.y);
    let end = axle - HANDLE * unit(OPEN);
    let handle = bench.bar(&named("handle"), end, knee, 2.0 * HALF, PartColour::Red);
    let rod = bench.bar(&named("rod"), knee, hitch, 0.08, PartColour::Blue);
    bench.change(rod, |part| part.collides = Collides::Nothing);
    bench.axle(&named("axle"), handle, axle);
    bench.pin(&named("knee"), handle, rod, knee);
    let middle = hitch + v(0.5 * RAM - 0.05, 0.0);
    let ram = bench.plate(&named("ram"), middle, RAM, 0.1, PartColour::Yellow);
    bench.pin(&named("hitch"), rod, ram, hitch);
    let guide = Slider {
        reach: 0.2,
        ..Slider::default()
    };
    let ends = [Attach::ground(middle), centre(ram)];
    bench.link(&named("guide"), &ends, ConstraintKind::Slider(guide));
    let closed = unit(PI + stop);
    let at = axle + 0.55 * closed - (HALF + PEG) * closed.perp();
    let peg = bench.disk(&named("stop"), at, PEG, PartColour::Maple);
    bench.change(peg, |part| part.fixed = true);
    let push = Torque {
        torque: 0.0,
        programme: Programme::Table(vec![(0.0, 0.0), (0.3, -8.0), (1.2, -8.0), (1.5, 0.0)]),
    };
    bench.force(&named("push"), &[centre(handle)], ForceKind::Torque(push));
    let grease = Drag {
        linear: 0.0,
        quadratic: 0.0,
        angular: 1.5,
    };
    let on = bench.on(handle, axle);
    bench.force(&named("grease"), &[on], ForceKind::Drag(grease));
}

/// A clamp, and a block on a table that it presses against a spring.
fn clamp(bench: &mut Bench, name: &str, axle: Vec2, stop: f64) {
    linkage(bench, name, axle, stop);
    let named = |what: &str| format!("{name} {what}");
    let size = 0.24;
    let face = axle.x + MEETS + RAM - 0.05;
    let block = bench.plate(
        &named("block"),
        v(face + 0.5 * size, axle.y),
        size,
        size,
        PartColour::Green,
    );
    let table = v(face + 0.3, axle.y - 0.5 * size - 0.04);
    let wall = v(face + 0.75, axle.y);
    for (what, at, width, height) in [("table", table, 0.8, 0.08), ("wall", wall, 0.1, 0.4)] {
        let id = bench.plate(&named(what), at, width, height, PartColour::Maple);
        bench.change(id, |part| part.fixed = true);
    }
    let from = bench.on(block, v(face + size, axle.y));
    let to = Attach::ground(wall - v(0.05, 0.0));
    bench.spring(&named("spring"), from, to, 3000.0, 30.0);
}

/// Two clamps whose stops differ by ten degrees.
pub fn toggle() -> Bench {
    let mut bench = Bench::new(
        "Toggle clamps",
        "Both handles are pushed until they meet their pegs, and let go. The upper peg lets crank and rod pass the line in which they are \
         longest: the spring now presses the handle to its peg. The lower one stops them short of it, and they spring open.",
        "Pull the upper handle down: it takes a firm pull to bring it back over its dead centre. Make the spring stiffer.",
    );
    bench.view(v(0.35, -0.15), 2.4);
    touch(&mut bench, None, 0.3, 0.0, 1.0 / 480.0);
    let degree = PI / 180.0;
    clamp(&mut bench, "upper", v(-0.5, 0.5), -4.0 * degree);
    clamp(&mut bench, "lower", v(-0.5, -0.55), 6.0 * degree);
    bench
}
