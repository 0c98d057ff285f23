//! Parts held by contact alone: balls, tiles, cards, stones, marbles.

use std::f64::consts::PI;

use tinkertoy::bodies::{Box, Shape, Wall};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{Attach, Contact, Id, Integrator, Mass, Material, PartColour};

use super::bench::{Bench, centre, v};
use super::clockwork::plate;

/// Switches contacts on in a scene.
pub fn touch(bench: &mut Bench, floor: Option<f64>, friction: f64, restitution: f64, dt: f64) {
    let settings = &mut bench.scene.settings;
    settings.integrator = Integrator::Impulse;
    settings.dt = dt;
    settings.contact = Some(Contact {
        floor,
        friction,
        restitution,
        ..Contact::default()
    });
}

/// Newton's cradle: five balls on rods, of which the first is released.
pub fn cradle() -> Bench {
    let mut bench = Bench::new(
        "Newton's cradle",
        "Five balls on rods, a hair apart, so that each blow is passed on from ball to ball. What comes in at one end goes out at the other.",
        "Lift two balls at once. Set the restitution of the scene to 0.",
    );
    bench.view(v(0.0, -0.6), 2.4);
    touch(&mut bench, None, 0.0, 1.0, 0.001);
    let (radius, apart, length) = (0.12, 0.244, 1.0);
    for k in 0..5 {
        let x = apart * f64::from(k - 2);
        let lifted: f64 = if k == 0 { 0.8 } else { 0.0 };
        let at = v(x - length * lifted.sin(), -length * lifted.cos());
        let colour = if k == 0 {
            PartColour::Red
        } else {
            PartColour::Maple
        };
        let ball = bench.disk(&format!("ball {}", k + 1), at, radius, colour);
        let nail = Attach::ground(v(x, 0.0));
        bench.rod(&format!("rod {}", k + 1), nail, centre(ball));
    }
    bench
}

/// A row of dominoes on the floor, and the ball that topples the first one.
pub fn dominoes() -> Bench {
    let mut bench = Bench::new(
        "Domino run",
        "Twenty tiles stand on the floor without anything that holds them. Every contact is solved exactly, with its friction, in each step.",
        "Take the friction of the scene away and see how far it goes. Pull one tile out before the wave is there.",
    );
    bench.view(v(-0.2, 0.3), 4.0);
    touch(&mut bench, Some(-0.5), 0.4, 0.0, 1.0 / 240.0);
    for k in 0..20 {
        let at = v(-1.9 + 0.22 * f64::from(k), -0.25);
        let colour = [PartColour::Blue, PartColour::Yellow, PartColour::Green][k as usize % 3];
        bench.plate(&format!("tile {}", k + 1), at, 0.07, 0.5, colour);
    }
    let ball = bench.disk("ball", v(-2.35, -0.15), 0.12, PartColour::Red);
    bench.change(ball, |part| {
        part.velocity = v(2.0, 1.0);
        part.mass = Mass::Density(2.0);
    });
    bench
}

/// Fixed ground along a line.
pub fn ground_along(bench: &mut Bench, name: &str, points: &[Vec2], width: f64) -> Id {
    let (wall, centre) = Wall::about(points, width);
    let id = bench.body(
        name,
        Shape::Wall(wall),
        Pose::new(centre.x, centre.y, 0.0),
        PartColour::Maple,
    );
    bench.change(id, |part| part.fixed = true);
    id
}

/// Cards that lean on each other, and a marble that rolls in.
pub fn cards() -> Bench {
    let mut bench = Bench::new(
        "House of cards",
        "Seven cards lean and lie on each other and stand by friction alone, until a marble comes in by the door.",
        "Take the marble away and let it stand. Make the friction of the scene 0.3: it slides apart at once.",
    );
    bench.view(v(-0.15, 0.55), 2.2);
    touch(&mut bench, Some(0.0), 0.8, 0.0, 1.0 / 480.0);
    let (length, thick, lean) = (0.5, 0.02, 0.3_f64);
    let mut card = |name: &str, at: Vec2, angle: f64, colour: PartColour| {
        let shape = Shape::Box(Box {
            width: length,
            height: thick,
        });
        bench.body(name, shape, Pose::new(at.x, at.y, angle), colour);
    };
    // A leaning card on its edge: its lowest corner is on the ground, its highest corner at the ridge.
    let (sin, cos) = lean.sin_cos();
    let height = length * cos + thick * sin;
    let half = 0.5 * (length * sin + thick * cos);
    let mut roof = |name: &str, x: f64, base: f64, colour: PartColour| {
        let y = base + 0.5 * height;
        let up = std::f64::consts::FRAC_PI_2;
        card(&format!("{name} left"), v(x - half, y), up - lean, colour);
        card(&format!("{name} right"), v(x + half, y), up + lean, colour);
    };
    roof("first", -0.19, 0.0, PartColour::Red);
    roof("second", 0.19, 0.0, PartColour::Blue);
    roof("upper", 0.0, height + thick, PartColour::Green);
    card("floor", v(0.0, height + 0.5 * thick), 0.0, PartColour::Yellow);
    let marble = bench.disk("marble", v(-1.5, 0.07), 0.07, PartColour::Yellow);
    bench.change(marble, |part| {
        part.velocity = v(1.2, 0.0);
        part.omega = -1.2 / 0.07;
    });
    bench
}

