//! Supernodal block LDL^T of the Schur complement of the masses: bodies first, each a pivot of its own, and then
//! `A = J W J^T + E` of what is left of the masses, for a cyclic core where few rows meet at a body.
//!
//! ```text
//! A lambda = -(J W f + c),   A = L D L^T,   a = W (f + J^T lambda)
//! ```
//! The rows are taken in pairs ([`row_pairs`]), so that all blocks are 2 x 2; the symbolic phase lists where every product goes
//! ([`panels`], the supernodes), and the numeric phase walks flat arrays ([`assembly`], [`factor`], [`substitute`]). Where a row's
//! pivot loses most of its digits, J tells ([`weak_pivot`]) whether that is the conditioning of A; if not (a redundant row, a
//! singular pose) all rows get a compliance, which refinement takes away again; where that is not enough either, this
//! factorisation gives up, and the multifrontal one takes over.

mod assembly;
mod block;
mod chain_pairs;
mod elimination;
mod factor;
mod jess_kees;
mod numeric;
mod panels;
mod pattern;
mod pins;
mod plan;
mod rods;
mod row_pairs;
mod substitute;
mod weak_pivot;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::csr::Csr;
use super::graph::Graph;
use super::system::{MAX_BODY_DIM, Topology};
use crate::simd::RequiredLengths;
use block::{Block, Spread};
pub(super) use numeric::Factored;
use panels::Panels;
use rods::Rods;

/// Pairs of rows at the bodies, a row; with more of them (a hub in a loop) A is no longer sparse.
const MOST_PAIRS: usize = 24;

/// Most pins of a body whose number is known beforehand.
const FEW: usize = 4;

/// The rows a unit has on one body.
#[derive(Clone, Copy, Debug)]
struct Touch {
    unit: u32,
    /// Where the block of each row starts in the Jacobian.
    j: [u32; 2],
}

/// What is known of the weight of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Weight {
    /// Its own mass and that of the leaves it carries.
    Articulated,
    /// Rigid, and nothing but pins act on it.
    Pinned,
    /// Its own mass.
    Own,
    /// Its own mass, of a point in the plane.
    Rods,
}

/// A body of the core.
#[derive(Clone, Copy, Debug)]
struct Body {
    /// Where its mass block starts.
    mass: u32,
    /// Where its coordinates start.
    at: u32,
}

/// Bodies of the same weight and size that as many units act on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BodyBatch {
    /// Whether their blocks are those of no others before, and the diagonal of their units is known.
    alone: bool,
    weight: Weight,
    dim: usize,
    /// Units on each.
    held: usize,
    /// Ranges of the bodies, of their touches and of the pairs of these (none for rods), body after body.
    bodies: (usize, usize),
    touches: (usize, usize),
    pairs: (usize, usize),
    /// Range of their W, if they are articulated.
    articulated: (usize, usize),
}

/// What of a plan does not say where in the system anything is. Islands that are alike share it, so that it stays in a cache.
#[derive(Debug, Default, PartialEq)]
struct Shape {
    batches: Vec<BodyBatch>,
    /// Where the product of each pair of touches of a body goes, the later unit first.
    pairs: Vec<u32>,
    /// Where the diagonal block of each unit is.
    diagonal: Vec<u32>,
    /// Units that act on an articulated body, ascending: their diagonal is not that of A.
    open: Vec<u32>,
    /// Whether each unit is the two rows of a pin: how they meet is known where their diagonal is.
    crossed: Vec<bool>,
    /// Blocks that are not written but added to.
    cleared: Vec<u32>,
    panels: Panels,
}

