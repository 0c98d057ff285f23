//! Contributions of each cause to multipliers and accelerations: the system is linear in F and c, so that each of
//!
//! ```text
//! M a = F_i + J^T lambda,   J a + c_i + E lambda = 0        F = sum F_i,  c = sum c_i
//! ```
//! is solved with one factor, and the solutions add up to the whole. The whole is that sum, and not a solve of its own: where rows depend on
//! each other multipliers are not unique, and refinement would leave another part of them undetermined.

use crate::bodies::Motion;
use crate::constraints::Mode;
use crate::math::Vec2;
use crate::sim::limits::row_in;
use crate::sim::{Dynamics, Link, Model, SimState};
use crate::solver::{Solution, SolveError};

use super::Simulation;

/// Cause of a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ForceCause {
    /// Weights.
    Gravity,
    /// Springs, dampers, drag and all other forces of the scene.
    Forces,
    /// The hand.
    Hand,
    /// Mean forces of contact in the last step.
    Contact,
    /// Forces that keep moving parts on their paths: gamma, and the inertial force of beads.
    Inertia,
    /// Motors and other constraints that follow a programme.
    Drives,
    /// The feedback against drift.
    Stabilisation,
    /// Limits at their bounds, and friction that slips.
    Limits,
}

impl ForceCause {
    /// All causes.
    pub const ALL: [ForceCause; 8] = [
        ForceCause::Gravity,
        ForceCause::Forces,
        ForceCause::Hand,
        ForceCause::Contact,
        ForceCause::Inertia,
        ForceCause::Drives,
        ForceCause::Stabilisation,
        ForceCause::Limits,
    ];
    /// Name for people.
    pub fn label(self) -> &'static str {
        match self {
            ForceCause::Gravity => "gravity",
            ForceCause::Forces => "forces",
            ForceCause::Hand => "hand",
            ForceCause::Contact => "contact",
            ForceCause::Inertia => "inertia",
            ForceCause::Drives => "drives",
            ForceCause::Stabilisation => "stabilisation",
            ForceCause::Limits => "limits",
        }
    }
}

/// Multipliers and accelerations by cause.
#[derive(Clone, Debug, Default)]
pub struct Shares {
    /// Their sum.
    pub whole: Solution,
    /// Solution of each cause that is present.
    pub parts: Vec<(ForceCause, Solution)>,
    /// The force of the hand: on which body (dense index), at which point of it, and how strong (N).
    pub hand: Option<(usize, Vec2, Vec2)>,
}

impl Simulation {
    /// Power of a constraint (dense index) with the multipliers of the last solve and the rates of the last evaluation (W).
    pub fn power(&self, index: usize) -> Option<f64> {
        let (model, state, dynamics) = (&self.model, &self.state, &self.dynamics);
        let link = model.links.get(index)?;
        if let Some(given) = link.push(&state.memory) {
            let at = (&state.q[..], &state.v[..], state.time, &state.memory[..]);
            let (row, ends) = row_in(model, link, at, Mode::Inside);
            return Some(given * (row.rate(&ends[..link.ends.len()]) - row.time_rate));
        }
        let rows = link.row_range();
        let at = dynamics.evaluation();
        let lambda = dynamics.solution.lambda.get(rows.clone())?;
        let (rate, explicit) = (at.rate().get(rows.clone())?, at.time_rate().get(rows)?);
        // The force J^T lambda moves its points at J v = Cdot - C_t; a force that acts elsewhere moves its points at K^T v.
        let moved = |k: usize| match link.forced {
            true => dynamics.push_rate(model, index, k, &state.v),
            false => rate[k] - explicit[k],
        };
        Some(lambda.iter().enumerate().map(|(k, x)| x * moved(k)).sum())
    }

