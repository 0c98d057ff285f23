//! Containment: numbers that go bad stop the run at its last good state, with what is at fault, why, and what may help.
//! Nothing here is done while all is well.

mod diagnose;
mod encounter;

use serde::Serialize;

use super::SimState;
use crate::scene::{Id, Integrator, Method, Settings, Stabilisation};

pub(super) use self::diagnose::{absurd, diagnose, fastest, lost, vanished};
pub(super) use self::encounter::encounter;

/// What went bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Culprit {
    /// A part, a constraint or a force.
    Item(Id),
    /// No single one.
    Machine,
}

/// Why numbers went bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A size, mass, force or setting is itself no usable number.
    Numbers,
    /// Constraints ask for what cannot be met together.
    Contradiction,
    /// In this pose constraints depend on each other that elsewhere do not.
    SingularPose,
    /// The feedback against drift grows at this step.
    Feedback,
    /// A force answers faster than the step can follow.
    Stiff,
    /// The machine moves too far in a step.
    LongStep,
    /// A rope, an actuator or a line of centres has come to its end, or a thruster to a pose in which it has no effect.
    End,
    /// The method cannot do what the scene asks for.
    Method,
}

/// What a person can do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// A step half as long.
    HalveStep,
    /// Drift taken away by projection.
    Project,
    /// Feedback that is calm at this step.
    CalmFeedback,
    /// Runge-Kutta's method in place of one that gave up.
    RungeKutta,
    /// The sparse method in place of one that stops short of the answer.
    Sparse,
    /// Taking back the last edit.
    Undo,
}

/// A run that had to stop; the state is the last good one.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Simulated time of the last good state (s).
    pub time: f64,
    /// What went bad.
    pub culprit: Culprit,
    /// What else has a part in it: the two parts that a force acts between, or what a drive or a contradiction is against.
    pub with: Vec<Id>,
    /// Why.
    pub cause: Cause,
    /// Why, as the end of a sentence, and what to do.
    pub reason: String,
    /// Whether it was asked for, by cancelling a slow solve, and nothing is wrong.
    pub cancelled: bool,
}

/// What is said of a drive that pushes against what lets nothing pass.
pub(super) const AGAINST: &str = "it drives on where that lets nothing pass, and no force meets both; give it a largest force or torque, \
                                  and it stalls there, or switch it off";

/// Time constant in steps that is calm with every integrator.
const CALM_STEPS: f64 = 12.0;

impl Stop {
    /// Of a run that `before` is the last good state of; of the machine where no item is at fault.
    pub(super) fn at(before: &SimState, item: Option<Id>, cause: Cause, reason: impl Into<String>) -> Self {
        Self {
            time: before.time,
            culprit: item.map_or(Culprit::Machine, Culprit::Item),
            with: Vec::new(),
            cause,
            reason: reason.into(),
            cancelled: false,
        }
    }

    /// The item at fault and what else has a part in it, by their names; nothing where it is no single one.
    pub fn whom<'a>(&self, name: impl Fn(Id) -> &'a str) -> Option<String> {
        let Culprit::Item(id) = self.culprit else {
            return None;
        };
        let quoted = |id: Id| format!("{:?}", name(id));
        Some(match (self.cause, &self.with[..]) {
            (_, []) => quoted(id),
            (Cause::Contradiction, others) => {
                let others: Vec<String> = others.iter().map(|&other| quoted(other)).collect();
                format!("{} against {}", quoted(id), others.join(" and "))
            }
            (_, &[a, b]) => format!("{} between {} and {}", quoted(id), quoted(a), quoted(b)),
            (_, others) => format!("{} against {}", quoted(id), quoted(others[0])),
        })
    }

    /// What may help, the likeliest first.
    pub fn remedies(&self, settings: &Settings) -> Vec<Remedy> {
        let possible = match self.cause {
            Cause::Numbers => vec![Remedy::Undo],
            Cause::Method => vec![Remedy::Sparse, Remedy::RungeKutta, Remedy::Undo],
            Cause::Contradiction | Cause::SingularPose => {
                vec![
                    Remedy::RungeKutta,
                    Remedy::Project,
                    Remedy::HalveStep,
                    Remedy::Undo,
                ]
            }
            Cause::Feedback => vec![Remedy::CalmFeedback, Remedy::Project],
            Cause::Stiff | Cause::End => vec![Remedy::HalveStep, Remedy::Undo],
            Cause::LongStep => vec![Remedy::HalveStep, Remedy::Project, Remedy::Undo],
        };
        possible
            .into_iter()
            .filter(|remedy| *remedy == Remedy::Undo || remedy.apply(settings).is_some())
            .collect()
    }
}

impl Remedy {
    /// Its name on a button.
    pub fn label(self) -> &'static str {
        match self {
            Remedy::HalveStep => "Halve the step",
            Remedy::Project => "Use projection",
            Remedy::CalmFeedback => "Calm the feedback",
            Remedy::RungeKutta => "Use Runge-Kutta",
            Remedy::Sparse => "Use the sparse method",
            Remedy::Undo => "Undo the last edit",
        }
    }

    /// The settings it makes of these; nothing where it changes none of them.
    pub fn apply(self, settings: &Settings) -> Option<Settings> {
        let mut changed = *settings;
        match self {
            Remedy::HalveStep => changed.dt *= 0.5,
            Remedy::Project => changed.stabilisation = Stabilisation::Projection,
            Remedy::CalmFeedback => {
                (changed.ks, changed.kd) = Settings::gains(CALM_STEPS * settings.dt, 1.0);
            }
            Remedy::RungeKutta => changed.integrator = Integrator::Rk4,
            Remedy::Sparse => changed.method = Method::Sparse,
            Remedy::Undo => return None,
        }
        (changed != *settings).then_some(changed)
    }
}
