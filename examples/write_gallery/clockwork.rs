//! Wheels moved and held by contact: a Geneva drive.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use tinkertoy::bodies::{Polygon, Shape};
use tinkertoy::constraints::{ConstraintKind, Weld};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Collides, Id, Mass, PartColour};

use crate::bench::{Bench, v};
use crate::touching::touch;

/// A plate with an outline in world coordinates.
pub fn plate(bench: &mut Bench, name: &str, corners: &[Vec2], colour: PartColour) -> Id {
    let (shape, at) = Polygon::about(corners);
    bench.body(name, Shape::Polygon(shape), Pose::new(at.x, at.y, 0.0), colour)
}

/// Welds two parts together at a world point.
pub fn weld(bench: &mut Bench, name: &str, a: Id, b: Id, at: Vec2) {
    let ends = [bench.on(a, at), bench.on(b, at)];
    bench.link(name, &ends, ConstraintKind::Weld(Weld::default()));
}

/// Outline of a Geneva wheel with four slots about the origin; between two slots is an arc of radius `hollow` about a centre at `distance`.
fn slotted(size: f64, distance: f64, hollow: f64, half_slot: f64, bottom: f64) -> Vec<Vec2> {
    // The point where the arc meets the rim.
    let rim = ((size * size + distance * distance - hollow * hollow) / (2.0 * size * distance)).acos();
    let edge = size * unit(rim);
    let span = edge.y.atan2(distance - edge.x);
    let mouth = (size * size - half_slot * half_slot).sqrt();
    let mut corners = Vec::new();
    for quarter in 0..4 {
        let turned = |p: Vec2, angle: f64| unit(angle + f64::from(quarter) * FRAC_PI_2).rotate(p);
        let slot = |x: f64, y: f64, side: f64| turned(v(x, y), side * FRAC_PI_4);
        corners.push(slot(bottom, half_slot, -1.0));
        corners.push(slot(mouth, half_slot, -1.0));
        for k in 0..=12 {
            let angle = PI + span * (1.0 - f64::from(k) / 6.0);
            corners.push(turned(v(distance, 0.0) + hollow * unit(angle), 0.0));
        }
        corners.push(slot(mouth, -half_slot, 1.0));
        corners.push(slot(bottom, -half_slot, 1.0));
    }
    corners
}

/// A crank whose pin advances a wheel with four slots by a quarter turn per revolution; a disk on the crank locks the wheel in between.
pub fn geneva() -> Bench {
    let mut bench = Bench::new(
        "Geneva drive",
        "The crank turns evenly; its pin enters a slot of the wheel and takes it on by a quarter, and in between a round plate on the crank holds the wheel by its hollow. Nothing joins the two.",
        "Pull the crank back while it turns. Raise the speed of the motor tenfold.",
    );
    bench.view(v(0.35, 0.0), 2.6);
    touch(&mut bench, None, 0.1, 0.0, 1.0 / 240.0);
    let size = 0.6;
    let distance = size * 2.0_f64.sqrt();
    let (lock, pin) = (0.7 * size, 0.09 * size);
    let outline = slotted(size, distance, lock + 0.01 * size, pin + 0.01 * size, 0.29 * size);
    let wheel = plate(&mut bench, "wheel", &outline, PartColour::Yellow);
    bench.axle("wheel axle", wheel, Vec2::ZERO);
    let hub = v(distance, 0.0);
    let tip = hub + v(size, 0.0);
    let crank = bench.bar("crank", hub, tip, 0.1, PartColour::Red);
    bench.change(crank, |part| part.collides = Collides::Nothing);
    bench.axle("crank axle", crank, hub);
    bench.motor("motor", None, crank, hub, 2.0);
    // The locking disk is open where the pin is, and leaves the wheel free there.
    let mut round: Vec<Vec2> = (0..=60)
        .map(|k| hub + lock * unit(FRAC_PI_4 + 1.5 * PI * f64::from(k) / 60.0))
        .collect();
    round.push(hub + v(0.2 * size, 0.0));
    let plate = plate(&mut bench, "lock", &round, PartColour::Blue);
    weld(&mut bench, "lock on crank", crank, plate, hub);
    let pin = bench.disk("pin", tip, pin, PartColour::Green);
    weld(&mut bench, "pin on crank", crank, pin, tip);
    for part in [wheel, crank, plate, pin] {
        bench.weigh(part, Mass::Density(10.0));
    }
    bench
}
