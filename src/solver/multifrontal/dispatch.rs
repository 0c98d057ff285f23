//! Numeric phase, compiled for each set of processor features and chosen at run time.

use super::numeric::{Import, Numbers};
use crate::equations::SystemAt;
use crate::simd::in_lanes;

in_lanes! {
    /// See [`Numbers::factor`].
    pub(super) fn factor(
        numbers: &mut Numbers,
        at: &SystemAt<'_>,
        compliance: f64,
        import: Import<'_>,
    ) -> Option<()> = factor_any
}
in_lanes! {
    /// See [`Numbers::down`].
    pub(super) fn down(numbers: &mut Numbers) = down_any
}
in_lanes! {
    /// See [`Numbers::up`].
    pub(super) fn up(numbers: &mut Numbers) = up_any
}

#[inline(always)]
fn factor_any<const FUSED: bool>(
    numbers: &mut Numbers,
    at: &SystemAt<'_>,
    compliance: f64,
    import: Import<'_>,
) -> Option<()> {
    numbers.factor::<FUSED>(at, compliance, import)
}

#[inline(always)]
fn down_any<const FUSED: bool>(numbers: &mut Numbers) {
    numbers.down::<FUSED>();
}

#[inline(always)]
fn up_any<const FUSED: bool>(numbers: &mut Numbers) {
    numbers.up::<FUSED>();
}
