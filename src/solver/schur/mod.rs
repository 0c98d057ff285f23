//! A loopy core by its rows alone: bodies first, each a pivot of its own, and then `A = J W J^T + E` of what is left
//! of the masses, as a sparse block factor.
//!
//! ```text
//! A lambda = -(J W f + c),   A = L D L^T,   a = W (f + J^T lambda)
//! ```
//! Where few rows meet at a body, that is less work than ordering bodies and rows together. The rows are taken in pairs
//! ([`units`]), so that all blocks are 2 x 2; the symbolic phase lists where every product goes ([`panels`]), and the
//! numeric phase walks flat arrays ([`form`], [`factor`], [`substitute`]). Where a row's pivot loses too many digits (a
//! redundant one, a pose close to singular) all rows get a compliance, which refinement takes away again; where that is
//! not enough either, this way gives up, and the fronts take over.

mod block;
mod factor;
mod form;
mod numeric;
mod panels;
mod substitute;
mod units;

use std::collections::BTreeSet;

use super::graph::Graph;
use super::order::{Incidence, order_units};
use super::planned::Needs;
use super::system::{MAX_BODY_DIM, Topology};
use block::{Block, Spread};
pub(super) use numeric::Factored;
use panels::Panels;
use units::NONE;

/// Pairs of rows at the bodies, a row; with more of them (a hub in a loop) A is no longer sparse.
const MOST_PAIRS: usize = 24;

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
    Laden,
    /// Rigid, and nothing but pins act on it.
    Pinned,
    /// Its own mass.
    Own,
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
#[derive(Clone, Copy, Debug)]
struct Herd {
    weight: Weight,
    dim: usize,
    /// Units on each.
    held: usize,
    /// Ranges of the bodies, of their touches and of the pairs of these, body after body.
    bodies: (usize, usize),
    touches: (usize, usize),
    pairs: (usize, usize),
}

/// The factor of a core whose bodies have at most D coordinates.
#[derive(Debug)]
pub(super) struct Core<const D: usize> {
    /// A herd after the other, laden ones first.
    bodies: Vec<Body>,
    herds: Vec<Herd>,
    touches: Vec<Touch>,
    /// Where the product of each pair of touches of a body goes, the later unit first.
    pairs: Vec<u32>,
    /// Rows of each unit, in the order of elimination.
    rows: Vec<[u32; 2]>,
    /// Where the diagonal block of each unit is.
    diagonal: Vec<u32>,
    panels: Panels,
    /// Room for every place in the lists above.
    needs: Needs,
    values: Vec<Block>,
    /// Diagonal before elimination.
    whole: Vec<[f64; 2]>,
    /// W of laden bodies.
    w: Vec<[[f64; D]; D]>,
    /// Workspace: a panel before scaling, the Jacobian blocks of one body, column by column, or its arms if it is pinned, the
    /// unknowns.
    raw: Vec<Spread>,
    blocks: Vec<[[f64; 2]; D]>,
    arms: Vec<[f64; 3]>,
    x: Vec<[f64; 2]>,
}

/// Of any size of bodies.
#[derive(Debug)]
pub(super) enum Schur {
    /// Up to two coordinates, as particles have.
    Flat(Core<2>),
    Rigid(Core<3>),
    Large(Core<MAX_BODY_DIM>),
}