/// The factor of a core whose bodies have at most D coordinates.
#[derive(Debug)]
pub(super) struct SupernodalFactor<const D: usize> {
    shape: Arc<Shape>,
    /// A batch after the other.
    bodies: Vec<Body>,
    rods: Rods,
    touches: Vec<Touch>,
    /// Rows of each unit, in the order of elimination.
    rows: Vec<[u32; 2]>,
    /// Room for every place in the lists above.
    needs: RequiredLengths,
    values: Vec<Block>,
    /// Diagonal before elimination.
    whole: Vec<[f64; 2]>,
    /// W of articulated bodies.
    w: Vec<[[f64; D]; D]>,
    /// Workspace: a panel before scaling, the Jacobian blocks of one body, column by column, or its arms if it is pinned, the
    /// unknowns.
    raw: Vec<Spread>,
    blocks: Vec<[[f64; 2]; D]>,
    arms: Vec<[f64; 3]>,
    x: Vec<[f64; 2]>,
    /// Of [`weak_pivot`]: the unknowns that compare a weak pivot with J.
    probe: Vec<[f64; 2]>,
}

/// Of any size of bodies.
#[derive(Debug)]
pub(super) enum Supernodal {
    /// Up to two coordinates, as particles have.
    Flat(SupernodalFactor<2>),
    Rigid(SupernodalFactor<3>),
    Large(SupernodalFactor<MAX_BODY_DIM>),
}

impl Supernodal {
    /// The plan for a core of these bodies and groups, both ascending, of which the articulated bodies carry leaves. Nothing
    /// where too many rows meet.
    pub(super) fn new(
        topology: &Topology,
        graph: &Graph,
        groups_of: &Csr,
        (bodies, groups): (&[usize], &[usize]),
        articulated: &BTreeSet<usize>,
    ) -> Option<Self> {
        let rows: usize = groups.iter().map(|&group| graph.groups[group].rows()).sum();
        let meet = |&body: &usize| {
            let all = groups_of.row(body as u32).iter().map(|&group| group as usize);
            let held = all.filter(|group| groups.binary_search(group).is_ok());
            held.map(|group| graph.groups[group].rows()).sum::<usize>().pow(2)
        };
        if bodies.iter().map(meet).sum::<usize>() > MOST_PAIRS * rows {
            return None;
        }
        let largest = bodies.iter().map(|&body| topology.body_dim(body)).max();
        match largest.unwrap_or_default() {
            ..=2 => SupernodalFactor::new(topology, graph, bodies, groups, articulated).map(Self::Flat),
            3 => SupernodalFactor::new(topology, graph, bodies, groups, articulated).map(Self::Rigid),
            _ => SupernodalFactor::new(topology, graph, bodies, groups, articulated).map(Self::Large),
        }
    }

    /// Blocks of the factor that are not blocks of A.
    pub(super) fn fill(&self) -> usize {
        self.panels().fill
    }

    /// Products of blocks of one factorisation.
    pub(super) fn updates(&self) -> usize {
        self.panels().products
    }

    fn panels(&self) -> &Panels {
        &self.shape().panels
    }

    fn rows(&self) -> &[[u32; 2]] {
        match self {
            Self::Flat(core) => &core.rows,
            Self::Rigid(core) => &core.rows,
            Self::Large(core) => &core.rows,
        }
    }

    fn shape(&self) -> &Arc<Shape> {
        match self {
            Self::Flat(core) => &core.shape,
            Self::Rigid(core) => &core.shape,
            Self::Large(core) => &core.shape,
        }
    }

    /// Shares with another one what they have alike.
    pub(super) fn share_with(&mut self, other: &Self) {
        if self.shape() != other.shape() {
            return;
        }
        let shape = Arc::clone(other.shape());
        match self {
            Self::Flat(core) => core.shape = shape,
            Self::Rigid(core) => core.shape = shape,
            Self::Large(core) => core.shape = shape,
        }
    }

    /// About what it takes (ns on a machine of today): only to choose between two ways.
    pub(super) fn cost(&self) -> f64 {
        let bodies = match self {
            Self::Flat(core) => core.bodies.len(),
            Self::Rigid(core) => core.bodies.len(),
            Self::Large(core) => core.bodies.len(),
        };
        let Shape { pairs, panels, .. } = &**self.shape();
        10.0 * bodies as f64
            + 4.0 * pairs.len() as f64
            + 15.0 * panels.panels.len() as f64
            + 3.0 * panels.blocks as f64
            + 1.0 * panels.products as f64
            + 0.5 * panels.targets.len() as f64
    }
}
