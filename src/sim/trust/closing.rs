//! Joints typed with a few digits are open by some micrometres as built, and are drawn together in the first moments; so are joints that a run left
//! open before a cure, and parts that overlap a little are parted. The energy of that is no error of the run, although feedback, projection or soft
//! steps put it in.

use crate::sim::Work;

use super::seen::Seen;

/// Longest time that what a look found out of bounds has to come back (s).
pub(super) const LONGEST: f64 = 1.0;
/// Share of the first opening below which joints count as closed.
const CLOSED: f64 = 1e-3;
/// |C| that is rounding (m, rad).
const ROUNDING: f64 = 1e-9;

/// Joints that were open at the first look, until they are closed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Closing {
    /// Largest |C| or overlap at the first look (m, rad); 0 once closed.
    built: f64,
    since: f64,
    /// Work of feedback, projection and soft steps at the last look (J).
    fed: f64,
}

impl Closing {
    /// Begins at the first look, where parts overlap by so much (m). What is open or overlaps by more than `most` (m, rad) does not count: as built that
    /// is a fault.
    pub(super) fn begin(seen: &Seen<'_>, overlap: f64, most: f64) -> Self {
        let built = open(seen).max(overlap);
        Self {
            built: if built > ROUNDING && built <= most {
                built
            } else {
                0.0
            },
            since: seen.state.time,
            fed: fed(&seen.state.work),
        }
    }

    /// Goes on in a saved run with this ledger, whose work so far is taken into account already. Joints open by more than `most` (m, rad) are not as
    /// built there.
    pub(super) fn resume(&mut self, work: &Work, most: f64) {
        self.fed = fed(work);
        if self.built > most {
            self.built = 0.0;
        }
    }

    /// Whether joints that were open as built still close.
    pub(super) fn goes_on(&self) -> bool {
        self.built != 0.0
    }

    /// Work of feedback, projection and soft steps since the last look, while they close joints that were open as built (J).
    pub(super) fn look(&mut self, seen: &Seen<'_>) -> f64 {
        if self.built == 0.0 {
            return 0.0;
        }
        let before = std::mem::replace(&mut self.fed, fed(&seen.state.work));
        let passed = seen.state.time - self.since;
        let is_closed = passed > 0.0 && open(seen) <= CLOSED * self.built;
        if is_closed || passed > LONGEST {
            self.built = 0.0;
        }
        self.fed - before
    }
}

/// Largest |C|, or overlap after the last step (m, rad).
fn open(seen: &Seen<'_>) -> f64 {
    let joints = seen.drift.max_m.max(seen.drift.max_rad);
    joints.max(seen.state.contact.penetration)
}

fn fed(work: &Work) -> f64 {
    work.feedback + work.projection + work.soft
}
