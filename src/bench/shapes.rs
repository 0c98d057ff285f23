//! Machines of known shape and any size, in general position and in motion.

use std::collections::BTreeSet;

use crate::bodies::{Bar, Disk, Particle, Shape as Body};
use crate::constraints::{ConstraintKind, Distance, Motor, Pin};
use crate::math::{Pose, Vec2, unit};
use crate::scene::{Attach, Constraint, Id, Part, Scene};

/// How a machine hangs together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// n bars and n pins in a row, hanging from the ground.
    Chain,
    /// n bars and n pins, three bars on each but the last, hanging from the ground.
    Tree,
    /// Chains of eight bars, n in all, each hanging from the ground by itself.
    Forest,
    /// n bars pinned to the rim of one disk.
    Star,
    /// A tree of n parts of all sorts: bars on pins, every fourth of them turned by a motor, and particles on rods.
    Driven,
    /// The chain with every eighth bar pinned to the fourth after it.
    LoopsLocal,
    /// The chain with as many pins between bars anywhere, each between two that no other pin joins.
    LoopsRandom,
    /// The same, but every sixteenth of them joins bars that were joined already, in the chain or by the pin before it. Such
    /// a pin has rows that say nothing new, so `A = J W J^T` is singular.
    LoopsRedundant,
    /// A Warren truss of n rods between particles, on two supports.
    Truss,
    /// n particles in a square grid of rods.
    Lattice,
    /// 54 pins in a tree: the system measured in section 9 of Baraff 1996.
    PaperTree,
    /// The same changed to 48 pins in a tree and 6 that close loops.
    PaperLoops,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 12] = [
        Self::Chain,
        Self::Tree,
        Self::Forest,
        Self::Star,
        Self::Driven,
        Self::LoopsLocal,
        Self::LoopsRandom,
        Self::LoopsRedundant,
        Self::Truss,
        Self::Lattice,
        Self::PaperTree,
        Self::PaperLoops,
    ];

    /// The word for it in tables.
    pub fn id(self) -> &'static str {
        match self {
            Self::Chain => "chain",
            Self::Tree => "tree",
            Self::Forest => "forest",
            Self::Star => "star",
            Self::Driven => "driven",
            Self::LoopsLocal => "loops-local",
            Self::LoopsRandom => "loops-random",
            Self::LoopsRedundant => "loops-redundant",
            Self::Truss => "truss",
            Self::Lattice => "lattice",
            Self::PaperTree => "paper-tree",
            Self::PaperLoops => "paper-loops",
        }
    }

    /// Whether it is bars and pins, and no constraint closes a loop.
    pub fn is_tree(self) -> bool {
        matches!(
            self,
            Self::Chain | Self::Tree | Self::Forest | Self::Star | Self::PaperTree
        )
    }

    /// The sizes to measure.
    pub fn sizes(self, quick: bool) -> &'static [usize] {
        match (self, quick) {
            (Self::Chain | Self::Tree, true) => &[54, 1000],
            (Self::Chain | Self::Tree, false) => &[54, 1000, 10_000, 100_000],
            (Self::Forest, true) => &[1000],
            (Self::Forest, false) => &[1000, 100_000],
            (Self::Star, true) => &[300],
            (Self::Star, false) => &[54, 300, 1000],
            (Self::Driven, true) => &[1000],
            (Self::Driven, false) => &[1000, 10_000, 100_000],
            (Self::LoopsLocal | Self::LoopsRandom | Self::LoopsRedundant | Self::Truss, true) => &[200],
            (Self::LoopsLocal | Self::LoopsRandom | Self::LoopsRedundant | Self::Truss, false) => {
                &[200, 1000]
            }
            (Self::Lattice, true) => &[256],
            (Self::Lattice, false) => &[256, 1024, 10_000, 100_000],
            (Self::PaperTree | Self::PaperLoops, _) => &[54],
        }
    }

    /// Whether rows depend on each other, so that a factor of `A` alone has no answer.
    pub fn is_singular(self) -> bool {
        self == Self::LoopsRedundant
    }

    /// Builds it.
    pub fn scene(self, n: usize) -> Scene {
        let mut build = Build::default();
        match self {
            Self::Chain => _ = build.bars(n, |k| k - 1),
            Self::Tree | Self::PaperTree => _ = build.bars(n, |k| (k - 1) / 3),
            Self::Forest => {
                for k in 0..n.div_ceil(8) {
                    build.chain_from(Vec2::new(10.0 * k as f64, 0.0), (n - 8 * k).min(8));
                }
            }
            Self::Star => build.star(n),
            Self::Driven => build.driven(n),
            Self::LoopsLocal => {
                let bars = build.bars(n, |k| k - 1);
                for k in (0..n.saturating_sub(4)).step_by(8) {
                    build.pin_across(bars[k], bars[k + 4]);
                }
            }
            Self::LoopsRandom => build.loops_anywhere(n, None),
            Self::LoopsRedundant => build.loops_anywhere(n, Some(JOINED_ALREADY)),
            Self::Truss => build.truss(n),
            Self::Lattice => build.lattice(n),
            Self::PaperLoops => {
                let bars = build.bars(n - n / 9, |k| (k - 1) / 3);
                for k in 0..n / 9 {
                    // Bars of different boughs, a few bars apart.
                    build.pin_across(bars[13 + 2 * k], bars[27 + 3 * k]);
                }
            }
        }
        build.scene
    }
}

/// Of so many pins that close loops, one joins bars that are joined already.
const JOINED_ALREADY: usize = 16;