/// A semicircular arch of stones on the floor about `foot`: its centre line has a radius of 1 m, and it is `thick` thick (m).
fn arch(bench: &mut Bench, name: &str, foot: Vec2, thick: f64, colour: PartColour) {
    const STONES: u32 = 21;
    let joint = |k: u32, radius: f64| foot + radius * unit(PI * f64::from(k) / f64::from(STONES));
    for k in 0..STONES {
        let (inner, outer) = (1.0 - 0.5 * thick, 1.0 + 0.5 * thick);
        let corners = [
            joint(k, inner),
            joint(k, outer),
            joint(k + 1, outer),
            joint(k + 1, inner),
        ];
        let colour = [colour, PartColour::Maple][k as usize % 2];
        let stone = plate(bench, &format!("{name} stone {}", k + 1), &corners, colour);
        bench.weigh(stone, Mass::Density(100.0));
    }
}

/// Two arches without mortar, one slightly thicker than the minimum that stands and one slightly thinner.
pub fn arches() -> Bench {
    let mut bench = Bench::new(
        "Dry stone arches",
        "Twenty-one stones each, held by their weight and friction alone. A half circle of them stands if it is thicker than 0.1068 of its radius: \
         the left one is by a tenth, the right one is too thin by a tenth.",
        "Set the friction of the scene to 0.3: the stones of the thick one slide as well. Push at its crown.",
    );
    bench.view(v(0.4, 0.9), 4.8);
    touch(&mut bench, Some(0.0), 0.7, 0.0, 1.0 / 240.0);
    arch(
        &mut bench,
        "left",
        v(-1.35, 0.0),
        1.1 * 0.1068,
        PartColour::Yellow,
    );
    arch(&mut bench, "right", v(1.35, 0.0), 0.9 * 0.1068, PartColour::Red);
    // Keeps fallen stones on their side.
    let wall = bench.plate("wall", v(0.0, 0.3), 0.08, 0.6, PartColour::Blue);
    bench.change(wall, |part| part.fixed = true);
    bench
}

/// Marbles on a zigzag of drawn walls.
pub fn marbles() -> Bench {
    let mut bench = Bench::new(
        "Marble run",
        "Walls drawn by hand, and marbles of steel, rubber, ice and wood let go at the top. What it is made of says how a marble rolls,          slides and bounces.",
        "Draw a wall of your own: it is on the shelf of the parts. Change the material of a marble in the inspector.",
    );
    bench.view(v(0.0, 0.0), 4.6);
    touch(&mut bench, Some(-2.0), 0.4, 0.2, 1.0 / 480.0);
    let shelf = |from: Vec2, to: Vec2| -> Vec<Vec2> {
        // A slope that flattens towards its end.
        (0..=24)
            .map(|k| {
                let t = f64::from(k) / 24.0;
                v(
                    from.x + t * (to.x - from.x),
                    from.y + (to.y - from.y) * t * (1.6 - 0.6 * t),
                )
            })
            .collect()
    };
    let lanes = [
        (v(-2.2, 1.75), v(1.5, 1.0)),
        (v(2.4, 0.75), v(-1.5, 0.05)),
        (v(-2.4, -0.2), v(1.5, -0.95)),
    ];
    for (k, (from, to)) in lanes.into_iter().enumerate() {
        ground_along(&mut bench, &format!("lane {}", k + 1), &shelf(from, to), 0.05);
    }
    for (k, x) in [(1, 2.45), (2, -2.45)] {
        let y = 1.0 - 0.95 * f64::from(k - 1);
        let points = [v(x, y + 0.6), v(x, y - 0.25)];
        ground_along(&mut bench, &format!("bumper {k}"), &points, 0.05);
    }
    for (x, name) in [(-3.0, "left end"), (3.0, "right end")] {
        ground_along(&mut bench, name, &[v(x, -2.0), v(x, -1.4)], 0.05);
    }
    let colours = [
        PartColour::Blue,
        PartColour::Red,
        PartColour::Green,
        PartColour::Yellow,
    ];
    for (k, ((name, material), colour)) in Material::PRESETS.into_iter().zip(colours).enumerate() {
        let at = v(-2.0 + 0.3 * k as f64, 2.0);
        let marble = bench.disk(&name.to_lowercase(), at, 0.1, colour);
        bench.change(marble, |part| part.material = material);
    }
    bench
}
