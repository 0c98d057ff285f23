//! What a constraint or force looks like, in words a renderer understands. World coordinates.

use crate::math::Vec2;

/// One element of a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
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
        /// Where.
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
    Rack {
        /// A point of the pitch line.
        at: Vec2,
        /// Unit vector along it.
        along: Vec2,
        /// From the pitch line towards the wheel, unit.
        towards: Vec2,
        /// Centre of the wheel.
        wheel: Vec2,
        /// Pitch radius (m).
        radius: f64,
        /// Angle of the wheel (rad), so that its teeth turn.
        angle: f64,
    },
    /// A coil between two points.
    Coil {
        /// One end.
        from: Vec2,
        /// The other.
        to: Vec2,
        /// Length at which it is at ease (m).
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
        /// Where.
        at: Vec2,
    },
}
