//! Gragg's modified midpoint rule with extrapolation: a step H is computed with 2, 4, ... 2 m sub-steps, the error is a
//! series in even powers of their length, and the Aitken-Neville scheme eliminates m - 1 terms of it. With m = 8
//! the order is 16, so that steps of hundredths of a second are accurate to rounding. No method of the program is
//! built this way.

/// Number of columns of the scheme; the order is twice that.
const COLUMNS: usize = 8;

/// Integrates y' = f(t, y) from `y` at `start`, and returns y at each of `times` (ascending, not before `start`). Steps are at most
/// `longest` seconds long.
pub fn integrate<const N: usize>(
    start: f64,
    mut y: [f64; N],
    times: &[f64],
    longest: f64,
    f: impl Fn(f64, &[f64; N]) -> [f64; N],
) -> Vec<[f64; N]> {
    let mut from = start;
    let mut answers = Vec::with_capacity(times.len());
    for &to in times {
        let parts = ((to - from) / longest - 1e-9).ceil().max(0.0) as usize;
        for part in 0..parts {
            let h = (to - from) / parts as f64;
            y = step(from + part as f64 * h, y, h, &f);
        }
        from = to;
        answers.push(y);
    }
    answers
}

fn step<const N: usize>(t: f64, y: [f64; N], h: f64, f: &impl Fn(f64, &[f64; N]) -> [f64; N]) -> [f64; N] {
    let mut table = [[0.0; N]; COLUMNS];
    for row in 0..COLUMNS {
        let above = table;
        table[0] = midpoint(t, y, h, 2 * (row + 1), f);
        for column in 1..=row {
            let ratio = ((row + 1) as f64 / (row + 1 - column) as f64).powi(2);
            let (finer, coarser) = (table[column - 1], above[column - 1]);
            table[column] = std::array::from_fn(|i| finer[i] + (finer[i] - coarser[i]) / (ratio - 1.0));
        }
    }
    table[COLUMNS - 1]
}

/// The midpoint rule with `parts` sub-steps and Gragg's smoothing at the end.
fn midpoint<const N: usize>(
    t: f64,
    y: [f64; N],
    h: f64,
    parts: usize,
    f: &impl Fn(f64, &[f64; N]) -> [f64; N],
) -> [f64; N] {
    let part = h / parts as f64;
    let slope = f(t, &y);
    let mut before = y;
    let mut here: [f64; N] = std::array::from_fn(|i| y[i] + part * slope[i]);
    for k in 1..parts {
        let slope = f(t + k as f64 * part, &here);
        let next = std::array::from_fn(|i| before[i] + 2.0 * part * slope[i]);
        before = here;
        here = next;
    }
    let slope = f(t + h, &here);
    std::array::from_fn(|i| 0.5 * (here[i] + before[i] + part * slope[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_oscillator_keeps_its_phase_to_round_off() {
        let times: Vec<f64> = (1..=20).map(|k| 0.5 * f64::from(k)).collect();
        let y = integrate(0.0, [1.0, 0.0], &times, 0.05, |_, y| [y[1], -9.0 * y[0]]);
        for (t, y) in times.iter().zip(&y) {
            assert!((y[0] - (3.0 * t).cos()).abs() < 1e-12, "{t}: {y:?}");
        }
    }

    #[test]
    fn it_is_of_high_order() {
        let error = |longest: f64| {
            let y = integrate(0.0, [1.0], &[4.0], longest, |t, y| [-y[0] * t.cos()]);
            (y[0][0] - (-(4.0_f64.sin())).exp()).abs()
        };
        let (coarse, fine) = (error(4.0), error(2.0));
        assert!(coarse / fine > 1e3, "{coarse:e} {fine:e}");
    }
}
