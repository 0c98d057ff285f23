//! Machines moved by external forces: weight, attraction, wind, jets, periodic drives.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use tinkertoy::bodies::Polygon;
use tinkertoy::bodies::Shape;
use tinkertoy::constraints::{ConstraintKind, Groove, KnifeEdge, Motor, MotorLaw, Programme, Pulley};
use tinkertoy::forces::{Attraction, Damper, Drag, ForceKind, Push, Thruster, Torque, TorsionSpring, Wind};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Attach, Id, Mass, PartColour};

use super::bench::{Bench, centre, v};

/// Atwood's machine with one swinging load, which holds up the heavier one.
pub fn atwood() -> Bench {
    let mut bench = Bench::new(
        "Swinging Atwood machine",
        "Two loads hang on one rope over two pulleys. The left one is three times as heavy and still does not fall: the right one swings, \
         and what it pulls beyond its weight as it flies round lifts the other.",
        "Change the left load's mass in the inspector: every ratio has a path of its own. Hold the bob still and let go.",
    );
    bench.view(v(0.1, 0.9), 5.0);
    let (left, right) = (v(-1.4, 1.7), v(0.4, 1.7));
    let heavy = bench.plate("counterweight", v(-1.4, -0.1), 0.4, 0.5, PartColour::Red);
    bench.weigh(
        heavy,
        Mass::Given {
            mass: 3.0,
            inertia: 0.1,
        },
    );
    let bob = bench.particle("bob", right + v(1.3, 0.0), 1.0, PartColour::Blue);
    let ends = [
        centre(heavy),
        Attach::ground(left),
        Attach::ground(right),
        centre(bob),
    ];
    bench.link("rope", &ends, ConstraintKind::Pulley(Pulley::default()));
    let groove = Groove {
        axis: FRAC_PI_2,
        offset: 0.0,
        reach: 1.5,
    };
    let ends = [Attach::ground(v(-1.4, -0.1)), centre(heavy)];
    bench.link("guide", &ends, ConstraintKind::Groove(groove));
    bench.trace("the bob's path", bob, right + v(1.3, 0.0));
    bench
}

/// Three equal stars on a figure-eight orbit.
pub fn stars() -> Bench {
    let mut bench = Bench::new(
        "Three stars",
        "Nothing holds these three but their attraction, and they follow each other round a figure of eight for ever \
         (Moore 1993, Chenciner and Montgomery 2000). Its bodies are equal, and so are their paths.",
        "Pause, push one star a little aside and play: the dance lasts a while. With semi-implicit Euler it falls apart by itself.",
    );
    bench.view(Vec2::ZERO, 2.0);
    bench.scene.settings.gravity = Vec2::ZERO;
    let (at, swing) = (v(0.97000436, -0.24308753), v(-0.93240737, -0.86473146));
    let stars: Vec<Id> = [
        ("one", at, -0.5 * swing, PartColour::Red),
        ("two", -at, -0.5 * swing, PartColour::Yellow),
        ("three", Vec2::ZERO, swing, PartColour::Blue),
    ]
    .into_iter()
    .map(|(name, at, velocity, colour)| {
        let id = bench.particle(name, at, 1.0, colour);
        bench.change(id, |part| part.velocity = velocity);
        id
    })
    .collect();
    for (a, b) in [(0, 1), (1, 2), (0, 2)] {
        let pull = Attraction {
            strength: 1.0,
            softening: 0.0,
        };
        let name = format!("attraction {}{}", a + 1, b + 1);
        bench.force(
            &name,
            &[centre(stars[a]), centre(stars[b])],
            ForceKind::Attraction(pull),
        );
    }
    bench.trace("path", stars[0], at);
    bench
}

