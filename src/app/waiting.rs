//! Waiting between frames with prompt response to input.
//!
//! The window library shows a frame every time it polls for input, so an idle window would either waste power or respond
//! late. On X11 the wait polls pointer and keyboard through a connection of its own,
//! which costs microseconds, and ends early when they have changed or the window has had an event.

use super::desktop::Desktop;
use super::glance::Glance;
use std::time::{Duration, Instant};

/// Polling interval; a longer one once nothing has changed for `AT_REST`: the first input after that is answered a little later.
const LOOK: Duration = Duration::from_millis(12);
const RARE_LOOK: Duration = Duration::from_millis(50);
const AT_REST: Duration = Duration::from_secs(2);

/// Polls for input beside the window library.
pub struct Watch {
    last: Option<Glance>,
    /// Time of the last change.
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
    /// Sleeps for `time`, or until pointer, keyboard or window change.
    pub fn sleep_or_touch(&mut self, desktop: &mut Desktop, time: Duration) {
        let end = Instant::now() + time;
        while let Some(rest) = end
            .checked_duration_since(Instant::now())
            .filter(|rest| !rest.is_zero())
        {
            let now = desktop.glance();
            let touched = now.is_some() && self.last.is_some() && now != self.last;
            self.last = now;
            if touched || desktop.had_events() {
                self.touched = Instant::now();
                return;
            }
            let is_at_rest = self.touched.elapsed() > AT_REST;
            std::thread::sleep(rest.min(if is_at_rest { RARE_LOOK } else { LOOK }));
        }
    }
}
