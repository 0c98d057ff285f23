//! Articulated-body recursion for trees of rigid bodies and points held by pins, motors and rods, the most common shape of a machine:
//! two sweeps (`sweep`) lead from state to accelerations without forming a matrix.
//!
//! A caller may declare ([`Topology::declare_rigid`](super::Topology::declare_rigid),
//! [`declare_pin`](super::Topology::declare_pin), ...) that a body's mass block or a constraint's Jacobian blocks have a fixed form at every
//! pose; only so declared bodies and joints are swept. Only [`Solver::sweep`](super::Solver::sweep) runs the sweeps: it takes a
//! [`Machines`] instead of a [`System`](crate::system::System). The sparse method's `factor` and `solve` on the same topology use `leaf_elimination`.
//!
//! Leaves held by such joints are swept if the caller provides levers, right-hand sides and forces
//! ([`Machine`]); only a few numbers per joint are stored between the sweeps. The part that the trees hang on, if it is not such a tree
//! itself, is a separate system ([`Core`]), whose masses and forces include the contributions of the trees; it is solved
//! between the two sweeps. A state in which cancellation would cost too many digits is solved by the general sparse method.
//!
//! Islands are grouped into runs small enough to stay in a cache from evaluation to answer. Large trees are cut into `pieces` that are
//! swept in parallel. The sweeps are compiled twice: for processors with AVX2 and fused multiply-add, and for all others.

mod condensation;
mod elimination;
mod joint;
mod pieces;
mod plan;
mod scatter;
mod sweep;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

pub use self::condensation::Core;
pub use self::joint::{AngleRow, Form, GROUND, Machine, Machines, Pin, Rigid, Rod, TreeJoint, Workspaces};
pub use super::arithmetic::{add_product, sub_product};

use self::condensation::Root;
use self::pieces::Pieces;
pub(super) use self::scatter::{Output, Scatter};
pub(super) use self::sweep::JointRecord;
use self::sweep::{Answer, Articulated, Sums};
use super::Hardware;
use super::system::Solution;
use super::thread_pool::ThreadPool;
use crate::simd::in_lanes;

in_lanes! {
    /// See [`sweep::up`].
    fn up[M: Machine](
        joints: &[TreeJoint],
        first: usize,
        machine: &M,
        kept: &mut [JointRecord],
        inertia: &Scatter<'_, f64>,
    ) -> bool = sweep::up
}
in_lanes! {
    /// See [`sweep::down`].
    fn down[M: Machine](
        joints: &[TreeJoint],
        kept: &[JointRecord],
        machine: &M,
        out: &Answer<'_>,
    ) -> Sums = sweep::down
}

/// Plan of the sweeps over a run of islands, with their workspace.
pub struct PinTrees {
    /// Estimated size of the run, in units of a joint (a constraint of the core counts as several).
    pub(super) size: usize,
    /// Smallest range of dense indices that contains all bodies of the run.
    span: Range<u32>,
    /// The joints of each piece, followed by the joints of the top.
    joints: Vec<TreeJoint>,
    angle_rows: Vec<AngleRow>,
    roots: Vec<Root>,
    core: Option<Core>,
    pieces: Pieces,
    /// Moment of inertia d at each angle row.
    inertia: Vec<f64>,
    /// Sums of the second sweep, one entry per piece.
    sums: Vec<Sums>,
    /// Block updates of the first sweep, counted as in the sparse method.
    pub(super) block_updates: usize,
    pool: ThreadPool,
}

/// Summary of the second sweep.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Swept {
    /// Norm of the residual of the rows, relative to the norm of their terms.
    pub(super) residual: f64,
    /// Power of the multipliers: multiplier times rate of the row, summed over the rows of pins and rods.
    pub(super) power: f64,
}

impl PinTrees {
    /// Returns the joints in the order of elimination.
    pub fn joints(&self) -> &[TreeJoint] {
        &self.joints
    }

    /// Returns the rows that hold an angle in addition to a pin.
    pub fn angle_rows(&self) -> &[AngleRow] {
        &self.angle_rows
    }

    /// Returns the core, the part that is not swept.
    pub fn core(&self) -> Option<&Core> {
        self.core.as_ref()
    }

    /// Returns the smallest range of dense indices that contains all its bodies; few bodies of other runs are in it.
    pub fn span(&self) -> Range<u32> {
        self.span.clone()
    }

    /// Returns the number of records that the sweeps need: one per joint, then one per root.
    pub(super) fn records(&self) -> usize {
        self.joints.len() + self.roots.len()
    }

    /// Returns the number of pieces that can be swept in parallel.
    pub(super) fn pieces(&self) -> usize {
        self.pieces.pieces.len()
    }

    /// Starts the threads for the pieces; one thread (the caller's) if the trees are not cut.
    fn start_threads(&mut self, hardware: Hardware) {
        let threads = hardware.threads().min(self.pieces.pieces.len().max(1));
        if self.pool.threads() != threads {
            self.pool = ThreadPool::new(threads);
        }
    }

