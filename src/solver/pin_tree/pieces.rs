//! Partition of large trees into pieces that can be swept in parallel.
//!
//! A piece consists of a few subtrees that are small compared with the whole. The remaining joints above all pieces are the top, which is
//! swept after the pieces on the way up and before them on the way down. The cuts depend on the trees only, not on the number of
//! threads, so the order of summation is always the same.

use std::ops::Range;

use super::joint::{Flag, Flags, GROUND, TreeJoint};

/// Number of joints below which trees are not cut: a thread takes some ten microseconds to wake, and longer on a busy machine.
const MIN_PARALLEL_JOINTS: usize = 16_384;
/// Target number of pieces: enough to keep a few threads evenly loaded.
const PIECES: usize = 32;

/// Partition of the joints of a plan.
#[derive(Default)]
pub(super) struct Pieces {
    /// Places of the joints of each piece.
    pub(super) pieces: Vec<Range<u32>>,
    /// Place of the first joint of the top, which extends to the end of the list.
    pub(super) top: usize,
    /// Places of the joints in pieces that hang on a body of the top, ascending.
    pub(super) cut_joints: Vec<u32>,
}

impl Pieces {
    /// Cuts trees, given in an order of elimination with the place of each parent, and reorders the joints: pieces first, then the top. Roots
    /// have places after all joints.
    pub(super) fn cut(joints: &mut Vec<TreeJoint>) -> Self {
        let mut pieces = Self::default();
        if joints.len() >= MIN_PARALLEL_JOINTS {
            pieces.sort(joints, joints.len().div_ceil(PIECES));
        }
        pieces.set_data_flow(joints);
        pieces
    }

    /// Sorts the joints into subtrees of at most `limit` joints, and the rest.
    fn sort(&mut self, joints: &mut Vec<TreeJoint>, limit: usize) {
        const TOP: u32 = u32::MAX;
        let len = joints.len();
        let held_by = |joint: &TreeJoint| Some(joint.parent_place as usize).filter(|&place| place < len);
        let mut size = vec![1_usize; len];
        for (place, joint) in joints.iter().enumerate() {
            if let Some(parent) = held_by(joint) {
                size[parent] += size[place];
            }
        }
        // Parents come after children, so going backwards visits each subtree from its root. Subtrees fill one piece after another.
        let mut piece = vec![TOP; len];
        let (mut count, mut filled) = (0, 0);
        for (place, joint) in joints.iter().enumerate().rev() {
            let above = held_by(joint).filter(|&parent| size[parent] <= limit);
            if let Some(parent) = above {
                piece[place] = piece[parent];
            } else if size[place] <= limit {
                if count == 0 || filled + size[place] > limit {
                    (count, filled) = (count + 1, 0);
                }
                filled += size[place];
                piece[place] = count - 1;
            }
        }
        let mut start = vec![0_u32; count as usize + 2];
        let slot = |piece: u32| piece.min(count) as usize;
        piece.iter().for_each(|&it| start[slot(it) + 1] += 1);
        for k in 0..=count as usize {
            start[k + 1] += start[k];
        }
        self.pieces = start[..=count as usize]
            .windows(2)
            .map(|it| it[0]..it[1])
            .collect();
        self.top = start[count as usize] as usize;
        let mut moved = vec![GROUND; len];
        for (place, &piece) in piece.iter().enumerate() {
            let next = &mut start[slot(piece)];
            moved[place] = *next;
            *next += 1;
        }
        let mut sorted = joints.clone();
        for (place, joint) in joints.iter().enumerate() {
            let mut joint = *joint;
            if let Some(parent) = held_by(&joint) {
                joint.parent_place = moved[parent];
            }
            sorted[moved[place] as usize] = joint;
        }
        *joints = sorted;
        let crosses = |place: &u32| {
            let parent = joints[*place as usize].parent_place;
            parent != GROUND && parent as usize >= self.top
        };
        self.cut_joints = (0..self.top as u32).filter(crosses).collect();
    }

