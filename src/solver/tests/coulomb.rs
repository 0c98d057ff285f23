//! Complementarity with Coulomb friction: random systems, redundant, degenerate and with friction, against the law itself, against
//! enumeration of all modes, and without friction against a method of another kind.
//!
//! `TINKERTOY_COULOMB` says how many random systems (10 000 in a full run).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod systems;

use systems::Random;
use tinkertoy_solver::{Coulomb, CoulombAnswer, Law, Side};

fn count(otherwise: u64) -> u64 {
    let asked = std::env::var("TINKERTOY_COULOMB").ok();
    asked.and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

struct Problem {
    b: Vec<f64>,
    q: Vec<f64>,
    laws: Vec<Law>,
}

impl Problem {
    fn size(&self) -> usize {
        self.q.len()
    }

    fn w(&self, x: &[f64]) -> Vec<f64> {
        let rows = self.b.chunks_exact(self.size());
        let pushed = rows.map(|row| row.iter().zip(x).map(|(b, x)| b * x).sum::<f64>());
        pushed.zip(&self.q).map(|(pushed, q)| pushed + q).collect()
    }

    fn solve(&self) -> (Vec<f64>, CoulombAnswer) {
        let mut x = vec![0.0; self.size()];
        let mut sides = vec![Side::Low; self.size()];
        let answer = Coulomb::default().solve(&self.b, &self.q, &self.laws, &mut sides, &mut x);
        (x, answer)
    }

    fn bounds(&self, i: usize, x: &[f64]) -> [f64; 2] {
        match self.laws[i] {
            Law::Bounds(bounds) => bounds,
            Law::Friction { normal, coefficient } => [-coefficient * x[normal], coefficient * x[normal]],
            Law::Sliding { normal, share } => [share * x[normal]; 2],
        }
    }

    /// How far each row is from its law, in units of its own, relative to the largest q: written without a look at the solver.
    fn miss(&self, x: &[f64]) -> f64 {
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

/// Contacts and other rows of `bodies` bodies of three freedoms, of which there may be more than freedoms: B = J W J^T, q = J v + b with
/// b >= 0 on contacts, as it comes in steps.
fn random_problem(random: &mut Random, most: usize) -> Problem {
    let contacts = 1 + random.below(most / 2);
    let others = random.below(4).min(most - 2 * contacts);
    let bodies = 1 + random.below(contacts + 2);
    let freedoms = 3 * bodies;
    let mut j: Vec<Vec<f64>> = Vec::new();
    let (mut laws, mut b) = (Vec::new(), Vec::new());
    let coefficients = [0.0, 0.1, 0.5, 1.0, 3.0];
    for _ in 0..contacts {
        let (one, other) = (random.below(bodies), random.below(bodies));
        // A few directions and levers only: many rows depend on each other.
        let angle = 0.5 * std::f64::consts::PI * random.below(4) as f64 + 0.3 * random.below(2) as f64;
        let normal = [angle.cos(), angle.sin()];
        let lever = [random.below(3) as f64 - 1.0, random.below(2) as f64];
        for axis in [normal, [-normal[1], normal[0]]] {
            let mut row = vec![0.0; freedoms];
            let turn = lever[0] * axis[1] - lever[1] * axis[0];
            let block = [axis[0], axis[1], turn];
            for k in 0..3 {
                row[3 * one + k] += block[k];
                if other != one {
                    row[3 * other + k] -= block[k];
                }
            }
            j.push(row);
        }
        let normal = laws.len();
        laws.push(Law::Bounds([0.0, f64::INFINITY]));
        laws.push(Law::Friction {
            normal,
            coefficient: coefficients[random.below(coefficients.len())],
        });
        b.extend([
            if random.below(2) == 0 {
                0.0
            } else {
                random.unit().abs()
            },
            0.0,
        ]);
    }
    for _ in 0..others {
        j.push((0..freedoms).map(|_| random.unit()).collect());
        let bounds = match random.below(3) {
            0 => [-random.unit().abs(), random.unit().abs()],
            1 => [f64::NEG_INFINITY, 0.0],
            _ => [0.0, f64::INFINITY],
        };
        laws.push(Law::Bounds(bounds));
        let open = if bounds[0] == 0.0 {
            random.unit().abs()
        } else if bounds[1] == 0.0 {
            -random.unit().abs()
        } else {
            0.0
        };
        b.push(open);
    }
    let masses: Vec<f64> = (0..freedoms)
        .map(|_| 10.0_f64.powf(1.5 * random.unit()))
        .collect();
    let resting = random.below(3) == 0;
    let v: Vec<f64> = (0..freedoms)
        .map(|k| match (resting, k % 3) {
            (true, 1) => -1.0,
            (true, _) => 0.0,
            _ => random.unit(),
        })
        .collect();
    let dot = |one: &[f64], other: &[f64]| {
        let terms = one.iter().zip(other).zip(&masses);
        terms.map(|((a, b), m)| a * b / m).sum::<f64>()
    };
    let mut problem = Problem {
        b: Vec::new(),
        q: Vec::new(),
        laws,
    };
    for (row, b) in j.iter().zip(&b) {
        problem.b.extend(j.iter().map(|other| dot(row, other)));
        problem
            .q
            .push(row.iter().zip(&v).map(|(j, v)| j * v).sum::<f64>() + b);
    }
    problem
}

#[test]
fn random_systems_are_solved_to_ten_digits() {
    let (mut pivoted, mut worst) = (0, 0.0_f64);
    for seed in 0..count(1500) {
        let problem = random_problem(&mut Random::new(seed), 60);
        let (x, answer) = problem.solve();
        let miss = problem.miss(&x);
        assert!(
            miss < 1e-10,
            "system {seed} of {}: {miss:.1e} {answer:?}",
            problem.size()
        );
        assert!(answer.residual < 1e-10, "system {seed}: {answer:?}");
        worst = worst.max(miss);
        pivoted += usize::from(answer.pivots > 0);
    }
    println!("worst {worst:.1e}, {pivoted} by Lemke's method");
    assert!(pivoted > 0, "some need more than Newton's method");
}

/// All solutions with one mode a row, each from its own linear system; those whose held rows depend on each other are left out.
fn enumerate(problem: &Problem) -> Vec<Vec<f64>> {
    let size = problem.size();
    let mut all = Vec::new();
    for code in 0..3_usize.pow(size as u32) {
        let mode = |i: usize| code / 3_usize.pow(i as u32) % 3;
        let mut a = vec![0.0; size * (size + 1)];
        for i in 0..size {
            let row = &mut a[i * (size + 1)..][..=size];
            match (mode(i), problem.laws[i]) {
                (0, _) => {
                    row[..size].copy_from_slice(&problem.b[i * size..][..size]);
                    row[size] = -problem.q[i];
                }
                (k, Law::Bounds(bounds)) => (row[i], row[size]) = (1.0, bounds[k - 1]),
                (k, Law::Friction { normal, coefficient }) => {
                    row[i] = 1.0;
                    row[normal] = if k == 1 { coefficient } else { -coefficient };
                }
                (_, Law::Sliding { normal, share }) => (row[i], row[normal]) = (1.0, -share),
            }
        }
        if let Some(x) = gauss(size, &mut a)
            && x.iter().all(|x| x.is_finite())
            && problem.miss(&x) < 1e-9
            && (0..size).all(|i| problem.bounds(i, &x)[0] <= problem.bounds(i, &x)[1] + 1e-9)
        {
            all.push(problem.w(&x));
        }
    }
    all
}

fn gauss(size: usize, a: &mut [f64]) -> Option<Vec<f64>> {
    let width = size + 1;
    for k in 0..size {
        let pivot = (k..size).max_by(|&i, &j| a[i * width + k].abs().total_cmp(&a[j * width + k].abs()))?;
        if a[pivot * width + k].abs() < 1e-9 || !a[pivot * width + k].is_finite() {
            return None;
        }
        for c in 0..width {
            a.swap(k * width + c, pivot * width + c);
        }
        for i in 0..size {
            if i != k {
                let share = a[i * width + k] / a[k * width + k];
                for c in k..width {
                    a[i * width + c] -= share * a[k * width + c];
                }
            }
        }
    }
    Some(
        (0..size)
            .map(|i| a[i * width + size] / a[i * width + i])
            .collect(),
    )
}

#[test]
fn what_is_found_is_among_the_solutions_that_enumeration_finds() {
    let mut compared = 0;
    for seed in 0..count(1500) / 10 {
        let problem = random_problem(&mut Random::new(1_000_000 + seed), 8);
        let all = enumerate(&problem);
        if all.is_empty() {
            continue;
        }
        let (x, _) = problem.solve();
        let w = problem.w(&x);
        let size = w.iter().fold(1.0_f64, |most, w| most.max(w.abs()));
        let is_it = |other: &Vec<f64>| other.iter().zip(&w).all(|(a, b)| (a - b).abs() < 1e-7 * size);
        // Where rows depend on each other there may be a continuum, of which enumeration finds corners only.
        compared += usize::from(all.iter().any(is_it));
        let unique = all.iter().all(|other| {
            other
                .iter()
                .zip(&all[0])
                .all(|(a, b)| (a - b).abs() < 1e-7 * size)
        });
        assert!(
            !unique || all.iter().any(is_it) || problem.miss(&x) < 1e-11,
            "system {seed}"
        );
    }
    assert!(compared > 50, "{compared}");
}

/// Without friction w is that of the least of `1/2 x B x + q x`, found by accelerated projected gradients (Beck and Teboulle 2009).
#[test]
fn without_friction_it_is_the_least_of_a_convex_function() {
    for seed in 0..count(1500) / 30 {
        let mut problem = random_problem(&mut Random::new(2_000_000 + seed), 24);
        let size = problem.size();
        for law in &mut problem.laws {
            if let Law::Friction { .. } = law {
                *law = Law::Bounds([-0.2, 0.2]);
            }
        }
        let (x, _) = problem.solve();
        let bound = |law: &Law| match law {
            Law::Bounds(bounds) => *bounds,
            Law::Friction { .. } | Law::Sliding { .. } => [0.0, 0.0],
        };
        let unit: Vec<f64> = (0..size)
            .map(|i| problem.b[i * size + i].sqrt().recip())
            .collect();
        let rate = 1.0 / size as f64;
        let (mut y, mut old, mut momentum) = (vec![0.0; size], vec![0.0; size], 1.0_f64);
        for _ in 0..20_000 {
            let at: Vec<f64> = y.iter().zip(&unit).map(|(y, u)| y * u).collect();
            let w = problem.w(&at);
            let mut next = vec![0.0; size];
            for i in 0..size {
                let [lo, hi] = bound(&problem.laws[i]);
                next[i] = (y[i] - rate * w[i] * unit[i]).max(lo / unit[i]).min(hi / unit[i]);
            }
            let turns: f64 = (0..size).map(|i| (y[i] - next[i]) * (next[i] - old[i])).sum();
            let faster = if turns > 0.0 {
                1.0
            } else {
                0.5 * (1.0 + (1.0 + 4.0 * momentum * momentum).sqrt())
            };
            let share = if turns > 0.0 {
                0.0
            } else {
                (momentum - 1.0) / faster
            };
            for i in 0..size {
                y[i] = next[i] + share * (next[i] - old[i]);
            }
            (old, momentum) = (next, faster);
        }
        let there: Vec<f64> = old.iter().zip(&unit).map(|(y, u)| y * u).collect();
        let (one, other) = (problem.w(&x), problem.w(&there));
        let scale = problem.q.iter().fold(0.0_f64, |most, q| most.max(q.abs()));
        for i in 0..size {
            assert!(
                (one[i] - other[i]).abs() <= 1e-5 * scale,
                "system {seed}, row {i}: {} {}",
                one[i],
                other[i]
            );
        }
    }
}

/// A wedge that no restitution asked for can open: there is no solution, and it is said.
#[test]
fn where_there_is_none_it_is_said() {
    // One body between two walls that both ask it to come away.
    let problem = Problem {
        b: vec![1.0, -1.0, -1.0, 1.0],
        q: vec![-1.0, -1.0],
        laws: vec![Law::Bounds([0.0, f64::INFINITY]); 2],
    };
    let (x, answer) = problem.solve();
    assert!(
        !answer.is_exact() && x.iter().all(|x| x.is_finite()),
        "{answer:?}"
    );
}

/// What slides already: `x_n = -q_n/(b_nn + share b_nt)` and friction so many times that. From the coefficient on at which the sum is
/// negative there is none (Painlevé), and it is said.
#[test]
fn what_slides_follows_its_normal_force() {
    let [normal, across] = [2.0, -1.5];
    for (share, solvable) in [(-0.4, true), (0.0, true), (1.2, true), (1.5, false)] {
        let problem = Problem {
            b: vec![normal, across, across, 3.0],
            q: vec![-1.0, 0.7],
            laws: vec![
                Law::Bounds([0.0, f64::INFINITY]),
                Law::Sliding { normal: 0, share },
            ],
        };
        let (x, answer) = problem.solve();
        assert_eq!(answer.is_exact(), solvable, "{share}: {answer:?}");
        let expected = 1.0 / (normal + share * across);
        if solvable {
            assert!((x[0] - expected).abs() < 1e-12, "{share}: {x:?}");
            assert!((x[1] - share * expected).abs() < 1e-12, "{share}: {x:?}");
        } else {
            assert!(x.iter().all(|x| x.is_finite()), "{x:?}");
        }
    }
}
