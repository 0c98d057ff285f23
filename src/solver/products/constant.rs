//! The part of a residual that does not depend on accelerations: `c + E lambda`.

use super::super::arithmetic::add_product;
use super::super::equations::SystemAt;
use super::block;
use crate::simd::{Four, array_at_unchecked};

/// `c`, plus `E lambda` if multipliers are given.
#[derive(Clone, Copy)]
pub(super) struct Constant<'a> {
    pub(super) c: &'a [f64],
    /// `[E, lambda]`.
    compliant: Option<[&'a [f64]; 2]>,
}

impl<'a> Constant<'a> {
    pub(super) fn new(at: &SystemAt<'a>, c: &'a [f64], lambda: Option<&'a [f64]>) -> Self {
        let compliant = lambda.map(|lambda| [&at.system.compliance[..], lambda]);
        Self { c, compliant }
    }

    /// Returns `c + E lambda` of the R rows from `row` on.
    #[inline(always)]
    pub(super) fn rows<const FUSED: bool, const R: usize>(self, row: u32) -> [f64; R] {
        let mut sum: [f64; R] = *block(self.c, row);
        if let Some(compliant) = self.compliant {
            let (e, lambda): (&[f64; R], &[f64; R]) = (block(compliant[0], row), block(compliant[1], row));
            for r in 0..R {
                sum[r] = add_product::<FUSED>(sum[r], e[r], lambda[r]);
            }
        }
        sum
    }

    /// Returns `c + E lambda` of the four rows from `row` on.
    ///
    /// # Safety
    /// The arrays have the lengths that the plan requires, and the processor supports the instructions of `F`.
    #[inline(always)]
    #[allow(
        unsafe_code,
        reason = "lanes that not every processor has, and places of a plan that fits"
    )]
    pub(super) unsafe fn four<F: Four>(self, row: u32) -> F {
        // SAFETY: guaranteed by the caller.
        unsafe {
            let c = F::new(*array_at_unchecked(self.c, row));
            match self.compliant {
                Some([e, lambda]) => c.add_product(
                    F::new(*array_at_unchecked(e, row)),
                    F::new(*array_at_unchecked(lambda, row)),
                ),
                None => c,
            }
        }
    }
}
