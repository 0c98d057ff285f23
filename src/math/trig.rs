//! Sine and cosine of our own, so that a run gives the same bits on every machine: the ones of the system's
//! library differ between its versions and between processors with and without fused multiply-add.
//!
//! The argument is reduced by multiples of pi/2 held in three parts (Cody and Waite), then both are
//! evaluated as minimax polynomials on [-pi/4, pi/4] (coefficients as published with fdlibm). Within 1e5 rad
//! the error is below 1.5 units in the last place; beyond 2^20 rad the remainder loses digits slowly, as the
//! spacing of such arguments does itself.

const PI_2_HIGH: f64 = 1.570_796_326_734_125_6;
const PI_2_MIDDLE: f64 = 6.077_100_506_303_966e-11;
const PI_2_LOW: f64 = 2.022_266_248_795_950_6e-21;

/// (sin x, cos x); NaN for arguments that are not finite.
#[inline]
pub fn sin_cos(x: f64) -> (f64, f64) {
    let quadrant = (x * std::f64::consts::FRAC_2_PI).round_ties_even();
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
    // 1 - z/2 loses its last bits; what it lost is given back.
    let cos = w + (((1.0 - w) - half) + tail);
    // Casting saturates and sends NaN to 0; the values themselves are NaN then.
    match (quadrant as i64) & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
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
}
