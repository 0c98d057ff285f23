//! Real-time pacing: the number of steps due. Simulated time follows the clock; if it cannot, it slows down.

use std::time::{Duration, Instant};

/// Largest backlog; anything beyond it is dropped instead of caught up.
const MAX_BACKLOG: Duration = Duration::from_millis(100);
/// Averaging time of the reported pace.
const WINDOW: Duration = Duration::from_millis(500);

/// Clock of a run.
#[derive(Debug)]
pub struct Pace {
    last: Instant,
    owed: f64,
    window_start: Instant,
    asked: f64,
    done: f64,
    ratio: f64,
}

impl Pace {
    /// A clock that starts now.
    pub fn new(now: Instant) -> Self {
        Self {
            last: now,
            owed: 0.0,
            window_start: now,
            asked: 0.0,
            done: 0.0,
            ratio: 1.0,
        }
    }

    /// Restarts after a pause.
    pub fn restart(&mut self, now: Instant) {
        *self = Self {
            ratio: self.ratio,
            ..Self::new(now)
        };
    }

    /// Number of steps of `dt` seconds due at `now`, at `speed` simulated seconds per second.
    pub fn due(&mut self, now: Instant, speed: f64, dt: f64) -> usize {
        let passed = now.duration_since(self.last).as_secs_f64() * speed;
        self.last = now;
        self.asked += passed;
        self.owed = (self.owed + passed).min((MAX_BACKLOG.as_secs_f64() * speed).max(dt));
        if now.duration_since(self.window_start) >= WINDOW {
            self.ratio = if self.asked > 0.0 {
                (self.done / self.asked).min(1.0)
            } else {
                1.0
            };
            self.window_start = now;
            self.asked = 0.0;
            self.done = 0.0;
        }
        (self.owed / dt) as usize
    }

    /// Records a step of `dt` seconds.
    pub fn took(&mut self, dt: f64) {
        self.owed -= dt;
        self.done += dt;
    }

    /// Recent simulated time over requested simulated time.
    pub fn ratio(&self) -> f64 {
        self.ratio
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_asks_for_what_the_clock_says_and_gives_up_a_backlog() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        assert_eq!(pace.due(start + Duration::from_millis(50), 1.0, 0.01), 5);
        for _ in 0..5 {
            pace.took(0.01);
        }
        assert_eq!(pace.due(start + Duration::from_secs(5), 1.0, 0.01), 10);
        assert!(pace.ratio() < 0.1);
    }
}
