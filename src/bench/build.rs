//! Construction of machines of known shape, item by item.

use std::collections::BTreeSet;

use crate::bodies::{Bar, Disk, Particle, Shape as Body};
use crate::constraints::{ConstraintKind, Distance, Motor, Pin};
use crate::math::{Pose, Vec2, unit};
use crate::scene::{Attach, Constraint, Id, Part, Scene};

#[derive(Default)]
pub(super) struct Build {
    pub(super) scene: Scene,
    items: usize,
    random: u64,
}

impl Build {
    fn next(&mut self) -> u64 {
        // splitmix64
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.random;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }
    /// A pseudo-random number in [-1, 1).
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn number(&mut self) -> usize {
        self.items += 1;
        self.items
    }

    fn part(&mut self, shape: Body, pose: Pose) -> Id {
        let name = format!("part {}", self.number());
        let velocity = Vec2::new(self.unit(), self.unit());
        let omega = if shape.motion().turns() { self.unit() } else { 0.0 };
        self.scene.add(Part {
            velocity,
            omega,
            ..Part::new(name, shape, pose)
        })
    }

    fn join(&mut self, mut kind: ConstraintKind, a: Attach, b: Attach) {
        kind.fit(&[self.scene.built_ports(a), self.scene.built_ports(b)]);
        let name = format!("joint {}", self.number());
        self.scene.add(Constraint {
            name,
            ends: vec![a, b],
            kind,
        });
    }

    fn pin(&mut self, a: Attach, b: Attach) {
        self.join(ConstraintKind::Pin(Pin {}), a, b);
    }

    fn rod(&mut self, a: Attach, b: Attach) {
        self.join(ConstraintKind::Distance(Distance::default()), a, b);
    }

    /// A pin at the midpoint between two parts, wherever that is in their frames.
    pub(super) fn pin_across(&mut self, a: Id, b: Id) {
        let pose = |id| self.scene.part(id).map_or(Pose::default(), |part| part.pose);
        let (a_pose, b_pose) = (pose(a), pose(b));
        let at = (a_pose.position + b_pose.position) / 2.0;
        let end = |id, pose: Pose| Attach::part(id, pose.local_point(at));
        self.pin(end(a, a_pose), end(b, b_pose));
    }

    /// A bar that starts at this point, pinned there to an attachment.
    fn bar(&mut self, from: Vec2, onto: Attach) -> Id {
        let angle = 3.0 * self.unit();
        let middle = from + 0.5 * unit(angle);
        let bar = self.part(Body::Bar(Bar::default()), Pose::new(middle.x, middle.y, angle));
        self.pin(onto, Attach::part(bar, Vec2::new(-0.5, 0.0)));
        bar
    }

    pub(super) fn bars(&mut self, n: usize, parent: impl Fn(usize) -> usize) -> Vec<Id> {
        let mut bars: Vec<Id> = Vec::with_capacity(n);
        for k in 0..n {
            let onto = if k == 0 {
                Attach::ground(Vec2::ZERO)
            } else {
                Attach::part(bars[parent(k)], Vec2::new(0.5, 0.0))
            };
            let from = self.scene.built_point(onto);
            bars.push(self.bar(from, onto));
        }
        bars
    }

    /// The chain, with pins between random bars; if `joined_already` is given, one in so many of them joins a pair that is joined already.
    pub(super) fn loops_anywhere(&mut self, n: usize, joined_already: Option<usize>) {
        let bars = self.bars(n, |k| k - 1);
        let mut joined: BTreeSet<(usize, usize)> = (1..n).map(|k| (k - 1, k)).collect();
        let mut pair = (0, 1);
        for k in 0..n / 8 {
            let again = joined_already.and_then(|every| (k % every == every / 2).then_some(k / every));
            match again {
                // Alternately the pair of the pin before it, and two neighbours in the chain.
                Some(turn) if turn % 2 == 0 => {}
                Some(_) => {
                    let first = self.below(n - 1);
                    pair = (first, first + 1);
                }
                None => loop {
                    let (a, b) = (self.below(n), self.below(n));
                    pair = (a.min(b), a.max(b));
                    if a != b && joined.insert(pair) {
                        break;
                    }
                },
            }
            self.pin_across(bars[pair.0], bars[pair.1]);
        }
    }

