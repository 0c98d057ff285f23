//! Random undriven scenes with contact: four-bar linkages with stops and dry friction, free loops
//! of bars, ropes, boxes and disks between two walls on a floor.

use std::f64::consts::PI;

use tinkertoy::bodies::{Box, Shape};
use tinkertoy::constraints::{AngleLimits, ConstraintKind, Friction, Rope};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Contact, Id, Part, Scene, Stabilisation};

use crate::build::{Build, centre, ground, v2};
use crate::overlap::{Body, body};

/// The random number generator SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }
    pub fn chance(&mut self, share: f64) -> bool {
        self.share() < share
    }
    pub fn below(&mut self, count: usize) -> usize {
        (self.share() * count as f64) as usize
    }
}

/// A scene, and its parts with their outlines and their groups; parts of one group do not collide.
pub struct Drawn {
    pub scene: Scene,
    pub parts: Vec<(Id, usize, Body)>,
}

/// Width of a cell (m); a machine stays within its cell at the start.
const CELL: f64 = 0.8;

/// Returns the scene of a seed. Nothing overlaps at the start, and every loop is closed.
pub fn draw(seed: u64) -> Drawn {
    let mut random = Random(seed.wrapping_mul(0x2545_F491_4F6C_DD1D));
    let mut build = Build::default();
    let settings = &mut build.scene.settings;
    settings.dt = 1.0 / 240.0;
    settings.stabilisation = Stabilisation::Projection;
    settings.contact = Some(Contact {
        floor: Some(0.0),
        friction: random.between(0.0, 0.9),
        restitution: if random.chance(0.5) {
            0.0
        } else {
            random.between(0.0, 0.9)
        },
        ..Contact::default()
    });
    let mut groups: Vec<Vec<Id>> = vec![wall(&mut build, -1.0), wall(&mut build, 1.0)];
    let mut loose = Vec::new();
    // Four-bar linkages and loops above, free parts below.
    for column in 0..3 {
        let x = CELL * f64::from(column - 1);
        let mut used = match random.below(3) {
            0 => vec![four_bar(&mut build, &mut random, v2(x, 2.2))],
            1 => vec![ring(&mut build, &mut random, v2(x, 2.2))],
            _ => Vec::new(),
        };
        groups.append(&mut used);
        for row in 0..1 + random.below(2) {
            let at = v2(x, 0.4 + CELL * row as f64);
            let id = thing(&mut build, &mut random, at);
            loose.push(id);
            groups.push(vec![id]);
        }
    }
    if random.chance(0.6) {
        let (a, b) = (loose[0], loose[loose.len() - 1]);
        let rope = Rope {
            restitution: random.between(0.0, 0.5),
            ..Rope::default()
        };
        if a != b {
            build.link(ConstraintKind::Rope(rope), centre(a), centre(b));
        }
    }
    let parts = groups.iter().enumerate().flat_map(|(group, ids)| {
        let own = |id: &Id| (*id, group, body(&build.scene.part(*id).unwrap().shape));
        ids.iter().map(own).collect::<Vec<_>>()
    });
    let parts = parts.collect();
    Drawn {
        scene: build.scene,
        parts,
    }
}

fn wall(build: &mut Build, side: f64) -> Vec<Id> {
    let shape = Shape::Box(Box {
        width: 0.2,
        height: 4.0,
    });
    let mut part = Part::new(format!("wall {side}"), shape, Pose::new(1.5 * side, 2.0, 0.0));
    part.fixed = true;
    vec![build.scene.add(part)]
}

fn speed(build: &mut Build, random: &mut Random, id: Id) {
    let v = v2(random.between(-2.0, 2.0), random.between(-1.0, 1.0));
    build.set_velocity(id, v, random.between(-5.0, 5.0));
}

/// A box or a disk with a random velocity.
fn thing(build: &mut Build, random: &mut Random, at: Vec2) -> Id {
    let mass = random.between(0.5, 3.0);
    let id = if random.chance(0.5) {
        build.disk(at.x, at.y, random.between(0.06, 0.2), mass)
    } else {
        let (width, height) = (random.between(0.1, 0.35), random.between(0.1, 0.3));
        let inertia = mass * (width * width + height * height) / 12.0;
        let pose = Pose::new(at.x, at.y, random.between(-1.0, 1.0));
        build.part(Shape::Box(Box { width, height }), pose, mass, inertia)
    };
    speed(build, random, id);
    id
}

/// Bars along the segments between the corners; neighbours are pinned.
fn bars(build: &mut Build, random: &mut Random, corners: &[Vec2]) -> Vec<Id> {
    let mut found: Vec<Id> = Vec::new();
    for pair in corners.windows(2) {
        let bar = build.bar(pair[0], pair[1], random.between(0.3, 1.5));
        if let Some(last) = found.last() {
            let (end, start) = (build.end(*last, 1.0), build.end(bar, -1.0));
            build.pin(end, start);
        }
        found.push(bar);
    }
    found
}

/// A four-bar linkage hung from the ground at both ends; some have stops or dry friction at the first pin.
fn four_bar(build: &mut Build, random: &mut Random, at: Vec2) -> Vec<Id> {
    let points = [
        at + v2(-0.15, 0.15),
        at + v2(-0.2, random.between(-0.2, -0.05)),
        at + v2(random.between(0.1, 0.25), random.between(-0.2, -0.05)),
        at + v2(0.15, 0.15),
    ];
    let all = bars(build, random, &points);
    let (first, last) = (build.end(all[0], -1.0), build.end(all[2], 1.0));
    build.pin(ground(points[0].x, points[0].y), first);
    build.pin(ground(points[3].x, points[3].y), last);
    if random.chance(0.6) {
        let stops = AngleLimits {
            restitution: random.between(0.0, 0.8),
            ..AngleLimits::default()
        };
        stop(build, stops, all[0]);
    }
    if random.chance(0.4) {
        let torque = random.between(0.01, 0.3);
        build.link(
            ConstraintKind::Friction(Friction { torque }),
            Attach::ground(Vec2::ZERO),
            centre(all[0]),
        );
    }
    // The velocity is projected onto those the loop allows.
    build.set_velocity(all[0], Vec2::ZERO, random.between(-3.0, 3.0));
    all
}

fn stop(build: &mut Build, stops: AngleLimits, bar: Id) {
    build.link(
        ConstraintKind::AngleLimits(stops),
        Attach::ground(Vec2::ZERO),
        centre(bar),
    );
}

/// A falling ring of three to five bars.
fn ring(build: &mut Build, random: &mut Random, at: Vec2) -> Vec<Id> {
    let sides = 3 + random.below(3);
    let turn = random.between(0.0, 1.0);
    let corner = |k: usize| {
        let angle = turn + 2.0 * PI * (k % sides) as f64 / sides as f64;
        at + 0.25 * v2(angle.cos(), angle.sin())
    };
    let corners: Vec<Vec2> = (0..=sides).map(corner).collect();
    let all = bars(build, random, &corners);
    let (first, last) = (build.end(all[0], -1.0), build.end(all[sides - 1], 1.0));
    build.pin(first, last);
    for id in &all {
        build.set_velocity(*id, v2(0.0, -0.5), 0.0);
    }
    all
}
