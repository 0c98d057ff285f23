//! The amplitude spectrum of a signal: a Hann window and a fast Fourier transform of radix 2 (Cooley and Tukey 1965).
//!
//! ```text
//! X_k = sum_n w_n (x_n - mean) exp(-2 pi i k n / N)      amplitude = 2 |X_k| / sum_n w_n      f_k = k / (N dt)
//! ```

use std::f64::consts::{PI, TAU};

use crate::math::trig::sin_cos;

/// Smallest and largest number of values that are transformed.
const FEWEST: usize = 16;
const MOST: usize = 1 << 16;

/// Amplitudes at equally spaced frequencies.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    /// Spacing of the frequencies (Hz).
    pub spacing: f64,
    /// Amplitude at each multiple of the spacing, from 0 to half the sampling rate; a pure sinusoid between two frequencies shows up to 15 % less.
    pub amplitude: Vec<f64>,
}

impl Spectrum {
    /// Spectrum of values at equal intervals of `dt` seconds: of the newest ones that make a power of two, at most 65 536. `None` for fewer than 16,
    /// or if one of them is not finite.
    pub fn of(values: &[f64], dt: f64) -> Option<Self> {
        let count = if values.len().is_power_of_two() {
            values.len()
        } else {
            values.len().next_power_of_two() / 2
        };
        let count = count.min(MOST);
        let values = &values[values.len() - count..];
        if count < FEWEST || dt <= 0.0 || !values.iter().all(|x| x.is_finite()) {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count as f64;
        let mut sum = 0.0;
        let mut data: Vec<[f64; 2]> = Vec::with_capacity(count);
        for (n, x) in values.iter().enumerate() {
            let w = 0.5 - 0.5 * sin_cos(TAU * n as f64 / count as f64).1;
            sum += w;
            data.push([w * (x - mean), 0.0]);
        }
        transform(&mut data);
        let size = |it: &[f64; 2]| 2.0 * it[0].hypot(it[1]) / sum;
        Some(Self {
            spacing: 1.0 / (count as f64 * dt),
            amplitude: data[..=count / 2].iter().map(size).collect(),
        })
    }

    /// Frequency (Hz) and amplitude of the largest peak, from its two largest amplitudes. For a sinusoid at `at + d` they are its amplitude times
    /// these values of the transform of Hann's window:
    /// ```text
    /// W(d) = sin(pi d) / (pi d (1 - d^2)),   W(1 - d) / W(d) = (1 + d) / (2 - d)
    /// ```
    pub fn peak(&self) -> Option<(f64, f64)> {
        let inner = 1..self.amplitude.len().checked_sub(1)?;
        let at = inner.max_by(|a, b| self.amplitude[*a].total_cmp(&self.amplitude[*b]))?;
        let [left, middle, right] = [at - 1, at, at + 1].map(|k| self.amplitude[k]);
        let (side, next) = if right > left { (1.0, right) } else { (-1.0, left) };
        let ratio = next / middle.max(f64::MIN_POSITIVE);
        let d = ((2.0 * ratio - 1.0) / (1.0 + ratio)).clamp(0.0, 0.5);
        let lost = if d > 0.0 {
            sin_cos(PI * d).0 / (PI * d * (1.0 - d * d))
        } else {
            1.0
        };
        Some(((at as f64 + side * d) * self.spacing, middle / lost))
    }
}

/// In-place fast Fourier transform of complex numbers, whose count is a power of two.
fn transform(data: &mut [[f64; 2]]) {
    let count = data.len();
    let bits = count.trailing_zeros();
    for k in 0..count {
        let mirrored = k.reverse_bits() >> (usize::BITS - bits);
        if k < mirrored {
            data.swap(k, mirrored);
        }
    }
    let mut half = 1;
    while half < count {
        for k in 0..half {
            let (sin, cos) = sin_cos(-TAU * k as f64 / (2 * half) as f64);
            for start in (0..count).step_by(2 * half) {
                let [a, b] = [start + k, start + k + half];
                let [re, im] = data[b];
                let turned = [re * cos - im * sin, re * sin + im * cos];
                let [x, y] = data[a];
                data[a] = [x + turned[0], y + turned[1]];
                data[b] = [x - turned[0], y - turned[1]];
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Compared with the defining sum, value by value.
    #[test]
    fn the_transform_is_the_sum_that_defines_it() {
        let values: Vec<f64> = (0..32)
            .map(|n| f64::from((7 * n * n + 3 * n) % 23) - 11.0)
            .collect();
        let mut data: Vec<[f64; 2]> = values.iter().map(|x| [*x, 0.0]).collect();
        transform(&mut data);
        for (k, found) in data.iter().enumerate() {
            let mut sum = [0.0; 2];
            for (n, x) in values.iter().enumerate() {
                let angle = -TAU * (k * n) as f64 / 32.0;
                sum[0] += x * angle.cos();
                sum[1] += x * angle.sin();
            }
            assert!(
                (sum[0] - found[0]).abs() < 1e-11 && (sum[1] - found[1]).abs() < 1e-11,
                "{k}"
            );
        }
    }

    #[test]
    fn a_sinusoid_peaks_at_its_frequency_with_its_amplitude() {
        let dt = 1.0 / 240.0;
        for frequency in [1.0, 3.7, 51.3] {
            let wave = |n: u32| 5.0 + 0.3 * (TAU * frequency * f64::from(n) * dt).sin();
            let values: Vec<f64> = (0..3000).map(wave).collect();
            let spectrum = Spectrum::of(&values, dt).unwrap();
            let (found, amplitude) = spectrum.peak().unwrap();
            assert!((found - frequency).abs() < 0.05 * spectrum.spacing, "{found}");
            assert!((amplitude - 0.3).abs() < 0.01, "{amplitude}");
        }
        assert_eq!(Spectrum::of(&[0.0; 8], dt), None);
        assert_eq!(Spectrum::of(&[f64::NAN; 64], dt), None);
    }
}
