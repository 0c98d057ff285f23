//! Constructions: mirror, rotation, scaling, and repetition along a line, round a ring or in a grid.

use std::f64::consts::TAU;

use crate::math::Vec2;

use super::similarity::Similarity;

/// Most parts that one construction may make.
const MOST_PARTS: usize = 5000;
/// Rotations and displacements below this count as zero (rad, m).
const NOTHING: f64 = 1e-9;

/// A construction with the selection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Construction {
    /// Reflected in a line.
    Mirror {
        /// A point of the line (m).
        at: Vec2,
        /// Direction of the line (rad).
        direction: f64,
        /// Whether the original stays.
        copy: bool,
    },
    /// Rotated about a point.
    Turn {
        /// The point (m).
        at: Vec2,
        /// Angle, counterclockwise (rad).
        by: f64,
    },
    /// Scaled about a point.
    Scale {
        /// The point (m).
        at: Vec2,
        /// Factor, above 0.
        factor: f64,
    },
    /// Repeated along a line.
    Line {
        /// Number of instances, the original included.
        count: usize,
        /// Displacement from one to the next (m).
        by: Vec2,
        /// Whether points of neighbours that coincide are pinned.
        joined: bool,
    },
    /// Repeated round a point.
    Ring {
        /// Number of instances, the original included.
        count: usize,
        /// The point (m).
        at: Vec2,
        /// Angle from one to the next (rad).
        by: f64,
        /// Whether points of neighbours that coincide are pinned.
        joined: bool,
    },
    /// Repeated in columns and rows.
    Grid {
        /// Number of columns and rows, the original included.
        counts: [usize; 2],
        /// Displacement from column to column and from row to row (m).
        by: Vec2,
        /// Whether points of neighbours that coincide are pinned.
        joined: bool,
    },
}

impl Construction {
    /// Least and greatest scale factor.
    pub const FACTORS: [f64; 2] = [1e-3, 1e3];

    /// Most instances of the given number of parts, the original included.
    pub fn most(parts: usize) -> usize {
        MOST_PARTS / parts.max(1)
    }

    /// Sentence about copies that coincide; `None` where none do.
    pub fn overlap(&self) -> Option<String> {
        match *self {
            Construction::Line { by, .. } if by.length() < NOTHING => {
                Some("All copies lie on each other".to_owned())
            }
            Construction::Grid { counts, by, .. } => {
                let lies = |axis: usize, step: f64| counts[axis] > 1 && step.abs() < NOTHING;
                (lies(0, by.x) || lies(1, by.y))
                    .then(|| "Copies lie on each other: one distance is 0".to_owned())
            }
            Construction::Ring { count, by, .. } => {
                let whole = |k: &usize| {
                    let turns = *k as f64 * by / TAU;
                    (turns - turns.round()).abs() * TAU < NOTHING
                };
                let first = (1..count).find(whole)?;
                Some(match first {
                    1 => "All copies lie on each other".to_owned(),
                    _ => format!("Copies lie on each other: {first} of {count} go round already"),
                })
            }
            _ => None,
        }
    }

    /// Why the construction cannot be done, as a sentence.
    pub(super) fn problem(&self, parts: usize) -> Option<String> {
        let copies = match self {
            Construction::Mirror { .. } | Construction::Turn { .. } => return None,
            Construction::Scale { factor, .. } => {
                let [least, most] = Self::FACTORS;
                let fine = (least..=most).contains(factor);
                return (!fine)
                    .then(|| format!("The factor is {factor}; give a number from {least} to {most}"));
            }
            Construction::Line { count, .. } | Construction::Ring { count, .. } => *count,
            Construction::Grid { counts, .. } => counts[0].saturating_mul(counts[1]),
        };
        if copies < 2 {
            return Some("Give a number of 2 or more to repeat the selection".to_owned());
        }
        (copies.saturating_mul(parts) > MOST_PARTS)
            .then(|| format!("That would be more than {MOST_PARTS} parts; give a smaller number"))
    }

    /// Transformation of each copy, and its neighbours among the copies before it; copy 0 is the original.
    pub(super) fn copies(&self) -> Vec<(Similarity, Vec<usize>)> {
        match *self {
            Construction::Mirror { at, direction, .. } => vec![(Similarity::mirror(at, direction), vec![0])],
            Construction::Turn { .. } | Construction::Scale { .. } => Vec::new(),
            Construction::Line { count, by, .. } => (1..count)
                .map(|k| (Similarity::shift(k as f64 * by), vec![k - 1]))
                .collect(),
            Construction::Ring { count, at, by, .. } => {
                let closes = (count as f64 * by.abs() - TAU).abs() < 1e-9;
                let neighbours = |k: usize| {
                    let round = closes && k == count - 1 && count > 2;
                    [Some(k - 1), round.then_some(0)].into_iter().flatten().collect()
                };
                (1..count)
                    .map(|k| (Similarity::turn(at, k as f64 * by), neighbours(k)))
                    .collect()
            }
            Construction::Grid { counts, by, .. } => {
                let [columns, rows] = counts;
                let place = |k: usize| [k % columns, k / columns];
                let neighbours = |k: usize| {
                    let [column, row] = place(k);
                    let left = (column > 0).then(|| k - 1);
                    let below = (row > 0).then(|| k - columns);
                    [left, below].into_iter().flatten().collect()
                };
                (1..columns * rows)
                    .map(|k| {
                        let [column, row] = place(k).map(|it| it as f64);
                        (
                            Similarity::shift(Vec2::new(column * by.x, row * by.y)),
                            neighbours(k),
                        )
                    })
                    .collect()
            }
        }
    }

    pub(super) fn is_joined(&self) -> bool {
        match self {
            Construction::Line { joined, .. }
            | Construction::Ring { joined, .. }
            | Construction::Grid { joined, .. } => *joined,
            _ => false,
        }
    }

    pub(super) fn label(&self) -> &'static str {
        match self {
            Construction::Mirror { .. } => "Mirror",
            Construction::Turn { .. } => "Turn",
            Construction::Scale { .. } => "Scale",
            Construction::Line { .. } | Construction::Ring { .. } | Construction::Grid { .. } => "Repeat",
        }
    }
}
