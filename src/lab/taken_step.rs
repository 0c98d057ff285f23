//! The result of one step by the integrator in use, computed on a copy of the machine.

use std::sync::Arc;

use super::assembled::Assembled;
use super::equation::Card;
use super::moment::{Moment, of_body, vector};
use super::phase::Phase;
use crate::math::Vec2;
use crate::scene::{Id, Integrator, Settings, Stabilisation};
use crate::sim::{SimState, Simulation};
use crate::solver::Hardware;

/// The step from the state of the equations, without the hand.
pub(super) struct TakenStep {
    /// The state after the step, with C of each row there (m, rad); `None` if the step stops the run.
    after: Option<(SimState, Vec<f64>)>,
    /// Description of the step, or why it failed.
    how: Arc<str>,
}

impl TakenStep {
    pub(super) fn of(at: &Assembled) -> Self {
        let settings = &at.model.settings;
        let mut run = Simulation::resume((*at.model).clone(), at.state.clone(), Hardware::here());
        let integrator = settings.integrator;
        if let Err(stop) = run.step() {
            let how = format!("{} cannot take this step: {}", integrator.label(), stop.reason);
            return Self {
                after: None,
                how: how.into(),
            };
        }
        run.drift();
        let value = run.dynamics.evaluation().value().to_vec();
        let after = run.state().clone();
        let mut how = format!("{}: {}", integrator.label(), integrator.help());
        how += &match after.control.sub_steps {
            0 | 1 => format!(" h = {:.3} ms.", 1e3 * settings.dt),
            count => format!(" h = {:.3} ms, taken in {count} sub-steps.", 1e3 * settings.dt),
        };
        if !after.contacts.is_empty() {
            how += " a is without what pushes where parts touch.";
        }
        Self {
            after: Some((after, value)),
            how: how.into(),
        }
    }

    /// Contact forces of the step, one moment for each point: on the second part of the contact, and on the first if that moves.
    pub(super) fn contacts(&self, at: &Assembled) -> Vec<Moment> {
        let Some((after, _)) = &self.after else {
            return Vec::new();
        };
        let points = after.contacts.iter().map(|point| {
            let (force, [first, second]) = (point.on_second(), at.model.parts_at(point));
            let ends = [(second, force), (first, -force)];
            let arrows: Vec<(Id, Vec2)> = ends.into_iter().filter_map(|(id, f)| Some((id?, f))).collect();
            let [normal, friction] = point.force;
            let mut numbers = vec![
                ("along the normal", vec![normal]),
                ("friction", vec![friction]),
                ("impulse", vec![at.model.settings.dt * force.length()]),
            ];
            if point.torque != 0.0 {
                numbers.push(("rolling friction", vec![point.torque]));
            }
            let items = arrows.iter().map(|it| it.0).collect();
            Moment {
                arrows,
                ..Moment::new(Phase::Contacts, items, 1, numbers)
            }
        });
        points.collect()
    }

    /// Integration of a body (dense index), with its acceleration at the start of the step.
    pub(super) fn integration(&self, at: &Assembled, body: usize, acceleration: &[f64]) -> Moment {
        let (q, v) = (of_body(at, body, &at.state.q), of_body(at, body, &at.state.v));
        let mut numbers = vec![("a", acceleration.to_vec()), ("v", v.to_vec())];
        let mut arrows = Vec::new();
        let id = at.model.bodies[body].id;
        if let Some((after, _)) = &self.after {
            let next = of_body(at, body, &after.v);
            let moved = of_body(at, body, &after.q)
                .iter()
                .zip(q)
                .map(|(after, q)| after - q);
            numbers.extend([("v after", next.to_vec()), ("q moves by", moved.collect())]);
            arrows.push((id, vector(next)));
        }
        Moment {
            arrows,
            note: Some(self.how.clone()),
            ..Moment::new(Phase::Integrate, vec![id], 1, numbers)
        }
    }

    /// Stabilisation of a constraint, and its C after the step.
    pub(super) fn feedback(&self, at: &Assembled, card: &Card) -> Moment {
        let mut items = vec![card.id];
        items.extend(card.ends.iter().map(|end| end.part));
        let settings = &at.model.settings;
        let mut numbers = Vec::new();
        if feeds_back(settings) {
            numbers.push(("ks C", card.rows.iter().map(|row| row.stiff).collect()));
            numbers.push(("kd Ċ", card.rows.iter().map(|row| row.damped).collect()));
        }
        numbers.push(("C", card.rows.iter().map(|row| row.value).collect()));
        let rows = at.link(card.id).map(|(_, link)| link.row_range());
        // The system holds the row of a limit at its bound as an identity, so its C is not available.
        let is_bounded = card.rows.iter().any(|row| row.at_bound);
        if let (Some((_, value)), Some(rows), false) = (&self.after, rows, is_bounded) {
            numbers.extend(value.get(rows).map(|value| ("C after", value.to_vec())));
        }
        Moment {
            note: Some(held_by(settings).into()),
            ..Moment::new(Phase::Feedback, items, 1, numbers)
        }
    }
}

/// Whether ks C + kd Cdot is part of the equations that the integrator solves.
fn feeds_back(settings: &Settings) -> bool {
    let by_acceleration = !matches!(settings.integrator, Integrator::Impulse | Integrator::Rattle);
    by_acceleration && settings.stabilisation == Stabilisation::Baumgarte
}

/// Description of the stabilisation, in a sentence.
fn held_by(settings: &Settings) -> &'static str {
    match (settings.integrator, settings.stabilisation) {
        (Integrator::Rattle, _) => "RATTLE puts C and Ċ to zero in every step and feeds nothing back.",
        (_, Stabilisation::None) => "Nothing holds drift down here: what a step leaves stays.",
        (_, Stabilisation::Projection) => {
            "After the step positions and velocities are put back on the constraints."
        }
        (Integrator::Impulse, _) => "Impulses ask for a velocity that takes C away at the rate ks/kd.",
        (_, Stabilisation::Baumgarte) => {
            "ks C + kd Ċ has been part of c all along: it pulls what drifted back."
        }
    }
}
