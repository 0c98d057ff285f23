//! The scenes, in sizes.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use tinkertoy::bodies::compound::{Compound, Piece};
use tinkertoy::bodies::{Bar, Box, Shape};
use tinkertoy::constraints::{AngleLimits, ConstraintKind, Motor, MotorLaw, Pin};
use tinkertoy::math::{Pose, Vec2, unit};
use tinkertoy::scene::{
    Attach, Constraint, Contact, Id, Integrator, Mass, Part, Scene, Stabilisation, gallery,
};

/// What growth refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The size itself.
    Size,
    /// Points of contact.
    Contacts,
}

/// Scenes of one kind.
pub struct Family {
    pub name: &'static str,
    pub title: &'static str,
    /// What it is, as a sentence.
    pub about: &'static str,
    /// Smallest first.
    pub sizes: &'static [usize],
    /// The size of which errors are compared.
    pub main: usize,
    /// Seconds that pass before measuring begins.
    pub warm: f64,
    pub count: Count,
    /// Exponent that growth is to stay below.
    pub growth: f64,
    pub build: fn(usize) -> Result<Scene, String>,
}

pub static FAMILIES: [Family; 6] = [
    Family {
        name: "chain",
        title: "Chain with limits",
        about: "Equal rods, 20 m long together, pinned at one end and let go level; each pin bends as far as a radius of 2 m. No contact. The more rods there are, the shorter each is and the faster it turns: growth is of both.",
        sizes: &[100, 200, 500, 1000],
        main: 200,
        warm: 0.5,
        count: Count::Size,
        growth: 1.1,
        build: |rods| chain(rods, 20.0 / rods as f64),
    },
    Family {
        name: "rods",
        title: "Chain of the same rods",
        about: "The same chain of rods of 0.1 m, 10 m to 100 m of them: what grows is their number alone.",
        sizes: &[100, 200, 500, 1000],
        main: 1000,
        warm: 0.5,
        count: Count::Size,
        growth: 1.1,
        build: |rods| chain(rods, 0.1),
    },
    Family {
        name: "pyramid",
        title: "Pyramid",
        about: "Rows of boxes of 0.5 m, each on two of the row below; friction 0.6. It stands.",
        sizes: &[10, 15, 20, 23, 30],
        main: 20,
        warm: 1.0,
        count: Count::Contacts,
        growth: 1.3,
        build: pyramid,
    },
    Family {
        name: "drum",
        title: "Boxes in a drum",
        about: "Boxes of 0.2 m fill 45 % of a drum of 32 bars, end to end, that a motor turns at 1 rad/s; friction 0.5. In both other engines boxes sink into the drum by centimetres, by more with more iterations; separating axes, computed apart from the judge, confirm it. Why was not looked into.",
        sizes: &[50, 100, 200],
        main: 100,
        warm: 1.0,
        count: Count::Contacts,
        growth: 1.3,
        build: drum,
    },
    Family {
        name: "ragdolls",
        title: "Ragdolls on a floor",
        about: "Figures of ten limbs on pins with limits (those of the gallery), dropped in rows onto a floor; friction 0.5. Measured from 8 s on, when all lie; among sixteen the arm of one hangs free and swings on, so that their heap is solved in every step.",
        sizes: &[1, 2, 4, 8, 16],
        main: 8,
        warm: 8.0,
        count: Count::Contacts,
        growth: 1.3,
        build: ragdolls,
    },
    Family {
        name: "walker",
        title: "Walker",
        about: "Four of Jansen's legs on a crankshaft with a motor of 8 N m (the walker of the gallery), on a level floor; friction 0.9.",
        sizes: &[1, 2, 4, 8],
        main: 1,
        warm: 1.0,
        count: Count::Size,
        growth: 1.1,
        build: walkers,
    },
];

fn scene(contact: Option<Contact>) -> Scene {
    let mut scene = Scene::default();
    scene.settings.integrator = Integrator::Impulse;
    scene.settings.stabilisation = Stabilisation::Projection;
    scene.settings.contact = contact;
    scene
}

fn floor(friction: f64) -> Option<Contact> {
    Some(Contact {
        floor: Some(0.0),
        friction,
        ..Contact::default()
    })
}

fn link(scene: &mut Scene, name: String, ends: [Attach; 2], kind: ConstraintKind) {
    let ends = ends.to_vec();
    scene.add(Constraint { name, ends, kind });
}

/// Rods of this length (m).
fn chain(rods: usize, length: f64) -> Result<Scene, String> {
    let mut scene = scene(None);
    let bend = 0.5 * length;
    let shape = Shape::Bar(Bar {
        length,
        width: 0.2 * length,
    });
    let mass = 1.0 * length;
    let mut onto = Attach::ground(Vec2::ZERO);
    for k in 0..rods {
        let pose = Pose::new(length * (k as f64 + 0.5), 0.0, 0.0);
        let rod = scene.add(Part {
            mass: Mass::Given {
                mass,
                inertia: mass * length * length / 12.0,
            },
            ..Part::new(format!("rod {k}"), shape.clone(), pose)
        });
        let ends = [onto, Attach::part(rod, Vec2::new(-0.5 * length, 0.0))];
        link(&mut scene, format!("pin {k}"), ends, ConstraintKind::Pin(Pin {}));
        if k > 0 {
            let limits = AngleLimits {
                lower: -bend,
                upper: bend,
                restitution: 0.0,
            };
            link(
                &mut scene,
                format!("limits {k}"),
                ends,
                ConstraintKind::AngleLimits(limits),
            );
        }
        onto = Attach::part(rod, Vec2::new(0.5 * length, 0.0));
    }
    Ok(scene)
}

