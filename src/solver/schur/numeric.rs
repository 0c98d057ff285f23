//! The numbers of a core by its rows: A put together body by body, right-looking block LDL^T, solves.

use super::super::blocks::invert;
use super::super::equations::Moment;
use super::{Core, MAX_BODY_DIM, Schur};

/// How much of the freedom of a coordinate the others of its body may take: its mass times its entry of W, 1 where they
/// take none. Beyond, the inverse of the mass has lost digits where something stiff hangs on something soft.
const COUPLED: f64 = 1e4;
/// A pivot that has lost more than this part of its row's diagonal is not trusted.
const LOST: f64 = 1e-7;

impl Schur {
    /// Factors A for these masses. False where digits were lost.
    pub(in super::super) fn factor(&mut self, at: &Moment<'_>, mass: &[f64]) -> bool {
        match self {
            Self::Single(core) => core.factor(at, mass),
            Self::Double(core) => core.factor(at, mass),
        }
    }

    /// Fills the multipliers of the core and the accelerations of its bodies; its part of `force` becomes the
    /// force with the multipliers'.
    pub(in super::super) fn solve(
        &mut self,
        at: &Moment<'_>,
        c: &[f64],
        force: &mut [f64],
        a: &mut [f64],
        lambda: &mut [f64],
    ) {
        match self {
            Self::Single(core) => core.solve(at, c, force, a, lambda),
            Self::Double(core) => core.solve(at, c, force, a, lambda),
        }
    }
}

impl<const R: usize> Core<R> {
    fn factor(&mut self, at: &Moment<'_>, mass: &[f64]) -> bool {
        self.form(at, mass) && self.eliminate()
    }

    /// A = J W J^T + E, a body at a time.
    fn form(&mut self, at: &Moment<'_>, mass: &[f64]) -> bool {
        self.values.fill(0.0);
        let jacobian = &at.system.jacobian;
        let blocks = &mut self.values[..];
        for (body, w) in self
            .bodies
            .iter()
            .zip(self.w.chunks_exact_mut(MAX_BODY_DIM * MAX_BODY_DIM))
        {
            let dim = body.dim;
            let w = &mut w[..dim * dim];
            let mass = &mass[body.mass..][..dim * dim];
            // Written so that NaN counts.
            if !(invert(dim, mass, w) && (0..dim).map(|i| i * dim + i).all(|ii| mass[ii] * w[ii] < COUPLED)) {
                return false;
            }
            let touches = &self.touches[body.touches.0..body.touches.1];
            let mut pair = body.pairs;
            for (k, one) in touches.iter().enumerate() {
                let mut weighed = [[0.0; MAX_BODY_DIM]; R];
                for r in 0..R {
                    let j = &jacobian[one.j[r] as usize..][..dim];
                    for i in 0..dim {
                        let mut sum = 0.0;
                        for n in 0..dim {
                            sum += w[i * dim + n] * j[n];
                        }
                        weighed[r][i] = sum;
                    }
                }
                for other in &touches[k..] {
                    let to = &mut blocks[self.pairs[pair] as usize..][..R * R];
                    pair += 1;
                    for s in 0..R {
                        let j = &jacobian[other.j[s] as usize..][..dim];
                        for r in 0..R {
                            let mut sum = 0.0;
                            for n in 0..dim {
                                sum += j[n] * weighed[r][n];
                            }
                            to[s * R + r] += sum;
                        }
                    }
                }
            }
        }
        for (unit, rows) in self.rows.iter().enumerate() {
            let diagonal = &mut self.values[self.column[unit] as usize..][..R * R];
            for r in 0..R {
                diagonal[r * R + r] += at.system.compliance[rows[r] as usize];
                self.whole[unit * R + r] = diagonal[r * R + r];
            }
        }
        true
    }

    /// L below the diagonal, the inverses of D on it.
    fn eliminate(&mut self) -> bool {
        let mut target = 0;
        for unit in 0..self.rows.len() {
            let (start, end) = (self.column[unit] as usize, self.column[unit + 1] as usize);
            let (done, ahead) = self.values.split_at_mut(end);
            let (diagonal, column) = done[start..].split_at_mut(R * R);
            if !invert_pivot::<R>(diagonal, &self.whole[unit * R..][..R]) {
                return false;
            }
            let raw = &mut self.raw[..column.len()];
            raw.copy_from_slice(column);
            for (l, raw) in column.chunks_exact_mut(R * R).zip(raw.chunks_exact(R * R)) {
                for s in 0..R {
                    for r in 0..R {
                        let mut sum = 0.0;
                        for n in 0..R {
                            sum += raw[s * R + n] * diagonal[n * R + r];
                        }
                        l[s * R + r] = sum;
                    }
                }
            }
            let count = column.len() / (R * R);
            for (k, raw) in raw.chunks_exact(R * R).enumerate() {
                let targets = &self.targets[target..target + count - k];
                target += count - k;
                for (l, &to) in column[k * R * R..].chunks_exact(R * R).zip(targets) {
                    let to = &mut ahead[to as usize - end..][..R * R];
                    for s in 0..R {
                        for r in 0..R {
                            let mut sum = 0.0;
                            for n in 0..R {
                                sum += l[s * R + n] * raw[r * R + n];
                            }
                            to[s * R + r] -= sum;
                        }
                    }
                }
            }
        }
        true
    }

