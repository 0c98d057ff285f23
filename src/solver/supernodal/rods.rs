//! Assembly of A: the contributions of points in the plane, row by row instead of in 2 x 2 blocks. Most units have only one row on a
//! point, so that in blocks three of four products would be with zero.
//!
//! ```text
//! A_kl = j_k W j_l^T
//! ```

#![allow(unsafe_code, reason = "places of a plan that fits")]

use super::super::arithmetic::add_product;
use super::super::equations::SystemAt;
use crate::simd::Four;
use crate::simd::{RequiredLengths, array_at_unchecked, array_at_unchecked_mut};

/// Points with the same number of rows.
#[derive(Clone, Copy, Debug)]
struct BodyBatch {
    rows: usize,
    /// Whether some of their products are added to entries that earlier points have written.
    shared: bool,
    points: usize,
}

/// Plan of the contributions of points.
#[derive(Debug, Default)]
pub(super) struct Rods {
    batches: Vec<BodyBatch>,
    /// Start of the mass block of each point, and of its coordinates.
    bodies: Vec<[u32; 2]>,
    /// Start of the block of each row on a point in the Jacobian, point after point.
    places: Vec<u32>,
    /// For each pair of different rows of a point, the index of the number of the factor that it contributes to.
    targets: Vec<u32>,
}

/// A point: the starts of its mass block, of its coordinates and of the Jacobian blocks of its rows, and the target of each pair of rows.
pub(super) struct Point {
    pub(super) mass: u32,
    pub(super) at: u32,
    pub(super) places: Vec<u32>,
    pub(super) targets: Vec<u32>,
    /// Whether an earlier point contributes to some of the targets, too.
    pub(super) shared: bool,
}

impl Rods {
    pub(super) fn new(mut points: Vec<Point>) -> Self {
        // Points that write come before points that add.
        points.sort_by_key(|point| (point.shared, point.places.len()));
        let mut rods = Self::default();
        for run in points.chunk_by(|a, b| (a.shared, a.places.len()) == (b.shared, b.places.len())) {
            rods.batches.push(BodyBatch {
                rows: run[0].places.len(),
                shared: run[0].shared,
                points: run.len(),
            });
            for point in run {
                rods.bodies.push([point.mass, point.at]);
                rods.places.extend(&point.places);
                rods.targets.extend(&point.targets);
            }
        }
        rods.bodies.shrink_to_fit();
        for list in [&mut rods.places, &mut rods.targets] {
            list.shrink_to_fit();
        }
        rods
    }

    /// Adds the array lengths that the indices of this plan require.
    pub(super) fn add_needs(&self, needs: &mut RequiredLengths) {
        for &[mass, at] in &self.bodies {
            RequiredLengths::add(&mut needs.mass, mass, 4);
            RequiredLengths::add(&mut needs.coordinates, at, 2);
        }
        self.places
            .iter()
            .for_each(|&at| RequiredLengths::add(&mut needs.jacobian, at, 2));
        self.targets
            .iter()
            .for_each(|&at| RequiredLengths::add(&mut needs.blocks, at / 4, 1));
    }

    /// Writes or adds the contributions of all points to A.
    ///
    /// # Safety
    /// The arrays have the lengths that [`Rods::add_needs`] requires, and the processor supports the lanes of F.
    #[inline(always)]
    pub(super) unsafe fn form<const FUSED: bool, F: Four>(&self, at: &SystemAt<'_>, values: &mut [f64]) {
        let (mut bodies, mut places, mut targets) = (&self.bodies[..], &self.places[..], &self.targets[..]);
        let plain = at.inverse_mass.is_diagonal();
        for batch in &self.batches {
            let rows = batch.rows;
            let (own, rest) = bodies.split_at(batch.points);
            bodies = rest;
            let (held, rest) = places.split_at(batch.points * rows);
            places = rest;
            let (to, rest) = targets.split_at(batch.points * (rows * (rows - 1) / 2));
            targets = rest;
            let lists = (own, held, to);
            // SAFETY: as the caller says. Small numbers of rows are compile-time constants.
            unsafe {
                match (plain && !batch.shared, rows) {
                    (true, 2) => points::<FUSED, 2>(at, lists, values),
                    (true, 3) => points::<FUSED, 3>(at, lists, values),
                    (true, 4) => four_each::<F>(at, lists, values),
                    (true, 5) => points::<FUSED, 5>(at, lists, values),
                    (true, 6) => points::<FUSED, 6>(at, lists, values),
                    _ => many::<FUSED>(at, rows, lists, values),
                }
            }
        }
    }
}