/// A tractor and two trailers from above: wheels that do not slip sideways.
pub fn trucks() -> Bench {
    let mut bench = Bench::new(
        "Tractor and trailers",
        "Seen from above. Each axle rolls along and never sideways, a constraint on speeds that no position tells of. \
         A jet pushes the tractor, its front wheel is steered to and fro, and the trailers cut every corner.",
        "Throw the last trailer with the mouse. Then give the steering's programme another frequency, or none.",
    );
    bench.view(v(0.0, 1.05), 4.4);
    bench.scene.settings.gravity = Vec2::ZERO;
    let blade = || ConstraintKind::KnifeEdge(KnifeEdge::default());
    let axle = |bench: &mut Bench, name: &str, part: Id, at: Vec2| {
        let ends = [Attach::ground(at), bench.on(part, at)];
        bench.link(name, &ends, blade());
    };
    let nose = [
        v(-0.3, -0.17),
        v(0.18, -0.17),
        v(0.36, -0.08),
        v(0.36, 0.08),
        v(0.18, 0.17),
        v(-0.3, 0.17),
    ];
    let (shape, at) = Polygon::about(&nose);
    let tractor = bench.body(
        "tractor",
        Shape::Polygon(shape),
        Pose::new(at.x, at.y, 0.0),
        PartColour::Red,
    );
    axle(&mut bench, "rear axle", tractor, v(-0.2, 0.0));
    let wheel = bench.bar("front wheel", v(0.18, 0.0), v(0.36, 0.0), 0.07, PartColour::Maple);
    let hub = v(0.27, 0.0);
    bench.pin("steering", tractor, wheel, hub);
    axle(&mut bench, "front axle", wheel, hub);
    let steer = Motor {
        law: MotorLaw::Angle,
        speed: 0.0,
        programme: Programme::Sinusoid {
            amplitude: 0.4,
            frequency: 0.3,
            phase: 0.0,
        },
        ..Motor::default()
    };
    let ends = [bench.on(tractor, hub), bench.on(wheel, hub)];
    let id = bench.link("steering motor", &ends, ConstraintKind::Motor(steer));
    bench.constrain(id, |kind| {
        if let ConstraintKind::Motor(motor) = kind {
            motor.angle = 0.36;
        }
    });
    bench.change(wheel, |part| {
        part.pose.angle = 0.36;
        part.omega = TAU * 0.3 * 0.4;
    });
    let mut front = tractor;
    for (k, colour) in [PartColour::Blue, PartColour::Green].into_iter().enumerate() {
        let hitch = v(-0.3 - 0.72 * k as f64, 0.0);
        let name = format!("trailer {}", k + 1);
        let trailer = bench.plate(&name, hitch - v(0.4, 0.0), 0.56, 0.3, colour);
        let bar = hitch - v(0.0, 0.0);
        bench.pin(&format!("hitch {}", k + 1), front, trailer, bar);
        axle(
            &mut bench,
            &format!("axle {}", k + 1),
            trailer,
            hitch - v(0.5, 0.0),
        );
        let road = Drag {
            linear: 0.1,
            quadratic: 0.0,
            angular: 0.01,
        };
        bench.force(
            &format!("road {}", k + 1),
            &[centre(trailer)],
            ForceKind::Drag(road),
        );
        bench.trace(&format!("track {}", k + 1), trailer, hitch - v(0.5, 0.0));
        front = trailer;
    }
    let jet = Thruster {
        force: 0.5,
        ..Thruster::default()
    };
    let at = bench.on(tractor, v(-0.2, 0.0));
    bench.force("jet", &[at], ForceKind::Thruster(jet));
    let road = Drag {
        linear: 0.35,
        quadratic: 0.0,
        angular: 0.01,
    };
    bench.force("road", &[at], ForceKind::Drag(road));
    bench
}

/// Pendulums and balance wheels of different lengths, all driven at the same frequency.
pub fn resonance() -> Bench {
    let mut bench = Bench::new(
        "Resonance",
        "Every pendulum is pushed with the same force in the same rhythm, and so is every balance wheel below. \
         Only the one whose own rhythm it is takes it up; the others tremble.",
        "Change the frequency of a push in the inspector and see the pendulum beside it begin to swing.",
    );
    bench.view(v(0.0, 0.35), 3.8);
    let rhythm = |amplitude: f64| Programme::Sinusoid {
        amplitude,
        frequency: 0.625,
        phase: 0.0,
    };
    let omega = TAU * 0.625;
    let own = 9.81 / (omega * omega);
    let colours = [
        PartColour::Maple,
        PartColour::Yellow,
        PartColour::Red,
        PartColour::Blue,
        PartColour::Green,
    ];
    for (k, colour) in colours.into_iter().enumerate() {
        let off = k as f64 - 2.0;
        let (x, n) = (1.1 * off, k + 1);
        let length = own * (1.0 + 0.3 * off);
        let (hook, at) = (v(x, 2.0), v(x, 2.0 - length));
        let bob = bench.particle(&format!("bob {n}"), at, 1.0, colour);
        bench.rod(&format!("string {n}"), Attach::ground(hook), centre(bob));
        let push = Push {
            force: v(0.28, 0.0),
            programme: rhythm(1.0),
        };
        bench.force(&format!("push {n}"), &[centre(bob)], ForceKind::Push(push));
        let air = Drag {
            linear: 0.12,
            quadratic: 0.0,
            angular: 0.0,
        };
        bench.force(&format!("air {n}"), &[centre(bob)], ForceKind::Drag(air));
        // I = m r²/2 at 1 kg/m².
        let (radius, at) = (0.32, v(x, -0.85));
        let wheel = bench.disk(&format!("wheel {n}"), at, radius, colour);
        bench.axle(&format!("axle {n}"), wheel, at);
        let inertia = 0.5 * PI * radius.powi(4);
        let spring = TorsionSpring {
            stiffness: inertia * (omega * (1.0 - 0.2 * off)).powi(2),
            damping: 0.003,
            rest: 0.0,
        };
        let ends = [Attach::ground(at), centre(wheel)];
        bench.force(
            &format!("hairspring {n}"),
            &ends,
            ForceKind::TorsionSpring(spring),
        );
        let torque = Torque {
            torque: 0.0,
            programme: rhythm(0.012),
        };
        bench.force(
            &format!("torque {n}"),
            &[centre(wheel)],
            ForceKind::Torque(torque),
        );
    }
    bench
}

