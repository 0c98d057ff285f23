//! Machines of known shape and any size, in general position and in motion.

use super::build::Build;
use crate::math::Vec2;
use crate::scene::Scene;

/// Topology of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// n bars and n pins in a row, hanging from the ground.
    Chain,
    /// n bars and n pins, three bars on each but the last, hanging from the ground.
    Tree,
    /// Separate chains of eight bars, n bars in all, each hanging from the ground.
    Forest,
    /// n bars pinned to the rim of one disk.
    Star,
    /// A tree of n parts of several kinds: bars on pins, every fourth of them turned by a motor, and particles on rods.
    Driven,
    /// Machines of twenty such parts each, n parts in all, each with a pin that closes a loop.
    Machines,
    /// The chain with every eighth bar pinned to the fourth after it.
    LoopsLocal,
    /// The chain with as many pins between random bars, each between two bars that no other pin joins.
    LoopsRandom,
    /// The same, except that every sixteenth of them joins bars that are joined already, in the chain or by the pin before it. Such
    /// a pin has redundant rows, so `A = J W J^T` is singular.
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
    pub const ALL: [Self; 13] = [
        Self::Chain,
        Self::Tree,
        Self::Forest,
        Self::Star,
        Self::Driven,
        Self::Machines,
        Self::LoopsLocal,
        Self::LoopsRandom,
        Self::LoopsRedundant,
        Self::Truss,
        Self::Lattice,
        Self::PaperTree,
        Self::PaperLoops,
    ];

    /// Its name in tables.
    pub fn id(self) -> &'static str {
        match self {
            Self::Chain => "chain",
            Self::Tree => "tree",
            Self::Forest => "forest",
            Self::Star => "star",
            Self::Driven => "driven",
            Self::Machines => "machines",
            Self::LoopsLocal => "loops-local",
            Self::LoopsRandom => "loops-random",
            Self::LoopsRedundant => "loops-redundant",
            Self::Truss => "truss",
            Self::Lattice => "lattice",
            Self::PaperTree => "paper-tree",
            Self::PaperLoops => "paper-loops",
        }
    }

    /// Whether it consists of bars and pins without a loop.
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
            (Self::Driven | Self::Machines, true) => &[54, 1000],
            (Self::Driven | Self::Machines, false) => &[54, 1000, 10_000, 100_000],
            (Self::LoopsLocal | Self::LoopsRandom | Self::LoopsRedundant | Self::Truss, true) => &[200],
            (Self::LoopsLocal | Self::LoopsRandom | Self::LoopsRedundant | Self::Truss, false) => {
                &[200, 1000, 10_000]
            }
            (Self::Lattice, true) => &[256],
            (Self::Lattice, false) => &[256, 1024, 10_000, 100_000],
            (Self::PaperTree | Self::PaperLoops, _) => &[54],
        }
    }

    /// Whether rows depend on each other, so that a factor of `A` alone gives no answer.
    pub fn is_singular(self) -> bool {
        self == Self::LoopsRedundant
    }

    /// Builds the machine.
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
            Self::Driven => _ = build.driven(Vec2::ZERO, n),
            Self::Machines => build.machines(n, 20),
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
                    // Bars of different branches, a few bars apart.
                    build.pin_across(bars[13 + 2 * k], bars[27 + 3 * k]);
                }
            }
        }
        build.scene
    }
}

/// Interval of redundant pins among those that close loops.
const JOINED_ALREADY: usize = 16;

/// A shape of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    /// The shape.
    pub shape: Shape,
    /// Joints, or particles of a lattice.
    pub n: usize,
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
            // Of 20 pins that close loops, one repeats the pin before it.
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
        assert_eq!(counts(Shape::Machines, 200), (200, 250, 10));
        assert_eq!(counts(Shape::LoopsLocal, 1000), (1000, 1125, 125));
        assert_eq!(counts(Shape::LoopsRandom, 1000), (1000, 1125, 125));
        assert_eq!(counts(Shape::LoopsRedundant, 1000), (1000, 1125, 125));
        assert_eq!(counts(Shape::Truss, 999), (501, 1001, 500));
        assert_eq!(counts(Shape::Lattice, 1024), (1024, 1985, 961));
        assert_eq!(counts(Shape::PaperTree, 54), (54, 54, 0));
        assert_eq!(counts(Shape::PaperLoops, 54), (48, 54, 6));
    }
}
