//! The numbers of mirroring, turning, scaling and repeating, as they are filled in.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_6, TAU};

use crate::editor::Construction;
use crate::math::Vec2;

/// What is done.
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

/// The numbers as they are filled in.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub what: What,
    /// The pivot; that of the selection as long as nothing was typed.
    pub at: Option<Vec2>,
    /// Direction of the line of a mirror (rad).
    pub direction: f64,
    /// What is turned by (rad).
    pub turn: f64,
    /// From one to the next round a ring (rad); an even part of the whole turn as long as nothing was typed.
    pub between: Option<f64>,
    pub factor: f64,
    pub counts: [f64; 2],
    /// From one to the next along a line, and from column to column and from row to row (m).
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
    /// What is meant by an even ring (rad).
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
