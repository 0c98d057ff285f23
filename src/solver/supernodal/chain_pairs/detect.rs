//! Which columns of a factor are two chains, in turns.

use crate::csr::Csr;

/// Columns of both from which on it pays.
const LEAST: usize = 8;

/// Ranges of columns that are two chains, in turns, each with so many rows below at most. Given are the rows below each column,
/// ascending.
pub(in super::super) fn chain_pairs(below: &Csr, most: usize) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut first = 0;
    while first + LEAST <= below.len() {
        let mut end = first;
        if are_apart(below, first, most) {
            end += 2;
            while end + 2 <= below.len() && go_on(below, end - 2, most) {
                end += 2;
            }
        }
        if end - first >= LEAST {
            found.push(first..end);
            first = end;
        } else {
            first += 1;
        }
    }
    found
}

/// Whether two neighbouring columns of the same height have nothing to do with each other.
fn are_apart(below: &Csr, column: usize, most: usize) -> bool {
    let [one, other] = [column, column + 1].map(|column| below.row(column as u32));
    (1..=most).contains(&one.len())
        && one.len() == other.len()
        && !one.contains(&(column as u32 + 1))
        && !meet(one, other)
}

/// Whether the two columns after these two go on with their chains.
fn go_on(below: &Csr, column: usize, most: usize) -> bool {
    let of = |k: usize| below.row((column + k) as u32);
    let follows = |k: usize| {
        let (now, next) = (of(k), of(k + 2));
        now[0] as usize == column + k + 2 && now.len() == next.len() && now[1..] == next[..next.len() - 1]
    };
    // What one chain still holds is nothing that the other one reads.
    follows(0)
        && follows(1)
        && are_apart(below, column + 2, most)
        && !meet(of(0), of(3))
        && !meet(of(1), of(2))
}

fn meet(one: &[u32], other: &[u32]) -> bool {
    one.iter().any(|row| other.contains(row))
}