/// Pennants in the wind, a wheel of jets, and a door with its closer.
pub fn weather() -> Bench {
    let mut bench = Bench::new(
        "Wind and jets",
        "Three pennants stream in the wind from a mast that rolls, the lighter the flatter. Jets fixed to a wheel spin it up until the air holds it back, \
         and a damper keeps the signal arm from falling as fast as it would.",
        "Lift a pennant and let go. Turn the wind round in the inspector, or take one jet off the wheel.",
    );
    bench.view(v(0.6, -0.25), 5.2);
    let foot = v(-1.9, -2.4);
    let mast = bench.bar("mast", foot, foot + v(0.0, 4.2), 0.1, PartColour::Maple);
    bench.axle("step", mast, foot);
    let rolls = Motor {
        law: MotorLaw::Angle,
        speed: 0.0,
        programme: Programme::Sinusoid {
            amplitude: 0.09,
            frequency: 0.35,
            phase: -FRAC_PI_2,
        },
        ..Motor::default()
    };
    let ends = [Attach::ground(foot), bench.on(mast, foot)];
    bench.link("swell", &ends, ConstraintKind::Motor(rolls));
    for (k, colour) in [PartColour::Red, PartColour::Yellow, PartColour::Green]
        .into_iter()
        .enumerate()
    {
        let top = v(foot.x, 1.6 - 1.15 * k as f64);
        let density = 2.0_f64.powi(2 * k as i32);
        let (mut from, mut before): (Vec2, Option<Id>) = (top, Some(mast));
        for n in 0..5 {
            let to = from + 0.28 * unit(-0.5 - 0.3 * k as f64);
            let name = format!("pennant {}.{}", k + 1, n + 1);
            let width = 0.13 - 0.018 * f64::from(n);
            let bar = bench.bar(&name, from, to, width, colour);
            bench.weigh(bar, Mass::Density(density));
            bench.pin(&format!("seam {}.{}", k + 1, n + 1), before, bar, from);
            let wind = Wind {
                velocity: v(4.0, 0.3),
                linear: 0.02,
                quadratic: 0.02,
            };
            let end = bench.on(bar, to);
            bench.force(
                &format!("wind {}.{}", k + 1, n + 1),
                &[end],
                ForceKind::Wind(wind),
            );
            (from, before) = (to, Some(bar));
        }
    }
    let hub = v(1.6, 0.9);
    let wheel = bench.disk("jet wheel", hub, 0.55, PartColour::Blue);
    bench.axle("jet wheel's axle", wheel, hub);
    for k in 0..3 {
        let angle = f64::from(k) * TAU / 3.0;
        let jet = Thruster {
            force: 4.0,
            direction: angle + FRAC_PI_2,
            ..Thruster::default()
        };
        let at = Attach::part(wheel, 0.4125 * unit(angle));
        bench.force(&format!("jet {}", k + 1), &[at], ForceKind::Thruster(jet));
    }
    let air = Drag {
        linear: 0.0,
        quadratic: 0.0,
        angular: 0.8,
    };
    bench.force("air", &[centre(wheel)], ForceKind::Drag(air));
    let hinge = v(1.0, -1.2);
    let arm = bench.bar(
        "signal arm",
        hinge,
        hinge + 1.3 * unit(1.1),
        0.14,
        PartColour::Red,
    );
    bench.axle("hinge", arm, hinge);
    let ends = [
        Attach::ground(v(2.2, -1.3)),
        bench.on(arm, hinge + 0.6 * unit(1.1)),
    ];
    bench.force("closer", &ends, ForceKind::Damper(Damper { damping: 6.0 }));
    bench
}
