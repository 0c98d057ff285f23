//! Scenes that demonstrate the views of the laboratory.

use std::f64::consts::{PI, TAU};

use tinkertoy::math::{Vec2, unit};
use tinkertoy::scene::PartColour::{Blue, Green, Maple, Red, Yellow};
use tinkertoy::scene::{Id, Integrator, IterationLimits, Mass, Method, Scope, Stabilisation};

use crate::bench::{Bench, centre, v};

/// A ring of rods hanging on a nail: a single long loop.
pub fn ring() -> Bench {
    let mut bench = Bench::new(
        "Loop and fill-in",
        "Sixteen rods make a ring on a nail. As a chain they would be a tree, whose factor has a block where the matrix has one. The last rod \
         closes the loop, and each joint on the way round is now tied to it: fill-in.",
        "Press R: time stops with the ring open. Open the matrix (F6), look at Factor L, then click a rod and delete it: the orange blocks go. Undo brings them back in red.",
    );
    // Kept clear of the view, which opens at the left.
    bench.view(v(-1.2, -1.0), 3.6);
    bench.scene.settings.linear_drag = 0.02;
    let (count, radius) = (16, 0.9);
    let place = |k: u32| v(0.0, -radius) + radius * unit(PI / 2.0 + TAU * f64::from(k) / f64::from(count));
    let mut beads: Vec<(Id, Vec2)> = Vec::new();
    for k in 0..count {
        let (at, colour) = (place(k), if k % 2 == 0 { Blue } else { Yellow });
        beads.push((bench.particle(&format!("bead {k}"), at, 0.1, colour), at));
    }
    for k in 0..beads.len() {
        let [(a, at), (b, to)] = [beads[k], beads[(k + 1) % beads.len()]];
        let (a, b) = (bench.on(a, at), bench.on(b, to));
        bench.rod(&format!("rod {k}"), a, b);
    }
    bench.pin("nail", None, beads[0].0, beads[0].1);
    bench
}

/// Start angular velocity of the hub and everything on it (rad/s).
const SPIN: f64 = 3.0;

/// Many bars on one disk.
pub fn hub() -> Bench {
    let mut bench = Bench::new(
        "Hub",
        "Twenty-four bars are pinned to one disk. Every pin feels every other through it, so A = J W Jᵀ has a block for each pair of them: a \
         clique. H has the disk itself as one more node, and stays as sparse as the machine.",
        "Open the matrix (F6): A beside Factor L. Then compare the time of Sparse with that of Dense.",
    );
    bench.view(v(0.0, 0.0), 3.8);
    bench.scene.settings.gravity = v(0.0, -3.0);
    bench.scene.settings.angular_drag = 0.02;
    let radius = 0.75;
    let disk = bench.disk("hub", Vec2::ZERO, radius, Maple);
    bench.axle("axle", disk, Vec2::ZERO);
    let count = 24;
    for k in 0..count {
        let out = unit(TAU * f64::from(k) / f64::from(count));
        let (from, to) = (0.92 * radius * out, (0.92 * radius + 0.6) * out);
        let colour = [Blue, Green, Red][k as usize % 3];
        let bar = bench.bar(&format!("bar {k}"), from, to, 0.05, colour);
        bench.pin(&format!("pin {k}"), disk, bar, from);
        bench.change(bar, |part| {
            part.omega = SPIN;
            part.velocity = SPIN * part.pose.position.perp();
        });
    }
    bench.change(disk, |part| part.omega = SPIN);
    bench.motor("motor", None, disk, Vec2::ZERO, SPIN);
    bench
}

/// A chain without slack: the rods depend on each other at this pose.
pub fn taut() -> Bench {
    let mut bench = Bench::new(
        "Straight chain between two nails",
        "Ten rods in a straight line between two nails: at this pose one of them repeats what the others say, though none could be spared. Without gravity \
         nothing pulls; with it no finite tension bears the beads. The bar spins on a nail of its own.",
        "Stop time and open freedom and redundancy (F9). Delete the last rod and pull a bead; undo, and set gravity to 9.81.",
    );
    // Kept clear of the view, which opens at the left.
    bench.view(v(-1.2, -0.5), 4.2);
    let (count, link) = (10, 0.3);
    let place = |k: u32| v(link * (f64::from(k) - 0.5 * f64::from(count)), 0.0);
    bench.scene.settings.gravity = Vec2::ZERO;
    let mut last = bench.on(None, place(0));
    for k in 1..=count {
        let at = place(k);
        let here = if k == count {
            bench.on(None, at)
        } else {
            let bead = bench.particle(&format!("bead {k}"), at, 0.02, Blue);
            bench.on(bead, at)
        };
        bench.rod(&format!("rod {k}"), last, here);
        last = here;
    }
    let (nail, tip) = (v(0.0, -0.3), v(0.0, -0.3) + 0.9 * unit(-0.6));
    let spinner = bench.bar("spinner", nail, tip, 0.08, Red);
    bench.axle("nail", spinner, nail);
    bench.change(spinner, |part| {
        part.omega = 2.0;
        part.velocity = 2.0 * (part.pose.position - nail).perp();
    });
    bench
}