    /// Sets the flags for the data flow of the first sweep. The contribution of a joint to its parent goes to registers if the joint of the
    /// parent comes next, else to the record of that joint; the joint of the parent reads what is there.
    fn set_data_flow(&self, joints: &mut [TreeJoint]) {
        let len = joints.len();
        let parents = joints.iter().map(|joint| joint.parent_place);
        let last = parents.filter(|&place| place != GROUND).max();
        let mut written = vec![false; last.map_or(len, |last| len.max(last as usize + 1))];
        let mut leave = |flags: &mut Flags, parent: usize| {
            flags.set(Flag::SetsRecord, !written[parent]);
            flags.set(Flag::AddsRecord, written[parent]);
            written[parent] = true;
        };
        // The joints at the cuts first: their contributions are passed on before the top is swept.
        for &place in &self.cut_joints {
            let joint = &mut joints[place as usize];
            joint.flags.set(Flag::CrossesPieces, true);
            leave(&mut joint.flags, joint.parent_place as usize);
        }
        for place in 0..len {
            let TreeJoint {
                flags, parent_place, ..
            } = &mut joints[place];
            if *parent_place == GROUND || flags.has(Flag::CrossesPieces) {
                continue;
            }
            let parent = *parent_place as usize;
            let in_register = parent == place + 1 && parent < len;
            flags.set(Flag::PassesInRegister, in_register);
            if in_register {
                joints[parent].flags.set(Flag::ReadsRegister, true);
            } else {
                leave(flags, parent);
            }
        }
        for (joint, written) in joints.iter_mut().zip(written) {
            joint.flags.set(Flag::ReadsRecord, written);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    /// Returns joints in the order children first, each hanging on one of the next `reach` joints or on the ground.
    fn forest(len: u32, reach: u64) -> Vec<TreeJoint> {
        let mut random = 7_u64;
        let joint = |place: u32| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let parent = place + 1 + ((random >> 33) % reach) as u32;
            TreeJoint {
                child: place,
                parent: 0,
                child_at: 3 * place,
                parent_at: 0,
                row: 2 * place,
                parent_place: if parent < len { parent } else { GROUND },
                ..TreeJoint::default()
            }
        };
        (0..len).map(joint).collect()
    }

    #[test]
    fn pieces_are_whole_subtrees_in_an_order_of_elimination() {
        for reach in [1, 2, 40, 3000, 100_000] {
            let before = forest(20_000, reach);
            let mut joints = before.clone();
            let Pieces {
                pieces,
                top,
                cut_joints,
            } = Pieces::cut(&mut joints);
            assert_eq!(pieces.last().map_or(0, |piece| piece.end), top as u32);
            let inside = |place: u32| pieces.iter().position(|piece| piece.contains(&place));
            let mut parent_of = std::collections::BTreeMap::new();
            for joint in &before {
                parent_of.insert(
                    joint.child,
                    before.get(joint.parent_place as usize).map(|it| it.child),
                );
            }
            for (place, joint) in (0_u32..).zip(&joints) {
                let parent = joints.get(joint.parent_place as usize).map(|it| it.child);
                assert_eq!(parent, parent_of[&joint.child]);
                if joint.parent_place == GROUND {
                    continue;
                }
                assert!(joint.parent_place > place);
                let crosses = inside(place).is_some() && inside(joint.parent_place).is_none();
                assert_eq!(crosses, cut_joints.contains(&place));
                assert!(crosses || inside(place) == inside(joint.parent_place));
            }
            if reach > 1 {
                assert!(pieces.len() > 2, "{reach}: {pieces:?}");
            }
        }
    }

    #[test]
    fn small_trees_stay_whole() {
        let mut joints = forest(100, 5);
        let Pieces {
            pieces,
            top,
            cut_joints,
        } = Pieces::cut(&mut joints);
        assert_eq!((pieces.len(), top, cut_joints.len()), (0, 0, 0));
    }
}
