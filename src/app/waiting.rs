//! Waiting from frame to frame without missing the hand.
//!
//! The window library shows a frame every time it looks for input, so an idle window would either burn power or answer
//! late. On X11 the wait looks by a connection of its own whether the pointer or the keyboard has changed since it began,
//! which costs microseconds, and ends early when they have or something has happened to the window.

use super::desktop::Desktop;
use super::glance::Glance;
use std::time::{Duration, Instant};

/// How often the wait looks for a change, and once nothing has changed for so long: a first touch after that is answered a little later.
const LOOK: Duration = Duration::from_millis(12);
const RARE_LOOK: Duration = Duration::from_millis(50);
const AT_REST: Duration = Duration::from_secs(2);

/// The way to look for input beside the window library.
pub struct Watch {
    last: Option<Glance>,
    /// When something changed last.
    touched: Instant,
}

impl Default for Watch {
    fn default() -> Self {
        Self {
            last: None,
            touched: Instant::now(),
        }
    }
}

impl Watch {
    /// Sleeps for `time`, or until pointer or keyboard change or the window does.
    pub fn sleep_or_touch(&mut self, desktop: &mut Desktop, time: Duration) {
        let end = Instant::now() + time;
        while let Some(rest) = end
            .checked_duration_since(Instant::now())
            .filter(|rest| !rest.is_zero())
        {
            let now = desktop.glance();
            let touched = now.is_some() && self.last.is_some() && now != self.last;
            self.last = now;
            if touched || desktop.stirs() {
                self.touched = Instant::now();
                return;
            }
            let is_at_rest = self.touched.elapsed() > AT_REST;
            std::thread::sleep(rest.min(if is_at_rest { RARE_LOOK } else { LOOK }));
        }
    }
}
