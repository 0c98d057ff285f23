//! The problems of the validation report: mechanisms whose motion or forces are known from other sources.

use std::f64::consts::PI;

use tinkertoy::constraints::{ConstraintKind, Motor, MotorLaw, Pin, Ring, Slider};
use tinkertoy::forces::{ForceKind, Push, Spring};
use tinkertoy::math::{Vec2, unit};
use tinkertoy::scene::PartColour::{self, Blue, Maple, Red, Yellow};
use tinkertoy::scene::{Attach, Constraint, Force, Id, Mass, Scene};

use crate::bench::{Bench, meet, v};

/// All problems with their file names.
pub fn all() -> Vec<(&'static str, Scene)> {
    [
        ("simple-pendulum", simple_pendulum()),
        ("four-bar-2", windows(2)),
        ("four-bar-40", windows(40)),
        ("double-pendulum-particles", double_pendulum_of_particles()),
        ("double-pendulum-rods", double_pendulum_of_rods()),
        ("slider-crank", slider_crank()),
        ("crank-rocker", crank_rocker()),
        ("warren-truss", warren_truss()),
        ("bead-on-a-wire", bead_on_a_wire()),
        ("elastic-pendulum", elastic_pendulum()),
        ("free-chain", free_chain()),
    ]
    .into_iter()
    .map(|(name, bench)| (name, bench.scene))
    .collect()
}

/// A slender uniform bar between two points, of this mass (kg).
fn rod(bench: &mut Bench, name: &str, ends: [Vec2; 2], mass: f64, colour: PartColour) -> Id {
    let id = bench.bar(name, ends[0], ends[1], 0.08, colour);
    let length = ends[0].distance(ends[1]);
    let inertia = mass * length * length / 12.0;
    bench.weigh(id, Mass::Given { mass, inertia });
    id
}

fn push_off(bench: &mut Bench, id: Id, velocity: Vec2, omega: f64) {
    bench.change(id, |part| (part.velocity, part.omega) = (velocity, omega));
}

/// A massless link between a point and a particle.
fn hang(bench: &mut Bench, name: &str, from: Attach, particle: Id) {
    bench.rod(name, from, Attach::part(particle, Vec2::ZERO));
}

fn simple_pendulum() -> Bench {
    let mut bench = Bench::new(
        "Simple pendulum",
        "A mass of 1 kg on a link of 1 m without mass, let go where the link is level.",
        "Compare the energy under the integrators.",
    );
    bench.view(v(0.0, -0.3), 3.0);
    let bob = bench.particle("bob", v(-1.0, 0.0), 1.0, Red);
    hang(&mut bench, "link", Attach::ground(Vec2::ZERO), bob);
    bench
}

/// `n` square four-bar windows in a row: `n + 1` upright links and `n` horizontal ones.
fn windows(n: usize) -> Bench {
    let mut bench = Bench::new(
        &format!("{n} four-bar windows"),
        "Uniform links of 1 m and 1 kg. Whenever they all lie in one line, every window could also fold: the \
         freedoms grow from 1 to one more than there are windows.",
        "Watch the links as they pass the level of the ground.",
    );
    let wide = n as f64;
    bench.view(v(wide / 2.0, 0.0), (0.8 * wide).max(2.8));
    let foot = |k: usize| v(k as f64, 0.0);
    let head = |k: usize| v(k as f64, 1.0);
    let mut uprights = Vec::new();
    for k in 0..=n {
        let name = format!("upright {k}");
        let upright = rod(&mut bench, &name, [foot(k), head(k)], 1.0, Maple);
        push_off(&mut bench, upright, v(0.5, 0.0), -1.0);
        bench.axle(&format!("foot {k}"), upright, foot(k));
        uprights.push(upright);
    }
    for k in 0..n {
        let name = format!("level {k}");
        let level = rod(&mut bench, &name, [head(k), head(k + 1)], 1.0, Blue);
        push_off(&mut bench, level, v(1.0, 0.0), 0.0);
        bench.pin(&format!("left {k}"), uprights[k], level, head(k));
        bench.pin(&format!("right {k}"), uprights[k + 1], level, head(k + 1));
    }
    bench
}

fn double_pendulum_of_particles() -> Bench {
    let mut bench = Bench::new(
        "Double pendulum of particles",
        "Two masses of 1 kg on links of 1 m without mass, let go where both are level.",
        "Start it a little lower: how soon is the motion another?",
    );
    bench.view(v(0.0, -0.3), 5.0);
    let first = bench.particle("first", v(1.0, 0.0), 1.0, Maple);
    let second = bench.particle("second", v(2.0, 0.0), 1.0, Red);
    hang(&mut bench, "link 1", Attach::ground(Vec2::ZERO), first);
    let from = bench.on(first, v(1.0, 0.0));
    hang(&mut bench, "link 2", from, second);
    bench
}

