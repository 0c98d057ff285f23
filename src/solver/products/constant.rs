//! The part of a residual that does not depend on accelerations: `c + E lambda`.

use super::super::arithmetic::add_product;
use super::super::equations::SystemAt;
use super::block;
use crate::simd::{Four, array_at_unchecked};

/// `c`, and `E lambda` where there are multipliers.
#[derive(Clone, Copy)]
pub(super) struct Constant<'a> {
    pub(super) c: &'a [f64],
    /// E and lambda.
    compliant: Option<[&'a [f64]; 2]>,
}

impl<'a> Constant<'a> {
    pub(super) fn new(at: &SystemAt<'a>, c: &'a [f64], lambda: Option<&'a [f64]>) -> Self {
        let compliant = lambda.map(|lambda| [&at.system.compliance[..], lambda]);
        Self { c, compliant }
    }

    /// Of R rows from here on.
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

    /// Of four rows from here on.
    ///
    /// # Safety
    /// The arrays are as long as the plan needs them, and the processor has these lanes.
    #[inline(always)]
    #[allow(
        unsafe_code,
        reason = "lanes that not every processor has, and places of a plan that fits"
    )]
    pub(super) unsafe fn four<F: Four>(self, row: u32) -> F {
        // SAFETY: as the caller says.
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
