//! Durations of steps between snapshots.

use super::StepTimes;
use crate::sim::SolveTimes;

/// Sums of step times.
#[derive(Default)]
pub struct Stopwatch {
    /// The last result, returned again while no step is added, so that a reader who misses a snapshot still sees it.
    told: StepTimes,
    steps: u64,
    whole_ns: u64,
    spent: SolveTimes,
}

impl Stopwatch {
    /// Adds a step: its whole duration, and the part spent in evaluations and solves.
    pub fn add(&mut self, whole_ns: u64, spent: SolveTimes) {
        self.steps += 1;
        self.whole_ns += whole_ns;
        self.spent += spent;
    }

    /// Mean of the steps since the last call; if there are none, the previous result.
    pub fn take(&mut self) -> StepTimes {
        if self.steps == 0 {
            return self.told;
        }
        let Self {
            told,
            steps,
            whole_ns,
            spent,
        } = std::mem::take(self);
        let mean = |ns: u64| ns as f64 / steps as f64;
        self.told = StepTimes {
            steps: told.steps + steps,
            assemble: mean(spent.assemble_ns),
            factor: mean(spent.factor_ns),
            solve: mean(spent.solve_ns),
            integrate: mean(whole_ns.saturating_sub(spent.total_ns())),
        };
        self.told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_add_up_to_the_mean_of_the_steps() {
        let mut watch = Stopwatch::default();
        let spent = SolveTimes {
            assemble_ns: 20,
            factor_ns: 30,
            solve_ns: 10,
            solves: 1,
        };
        watch.add(100, spent);
        watch.add(200, spent);
        let told = watch.take();
        let StepTimes {
            steps,
            assemble,
            factor,
            solve,
            integrate,
        } = told;
        assert_eq!([assemble, factor, solve, integrate], [20.0, 30.0, 10.0, 90.0]);
        assert_eq!(steps, 2);
        assert_eq!(watch.take(), told, "a snapshot without a step loses none");
        watch.add(100, spent);
        assert_eq!(watch.take().steps, 3);
    }
}
