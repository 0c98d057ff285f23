//! Working machines, and a bridge.

use tinkertoy::constraints::{ConstraintKind, Slider};
use tinkertoy::math::Vec2;
use tinkertoy::scene::Mass;
use tinkertoy::scene::PartColour::{Blue, Green, Maple, Red, Yellow};

use crate::bench::{Bench, v};

/// An engine's crank and its piston in a slide.
pub fn slider_crank() -> Bench {
    let mut bench = Bench::new(
        "Slider-crank",
        "A flywheel drives a piston to and fro in its slide. The rod is three times as long as the crank, so the piston hurries round the \
         far end of its stroke and lingers at the near one.",
        "Hold the piston with the mouse: how strong is the motor? Reverse its speed in the inspector.",
    );
    bench.view(v(0.62, 0.05), 2.3);
    let hub = v(0.0, 0.0);
    // At the hole of the rim to which a joint snaps.
    let crank_pin = v(0.45, 0.0) * 0.75;
    let piston_at = v(crank_pin.x + 1.0, 0.0);
    let wheel = bench.disk("flywheel", hub, 0.45, Blue);
    let rod = bench.bar("connecting rod", crank_pin, piston_at, 0.1, Maple);
    let piston = bench.plate("piston", piston_at, 0.42, 0.34, Red);
    bench.axle("crankshaft", wheel, hub);
    bench.pin("crank pin", wheel, rod, crank_pin);
    bench.pin("wrist pin", rod, piston, piston_at);
    let slide = Slider {
        reach: 0.6,
        ..Slider::default()
    };
    let ends = [bench.on(None, v(1.0, 0.0)), bench.on(piston, piston_at)];
    bench.link("slide", &ends, ConstraintKind::Slider(slide));
    bench.motor("motor", None, wheel, hub, 5.0);
    bench.trace("stroke", piston, piston_at);
    bench.trace("rod's middle", rod, (crank_pin + piston_at) / 2.0);
    bench
}

/// Rack-and-pinion steering seen from above, driven by a crank.
pub fn steering() -> Bench {
    let mut bench = Bench::new(
        "Rack-and-pinion steering",
        "Seen from above: a crank rocks the pinion, the pinion rolls along the rack, and the rack turns both \
         wheels by its track rods. An idler guides the rack.",
        "Delete the motor, then steer: turn the pinion, or a wheel, by hand.",
    );
    bench.view(v(0.0, 0.3), 2.5);
    bench.scene.settings.gravity = Vec2::ZERO;
    let rack = bench.plate("rack", v(0.0, 0.0), 1.7, 0.08, Maple);
    let pinion_at = v(-0.35, 0.25);
    let idler_at = v(0.4, 0.25);
    let pinion = bench.disk("pinion", pinion_at, 0.25, Yellow);
    let idler = bench.disk("idler", idler_at, 0.25, Maple);
    bench.axle("pinion shaft", pinion, pinion_at);
    bench.axle("idler shaft", idler, idler_at);
    bench.rack("mesh", rack, pinion);
    bench.rack("idler mesh", rack, idler);
    for (side, sign) in [("left", -1.0), ("right", 1.0)] {
        let wheel_at = v(sign * 1.3, 0.32);
        let wheel = bench.plate(&format!("{side} wheel"), wheel_at, 0.2, 0.64, Blue);
        bench.axle(&format!("{side} kingpin"), wheel, wheel_at);
        let (a, b) = (
            bench.on(rack, v(sign * 0.85, 0.0)),
            bench.on(wheel, wheel_at - v(0.0, 0.32)),
        );
        bench.rod(&format!("{side} track rod"), a, b);
    }
    let hole = pinion_at - v(0.1875, 0.0);
    let crank_at = hole + v(0.0, 0.8);
    let crank_tip = crank_at + v(0.1, 0.0);
    let crank = bench.disk("crank", crank_at, 0.16, Red);
    bench.axle("crankshaft", crank, crank_at);
    let (a, b) = (bench.on(crank, crank_tip), bench.on(pinion, hole));
    bench.rod("drag link", a, b);
    bench.motor("motor", None, crank, crank_at, 4.0);
    bench
}