    /// First sweep, leaves to roots. `kept` has room for [`PinTrees::records`]. Returns false if cancellation lost too many digits.
    pub(super) fn up(
        &mut self,
        hardware: Hardware,
        machine: &impl Machine,
        kept: &mut [JointRecord],
    ) -> bool {
        self.start_threads(hardware);
        let Self {
            joints,
            pieces,
            inertia,
            ..
        } = self;
        let kept = &mut kept[..joints.len() + self.roots.len()];
        let sound = AtomicBool::new(true);
        {
            // SAFETY: pieces do not overlap, and each angle row belongs to one joint.
            #[allow(unsafe_code, reason = "see `scatter`")]
            let (kept, inertia) = unsafe { (Scatter::new(&mut *kept), Scatter::new(inertia)) };
            self.pool.for_each(pieces.pieces.len(), &|piece| {
                let range = range(&pieces.pieces[piece]);
                let part = kept.part(range.clone());
                if !up(
                    hardware,
                    &joints[range.clone()],
                    range.start,
                    machine,
                    part,
                    &inertia,
                ) {
                    sound.store(false, Ordering::Relaxed);
                }
            });
        }
        for &place in &pieces.cut_joints {
            let (joint, from) = (&joints[place as usize], kept[place as usize]);
            let to = &mut kept[joint.parent_place as usize];
            if hardware.is_fused() {
                sweep::add_across_cut::<true>(joint, machine, from, to, inertia);
            } else {
                sweep::add_across_cut::<false>(joint, machine, from, to, inertia);
            }
        }
        // SAFETY: the parallel sweeps have ended, so nothing else refers to the array.
        #[allow(unsafe_code, reason = "see `scatter`")]
        let inertia = unsafe { Scatter::new(inertia) };
        let top = up(
            hardware,
            &joints[pieces.top..],
            pieces.top,
            machine,
            &mut kept[pieces.top..],
            &inertia,
        );
        top && sound.into_inner()
    }

    /// Second sweep, roots to leaves, after a first sweep that returned true; takes its records `kept`, and the solution of the core if there
    /// is one. Returns `None` if cancellation lost too many digits or a number is not finite.
    pub(super) fn down(
        &mut self,
        hardware: Hardware,
        (machine, kept): (&impl Machine, &[JointRecord]),
        core: Option<&Solution>,
        out: &Output<'_>,
    ) -> Option<Swept> {
        if let (Some(own), Some(core)) = (&self.core, core) {
            own.scatter(core, out);
        }
        let mut terms = self.move_roots(machine, kept, out)?;
        let Self {
            joints,
            angle_rows,
            pieces,
            sums,
            inertia,
            ..
        } = self;
        let answer = Answer {
            a: &out.acceleration,
            lambda: &out.lambda,
            angle_rows,
            inertia,
        };
        // SAFETY: a joint writes only to its own body, row and piece. Of other bodies it reads only its parent, which is in the same piece
        // or in the top, and the top has been swept before.
        #[allow(unsafe_code, reason = "see `scatter`")]
        let sums_of = unsafe { Scatter::new(sums) };
        let mut total = down(
            hardware,
            &joints[pieces.top..],
            &kept[pieces.top..],
            machine,
            &answer,
        );
        // The pieces are swept in reverse order. The piece that the first sweep processed last is still in cache, and the piece processed last
        // here is the one with which the next first sweep begins.
        let last = pieces.pieces.len().saturating_sub(1);
        self.pool.for_each(pieces.pieces.len(), &|piece| {
            let piece = last - piece;
            let range = range(&pieces.pieces[piece]);
            let found = down(hardware, &joints[range.clone()], &kept[range], machine, &answer);
            sums_of.write(piece, [found]);
        });
        for sums in sums {
            total.residual += sums.residual;
            total.terms += sums.terms;
            total.power += sums.power;
        }
        terms += total.terms;
        // An input that is not finite makes the terms or the power not finite.
        if !(terms + total.power).is_finite() {
            return None;
        }
        Some(Swept {
            residual: (total.residual / terms.max(f64::MIN_POSITIVE)).sqrt(),
            power: total.power,
        })
    }

    /// Computes the accelerations of the roots outside the core. Returns the sum of their squares, or `None` if cancellation lost too many
    /// digits.
    fn move_roots(&self, machine: &impl Machine, kept: &[JointRecord], out: &Output<'_>) -> Option<f64> {
        let mut terms = 0.0;
        for (root, place) in self.roots.iter().zip(self.joints.len()..) {
            if root.in_core {
                continue;
            }
            let (body, at) = (root.body as usize, root.at as usize);
            let from = match root.holds {
                true => kept[place].articulated(),
                false => Articulated::default(),
            };
            let a = sweep::root(&machine.root(body, at), &from, root.is_point)?;
            let dim = if root.is_point { 2 } else { 3 };
            out.acceleration.part(at..at + dim).copy_from_slice(&a[..dim]);
            terms += a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
        }
        Some(terms)
    }
}

fn range(places: &Range<u32>) -> Range<usize> {
    places.start as usize..places.end as usize
}
