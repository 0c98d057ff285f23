//! Back substitution through two chains.

#![allow(unsafe_code, reason = "places of a plan that fits, and registers of 512 bits")]

use std::arch::x86_64::{
    __m512d, _mm256_storeu_pd, _mm512_add_pd, _mm512_castpd256_pd512, _mm512_castpd512_pd256,
    _mm512_maskz_permutexvar_pd, _mm512_permute_pd, _mm512_permutex_pd, _mm512_permutexvar_pd,
    _mm512_setr_epi64, _mm512_setzero_pd,
};

use super::super::panels::{Panel, Panels};
use super::factor::{below, both, own};
use crate::simd::{Blocks, F64x8};
use crate::simd::{array_at_unchecked, array_at_unchecked_mut};

/// Back substitution for pairs of columns with H blocks below each.
///
/// # Safety
/// The processor has the target features; panels lie within the values.
#[target_feature(enable = "avx2,fma,avx512f,avx512vl,avx512dq")]
pub(super) unsafe fn backward<const H: usize>(panels: &Panels, values: &[f64], x: &mut [f64], run: &[Panel]) {
    let (pairs, _) = run.as_chunks::<2>();
    let Some(last) = pairs.last() else {
        return;
    };
    // SAFETY: as the caller says.
    unsafe {
        // The unknowns of the rows below, once for each column of a block: x0 x1 x0 x1.
        let mut known = [F64x8(_mm512_setzero_pd()); H];
        for k in 0..H {
            let two = _mm512_castpd256_pd512(both(x, below(panels, last, k)));
            known[k] = F64x8(_mm512_permutexvar_pd(
                _mm512_setr_epi64(0, 1, 0, 1, 2, 3, 2, 3),
                two,
            ));
        }
        for pair in pairs.iter().rev() {
            let at = 2 * pair[0].first;
            let y = _mm512_castpd256_pd512(both(x, [at, at + 2]));
            let places = _mm512_setr_epi64(0, 0, 1, 0, 2, 0, 3, 0);
            let mut rest = F64x8(_mm512_maskz_permutexvar_pd(0b0101_0101, places, y));
            // From the last row up: the unknown of the first row below, the column after this one, was computed just before, and the other
            // products need not wait for it.
            for k in (0..H).rev() {
                rest = rest.sub_product(
                    F64x8::read(array_at_unchecked(values, own(pair, k + 1))),
                    known[k],
                );
            }
            let twice = summed(rest.0);
            let to: &mut [f64; 4] = array_at_unchecked_mut(x, at);
            let places = _mm512_setr_epi64(0, 2, 4, 6, 0, 0, 0, 0);
            _mm256_storeu_pd(
                to.as_mut_ptr(),
                _mm512_castpd512_pd256(_mm512_permutexvar_pd(places, twice)),
            );
            for k in (1..H).rev() {
                known[k] = known[k - 1];
            }
            known[0] = F64x8(_mm512_permutex_pd::<0b10_00_10_00>(twice));
        }
    }
}

/// Sums of neighbouring lanes (0 and 1, 2 and 3, ...), each in both of its lanes.
///
/// # Safety
/// The processor has 512-bit registers.
#[inline(always)]
unsafe fn summed(x: __m512d) -> __m512d {
    // SAFETY: as the caller says.
    unsafe { _mm512_add_pd(x, _mm512_permute_pd::<0b0101_0101>(x)) }
}
