//! Exhaustive search over the modes of a small problem. Where contacts slide already, q is not of the kind for which Lemke's method is
//! bound to end in a solution: it may end in a ray although there is a solution.

use super::super::Side;
use super::scaled::{Law, Scaled};

/// Maximum number of mode combinations.
const MAX_COMBINATIONS: usize = 2048;

/// Enumerates the mode combinations of a problem.
#[derive(Default)]
pub(super) struct Exhaustive {
    /// The sides that each row may take, and their number.
    choices: Vec<([Side; 3], usize)>,
    /// Index of the present side of each row.
    now: Vec<usize>,
}

impl Exhaustive {
    /// Starts the enumeration; returns whether the combinations are few enough.
    pub(super) fn begin(&mut self, problem: &Scaled) -> bool {
        self.choices.clear();
        self.choices
            .extend((0..problem.size).map(|i| choices(problem, i)));
        self.now.clear();
        self.now.resize(problem.size, 0);
        let mut count = 1_usize;
        for i in 0..problem.size {
            // The friction rows of an open contact have no choice.
            let tangents = problem.tangents[i].iter().flatten();
            let own = tangents.map(|&it| self.choices[it].1).product::<usize>();
            if !matches!(problem.laws[i], Law::Friction { .. } | Law::Sliding { .. }) {
                count = count.saturating_mul(self.choices[i].1 - 1 + own);
            }
        }
        count <= MAX_COMBINATIONS
    }

    /// Writes the present combination and advances to the next; returns false when none is left.
    pub(super) fn next(&mut self, problem: &Scaled, sides: &mut [Side]) -> bool {
        if self.now.len() != problem.size {
            return false;
        }
        for (side, ((choices, _), now)) in sides.iter_mut().zip(self.choices.iter().zip(&self.now)) {
            *side = choices[*now];
        }
        // The last row varies fastest; friction rows of open contacts do not vary.
        let mut row = problem.size;
        while row > 0 {
            row -= 1;
            let open = match problem.laws[row] {
                Law::Friction { normal, .. } | Law::Sliding { normal, .. } => sides[normal] != Side::Held,
                Law::Bounds(_) => false,
            };
            if !open && self.now[row] + 1 < self.choices[row].1 {
                self.now[row] += 1;
                return true;
            }
            self.now[row] = 0;
        }
        self.now.clear();
        true
    }
}

fn choices(problem: &Scaled, i: usize) -> ([Side; 3], usize) {
    match problem.laws[i] {
        Law::Friction { coefficient, .. } if coefficient > 0.0 => ([Side::Held, Side::Low, Side::High], 3),
        Law::Friction { .. } | Law::Sliding { .. } => ([Side::Low; 3], 1),
        Law::Bounds([lo, hi]) => match (lo.is_finite(), hi.is_finite()) {
            (true, true) if lo == hi => ([Side::Low; 3], 1),
            (true, true) => ([Side::Held, Side::Low, Side::High], 3),
            (true, false) => ([Side::Held, Side::Low, Side::Low], 2),
            (false, true) => ([Side::Held, Side::High, Side::High], 2),
            (false, false) => ([Side::Held; 3], 1),
        },
    }
}
