//! How many steps are due: simulated time follows the clock, and where it cannot, time slows.

use std::time::{Duration, Instant};

/// Backlog beyond which time is given up instead of being caught up with.
const PATIENCE: Duration = Duration::from_millis(100);
/// How long the reported pace is averaged.
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

    /// Starts anew after a pause.
    pub fn restart(&mut self, now: Instant) {
        *self = Self {
            ratio: self.ratio,
            ..Self::new(now)
        };
    }

    /// Steps of `dt` seconds due at `now` when a second on the clock is `speed` simulated seconds.
    pub fn due(&mut self, now: Instant, speed: f64, dt: f64) -> usize {
        let passed = now.duration_since(self.last).as_secs_f64() * speed;
        self.last = now;
        self.asked += passed;
        self.owed = (self.owed + passed).min((PATIENCE.as_secs_f64() * speed).max(dt));
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

    /// A step of `dt` seconds was taken.
    pub fn took(&mut self, dt: f64) {
        self.owed -= dt;
        self.done += dt;
    }

    /// Simulated time of the last while over what was asked.
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
