//! Stops: numbers that go bad stop the run at its last good state, with the item at fault, the cause, and possible remedies.
//! Nothing here runs while all is well.

mod diagnose;
mod encounter;
mod too_long;

use serde::Serialize;

use super::SimState;
use crate::scene::{Id, Integrator, Method, Settings, Stabilisation, SubSteps};

pub(super) use self::diagnose::{absurd, diagnose, fastest, lost, speed, vanished};
pub(super) use self::encounter::encounter;

/// Culprit of a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Culprit {
    /// A part, a constraint or a force.
    Item(Id),
    /// No single item.
    Machine,
}

/// Cause of a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// A size, mass, force or setting is itself unusable as a number.
    Numbers,
    /// Constraints that cannot be met together.
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

/// Remedy that a user can apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// A step half as long.
    HalveStep,
    /// Steps divided where the machine needs it.
    DivideSteps,
    /// Projection against drift.
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
    /// Item at fault, or the machine.
    pub culprit: Culprit,
    /// Other items involved: the two parts that a force acts between, or the items that a drive or a contradiction is against.
    pub with: Vec<Id>,
    /// Why the numbers went bad.
    pub cause: Cause,
    /// The cause as the end of a sentence, and advice.
    pub reason: String,
    /// Whether the user cancelled a slow solve, so that nothing is wrong.
    pub cancelled: bool,
}

/// Reason of a stop for a drive that pushes against something that does not give way.
pub(super) const AGAINST: &str = "it drives on where that lets nothing pass, and no force meets both; give it a largest force or torque, \
                                  and it stalls there, or switch it off";

/// Time constant of the feedback (steps) that is calm with every integrator.
const CALM_STEPS: f64 = 12.0;

impl Stop {
    /// Stop of a run whose last good state is `before`; of the machine where no item is at fault.
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

    /// The item at fault and the other items involved, by their names; `None` where it is no single item.
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

    /// Possible remedies, the likeliest first.
    pub fn remedies(&self, settings: &Settings) -> Vec<Remedy> {
        let possible = match self.cause {
            Cause::Numbers => vec![Remedy::Undo],
            Cause::Method => vec![Remedy::Sparse, Remedy::RungeKutta, Remedy::Undo],
            // No setting lets a drive through what stands in its way.
            Cause::Contradiction if !self.with.is_empty() => vec![Remedy::Undo],
            Cause::Contradiction | Cause::SingularPose => {
                vec![
                    Remedy::RungeKutta,
                    Remedy::Project,
                    Remedy::HalveStep,
                    Remedy::Undo,
                ]
            }
            Cause::Feedback => vec![Remedy::CalmFeedback, Remedy::Project],
            Cause::Stiff | Cause::End => vec![Remedy::DivideSteps, Remedy::HalveStep, Remedy::Undo],
            Cause::LongStep => vec![
                Remedy::DivideSteps,
                Remedy::HalveStep,
                Remedy::Project,
                Remedy::Undo,
            ],
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
            Remedy::DivideSteps => "Divide steps where needed",
            Remedy::Project => "Use projection",
            Remedy::CalmFeedback => "Calm the feedback",
            Remedy::RungeKutta => "Use Runge-Kutta",
            Remedy::Sparse => "Use the sparse method",
            Remedy::Undo => "Undo the last edit",
        }
    }

    /// The settings with this remedy; `None` where it changes none of them.
    pub fn apply(self, settings: &Settings) -> Option<Settings> {
        let mut changed = *settings;
        match self {
            Remedy::HalveStep => changed.dt *= 0.5,
            Remedy::DivideSteps => changed.sub_steps = SubSteps::Automatic,
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
