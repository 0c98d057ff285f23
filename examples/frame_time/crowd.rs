//! A scene with many parts: parallel chains, alternately of bars on pins and of particles on rods.

use tinkertoy::bodies::{Bar, Particle, Shape};
use tinkertoy::constraints::{ConstraintKind, Distance, Pin};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Part, Scene};

/// A scene of `chains` chains with `links` parts each, and one joint per part.
pub fn crowd(chains: usize, links: usize) -> Scene {
    let mut scene = Scene::default();
    scene.settings.gravity = Vec2::ZERO;
    for row in 0..chains {
        let y = -0.6 * row as f64;
        let mut last = Attach::ground(Vec2::new(0.0, y));
        for k in 0..links {
            let x = k as f64;
            let name = format!("part {row}.{k}");
            let bars = row % 2 == 0;
            let (part, from, to) = if bars {
                let bar = Shape::Bar(Bar::default());
                let part = Part::new(name, bar, Pose::new(x + 0.5, y, 0.0));
                (part, Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0))
            } else {
                let dot = Shape::Particle(Particle::default());
                let part = Part::new(name, dot, Pose::new(x + 1.0, y, 0.0));
                (part, Vec2::ZERO, Vec2::ZERO)
            };
            let part = scene.add(part);
            scene.add(Constraint {
                name: format!("joint {row}.{k}"),
                ends: vec![last, Attach::part(part, from)],
                kind: if bars {
                    ConstraintKind::Pin(Pin {})
                } else {
                    ConstraintKind::Distance(Distance { length: 1.0 })
                },
            });
            last = Attach::part(part, to);
        }
    }
    scene
}
