//! A loopy core by its rows alone: bodies first, each a pivot of its own, and then `A = J W J^T + E` of what is left
//! of the masses, as a sparse block factor.
//!
//! ```text
//! A lambda = -(J W f + c),   A = L D L^T,   a = W (f + J^T lambda)
//! ```
//! Where few rows meet at a body, that is less work than ordering bodies and rows together, and the blocks are all of
//! one size: `R x R`, with R = 2 where the core is nothing but pins and the like, else 1. The symbolic phase lists where
//! every product goes, so the numeric phase walks flat arrays. A row whose pivot loses too many digits (a redundant
//! one, a pose close to singular) makes this way give up; the fronts are for such.

mod numeric;

use super::fronts::eliminate;
use super::graph::Graph;
use super::order::{Incidence, Node, order_groups};
use super::symbolic::Front;
use super::system::{MAX_BODY_DIM, Topology};

/// Pairs of rows at the bodies, a row; with more of them (a hub in a loop) A is no longer sparse.
const MOST_PAIRS: usize = 24;

/// Block updates a unit of rows; with more of them the fronts, which work on whole columns, are ahead.
const MOST_UPDATES: usize = 128;

/// The rows a constraint has on one body.
#[derive(Clone, Copy, Debug)]
struct Touch<const R: usize> {
    unit: u32,
    /// Where the block of each row starts in the Jacobian.
    j: [u32; R],
}

/// A body of the core.
#[derive(Clone, Copy, Debug)]
struct Body {
    dim: usize,
    /// Where its mass block starts.
    mass: usize,
    /// Where its coordinates start.
    at: usize,
    /// Range of the touches.
    touches: (usize, usize),
    /// Start in the list of pairs.
    pairs: usize,
}

/// The factor of a core, blocks of R rows.
#[derive(Debug)]
pub(super) struct Core<const R: usize> {
    bodies: Vec<Body>,
    touches: Vec<Touch<R>>,
    /// Where the product of each pair of touches of a body goes, the later unit first.
    pairs: Vec<u32>,
    /// Rows of each unit, in the order of elimination.
    rows: Vec<[u32; R]>,
    /// Where each column starts: its diagonal block, then those below.
    column: Vec<u32>,
    /// Units below each diagonal block; those of column k start at `column[k] / R² - k`.
    below: Vec<u32>,
    /// Where each update goes.
    targets: Vec<u32>,
    values: Vec<f64>,
    /// Diagonal before elimination.
    whole: Vec<f64>,
    /// W, [`MAX_BODY_DIM`] squared numbers a body.
    w: Vec<f64>,
    /// Workspace: one column before scaling, the unknowns.
    raw: Vec<f64>,
    x: Vec<f64>,
    pub(super) fill: usize,
}

/// Of either block size.
#[derive(Debug)]
pub(super) enum Schur {
    Single(Core<1>),
    Double(Core<2>),
}

impl Schur {
    /// The plan for a core, if its rows alone are less work than these fronts.
    pub(super) fn new(
        topology: &Topology,
        graph: &Graph,
        incidence: &Incidence,
        nodes: &[Node],
        fronts: &[Front],
    ) -> Option<Self> {
        let (mut bodies, mut groups) = (Vec::new(), Vec::new());
        for &node in nodes {
            match node {
                Node::Body(body) => bodies.push(body),
                Node::Group(group) => groups.push(group),
            }
        }
        bodies.sort_unstable();
        groups.sort_unstable();
        let rows: usize = groups.iter().map(|&group| graph.groups[group].rows).sum();
        let meet = |&body: &usize| {
            let held = incidence
                .of(body)
                .iter()
                .filter(|it| groups.binary_search(it).is_ok());
            held.map(|&group| graph.groups[group].rows).sum::<usize>().pow(2)
        };
        if rows == 0 || bodies.iter().map(meet).sum::<usize>() > MOST_PAIRS * rows {
            return None;
        }
        let groups = order_groups(topology, graph, &bodies, &groups);
        let pinned = groups.iter().all(|&group| graph.groups[group].rows == 2);
        let budget = fronts.iter().map(front_cost).sum();
        if pinned {
            let core = Core::<2>::new(topology, graph, &bodies, &groups)?;
            core.pays(budget).then_some(Self::Double(core))
        } else {
            let core = Core::<1>::new(topology, graph, &bodies, &groups)?;
            core.pays(budget).then_some(Self::Single(core))
        }
    }

    /// Blocks of the factor that are not blocks of A.
    pub(super) fn fill(&self) -> usize {
        match self {
            Self::Single(core) => core.fill,
            Self::Double(core) => core.fill,
        }
    }

    /// Block updates of one factorisation.
    pub(super) fn updates(&self) -> usize {
        match self {
            Self::Single(core) => core.targets.len(),
            Self::Double(core) => core.targets.len(),
        }
    }
}

/// About what a front takes (ns on a machine of today): only to choose between two ways.
fn front_cost(front: &Front) -> f64 {
    let (width, size) = (front.width as f64, front.size() as f64);
    60.0 + 0.5 * size * size + 0.15 * width * size * size
}

