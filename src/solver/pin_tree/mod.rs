//! Trees of rigid bodies and points held by pins, motors and rods, the shape most machines have, solved from state to
//! accelerations in two sweeps (`sweep`) without forming a matrix.
//!
//! The solver is told of patterns, not of kinds: what the mass block of a body and the Jacobian blocks of a constraint look
//! like at any pose (`declare_` in [`super::system::Topology`]). The leaves that such joints hold are swept, if the caller can
//! tell levers, right-hand sides and forces ([`Machine`]): there is nothing to store between a state and its answer but a few
//! numbers a joint. What they hang on, if that is no such tree, is left as a system of its own ([`Remainder`]), whose masses and
//! forces contain what the leaves add; it is solved between the two sweeps. Every state in which digits would be lost goes the
//! general way.
//!
//! Islands are taken in runs that are small enough to stay in a cache from state to answer. Large trees are cut into `pieces` that are
//! swept beside each other, and the sweeps are compiled twice, for processors
//! with AVX2 and fused multiply-add and for any.

mod condensation;
mod dispatch;
mod elimination;
mod joint;
mod pieces;
mod plan;
mod scatter;
mod sweep;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

pub use self::condensation::Remainder;
pub use self::joint::{Form, GROUND, Machine, Machines, Pin, Rigid, Rod, TreeJoint, Turn, Workspaces};
pub use super::arithmetic::{add_product, sub_product};

use self::condensation::Root;
use self::dispatch::{down, up};
use self::pieces::Pieces;
pub(super) use self::scatter::{Output, Scatter};
pub(super) use self::sweep::JointRecord;
use self::sweep::{Answer, Articulated, Sums};
use super::Hardware;
use super::report::Report;
use super::system::{Solution, System};
use super::thread_pool::ThreadPool;

/// The order of the sweeps over a run of islands, and their workspace.
pub struct PinTrees {
    /// How much there is, in joints.
    size: usize,
    /// From the first to behind the last of the bodies (dense indices).
    span: Range<u32>,
    /// Those of each piece, then those of the top.
    joints: Vec<TreeJoint>,
    turns: Vec<Turn>,
    roots: Vec<Root>,
    core: Option<Remainder>,
    pieces: Pieces,
    /// d of each turn.
    inertia: Vec<f64>,
    /// One a piece.
    sums: Vec<Sums>,
    block_updates: usize,
    pool: ThreadPool,
}

/// What the second sweep found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Swept {
    /// Norm of what the rows are off by, over that of their terms.
    pub(super) residual: f64,
    /// Power of the multipliers at the rate of their rows.
    pub(super) power: f64,
}

impl PinTrees {
    /// The joints in the order of elimination.
    pub fn joints(&self) -> &[TreeJoint] {
        &self.joints
    }

    /// The rows that hold angles beside pins.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// What is not swept.
    pub fn core(&self) -> Option<&Remainder> {
        self.core.as_ref()
    }

    /// From the first to behind the last of its bodies (dense indices); few of others lie between.
    pub fn span(&self) -> Range<u32> {
        self.span.clone()
    }

    /// How much there is, in joints.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Records that the sweeps keep: one a joint, then one a root.
    pub(super) fn records(&self) -> usize {
        self.joints.len() + self.roots.len()
    }

    /// After a first sweep: adds what subtrees add to the masses and forces of the core.
    pub(super) fn load(&self, kept: &[JointRecord], system: &mut System) {
        if let Some(core) = &self.core {
            core.load(kept, system);
        }
    }

    /// Block updates of the first sweep, counted as the sparse method counts them.
    pub(super) fn block_updates(&self) -> usize {
        self.block_updates
    }

    /// Pieces that can be swept beside each other.
    pub(super) fn pieces(&self) -> usize {
        self.pieces.pieces.len()
    }

    /// Threads for the pieces; none where there are no pieces.
    fn start_threads(&mut self, hardware: Hardware) {
        let threads = hardware.threads().min(self.pieces.pieces.len().max(1));
        if self.pool.threads() != threads {
            self.pool = ThreadPool::new(threads);
        }
    }

    /// First sweep, with room for [`PinTrees::records`]. False where digits were lost.
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
            // SAFETY: pieces do not overlap, and each turn belongs to one joint.
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
        for &place in &pieces.border {
            let (joint, from) = (&joints[place as usize], kept[place as usize]);
            let to = &mut kept[joint.parent_place as usize];
            if hardware.is_fused() {
                sweep::across::<true>(joint, machine, from, to, inertia);
            } else {
                sweep::across::<false>(joint, machine, from, to, inertia);
            }
        }
        // SAFETY: nobody else has them now.
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

    /// Second sweep, after a sound first one with what that kept, and with the answer of the core where there is one. Nothing where digits were
    /// lost or numbers are not finite.
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
            turns,
            pieces,
            sums,
            inertia,
            ..
        } = self;
        let answer = Answer {
            a: &out.acceleration,
            lambda: &out.lambda,
            turns,
            inertia,
        };
        // SAFETY: a joint writes to its own body, row and piece, and reads of the bodies only its parent, which is in the
        // same piece or in the top, and that is done before.
        #[allow(unsafe_code, reason = "see `scatter`")]
        let sums_of = unsafe { Scatter::new(sums) };
        let mut total = down(
            hardware,
            &joints[pieces.top..],
            &kept[pieces.top..],
            machine,
            &answer,
        );
        // What was swept last on the way up is near at hand, and so it goes at the next way up.
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
        // What is not finite in the numbers given shows in the terms or in the power.
        if !(terms + total.power).is_finite() {
            return None;
        }
        Some(Swept {
            residual: (total.residual / terms.max(f64::MIN_POSITIVE)).sqrt(),
            power: total.power,
        })
    }

    /// Fills the accelerations of the roots that are swept. Returns the sum of their squares; nothing where digits were lost.
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

    /// Whether an answer for the core can be trusted to be one for the machine.
    pub(super) fn accepts(&self, report: &Report) -> bool {
        self.core.as_ref().is_none_or(|core| core.accepts(report))
    }
}

fn range(places: &Range<u32>) -> Range<usize> {
    places.start as usize..places.end as usize
}
