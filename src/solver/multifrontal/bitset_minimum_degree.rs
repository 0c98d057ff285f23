//! Minimum degree for a few units, exactly, on sets of bits: what is left at the bottom of the dissection. The units
//! around them, which go later, count as neighbours, too.

use super::incidence::Incidence;

/// Units that are ordered at most.
pub(super) const MOST_UNITS: usize = 48;

/// Workspace.
pub(super) struct BitsetMinimumDegree {
    /// The bit of each unit of the piece and around it, while a piece is looked at.
    bit: Vec<u32>,
    around: Vec<u32>,
    sorted: Vec<u32>,
}

const NO_BIT: u32 = u32::MAX;
/// The degree of a unit that has its place.
const GONE: u32 = u32::MAX;

impl BitsetMinimumDegree {
    pub(super) fn new(units: usize) -> Self {
        Self {
            bit: vec![NO_BIT; units],
            around: Vec::new(),
            sorted: Vec::new(),
        }
    }

    /// Sorts the units of a piece; `bodies` are those they act on.
    pub(super) fn sort(&mut self, incidence: &Incidence, bodies: &[u32], units: &mut [u32]) {
        let count = units.len();
        let mut near = [0_u128; MOST_UNITS];
        self.around.clear();
        for (k, &unit) in units.iter().enumerate() {
            self.bit[unit as usize] = k as u32;
        }
        for &body in bodies {
            let mut all = 0_u128;
            for &unit in incidence.units_of(body) {
                let bit = &mut self.bit[unit as usize];
                if *bit == NO_BIT {
                    // What is beyond the last bit shares it.
                    *bit = ((count + self.around.len()) as u32).min(u128::BITS - 1);
                    self.around.push(unit);
                }
                all |= 1 << *bit;
            }
            for &unit in incidence.units_of(body) {
                if let Some(near) = near[..count].get_mut(self.bit[unit as usize] as usize) {
                    *near |= all;
                }
            }
        }
        for &unit in units.iter().chain(&self.around) {
            self.bit[unit as usize] = NO_BIT;
        }
        self.sorted.clear();
        let mut left: u64 = (1 << count) - 1;
        let mut degree = [GONE; MOST_UNITS];
        for k in 0..count {
            degree[k] = near[k].count_ones();
        }
        while left != 0 {
            let mut best = 0;
            for k in 1..count {
                if degree[k] < degree[best] {
                    best = k;
                }
            }
            degree[best] = GONE;
            left &= !(1 << best);
            self.sorted.push(units[best]);
            let gone = 1_u128 << best;
            let all = near[best] & !gone;
            let mut rest = all as u64 & left;
            while rest != 0 {
                let k = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                near[k] = (near[k] | all) & !gone;
                degree[k] = near[k].count_ones();
            }
        }
        units.copy_from_slice(&self.sorted);
    }
}