impl<const R: usize> Core<R> {
    fn new(topology: &Topology, graph: &Graph, bodies: &[usize], groups: &[usize]) -> Option<Self> {
        let narrow = |index: usize| u32::try_from(index).ok();
        let mut rows: Vec<[u32; R]> = Vec::new();
        let mut at_body: Vec<Vec<Touch<R>>> = vec![Vec::new(); bodies.len()];
        for &group in groups {
            // Rows of the group, each with the blocks of its ends.
            let mut lines = Vec::new();
            for &constraint in &graph.groups[group].constraints {
                for r in 0..topology.constraint_dim(constraint) {
                    lines.push((constraint, r));
                }
            }
            for unit in lines.chunks_exact(R) {
                let index = narrow(rows.len())?;
                let mut row = [0; R];
                for (k, &(constraint, r)) in unit.iter().enumerate() {
                    row[k] = narrow(topology.row_offset(constraint) + r)?;
                }
                rows.push(row);
                for body in &graph.groups[group].bodies {
                    let Ok(slot) = bodies.binary_search(body) else {
                        return None;
                    };
                    let mut j = [0; R];
                    for (k, &(constraint, r)) in unit.iter().enumerate() {
                        let end = topology.ends(constraint).iter().find(|end| end.body == *body)?;
                        j[k] = narrow(end.block + r * topology.body_dim(*body))?;
                    }
                    at_body[slot].push(Touch { unit: index, j });
                }
            }
        }
        let mut later: Vec<Vec<usize>> = vec![Vec::new(); rows.len()];
        for touches in &at_body {
            for (k, one) in touches.iter().enumerate() {
                later[one.unit as usize].extend(touches[k + 1..].iter().map(|it| it.unit as usize));
            }
        }
        let mut entries = 0;
        for later in &mut later {
            later.sort_unstable();
            later.dedup();
            entries += later.len();
        }
        let (pattern, _) = eliminate(&later);
        let mut core = Self {
            bodies: Vec::with_capacity(bodies.len()),
            touches: Vec::new(),
            pairs: Vec::new(),
            column: Vec::with_capacity(rows.len() + 1),
            below: Vec::new(),
            targets: Vec::new(),
            values: Vec::new(),
            whole: vec![0.0; rows.len() * R],
            w: vec![0.0; bodies.len() * MAX_BODY_DIM * MAX_BODY_DIM],
            raw: Vec::new(),
            x: vec![0.0; rows.len() * R],
            fill: pattern.iter().map(Vec::len).sum::<usize>() - entries,
            rows,
        };
        let mut start = 0;
        for below in &pattern {
            core.column.push(narrow(start)?);
            start += R * R * (1 + below.len());
            for &unit in below {
                core.below.push(narrow(unit)?);
            }
            core.raw.resize(core.raw.len().max(R * R * below.len()), 0.0);
        }
        core.column.push(narrow(start)?);
        core.values.resize(start, 0.0);
        for below in &pattern {
            for (b, &column) in below.iter().enumerate() {
                core.targets.push(core.column[column]);
                for &row in &below[b + 1..] {
                    core.targets.push(core.block(row, column)?);
                }
            }
        }
        for (touches, &body) in at_body.iter().zip(bodies) {
            core.bodies.push(Body {
                dim: topology.body_dim(body),
                mass: topology.mass_offset(body),
                at: topology.body_offset(body),
                touches: (core.touches.len(), core.touches.len() + touches.len()),
                pairs: core.pairs.len(),
            });
            // Units come in the order of elimination, so the later of a pair is the row, the earlier the column.
            for (k, one) in touches.iter().enumerate() {
                core.pairs.push(core.column[one.unit as usize]);
                for other in &touches[k + 1..] {
                    let block = core.block(other.unit as usize, one.unit as usize)?;
                    core.pairs.push(block);
                }
            }
            core.touches.extend(touches);
        }
        Some(core)
    }

    /// Units below the diagonal of a column.
    fn below(&self, column: usize) -> &[u32] {
        let start = |column: usize| self.column[column] as usize / (R * R) - column;
        &self.below[start(column)..start(column + 1)]
    }

    /// Where the block of a row in a column lies.
    fn block(&self, row: usize, column: usize) -> Option<u32> {
        let place = self.below(column).binary_search(&u32::try_from(row).ok()?).ok()?;
        u32::try_from(self.column[column] as usize + R * R * (1 + place)).ok()
    }

    /// Whether it is less work than fronts of this cost.
    fn pays(&self, fronts: f64) -> bool {
        self.targets.len() <= MOST_UPDATES * self.rows.len() && self.cost() < fronts
    }

    /// About what it takes, to compare with [`front_cost`].
    fn cost(&self) -> f64 {
        let (update, pair) = if R == 2 { (4.0, 8.0) } else { (1.6, 4.0) };
        let fixed = 12.0 * self.rows.len() as f64 + 30.0 * self.bodies.len() as f64;
        fixed + update * self.targets.len() as f64 + pair * self.pairs.len() as f64
    }
}
