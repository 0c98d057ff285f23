//! Detection of ranges of columns in which two independent chains alternate.

use crate::csr::Csr;

/// Fewest columns, of both chains together, from which on pairing pays.
const LEAST: usize = 8;

/// Returns the ranges of columns in which two chains alternate, each column with at most `most` rows below. `below` has the rows below
/// each column, ascending.
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

/// Whether a column and the next have the same height (1 to `most`) and are independent: no entry between them, no row in common.
fn are_apart(below: &Csr, column: usize, most: usize) -> bool {
    let [one, other] = [column, column + 1].map(|column| below.row(column as u32));
    (1..=most).contains(&one.len())
        && one.len() == other.len()
        && !one.contains(&(column as u32 + 1))
        && !meet(one, other)
}

/// Whether the two columns after a pair of columns continue the two chains.
fn go_on(below: &Csr, column: usize, most: usize) -> bool {
    let of = |k: usize| below.row((column + k) as u32);
    let follows = |k: usize| {
        let (now, next) = (of(k), of(k + 2));
        now[0] as usize == column + k + 2 && now.len() == next.len() && now[1..] == next[..next.len() - 1]
    };
    // The rows that one chain holds in registers are none that the other reads.
    follows(0)
        && follows(1)
        && are_apart(below, column + 2, most)
        && !meet(of(0), of(3))
        && !meet(of(1), of(2))
}

fn meet(one: &[u32], other: &[u32]) -> bool {
    one.iter().any(|row| other.contains(row))
}
