//! Drawing elements of constraints and forces, for a renderer. World coordinates.

use std::f64::consts::TAU;

use crate::math::{Vec2, unit};

/// One element of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Glyph {
    /// A thin round stick with a collar at each end.
    Rod {
        /// One end.
        from: Vec2,
        /// The other.
        to: Vec2,
    },
    /// A small steel dot with a ring.
    Pin {
        /// Position.
        at: Vec2,
    },
    /// A curved arrow about a point; its length follows `speed` (rad/s, sign is the sense).
    Turn {
        /// Centre.
        at: Vec2,
        /// rad/s
        speed: f64,
    },
    /// The pitch line of a rack, toothed, with the wheel that runs on it.
    Rack(RackLine),
    /// A coil between two points.
    Coil {
        /// One end.
        from: Vec2,
        /// The other.
        to: Vec2,
        /// Rest length (m).
        rest: f64,
    },
    /// A straight arrow: a force at a point.
    Arrow {
        /// Tail.
        from: Vec2,
        /// Tip.
        to: Vec2,
    },
    /// Three short waves beside a part: drag.
    Waves {
        /// Position.
        at: Vec2,
    },
    /// A straight groove or rail with its rider.
    Rail {
        /// One end.
        from: Vec2,
        /// The other.
        to: Vec2,
        /// Point that runs in it.
        rider: Vec2,
        /// Whether the rider is a shoe that cannot turn.
        shoe: bool,
    },
    /// A bent line: a wire, a belt, a rope.
    Wire {
        /// Its points in order.
        points: Vec<Vec2>,
        /// Whether the last is joined to the first.
        closed: bool,
        /// Its material.
        stuff: Stuff,
    },
    /// A small filled square.
    Block {
        /// Position.
        at: Vec2,
        /// How it is turned (rad).
        angle: f64,
    },
    /// A cylinder with its piston.
    Piston {
        /// The closed end of the cylinder.
        from: Vec2,
        /// The end of the piston rod.
        to: Vec2,
    },
    /// A flat spiral about a point.
    Spiral {
        /// Centre.
        at: Vec2,
        /// Angle of its outer end (rad).
        from: f64,
        /// Angle of its inner end (rad).
        to: f64,
    },
    /// A toothed wheel.
    Wheel {
        /// Centre.
        at: Vec2,
        /// Pitch radius (m); negative for teeth that look inwards.
        radius: f64,
        /// How it is turned (rad): a tooth points there.
        angle: f64,
        /// Number of teeth.
        teeth: u32,
    },
}

impl Glyph {
    /// The line through world points that the mouse can hit and that is highlighted, where the element has one.
    pub fn line(&self) -> Option<Vec<Vec2>> {
        match self {
            Glyph::Rod { from, to }
            | Glyph::Coil { from, to, .. }
            | Glyph::Arrow { from, to }
            | Glyph::Rail { from, to, .. }
            | Glyph::Piston { from, to } => Some(vec![*from, *to]),
            Glyph::Wire { points, closed, .. } => {
                let mut line = points.clone();
                line.extend(points.first().filter(|_| *closed));
                Some(line)
            }
            _ => None,
        }
    }
}

/// Geometry of a rack and its wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RackLine {
    /// A point of the pitch line.
    pub at: Vec2,
    /// Unit vector along it.
    pub along: Vec2,
    /// Unit vector from the pitch line towards the wheel.
    pub towards: Vec2,
    /// Centre of the wheel.
    pub wheel: Vec2,
    /// Pitch radius (m).
    pub radius: f64,
    /// Angle of the wheel (rad), so that its teeth turn.
    pub angle: f64,
}

/// Material of a [`Glyph::Wire`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stuff {
    /// A stiff wire that beads run on.
    Steel,
    /// A belt.
    Rubber,
    /// A rope.
    Rope,
    /// A thin dashed line: a line of centres, a lever.
    Dashes,
}

/// A circle as the points of a closed line.
pub fn circle(at: Vec2, radius: f64) -> Vec<Vec2> {
    const COUNT: u32 = 64;
    (0..COUNT)
        .map(|k| at + radius * unit(f64::from(k) * TAU / f64::from(COUNT)))
        .collect()
}
