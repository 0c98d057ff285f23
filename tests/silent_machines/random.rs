//! Random numbers by a seed: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).

use std::f64::consts::TAU;

use tinkertoy::math::{Vec2, unit};

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed);
        // Sequences of neighbouring seeds start far apart.
        Self(random.next() ^ 0x5851_F42D_4C95_7F2D)
    }
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// Uniform in [0, 1).
    pub fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }
    /// Between two positive numbers, with a uniform logarithm.
    pub fn decades(&mut self, low: f64, high: f64) -> f64 {
        low * (high / low).powf(self.share())
    }
    pub fn chance(&mut self, share: f64) -> bool {
        self.share() < share
    }
    pub fn below(&mut self, count: usize) -> usize {
        (self.share() * count as f64) as usize
    }
    pub fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())].clone()
    }
    /// A random point at most this far from the origin.
    pub fn point(&mut self, radius: f64) -> Vec2 {
        let reach = radius * self.share().sqrt();
        reach * unit(self.between(0.0, TAU))
    }
}
