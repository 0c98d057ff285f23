//! Sine and cosine with the same bits on every machine. Those of the system's library differ between its versions and between processors
//! with and without fused multiply-add.
//!
//! The argument is reduced by multiples of pi/2 held in three parts (Cody and Waite), then both are
//! evaluated as minimax polynomials on [-pi/4, pi/4] (coefficients as published with fdlibm). Within 1e5 rad
//! the error is below 1.5 units in the last place; beyond 2^20 rad the remainder loses digits slowly, as the
//! spacing of such arguments does itself.

const PI_2_HIGH: f64 = 1.570_796_326_734_125_6;
const PI_2_MIDDLE: f64 = 6.077_100_506_303_966e-11;
const PI_2_LOW: f64 = 2.022_266_248_795_950_6e-21;

/// Adding this to a number of moderate size leaves the nearest integer (ties to even) in its last bits: 1.5 * 2^52.
const ROUNDING: f64 = 6_755_399_441_055_744.0;
/// Number of quarter turns up to which [`ROUNDING`] works.
const FAR: f64 = 2_251_799_813_685_248.0;

/// (sin x, cos x); NaN for arguments that are not finite.
#[inline]
pub fn sin_cos(x: f64) -> (f64, f64) {
    let quarters = x * std::f64::consts::FRAC_2_PI;
    if quarters.abs() < FAR {
        near(x, quarters)
    } else {
        far(x, quarters)
    }
}

/// (sin, cos) of `angles[first]`, `angles[first + STRIDE]`, ..., as many as `out` has room for. Evaluated in SIMD lanes where possible, with
/// the same bits as [`sin_cos`] on any processor, since wider registers do not change the rounding.
pub fn sin_cos_of_each<const STRIDE: usize>(angles: &[f64], first: usize, out: &mut [[f64; 2]]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: AVX2 was just detected.
        #[allow(unsafe_code, reason = "registers that not every processor has")]
        unsafe {
            in_wide_registers::<STRIDE>(angles, first, out);
        }
        return;
    }
    one_by_one::<STRIDE>(angles, first, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn in_wide_registers<const STRIDE: usize>(angles: &[f64], first: usize, out: &mut [[f64; 2]]) {
    one_by_one::<STRIDE>(angles, first, out);
}

/// Loop that the compiler can vectorise.
#[inline(always)]
fn one_by_one<const STRIDE: usize>(angles: &[f64], first: usize, out: &mut [[f64; 2]]) {
    let mut all_near = true;
    for (angles, out) in angles.chunks_exact(STRIDE).zip(&mut *out) {
        let quarters = angles[first] * std::f64::consts::FRAC_2_PI;
        all_near &= quarters.abs() < FAR;
        let (sin, cos) = near(angles[first], quarters);
        *out = [sin, cos];
    }
    if !all_near {
        for (angles, out) in angles.chunks_exact(STRIDE).zip(out) {
            *out = sin_cos(angles[first]).into();
        }
    }
}

/// Branch-free, so that a loop over it can be vectorised.
#[inline(always)]
fn near(x: f64, quarters: f64) -> (f64, f64) {
    let shifted = quarters + ROUNDING;
    let (sin, cos) = of_remainder(x, shifted - ROUNDING);
    let quadrant = shifted.to_bits();
    let (s, c) = (sin.to_bits(), cos.to_bits());
    // Odd quadrants swap the two; the second bit of the quadrant is the sign of the sine, that of the next one the
    // sign of the cosine.
    let swap = (s ^ c) & 0u64.wrapping_sub(quadrant & 1);
    let sin = s ^ swap ^ ((quadrant & 2) << 62);
    let cos = c ^ swap ^ ((quadrant.wrapping_add(1) & 2) << 62);
    (f64::from_bits(sin), f64::from_bits(cos))
}

#[cold]
fn far(x: f64, quarters: f64) -> (f64, f64) {
    let quadrant = quarters.round_ties_even();
    let (sin, cos) = of_remainder(x, quadrant);
    // The cast saturates and maps NaN to 0; sine and cosine are NaN then.
    match (quadrant as i64) & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// (sin, cos) of the remainder of x after this many quarter turns.
#[inline(always)]
fn of_remainder(x: f64, quadrant: f64) -> (f64, f64) {
    let r = ((x - quadrant * PI_2_HIGH) - quadrant * PI_2_MIDDLE) - quadrant * PI_2_LOW;
    let z = r * r;
    let sin = r + r
        * z
        * (-1.666_666_666_666_663_2e-1
            + z * (8.333_333_333_322_49e-3
                + z * (-1.984_126_982_985_795e-4
                    + z * (2.755_731_370_707_006_8e-6
                        + z * (-2.505_076_025_340_686_3e-8 + z * 1.589_690_995_211_55e-10)))));
    let half = 0.5 * z;
    let w = 1.0 - half;
    let tail = z
        * z
        * (4.166_666_666_666_66e-2
            + z * (-1.388_888_888_887_411e-3
                + z * (2.480_158_728_947_673e-5
                    + z * (-2.755_731_435_139_066_3e-7
                        + z * (2.087_572_321_298_175e-9 + z * -1.135_964_755_778_819_5e-11)))));
    // 1 - z/2 is rounded; the rounding error is added again.
    (sin, w + (((1.0 - w) - half) + tail))
}

/// Direction of (x, y) in (-pi, pi], by libm in plain arithmetic: the same bits everywhere.
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_agrees_with_the_library_to_the_last_places() {
        let mut worst: f64 = 0.0;
        for k in -200_000_i32..200_000 {
            let x = f64::from(k) * 0.000_731 * (1.0 + f64::from(k.abs()) * 1e-5);
            let (s, c) = sin_cos(x);
            worst = worst.max((s - x.sin()).abs()).max((c - x.cos()).abs());
        }
        assert!(worst < 3e-16, "{worst:e}");
        assert!(sin_cos(f64::INFINITY).0.is_nan());
        assert_eq!(sin_cos(0.0), (0.0, 1.0));
    }

    #[test]
    fn quadrants_are_told_without_a_branch_as_with_one() {
        let angles: Vec<f64> = (-5000_i32..5000)
            .flat_map(|k| [0.0, f64::from(k) * 0.618, f64::from(k).powi(5) * 1.1])
            .chain([0.0, 1e300, 3.0, 0.0, f64::INFINITY, f64::NAN])
            .collect();
        for first in [1, 2] {
            let mut out = vec![[0.0; 2]; angles.len() / 3];
            sin_cos_of_each::<3>(&angles, first, &mut out);
            for (angles, out) in angles.chunks_exact(3).zip(&out) {
                let x = angles[first];
                let (sin, cos) = far(x, x * std::f64::consts::FRAC_2_PI);
                let bits = |x: [f64; 2]| x.map(f64::to_bits);
                if x.is_finite() {
                    assert_eq!(bits(*out), bits([sin, cos]), "{x}");
                    assert_eq!(bits(sin_cos(x).into()), bits([sin, cos]), "{x}");
                } else {
                    assert!(out[0].is_nan() && out[1].is_nan());
                }
            }
        }
    }
}