/// Writes the products of points with N rows each, where W is diagonal.
///
/// # Safety
/// The arrays are long enough.
#[inline(always)]
unsafe fn points<const FUSED: bool, const N: usize>(
    at: &SystemAt<'_>,
    (bodies, places, targets): (&[[u32; 2]], &[u32], &[u32]),
    values: &mut [f64],
) {
    let pairs = N * (N - 1) / 2;
    for (k, &[_, coordinates]) in bodies.iter().enumerate() {
        // SAFETY: as the caller says.
        unsafe {
            let w: &[f64; 2] = array_at_unchecked(&at.inverse_mass.each, coordinates);
            let places: &[u32; N] = array_at_unchecked(places, (k * N) as u32);
            let mut j = [[0.0; 2]; N];
            for n in 0..N {
                j[n] = *array_at_unchecked(&at.system.jacobian, places[n]);
            }
            let mut next = (k * pairs) as u32;
            for one in 0..N {
                let weighed = [w[0] * j[one][0], w[1] * j[one][1]];
                for other in one + 1..N {
                    let [to] = *array_at_unchecked(targets, next);
                    next += 1;
                    let [to] = array_at_unchecked_mut(values, to);
                    *to = product::<FUSED>(weighed, j[other]);
                }
            }
        }
    }
}

/// Writes the products of points with four rows each, where W is diagonal: rows 0 to 3 times rows 1, 2, 3, 0, and rows 0 and 1 times
/// rows 2 and 3.
///
/// # Safety
/// The arrays are long enough, and the processor supports the lanes of F.
#[inline(always)]
unsafe fn four_each<F: Four>(
    at: &SystemAt<'_>,
    (bodies, places, targets): (&[[u32; 2]], &[u32], &[u32]),
    values: &mut [f64],
) {
    let (places, _) = places.as_chunks::<4>();
    let (targets, _) = targets.as_chunks::<6>();
    for ((&[_, coordinates], places), targets) in bodies.iter().zip(places).zip(targets) {
        // SAFETY: as the caller says.
        unsafe {
            let w: &[f64; 2] = array_at_unchecked(&at.inverse_mass.each, coordinates);
            let jacobian = &at.system.jacobian[..];
            let [x, y] = F::of_pairs([
                array_at_unchecked(jacobian, places[0]),
                array_at_unchecked(jacobian, places[1]),
                array_at_unchecked(jacobian, places[2]),
                array_at_unchecked(jacobian, places[3]),
            ]);
            let (weighed_x, weighed_y) = (x.times(F::new([w[0]; 4])), y.times(F::new([w[1]; 4])));
            let (next_x, next_y) = (x.rotated(), y.rotated());
            let next = weighed_x.times(next_x).add_product(weighed_y, next_y).to_array();
            let (other_x, other_y) = (next_x.rotated(), next_y.rotated());
            let other = weighed_x
                .times(other_x)
                .add_product(weighed_y, other_y)
                .to_array();
            let products = [next[0], other[0], next[3], next[1], other[1], next[2]];
            for k in 0..6 {
                let [to] = array_at_unchecked_mut(values, targets[k]);
                *to = products[k];
            }
        }
    }
}

/// Adds the products of points with any number of rows and any W, to entries to which other points may contribute, too.
///
/// # Safety
/// The arrays are long enough.
#[inline(always)]
unsafe fn many<const FUSED: bool>(
    at: &SystemAt<'_>,
    rows: usize,
    (bodies, places, targets): (&[[u32; 2]], &[u32], &[u32]),
    values: &mut [f64],
) {
    let mut targets = targets.iter();
    for (&[mass, _], places) in bodies.iter().zip(places.chunks(rows.max(1))) {
        // SAFETY: as the caller says.
        unsafe {
            let w: &[f64; 4] = array_at_unchecked(at.w, mass);
            for (k, &one) in places.iter().enumerate() {
                let weighed = weigh::<FUSED>(w, *array_at_unchecked(&at.system.jacobian, one));
                for (&other, &to) in places[k + 1..].iter().zip(&mut targets) {
                    let [to] = array_at_unchecked_mut(values, to);
                    *to += product::<FUSED>(weighed, *array_at_unchecked(&at.system.jacobian, other));
                }
            }
        }
    }
}

#[inline(always)]
fn weigh<const FUSED: bool>(w: &[f64; 4], [x, y]: [f64; 2]) -> [f64; 2] {
    [
        add_product::<FUSED>(w[0] * x, w[1], y),
        add_product::<FUSED>(w[2] * x, w[3], y),
    ]
}

#[inline(always)]
fn product<const FUSED: bool>(a: [f64; 2], b: [f64; 2]) -> f64 {
    add_product::<FUSED>(a[0] * b[0], a[1], b[1])
}
