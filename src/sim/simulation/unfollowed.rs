//! Stops where light parts move too fast to be followed, by the energy that is lost or gained: what follows is no motion of the machine.

use crate::parameter::metric;
use crate::scene::Integrator;
use crate::sim::trust::{Breach, Quantity, allowed};
use crate::sim::{Cause, Energy, Model, SimState, Stop, stop};
use crate::solver::graph::Graph;

use super::Simulation;
use super::torn::{LIGHTER, SHORT};

/// Multiple of the energy error that is allowed by the largest kinetic energy since masses are scaled; that since the start may have been larger.
const MARGIN: f64 = 2.0;

/// Share of the kinetic energy that a whip must take in a step for a stop.
const LOST: f64 = 0.25;
/// Share of the loss that velocities which the constraints do not allow may explain.
const FORBIDDEN: f64 = 0.5;
/// Share of the potential energy that it must exceed as well: what is nearly at rest may lose a large share of next to nothing.
const STORED: f64 = 0.01;

impl Simulation {
    /// Stop of the step just taken, where masses are scaled in a machine that no hand holds, and its energy error is more than can be expected of the
    /// settings.
    pub(super) fn unfollowed(&mut self) -> Option<Stop> {
        if self.state.scaled.is_empty() {
            return None;
        }
        let now = self.energy_at_one_instant();
        let error = self.error_of(now).abs();
        let most = self.state.control.scaled_kinetic.max(now.kinetic);
        self.state.control.scaled_kinetic = most;
        let done = self.state.work.exchanged();
        let (mass, size) = (self.model.mass(), self.model.extent(&self.state));
        let limit = MARGIN * allowed((0.0, most), done, (mass, size, now));
        if error <= limit || self.grab.is_some() {
            return None;
        }
        let heaviest = self
            .model
            .scaled_bodies(&self.state)
            .max_by(|a, b| a.1.total_cmp(&b.1));
        let (body, times) = heaviest?;
        let breach = Breach {
            since: self.state.time,
            item: Some(body.id),
            quantity: Quantity::Energy,
            value: error,
            limit,
            built: 0.0,
            approximate_solve: self.dynamics.approximates(),
            heap: false,
        };
        if breach.expected_of(&self.model.settings).is_some() {
            return None;
        }
        let [is, counts] = [1.0, times].map(|times| metric(1e3 * times * body.mass.mass, "g"));
        let reason = format!(
            "between parts so much heavier it vibrates too fast to be followed: even where its {is} count as {counts}, the energy is off by {}; give \
             it more mass, halve the step, or use Dormand-Prince with a small tolerance",
            metric(error, "J")
        );
        Some(Stop::at(&self.before, Some(body.id), Cause::Stiff, reason))
    }

    /// Stop of the step of `h` seconds just taken, where a light part passed a dead point in less than the shortest sub-step, in a machine that nothing
    /// drives, limits, touches or holds: as an impact would, that takes energy.
    pub(super) fn whipped(&mut self, h: f64) -> Option<Stop> {
        let model = &self.model;
        let is_plain = self.is_divided_freely() && model.passive && !model.is_unilateral();
        let control = &self.state.control;
        let followed = control.shortest > SHORT * h || control.soft || self.dynamics.approximates();
        if !is_plain || followed || model.lightest() >= LIGHTER {
            return None;
        }
        let done = self.state.work.real() - self.before.work.real();
        let lost = |of: fn(&Model, &SimState) -> Energy| {
            let [before, after] = [&self.before, &self.state].map(|state| of(model, state));
            before.total() + done - after.total()
        };
        // By impulses that at one instant changes with the length of the sub-steps as well, and that of the state by half a step of free fall.
        let lost = lost(Energy::at_one_instant).min(lost(Energy::of));
        let before = Energy::of(model, &self.before);
        // An impact takes kinetic energy alone: what is more comes of joints that close.
        if lost <= LOST * before.kinetic || lost > before.kinetic || lost <= STORED * before.potential.abs() {
            return None;
        }
        let whom = model.bodies[self.fastest_light_part()?].id;
        // Sweeps leave velocities that the constraints do not allow, and a direct method takes them away.
        let mut allowed = self.before.clone();
        let projected = self
            .dynamics
            .exactly(|it| it.project_velocities(model, &mut allowed));
        let taken = before.kinetic - Energy::of(model, &allowed).kinetic;
        if projected.is_err() || taken > FORBIDDEN * lost {
            return None;
        }
        let reason = format!(
            "it is so much lighter than the parts it is between that it whips round in less than the shortest sub-step, which takes {} of energy; \
             {}",
            metric(lost, "J"),
            self.advice_on_light_parts()
        );
        Some(Stop::at(&self.before, Some(whom), Cause::SingularPose, reason))
    }

    /// What helps where a light part whips round too fast.
    pub(super) fn advice_on_light_parts(&self) -> &'static str {
        match self.model.settings.integrator {
            Integrator::Rk4 | Integrator::Dopri5 => "give the light part more mass, or halve the step",
            _ => "give the light part more mass, use Runge-Kutta, or halve the step",
        }
    }

    /// The part (dense index) that is fastest, before or after the step just taken, of those that are light beside another one of their island.
    fn fastest_light_part(&self) -> Option<usize> {
        let model = &self.model;
        let mass = |body: usize| model.bodies[body].mass.mass;
        let speed = |body| {
            let [before, after] = [&self.before, &self.state].map(|state| stop::speed(model, state, body));
            before.max(after)
        };
        let islands = Graph::new(&model.topology).islands;
        let light = islands.iter().flat_map(|island| {
            let heaviest = island.bodies.iter().map(|&body| mass(body)).fold(0.0, f64::max);
            let is_light = move |body: &usize| mass(*body) < LIGHTER * heaviest;
            island.bodies.iter().copied().filter(is_light)
        });
        light.max_by(|&a, &b| speed(a).total_cmp(&speed(b)))
    }
}
