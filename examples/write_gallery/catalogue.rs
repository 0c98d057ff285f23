//! Machines that show the catalogue: epicyclic gears, beads on wires, a yoke, a hoist, a skate.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use tinkertoy::bodies::{Gear, Polygon, Shape};
use tinkertoy::constraints::{
    Actuator, AngleLock, Belt, ConstraintKind, Ellipse, GearPair, Graph, Groove, KnifeEdge, Mesh, Programme,
    Pulley, Ring, Screw, Slider, SpeedRatio, Track, TrackMotor, Weld,
};
use tinkertoy::forces::{Attraction, Damper, Drag, ForceKind, Thruster, TorsionSpring, Wind};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Attach, Id, PartColour};

use super::bench::{Bench, v};

fn centre(id: Id) -> Attach {
    Attach::part(id, Vec2::ZERO)
}

/// A sun, two planets on a carrier, a ring that stands still, and a fan on a belt.
pub fn planetary() -> Bench {
    let mut bench = Bench::new(
        "Planetary gears",
        "A motor turns the sun; the planets roll inside a ring that stands still and carry their arm along, 2/7 as fast. \
         The gears measure their angles against the line of centres, so they never slip, and need no more than that on a moving arm. \
         A belt takes the arm's turning to a fan.",
        "Hold the arm with the mouse. Then free the ring's teeth: delete the inner gear pairs and see who turns.",
    );
    bench.view(v(0.7, 0.0), 3.4);
    let gear = |teeth: f64| Shape::Gear(Gear { teeth, module: 0.05 });
    let arm = bench.bar("arm", v(-0.7, 0.0), v(0.7, 0.0), 0.16, PartColour::Green);
    let sun = bench.body("sun", gear(16.0), Pose::new(0.0, 0.0, 0.0), PartColour::Yellow);
    bench.axle("sun's axle", sun, Vec2::ZERO);
    bench.axle("arm's axle", arm, Vec2::ZERO);
    for (name, x) in [("1", 0.7), ("2", -0.7)] {
        let pose = Pose::new(x, 0.0, PI / 12.0);
        let planet = bench.body(&format!("planet {name}"), gear(12.0), pose, PartColour::Red);
        bench.pin(&format!("planet axle {name}"), arm, planet, v(x, 0.0));
        let pair = |radius_a: f64, mesh: Mesh, teeth: u32| {
            ConstraintKind::GearPair(GearPair {
                radius_a,
                radius_b: 0.3,
                mesh,
                teeth,
            })
        };
        let outer = [centre(sun), centre(planet)];
        bench.link(
            &format!("sun and planet {name}"),
            &outer,
            pair(0.4, Mesh::Outside, 16),
        );
        let inner = [Attach::ground(Vec2::ZERO), centre(planet)];
        bench.link(
            &format!("ring and planet {name}"),
            &inner,
            pair(1.0, Mesh::Inside, 40),
        );
        bench.trace(&format!("path {name}"), planet, v(x + 0.25, 0.0));
    }
    let fan = bench.disk("fan", v(1.9, 0.0), 0.35, PartColour::Blue);
    bench.axle("fan's axle", fan, v(1.9, 0.0));
    let belt = Belt {
        radius_a: 0.3,
        radius_b: 0.15,
        crossed: false,
    };
    bench.link("belt", &[centre(arm), centre(fan)], ConstraintKind::Belt(belt));
    let air = Drag {
        linear: 0.0,
        quadratic: 0.0,
        angular: 0.02,
    };
    bench.force("air", &[centre(fan)], ForceKind::Drag(air));
    bench.motor("motor", None, sun, Vec2::ZERO, 4.0);
    bench
}

