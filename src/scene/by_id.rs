//! Tables by item, for what is looked up for each item of each frame.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::Id;

/// A table by item. Its order means nothing.
pub type ById<T> = HashMap<Id, T, BuildHasherDefault<IdHasher>>;

/// Ids count up: one multiplication spreads them (Knuth's golden ratio).
#[derive(Clone, Copy, Debug, Default)]
pub struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32(u32::from(*byte)));
    }
    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
