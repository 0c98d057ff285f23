//! Input values of the window for mirroring, turning, scaling and repeating.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_6, TAU};

use crate::editor::Construction;
use crate::math::Vec2;

/// The operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Mirror,
    Turn,
    Scale,
    Line,
    Ring,
    Grid,
}

impl What {
    pub const ALL: [(What, &'static str); 6] = [
        (What::Mirror, "Mirror"),
        (What::Turn, "Turn"),
        (What::Scale, "Scale"),
        (What::Line, "Repeat along a line"),
        (What::Ring, "Repeat round a point"),
        (What::Grid, "Repeat in a grid"),
    ];

    pub fn label(self) -> &'static str {
        let found = What::ALL.iter().find(|it| it.0 == self);
        found.map_or("", |it| it.1)
    }
}

/// The values entered.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub what: What,
    /// The pivot; `None` until one is typed: the centre of the selection.
    pub at: Option<Vec2>,
    /// Direction of the mirror line (rad).
    pub direction: f64,
    /// Rotation angle (rad).
    pub turn: f64,
    /// Angle between neighbouring copies on a ring (rad); `None` until one is typed: even spacing over a whole turn.
    pub between: Option<f64>,
    pub factor: f64,
    pub counts: [f64; 2],
    /// Offset between copies along a line; below, the offsets between columns and between rows of a grid (m).
    pub by: Vec2,
    pub cells: Vec2,
    pub copy: bool,
    pub joined: bool,
}

impl Default for Form {
    fn default() -> Self {
        Self {
            what: What::Mirror,
            at: None,
            direction: FRAC_PI_2,
            turn: FRAC_PI_6,
            between: None,
            factor: 2.0,
            counts: [4.0, 3.0],
            by: Vec2::new(1.0, 0.0),
            cells: Vec2::new(1.0, 1.0),
            copy: true,
            joined: true,
        }
    }
}

impl Form {
    /// Angle between copies that are spaced evenly over a whole turn (rad).
    pub fn even(&self) -> f64 {
        TAU / self.counts[0].max(1.0)
    }

    pub fn construction(&self, middle: Vec2) -> Construction {
        let at = self.at.unwrap_or(middle);
        let count = |k: usize| self.counts[k].round().max(0.0) as usize;
        let (copy, joined) = (self.copy, self.joined);
        match self.what {
            What::Mirror => Construction::Mirror {
                at,
                direction: self.direction,
                copy,
            },
            What::Turn => Construction::Turn { at, by: self.turn },
            What::Scale => Construction::Scale {
                at,
                factor: self.factor,
            },
            What::Line => Construction::Line {
                count: count(0),
                by: self.by,
                joined,
            },
            What::Ring => Construction::Ring {
                count: count(0),
                at,
                by: self.between.unwrap_or_else(|| self.even()),
                joined,
            },
            What::Grid => Construction::Grid {
                counts: [count(0), count(1)],
                by: self.cells,
                joined,
            },
        }
    }
}