/// Beads on a circle, an ellipse, a parabola and a wire drawn by hand; one is carried round.
pub fn wires() -> Bench {
    let mut bench = Bench::new(
        "Beads on wires",
        "Each bead is held to its wire by one constraint: a circle, an ellipse, the graph of a polynomial, a closed curve drawn by hand. \
         The fifth is carried round by a motor along the wire.",
        "Throw a bead. Take the drawn wire (Z), press on the canvas and draw one of your own.",
    );
    bench.view(v(0.0, 0.0), 4.4);
    let ground = |x: f64, y: f64| Attach::ground(v(x, y));
    let bead = |bench: &mut Bench, name: &str, at: Vec2| bench.particle(name, at, 0.3, PartColour::Red);
    let one = bead(&mut bench, "on a circle", v(-1.6, 1.0));
    bench.link(
        "circle",
        &[ground(-2.2, 1.0), centre(one)],
        ConstraintKind::Ring(Ring { radius: 0.6 }),
    );
    let two = bead(&mut bench, "on an ellipse", v(0.9, 1.0));
    let ellipse = Ellipse {
        a: 0.9,
        b: 0.5,
        axis: 0.0,
    };
    bench.link(
        "ellipse",
        &[ground(0.0, 1.0), centre(two)],
        ConstraintKind::Ellipse(ellipse),
    );
    let three = bead(&mut bench, "on a graph", v(-1.4, -1.3 + 0.32));
    let graph = Graph {
        c2: 0.5,
        reach: 1.1,
        ..Graph::default()
    };
    bench.link(
        "graph",
        &[ground(-2.2, -1.3), centre(three)],
        ConstraintKind::Graph(graph),
    );
    let drawn: Vec<Vec2> = (0..24)
        .map(|k| {
            let angle = f64::from(k) * TAU / 24.0;
            (0.75 + 0.2 * unit(3.0 * angle).x) * unit(angle)
        })
        .collect();
    let four = bead(&mut bench, "on a drawn wire", v(0.95, -1.1));
    bench.link(
        "drawn wire",
        &[ground(0.0, -1.1), centre(four)],
        ConstraintKind::Track(Track { points: drawn }),
    );
    let five = bead(&mut bench, "carried", v(2.8, 0.0));
    bench.change(five, |part| {
        part.velocity = v(0.0, 1.2);
        part.colour = PartColour::Blue;
    });
    let oval = (0..24).map(|k| {
        let u = unit(f64::from(k) * TAU / 24.0);
        v(0.6 * u.x, 1.2 * u.y)
    });
    let motor = TrackMotor {
        points: oval.collect(),
        speed: 1.2,
        ..TrackMotor::default()
    };
    bench.link(
        "carrier",
        &[ground(2.2, 0.0), centre(five)],
        ConstraintKind::TrackMotor(motor),
    );
    bench
}

