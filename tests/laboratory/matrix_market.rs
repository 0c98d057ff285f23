//! Matrix export, read back by an independent reader.

use std::collections::BTreeMap;

use tinkertoy::lab::{Assembled, Coordinates};
use tinkertoy::scene::{Method, gallery};

use crate::assembled;

/// A Matrix Market file in coordinate format, real and general.
struct Read {
    rows: usize,
    columns: usize,
    at: BTreeMap<(usize, usize), f64>,
}

impl Read {
    fn of(text: &str) -> Self {
        let mut lines = text.lines();
        assert_eq!(
            lines.next(),
            Some("%%MatrixMarket matrix coordinate real general")
        );
        let mut lines = lines.filter(|line| !line.starts_with('%'));
        let numbers: Vec<usize> = lines
            .next()
            .unwrap()
            .split(' ')
            .map(|it| it.parse().unwrap())
            .collect();
        let [rows, columns, count] = numbers[..] else {
            panic!("{numbers:?}")
        };
        let mut at = BTreeMap::new();
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let [row, column]: [usize; 2] = [0, 1].map(|it| words[it].parse().unwrap());
            let value: f64 = words[2].parse().unwrap();
            assert!((1..=rows).contains(&row) && (1..=columns).contains(&column));
            assert!(at.insert((row - 1, column - 1), value).is_none(), "twice");
        }
        assert_eq!(at.len(), count);
        Self { rows, columns, at }
    }

    fn dense(&self) -> Vec<Vec<f64>> {
        let mut dense = vec![vec![0.0; self.columns]; self.rows];
        for (&(row, column), &value) in &self.at {
            dense[row][column] = value;
        }
        dense
    }

    fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; self.rows];
        for (&(row, column), &value) in &self.at {
            y[row] += value * x[column];
        }
        y
    }
}

/// Solves `a x = b` by Gaussian elimination with full pivoting; pivots at the level of rounding are skipped, and their unknowns set to zero.
fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    let mut columns: Vec<usize> = (0..n).collect();
    let most = a.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    let mut rank = n;
    for k in 0..n {
        let places = (k..n).flat_map(|i| (k..n).map(move |j| (i, j)));
        let (i, j) = places
            .max_by(|x, y| a[x.0][x.1].abs().total_cmp(&a[y.0][y.1].abs()))
            .unwrap();
        if a[i][j].abs() < 1e-11 * most {
            rank = k;
            break;
        }
        a.swap(i, k);
        b.swap(i, k);
        a.iter_mut().for_each(|row| row.swap(j, k));
        columns.swap(j, k);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            for j in k..n {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    let mut x = vec![0.0; n];
    for k in (0..rank).rev() {
        let sum: f64 = (k + 1..rank).map(|j| a[k][j] * x[columns[j]]).sum();
        x[columns[k]] = (b[k] - sum) / a[k][k];
    }
    x
}

/// Accelerations from H alone: `H [a; lambda] = [F; c]`, that is `M a - K lambda = F` and `-J a - E lambda = c`.
fn by_h(at: &Assembled) -> Vec<f64> {
    let h = Coordinates::saddle(&at.model.topology, &at.system).matrix_market("H");
    let mut b = at.system.force.clone();
    b.extend(&at.system.c);
    let mut x = solve(Read::of(&h).dense(), b);
    x.truncate(at.model.topology.dofs());
    x
}

#[test]
fn matrices_read_back_give_the_same_accelerations() {
    let mut seen = 0;
    for entry in gallery::GALLERY {
        let scene = entry.scene().unwrap();
        let small = scene.constraints().count() + scene.parts().count() < 60;
        if !small || scene.constraints().any(|(_, it)| it.kind.limits().is_some()) {
            continue;
        }
        let at = assembled(scene, Method::Sparse);
        if at.report.contradiction > 1e-12 {
            continue;
        }
        let accelerations = by_h(&at);
        let largest = accelerations.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
        for (ours, theirs) in at.solution.acceleration.iter().zip(&accelerations) {
            assert!(
                (ours - theirs).abs() <= 1e-9 * largest,
                "{}: {ours} {theirs}",
                entry.id
            );
        }
        seen += 1;
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn files_of_m_w_j_and_a_belong_together() {
    let at = assembled(crate::gallery_scene("jansen"), Method::Sparse);
    let (topology, system) = (&at.model.topology, &at.system);
    let read = |matrix: Coordinates| Read::of(&matrix.matrix_market("two lines\nof comment"));
    let m = read(Coordinates::mass(topology, system));
    let w = read(Coordinates::inverse_mass(topology, system));
    let j = read(Coordinates::jacobian(topology, system));
    let k = read(Coordinates::force_directions(topology, system));
    let a = read(Coordinates::schur(topology, system).unwrap());
    let lambda = &at.solution.lambda;
    // A lambda = -(J W F + c), and M a = F + K lambda.
    let free = j.times(&w.times(&system.force));
    let left = a.times(lambda);
    let size = left
        .iter()
        .chain(&free)
        .fold(0.0_f64, |most, x| most.max(x.abs()));
    for row in 0..topology.rows() {
        assert!((left[row] + free[row] + system.c[row]).abs() < 1e-9 * size);
    }
    let (momentum, push) = (m.times(&at.solution.acceleration), k.times(lambda));
    let size = push.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    for dof in 0..topology.dofs() {
        assert!((momentum[dof] - system.force[dof] - push[dof]).abs() < 1e-9 * size);
    }
}

/// All rows of a hub are coupled in A, which grows quadratically with their number: beyond a limit A is left out, and the rest is written.
#[test]
fn a_matrix_that_is_too_large_is_left_out() {
    for (rods, whole) in [(100, true), (4200, false)] {
        let at = assembled(tinkertoy::bench::Shape::Star.scene(rods), Method::Sparse);
        let names: Vec<&str> = at.files().iter().map(|file| file.name).collect();
        assert_eq!(names.contains(&"A"), whole, "{names:?}");
        assert!(names.contains(&"H") && names.contains(&"lambda"));
    }
}