/// A mass ratio of a thousand, which Gauss-Seidel sweeps cannot hold.
pub fn heavy_on_light() -> Bench {
    let mut bench = Bench::new(
        "A thousand to one",
        "Ten beads of ten grams carry ten kilograms, by Gauss-Seidel with ten sweeps a step, as games do it. A sweep carries the load one joint on, \
         and the light beads give way first: the chain stretches.",
        "Watch the drift, then choose Sparse in mid-swing. More iterations help Gauss-Seidel; how many does it take?",
    );
    bench.view(v(0.0, -1.2), 4.6);
    let settings = &mut bench.scene.settings;
    settings.method = Method::GaussSeidel;
    settings.integrator = Integrator::Impulse;
    settings.effort = IterationLimits {
        sweeps: 10,
        ..IterationLimits::default()
    };
    let (link, along) = (0.16, unit(-0.9));
    let mut last = bench.on(None, Vec2::ZERO);
    for k in 1..=10 {
        let at = link * f64::from(k) * along;
        let bead = bench.particle(&format!("bead {k}"), at, 0.01, Yellow);
        let here = bench.on(bead, at);
        bench.rod(&format!("rod {k}"), last, here);
        last = here;
    }
    let at = link * 11.0 * along;
    let ball = bench.disk("ball", at, 0.2, Red);
    let inertia = 0.5 * 10.0 * 0.2 * 0.2;
    bench.weigh(ball, Mass::Given { mass: 10.0, inertia });
    bench.rod("rod 11", last, centre(ball));
    bench.trace("ball's path", ball, at);
    bench
}

/// Feedback close to the stability limit of its step length.
pub fn stiff_feedback() -> Bench {
    let mut bench = Bench::new(
        "Stiff feedback",
        "ks and kd pull a constraint back as a spring and a damper would. With steps of 1/240 s they may be stiff, but not stiffer than the step can \
         follow: the map beside the sliders is red there.",
        "Drag ks to the right until the map is red and the pendulum tears; undo. Then halve the step, and try again.",
    );
    bench.view(v(0.0, -0.7), 4.4);
    let settings = &mut bench.scene.settings;
    (settings.ks, settings.kd) = (40_000.0, 400.0);
    settings.stabilisation = Stabilisation::Baumgarte;
    let mut at = Vec2::ZERO;
    let mut above = None;
    for (k, (angle, colour)) in [(-0.5, Maple), (-0.1, Blue), (0.4, Green)]
        .into_iter()
        .enumerate()
    {
        let to = at + 0.6 * unit(angle);
        let bar = bench.bar(&format!("bar {}", k + 1), at, to, 0.08, colour);
        bench.pin(&format!("pin {}", k + 1), above, bar, at);
        (at, above) = (to, Some(bar));
    }
    bench
}

/// Conjugate gradients that stop early.
pub fn capped() -> Bench {
    let mut bench = Bench::new(
        "Conjugate gradient, capped",
        "A chain of forty links by conjugate gradients that stop after five iterations: news of the weight at its end goes one joint an iteration, so it \
         does not reach the nail within a step. The residual tells.",
        "Raise the iterations until the residual falls. Race it against the direct method: Laboratory, Races.",
    );
    bench.view(v(0.3, -1.0), 4.2);
    let settings = &mut bench.scene.settings;
    settings.method = Method::ConjugateGradient;
    settings.effort = IterationLimits {
        cg_iterations: 5,
        ..IterationLimits::default()
    };
    let (count, link) = (40, 0.05);
    let along = unit(-0.4);
    let mut last = bench.on(None, Vec2::ZERO);
    let mut at = Vec2::ZERO;
    for k in 1..=count {
        at += link * along;
        let mass = if k == count { 1.0 } else { 0.05 };
        let colour = if k == count { Red } else { Blue };
        let bead = bench.particle(&format!("bead {k}"), at, mass, colour);
        let here = bench.on(bead, at);
        bench.rod(&format!("rod {k}"), last, here);
        last = here;
    }
    bench
}

/// Long-term energy conservation of different integrators.
pub fn for_an_hour() -> Bench {
    let mut bench = Bench::new(
        "An hour of swinging",
        "Two pendulums on one beam, without friction, in steps of 1/120 s by RATTLE. It errs by more than Runge-Kutta in each step, but to and fro: its energy \
         does not wander. That of Runge-Kutta sinks, a little each second.",
        "Laboratory, Races: RATTLE and RK4. Turn the speed up, come back in an hour, and look at the energy.",
    );
    bench.view(v(0.0, -0.35), 3.2);
    let settings = &mut bench.scene.settings;
    settings.integrator = Integrator::Rattle;
    settings.dt = 1.0 / 120.0;
    let beam = bench.bar("beam", v(-0.7, 0.0), v(0.7, 0.0), 0.1, Maple);
    bench.axle("axle", beam, Vec2::ZERO);
    for (name, x, angle, colour) in [("left", -0.7, -2.4, Blue), ("right", 0.7, -1.3, Red)] {
        let top = v(x, 0.0);
        let bar = bench.bar(name, top, top + 0.8 * unit(angle), 0.08, colour);
        bench.pin(&format!("{name} pin"), beam, bar, top);
    }
    // Scopes for the energy error, and for one pendulum against the other.
    let scopes = &mut bench.scene.scopes;
    scopes.push(Scope::of("energy_error"));
    scopes.push(Scope {
        against: Some("left.angle".to_owned()),
        ..Scope::of("right.angle")
    });
    bench
}