/// A pin on a wheel drives a yoke; a hammer is welded to it, with a flap on a torsion spring.
pub fn scotch_yoke() -> Bench {
    let mut bench = Bench::new(
        "Scotch yoke",
        "The pin of the wheel runs in a groove of the yoke, so the yoke goes as a pure sine. A hammer is welded to it; \
         the flap on its end is held by a torsion spring. A piston rocks the lever, and the plate on the lever keeps its angle.",
        "Switch the motor off in the inspector and push the yoke by hand. Look for the pose where it sticks.",
    );
    bench.view(v(0.7, 0.3), 4.2);
    let ground = |x: f64, y: f64| Attach::ground(v(x, y));
    let wheel = bench.disk("wheel", Vec2::ZERO, 0.5, PartColour::Blue);
    bench.axle("axle", wheel, Vec2::ZERO);
    let yoke = bench.plate("yoke", v(0.4, 0.0), 0.22, 1.1, PartColour::Maple);
    bench.link(
        "rail",
        &[ground(-1.4, 0.0), centre(yoke)],
        ConstraintKind::Slider(Slider {
            reach: 3.2,
            ..Slider::default()
        }),
    );
    let groove = Groove {
        axis: FRAC_PI_2,
        offset: 0.0,
        reach: 0.5,
    };
    let pin = Attach::part(wheel, v(0.4, 0.0));
    bench.link("groove", &[centre(yoke), pin], ConstraintKind::Groove(groove));
    let hammer = bench.bar("hammer", v(0.4, 0.0), v(1.6, 0.0), 0.14, PartColour::Maple);
    let ends = [centre(yoke), Attach::part(hammer, v(-0.6, 0.0))];
    bench.link("weld", &ends, ConstraintKind::Weld(Weld::default()));
    let flap = bench.bar("flap", v(1.6, 0.0), v(1.6, 0.5), 0.1, PartColour::Red);
    bench.pin("flap's hinge", hammer, flap, v(1.6, 0.0));
    let spring = TorsionSpring {
        stiffness: 1.5,
        damping: 0.01,
        rest: FRAC_PI_2,
    };
    let ends = [
        Attach::part(hammer, v(0.6, 0.0)),
        Attach::part(flap, v(-0.25, 0.0)),
    ];
    bench.force("flap's spring", &ends, ForceKind::TorsionSpring(spring));
    let lever = bench.bar("lever", v(-0.6, 1.3), v(1.4, 1.3), 0.12, PartColour::Green);
    bench.axle("fulcrum", lever, v(0.4, 1.3));
    let piston = Actuator {
        length: 0.6,
        programme: Programme::Sinusoid {
            amplitude: 0.15,
            frequency: 0.5,
            phase: FRAC_PI_2,
        },
        ..Actuator::default()
    };
    let ends = [ground(-0.6, 0.7), Attach::part(lever, v(-1.0, 0.0))];
    bench.link("piston", &ends, ConstraintKind::Actuator(piston));
    let corners = [
        v(1.3, 1.3),
        v(1.75, 1.3),
        v(1.75, 1.42),
        v(1.42, 1.42),
        v(1.42, 1.75),
        v(1.3, 1.75),
    ];
    let (polygon, at) = Polygon::about(&corners);
    let plate = bench.body(
        "angle piece",
        Shape::Polygon(polygon),
        Pose::new(at.x, at.y, 0.0),
        PartColour::Yellow,
    );
    bench.pin("plate's pin", lever, plate, v(1.4, 1.3));
    bench.link(
        "keeps level",
        &[Attach::ground(at), centre(plate)],
        ConstraintKind::AngleLock(AngleLock::default()),
    );
    bench.motor("motor", None, wheel, Vec2::ZERO, 4.0);
    bench.trace("flap's end", flap, v(1.6, 0.5));
    bench
}

