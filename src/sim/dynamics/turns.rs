//! Angles held beside the pins of trees, by motors and locks: one row each.

use crate::constraints::{EndPorts, Row};
use crate::math::Vec2;
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
#[derive(Clone, Copy)]
struct TurnLink {
    /// Dense index of the constraint.
    link: u32,
    /// 1 where the child of the joint is the end b, else -1.
    sign: f64,
    /// Its own gains; the scene's without.
    gains: Option<Baumgarte>,
}

impl Turns {
    /// Looks up the rows, each with the child of the joint it belongs to (dense index).
    pub(super) fn new<'a>(model: &Model, turns: impl Iterator<Item = (&'a Turn, usize)>) -> Self {
        let link = |(turn, child): (&Turn, usize)| {
            let link = &model.links[turn.constraint as usize];
            let at_b = link.ends[1].body() == Some(child);
            TurnLink {
                link: turn.constraint,
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

    /// Evaluates the rows, each by its kind: of its ends an angle is all that counts.
    pub(super) fn evaluate(&mut self, model: &Model, q: &[f64], v: &[f64], time: f64, memory: &[f64]) {
        let shared = Baumgarte::new(model.settings.feedback());
        let mut ports = [EndPorts::default(); 2];
        for (turn, (c, net)) in self.links.iter().zip(self.c.iter_mut().zip(&mut self.rate)) {
            let link = &model.links[turn.link as usize];
            for (port, end) in ports.iter_mut().zip(&link.ends) {
                match *end {
                    Place::Fixed { angle, .. } => *port = EndPorts::fixed(Vec2::ZERO, angle),
                    Place::Moving { body, at } => {
                        let body = &model.bodies[body];
                        let (q, v) = (&q[body.offset..], &v[body.offset..]);
                        port.angle = body.motion.angle(at, q, v);
                    }
                }
            }
            let mut row = Row::default();
            let memory = &memory[link.memory..link.memory + link.memory_len];
            link.kind
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
    pub(super) fn add_power(&self, model: &Model, lambda: &[f64], work: &mut Work) {
        for (turn, rate) in self.links.iter().zip(&self.rate) {
            let link = &model.links[turn.link as usize];
            let entry = if link.drive {
                &mut work.drives
            } else {
                &mut work.feedback
            };
            *entry += lambda[link.row] * rate;
        }
    }
}
