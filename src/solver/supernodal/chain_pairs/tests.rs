#![allow(clippy::unwrap_used)]

use super::super::super::Hardware;
use super::super::super::csr::Csr;
use super::super::block::Block;
use super::super::factor::{Pivots, Thresholds, factor};
use super::super::panels::Panels;
use super::super::substitute::backward;
use super::detect::chain_pairs;

const COLUMNS: usize = 61;

/// Neighbours of each column of a band matrix. The last `hung` columns are not in the band: they are neighbours of each other and of the
/// first two columns.
fn band(width: usize, hung: usize) -> Csr {
    let banded = COLUMNS - hung;
    let are_near = move |one: usize, other: usize| match (one < banded, other < banded) {
        (true, true) => one.abs_diff(other) <= width,
        (false, false) => true,
        (true, false) => one < 2,
        (false, true) => other < 2,
    };
    let near = |column: usize| (0..COLUMNS).filter(move |&other| other != column && are_near(column, other));
    Csr::new((0..COLUMNS).map(near))
}

/// A matrix before factorisation, with a right-hand side.
struct Given {
    panels: Panels,
    diagonal: Vec<[f64; 2]>,
    values: Vec<Block>,
    x: Vec<[f64; 2]>,
}

impl Given {
    /// A matrix with the pattern of [`band`], eliminated in this order.
    fn new(width: usize, hung: usize, mut order: Vec<usize>) -> Self {
        let panels = Panels::new(&band(width, hung), &mut order).unwrap();
        let mut seed = 7_u64;
        let mut number = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as f64 / f64::from(1_u32 << 31) - 0.5
        };
        let mut values = vec![[0.0; 4]; panels.blocks];
        for column in 0..COLUMNS {
            for row in column..COLUMNS {
                let Some(place) = panels.place(row, column) else {
                    continue;
                };
                let block = &mut values[place as usize];
                *block = std::array::from_fn(|_| number());
                if row == column {
                    // Only the lower triangle of a diagonal block may be read.
                    (block[0], block[2], block[3]) = (5.0 + block[0], f64::NAN, 5.0 + block[3]);
                }
            }
        }
        let x = (0..COLUMNS).map(|_| [number(), number()]).collect();
        let diagonal = |column: usize| {
            let block = values[panels.place(column, column).unwrap() as usize];
            [block[0], block[3]]
        };
        Self {
            diagonal: (0..COLUMNS).map(diagonal).collect(),
            panels,
            values,
            x,
        }
    }

    fn block(&mut self, column: usize) -> &mut Block {
        &mut self.values[self.panels.place(column, column).unwrap() as usize]
    }

    /// Factors and substitutes back. Returns whether the pivots were sound.
    fn solve(&mut self, hardware: Hardware) -> bool {
        let mut raw = vec![[[0.0; 4]; 2]; 4 * COLUMNS];
        let (sound, lost) = (1e-7, 1e-7);
        let sound = factor(
            hardware,
            &self.panels,
            (&self.diagonal, Thresholds { sound, lost }),
            &mut raw,
            &mut self.values,
            &mut self.x,
            hardware,
        ) == Pivots::Sound;
        if sound {
            backward(hardware, &self.panels, hardware, &self.values, &mut self.x);
        }
        sound
    }
}

fn are_close(one: &[f64], other: &[f64]) -> bool {
    one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-13)
}

#[test]
fn wide_registers_find_what_narrow_ones_find() {
    for width in 1..=3 {
        let given = || Given::new(width, 0, (0..COLUMNS).collect());
        let [mut wide, mut narrow, mut portable] = [(); 3].map(|()| given());
        let taken = wide
            .panels
            .runs()
            .filter(|run| run[0].is_in_chain_pair())
            .map(<[_]>::len);
        assert!(
            taken.sum::<usize>() > COLUMNS - 4 * width - 4,
            "the band is two chains"
        );
        let here = Hardware::here();
        assert!(wide.solve(here) && narrow.solve(here.narrow()) && portable.solve(here.portable()));
        for other in [&narrow, &portable] {
            assert!(are_close(wide.values.as_flattened(), other.values.as_flattened()));
            assert!(are_close(wide.x.as_flattened(), other.x.as_flattened()));
        }
    }
}

/// Some of these columns form wider panels, within which a chain would otherwise begin.
#[test]
fn chains_are_found_beside_wider_panels() {
    for (width, hung) in (1..=3).flat_map(|width| (1..=6).map(move |hung| (width, hung))) {
        let straight: Vec<usize> = (0..COLUMNS).collect();
        let back = straight.iter().rev().copied().collect();
        for order in [straight, back] {
            let given = || Given::new(width, hung, order.clone());
            let [mut wide, mut narrow, mut portable] = [(); 3].map(|()| given());
            let mut taken = vec![false; wide.panels.blocks];
            for panel in wide.panels.runs().flatten() {
                for line in 0..panel.width + panel.height {
                    for place in (0..panel.width).map(|column| panel.start + line * panel.step + column) {
                        assert!(
                            !std::mem::replace(&mut taken[place as usize], true),
                            "{width} {hung}"
                        );
                    }
                }
            }
            assert!(wide.solve(Hardware::here()));
            assert!(narrow.solve(Hardware::here().narrow()));
            assert!(portable.solve(Hardware::here().portable()));
            for other in [&narrow, &portable] {
                assert!(are_close(wide.x.as_flattened(), other.x.as_flattened()));
            }
        }
    }
}

#[test]
fn a_pivot_that_is_none_is_seen_wherever_it_is() {
    for width in 1..=3 {
        for column in [0, 7, 8, 29, 30, COLUMNS - 1] {
            for bad in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
                for place in [0, 3] {
                    for hardware in [Hardware::here(), Hardware::here().narrow()] {
                        let mut given = Given::new(width, 0, (0..COLUMNS).collect());
                        given.block(column)[place] = bad;
                        assert!(!given.solve(hardware), "{bad} at {column}");
                    }
                }
            }
        }
    }
}

#[test]
fn chains_are_columns_in_turns_that_never_meet() {
    let of = |below: &[&[usize]]| -> Vec<(usize, usize)> {
        let found = chain_pairs(&Csr::new(below.iter().map(|rows| rows.iter().copied())), 3);
        found.into_iter().map(|chain| (chain.start, chain.end)).collect()
    };
    // Two alternating chains, up to their ends.
    let two = |k: usize| [k + 2];
    let chains: Vec<[usize; 1]> = (0..12).map(two).collect();
    let mut below: Vec<&[usize]> = chains.iter().map(|rows| &rows[..]).collect();
    below.extend([&[][..]; 2]);
    assert_eq!(of(&below), [(0, 12)]);
    // A column that breaks the alternation.
    below[5] = &[12];
    assert_eq!(of(&below), []);
    // A single chain.
    let chain: Vec<[usize; 1]> = (0..12).map(|k| [k + 1]).collect();
    below = chain.iter().map(|rows| &rows[..]).collect();
    below.push(&[]);
    assert_eq!(of(&below), []);
    // Two chains with a row in common.
    let both: Vec<[usize; 2]> = (0..12).map(|k| [k + 2, 20]).collect();
    below = both.iter().map(|rows| &rows[..]).collect();
    below.extend([&[][..]; 9]);
    assert_eq!(of(&below), []);
}
