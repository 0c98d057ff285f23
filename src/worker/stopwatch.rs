//! What steps take, from snapshot to snapshot.

use super::StepTimes;
use crate::sim::Spent;

/// Times of steps, added up.
#[derive(Default)]
pub struct Stopwatch {
    steps: u64,
    whole_ns: u64,
    spent: Spent,
}

impl Stopwatch {
    /// A step that took so long, and of that its evaluations and solves so much.
    pub fn add(&mut self, whole_ns: u64, spent: Spent) {
        self.steps += 1;
        self.whole_ns += whole_ns;
        self.spent.assemble_ns += spent.assemble_ns;
        self.spent.factor_ns += spent.factor_ns;
        self.spent.solve_ns += spent.solve_ns;
    }

    /// The mean of the steps since this was asked last.
    pub fn take(&mut self) -> StepTimes {
        let Self {
            steps,
            whole_ns,
            spent,
        } = std::mem::take(self);
        if steps == 0 {
            return StepTimes::default();
        }
        let mean = |ns: u64| ns as f64 / steps as f64;
        let known = spent.assemble_ns + spent.factor_ns + spent.solve_ns;
        StepTimes {
            assemble: mean(spent.assemble_ns),
            factor: mean(spent.factor_ns),
            solve: mean(spent.solve_ns),
            integrate: mean(whole_ns.saturating_sub(known)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_add_up_to_the_mean_of_the_steps() {
        let mut watch = Stopwatch::default();
        let spent = Spent {
            assemble_ns: 20,
            factor_ns: 30,
            solve_ns: 10,
        };
        watch.add(100, spent);
        watch.add(200, spent);
        let StepTimes {
            assemble,
            factor,
            solve,
            integrate,
        } = watch.take();
        assert_eq!([assemble, factor, solve, integrate], [20.0, 30.0, 10.0, 90.0]);
        assert_eq!(watch.take(), StepTimes::default());
    }
}
