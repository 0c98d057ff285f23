//! Supernodal block LDL^T of the Schur complement of the masses, for a cyclic core where few rows act on each body: bodies are
//! eliminated first, each a pivot of its own, and the remaining matrix of the rows, `A = J W J^T + E`, is factored.
//!
//! ```text
//! A lambda = -(J W f + c),   A = L D L^T,   a = W (f + J^T lambda)
//! ```
//! The rows are taken in pairs, called units ([`row_pairs`]), so that all blocks are 2 x 2; the symbolic phase lists the target of
//! every product ([`panels`], the supernodes), and the numeric phase walks flat arrays ([`assembly`], [`factor`], [`substitute`]).
//! Where a pivot loses most of its digits, a test with J ([`weak_pivot`]) decides whether A is merely ill-conditioned. If not (a
//! redundant row, a singular configuration), all rows get a compliance, whose effect iterative refinement removes. Where that fails
//! too, this factorisation gives up and the multifrontal one takes over.

mod assembly;
mod block;
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
use super::equations::SystemAt;
use super::graph::Graph;
use super::inspect::Builder;
use super::system::{MAX_BODY_DIM, Topology};
use crate::simd::RequiredLengths;
use block::{Block, Spread};
pub(super) use numeric::{Factored, FusedRhs};
use panels::Panels;
use rods::Rods;

/// Most pairs of rows that share a body, per row of the core. It decides whether a core is refused: with more (a hub in a loop) A is no
/// longer sparse, and the island gets a multifrontal factor.
const MAX_PAIRS_PER_ROW: usize = 24;

/// Most pins on a body for which there is a kernel with their number as a compile-time constant.
const MAX_CONST_PINS: usize = 4;

/// The rows of a unit (a pair of rows) that act on one body.
#[derive(Clone, Copy, Debug)]
struct UnitOnBody {
    unit: u32,
    /// Start of the block of each row in the Jacobian.
    j: [u32; 2],
}

/// Kind of inverse mass W of a body, which selects the kernel that assembles its part of A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum InverseMassKind {
    /// Articulated: its own mass and that of the leaves it carries.
    Articulated,
    /// Its own mass; rigid, and only pins act on it.
    Pinned,
    /// Its own mass.
    Own,
    /// Its own mass; a point in the plane, whose rows are assembled one by one.
    Rods,
}

/// A body of the core.
#[derive(Clone, Copy, Debug)]
struct Body {
    /// Start of its mass block.
    mass: u32,
    /// Start of its coordinates.
    at: u32,
}

/// Bodies of the same kind of weight, the same size and the same number of units.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BodyBatch {
    /// Whether assembly overwrites the off-diagonal blocks of their units and adds nothing to them. This holds where each such block has
    /// contributions of one body only, and the diagonal blocks of the units are known before assembly.
    exclusive: bool,
    weight: InverseMassKind,
    dim: usize,
    /// Units on each body.
    held: usize,
    /// Ranges of the bodies, of their incidences and of the pairs of incidences (none for [`InverseMassKind::Rods`]), body after body.
    bodies: (usize, usize),
    units_on_body: (usize, usize),
    pairs: (usize, usize),
    /// Range of their W, if they are articulated.
    articulated: (usize, usize),
}

/// The part of a plan that holds no positions in the system. Islands of the same shape share it, so that it stays in the cache.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Shape {
    batches: Vec<BodyBatch>,
    /// Target block of the product of each pair of incidences of a body: row of the later unit, column of the earlier.
    pairs: Vec<u32>,
    /// Index of the diagonal block of each unit.
    diagonal: Vec<u32>,
    /// Units that act on an articulated body, ascending. Their diagonal of A is not known beforehand, since leaves add to that mass.
    articulated_units: Vec<u32>,
    /// Whether each unit is the two rows of a pin. Where the diagonal of such a unit is known beforehand, so is the entry of A
    /// between its two rows.
    is_pin: Vec<bool>,
    /// Blocks to be zeroed before assembly: those that are added to or written in part, and fill-in.
    cleared: Vec<u32>,
    panels: Panels,
}

