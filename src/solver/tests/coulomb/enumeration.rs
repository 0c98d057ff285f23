//! Every solution of a small problem, by one linear system for each choice of modes of all rows.

use tinkertoy_solver::Law;

use crate::problem::Problem;

/// Pivot, relative to the largest of its column, below which a choice of modes counts as singular.
const SINGULAR: f64 = 1e-9;
/// What a solution may miss, and where a choice of modes is near to being one.
const SOLVED: f64 = 1e-9;

/// What a row may do.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Held,
    /// x is that.
    At(f64),
    /// x is that times the multiplier of a row.
    Follows(usize, f64),
}

/// All solutions, and the choices of modes whose linear system is singular.
#[derive(Default)]
pub struct Solutions {
    pub all: Vec<Vec<f64>>,
    pub singular: usize,
}

/// Finds them all.
pub fn enumerate(problem: &Problem) -> Solutions {
    let mut found = Solutions::default();
    choose(problem, &mut Vec::new(), &mut found);
    found
}

fn choose(problem: &Problem, modes: &mut Vec<Mode>, found: &mut Solutions) {
    let row = modes.len();
    if row == problem.size() {
        match solution(problem, modes) {
            None => found.singular += 1,
            Some(x) if is_solution(problem, &x) => found.all.push(x),
            Some(_) => {}
        }
        return;
    }
    let choices = match problem.laws[row] {
        Law::Bounds([lo, hi]) => {
            let ends = [lo, hi].map(|end| end.is_finite().then_some(Mode::At(end)));
            [Some(Mode::Held), ends[0], ends[1]]
        }
        // Where the contact is open, or has no friction, there is nothing to choose.
        Law::Friction { normal, coefficient } if modes[normal] != Mode::Held || coefficient == 0.0 => {
            [Some(Mode::At(0.0)), None, None]
        }
        Law::Friction { normal, coefficient } => {
            let slips = [coefficient, -coefficient].map(|share| Some(Mode::Follows(normal, share)));
            [Some(Mode::Held), slips[0], slips[1]]
        }
        Law::Sliding { normal, share } => [Some(Mode::Follows(normal, share)), None, None],
    };
    for mode in choices.into_iter().flatten() {
        modes.push(mode);
        choose(problem, modes, found);
        modes.pop();
    }
}

fn is_solution(problem: &Problem, x: &[f64]) -> bool {
    let in_order = |i: usize| {
        let [lo, hi] = problem.bounds(i, x);
        lo <= hi + SOLVED
    };
    let normals = (0..x.len()).all(|i| match problem.laws[i] {
        Law::Sliding { normal, .. } => x[normal] >= -SOLVED,
        _ => in_order(i),
    });
    normals && x.iter().all(|x| x.is_finite()) && problem.miss(x) < SOLVED
}

/// The multipliers with these modes; none where they are not determined.
fn solution(problem: &Problem, modes: &[Mode]) -> Option<Vec<f64>> {
    let size = problem.size();
    let width = size + 1;
    let mut a = vec![0.0; size * width];
    for (i, mode) in modes.iter().enumerate() {
        let row = &mut a[i * width..][..width];
        match *mode {
            Mode::Held => {
                row[..size].copy_from_slice(&problem.b[i * size..][..size]);
                row[size] = -problem.q[i];
                // As large as the others.
                let own = problem.b[i * size + i];
                row.iter_mut().for_each(|entry| *entry /= own);
            }
            Mode::At(x) => (row[i], row[size]) = (1.0, x),
            Mode::Follows(normal, share) => (row[i], row[normal]) = (1.0, -share),
        }
    }
    gauss(size, &mut a)
}

fn gauss(size: usize, a: &mut [f64]) -> Option<Vec<f64>> {
    let width = size + 1;
    for k in 0..size {
        let pivot = (k..size).max_by(|&i, &j| a[i * width + k].abs().total_cmp(&a[j * width + k].abs()))?;
        // Written so that NaN is singular.
        let regular = a[pivot * width + k].abs() > SINGULAR;
        if !regular {
            return None;
        }
        if pivot != k {
            for c in 0..width {
                a.swap(k * width + c, pivot * width + c);
            }
        }
        let (done, rest) = a.split_at_mut((k + 1) * width);
        let own = &done[k * width..];
        for row in rest.chunks_exact_mut(width) {
            let share = row[k] / own[k];
            if share != 0.0 {
                for (to, from) in row[k..].iter_mut().zip(&own[k..]) {
                    *to -= share * from;
                }
            }
        }
    }
    let mut x = vec![0.0; size];
    for k in (0..size).rev() {
        let row = &a[k * width..][..width];
        let known: f64 = (k + 1..size).map(|c| row[c] * x[c]).sum();
        x[k] = (row[size] - known) / row[k];
    }
    Some(x)
}
