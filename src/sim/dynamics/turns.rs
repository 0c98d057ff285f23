//! Angles held beside the pins of trees, by motors and locks: one row each.

use crate::constraints::{ConstraintKind, EndPorts, Row};
use crate::sim::{Model, Place, Work};
use crate::solver::pin_tree::Turn;

use super::baumgarte::Baumgarte;

/// The rows of angles in the order of the solver's list.
#[derive(Default)]
pub(super) struct Turns {
    links: Vec<TurnLink>,
    /// c, child positive.
    c: Vec<f64>,
    /// Cdot - C_t
    rate: Vec<f64>,
}

/// A row of an angle.
struct TurnLink {
    /// Beside all else that is read of it.
    kind: ConstraintKind,
    ends: [TurnEnd; 2],
    /// Where its memory starts and ends.
    memory: (u32, u32),
    row: u32,
    drive: bool,
    /// 1 where the child of the joint is the end b, else -1.
    sign: f64,
    /// Its own gains; the scene's without.
    gains: Option<Baumgarte>,
}

/// An end of it: of its ports an angle is all that counts.
enum TurnEnd {
    /// That of a part that stands (rad).
    Fixed(f64),
    /// Where that of a rigid body is among the coordinates.
    At(u32),
}

impl TurnEnd {
    fn new(model: &Model, end: &Place) -> Self {
        match *end {
            Place::Fixed { angle, .. } => Self::Fixed(angle),
            Place::Moving { body, .. } => Self::At(model.bodies[body].offset as u32 + 2),
        }
    }
}

impl Turns {
    /// Looks up the rows, each with the child of the joint it belongs to (dense index).
    pub(super) fn new<'a>(model: &Model, turns: impl Iterator<Item = (&'a Turn, usize)>) -> Self {
        let link = |(turn, child): (&Turn, usize)| {
            let link = &model.links[turn.constraint as usize];
            let at_b = link.ends[1].body() == Some(child);
            TurnLink {
                kind: ConstraintKind::clone(&link.kind),
                ends: [0, 1].map(|end| TurnEnd::new(model, &link.ends[end])),
                memory: (link.memory as u32, (link.memory + link.memory_len) as u32),
                row: turn.row,
                drive: link.drive,
                sign: if at_b { 1.0 } else { -1.0 },
                gains: Baumgarte::of_row(&link.rows[0]),
            }
        };
        let links: Vec<TurnLink> = turns.map(link).collect();
        Self {
            c: vec![0.0; links.len()],
            rate: vec![0.0; links.len()],
            links,
        }
    }

    /// Evaluates the rows, each by its kind.
    pub(super) fn evaluate(&mut self, (q, v, time, memory): (&[f64], &[f64], f64, &[f64]), model: &Model) {
        if self.links.is_empty() {
            return;
        }
        let shared = Baumgarte::new(model.settings.feedback());
        let mut ports = [EndPorts::default(); 2];
        for (turn, (c, net)) in self.links.iter().zip(self.c.iter_mut().zip(&mut self.rate)) {
            for (port, end) in ports.iter_mut().zip(&turn.ends) {
                (port.angle.value, port.angle.rate, port.angle.gradient[2]) = match *end {
                    TurnEnd::Fixed(angle) => (angle, 0.0, 0.0),
                    TurnEnd::At(at) => (q[at as usize], v[at as usize], 1.0),
                };
            }
            let mut row = Row::default();
            let memory = &memory[turn.memory.0 as usize..turn.memory.1 as usize];
            turn.kind
                .evaluate(&ports, time, memory, std::slice::from_mut(&mut row));
            let rate = row.rate(&ports);
            let gains = turn.gains.unwrap_or(shared);
            *c = turn.sign * gains.c::<false>(row.gamma(&ports), row.value, rate);
            *net = rate - row.time_rate;
        }
    }

    /// c of a row, child positive.
    #[inline(always)]
    pub(super) fn c(&self, index: usize) -> f64 {
        self.c[index]
    }

    /// Adds the power of the multipliers.
    pub(super) fn add_power(&self, lambda: &[f64], work: &mut Work) {
        for (turn, rate) in self.links.iter().zip(&self.rate) {
            let entry = if turn.drive {
                &mut work.drives
            } else {
                &mut work.feedback
            };
            *entry += lambda[turn.row as usize] * rate;
        }
    }
}
