//! Several shapes joined into one body.
//!
//! ```text
//! m = sum m_i,   c = sum m_i c_i / m,   I = sum (I_i + m_i |c_i - c|²)
//! ```
//! Each piece has a pose about the common centre of mass, and its own mass.

use serde::{Deserialize, Serialize};

use super::{Body, MassProperties, Motion, Outline, Shape, Sketch, SnapPoint};
use crate::math::{Pose, Vec2};
use crate::parameter::parameters;

/// Most pieces of a compound.
pub const MOST_PIECES: usize = 100;

/// A shape at its place in a compound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its shape.
    pub shape: Shape,
    /// Position of its centre (m).
    #[serde(default)]
    pub at: Vec2,
    /// Its angle (rad).
    #[serde(default)]
    pub angle: f64,
    /// Density at a density of 1 of the whole: kg/m², for a particle kg.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub density: f64,
    /// Mass (kg) and inertia about its own centre (kg m²), instead of a density.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weighs: Option<(f64, f64)>,
}

fn one() -> f64 {
    1.0
}

fn is_one(x: &f64) -> bool {
    x.to_bits() == 1.0_f64.to_bits()
}

impl Piece {
    /// A piece of the default density.
    pub fn new(shape: Shape, at: Vec2, angle: f64) -> Self {
        Self {
            shape,
            at,
            angle,
            density: 1.0,
            weighs: None,
        }
    }
    /// Its pose in the frame of the whole.
    pub fn pose(&self) -> Pose {
        Pose {
            position: self.at,
            angle: self.angle,
        }
    }
    /// Its own mass and inertia, at a density of 1 of the whole.
    pub fn mass(&self) -> MassProperties {
        match self.weighs {
            Some((mass, inertia)) => MassProperties { mass, inertia },
            None => self.shape.mass_at_density(self.density),
        }
    }
}

/// A body of several pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compound {
    /// Its pieces, in drawing order, those behind first; their common centre of mass is its origin.
    pub pieces: Vec<Piece>,
}

impl Default for Compound {
    fn default() -> Self {
        let weight = |x: f64| Piece::new(Shape::Disk(super::Disk { radius: 0.18 }), Vec2::new(x, 0.0), 0.0);
        let bar = super::Bar {
            length: 0.9,
            width: 0.1,
        };
        Self {
            pieces: vec![
                Piece::new(Shape::Bar(bar), Vec2::ZERO, 0.0),
                weight(-0.45),
                weight(0.45),
            ],
        }
    }
}

parameters!(Compound {});

impl Compound {
    /// The compound of pieces about their common centre of mass, and the previous position of that.
    pub fn about(mut pieces: Vec<Piece>) -> (Self, Vec2) {
        let centre = centre(&pieces);
        pieces.iter_mut().for_each(|piece| piece.at -= centre);
        (Self { pieces }, centre)
    }
}

fn centre(pieces: &[Piece]) -> Vec2 {
    let (mut mass, mut first) = (0.0, Vec2::ZERO);
    for piece in pieces {
        let own = piece.mass().mass;
        mass += own;
        first += own * piece.at;
    }
    if mass > 0.0 { first / mass } else { Vec2::ZERO }
}

impl Body for Compound {
    fn motion(&self) -> Motion {
        Motion::Rigid
    }
    // Mass and inertia of its pieces, so that its density is a factor on theirs.
    fn area_moments(&self) -> (f64, f64) {
        self.pieces.iter().fold((0.0, 0.0), |(mass, inertia), piece| {
            let own = piece.mass();
            (
                mass + own.mass,
                inertia + own.inertia + own.mass * piece.at.length_squared(),
            )
        })
    }
    fn snap_points(&self) -> Vec<SnapPoint> {
        let centre = SnapPoint {
            at: Vec2::ZERO,
            name: "centre",
        };
        let of = |piece: &Piece| {
            let pose = piece.pose();
            let points = piece.shape.snap_points().into_iter();
            points.map(move |point| SnapPoint {
                at: pose.point(point.at),
                ..point
            })
        };
        std::iter::once(centre)
            .chain(self.pieces.iter().flat_map(of))
            .collect()
    }
    fn outline(&self) -> Outline {
        let pieces = self.pieces.iter();
        Outline::Several(pieces.map(|it| (it.pose(), it.shape.outline())).collect())
    }
    fn sketch(&self) -> Option<Sketch> {
        Some(Sketch {
            lines: &[&[(-1.6, 1.6), (1.6, -1.6)]],
            dots: &[],
            rings: &[(-4.0, 4.0, 3.2), (4.0, -4.0, 3.2)],
        })
    }
    // Its pieces keep their size.
    fn sized_by_drag(&self, _drag: Vec2) -> Shape {
        Shape::Compound(self.clone())
    }
    fn problem(&self) -> Option<String> {
        let n = self.pieces.len();
        if !(1..=MOST_PIECES).contains(&n) {
            return Some(format!("it has {n} pieces; give 1 to {MOST_PIECES}"));
        }
        for (k, piece) in self.pieces.iter().enumerate() {
            let which = format!("piece {} ({})", k + 1, piece.shape.id());
            if let Some(problem) = piece.shape.problem() {
                return Some(format!("{which}: {problem}"));
            }
            if !matches!(piece.shape.motion(), Motion::Point | Motion::Rigid) {
                return Some(format!("{which} is not rigid; give a part that keeps its form"));
            }
            if matches!(piece.shape, Shape::Compound(_)) {
                return Some(format!("{which} is a compound itself; give its pieces"));
            }
            let far = piece.at.abs().max_element().max(piece.angle.abs());
            if !piece.at.is_finite() || far.is_nan() || far > 1e6 {
                return Some(format!(
                    "{which} stands at ({}, {}); give numbers up to 1e6",
                    piece.at.x, piece.at.y
                ));
            }
            let MassProperties { mass, inertia } = piece.mass();
            if !mass.is_finite() || mass <= 0.0 {
                return Some(format!("{which} weighs {mass}; give a number above 0"));
            }
            // A particle has no inertia; every other shape must have one.
            let least = if piece.shape.motion() == Motion::Point {
                0.0
            } else {
                f64::MIN_POSITIVE
            };
            if !(inertia.is_finite() && inertia >= least) {
                return Some(format!(
                    "{which} has a moment of inertia of {inertia}; give a number above 0"
                ));
            }
        }
        let off = centre(&self.pieces);
        (off.length() > 1e-6 * self.outline().radius().max(1e-3)).then(|| {
            format!(
                "its centre of mass is at ({}, {}) and not at its origin; take that from every piece",
                off.x, off.y
            )
        })
    }
}
