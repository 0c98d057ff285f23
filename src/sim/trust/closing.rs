//! Joints that were typed with a few digits are open by some micrometres as built, and are drawn together in the first moments. The energy that
//! takes is no error of the run, although feedback or projection put it in.

use super::seen::Seen;

/// How long it may take (s), and the share of what was open that is as good as closed.
const LONGEST: f64 = 1.0;
const CLOSED: f64 = 1e-3;
/// |C| that is rounding (m, rad).
const ROUNDING: f64 = 1e-9;

/// What was open as built, until it is closed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Closing {
    /// |C| at the first look (m, rad); 0 once it is closed.
    built: f64,
    since: f64,
    /// Work of feedback and projection at the last look (J).
    fed: f64,
}

impl Closing {
    /// Of the first look, where joints that are open by more than `most` (m, rad) are a fault.
    pub(super) fn begin(seen: &Seen<'_>, most: f64) -> Self {
        let built = open(seen);
        Self {
            built: if built > ROUNDING && built <= most {
                built
            } else {
                0.0
            },
            since: seen.state.time,
            fed: fed(seen),
        }
    }

    /// What feedback and projection did since the last look, as far as that closed what was open as built (J).
    pub(super) fn look(&mut self, seen: &Seen<'_>) -> f64 {
        if self.built == 0.0 {
            return 0.0;
        }
        let before = std::mem::replace(&mut self.fed, fed(seen));
        let is_closed = open(seen) <= CLOSED * self.built;
        if is_closed || seen.state.time > self.since + LONGEST {
            self.built = 0.0;
        }
        self.fed - before
    }
}

fn open(seen: &Seen<'_>) -> f64 {
    seen.drift.max_m.max(seen.drift.max_rad)
}

fn fed(seen: &Seen<'_>) -> f64 {
    seen.state.work.feedback + seen.state.work.projection
}
