//! Values of quantities in the present state of a run.

use super::joint;
use super::quantity::{Source, Subject};
use crate::constraints::{ConstraintKind, Level};
use crate::math::Vec2;
use crate::scene::{Attach, Dimension, Id};
use crate::sim::{Drift, Energy, Place, SimState, Simulation};

/// A run, with results computed once for all signals.
pub(super) struct Reader<'a> {
    run: &'a Simulation,
    energy: Energy,
    drift: Drift,
}

impl<'a> Reader<'a> {
    /// `solve` requests multipliers and accelerations of the state, `constraints` requests C and its rate. The state stays the same, and
    /// later steps do not depend on this.
    pub(super) fn new(run: &'a mut Simulation, [solve, constraints]: [bool; 2]) -> Self {
        if solve {
            run.read_multipliers();
        }
        let drift = if constraints {
            run.drift()
        } else {
            Drift::default()
        };
        Self {
            energy: run.energy(),
            drift,
            run,
        }
    }

    pub(super) fn value(&self, source: &Source) -> f64 {
        let found = match source.subject {
            Subject::Machine => self.machine(source.field),
            Subject::Part(id) => self.part(id, source),
            Subject::Trace(_) => source.at.first().and_then(|at| self.point(*at, source.field)),
            Subject::Dimension(_) => self.measured(&source.at),
            Subject::Constraint(id) => self.constraint(id, source.field),
            Subject::Force(id) => self.force(id, source.field),
        };
        found.unwrap_or(f64::NAN)
    }

    fn state(&self) -> &SimState {
        self.run.state()
    }

    fn machine(&self, field: &str) -> Option<f64> {
        let (state, drift) = (self.state(), &self.drift);
        let report = self.run.dynamics.solver.report();
        Some(match field {
            "time" => state.time,
            "energy" => self.energy.total(),
            "kinetic" => self.energy.kinetic,
            "potential" => self.energy.potential,
            "energy_error" => self.run.energy_error(),
            "drift" => drift.max_m.max(drift.max_rad),
            "drift_m" => drift.max_m,
            "drift_rad" => drift.max_rad,
            "drift_rms" => drift.rms_m,
            "work_drives" => state.work.drives,
            "work_dissipation" => state.work.dissipation,
            "work_hand" => state.work.hand,
            "work_feedback" => state.work.feedback,
            "work_projection" => state.work.projection,
            "residual" => report.residual,
            "iterations" => report.iterations as f64,
            "sub_steps" => f64::from(state.control.sub_steps),
            _ => return None,
        })
    }

    fn part(&self, id: Id, source: &Source) -> Option<f64> {
        let (model, state) = (self.run.model(), self.state());
        let index = model.body(id);
        let Some(body) = index.and_then(|index| model.bodies.get(index)) else {
            // The part is fixed to the ground.
            let pose = model.pose(state, id)?;
            return Some(match source.field {
                "x" => pose.position.x,
                "y" => pose.position.y,
                "angle" => pose.angle,
                _ => 0.0,
            });
        };
        let turning = |values: &[f64]| values.get(body.offset + 2).copied();
        match source.field {
            "angle" => turning(&state.q),
            "omega" => turning(&state.v),
            "alpha" => turning(&self.run.dynamics.solution.acceleration),
            "kinetic" => Some(Energy::kinetic_of(body, state)),
            "potential" => Some(Energy::potential_of(body, model, state)),
            "energy" => Some(Energy::kinetic_of(body, state) + Energy::potential_of(body, model, state)),
            field => self.point(*source.at.first()?, field),
        }
    }

