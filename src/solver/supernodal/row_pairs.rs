//! The rows of a core in pairs, so that every block of A is 2 x 2: a pin is a pair by itself; other rows are paired
//! where they meet at a body, as the two rods do that place a joint of a truss. What is left over stands alone, beside
//! a row of zeroes whose multiplier is zero.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use smallvec::SmallVec;

use super::super::graph::Graph;
use super::super::incidence::places;
use super::super::system::Topology;

/// Stands for a row that is not there.
pub(super) const NONE: u32 = u32::MAX;

/// A pair of rows.
#[derive(Clone, Debug)]
pub(super) struct RowPair {
    /// Rows of the system, the second perhaps [`NONE`].
    pub(super) rows: [u32; 2],
    /// Bodies of the core it acts on, by their place in the list of bodies, ascending, each with where the blocks of
    /// both rows start in the Jacobian; [`NONE`] where a row does not act on that body.
    pub(super) acts: SmallVec<[(usize, [u32; 2]); 3]>,
}

impl RowPair {
    /// The pair of these lines, each a constraint and which of its rows; `place` finds a body in the list.
    fn new(
        topology: &Topology,
        place: impl Fn(usize) -> Option<usize>,
        lines: [Option<(usize, usize)>; 2],
    ) -> Option<Self> {
        let mut unit = Self {
            rows: [NONE; 2],
            acts: SmallVec::new(),
        };
        for (k, line) in lines.into_iter().enumerate() {
            let Some((constraint, r)) = line else { continue };
            unit.rows[k] = u32::try_from(topology.row_offset(constraint) + r).ok()?;
            for end in topology.ends(constraint) {
                let body = place(end.body)?;
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
) -> Option<Vec<RowPair>> {
    let place = places(bodies);
    let mut units = Vec::with_capacity(groups.len());
    let (mut single, mut lines) = (Vec::new(), Vec::new());
    for &group in groups {
        lines.clear();
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
            units.push(RowPair::new(topology, &place, [Some(pair[0]), Some(pair[1])])?);
        }
    }
    for pair in pairs_of(topology, bodies, &single)? {
        let lines = pair.map(|index| index.map(|index| single[index]));
        units.push(RowPair::new(topology, &place, lines)?);
    }
    Some(units)
}

/// Pairs constraints that have one row left, each with one that it meets at a body. The body with the fewest of them comes first:
/// both rods that place a joint of a truss are then a pair, and the rows that a pair meets are as few as can be.
fn pairs_of(
    topology: &Topology,
    bodies: &[usize],
    single: &[(usize, usize)],
) -> Option<Vec<[Option<usize>; 2]>> {
    let place = places(bodies);
    let mut acts = Vec::with_capacity(single.len());
    let mut waiting: Vec<SmallVec<[usize; 4]>> = vec![SmallVec::new(); bodies.len()];
    for (index, &(constraint, _)) in single.iter().enumerate() {
        let ends = topology.ends(constraint).iter();
        let held: Option<SmallVec<[usize; 2]>> = ends.map(|end| place(end.body)).collect();
        let held = held?;
        held.iter().for_each(|&body| waiting[body].push(index));
        acts.push(held);
    }
    let mut left: Vec<usize> = waiting.iter().map(SmallVec::len).collect();
    let mut heap: BinaryHeap<_> = left
        .iter()
        .enumerate()
        .map(|(body, &left)| Reverse((left, body)))
        .collect();
    let mut taken = vec![false; single.len()];
    let mut pairs = Vec::with_capacity(single.len() / 2 + 1);
    while let Some(Reverse((count, body))) = heap.pop() {
        if count != left[body] || count < 2 {
            continue;
        }
        waiting[body].retain(|&mut index| !taken[index]);
        // Where there is a choice, those whose other bodies have the fewest.
        let beyond = |&index: &usize| {
            let others = acts[index].iter().filter(|&&other| other != body);
            (others.map(|&other| left[other]).max(), index)
        };
        waiting[body].sort_unstable_by_key(beyond);
        let [one, two] = *waiting[body].first_chunk()?;
        pairs.push([Some(one.min(two)), Some(one.max(two))]);
        for index in [one, two] {
            taken[index] = true;
            for &body in &acts[index] {
                left[body] -= 1;
                heap.push(Reverse((left[body], body)));
            }
        }
    }
    let alone = (0..single.len()).filter(|&index| !taken[index]);
    pairs.extend(alone.map(|index| [Some(index), None]));
    pairs.sort_unstable();
    Some(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rods_that_place_a_joint_are_a_pair() {
        // A chain of triangles: rods to the last two joints before.
        let mut topology = Topology::new([2; 6]);
        let mut single = Vec::new();
        for joint in 1..6_usize {
            for back in 1..=joint.min(2) {
                single.push((topology.add_constraint(1, &[joint - back, joint]), 0));
            }
        }
        let bodies: Vec<usize> = (0..6).collect();
        let pairs = pairs_of(&topology, &bodies, &single);
        // 0-1 with 0-2, 1-2 with 1-3, and so on: all at the joint that is left with the fewest.
        let expected = [[0, 2], [1, 4], [3, 6], [5, 8]]
            .map(|pair| pair.map(Some))
            .to_vec();
        let mut expected = expected;
        expected.push([Some(7), None]);
        assert_eq!(pairs, Some(expected));
    }
}
