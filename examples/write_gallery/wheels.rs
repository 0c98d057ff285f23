//! Planetary gears, and a workshop of coupled drives.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use tinkertoy::bodies::{Gear, Polygon, Rack, RingGear, Shape};
use tinkertoy::constraints::{
    AngleLock, Belt, ConstraintKind, GearPair, Mesh, RackAndPinion, Screw, Slider, SpeedRatio,
};
use tinkertoy::forces::{Drag, ForceKind};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Attach, PartColour};

use super::bench::{Bench, centre, v};

const MODULE: f64 = 0.05;

/// A planetary gear: a sun, three planets on a carrier, and a ring held by a brake.
pub fn planetary() -> Bench {
    let mut bench = Bench::new(
        "Planetary gears",
        "A motor turns the sun; the planets roll inside the ring and take their carrier along, 3/10 as fast. \
         The gears measure their angles against the line of centres, so they never slip, on a moving carrier as on the ground.",
        "Delete the brake, the square in the middle of the ring's rim, and hold the carrier with the mouse: now the ring turns.",
    );
    bench.view(Vec2::ZERO, 3.2);
    let (sun_teeth, planet_teeth, ring_teeth) = (18.0, 12.0, 42.0);
    let pitch = |teeth: f64| 0.5 * MODULE * teeth;
    let gear = |teeth: f64| {
        Shape::Gear(Gear {
            teeth,
            module: MODULE,
        })
    };
    let still = Pose::default();
    let ring = Shape::RingGear(RingGear {
        teeth: ring_teeth,
        module: MODULE,
        rim: 0.1,
    });
    let ring = bench.body("ring", ring, still, PartColour::Maple);
    let apart = pitch(sun_teeth) + pitch(planet_teeth);
    // The carrier: an arm to each planet, wide at its end and narrow in between.
    let star: Vec<Vec2> = (0..6)
        .flat_map(|k| {
            let angle = f64::from(k) * TAU / 6.0;
            let reach = if k % 2 == 0 { 1.12 * apart } else { 0.25 };
            let side = if k % 2 == 0 { 0.1 } else { 0.3 };
            [-side, side].map(|off| reach * unit(angle + off))
        })
        .collect();
    let (star, _) = Polygon::about(&star);
    let carrier = bench.body("carrier", Shape::Polygon(star), still, PartColour::Green);
    let sun = bench.body("sun", gear(sun_teeth), still, PartColour::Yellow);
    for (name, part) in [
        ("ring's axle", ring),
        ("carrier's axle", carrier),
        ("sun's axle", sun),
    ] {
        bench.axle(name, part, Vec2::ZERO);
    }
    let brake = [Attach::ground(v(0.0, 1.2)), Attach::part(ring, v(0.0, 1.2))];
    bench.link("brake", &brake, ConstraintKind::AngleLock(AngleLock::default()));
    for k in 0..3 {
        let angle = f64::from(k) * TAU / 3.0;
        // A tooth of the sun is in a gap of the planet: their phases on the line of centres add up to half a pitch.
        let own = angle + PI + (sun_teeth * angle + PI) / planet_teeth;
        let at = apart * unit(angle);
        let pose = Pose::new(at.x, at.y, own);
        let planet = bench.body(
            &format!("planet {}", k + 1),
            gear(planet_teeth),
            pose,
            PartColour::Red,
        );
        bench.pin(&format!("planet axle {}", k + 1), carrier, planet, at);
        let pair = |teeth: f64, mesh: Mesh| {
            ConstraintKind::GearPair(GearPair {
                radius_a: pitch(teeth),
                radius_b: pitch(planet_teeth),
                mesh,
                teeth: teeth as u32,
            })
        };
        let name = format!("sun and planet {}", k + 1);
        bench.link(
            &name,
            &[centre(sun), centre(planet)],
            pair(sun_teeth, Mesh::Outside),
        );
        // One mesh with the ring determines the carrier; more would be redundant.
        if k == 0 {
            let ends = [centre(ring), centre(planet)];
            bench.link("ring and planet", &ends, pair(ring_teeth, Mesh::Inside));
            bench.trace("path", planet, at + 0.24 * unit(own));
        }
    }
    let air = Drag {
        linear: 0.0,
        quadratic: 0.0,
        angular: 0.02,
    };
    bench.force("bearing", &[centre(carrier)], ForceKind::Drag(air));
    bench.motor("motor", None, sun, Vec2::ZERO, 3.0);
    bench
}

