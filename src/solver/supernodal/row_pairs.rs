//! Pairing of the rows of a core, so that every block of A is 2 x 2. The two rows of a pin are a pair; other rows are paired with one
//! that acts on the same body, as the two rods that place a joint of a truss. A row left without a partner is paired with a row of
//! zeroes, whose multiplier is zero.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use smallvec::SmallVec;

use super::super::graph::Graph;
use super::super::incidence::places;
use super::super::system::Topology;

/// Index of an absent row.
pub(super) const NONE: u32 = u32::MAX;

/// A pair of rows.
#[derive(Clone, Debug)]
pub(super) struct RowPair {
    /// Rows of the system; the second may be [`NONE`].
    pub(super) rows: [u32; 2],
    /// Bodies of the core that the pair acts on, by their position in the list of bodies, ascending, each with the starts of the
    /// blocks of both rows in the Jacobian; [`NONE`] where a row does not act on that body.
    pub(super) acts: SmallVec<[(usize, [u32; 2]); 3]>,
}

impl RowPair {
    /// Makes a pair of these rows, each given as a constraint and the index of one of its rows; `place` finds a body in the list.
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

/// Pairs the rows of these groups. All their bodies must be in the ascending list `bodies`: `None` where one is not, or where an
/// index does not fit into 32 bits.
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
        // Pins first, so that the two rows of a pin stay together.
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

/// Pairs the rows that are left single, each with another that acts on the same body. The body with the fewest unpaired rows comes
/// first: then the two rods that place a joint of a truss are a pair, and each pair has as few neighbours in A as possible.
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
        // Where there is a choice, the rows whose other bodies have the fewest unpaired rows.
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
        // A chain of triangles: each joint has rods to the two joints before it.
        let mut topology = Topology::new([2; 6]);
        let mut single = Vec::new();
        for joint in 1..6_usize {
            for back in 1..=joint.min(2) {
                single.push((topology.add_constraint(1, &[joint - back, joint]), 0));
            }
        }
        let bodies: Vec<usize> = (0..6).collect();
        let pairs = pairs_of(&topology, &bodies, &single);
        // 0-1 with 0-2, 1-2 with 1-3, and so on: each pair at the joint with the fewest rods left.
        let expected = [[0, 2], [1, 4], [3, 6], [5, 8]]
            .map(|pair| pair.map(Some))
            .to_vec();
        let mut expected = expected;
        expected.push([Some(7), None]);
        assert_eq!(pairs, Some(expected));
    }
}
