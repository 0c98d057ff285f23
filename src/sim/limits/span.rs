//! Time spans of a step by impulses: how long gaps may close, and how long multipliers act.

/// Time spans of a solve for velocities in a step by impulses.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// Time in which gaps may close (s).
    pub closing: f64,
    /// Time in which multipliers act (s): a multiplier divided by it is a force.
    pub kick: f64,
    pub part: Part,
    /// Whether bodies keep their velocities until the first impact of their island, where it is without restitution. Who solves for such a span moves them
    /// there afterwards (`Contacts::shift_to_impacts`).
    pub locates: bool,
}

/// The part of a step by impulses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole step.
    Whole,
    /// An impact, in which forces of limited size have no impulse.
    Impact,
    /// The smooth motion after the impact, from its middle on: a row may close at most as fast as it opened before, or as its gap allows, and
    /// nothing bounces.
    Smooth,
}

impl Span {
    /// Spans of a whole step in which gaps close for `h` seconds and multipliers act for `kick` seconds.
    pub fn whole((h, kick): (f64, f64)) -> Self {
        Self {
            closing: h,
            kick,
            part: Part::Whole,
            locates: false,
        }
    }

    /// Time in which forces act (s). The kick before a whole step that brings velocities to the middle of the step is not included.
    pub fn acting(&self) -> f64 {
        match self.part {
            Part::Impact => 0.0,
            Part::Whole => self.closing,
            Part::Smooth => self.kick,
        }
    }

    /// Time in which drives and friction of limited force act (s).
    pub(super) fn of_capped(&self) -> f64 {
        match self.part {
            Part::Impact => 0.0,
            Part::Whole | Part::Smooth => self.kick,
        }
    }

    /// Largest speed at which a gap may close after the solve (m/s), given its rate before (m/s, below 0 where it closes).
    pub fn closes_at(&self, gap: f64, rate: f64) -> f64 {
        self.closes_after(0.0, gap, rate)
    }

    /// The same, where bodies keep the velocities before for `time` seconds (below the length of the span).
    pub fn closes_after(&self, time: f64, gap: f64, rate: f64) -> f64 {
        let closed = (gap + time * rate).max(0.0) / (self.closing - time);
        match self.part {
            Part::Smooth => closed.max(rate),
            Part::Whole | Part::Impact => closed,
        }
    }
}