/// The factor of a core whose bodies have at most D coordinates.
#[derive(Debug, Default)]
struct SupernodalFactor<const D: usize> {
    shape: Arc<Shape>,
    /// Bodies, batch after batch.
    bodies: Vec<Body>,
    rods: Rods,
    incidences: Vec<UnitOnBody>,
    /// Rows of each unit, in the order of elimination.
    rows: Vec<[u32; 2]>,
    /// Array lengths that the indices in the lists above require.
    needs: RequiredLengths,
    values: Vec<Block>,
    /// Diagonal of A before elimination, two numbers a unit.
    diagonal_of_a: Vec<[f64; 2]>,
    /// W of articulated bodies.
    w: Vec<[[f64; D]; D]>,
    /// Scratch: the rows below a panel before scaling; the Jacobian blocks of one body, column by column; the lever arms of a
    /// pinned body; the unknowns.
    raw: Vec<Spread>,
    blocks: Vec<[[f64; 2]; D]>,
    levers: Vec<[f64; 3]>,
    x: Vec<[f64; 2]>,
    /// Scratch of [`weak_pivot`]: the vector x with which a weak pivot is compared with J.
    probe: Vec<[f64; 2]>,
}

/// The factor of a core, for bodies of any number of coordinates.
pub(super) trait Supernodal: Send {
    /// Factors A for these masses. Where A is singular or nearly so, all rows get a compliance, `added_compliance` as a fraction of its
    /// diagonal. The right-hand side `rhs` for, if any, is substituted forward meanwhile; [`Supernodal::finish`] then solves for it.
    fn factor(
        &mut self,
        at: &SystemAt<'_>,
        mass: &[f64],
        added_compliance: f64,
        rhs: FusedRhs<'_>,
    ) -> Factored;

    /// Solves for the multipliers of the core, with the right-hand side `c` of the rows and forces on articulated bodies. For these
    /// bodies it adds `J^T lambda` to `force` and fills the accelerations.
    fn solve(&mut self, at: &SystemAt<'_>, c: &[f64], force: &mut [f64], a: &mut [f64], lambda: &mut [f64]);

    /// Completes a solve after forward substitution, that of [`Supernodal::solve`] or of [`Supernodal::factor`]: back substitution,
    /// multipliers and motion.
    fn finish(&mut self, at: &SystemAt<'_>, force: &mut [f64], a: &mut [f64], lambda: &mut [f64]);

    /// The part of the plan that holds no positions in the system.
    fn shape(&self) -> &Arc<Shape>;

    /// Shares a [`Shape`] that is equal to its own.
    fn share(&mut self, shape: &Arc<Shape>);

    /// Fill-in (blocks of the factor that are not blocks of A), and products of blocks in one factorisation.
    fn counts(&self) -> [usize; 2];

    /// Adds the bodies and rows of the core to a report; `bodies` are the bodies of the core, ascending.
    fn add_to(&self, builder: &mut Builder, topology: &Topology, bodies: &[usize]);

    /// Estimated time of a factorisation (ns on a current machine); used only to choose between two methods.
    fn cost(&self) -> f64;
}

/// Plans the factor of a core of these bodies and groups of constraints, both ascending; the `articulated` bodies carry leaves.
/// `None` where too many rows act on the same bodies.
pub(super) fn plan(
    topology: &Topology,
    graph: &Graph,
    groups_of: &Csr,
    parts: (&[usize], &[usize]),
    articulated: &BTreeSet<usize>,
) -> Option<Box<dyn Supernodal>> {
    let (bodies, groups) = parts;
    let rows: usize = groups.iter().map(|&group| graph.groups[group].rows()).sum();
    let meet = |&body: &usize| {
        let all = groups_of.row(body as u32).iter().map(|&group| group as usize);
        let held = all.filter(|group| groups.binary_search(group).is_ok());
        held.map(|group| graph.groups[group].rows()).sum::<usize>().pow(2)
    };
    if bodies.iter().map(meet).sum::<usize>() > MAX_PAIRS_PER_ROW * rows {
        return None;
    }
    let largest = bodies.iter().map(|&body| topology.body_dim(body)).max();
    Some(match largest.unwrap_or_default() {
        ..=2 => Box::new(SupernodalFactor::<2>::new(topology, graph, parts, articulated)?),
        3 => Box::new(SupernodalFactor::<3>::new(topology, graph, parts, articulated)?),
        _ => Box::new(SupernodalFactor::<MAX_BODY_DIM>::new(
            topology,
            graph,
            parts,
            articulated,
        )?),
    })
}