    fn point(&self, at: Attach, field: &str) -> Option<f64> {
        let (model, state) = (self.run.model(), self.state());
        let place = model.place(at)?;
        let point = model.ports(&place, &state.q, &state.v).point;
        let acceleration = || {
            let Place::Moving { body, .. } = place else {
                return Some(Vec2::ZERO);
            };
            let body = &model.bodies[body];
            let of_body = &self.run.dynamics.solution.acceleration;
            let of_body = of_body.get(body.offset..body.offset + body.motion.dim())?;
            let pairs = point.gradient.iter().zip(of_body);
            Some(pairs.fold(point.bias, |sum, (gradient, a)| sum + *gradient * *a))
        };
        Some(match field {
            "x" => point.value.x,
            "y" => point.value.y,
            "vx" => point.rate.x,
            "vy" => point.rate.y,
            "speed" => point.rate.length(),
            "ax" => acceleration()?.x,
            "ay" => acceleration()?.y,
            _ => return None,
        })
    }

    fn constraint(&self, id: Id, field: &str) -> Option<f64> {
        let (model, dynamics) = (self.run.model(), &self.run.dynamics);
        let Some(index) = model.links.iter().position(|link| link.id == id) else {
            return self.reference(id, field);
        };
        let link = &model.links[index];
        let rows = link.row_range();
        if let Some(found) = self.motion(&link.kind, &link.ends, field) {
            return Some(found);
        }
        let evaluation = dynamics.evaluation();
        if field == "drift" {
            let held = link.rows.iter().zip(evaluation.value().get(rows)?);
            let held = held.filter(|(row, _)| row.level == Level::Position);
            return Some(held.fold(0.0, |most: f64, (_, c)| most.max(c.abs())));
        }
        let all = &dynamics.solution.lambda;
        let lambda = all.get(rows.clone())?;
        match field {
            "power" => self.run.power(index),
            "force" => Some(link.carried(all, false).unwrap_or(0.0).abs()),
            "torque" => Some(link.carried(all, true).unwrap_or(0.0)),
            field => {
                let row: usize = field.strip_prefix("lambda")?.parse().ok()?;
                lambda.get(row).copied()
            }
        }
    }

    /// A quantity of a joint that only measures.
    fn reference(&self, id: Id, field: &str) -> Option<f64> {
        let (model, state) = (self.run.model(), self.state());
        let own = model.references.iter().find(|it| it.id == id)?;
        match field {
            "drift" => {
                let rows = model.measured(state, id)?;
                Some(rows.iter().fold(0.0, |most: f64, (_, c)| most.max(c.abs())))
            }
            field => self.motion(&own.kind, &own.ends, field),
        }
    }

    fn force(&self, id: Id, field: &str) -> Option<f64> {
        let (model, state) = (self.run.model(), self.state());
        let load = model.loads.iter().find(|load| load.id == id)?;
        if field == "length" {
            return self.length(&load.ends);
        }
        let ends = model.end_ports(&load.ends, &state.q, &state.v);
        if field == "speed" {
            return Some(joint::lengthening(&ends[0], &ends[1]));
        }
        let effect = load.kind.evaluate(&ends[..load.ends.len()], state.time);
        let last = load.ends.len().checked_sub(1)?;
        Some(match field {
            "force" => effect.force[last].length(),
            "torque" => effect.torque[last],
            "energy" => effect.potential,
            "power" => effect.power + effect.drive,
            _ => return None,
        })
    }

    /// Position and motion of a joint.
    fn motion(&self, kind: &ConstraintKind, ends: &[Place], field: &str) -> Option<f64> {
        if field == "length" {
            return self.length(ends);
        }
        let state = self.state();
        let ports = self.run.model().end_ports(ends, &state.q, &state.v);
        joint::value(kind, ports.get(..ends.len())?, field)
    }

    /// The distance or angle of a dimension.
    fn measured(&self, ends: &[Attach]) -> Option<f64> {
        let (model, state) = (self.run.model(), self.state());
        let point = |at: &Attach| Some(model.ports(&model.place(*at)?, &state.q, &state.v).point.value);
        let points: Option<Vec<Vec2>> = ends.iter().map(point).collect();
        points.map(|it| Dimension::measured(&it))
    }

    fn length(&self, ends: &[Place]) -> Option<f64> {
        let (model, state) = (self.run.model(), self.state());
        let point = |place| model.ports(place, &state.q, &state.v).point.value;
        let [a, b] = ends.get(..2)? else { return None };
        Some(point(a).distance(point(b)))
    }
}