    pub(super) fn chain_from(&mut self, from: Vec2, n: usize) {
        let mut onto = Attach::ground(from);
        for _ in 0..n {
            let at = self.scene.built_point(onto);
            onto = Attach::part(self.bar(at, onto), Vec2::new(0.5, 0.0));
        }
    }

    pub(super) fn star(&mut self, n: usize) {
        let hub = self.part(Body::Disk(Disk { radius: 2.0 }), Pose::default());
        for k in 0..n {
            let rim = 2.0 * unit(std::f64::consts::TAU * k as f64 / n as f64);
            self.bar(rim, Attach::part(hub, rim));
        }
    }

    /// Machines with `parts` parts each and n parts in all; in each of them a pin closes a loop.
    pub(super) fn machines(&mut self, n: usize, parts: usize) {
        for k in 0..n.div_ceil(parts) {
            let from = Vec2::new(10.0 * k as f64, 0.0);
            let bars = self.driven(from, (n - parts * k).min(parts));
            if let [_, _, _, _, one, _, _, _, other, ..] = bars[..] {
                self.pin_across(one, other);
            }
        }
    }

    /// A tree of n bars, some with motors, and particles on rods, hanging from a point of the ground. Returns its bars.
    pub(super) fn driven(&mut self, hook: Vec2, n: usize) -> Vec<Id> {
        let mut bars: Vec<Id> = Vec::with_capacity(n);
        for k in 0..n {
            let onto = match bars.get(bars.len().saturating_sub(1) / 3) {
                None => Attach::ground(hook),
                Some(&bar) => Attach::part(bar, Vec2::new(0.5, 0.0)),
            };
            let from = self.scene.built_point(onto);
            if k % 5 == 4 {
                let particle = self.particle(from.x, from.y - 0.5);
                self.rod(onto, particle);
                continue;
            }
            let bar = self.bar(from, onto);
            if k % 4 == 3 {
                let motor = ConstraintKind::Motor(Motor::default());
                self.join(motor, onto, Attach::part(bar, Vec2::new(-0.5, 0.0)));
            }
            bars.push(bar);
        }
        bars
    }

    fn particle(&mut self, x: f64, y: f64) -> Attach {
        let (x, y) = (x + 0.1 * self.unit(), y + 0.1 * self.unit());
        let particle = self.part(Body::Particle(Particle::default()), Pose::new(x, y, 0.0));
        Attach::part(particle, Vec2::ZERO)
    }

    pub(super) fn truss(&mut self, rods: usize) {
        let mut joints: Vec<Attach> = Vec::new();
        let mut left = rods;
        for k in 0.. {
            let joint = self.particle(0.5 * k as f64, (k % 2) as f64);
            // Rods to the last two joints before it: the diagonal and the chord.
            for back in 1..=k.min(2).min(left) {
                self.rod(joints[k - back], joint);
                left -= 1;
            }
            joints.push(joint);
            if left == 0 {
                break;
            }
        }
        let foot = self.scene.built_point(joints[0]);
        self.pin(Attach::ground(foot), joints[0]);
        let last = joints[joints.len() - 1];
        let below = self.scene.built_point(last) - Vec2::Y;
        self.rod(Attach::ground(below), last);
    }

    pub(super) fn lattice(&mut self, n: usize) {
        let width = (n as f64).sqrt().ceil() as usize;
        let mut grid: Vec<Attach> = Vec::with_capacity(n);
        for k in 0..n {
            let (column, row) = (k % width, k / width);
            let joint = self.particle(column as f64, -(row as f64));
            if column > 0 {
                self.rod(grid[k - 1], joint);
            }
            if row > 0 {
                self.rod(grid[k - width], joint);
            }
            grid.push(joint);
        }
        let corner = self.scene.built_point(grid[0]);
        self.pin(Attach::ground(corner), grid[0]);
    }
}