/// A belt, friction wheels, a crank, a rack and a screw, each driven by the one before.
pub fn workshop() -> Bench {
    let mut bench = Bench::new(
        "Workshop",
        "One motor moves it all: a belt turns the flywheel, a friction roller takes its turning on to a fan, and a crank pushes the rack \
         to and fro; the rack turns a gear back and forth, and a screw makes that the load's rise and fall.",
        "Grab the load and hold it: the force goes back through screw, rack and crank to the motor. Then change the screw's lead.",
    );
    bench.view(v(0.75, 0.2), 3.6);
    let ground = |x: f64, y: f64| Attach::ground(v(x, y));
    let (small, fly) = (v(-1.6, 0.95), v(-0.6, 0.6));
    let pulley = bench.disk("pulley", small, 0.15, PartColour::Yellow);
    bench.axle("pulley's axle", pulley, small);
    let wheel = bench.disk("flywheel", fly, 0.45, PartColour::Blue);
    bench.axle("flywheel's axle", wheel, fly);
    let belt = Belt {
        radius_a: 0.15,
        radius_b: 0.4,
        crossed: false,
    };
    bench.link(
        "belt",
        &[centre(pulley), centre(wheel)],
        ConstraintKind::Belt(belt),
    );
    let top = fly + 0.7 * unit(1.2);
    let roller = bench.disk("roller", top, 0.25, PartColour::Green);
    bench.axle("roller's axle", roller, top);
    let ends = [
        Attach::ground(fly + 0.45 * unit(1.2)),
        centre(wheel),
        centre(roller),
    ];
    bench.link(
        "friction",
        &ends,
        ConstraintKind::SpeedRatio(SpeedRatio { ratio: -1.8 }),
    );
    let fan = Drag {
        linear: 0.0,
        quadratic: 0.0,
        angular: 0.01,
    };
    bench.force("fan", &[centre(roller)], ForceKind::Drag(fan));
    // The rack's pitch line, and the position of its joint with the crank's rod.
    let (line, module, teeth) = (-0.5, 0.05, 16.0);
    let crank = fly - v(0.3, 0.0);
    let rod = 1.6_f64;
    let drop = crank.y - (line - 0.07);
    let hitch = v(crank.x + (rod * rod - drop * drop).sqrt(), line - 0.07);
    let shape = Shape::Rack(Rack {
        teeth,
        module,
        height: 0.16,
    });
    let length = PI * module * teeth;
    let deep = shape
        .snap_points()
        .iter()
        .find(|it| it.name == "pitch line")
        .map_or(0.0, |it| it.at.y);
    let middle = v(hitch.x + 0.5 * length - 0.08, line - deep);
    let rack = bench.body(
        "rack",
        shape,
        Pose::new(middle.x, middle.y, 0.0),
        PartColour::Maple,
    );
    // The gear holds the rack up; only its angle is locked, so that no constraint is redundant.
    let level = [ground(middle.x + 0.3, middle.y), Attach::part(rack, v(0.3, 0.0))];
    bench.link(
        "keeps level",
        &level,
        ConstraintKind::AngleLock(AngleLock::default()),
    );
    let link = bench.bar("connecting rod", crank, hitch, 0.09, PartColour::Red);
    bench.pin("crank pin", wheel, link, crank);
    bench.pin("rack's pin", rack, link, hitch);
    let radius = 0.5 * module * 14.0;
    // The gear's tooth that points straight down is in the gap above the rack's middle, or the nearest gap.
    let over = 1.6;
    let at = v(over, line + radius);
    let shape = Shape::Gear(Gear { teeth: 14.0, module });
    let rolled = (over - middle.x) / radius;
    let gear = bench.body(
        "gear",
        shape,
        Pose::new(at.x, at.y, -FRAC_PI_2 - rolled),
        PartColour::Yellow,
    );
    bench.axle("gear's axle", gear, at);
    let ends = [bench.on(rack, v(middle.x, line)), centre(gear)];
    bench.link(
        "rack and gear",
        &ends,
        ConstraintKind::RackAndPinion(RackAndPinion::default()),
    );
    let load = bench.plate("load", v(2.55, 0.45), 0.36, 0.3, PartColour::Red);
    let upright = Slider {
        axis: FRAC_PI_2,
        reach: 0.75,
        ..Slider::default()
    };
    bench.link(
        "mast",
        &[ground(2.55, 0.45), centre(load)],
        ConstraintKind::Slider(upright),
    );
    let screw = Screw {
        axis: FRAC_PI_2,
        lead: 0.3,
        offset: 0.0,
    };
    let ends = [ground(2.55, 0.45), centre(load), centre(gear)];
    bench.link("screw", &ends, ConstraintKind::Screw(screw));
    bench.motor("motor", None, pulley, small, 8.0);
    bench
}
