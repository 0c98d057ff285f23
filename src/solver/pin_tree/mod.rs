//! Trees of rigid bodies held by pins, the shape most machines have, solved from state to accelerations in two sweeps
//! ([`sweep`]) without forming a matrix.
//!
//! The solver is told of patterns, not of kinds: that the mass of a body is `diag(m, m, I)`, and that the block of a
//! constraint on each of its bodies is plus or minus `[1 0 -r_y; 0 1 r_x]` (see [`super::system::Topology::declare_rigid`]
//! and [`super::system::Topology::declare_pin`]). Where all islands are trees of such, and the caller can tell levers,
//! right-hand sides and forces ([`Machine`]), there is nothing to store between a state and its answer but a few
//! numbers a joint. Everything else, and every state in which digits would be lost, goes the general way.
//!
//! Large trees are cut into [`pieces`] that are swept beside each other, and the sweeps are compiled twice, for processors
//! with AVX2 and fused multiply-add and for any.

mod joint;
mod pieces;
mod plan;
mod scatter;
mod sweep;

use std::sync::atomic::{AtomicBool, Ordering};

pub use self::joint::{GROUND, Joint, Machine, Pin, Rigid};
pub use super::arithmetic::{add_product, sub_product};

use self::pieces::Pieces;
use self::plan::Root;
use self::scatter::Scatter;
use self::sweep::{Kept, Sums};
use super::Hardware;
use super::system::Solution;
use super::thread_pool::ThreadPool;

/// The order of the sweeps, and their workspace.
pub(super) struct PinTrees {
    /// Those of each piece, then those of the top.
    joints: Vec<Joint>,
    roots: Vec<Root>,
    pieces: Pieces,
    /// One a joint, then one a root.
    kept: Vec<Kept>,
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
    /// The pins in the order of elimination.
    pub(super) fn joints(&self) -> &[Joint] {
        &self.joints
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
    fn muster(&mut self, hardware: Hardware) {
        let threads = hardware.threads().min(self.pieces.pieces.len().max(1));
        if self.pool.threads() != threads {
            self.pool = ThreadPool::new(threads);
        }
    }

    /// First sweep. False where digits were lost.
    pub(super) fn up(&mut self, hardware: Hardware, machine: &impl Machine) -> bool {
        self.muster(hardware);
        let Self {
            joints, pieces, kept, ..
        } = self;
        let sound = AtomicBool::new(true);
        {
            // SAFETY: pieces do not overlap.
            #[allow(unsafe_code, reason = "see `scatter`")]
            let kept = unsafe { Scatter::new(kept) };
            self.pool.for_each(pieces.pieces.len(), &|piece| {
                let range = range(&pieces.pieces[piece]);
                let part = kept.part(range.clone());
                if !up(hardware, &joints[range.clone()], range.start, machine, part) {
                    sound.store(false, Ordering::Relaxed);
                }
            });
        }
        for &place in &pieces.border {
            let (joint, from) = (&joints[place as usize], kept[place as usize]);
            let to = &mut kept[joint.parent_place as usize];
            if hardware.is_fused() {
                sweep::across::<true>(joint, machine, from, to);
            } else {
                sweep::across::<false>(joint, machine, from, to);
            }
        }
        let top = up(
            hardware,
            &joints[pieces.top..],
            pieces.top,
            machine,
            &mut kept[pieces.top..],
        );
        top && sound.into_inner()
    }

    /// Second sweep, after a sound first one. Nothing where digits were lost or numbers are not finite.
    pub(super) fn down(
        &mut self,
        hardware: Hardware,
        machine: &impl Machine,
        out: &mut Solution,
    ) -> Option<Swept> {
        let Self {
            joints,
            pieces,
            kept,
            sums,
            ..
        } = self;
        let mut terms = 0.0;
        for (root, place) in self.roots.iter().zip(joints.len()..) {
            let (body, at) = (root.body as usize, root.at as usize);
            let kept = Some(&kept[place]).filter(|_| root.holds);
            let a = sweep::root(&machine.root(body, at), kept)?;
            out.acceleration[at..at + 3].copy_from_slice(&a);
            terms += a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
        }
        // SAFETY: a joint writes to its own body, row and piece, and reads of the bodies only its parent, which is in the
        // same piece or in the top, and that is done before.
        #[allow(unsafe_code, reason = "see `scatter`")]
        let (a, lambda, sums_of) = unsafe {
            (
                Scatter::new(&mut out.acceleration),
                Scatter::new(&mut out.lambda),
                Scatter::new(sums),
            )
        };
        let mut total = down(hardware, &joints[pieces.top..], &kept[pieces.top..], &a, &lambda);
        // What was swept last on the way up is near at hand, and so it goes at the next way up.
        let last = pieces.pieces.len().saturating_sub(1);
        self.pool.for_each(pieces.pieces.len(), &|piece| {
            let piece = last - piece;
            let range = range(&pieces.pieces[piece]);
            let found = down(hardware, &joints[range.clone()], &kept[range], &a, &lambda);
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
}

fn range(places: &std::ops::Range<u32>) -> std::ops::Range<usize> {
    places.start as usize..places.end as usize
}

fn up(hardware: Hardware, joints: &[Joint], first: usize, machine: &impl Machine, kept: &mut [Kept]) -> bool {
    #[cfg(target_arch = "x86_64")]
    if hardware.is_fused() {
        // SAFETY: the processor has what it takes: that is what `is_fused` says.
        #[allow(unsafe_code, reason = "instructions that not every processor has")]
        return unsafe { up_fused(joints, first, machine, kept) };
    }
    let _ = hardware;
    sweep::up::<false>(joints, first, machine, kept)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn up_fused(joints: &[Joint], first: usize, machine: &impl Machine, kept: &mut [Kept]) -> bool {
    sweep::up::<true>(joints, first, machine, kept)
}

fn down(
    hardware: Hardware,
    joints: &[Joint],
    kept: &[Kept],
    a: &Scatter<'_, f64>,
    lambda: &Scatter<'_, f64>,
) -> Sums {
    #[cfg(target_arch = "x86_64")]
    if hardware.is_fused() {
        // SAFETY: as in `up`.
        #[allow(unsafe_code, reason = "instructions that not every processor has")]
        return unsafe { down_fused(joints, kept, a, lambda) };
    }
    let _ = hardware;
    sweep::down::<false>(joints, kept, a, lambda)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn down_fused(joints: &[Joint], kept: &[Kept], a: &Scatter<'_, f64>, lambda: &Scatter<'_, f64>) -> Sums {
    sweep::down::<true>(joints, kept, a, lambda)
}
