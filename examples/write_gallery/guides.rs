//! Beads on wires, and a yoke in its groove.

use std::f64::consts::{FRAC_PI_2, TAU};

use tinkertoy::bodies::bead::Form;
use tinkertoy::bodies::compound::Piece;
use tinkertoy::bodies::{Bar, Box, Compound, Polygon, Shape, WireBead};
use tinkertoy::constraints::{
    Actuator, AngleLock, ConstraintKind, Ellipse, Graph, Groove, Programme, Ring, Slider, Track, TrackMotor,
    Weld,
};
use tinkertoy::forces::{ForceKind, TorsionSpring};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Attach, Id, Mass, PartColour};

use super::bench::{Bench, centre, v};

/// Beads on a circle, an ellipse, a parabola and a drawn wire; one is driven along its wire.
pub fn wires() -> Bench {
    let mut bench = Bench::new(
        "Beads on wires",
        "The red beads are held to their wires by a constraint each: a circle, an ellipse, the graph of a polynomial, a closed curve drawn by \
         hand. The yellow ones have no other coordinate than their place along the wire. The blue one is carried by a motor.",
        "Throw a bead. Take the drawn wire (Z), press on the canvas and draw one of your own.",
    );
    bench.view(v(0.75, -0.15), 5.0);
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
    let three = bead(&mut bench, "on a graph", v(-1.4, -1.3 + 0.384));
    let graph = Graph {
        c2: 0.6,
        reach: 0.95,
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
    let five = bead(&mut bench, "carried", v(4.2, 0.0));
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
        &[ground(3.6, 0.0), centre(five)],
        ConstraintKind::TrackMotor(motor),
    );
    for (name, form, at, a, b) in [
        ("along an ellipse", Form::Ellipse, v(1.95, 1.0), 0.7, 0.5),
        ("along a parabola", Form::Parabola, v(1.95, -1.65), 0.8, 0.9),
    ] {
        let shape = Shape::WireBead(WireBead {
            form,
            a,
            b,
            place: 0.9,
            rate: 0.0,
        });
        let id = bench.body(name, shape, Pose::new(at.x, at.y, 0.0), PartColour::Yellow);
        bench.weigh(id, Mass::Density(0.3));
    }
    bench
}

/// A Scotch yoke: a pin on a wheel drives a yoke in pure sinusoidal motion.
pub fn scotch_yoke() -> Bench {
    let mut bench = Bench::new(
        "Scotch yoke",
        "The pin of the wheel runs in the groove of the yoke, and the yoke along its rail: its place is the cosine of the wheel's angle. The \
         slider-crank below it has the same stroke and beat, and is ahead of it except at both ends.",
        "Slow time down and compare both rods where they turn round. Push the yoke with the motor switched off: where does it stick?",
    );
    bench.view(v(0.75, -0.55), 3.4);
    let (wheel, _) = yoke(&mut bench, Vec2::ZERO);
    bench.motor("motor", None, wheel, Vec2::ZERO, 3.0);
    // A slider-crank with the same stroke, below it.
    let hub = v(0.0, -1.3);
    let other = bench.disk("other wheel", hub, 0.5, PartColour::Yellow);
    bench.axle("other axle", other, hub);
    let (pin, end) = (hub + v(0.4, 0.0), hub + v(1.6, 0.0));
    let rod = bench.bar("connecting rod", pin, end, 0.1, PartColour::Maple);
    bench.pin("crank pin", other, rod, pin);
    let block = bench.plate("block", end, 0.36, 0.28, PartColour::Red);
    bench.pin("wrist pin", rod, block, end);
    let slide = Slider {
        reach: 0.7,
        ..Slider::default()
    };
    let ends = [Attach::ground(hub + v(1.2, 0.0)), centre(block)];
    bench.link("slide", &ends, ConstraintKind::Slider(slide));
    bench.motor("other motor", None, other, hub, 3.0);
    bench
}

/// A wheel of radius 0.5 m at a point, and the yoke that its pin drives along the x axis.
fn yoke(bench: &mut Bench, at: Vec2) -> (Id, Id) {
    let wheel = bench.disk("wheel", at, 0.5, PartColour::Blue);
    bench.axle("axle", wheel, at);
    let yoke = bench.plate("yoke", at + v(0.4, 0.0), 0.22, 1.1, PartColour::Maple);
    let rail = Slider {
        reach: 1.7,
        ..Slider::default()
    };
    bench.link(
        "rail",
        &[Attach::ground(at), centre(yoke)],
        ConstraintKind::Slider(rail),
    );
    let groove = Groove {
        axis: FRAC_PI_2,
        offset: 0.0,
        reach: 0.5,
    };
    let pin = Attach::part(wheel, v(0.4, 0.0));
    bench.link("groove", &[centre(yoke), pin], ConstraintKind::Groove(groove));
    (wheel, yoke)
}

/// A hammer welded to a yoke, with a flap on a torsion spring; a lever rocked by a piston.
pub fn hammer() -> Bench {
    let mut bench = Bench::new(
        "Hammer and lever",
        "A hammer is welded to a yoke that goes to and fro; the flap on its end is held by a torsion spring. A piston rocks the lever, \
         and the plate on the lever keeps its angle.",
        "Make the flap's spring stiffer, or give the piston another rhythm. What happens near the flap's own beat?",
    );
    bench.view(v(0.7, 0.3), 4.2);
    let ground = |x: f64, y: f64| Attach::ground(v(x, y));
    let (wheel, yoke) = yoke(&mut bench, Vec2::ZERO);
    // A handle with a head on it, as one part.
    let (hammer, at) = Compound::about(vec![
        Piece::new(
            Shape::Bar(Bar {
                length: 1.2,
                width: 0.14,
            }),
            v(1.0, 0.0),
            0.0,
        ),
        Piece::new(
            Shape::Box(Box {
                width: 0.24,
                height: 0.4,
            }),
            v(1.3, 0.0),
            0.0,
        ),
    ]);
    let hammer = bench.body(
        "hammer",
        Shape::Compound(hammer),
        Pose::new(at.x, at.y, 0.0),
        PartColour::Maple,
    );
    let ends = [centre(yoke), bench.on(hammer, v(0.4, 0.0))];
    bench.link("weld", &ends, ConstraintKind::Weld(Weld::default()));
    let flap = bench.bar("flap", v(1.6, 0.0), v(1.6, 0.5), 0.1, PartColour::Red);
    bench.pin("flap's hinge", hammer, flap, v(1.6, 0.0));
    let spring = TorsionSpring {
        stiffness: 1.5,
        damping: 0.01,
        rest: FRAC_PI_2,
    };
    let ends = [bench.on(hammer, v(1.6, 0.0)), Attach::part(flap, v(-0.25, 0.0))];
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