fn double_pendulum_of_rods() -> Bench {
    let mut bench = Bench::new(
        "Double pendulum of rods",
        "Two uniform rods of 1 m and 1 kg, let go where both are level.",
        "Start it a little lower: how soon is the motion another?",
    );
    bench.view(v(0.0, -0.3), 5.0);
    let upper = rod(&mut bench, "upper", [Vec2::ZERO, v(1.0, 0.0)], 1.0, Maple);
    let lower = rod(&mut bench, "lower", [v(1.0, 0.0), v(2.0, 0.0)], 1.0, Blue);
    bench.axle("pivot", upper, Vec2::ZERO);
    bench.pin("elbow", upper, lower, v(1.0, 0.0));
    bench
}

fn slider_crank() -> Bench {
    let mut bench = Bench::new(
        "Slider-crank, free",
        "A crank of 0.5 m and a rod of 1.2 m, uniform, of 1 kg and 2 kg. A block of 1.5 kg slides on a rail. It \
         starts with a push and is then left alone.",
        "Where does the crank turn back, if it starts slower?",
    );
    bench.view(v(0.6, 0.0), 2.6);
    let (start, spin) = (0.8, 6.0);
    let (r, l) = (0.5, 1.2);
    let a = r * unit(start);
    let b = v(a.x + (l * l - a.y * a.y).sqrt(), 0.0);
    let crank = rod(&mut bench, "crank", [Vec2::ZERO, a], 1.0, Red);
    let coupler = rod(&mut bench, "rod", [a, b], 2.0, Maple);
    let slider = bench.bar("slider", b - v(0.15, 0.0), b + v(0.15, 0.0), 0.2, Blue);
    bench.weigh(
        slider,
        Mass::Given {
            mass: 1.5,
            inertia: 0.02,
        },
    );
    // Velocities follow from the geometry of the linkage.
    let va = spin * a.perp();
    let slope = (b - a) / l;
    let turn = -va.y / (b.x - a.x);
    let vb = va + turn * (b - a).perp();
    push_off(&mut bench, crank, va / 2.0, spin);
    push_off(&mut bench, coupler, va + turn * (l / 2.0) * slope.perp(), turn);
    push_off(&mut bench, slider, vb, 0.0);
    bench.axle("crankshaft", crank, Vec2::ZERO);
    bench.pin("crank pin", crank, coupler, a);
    bench.pin("wrist pin", coupler, slider, b);
    let rail = Slider {
        reach: 1.8,
        ..Slider::default()
    };
    bench.link(
        "rail",
        &[Attach::ground(Vec2::ZERO), Attach::part(slider, Vec2::ZERO)],
        ConstraintKind::Slider(rail),
    );
    bench
}

/// The crank turns uniformly by an exact programme; the required torque is the result.
fn crank_rocker() -> Bench {
    let mut bench = Bench::new(
        "Crank-rocker, driven",
        "A crank of 0.3 m turns once a second and swings a rocker of 0.7 m through a coupler of 0.9 m; the shafts are 1 m \
         apart. Uniform links of 1, 3 and 2 kg.",
        "Where does the motor work hardest?",
    );
    bench.view(v(0.5, 0.2), 2.0);
    let (start, shaft) = (1.0, v(1.0, 0.0));
    let a = 0.3 * unit(start);
    let b = meet(a, 0.9, shaft, 0.7);
    let omega = 2.0 * PI;
    let crank = rod(&mut bench, "crank", [Vec2::ZERO, a], 1.0, Red);
    let coupler = rod(&mut bench, "coupler", [a, b], 3.0, Maple);
    let rocker = rod(&mut bench, "rocker", [shaft, b], 2.0, Blue);
    // v_b is perpendicular to the rocker, and v_b - v_a perpendicular to the coupler.
    let va = omega * a.perp();
    let along = b - a;
    let across = (b - shaft).perp();
    let swing = va.dot(along) / across.dot(along);
    let vb = swing * across;
    push_off(&mut bench, crank, va / 2.0, omega);
    let turn = (vb - va).dot(along.perp()) / along.length_squared();
    push_off(&mut bench, coupler, (va + vb) / 2.0, turn);
    push_off(&mut bench, rocker, vb / 2.0, swing);
    bench.axle("crankshaft", crank, Vec2::ZERO);
    bench.axle("rocker shaft", rocker, shaft);
    bench.pin("crank pin", crank, coupler, a);
    bench.pin("rocker pin", coupler, rocker, b);
    let motor = Motor {
        law: MotorLaw::Angle,
        speed: omega,
        angle: start,
        ..Motor::default()
    };
    bench.scene.add(Constraint {
        name: "motor".into(),
        ends: vec![Attach::ground(Vec2::ZERO), bench.on(crank, Vec2::ZERO)],
        kind: ConstraintKind::Motor(motor),
    });
    bench
}

