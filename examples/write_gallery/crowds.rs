//! Scenes with many constraints.

use std::f64::consts::PI;

use tinkertoy::math::{Vec2, unit};
use tinkertoy::scene::PartColour::{Blue, Green, Maple, Red, Yellow};

use crate::bench::{Bench, v};

/// Two hundred links between two nails, in a wave.
pub fn chain() -> Bench {
    let mut bench = Bench::new(
        "Chain of 200 links",
        "Two hundred links between two nails. The sparse method takes a time in proportion to the links, the \
         dense one in proportion to their cube.",
        "Switch the method in mid-swing and watch the time per solve. Grab the chain and shake it.",
    );
    let links = 200;
    let link = 0.05;
    let mut at = Vec2::ZERO;
    let mut last = bench.on(None, at);
    for k in 1..=links {
        // The slope of a catenary, and a wave on it.
        let s = (f64::from(k) - 0.5) / f64::from(links);
        let slope = 2.0 * (2.0 * s - 1.0);
        at += link * unit(slope.atan() + 0.3 * (3.0 * PI * s).sin());
        let here = if k == links {
            bench.on(None, at)
        } else {
            let colour = if (k / 10) % 2 == 0 { Yellow } else { Blue };
            let bead = bench.particle(&format!("bead {k}"), at, 0.02, colour);
            bench.on(bead, at)
        };
        bench.rod(&format!("link {k}"), last, here);
        last = here;
    }
    bench.view(v(at.x / 2.0, -1.6), 5.6);
    bench
}

/// A net hung by two corners.
pub fn net() -> Bench {
    let mut bench = Bench::new(
        "Net",
        "Fifteen by fifteen knots joined by 420 cords that neither stretch nor shrink: loops upon loops, no tree in \
         sight.",
        "Pull at a knot. Delete a few cords and tear it.",
    );
    bench.view(v(0.0, -1.6), 5.4);
    let n = 15;
    let cord = 0.25;
    // The sum of two curves, one for the columns and one for the rows: so every cord has the same length.
    let mut across = vec![Vec2::ZERO];
    let mut down = vec![Vec2::ZERO];
    for k in 1..n {
        let s = (f64::from(k) - 0.5) / f64::from(n - 1);
        across.push(across[across.len() - 1] + cord * unit(0.9 * (2.0 * s - 1.0)));
        down.push(down[down.len() - 1] + cord * unit(-PI / 2.0 + 0.5 * (PI * s).sin()));
    }
    let shift = v(-across[across.len() - 1].x / 2.0, 0.0);
    let mut knots = Vec::new();
    for (row, d) in down.iter().enumerate() {
        for (column, a) in across.iter().enumerate() {
            let at = *a + *d + shift;
            let colour = match (row + column) % 4 {
                0 => Red,
                2 => Green,
                _ => Maple,
            };
            let knot = bench.particle(&format!("knot {row} {column}"), at, 0.02, colour);
            knots.push((knot, at));
        }
    }
    let n = across.len();
    for row in 0..n {
        for column in 0..n {
            let (knot, at) = knots[row * n + column];
            for (name, next) in [("weft", (row, column + 1)), ("warp", (row + 1, column))] {
                if next.0 < n && next.1 < n {
                    let (other, other_at) = knots[next.0 * n + next.1];
                    let (a, b) = (bench.on(knot, at), bench.on(other, other_at));
                    bench.rod(&format!("{name} {row} {column}"), a, b);
                }
            }
        }
    }
    bench.pin("left nail", None, knots[0].0, knots[0].1);
    bench.pin("right nail", None, knots[n - 1].0, knots[n - 1].1);
    bench
}