/// A plate on springs, shaken by a rotating arm.
pub fn shaker() -> Bench {
    let mut bench = Bench::new(
        "Shaker",
        "A motor on a sprung plate swings an arm about: the plate is shaken once a turn. Near the beat of its own \
         springs it shakes most.",
        "Change the motor's speed by a slider: where is the resonance? Give the springs more damping.",
    );
    bench.view(v(0.0, 0.25), 3.6);
    let plate = bench.plate("plate", v(0.0, 0.0), 1.8, 0.24, Maple);
    bench.weigh(plate, Mass::Density(7.0));
    let arm = bench.bar("arm", v(0.0, 0.0), v(0.0, -0.4), 0.14, Red);
    bench.weigh(arm, Mass::Density(8.0));
    bench.pin("shaft", plate, arm, v(0.0, 0.0));
    bench.motor("motor", plate, arm, v(0.0, 0.0), 8.0);
    for (side, sign) in [("left", -1.0), ("right", 1.0)] {
        let (hook, eye) = (v(sign * 1.2, 1.3), v(sign * 0.8, 0.0));
        let (a, b) = (bench.on(None, hook), bench.on(plate, eye));
        bench.spring(&format!("{side} spring"), a, b, 150.0, 1.0);
    }
    bench.trace("left edge", plate, v(-0.9, 0.0));
    bench.trace("right edge", plate, v(0.9, 0.0));
    bench
}

/// A Warren truss with a swinging weight.
pub fn truss_bridge() -> Bench {
    let mut bench = Bench::new(
        "Truss bridge",
        "A Warren truss: triangles of rods with as many members as its joints need and not one more. It stands on \
         a hinge and a rocker, and carries a weight that swings.",
        "Look at the forces: which rods are pulled, which are pushed? Delete a diagonal.",
    );
    bench.view(v(0.0, -0.15), 3.2);
    let panels = 4;
    let height = 0.75_f64.sqrt();
    let mut low = Vec::new();
    let mut high = Vec::new();
    for k in 0..=panels {
        let at = v(f64::from(k) - 2.0, 0.0);
        low.push((bench.particle(&format!("low {k}"), at, 0.2, Maple), at));
    }
    for k in 0..panels {
        let at = v(f64::from(k) - 1.5, height);
        high.push((bench.particle(&format!("high {k}"), at, 0.2, Green), at));
    }
    let mut members = Vec::new();
    for k in 0..low.len() - 1 {
        members.push((format!("deck {k}"), low[k], low[k + 1]));
        members.push((format!("rise {k}"), low[k], high[k]));
        members.push((format!("fall {k}"), high[k], low[k + 1]));
    }
    for k in 0..high.len() - 1 {
        members.push((format!("top {k}"), high[k], high[k + 1]));
    }
    for (name, (from, from_at), (to, to_at)) in members {
        let (a, b) = (bench.on(from, from_at), bench.on(to, to_at));
        bench.rod(&name, a, b);
    }
    bench.pin("hinge", None, low[0].0, low[0].1);
    let (end, end_at) = low[low.len() - 1];
    let (a, b) = (bench.on(None, end_at - v(0.0, 0.6)), bench.on(end, end_at));
    bench.rod("rocker", a, b);
    let (hook, hook_at) = low[low.len() / 2];
    let weight_at = hook_at + v(0.75, -0.75);
    let weight = bench.disk("weight", weight_at, 0.22, Red);
    bench.weigh(
        weight,
        Mass::Given {
            mass: 5.0,
            inertia: 0.5 * 5.0 * 0.22 * 0.22,
        },
    );
    let (a, b) = (bench.on(hook, hook_at), bench.on(weight, weight_at));
    bench.rod("rope", a, b);
    bench
}
