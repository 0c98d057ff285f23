//! Waiting from frame to frame without missing the hand.
//!
//! The window library shows a frame every time it looks for input, so an idle window would either burn power or answer
//! late. On X11 the wait looks by a connection of its own whether the pointer or the keyboard has changed since it began,
//! which costs microseconds, and ends early when they have or something has happened to the window.

use super::desktop::Desktop;
use super::glance::Glance;
use std::time::{Duration, Instant};

/// How often the wait looks for a change.
const LOOK: Duration = Duration::from_millis(12);

/// The way to look for input beside the window library.
#[derive(Default)]
pub struct Watch {
    last: Option<Glance>,
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
            if touched || desktop.stirs() {
                self.last = now;
                return;
            }
            self.last = now;
            std::thread::sleep(rest.min(LOOK));
        }
    }
}
