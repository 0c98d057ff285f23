//! Lemke's method: complementary pivots from a ray of almost complementary solutions `w = M z + q + d z_0` (Cottle, Pang and Stone 1992,
//! 4.4). Ties are broken by the lexicographic rule (q perturbed by powers of an infinitesimal), so that the method terminates.

use super::super::lu::PrincipalPart;
use super::lcp::Lcp;

/// Entries below this are not used as pivots.
const PIVOT: f64 = 1e-11;
/// Ratios closer than this, relative to the larger or to one, are tied.
const TIE: f64 = 1e-11;
/// Maximum number of pivots: a constant, plus this many per unknown.
const MAX_PIVOTS: (usize, usize) = (50, 10);
/// Refinement steps of the solution of the last basis.
const REFINEMENTS: usize = 3;

/// Golden ratio less 1: the fractional parts of its multiples are spread evenly over [0, 1).
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Where a variable is in the table.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Row(usize),
    Column(usize),
}

/// Lemke's method, with its workspace.
#[derive(Default)]
pub(super) struct Lemke {
    size: usize,
    /// Basic variables expressed by the others and a constant: `size x (size + 2)`, row by row. Variables are w, z and z_0, in this order.
    table: Vec<f64>,
    row_has: Vec<usize>,
    column_has: Vec<usize>,
    place: Vec<Place>,
    pivot_row: Vec<f64>,
    /// z of the last solution.
    pub(super) z: Vec<f64>,
    basis: PrincipalPart,
}

impl Lemke {
    /// Solves from ray number `ray`, which chooses d, in at most `most` pivots. Returns the number of pivots, and whether a solution was
    /// found rather than another ray.
    pub(super) fn solve(&mut self, lcp: &Lcp, ray: usize, most: usize) -> (usize, bool) {
        let size = lcp.size();
        self.size = size;
        self.z.clear();
        self.z.resize(size, 0.0);
        self.begin(lcp, ray);
        let artificial = 2 * size;
        // The first to leave is the variable of the row that needs the largest z_0.
        let Some(first) = self.leaving(size, true) else {
            return (0, true);
        };
        let mut left = self.exchange(first, size);
        let most = most.min(MAX_PIVOTS.0 + MAX_PIVOTS.1 * size);
        for pivots in 1..=most {
            let entering = if left < size { left + size } else { left - size };
            let Place::Column(column) = self.place[entering] else {
                return (pivots, false);
            };
            let Some(row) = self.leaving(column, false) else {
                return (pivots, false);
            };
            left = self.exchange(row, column);
            if left == artificial {
                self.solve_basis(lcp);
                return (pivots, true);
            }
        }
        (most, false)
    }

    fn begin(&mut self, lcp: &Lcp, ray: usize) {
        let size = self.size;
        self.table.clear();
        for i in 0..size {
            self.table.extend_from_slice(&lcp.m[i * size..][..size]);
            // d: ones for ray 0, else irregular numbers between 1 and 2.
            let d = 1.0 + (GOLDEN * (i * ray) as f64).fract();
            self.table.extend([d, lcp.q[i]]);
        }
        self.row_has.clear();
        self.row_has.extend(0..size);
        self.column_has.clear();
        self.column_has.extend(size..=2 * size);
        self.place.clear();
        self.place.extend((0..size).map(Place::Row));
        self.place.extend((0..=size).map(Place::Column));
    }

    fn entry(&self, row: usize, column: usize) -> f64 {
        self.table[row * (self.size + 2) + column]
    }

    /// Ratio test: the row that limits the variable of a column as it grows from zero; at `first` the row that makes it grow. `None` where
    /// no row does.
    fn leaving(&self, column: usize, first: bool) -> Option<usize> {
        let mut best: Option<usize> = None;
        for row in 0..self.size {
            let slope = self.entry(row, column);
            if first {
                // The most negative q.
                if self.entry(row, self.size + 1) >= 0.0 {
                    continue;
                }
            } else if slope >= -PIVOT {
                continue;
            }
            best = Some(match best {
                Some(other) if self.is_before(other, row, column) => other,
                _ => row,
            });
        }
        best
    }

    /// Whether row `a` limits the variable of a column before row `b`.
    fn is_before(&self, a: usize, b: usize, column: usize) -> bool {
        let (slope_a, slope_b) = (self.entry(a, column).abs(), self.entry(b, column).abs());
        // The row with the least `q / slope` comes first. At the first exchange q is negative, and the row that needs the largest z_0, the
        // one with the largest `-q / slope`, is the same.
        let (p, q) = (
            self.entry(a, self.size + 1) / slope_a,
            self.entry(b, self.size + 1) / slope_b,
        );
        if (p - q).abs() > TIE * p.abs().max(q.abs()).max(1.0) {
            return p < q;
        }
        let artificial = 2 * self.size;
        if self.row_has[a] == artificial || self.row_has[b] == artificial {
            return self.row_has[a] == artificial;
        }
        for k in 0..self.size {
            let (p, q) = (self.shift(a, k) / slope_a, self.shift(b, k) / slope_b);
            if (p - q).abs() > TIE * p.abs().max(q.abs()).max(1.0) {
                return p < q;
            }
        }
        true
    }

    /// Derivative of the variable of a row by q_k.
    fn shift(&self, row: usize, k: usize) -> f64 {
        match self.place[k] {
            Place::Row(own) => f64::from(u8::from(own == row)),
            Place::Column(column) => -self.entry(row, column),
        }
    }

    /// Exchanges the variables of a row and a column; returns the one that was in the row.
    fn exchange(&mut self, row: usize, column: usize) -> usize {
        let width = self.size + 2;
        let inverse = self.entry(row, column).recip();
        self.pivot_row.clear();
        let own = &mut self.table[row * width..][..width];
        for entry in own.iter_mut() {
            *entry *= -inverse;
        }
        own[column] = inverse;
        self.pivot_row.extend_from_slice(own);
        for (i, other) in self.table.chunks_exact_mut(width).enumerate() {
            if i == row {
                continue;
            }
            let share = other[column];
            if share != 0.0 {
                other[column] = 0.0;
                for (to, from) in other.iter_mut().zip(&self.pivot_row) {
                    *to += share * from;
                }
            }
        }
        let (left, entered) = (self.row_has[row], self.column_has[column]);
        (self.row_has[row], self.column_has[column]) = (entered, left);
        self.place[entered] = Place::Row(row);
        self.place[left] = Place::Column(column);
        left
    }

    /// Computes z of the basis from M itself, as the table has accumulated rounding.
    fn solve_basis(&mut self, lcp: &Lcp) {
        let size = self.size;
        self.basis.set.clear();
        self.basis
            .set
            .extend((0..size).filter(|z| matches!(self.place[size + z], Place::Row(_))));
        self.basis.factor(|i| {
            let row = &lcp.m[i * size..][..size];
            move |j| row[j]
        });
        for _ in 0..=REFINEMENTS {
            self.basis.y.clear();
            for &i in &self.basis.set {
                let row = &lcp.m[i * size..][..size];
                let w: f64 = row.iter().zip(&self.z).map(|(m, z)| m * z).sum();
                self.basis.y.push(-(lcp.q[i] + w));
            }
            self.basis.add_solution(&mut self.z);
        }
    }
}
