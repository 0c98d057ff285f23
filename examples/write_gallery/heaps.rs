//! Scenes with hundreds of contacting parts.

use tinkertoy::bodies::{Polygon, Shape};
use tinkertoy::math::{Pose, unit};
use tinkertoy::scene::PartColour::{Blue, Green, Maple, Red, Yellow};

use crate::bench::{Bench, v};
use crate::touching::{ground_along, touch};

/// Number of parts in the pile.
const PARTS: u32 = 500;
/// Number of parts in a row at the start, their distance (m), and the distance between rows (m).
const IN_A_ROW: u32 = 18;
const APART: f64 = 0.21;
const ABOVE: f64 = 0.215;

/// Five hundred parts that fall into a bin.
pub fn pile() -> Bench {
    let mut bench = Bench::new(
        "Pile of 500",
        "Boxes, disks and triangles fall into a bin and pile up. Nothing but contact and friction holds them; once they rest they sleep, and \
         take no time.",
        "Dig in with the mouse. Watch the count of contacts and how well they are solved, then try Gauss-Seidel.",
    );
    bench.view(v(0.0, 2.9), 6.6);
    // At half this step length a slow computer cannot keep up.
    touch(&mut bench, Some(0.0), 0.5, 0.0, 1.0 / 120.0);
    if let Some(contact) = &mut bench.scene.settings.contact {
        contact.sleeping = true;
    }
    for (name, side) in [("left wall", -1.0), ("right wall", 1.0)] {
        ground_along(&mut bench, name, &[v(2.05 * side, 0.0), v(2.05 * side, 5.0)], 0.1);
    }
    let corners = (0..3).map(|k| 0.095 * unit(std::f64::consts::TAU * (0.25 + f64::from(k) / 3.0)));
    let triangle = Polygon {
        corners: corners.collect(),
    };
    let colours = [Blue, Maple, Yellow, Green, Red];
    for k in 0..PARTS {
        let (column, row) = (k % IN_A_ROW, k / IN_A_ROW);
        // Each row is shifted, so that no columns form.
        let shift = 0.02 * f64::from((k * 7919) % 13) / 13.0;
        let at = v(
            APART * (f64::from(column) - 0.5 * f64::from(IN_A_ROW - 1)) + shift - 0.01,
            0.15 + ABOVE * f64::from(row),
        );
        let turn = 0.3 * f64::from((k * 104_729) % 17) / 17.0;
        let colour = colours[(row % 5) as usize];
        let name = format!("part {}", k + 1);
        let part = match k % 3 {
            0 => bench.plate(&name, at, 0.15, 0.13, colour),
            1 => bench.disk(&name, at, 0.075, colour),
            _ => bench.body(&name, Shape::Polygon(triangle.clone()), Pose::default(), colour),
        };
        bench.change(part, |part| part.pose = Pose::new(at.x, at.y, turn));
    }
    bench
}
