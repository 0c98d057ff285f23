//! Random dense problems with contacts, and their law, written independently of the solver.

use tinkertoy_solver::{Coulomb, CoulombAnswer, Law, Side};

use crate::systems::Random;

pub struct Problem {
    pub b: Vec<f64>,
    pub q: Vec<f64>,
    pub laws: Vec<Law>,
}

impl Problem {
    pub fn size(&self) -> usize {
        self.q.len()
    }

    pub fn w(&self, x: &[f64]) -> Vec<f64> {
        let rows = self.b.chunks_exact(self.size());
        let pushed = rows.map(|row| row.iter().zip(x).map(|(b, x)| b * x).sum::<f64>());
        pushed.zip(&self.q).map(|(pushed, q)| pushed + q).collect()
    }

    pub fn solve(&self) -> (Vec<f64>, CoulombAnswer) {
        let mut x = vec![0.0; self.size()];
        let mut sides = vec![Side::Low; self.size()];
        let answer = Coulomb::default().solve(&self.b, &self.q, &self.laws, &mut sides, &mut x);
        (x, answer)
    }

    pub fn bounds(&self, i: usize, x: &[f64]) -> [f64; 2] {
        match self.laws[i] {
            Law::Bounds(bounds) => bounds,
            Law::Friction { normal, coefficient } => [-coefficient * x[normal], coefficient * x[normal]],
            Law::Sliding { normal, share } => [share * x[normal]; 2],
        }
    }

    /// Returns the largest violation of a row's law, in units scaled by the row's diagonal, relative to the largest q.
    pub fn miss(&self, x: &[f64]) -> f64 {
        let w = self.w(x);
        let (mut worst, mut size) = (0.0_f64, 1e-300_f64);
        for i in 0..self.size() {
            let own = self.b[i * self.size() + i].sqrt();
            let [lo, hi] = self.bounds(i, x).map(|bound| bound * own);
            let (x, w) = (x[i] * own, w[i] / own);
            let miss = if x - w < lo {
                x - lo
            } else if x - w > hi {
                x - hi
            } else {
                w
            };
            worst = worst.max(miss.abs());
            size = size.max(self.q[i].abs() / own);
        }
        worst / size
    }
}

/// Rows of J under construction, with their laws and their offsets b of q.
struct Rows {
    freedoms: usize,
    j: Vec<Vec<f64>>,
    laws: Vec<Law>,
    b: Vec<f64>,
}

impl Rows {
    fn of(bodies: usize) -> Self {
        Self {
            freedoms: 3 * bodies,
            j: Vec::new(),
            laws: Vec::new(),
            b: Vec::new(),
        }
    }

    fn add(&mut self, row: Vec<f64>, law: Law, b: f64) {
        self.j.push(row);
        self.laws.push(law);
        self.b.push(b);
    }

    /// Returns the row of relative motion along an axis at a point, which is given by its levers from the centres of two bodies, or
    /// of one.
    fn along(&self, [one, other]: [usize; 2], axis: [f64; 2], levers: [[f64; 2]; 2]) -> Vec<f64> {
        let mut row = vec![0.0; self.freedoms];
        for (body, lever, sign) in [(one, levers[0], 1.0), (other, levers[1], -1.0)] {
            if sign < 0.0 && other == one {
                continue;
            }
            let turn = lever[0] * axis[1] - lever[1] * axis[0];
            for (k, entry) in [axis[0], axis[1], turn].into_iter().enumerate() {
                row[3 * body + k] += sign * entry;
            }
        }
        row
    }

    /// Adds a contact: a normal row and its rows of friction, sliding and possibly rolling.
    fn touch(&mut self, bodies: [usize; 2], angle: f64, levers: [[f64; 2]; 2], b: f64, friction: &[f64]) {
        let normal = self.laws.len();
        let along = [angle.cos(), angle.sin()];
        let row = self.along(bodies, along, levers);
        self.add(row, Law::Bounds([0.0, f64::INFINITY]), b);
        for (k, &coefficient) in friction.iter().enumerate() {
            let row = if k == 0 {
                self.along(bodies, [-along[1], along[0]], levers)
            } else {
                let mut row = vec![0.0; self.freedoms];
                row[3 * bodies[0] + 2] += 1.0;
                if bodies[1] != bodies[0] {
                    row[3 * bodies[1] + 2] -= 1.0;
                }
                row
            };
            self.add(row, Law::Friction { normal, coefficient }, 0.0);
        }
    }