    /// Computes the shares in the present state, with `dynamics` prepared for this model and a direct method. The run does not change.
    ///
    /// # Errors
    /// As the solver's.
    pub fn shares(&self, dynamics: &mut Dynamics) -> Result<Shares, SolveError> {
        let (model, state) = (&self.model, &self.state);
        let SimState {
            q, v, time, memory, ..
        } = state;
        let grab = self.grab.as_ref();
        dynamics.evaluate(model, q, v, *time, memory, grab);
        let (force, c) = (dynamics.system().force.clone(), dynamics.system().c.clone());
        dynamics.evaluate_forces(model, q, v, *time, grab);
        let unbounded = dynamics.system().force.clone();
        dynamics.evaluate_forces(model, q, v, *time, None);
        let of_scene = dynamics.system().force.clone();
        let (gravity, inertia) = weights(model, state);
        let n = force.len();
        let mut contact = vec![0.0; n];
        model.add_contact_forces(state, &mut contact);
        let mut loads: Vec<(ForceCause, Vec<f64>, Vec<f64>)> = ForceCause::ALL
            .iter()
            .map(|cause| (*cause, vec![0.0; n], vec![0.0; c.len()]))
            .collect();
        for k in 0..n {
            for (cause, f, _) in &mut loads {
                f[k] = match cause {
                    ForceCause::Gravity => gravity[k],
                    ForceCause::Forces => of_scene[k] - gravity[k] - inertia[k],
                    ForceCause::Hand => unbounded[k] - of_scene[k],
                    ForceCause::Contact => contact[k],
                    ForceCause::Inertia => inertia[k],
                    ForceCause::Limits => force[k] - unbounded[k],
                    ForceCause::Drives | ForceCause::Stabilisation => 0.0,
                };
            }
        }
        let gamma = dynamics.evaluation().gamma().to_vec();
        for link in &model.links {
            for row in link.row_range() {
                for (cause, of_gamma) in row_causes(link, state) {
                    let Some((_, _, own)) = loads.iter_mut().find(|it| it.0 == cause) else {
                        continue;
                    };
                    own[row] = match of_gamma {
                        None => c[row],
                        Some(true) => gamma[row],
                        Some(false) => c[row] - gamma[row],
                    };
                }
            }
        }
        loads.retain(|(_, f, c)| f.iter().chain(c).any(|x| *x != 0.0));
        dynamics.factor(model)?;
        let mut shares = Shares {
            hand: grab.and_then(|grab| {
                let body = model.bodies.get(grab.body)?;
                let port = body.motion.point(grab.at, &q[body.offset..], &v[body.offset..]);
                Some((grab.body, grab.at, grab.force(&port)))
            }),
            ..Shares::default()
        };
        shares.whole = Solution {
            acceleration: vec![0.0; n],
            lambda: vec![0.0; c.len()],
        };
        for (cause, f, own) in loads {
            let share = solved(dynamics, model, f, &own)?;
            add(&mut shares.whole, &share);
            shares.parts.push((cause, share));
        }
        Ok(shares)
    }
}

fn add(sum: &mut Solution, share: &Solution) {
    let add = |sum: &mut [f64], share: &[f64]| sum.iter_mut().zip(share).for_each(|(sum, x)| *sum += x);
    add(&mut sum.acceleration, &share.acceleration);
    add(&mut sum.lambda, &share.lambda);
}

fn solved(
    dynamics: &mut Dynamics,
    model: &Model,
    force: Vec<f64>,
    c: &[f64],
) -> Result<Solution, SolveError> {
    let mut answer = Solution {
        acceleration: vec![0.0; force.len()],
        lambda: vec![0.0; c.len()],
    };
    dynamics.problem.set_force(0, force);
    dynamics.problem.copy_c(c);
    dynamics.solve_into(model, &mut answer)?;
    Ok(answer)
}

/// Causes of a row's c: the whole of it (`None`), its gamma (`Some(true)`), or the rest (`Some(false)`).
fn row_causes(link: &Link, state: &SimState) -> Vec<(ForceCause, Option<bool>)> {
    let memory = &state.memory[link.memory_range()];
    if link
        .limits()
        .is_some_and(|limits| !limits.holds(Mode::of(memory)))
    {
        return vec![(ForceCause::Limits, None)];
    }
    if link.drives(state) {
        return vec![(ForceCause::Drives, None)];
    }
    vec![
        (ForceCause::Inertia, Some(true)),
        (ForceCause::Stabilisation, Some(false)),
    ]
}

/// Weights on all coordinates, and the inertial forces of beads.
fn weights(model: &Model, state: &SimState) -> (Vec<f64>, Vec<f64>) {
    let n = state.q.len();
    let (mut gravity, mut inertia) = (vec![0.0; n], vec![0.0; n]);
    for body in &model.bodies {
        let (q, v) = (&state.q[body.offset..], &state.v[body.offset..]);
        let weight = body.mass.mass * model.settings.gravity;
        if let Motion::Bead(_) = body.motion {
            gravity[body.offset] = weight.dot(body.motion.point(Vec2::ZERO, q, v).gradient[0]);
            body.motion
                .add_own_force(body.mass, q, v, &mut inertia[body.offset..]);
        } else {
            gravity[body.offset] = weight.x;
            gravity[body.offset + 1] = weight.y;
        }
    }
    (gravity, inertia)
}