    fn solve(&mut self, at: &Moment<'_>, c: &[f64], force: &mut [f64], a: &mut [f64], lambda: &mut [f64]) {
        let jacobian = &at.system.jacobian;
        for (unit, rows) in self.rows.iter().enumerate() {
            for r in 0..R {
                self.x[unit * R + r] = -c[rows[r] as usize];
            }
        }
        self.weigh(force, a);
        for body in &self.bodies {
            let a = &a[body.at..][..body.dim];
            for touch in &self.touches[body.touches.0..body.touches.1] {
                for r in 0..R {
                    let j = &jacobian[touch.j[r] as usize..][..body.dim];
                    let mut sum = 0.0;
                    for n in 0..body.dim {
                        sum += j[n] * a[n];
                    }
                    self.x[touch.unit as usize * R + r] -= sum;
                }
            }
        }
        self.substitute();
        for (unit, rows) in self.rows.iter().enumerate() {
            for r in 0..R {
                lambda[rows[r] as usize] = self.x[unit * R + r];
            }
        }
        for body in &self.bodies {
            let force = &mut force[body.at..][..body.dim];
            for touch in &self.touches[body.touches.0..body.touches.1] {
                for r in 0..R {
                    let j = &jacobian[touch.j[r] as usize..][..body.dim];
                    let multiplier = self.x[touch.unit as usize * R + r];
                    for n in 0..body.dim {
                        force[n] += j[n] * multiplier;
                    }
                }
            }
        }
        self.weigh(force, a);
    }

    /// `a = W f` for the bodies of the core.
    fn weigh(&self, force: &[f64], a: &mut [f64]) {
        for (body, w) in self
            .bodies
            .iter()
            .zip(self.w.chunks_exact(MAX_BODY_DIM * MAX_BODY_DIM))
        {
            let (force, a) = (&force[body.at..][..body.dim], &mut a[body.at..][..body.dim]);
            for i in 0..body.dim {
                let mut sum = 0.0;
                for n in 0..body.dim {
                    sum += w[i * body.dim + n] * force[n];
                }
                a[i] = sum;
            }
        }
    }

    /// `x <- L^-T D^-1 L^-1 x`.
    fn substitute(&mut self) {
        for unit in 0..self.rows.len() {
            let (start, end) = (self.column[unit] as usize, self.column[unit + 1] as usize);
            let (before, after) = self.x.split_at_mut((unit + 1) * R);
            let x = &mut before[unit * R..];
            let below = &self.below[start / (R * R) - unit..end / (R * R) - unit - 1];
            let l = self.values[start + R * R..end].chunks_exact(R * R);
            for (&row, l) in below.iter().zip(l) {
                let to = &mut after[(row as usize - unit - 1) * R..][..R];
                for s in 0..R {
                    for r in 0..R {
                        to[s] -= l[s * R + r] * x[r];
                    }
                }
            }
            let diagonal = &self.values[start..][..R * R];
            let mut scaled = [0.0; R];
            for s in 0..R {
                for r in 0..R {
                    scaled[s] += diagonal[s * R + r] * x[r];
                }
            }
            x.copy_from_slice(&scaled);
        }
        for unit in (0..self.rows.len()).rev() {
            let (start, end) = (self.column[unit] as usize, self.column[unit + 1] as usize);
            let (before, after) = self.x.split_at_mut((unit + 1) * R);
            let x = &mut before[unit * R..];
            let below = &self.below[start / (R * R) - unit..end / (R * R) - unit - 1];
            let l = self.values[start + R * R..end].chunks_exact(R * R);
            for (&row, l) in below.iter().zip(l) {
                let from = &after[(row as usize - unit - 1) * R..][..R];
                for r in 0..R {
                    for s in 0..R {
                        x[r] -= l[s * R + r] * from[s];
                    }
                }
            }
        }
    }
}

/// Inverts a pivot of one or two rows in place; false where one has lost its digits.
fn invert_pivot<const R: usize>(pivot: &mut [f64], whole: &[f64]) -> bool {
    let first = pivot[0];
    let mut sound = first > LOST * whole[0] && first.is_finite();
    let inverse = first.recip();
    pivot[0] = inverse;
    if R == 2 {
        let l = pivot[2] * inverse;
        let second = pivot[3] - l * pivot[2];
        sound &= second > LOST * whole[1] && second.is_finite();
        let inverse_second = second.recip();
        pivot[0] = inverse + l * l * inverse_second;
        pivot[1] = -l * inverse_second;
        pivot[2] = pivot[1];
        pivot[3] = inverse_second;
    }
    sound
}