/// Equal triangles of 2 m; every joint has 10 kg, and the lower chord carries three loads.
fn warren_truss() -> Bench {
    let mut bench = Bench::new(
        "Warren truss",
        "Fifteen members of 2 m between nine joints of 10 kg, pinned on the left and held up by a link on the right, \
         with loads of 10, 20 and 5 kN on the lower chord.",
        "Blue members are pulled, orange ones are pushed.",
    );
    bench.view(v(4.0, 0.4), 6.0);
    let rise = 3.0_f64.sqrt();
    let joint = |k: usize| v(k as f64, if k.is_multiple_of(2) { 0.0 } else { rise });
    let joints: Vec<Id> = (0..9)
        .map(|k| bench.particle(&format!("joint {k}"), joint(k), 10.0, Yellow))
        .collect();
    let middle = |k: usize| Attach::part(joints[k], Vec2::ZERO);
    for k in 0..8 {
        bench.rod(&format!("member {k}-{}", k + 1), middle(k), middle(k + 1));
        if k < 7 {
            bench.rod(&format!("member {k}-{}", k + 2), middle(k), middle(k + 2));
        }
    }
    bench.scene.add(Constraint {
        name: "pin".into(),
        ends: vec![Attach::ground(Vec2::ZERO), middle(0)],
        kind: ConstraintKind::Pin(Pin {}),
    });
    bench.rod("link", Attach::ground(v(8.0, -1.0)), middle(8));
    for (k, load) in [(2, 10e3), (4, 20e3), (6, 5e3)] {
        bench.scene.add(Force {
            name: format!("load {k}"),
            ends: vec![middle(k)],
            kind: ForceKind::Push(Push {
                force: v(0.0, -load),
                ..Push::default()
            }),
        });
    }
    bench
}

fn bead_on_a_wire() -> Bench {
    let mut bench = Bench::new(
        "Bead on a wire",
        "A bead of 0.5 kg on a circular wire of 1 m starts at the bottom with 7 m/s, enough to go round.",
        "Start it at 6 m/s: it does not reach the top.",
    );
    bench.view(v(0.0, 0.0), 3.2);
    let bead = bench.particle("bead", v(0.0, -1.0), 0.5, Red);
    push_off(&mut bench, bead, v(7.0, 0.0), 0.0);
    bench.link(
        "wire",
        &[Attach::ground(Vec2::ZERO), Attach::part(bead, Vec2::ZERO)],
        ConstraintKind::Ring(Ring { radius: 1.0 }),
    );
    bench
}

/// The chain used for comparisons with other engines.
fn free_chain() -> Bench {
    let mut bench = Bench::new(
        "Free chain of 54 rods",
        "Uniform rods of 1 m and 1 kg, pinned at one end and let go level: the end whips.",
        "Compare the drift under the integrators and stabilisations.",
    );
    bench.view(v(20.0, -20.0), 90.0);
    let mut last = None;
    for k in 0..54 {
        let ends = [v(f64::from(k), 0.0), v(f64::from(k + 1), 0.0)];
        let colour = if k % 2 == 0 { Maple } else { Blue };
        let link = rod(&mut bench, &format!("rod {}", k + 1), ends, 1.0, colour);
        bench.pin(&format!("pin {}", k + 1), last, link, ends[0]);
        last = Some(link);
    }
    bench
}

fn elastic_pendulum() -> Bench {
    let mut bench = Bench::new(
        "Elastic pendulum",
        "A mass of 1 kg on a spring of 40 N/m that is 1 m long at ease, let go at 1.3 m and 0.7 rad from the plumb line.",
        "The energy wanders between swinging and bouncing.",
    );
    bench.view(v(0.0, -1.0), 3.6);
    let at = 1.3 * unit(0.7 - PI / 2.0);
    let bob = bench.particle("bob", at, 1.0, Red);
    bench.scene.add(Force {
        name: "spring".into(),
        ends: vec![Attach::ground(Vec2::ZERO), Attach::part(bob, Vec2::ZERO)],
        kind: ForceKind::Spring(Spring {
            stiffness: 40.0,
            damping: 0.0,
            rest: 1.0,
        }),
    });
    bench
}