/// Two loads on a rope over pulleys, a winch, friction wheels, a kite and a swinging jet.
pub fn hoist() -> Bench {
    let mut bench = Bench::new(
        "Hoist",
        "Two loads hang on one rope over pulleys, the right one on two strands. Beside them a load sinks on a screw and spins a drum, \
         friction wheels pass its turning on, and dampers slow it all down. A jet swings its arm, and the wind its pennant.",
        "Change the masses in the inspector until the loads balance: the right one weighs twice as much on its two strands.",
    );
    bench.view(v(0.6, -0.2), 4.6);
    let ground = |x: f64, y: f64| Attach::ground(v(x, y));
    let left = bench.plate("left load", v(-1.6, -0.9), 0.4, 0.4, PartColour::Red);
    let right = bench.plate("right load", v(-0.4, -0.9), 0.6, 0.5, PartColour::Blue);
    bench.weigh(
        left,
        tinkertoy::scene::Mass::Given {
            mass: 1.05,
            inertia: 0.03,
        },
    );
    bench.weigh(
        right,
        tinkertoy::scene::Mass::Given {
            mass: 2.0,
            inertia: 0.1,
        },
    );
    let rope = Pulley {
        ratio: 2.0,
        ..Pulley::default()
    };
    let ends = [centre(left), ground(-1.6, 1.4), ground(-0.4, 1.4), centre(right)];
    bench.link("rope", &ends, ConstraintKind::Pulley(rope));
    for (name, load) in [("left damper", left), ("right damper", right)] {
        let at = bench.scene.built_point(centre(load));
        let ends = [ground(at.x, -2.2), centre(load)];
        bench.force(name, &ends, ForceKind::Damper(Damper { damping: 1.0 }));
    }
    let load = bench.plate("screw's load", v(0.6, 0.9), 0.3, 0.3, PartColour::Maple);
    let upright = Slider {
        axis: FRAC_PI_2,
        reach: 1.6,
        ..Slider::default()
    };
    bench.link(
        "rail",
        &[ground(0.6, 0.0), centre(load)],
        ConstraintKind::Slider(upright),
    );
    let drum = bench.disk("drum", v(1.3, 0.9), 0.3, PartColour::Yellow);
    bench.axle("drum's axle", drum, v(1.3, 0.9));
    let screw = Screw {
        axis: FRAC_PI_2,
        lead: 0.05,
        offset: 0.0,
    };
    bench.link(
        "screw",
        &[ground(0.6, 0.0), centre(load), centre(drum)],
        ConstraintKind::Screw(screw),
    );
    let roller = bench.disk("roller", v(1.8, 0.9), 0.2, PartColour::Green);
    bench.axle("roller's axle", roller, v(1.8, 0.9));
    let ends = [ground(1.55, 0.9), centre(drum), centre(roller)];
    bench.link(
        "friction",
        &ends,
        ConstraintKind::SpeedRatio(SpeedRatio { ratio: -1.5 }),
    );
    bench.force(
        "brake",
        &[centre(roller)],
        ForceKind::Drag(Drag {
            linear: 0.0,
            quadratic: 0.0,
            angular: 0.005,
        }),
    );
    let arm = bench.bar("jet's arm", v(2.6, 0.9), v(2.6, 0.0), 0.1, PartColour::Red);
    bench.axle("jet's axle", arm, v(2.6, 0.9));
    let jet = Thruster {
        force: 0.3,
        direction: FRAC_PI_2,
        ..Thruster::default()
    };
    bench.force(
        "jet",
        &[Attach::part(arm, v(0.45, 0.0))],
        ForceKind::Thruster(jet),
    );
    let pennant = bench.bar("pennant", v(1.6, -0.8), v(1.6, -1.6), 0.08, PartColour::Green);
    bench.axle("mast", pennant, v(1.6, -0.8));
    let wind = Wind {
        velocity: v(4.0, 0.0),
        linear: 0.0,
        quadratic: 0.04,
    };
    bench.force(
        "wind",
        &[Attach::part(pennant, v(0.4, 0.0))],
        ForceKind::Wind(wind),
    );
    bench
}

/// A blade that spins on an incline, and two bodies under their own gravity.
pub fn skate() -> Bench {
    let mut bench = Bench::new(
        "Skate on an incline",
        "A blade glides along and not sideways. Spinning on a slope it runs along a cycloid and on average it does not descend at all. \
         Beside it two stars go round each other by their attraction.",
        "Stop its spin with the mouse: now it slides down. Turn gravity off under Scene and start again.",
    );
    bench.view(v(1.2, 0.0), 4.0);
    bench.scene.settings.gravity = v(0.0, -1.5);
    let skate = bench.plate("skate", v(-0.8, 0.6), 0.6, 0.14, PartColour::Red);
    bench.change(skate, |part| part.omega = 2.0);
    let ends = [Attach::ground(v(-0.8, 0.6)), centre(skate)];
    bench.link("blade", &ends, ConstraintKind::KnifeEdge(KnifeEdge::default()));
    bench.trace("its way", skate, v(-0.8, 0.6));
    let (one, other) = (
        bench.particle("star", v(2.2, 1.0), 4.0, PartColour::Yellow),
        bench.particle("planet", v(2.8, 1.0), 0.2, PartColour::Blue),
    );
    bench.change(one, |part| part.fixed = true);
    bench.change(other, |part| part.velocity = v(0.0, 1.4));
    let pull = Attraction {
        strength: 0.25,
        softening: 0.02,
    };
    bench.force(
        "attraction",
        &[centre(one), centre(other)],
        ForceKind::Attraction(pull),
    );
    bench.trace("orbit", other, v(2.8, 1.0));
    bench
}