fn pyramid(rows: usize) -> Result<Scene, String> {
    let mut scene = scene(floor(0.6));
    let side = 0.5;
    let shape = Shape::Box(Box {
        width: side,
        height: side,
    });
    for row in 0..rows {
        for k in 0..rows - row {
            let x = 1.1 * side * (k as f64 + 0.5 * row as f64 - 0.5 * (rows - 1) as f64);
            let pose = Pose::new(x, side * (row as f64 + 0.5), 0.0);
            scene.add(Part::new(format!("box {row}.{k}"), shape.clone(), pose));
        }
    }
    Ok(scene)
}

fn drum(boxes: usize) -> Result<Scene, String> {
    const PLATES: usize = 32;
    let contact = Contact {
        friction: 0.5,
        ..Contact::default()
    };
    let mut scene = scene(Some(contact));
    let (side, thick) = (0.2, 0.2);
    let radius = (boxes as f64 * side * side / (0.45 * 0.5 * TAU)).sqrt();
    // Bars share their round ends, so that nothing of one sticks out behind the next.
    let middle = radius + 0.5 * thick;
    let plate = Shape::Bar(Bar {
        length: 2.0 * middle * (0.5 * TAU / PLATES as f64).tan(),
        width: thick,
    });
    let pieces = (0..PLATES).map(|k| {
        let angle = TAU * k as f64 / PLATES as f64;
        Piece::new(plate.clone(), middle * unit(angle), angle + 0.25 * TAU)
    });
    let shape = Shape::Compound(Compound {
        pieces: pieces.collect(),
    });
    let drum = scene.add(Part {
        mass: Mass::Density(50.0),
        ..Part::new("drum", shape, Pose::default())
    });
    let ends = [Attach::ground(Vec2::ZERO), Attach::part(drum, Vec2::ZERO)];
    link(&mut scene, "axle".to_owned(), ends, ConstraintKind::Pin(Pin {}));
    let motor = Motor {
        law: MotorLaw::Speed,
        speed: 1.0,
        ..Motor::default()
    };
    link(&mut scene, "motor".to_owned(), ends, ConstraintKind::Motor(motor));
    let shape = Shape::Box(Box {
        width: side,
        height: side,
    });
    // From the bottom up, where there is room within the plates.
    let (apart, room) = (1.05 * side, radius - 0.75 * side);
    let reach = (radius / apart).ceil() as i32;
    let cells = (-reach..=reach).flat_map(|row| (-reach..=reach).map(move |column| (row, column)));
    let places = cells
        .map(|(row, column)| apart * Vec2::new(f64::from(column), f64::from(row)))
        .filter(|at| at.length() < room)
        .take(boxes);
    let places: Vec<Vec2> = places.collect();
    if places.len() < boxes {
        return Err(format!("only {} boxes fit", places.len()));
    }
    for (k, at) in places.into_iter().enumerate() {
        let pose = Pose::new(at.x, at.y, 0.0);
        scene.add(Part::new(format!("box {k}"), shape.clone(), pose));
    }
    Ok(scene)
}

fn ragdolls(count: usize) -> Result<Scene, String> {
    let mut scene = scene(floor(0.5));
    for k in 0..count {
        let (column, row) = (k % 8, k / 8);
        // The hip of the one in the gallery is at (-2, 1.2); no two stand alike.
        let shift = 0.1 * ((k * 5) % 3) as f64;
        let by = Vec2::new(2.0 + 1.3 * column as f64 + shift, 1.9 * row as f64 - 0.3);
        copy(&mut scene, "ragdoll", by, k)?;
    }
    Ok(scene)
}

fn walkers(count: usize) -> Result<Scene, String> {
    let mut scene = scene(floor(0.9));
    let model = of_gallery("walker")?;
    let floor = model.settings.contact.and_then(|it| it.floor).unwrap_or(0.0);
    for k in 0..count {
        copy(&mut scene, "walker", Vec2::new(6.0 * k as f64, -floor), k)?;
    }
    Ok(scene)
}

fn of_gallery(name: &str) -> Result<Scene, String> {
    let entry = gallery::find(name).ok_or_else(|| format!("the gallery has no {name}"))?;
    entry.scene().map_err(|error| error.to_string())
}

/// Adds all that moves of a scene of the gallery, at rest, moved by a vector.
fn copy(scene: &mut Scene, name: &str, by: Vec2, number: usize) -> Result<(), String> {
    let model = of_gallery(name)?;
    let mut own: BTreeMap<Id, Id> = BTreeMap::new();
    for (id, part) in model.parts().filter(|(_, part)| !part.fixed) {
        let mut part = part.clone();
        part.name = format!("{} {number}", part.name);
        part.pose.position += by;
        (part.velocity, part.omega) = (Vec2::ZERO, 0.0);
        own.insert(id, scene.add(part));
    }
    for (_, it) in model.constraints() {
        let mut it = it.clone();
        it.name = format!("{} {number}", it.name);
        for end in &mut it.ends {
            end.part = end.part.and_then(|id| own.get(&id).copied());
        }
        scene.add(it);
    }
    Ok(())
}
