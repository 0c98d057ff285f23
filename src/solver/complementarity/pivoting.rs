//! Block principal pivoting (Júdice and Pires 1994): the rows that change sides from one trial set to the next.

/// Rounds without progress before only one row changes sides at a time.
const ROUNDS_WITHOUT_PROGRESS: usize = 4;

/// State of a row with bounds in the active set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Inside its bounds: w = 0.
    Held,
    /// At its lower bound.
    Low,
    /// At its upper bound.
    High,
}

impl Side {
    /// The next side of a row on the wrong side; `below` tells whether its multiplier is below its lower bound.
    pub fn changed(self, below: bool) -> Self {
        match self {
            Side::Held if below => Side::Low,
            Side::Held => Side::High,
            Side::Low | Side::High => Side::Held,
        }
    }
}

/// Exchange rule: all rows on the wrong side change sides at once; when that does not reduce their number for some rounds, only the last of
/// them: Murty's rule, which terminates for every positive definite matrix.
#[derive(Clone, Copy, Debug)]
pub struct BlockPivoting {
    fewest: usize,
    rounds_left: usize,
}

impl Default for BlockPivoting {
    fn default() -> Self {
        Self {
            fewest: usize::MAX,
            rounds_left: ROUNDS_WITHOUT_PROGRESS,
        }
    }
}

impl BlockPivoting {
    /// Reduces the rows on the wrong side, ascending, to those that change sides now. False when there are none.
    pub fn choose(&mut self, wrong: &mut Vec<usize>) -> bool {
        let Some(&last) = wrong.last() else {
            return false;
        };
        if wrong.len() < self.fewest {
            (self.fewest, self.rounds_left) = (wrong.len(), ROUNDS_WITHOUT_PROGRESS);
        } else {
            self.rounds_left = self.rounds_left.saturating_sub(1);
        }
        if self.rounds_left == 0 {
            wrong.clear();
            wrong.push(last);
        }
        true
    }
}
