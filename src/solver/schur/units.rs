//! The rows of a core in pairs, so that every block of A is 2 x 2: a pin is a pair by itself; other rows are paired
//! where they meet at a body, as the two rods do that place a joint of a truss. What is left over stands alone, beside
//! a row of zeroes whose multiplier is zero.

use super::super::graph::Graph;
use super::super::system::Topology;

/// Stands for a row that is not there.
pub(super) const NONE: u32 = u32::MAX;

/// A pair of rows.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// Rows of the system, the second perhaps [`NONE`].
    pub(super) rows: [u32; 2],
    /// Bodies of the core it acts on, by their place in the list of bodies, ascending, each with where the blocks of
    /// both rows start in the Jacobian; [`NONE`] where a row does not act on that body.
    pub(super) acts: Vec<(usize, [u32; 2])>,
}

impl Unit {
    fn new(topology: &Topology, bodies: &[usize], lines: [Option<(usize, usize)>; 2]) -> Option<Self> {
        let mut unit = Self {
            rows: [NONE; 2],
            acts: Vec::new(),
        };
        for (k, line) in lines.into_iter().enumerate() {
            let Some((constraint, r)) = line else { continue };
            unit.rows[k] = u32::try_from(topology.row_offset(constraint) + r).ok()?;
            for end in topology.ends(constraint) {
                let body = bodies.binary_search(&end.body).ok()?;
                let block = u32::try_from(end.block + r * topology.body_dim(end.body)).ok()?;
                match unit.acts.iter_mut().find(|it| it.0 == body) {
                    Some((_, blocks)) => blocks[k] = block,
                    None => {
                        let mut blocks = [NONE; 2];
                        blocks[k] = block;
                        unit.acts.push((body, blocks));
                    }
                }
            }
        }
        unit.acts.sort_unstable();
        Some(unit)
    }
}

/// Pairs the rows of these groups, all of whose bodies are in the ascending list. Nothing when one is not, or when there
/// are more than can be counted.
pub(super) fn units(
    topology: &Topology,
    graph: &Graph,
    bodies: &[usize],
    groups: &[usize],
) -> Option<Vec<Unit>> {
    let mut units = Vec::new();
    let mut single = Vec::new();
    for &group in groups {
        let mut lines = Vec::new();
        let constraints = &graph.groups[group].constraints;
        // Pins first, that none is torn apart.
        let pins = constraints.iter().filter(|it| topology.is_pin(**it));
        let rest = constraints.iter().filter(|it| !topology.is_pin(**it));
        for &constraint in pins.chain(rest) {
            lines.extend((0..topology.constraint_dim(constraint)).map(|r| (constraint, r)));
        }
        let pairs = lines.chunks_exact(2);
        single.extend(pairs.remainder());
        for pair in pairs {
            units.push(Unit::new(topology, bodies, [Some(pair[0]), Some(pair[1])])?);
        }
    }
    // Rows that are alone, at each of their bodies.
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); bodies.len()];
    for (index, &(constraint, _)) in single.iter().enumerate() {
        for end in topology.ends(constraint) {
            waiting[bodies.binary_search(&end.body).ok()?].push(index);
        }
    }
    waiting.iter_mut().for_each(|list| list.reverse());
    let mut taken = vec![false; single.len()];
    for index in 0..single.len() {
        if std::mem::replace(&mut taken[index], true) {
            continue;
        }
        let mut partner = None;
        for end in topology.ends(single[index].0).iter().rev() {
            let list = &mut waiting[bodies.binary_search(&end.body).ok()?];
            while partner.is_none()
                && let Some(other) = list.pop()
            {
                partner = (!taken[other]).then_some(other);
            }
        }
        if let Some(other) = partner {
            taken[other] = true;
        }
        units.push(Unit::new(
            topology,
            bodies,
            [Some(single[index]), partner.map(|other| single[other])],
        )?);
    }
    Some(units)
}