impl Schur {
    /// The plan for a core of these bodies and groups, both ascending, of which the laden bodies carry leaves. Nothing
    /// where too many rows meet.
    pub(super) fn new(
        topology: &Topology,
        graph: &Graph,
        incidence: &Incidence,
        (bodies, groups): (&[usize], &[usize]),
        laden: &BTreeSet<usize>,
    ) -> Option<Self> {
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
        match bodies.iter().map(|&body| topology.body_dim(body)).max()? {
            ..=2 => Core::new(topology, graph, bodies, groups, laden).map(Self::Flat),
            3 => Core::new(topology, graph, bodies, groups, laden).map(Self::Rigid),
            _ => Core::new(topology, graph, bodies, groups, laden).map(Self::Large),
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
        match self {
            Self::Flat(core) => &core.panels,
            Self::Rigid(core) => &core.panels,
            Self::Large(core) => &core.panels,
        }
    }

    /// About what it takes (ns on a machine of today): only to choose between two ways.
    pub(super) fn cost(&self) -> f64 {
        let (bodies, pairs, panels) = match self {
            Self::Flat(core) => (core.bodies.len(), core.pairs.len(), &core.panels),
            Self::Rigid(core) => (core.bodies.len(), core.pairs.len(), &core.panels),
            Self::Large(core) => (core.bodies.len(), core.pairs.len(), &core.panels),
        };
        10.0 * bodies as f64
            + 4.0 * pairs as f64
            + 15.0 * panels.panels.len() as f64
            + 3.0 * panels.blocks as f64
            + 1.0 * panels.products as f64
            + 0.5 * panels.targets.len() as f64
    }
}

impl<const D: usize> Core<D> {
    fn new(
        topology: &Topology,
        graph: &Graph,
        bodies: &[usize],
        groups: &[usize],
        laden: &BTreeSet<usize>,
    ) -> Option<Self> {
        let units = units::units(topology, graph, bodies, groups)?;
        let mut at_body: Vec<Vec<(usize, [u32; 2])>> = vec![Vec::new(); bodies.len()];
        for (index, unit) in units.iter().enumerate() {
            for &(body, j) in &unit.acts {
                at_body[body].push((index, j));
            }
        }
        let near: Vec<Vec<usize>> = units
            .iter()
            .enumerate()
            .map(|(index, unit)| {
                let met = unit.acts.iter().flat_map(|&(body, _)| &at_body[body]);
                let mut near: Vec<usize> = met.map(|it| it.0).filter(|&other| other != index).collect();
                near.sort_unstable();
                near.dedup();
                near
            })
            .collect();
        let mut order = order_units(
            bodies.len(),
            units.iter().map(|unit| unit.acts.iter().map(|it| it.0)),
        );
        let panels = Panels::new(&near, &mut order)?;
        let mut place = vec![0; units.len()];
        for (index, &unit) in order.iter().enumerate() {
            place[unit] = index;
        }
        let most = at_body.iter().map(Vec::len).max()?;
        let highest = panels
            .panels
            .iter()
            .map(|it| (it.height * it.width) as usize)
            .max()?;
        let mut core = Self {
            bodies: Vec::with_capacity(bodies.len()),
            herds: Vec::new(),
            touches: Vec::new(),
            pairs: Vec::new(),
            rows: order.iter().map(|&unit| units[unit].rows).collect(),
            diagonal: Vec::with_capacity(units.len()),
            values: vec![[0.0; 4]; panels.blocks],
            whole: vec![[0.0; 2]; units.len()],
            w: Vec::new(),
            raw: vec![[[0.0; 4]; 2]; highest],
            blocks: vec![[[0.0; 2]; D]; most],
            arms: vec![[0.0; 3]; most],
            x: vec![[0.0; 2]; units.len()],
            panels,
            needs: Needs::default(),
        };
        for unit in 0..units.len() {
            core.diagonal.push(core.panels.place(unit, unit)?);
        }
        let kind = |body: usize, touches: &[(usize, [u32; 2])]| {
            // A group puts its pins first, so the two rows of a pin are a unit.
            let pin = |it: &(usize, [u32; 2])| {
                topology.is_pin(topology.constraint_of(units[it.0].rows[0] as usize))
            };
            let weight = match laden.contains(&body) {
                true => Weight::Laden,
                false if topology.is_rigid(body) && touches.iter().all(pin) => Weight::Pinned,
                false => Weight::Own,
            };
            (weight, topology.body_dim(body), touches.len())
        };
        let kinds = at_body.into_iter().zip(bodies);
        let mut kinds: Vec<_> = kinds
            .map(|(touches, &body)| (kind(body, &touches), body, touches))
            .collect();
        kinds.sort_by_key(|it| it.0);
        for run in kinds.chunk_by(|one, next| one.0 == next.0) {
            let (weight, dim, held) = run[0].0;
            let start = [core.bodies.len(), core.touches.len(), core.pairs.len()];
            for (_, body, touches) in run {
                core.add_body(topology, *body, touches, &place)?;
            }
            if weight == Weight::Laden {
                core.w.resize(core.bodies.len(), [[0.0; D]; D]);
            }
            core.herds.push(Herd {
                weight,
                dim,
                held,
                bodies: (start[0], core.bodies.len()),
                touches: (start[1], core.touches.len()),
                pairs: (start[2], core.pairs.len()),
            });
        }
        core.needs = core.all_needs();
        Some(core)
    }

    /// What the places of bodies, touches, pairs and rows ask for.
    fn all_needs(&self) -> Needs {
        let mut needs = Needs::default();
        for herd in &self.herds {
            for body in &self.bodies[herd.bodies.0..herd.bodies.1] {
                Needs::add(&mut needs.mass, body.mass, herd.dim * herd.dim);
            }
            for touch in &self.touches[herd.touches.0..herd.touches.1] {
                for place in touch.j.into_iter().filter(|&it| it != NONE) {
                    Needs::add(&mut needs.jacobian, place, herd.dim);
                }
                if herd.weight == Weight::Pinned {
                    // Both rows of a pin are read at once.
                    Needs::add(&mut needs.jacobian, touch.j[0], 2 * herd.dim);
                }
            }
        }
        for &row in self.rows.iter().flatten().filter(|&&it| it != NONE) {
            Needs::add(&mut needs.rows, row, 1);
        }
        for &place in self.pairs.iter().chain(&self.diagonal) {
            Needs::add(&mut needs.blocks, place, 1);
        }
        needs
    }

    /// Adds a body on which these units act, which have these places.
    fn add_body(
        &mut self,
        topology: &Topology,
        body: usize,
        touches: &[(usize, [u32; 2])],
        place: &[usize],
    ) -> Option<()> {
        self.bodies.push(Body {
            mass: u32::try_from(topology.mass_offset(body)).ok()?,
            at: u32::try_from(topology.body_offset(body)).ok()?,
        });
        let mut touches: Vec<_> = touches.iter().map(|&(unit, j)| (place[unit], j)).collect();
        touches.sort_unstable();
        // The later unit of a pair is the row, the earlier the column.
        for (k, &(one, j)) in touches.iter().enumerate() {
            for &(other, _) in &touches[k..] {
                self.pairs.push(self.panels.place(other, one)?);
            }
            let unit = u32::try_from(one).ok()?;
            self.touches.push(Touch { unit, j });
        }
        Some(())
    }
}
