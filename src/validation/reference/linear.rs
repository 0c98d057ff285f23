//! Gaussian elimination with row pivoting, for the few equations of a statics problem.

/// Solves A x = b, with A by rows. `None` if A is singular.
pub fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        if a[pivot][k].abs() < 1e-12 {
            return None;
        }
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..n {
            let share = a[i][k] / a[k][k];
            for j in k..n {
                a[i][j] -= share * a[k][j];
            }
            b[i] -= share * b[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_solves_what_can_be_solved() {
        let a = vec![vec![0.0, 2.0], vec![4.0, 1.0]];
        assert_eq!(solve(a, vec![6.0, 7.0]), Some(vec![1.0, 3.0]));
        assert_eq!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 2.0]), None);
    }
}
