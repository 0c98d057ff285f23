//! Run-time dispatch of the sweeps by processor features: compiled for AVX2 with fused multiply-add, and for any processor.

use super::joint::{Machine, TreeJoint};
use super::scatter::Scatter;
use super::sweep::{self, Answer, JointRecord, Sums};
use crate::Hardware;

pub(super) fn up(
    hardware: Hardware,
    joints: &[TreeJoint],
    first: usize,
    machine: &impl Machine,
    kept: &mut [JointRecord],
    inertia: &Scatter<'_, f64>,
) -> bool {
    #[cfg(target_arch = "x86_64")]
    if hardware.is_fused() {
        // SAFETY: `is_fused` states that the processor supports AVX2 and FMA.
        #[allow(unsafe_code, reason = "instructions that not every processor has")]
        return unsafe { up_fused(joints, first, machine, kept, inertia) };
    }
    let _ = hardware;
    sweep::up::<false>(joints, first, machine, kept, inertia)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn up_fused(
    joints: &[TreeJoint],
    first: usize,
    machine: &impl Machine,
    kept: &mut [JointRecord],
    inertia: &Scatter<'_, f64>,
) -> bool {
    sweep::up::<true>(joints, first, machine, kept, inertia)
}

pub(super) fn down(
    hardware: Hardware,
    joints: &[TreeJoint],
    kept: &[JointRecord],
    machine: &impl Machine,
    out: &Answer<'_>,
) -> Sums {
    #[cfg(target_arch = "x86_64")]
    if hardware.is_fused() {
        // SAFETY: as in `up`.
        #[allow(unsafe_code, reason = "instructions that not every processor has")]
        return unsafe { down_fused(joints, kept, machine, out) };
    }
    let _ = hardware;
    sweep::down::<false>(joints, kept, machine, out)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn down_fused(joints: &[TreeJoint], kept: &[JointRecord], machine: &impl Machine, out: &Answer<'_>) -> Sums {
    sweep::down::<true>(joints, kept, machine, out)
}