/// A shape of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// How it hangs together.
    pub shape: Shape,
    /// Joints, or particles of a lattice.
    pub n: usize,
}

#[derive(Default)]
struct Build {
    scene: Scene,
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
    /// In [-1, 1).
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

    /// A pin halfway between two parts, wherever that is on them.
    fn pin_across(&mut self, a: Id, b: Id) {
        let pose = |id| self.scene.part(id).map_or(Pose::default(), |part| part.pose);
        let (a_pose, b_pose) = (pose(a), pose(b));
        let at = (a_pose.position + b_pose.position) / 2.0;
        let end = |id, pose: Pose| Attach::part(id, pose.local_point(at));
        self.pin(end(a, a_pose), end(b, b_pose));
    }

    /// A bar from this point on, pinned there to something.
    fn bar(&mut self, from: Vec2, onto: Attach) -> Id {
        let angle = 3.0 * self.unit();
        let middle = from + 0.5 * unit(angle);
        let bar = self.part(Body::Bar(Bar::default()), Pose::new(middle.x, middle.y, angle));
        self.pin(onto, Attach::part(bar, Vec2::new(-0.5, 0.0)));
        bar
    }

    fn bars(&mut self, n: usize, parent: impl Fn(usize) -> usize) -> Vec<Id> {
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

    /// The chain, and pins between bars anywhere; one in so many joins two that were joined already.
    fn loops_anywhere(&mut self, n: usize, joined_already: Option<usize>) {
        let bars = self.bars(n, |k| k - 1);
        let mut joined: BTreeSet<(usize, usize)> = (1..n).map(|k| (k - 1, k)).collect();
        let mut pair = (0, 1);
        for k in 0..n / 8 {
            let again = joined_already.and_then(|every| (k % every == every / 2).then_some(k / every));
            match again {
                // The pair of the pin before it, and two neighbours in the chain, by turns.
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

    fn chain_from(&mut self, from: Vec2, n: usize) {
        let mut onto = Attach::ground(from);
        for _ in 0..n {
            let at = self.scene.built_point(onto);
            onto = Attach::part(self.bar(at, onto), Vec2::new(0.5, 0.0));
        }
    }

    fn star(&mut self, n: usize) {
        let hub = self.part(Body::Disk(Disk { radius: 2.0 }), Pose::default());
        for k in 0..n {
            let rim = 2.0 * unit(std::f64::consts::TAU * k as f64 / n as f64);
            self.bar(rim, Attach::part(hub, rim));
        }
    }

    fn driven(&mut self, n: usize) {
        let mut bars: Vec<Id> = Vec::with_capacity(n);
        for k in 0..n {
            let onto = match bars.get(bars.len().saturating_sub(1) / 3) {
                None => Attach::ground(Vec2::ZERO),
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
    }

    fn particle(&mut self, x: f64, y: f64) -> Attach {
        let (x, y) = (x + 0.1 * self.unit(), y + 0.1 * self.unit());
        let particle = self.part(Body::Particle(Particle {}), Pose::new(x, y, 0.0));
        Attach::part(particle, Vec2::ZERO)
    }

    fn truss(&mut self, rods: usize) {
        let mut joints: Vec<Attach> = Vec::new();
        let mut left = rods;
        for k in 0.. {
            let joint = self.particle(0.5 * k as f64, (k % 2) as f64);
            // The last two before it: the diagonal and the chord.
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

    fn lattice(&mut self, n: usize) {
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::sim::{Dynamics, Model};
    use crate::solver::{Method, Solver};

    #[test]
    fn rows_depend_on_each_other_only_where_a_shape_says_so() {
        for shape in Shape::ALL {
            let model = Model::compile(&shape.scene(160));
            let mut dynamics = Dynamics::new(Method::Dense);
            dynamics.prepare(&model);
            let system = dynamics.linear_system(&model, &model.start);
            let mut solver = Solver::new(Method::Dense);
            solver.factor(&model.topology, system).unwrap();
            // One of 20 pins that close loops does what the one before it does.
            let expected = if shape.is_singular() { 2 } else { 0 };
            assert_eq!(solver.report().rank_deficit, Some(expected), "{}", shape.id());
        }
    }

    #[test]
    fn shapes_have_the_joints_and_loops_they_promise() {
        let counts = |shape: Shape, n| {
            let model = Model::compile(&shape.scene(n));
            let graph = crate::solver::graph::Graph::new(&model.topology);
            (model.bodies.len(), model.links.len(), graph.auxiliary())
        };
        assert_eq!(counts(Shape::Chain, 54), (54, 54, 0));
        assert_eq!(counts(Shape::Tree, 54), (54, 54, 0));
        assert_eq!(counts(Shape::Forest, 54), (54, 54, 0));
        assert_eq!(counts(Shape::Star, 300), (301, 300, 0));
        assert_eq!(counts(Shape::Driven, 200), (200, 240, 0));
        assert_eq!(counts(Shape::LoopsLocal, 1000), (1000, 1125, 125));
        assert_eq!(counts(Shape::LoopsRandom, 1000), (1000, 1125, 125));
        assert_eq!(counts(Shape::LoopsRedundant, 1000), (1000, 1125, 125));
        assert_eq!(counts(Shape::Truss, 999), (501, 1001, 500));
        assert_eq!(counts(Shape::Lattice, 1024), (1024, 1985, 961));
        assert_eq!(counts(Shape::PaperTree, 54), (54, 54, 0));
        assert_eq!(counts(Shape::PaperLoops, 54), (48, 54, 6));
    }
}
