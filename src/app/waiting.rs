//! Waiting from frame to frame without missing the hand.
//!
//! The window library shows a frame every time it looks for input, so an idle window would either burn power or answer
//! late. On X11 the wait hears of input by a connection of its own and ends when there is any or something has happened to the
//! window. Where the server does not tell, it looks many times a second whether pointer or keyboard have changed.

use super::desktop::Desktop;
use super::glance::Glance;
use std::time::{Duration, Instant};

/// The window library hears of an event within this time after the wait has.
const BEHIND: Duration = Duration::from_millis(2);
/// How often the wait looks for a change where it does not hear of input.
const LOOK: Duration = Duration::from_millis(12);
/// The same where it does: a program can move the pointer without input.
const RARE_LOOK: Duration = Duration::from_millis(250);

/// The way to look for input beside the window library.
#[derive(Default)]
pub struct Watch {
    last: Option<Glance>,
}

impl Watch {
    /// Sleeps for `time`, or until pointer or keyboard change or the window does; whether they have.
    pub fn sleep_or_touch(&mut self, desktop: &mut Desktop, time: Duration) -> bool {
        let end = Instant::now() + time;
        while let Some(rest) = end
            .checked_duration_since(Instant::now())
            .filter(|rest| !rest.is_zero())
        {
            let now = desktop.glance();
            let touched = now.is_some() && self.last.is_some() && now != self.last;
            if touched || desktop.stirs() {
                self.last = now;
                std::thread::sleep(BEHIND);
                return true;
            }
            self.last = now;
            if desktop.hears_input() {
                desktop.wait(rest.min(RARE_LOOK));
            } else {
                std::thread::sleep(rest.min(LOOK));
            }
        }
        false
    }
}
