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
    /// See [`Numbers::forward_substitute`].
    pub(super) fn forward_substitute(numbers: &mut Numbers) = forward_any
}
in_lanes! {
    /// See [`Numbers::back_substitute`].
    pub(super) fn back_substitute(numbers: &mut Numbers) = back_any
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
fn forward_any<const FUSED: bool>(numbers: &mut Numbers) {
    numbers.forward_substitute::<FUSED>();
}

#[inline(always)]
fn back_any<const FUSED: bool>(numbers: &mut Numbers) {
    numbers.back_substitute::<FUSED>();
}