    /// Forms B = J W J^T, q = J v + b, with mass ratios up to a thousand.
    fn finish(self, random: &mut Random, v: &[f64]) -> Problem {
        let masses: Vec<f64> = (0..self.freedoms)
            .map(|_| 10.0_f64.powf(1.5 * random.unit()))
            .collect();
        let dot = |one: &[f64], other: &[f64]| {
            let terms = one.iter().zip(other).zip(&masses);
            terms.map(|((a, b), m)| a * b / m).sum::<f64>()
        };
        let mut problem = Problem {
            b: Vec::new(),
            q: Vec::new(),
            laws: self.laws,
        };
        for (row, b) in self.j.iter().zip(&self.b) {
            problem.b.extend(self.j.iter().map(|other| dot(row, other)));
            let rate = row.iter().zip(v).map(|(j, v)| j * v).sum::<f64>();
            problem.q.push(rate + b);
        }
        problem
    }
}

/// Returns zero, or a random gap up to 1.
fn gap(random: &mut Random) -> f64 {
    if random.chance(0.5) {
        0.0
    } else {
        random.unit().abs()
    }
}

/// Contacts and other rows on bodies with three degrees of freedom, possibly more rows than degrees of freedom: q = J v + b with b
/// >= 0 on contacts, as in steps. Only a few directions and levers occur, so that many rows depend on each other.
pub fn redundant(random: &mut Random, most: usize) -> Problem {
    let contacts = 1 + random.below(most / 2);
    let bodies = 1 + random.below(contacts + 2);
    let mut rows = Rows::of(bodies);
    let coefficients = [0.0, 0.1, 0.5, 1.0, 3.0];
    for _ in 0..contacts {
        let left = most - rows.laws.len();
        if left < 2 {
            break;
        }
        let pair = [random.below(bodies), random.below(bodies)];
        let angle = 0.5 * std::f64::consts::PI * random.below(4) as f64 + 0.3 * random.below(2) as f64;
        let lever = [random.below(3) as f64 - 1.0, random.below(2) as f64];
        let rolls = left > 2 && random.chance(0.15);
        let mut coefficient = || coefficients[random.below(coefficients.len())];
        let friction = [coefficient(), 0.1 * coefficient()];
        let friction = if rolls { &friction[..] } else { &friction[..1] };
        rows.touch(pair, angle, [lever; 2], gap(random), friction);
    }
    for _ in 0..random.below(4).min(most - rows.laws.len()) {
        let row = (0..rows.freedoms).map(|_| random.unit()).collect();
        let (bounds, b) = match random.below(4) {
            0 => ([-random.unit().abs(), random.unit().abs()], 0.0),
            1 => ([f64::NEG_INFINITY, 0.0], -random.unit().abs()),
            2 => ([f64::NEG_INFINITY, f64::INFINITY], 0.0),
            _ => ([0.0, f64::INFINITY], random.unit().abs()),
        };
        rows.add(row, Law::Bounds(bounds), b);
    }
    let resting = random.below(3) == 0;
    let v: Vec<f64> = (0..rows.freedoms)
        .map(|k| match (resting, k % 3) {
            (true, 1) => -1.0,
            (true, _) => 0.0,
            _ => random.unit(),
        })
        .collect();
    rows.finish(random, &v)
}

/// Contacts of up to `most` rows in general position: no rows depend on each other. With `accelerations`, some contacts already
/// slide.
pub fn general(random: &mut Random, most: usize, accelerations: bool) -> Problem {
    let contacts = 1 + random.below(most / 2);
    let bodies = contacts + 1;
    let mut rows = Rows::of(bodies);
    for _ in 0..contacts {
        let left = most - rows.laws.len();
        if left < 2 {
            break;
        }
        let one = random.below(bodies);
        let pair = [one, (one + 1 + random.below(bodies - 1)) % bodies];
        let levers = [[random.unit(), random.unit()], [random.unit(), random.unit()]];
        let friction = [2.0 * random.unit().abs(), 0.3 * random.unit().abs()];
        let friction = if left > 2 && random.chance(0.4) {
            &friction[..]
        } else {
            &friction[..1]
        };
        rows.touch(pair, 3.0 * random.unit(), levers, gap(random), friction);
    }
    let slide = |law: &mut Law| {
        if let Law::Friction { normal, coefficient } = *law
            && accelerations
            && random.chance(0.5)
        {
            let share = if random.chance(0.5) {
                coefficient
            } else {
                -coefficient
            };
            *law = Law::Sliding { normal, share };
        }
    };
    rows.laws.iter_mut().for_each(slide);
    let v: Vec<f64> = (0..rows.freedoms).map(|_| random.unit()).collect();
    let mut problem = rows.finish(random, &v);
    if accelerations {
        problem.q.iter_mut().for_each(|q| *q = random.unit());
    }
    problem
}
