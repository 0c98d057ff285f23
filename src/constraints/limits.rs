//! Limits: rows that do not hold at all times, the bounds of their multiplier, and their mode within these bounds.
//!
//! ```text
//! range      lo <= x <= hi      lambda >= 0 at lo,  lambda <= 0 at hi,  lambda = 0 between
//! one way    x' >= 0            lambda >= 0 where x' = 0,  lambda = 0 where it is free
//! capped     |lambda| <= most   the row holds inside;  it is given up at a bound
//! ```
//! A kind with limits has one row. Its [`Mode`] is the last number of its memory, so that snapshots, hashes and edits include it. In a mode in
//! which the row does nothing, [`super::Kind::evaluate`] leaves it cleared: such a row counts as met everywhere.

/// Bounds of the multiplier of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limits {
    /// A position between two bounds, either of which may be infinite.
    Range {
        /// Speed after a hit over the speed before it (Newton).
        restitution: f64,
    },
    /// A rate that does not go below zero.
    OneWay,
    /// A force of limited size.
    Capped {
        /// Largest force (N) or torque (N m).
        most: f64,
    },
}

/// Mode of a row: its place within its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Between the bounds: a range or a one-way row is free, a capped row holds.
    Inside,
    /// At the lower bound: a range or a one-way row holds there, a capped row pushes with `-most`.
    Low,
    /// At the upper bound, likewise.
    High,
}

impl Mode {
    /// The mode in the memory of a kind with limits.
    pub fn of(memory: &[f64]) -> Self {
        match memory.last() {
            Some(x) if *x < 0.0 => Self::Low,
            Some(x) if *x > 0.0 => Self::High,
            _ => Self::Inside,
        }
    }

    /// The bound at which the row of a range is held; `None` between the bounds.
    pub fn bound(self, lower: f64, upper: f64) -> Option<f64> {
        match self {
            Self::Inside => None,
            Self::Low => Some(lower),
            Self::High => Some(upper),
        }
    }

    /// The number stored in memory: -1, 0 or 1.
    pub fn number(self) -> f64 {
        match self {
            Self::Low => -1.0,
            Self::Inside => 0.0,
            Self::High => 1.0,
        }
    }
}

impl Limits {
    /// A range whose stops return this share of the speed of a hit.
    pub fn range(restitution: f64) -> Self {
        Self::Range { restitution }
    }

    /// The mode in which the row is an equation: at this bound of a range, inside the bounds of a capped force.
    pub fn holding(&self, side: Mode) -> Mode {
        match self {
            Self::Range { .. } => side,
            Self::OneWay => Mode::Low,
            Self::Capped { .. } => Mode::Inside,
        }
    }

    /// Whether the row is an equation in this mode.
    pub fn holds(&self, mode: Mode) -> bool {
        match self {
            Self::Range { .. } | Self::OneWay => mode != Mode::Inside,
            Self::Capped { .. } => mode == Mode::Inside,
        }
    }

    /// The multiplier of a row in a mode in which it is no equation.
    pub fn given(&self, mode: Mode) -> f64 {
        match self {
            Self::Range { .. } | Self::OneWay => 0.0,
            Self::Capped { most } => mode.number() * most,
        }
    }

    /// [lo, hi] of the multiplier of a row that is evaluated in a mode in which it holds.
    pub fn bounds(&self, mode: Mode) -> [f64; 2] {
        match (self, mode) {
            (Self::Range { .. }, Mode::High) => [f64::NEG_INFINITY, 0.0],
            (Self::Range { .. } | Self::OneWay, _) => [0.0, f64::INFINITY],
            (Self::Capped { most }, _) => [-most, *most],
        }
    }
}
