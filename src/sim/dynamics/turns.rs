//! Rows of motors and angle locks beside the pins of trees: one row each.

use crate::constraints::{ConstraintKind, EndPorts, Row};
use crate::sim::{Link, Model, Place, Work};
use crate::solver::pin_tree::AngleRow;

use super::baumgarte::Baumgarte;

/// The rows of angles in the order of the solver's list.
#[derive(Default)]
pub(super) struct AngleRows {
    links: Vec<TurnLink>,
    /// Data that several rows share.
    kinds: Vec<TurnKind>,
    /// c, child positive.
    c: Vec<f64>,
    /// `Cdot - C_t` of each row.
    rate: Vec<f64>,
}

/// A row of an angle. Kept small, because with thousands of them memory bandwidth limits the speed.
struct TurnLink {
    /// Index in the list of kinds.
    kind: u32,
    /// Offset of its memory.
    memory: u32,
    row: u32,
    /// Indices of its ends' angles among the coordinates, or [`FIXED`].
    at: [u32; 2],
    /// Angle of the end on a fixed part (rad); there is at most one such end.
    fixed: f64,
    /// 1 if the child of the joint is at the end b, else -1.
    sign: f64,
}

/// The data of a row that do not depend on its position in the arrays.
#[derive(Clone, Debug, PartialEq)]
struct TurnKind {
    kind: ConstraintKind,
    memory_len: u32,
    drive: bool,
    /// Its own feedback gains; `None`: those of the scene.
    gains: Option<Baumgarte>,
}

/// Index that stands for an end without coordinates.
const FIXED: u32 = u32::MAX;
/// Number of recent kinds with which each further kind is compared.
const COMPARED: usize = 8;

impl TurnKind {
    fn of(link: &Link) -> Self {
        Self {
            kind: ConstraintKind::clone(&link.kind),
            memory_len: link.memory_len as u32,
            drive: link.drive,
            gains: Baumgarte::of_row(&link.rows[0]),
        }
    }

    /// Returns the index of the kind in a list; it is appended unless it equals one of the last entries.
    fn place_in(self, list: &mut Vec<Self>) -> u32 {
        let first = list.len().saturating_sub(COMPARED);
        let known = list[first..].iter().position(|it| *it == self);
        if known.is_none() {
            list.push(self);
        }
        known.map_or(list.len() - 1, |known| first + known) as u32
    }
}

impl AngleRows {
    /// Collects the rows; each comes with the child of its joint (dense index).
    pub(super) fn new<'a>(model: &Model, turns: impl Iterator<Item = (&'a AngleRow, usize)>) -> Self {
        let mut kinds = Vec::new();
        let mut links = Vec::with_capacity(turns.size_hint().0);
        for (turn, child) in turns {
            let link = &model.links[turn.constraint as usize];
            let (mut at, mut fixed) = ([FIXED; 2], 0.0);
            for (at, end) in at.iter_mut().zip(&link.ends) {
                match *end {
                    Place::Fixed { angle, .. } => fixed = angle,
                    Place::Moving { body, .. } => *at = model.bodies[body].offset as u32 + 2,
                }
            }
            links.push(TurnLink {
                kind: TurnKind::of(link).place_in(&mut kinds),
                memory: link.memory as u32,
                row: turn.row,
                at,
                fixed,
                sign: if link.ends[1].body() == Some(child) {
                    1.0
                } else {
                    -1.0
                },
            });
        }
        links.shrink_to_fit();
        kinds.shrink_to_fit();
        Self {
            c: vec![0.0; links.len()],
            rate: vec![0.0; links.len()],
            links,
            kinds,
        }
    }

    /// Evaluates c and `Cdot - C_t` of the rows.
    pub(super) fn evaluate(&mut self, (q, v, time, memory): (&[f64], &[f64], f64, &[f64]), model: &Model) {
        if self.links.is_empty() {
            return;
        }
        let shared = Baumgarte::new(model.settings.feedback());
        let mut ports = [EndPorts::default(); 2];
        for (turn, (c, net)) in self.links.iter().zip(self.c.iter_mut().zip(&mut self.rate)) {
            for (port, &at) in ports.iter_mut().zip(&turn.at) {
                (port.angle.value, port.angle.rate, port.angle.gradient[2]) = match at {
                    FIXED => (turn.fixed, 0.0, 0.0),
                    at => (q[at as usize], v[at as usize], 1.0),
                };
            }
            let mut row = Row::default();
            let kind = &self.kinds[turn.kind as usize];
            let memory = &memory[turn.memory as usize..][..kind.memory_len as usize];
            kind.kind
                .evaluate(&ports, time, memory, std::slice::from_mut(&mut row));
            let rate = row.rate(&ports);
            let gains = kind.gains.unwrap_or(shared);
            *c = turn.sign * gains.c::<false>(row.gamma(&ports), row.value, rate);
            *net = rate - row.time_rate;
        }
    }

    /// Returns c of a row, child positive.
    #[inline(always)]
    pub(super) fn c(&self, index: usize) -> f64 {
        self.c[index]
    }

    /// Adds the power of the multipliers, under drives or feedback.
    pub(super) fn add_power(&self, lambda: &[f64], work: &mut Work) {
        for (turn, rate) in self.links.iter().zip(&self.rate) {
            let entry = if self.kinds[turn.kind as usize].drive {
                &mut work.drives
            } else {
                &mut work.feedback
            };
            *entry += lambda[turn.row as usize] * rate;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::Motor;

    /// Each row reads little memory, and equal kinds are stored once.
    #[test]
    fn motors_that_are_alike_share_what_they_are() {
        assert!(size_of::<TurnLink>() <= 40);
        let of_speed = |speed: f64| TurnKind {
            kind: ConstraintKind::Motor(Motor {
                speed,
                ..Motor::default()
            }),
            memory_len: 1,
            drive: true,
            gains: None,
        };
        let mut kinds = Vec::new();
        let places = [1.0, 2.0, 1.0, 1.0, 3.0, 2.0].map(|speed| of_speed(speed).place_in(&mut kinds));
        assert_eq!((places, kinds.len()), ([0, 1, 0, 0, 2, 1], 3));
    }
}
