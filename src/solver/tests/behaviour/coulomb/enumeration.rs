//! All solutions of a small problem, from one linear system for each combination of modes of all rows.

use tinkertoy_solver::Law;

use super::problem::Problem;

/// Pivot threshold below which a combination of modes counts as singular.
const SINGULAR: f64 = 1e-9;
/// Tolerance of a solution, for its residual and for the order of its bounds.
const SOLVED: f64 = 1e-9;

/// Mode of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    Held,
    /// x has this value.
    At(f64),
    /// x is a row's multiplier times this factor.
    Follows(usize, f64),
}

/// All solutions, and the number of mode combinations whose linear system is singular.
#[derive(Default)]
pub struct Solutions {
    pub all: Vec<Vec<f64>>,
    pub singular: usize,
}

/// Returns all solutions.
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
        // An open contact, or one without friction, has only one mode.
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

/// Returns the multipliers for these modes; `None` where the system is singular.
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
                // Scales the row to the size of the others.
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
        // The comparison treats NaN as singular.
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
