//! The numeric phase, compiled for processors with wide registers and fused multiply-add, with wide registers, and for
//! any. The last two give the same bits.

use super::numeric::Numbers;
use crate::solver::equations::Moment;
use crate::solver::lanes::in_lanes;

/// Brings what fronts of other parts hand on: numbers, and where they go.
pub(super) type Import<'a> = &'a dyn Fn((u32, u32), &mut dyn FnMut(&[f64], &[u32]));

in_lanes! {
    fn factor_in_lanes(
        numbers: &mut Numbers,
        at: &Moment<'_>,
        compliance: f64,
        import: Import<'_>,
    ) -> Option<()> = Numbers::factor::<false>
}
in_lanes! {
    fn down_in_lanes(numbers: &mut Numbers) = Numbers::down::<false>
}
in_lanes! {
    fn up_in_lanes(numbers: &mut Numbers) = Numbers::up::<false>
}

#[cfg(target_arch = "x86_64")]
mod fused {
    use super::{Import, Moment, Numbers};

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn factor(
        numbers: &mut Numbers,
        at: &Moment<'_>,
        compliance: f64,
        import: Import<'_>,
    ) -> Option<()> {
        numbers.factor::<true>(at, compliance, import)
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn down(numbers: &mut Numbers) {
        numbers.down::<true>();
    }

    #[target_feature(enable = "avx2,fma")]
    pub(super) fn up(numbers: &mut Numbers) {
        numbers.up::<true>();
    }
}

/// See [`Numbers::factor`]. `fused` may be true only where [`crate::solver::Hardware::is_fused`] is.
pub(super) fn factor(
    fused: bool,
    numbers: &mut Numbers,
    at: &Moment<'_>,
    compliance: f64,
    import: Import<'_>,
) -> Option<()> {
    #[cfg(target_arch = "x86_64")]
    if fused {
        // SAFETY: the processor has been asked, see `Hardware`.
        #[allow(unsafe_code, reason = "not every processor has these instructions")]
        return unsafe { fused::factor(numbers, at, compliance, import) };
    }
    factor_in_lanes(numbers, at, compliance, import)
}

/// See [`Numbers::down`].
pub(super) fn down(fused: bool, numbers: &mut Numbers) {
    #[cfg(target_arch = "x86_64")]
    if fused {
        // SAFETY: as above.
        #[allow(unsafe_code, reason = "as above")]
        return unsafe { fused::down(numbers) };
    }
    down_in_lanes(numbers);
}

/// See [`Numbers::up`].
pub(super) fn up(fused: bool, numbers: &mut Numbers) {
    #[cfg(target_arch = "x86_64")]
    if fused {
        // SAFETY: as above.
        #[allow(unsafe_code, reason = "as above")]
        return unsafe { fused::up(numbers) };
    }
    up_in_lanes(numbers);
}
