//! Screening: contact points that stay open take no part in a solve. Points within the margin of collision detection are two to three times as many
//! as those that push.
//!
//! ```text
//! left out    x = 0 at the start and J W F + c > 2 max |J W F + c| of the points that push at the start or would close
//! kept out    J a + c >= 0 in the answer; otherwise the point takes part, and the problem is solved again from that answer
//! ```

use crate::math::worst;
use crate::sim::limits::{Condition, SavedRows};
use crate::solver::{Side, Solution};

use super::bodies::move_by_forces;
use super::problem::ContactProblem;

/// Factor between the largest rate at which a point that takes part closes and the rate above which others are left out.
const CUSHION: f64 = 2.0;

/// The conditions that take part in a solve.
#[derive(Default)]
pub struct Screening {
    /// Whether each condition of the problem takes part.
    takes_part: Vec<bool>,
    /// The condition that each condition follows.
    hosts: Vec<usize>,
    /// The conditions that do, with the index of each condition of the problem among them.
    pub kept: Vec<Condition>,
    places: Vec<usize>,
    /// The rows of all conditions, as equations.
    rows: SavedRows,
    /// Motion without multipliers, and the normal rate of each condition under it.
    free: Solution,
    rates: Vec<f64>,
    /// Reference size of residuals of the whole problem: the root of F W F, or the largest |c| of rows scaled to a unit J W J^T.
    pub size: f64,
}

impl Screening {
    /// Decides which conditions take part, given the start multipliers of all rows.
    pub fn begin(&mut self, problem: &ContactProblem<'_>, start: &[f64]) {
        let (topology, system, conditions) = (problem.topology, &*problem.system, problem.conditions);
        move_by_forces(topology, system, &mut self.free);
        let forces = system.force.iter().zip(&self.free.acceleration);
        self.size = forces.map(|(f, v)| f * v).sum::<f64>().sqrt();
        self.rows.save(topology, system, conditions);
        let pushes = |it: &Condition| {
            let x = start.get(topology.row_offset(it.constraint) + it.k);
            x.is_some_and(|x| *x != 0.0)
        };
        self.rates.clear();
        let mut most = 0.0_f64;
        for (i, it) in conditions.iter().enumerate() {
            let (rate, _) = self.rows.w_and_terms(topology, it, i, &self.free);
            self.rates.push(rate);
            let mobility = self.rows.mobility(i);
            if mobility > 0.0 {
                self.size = self.size.max(self.rows.c(i).abs() / mobility.sqrt());
            }
            // Written so that NaN leaves nothing out.
            let opens = rate >= 0.0 && !pushes(it);
            if is_normal(problem, it) && !opens {
                most = worst(most, rate.abs());
            }
        }
        self.find_hosts(problem);
        self.takes_part.clear();
        for host in &self.hosts {
            let it = &conditions[*host];
            let is_far = self.rates[*host] > CUSHION * most && !pushes(it);
            self.takes_part.push(!(is_far && is_normal(problem, it)));
        }
    }

    /// Finds the condition that each condition follows: friction, and a row whose multiplier is 0, follow the normal of their point, all others
    /// themselves.
    fn find_hosts(&mut self, problem: &ContactProblem<'_>) {
        self.hosts.clear();
        let mut normal = None;
        for (i, it) in problem.conditions.iter().enumerate() {
            if is_normal(problem, it) {
                normal = Some((it.constraint, i));
            }
            self.hosts.push(match (it.friction, normal) {
                (Some((normal, _)), _) => normal,
                (None, Some((constraint, normal)))
                    if constraint == it.constraint && it.bounds == [0.0; 2] =>
                {
                    normal
                }
                _ => i,
            });
        }
    }

    /// Sorts the conditions into those that take part and those that do not, and makes the rows of the latter identities.
    pub fn sort(&mut self, problem: &mut ContactProblem<'_>) {
        self.kept.clear();
        self.places.clear();
        let mut count = 0;
        for takes_part in &self.takes_part {
            self.places.push(count);
            count += usize::from(*takes_part);
        }
        for (i, it) in problem.conditions.iter().enumerate() {
            if self.takes_part[i] {
                let friction = it.friction.map(|(normal, mu)| (self.places[normal], mu));
                self.kept.push(Condition { friction, ..*it });
            } else {
                self.rows
                    .write_identity(problem.topology, problem.system, it, 0.0);
            }
        }
    }

    /// Restores the rows of the system. Returns the largest rate at which a point that was left out closes in the answer, its row scaled to a unit
    /// J W J^T; if that is more than `most`, points that close at more than `joins_above` take part from now on.
    pub fn check(
        &mut self,
        problem: &mut ContactProblem<'_>,
        out: &Solution,
        (most, joins_above): (f64, f64),
    ) -> f64 {
        let topology = problem.topology;
        let mut most_closing = 0.0;
        for (i, it) in problem.conditions.iter().enumerate() {
            if self.takes_part[i] {
                self.rates[i] = 0.0;
                continue;
            }
            self.rows.write_equation(topology, problem.system, it, i, 0.0);
            let closes = if is_normal(problem, it) {
                let (w, _) = self.rows.w_and_terms(topology, it, i, out);
                let mobility = self.rows.mobility(i);
                if mobility > 0.0 { -w / mobility.sqrt() } else { 0.0 }
            } else {
                0.0
            };
            most_closing = worst(most_closing, closes);
            self.rates[i] = closes;
        }
        for (takes_part, host) in self.takes_part.iter_mut().zip(&self.hosts) {
            *takes_part |= most_closing > most && self.rates[*host] > joins_above;
        }
        most_closing
    }

    /// Expands the sides of the conditions that took part to all; the others are at their lower bound.
    pub fn expand(&self, sides: &mut Vec<Side>) {
        sides.resize(self.places.len(), Side::Low);
        // From the end, so that none is overwritten before it is read: no condition had a later place among the kept.
        for (i, (place, takes_part)) in self.places.iter().zip(&self.takes_part).enumerate().rev() {
            sides[i] = if *takes_part { sides[*place] } else { Side::Low };
        }
    }
}

/// Whether a condition is that of the normal force of a contact point.
fn is_normal(problem: &ContactProblem<'_>, it: &Condition) -> bool {
    it.constraint >= problem.joints && it.friction.is_none() && it.bounds == [0.0, f64::INFINITY]
}
