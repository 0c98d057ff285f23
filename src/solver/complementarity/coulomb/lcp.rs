//! Complementarity with Coulomb friction as a linear complementarity problem, `w = M z + q, 0 <= w ⊥ z >= 0` (Stewart and Trinkle 1996):
//!
//! ```text
//! x = x_0 + (pushes of z)
//! contact   x_n,  x_t = b+ - b-,  s       ± w_t + s ⊥ b±,   mu x_n - b+ - b- ⊥ s
//! bounds    x = lo + z,  v                w + v ⊥ z,        hi - lo - z ⊥ v
//! ```

use super::scaled::{Law, Scaled};

/// Meaning of an unknown of z.
#[derive(Clone, Copy)]
enum Unknown {
    /// Part of the multiplier of a row, with a sign.
    Push { row: usize, sign: f64 },
    /// Multiplier of the upper bound of a push; `range` is its distance from the lower bound.
    Cap { push: usize, range: f64 },
    /// Sliding speed of a contact; the pushes b+ and b- of the contact precede it.
    Slide { normal: usize, coefficient: f64 },
}

/// The problem, and its workspace.
#[derive(Default)]
pub(super) struct Lcp {
    unknowns: Vec<Unknown>,
    /// Index of the push of each row with a finite lower bound below its upper one; `usize::MAX` for other rows.
    push_of: Vec<usize>,
    /// Multipliers for z = 0.
    origin: Vec<f64>,
    /// M, row by row.
    pub(super) m: Vec<f64>,
    pub(super) q: Vec<f64>,
}

impl Lcp {
    pub(super) fn size(&self) -> usize {
        self.unknowns.len()
    }

    /// Sets up the problem from a scaled one.
    pub(super) fn set(&mut self, problem: &Scaled) {
        self.choose_unknowns(problem);
        let size = self.size();
        self.q.clear();
        self.m.clear();
        self.m.resize(size * size, 0.0);
        for (i, own) in self.unknowns.iter().enumerate() {
            let row = &mut self.m[i * size..][..size];
            let mut fixed = 0.0;
            match *own {
                Unknown::Push { row: r, sign } => {
                    let b = problem.row(r);
                    fixed = problem.q[r] + b.iter().zip(&self.origin).map(|(b, x)| b * x).sum::<f64>();
                    fixed *= sign;
                    for (entry, other) in row.iter_mut().zip(&self.unknowns) {
                        if let Unknown::Push { row: s, sign: other } = *other {
                            *entry = sign * other * (b[s] + problem.follows(s, b));
                        }
                    }
                }
                Unknown::Cap { push, range } => {
                    row[push] = -1.0;
                    fixed = range;
                }
                Unknown::Slide { normal, coefficient } => {
                    row[normal] = coefficient;
                    // The lower bound of the normal force may be more than zero.
                    if let Some(Unknown::Push { row, .. }) = self.unknowns.get(normal) {
                        fixed = coefficient * self.origin[*row];
                    }
                    (row[i - 2], row[i - 1]) = (-1.0, -1.0);
                }
            }
            self.q.push(fixed);
        }
        for (i, own) in self.unknowns.iter().enumerate() {
            match *own {
                Unknown::Push { .. } => {}
                Unknown::Cap { push, .. } => self.m[push * size + i] = 1.0,
                Unknown::Slide { .. } => {
                    self.m[(i - 2) * size + i] = 1.0;
                    self.m[(i - 1) * size + i] = 1.0;
                }
            }
        }
    }

    fn choose_unknowns(&mut self, problem: &Scaled) {
        self.unknowns.clear();
        self.push_of.clear();
        self.push_of.resize(problem.size, usize::MAX);
        self.origin.clear();
        self.origin.resize(problem.size, 0.0);
        for row in 0..problem.size {
            let Law::Bounds([lo, hi]) = problem.laws[row] else {
                continue;
            };
            let push = self.unknowns.len();
            if lo.is_finite() {
                self.origin[row] = lo;
                if lo < hi {
                    self.push_of[row] = push;
                    self.unknowns.push(Unknown::Push { row, sign: 1.0 });
                }
                if lo < hi && hi.is_finite() {
                    self.unknowns.push(Unknown::Cap { push, range: hi - lo });
                }
            } else if hi.is_finite() {
                self.origin[row] = hi;
                self.unknowns.push(Unknown::Push { row, sign: -1.0 });
            } else {
                self.unknowns.push(Unknown::Push { row, sign: 1.0 });
                self.unknowns.push(Unknown::Push { row, sign: -1.0 });
            }
        }
        for row in 0..problem.size {
            if let Law::Friction { normal, coefficient } = problem.laws[row]
                && coefficient > 0.0
                && self.push_of[normal] != usize::MAX
            {
                for sign in [1.0, -1.0] {
                    self.unknowns.push(Unknown::Push { row, sign });
                }
                let normal = self.push_of[normal];
                self.unknowns.push(Unknown::Slide { normal, coefficient });
            }
        }
    }

    /// Converts a solution z to multipliers.
    pub(super) fn recover(&self, problem: &Scaled, z: &[f64], x: &mut [f64]) {
        x.copy_from_slice(&self.origin[..problem.size]);
        for (own, z) in self.unknowns.iter().zip(z) {
            if let Unknown::Push { row, sign } = *own {
                x[row] += sign * z;
            }
        }
        for row in 0..problem.size {
            if let Law::Sliding { normal, share } = problem.laws[row] {
                x[row] = share * x[normal];
            }
        }
    }
}
