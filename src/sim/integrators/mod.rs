//! One step of a given length: what moves positions and velocities over `h` seconds. All integrate q' = v,
//! v' = a(q, v, t) and the ledger's w' = power; one file each.
//!
//! | integrator | order | solves | constraints act on |
//! |---|---|---|---|
//! | semi-implicit Euler | 1 | 1 | accelerations |
//! | Runge-Kutta 4 | 4 | 4 | accelerations |
//! | impulses | 1 | 1 | velocities |
//! | RATTLE | 2 | about 8 | positions and velocities |
//! | Dormand-Prince 5(4) | 5 | 7 | accelerations |
//!
//! Short sub-steps of RATTLE and of semi-implicit Euler are [Runge-Kutta's](taken_by). Sub-steps that are to hold what vibrates under load are those of a
//! linearly implicit method of order 3 with 5 solves, but for Dormand-Prince, and for impulses, which hold what [turns](held_turning) under load. Where
//! impacts accumulate, a step is one of impulses by the [midpoint rule](impulse_midpoint).

mod either_side;
mod euler;
mod held_turning;
mod impulse;
mod impulse_midpoint;
mod linearly_implicit;
mod rattle;
mod runge_kutta;

use crate::math::worst;
use crate::scene::{Integrator, Stabilisation, SubSteps};
use crate::solver::SolveError;

use super::contact::Contacts;
use super::dynamics::{Dynamics, Power};
use super::limits::Against;
use super::stabilise::Projector;
use super::{Grab, Model, SimState, Work};

pub use self::runge_kutta::Stages;

/// What an integrator is given beside the state.
pub struct StepContext<'a> {
    /// The compiled scene.
    pub model: &'a Model,
    /// Forces, constraints and the solver.
    pub dynamics: &'a mut Dynamics,
    /// The hand.
    pub grab: Option<&'a Grab>,
}

impl<'a> StepContext<'a> {
    /// The same with another form of the model.
    pub fn with<'b>(&'b mut self, model: &'b Model) -> StepContext<'b>
    where
        'a: 'b,
    {
        StepContext {
            model,
            dynamics: &mut *self.dynamics,
            grab: self.grab,
        }
    }
}

/// Workspaces of the integrators.
#[derive(Default)]
pub struct Workspace {
    stages: Stages,
    either_side: either_side::EitherSide,
    rattle: rattle::Scratch,
    impulse: impulse::Scratch,
    implicit: linearly_implicit::Scratch,
    hold: Hold,
    pub(super) projector: Projector,
}

/// Whether steps are to be linearly implicit in what vibrates under load faster than they resolve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Hold {
    /// They are explicit.
    #[default]
    Nothing,
    /// They hold what pulls back; the largest error estimate of a position since that is so, in units of what
    /// stands in a machine of a metre.
    Loads { error: f64 },
}

impl Workspace {
    /// Has the steps that come hold what is under load, or not.
    pub(super) fn hold_loads(&mut self, hold: bool) {
        self.hold = match hold {
            true => Hold::Loads { error: 0.0 },
            false => Hold::Nothing,
        };
    }

    /// What the last step by impulses held of each body against turning; empty where nothing (N m).
    pub(super) fn held_turning(&self) -> &[f64] {
        self.impulse.held.held()
    }

    /// Whether the last step held what is under load.
    pub(super) fn held(&self) -> Hold {
        self.hold
    }

    /// Whether stages take their accelerations from poses on either side of them.
    pub(super) fn looks_either_side(&self) -> bool {
        self.either_side.distance.is_some()
    }

    /// Has stages take their accelerations from poses as far (s) on either side of them, or where they are. Either way they are explicit.
    pub(super) fn look_either_side(&mut self, distance: Option<f64>) {
        self.hold = Hold::Nothing;
        self.either_side.distance = distance;
    }

    /// By how much the accelerations of the stages of the last step differ from a smooth course, against the largest of them.
    pub(super) fn roughness(&self) -> f64 {
        self.stages.roughness()
    }

    /// The error estimate of the last step that led to `state`, without what it has across the constraints, in units of the tolerance.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn error_along(
        &mut self,
        context: &mut StepContext<'_>,
        state: &SimState,
    ) -> Result<f64, SolveError> {
        let (q, v) = self.stages.error_mut();
        self.projector
            .take_across(context.dynamics, context.model, state, [q, v])?;
        Ok(self.stages.error(state, context.model.settings.tolerance))
    }

    /// What solves steps at velocity level with contacts.
    pub(super) fn contacts_mut(&mut self) -> &mut Contacts {
        &mut self.impulse.contacts
    }

    /// Moves `state` on by `h` seconds by impulses: as impulse stepping does where it is the integrator of the scene, else by the
    /// [midpoint rule](impulse_midpoint), whose velocities are of the same instant as places.
    ///
    /// # Errors
    /// As the solver's. On error the state may be anything.
    pub(super) fn by_impulses(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), StepError> {
        match context.model.settings.integrator {
            Integrator::Impulse => impulse::advance(context, &mut self.impulse, state, (h, false))?,
            _ => impulse_midpoint::advance(context, &mut self.impulse, state, h)?,
        }
        context.model.remember(state);
        Ok(self.part(context, state, h)?)
    }

    /// Puts apart what overlaps after a step of `h` seconds by impulses: where joints are projected, after that.
    ///
    /// # Errors
    /// As the solver's.
    pub(super) fn part(
        &mut self,
        context: &mut StepContext<'_>,
        state: &mut SimState,
        h: f64,
    ) -> Result<(), SolveError> {
        impulse::part(context, &mut self.impulse, state, h)
    }
}

/// Why a step could not be taken.
#[derive(Clone, Debug, PartialEq)]
pub enum StepError {
    /// The solver refused.
    Solve(SolveError),
    /// Newton's iteration did not come to the constraints; the dense index of the one that is farthest off.
    Closure(Option<usize>),
    /// The method stopped short of the answer, and the integrator needs it whole; the dense index of the constraint that is
    /// farthest off.
    Loose(Option<usize>),
    /// The points of a line that this constraint (dense index) measures came together.
    ClosedUp(usize),
    /// A drive pushes against a limit, and no force holds both.
    Against(Against),
    /// Steps are whole, and a programme in time turns too far in one to be followed: how far (rad).
    Programme(f64),
    /// However short the sub-steps, they do not follow the motion, or there are too many of them.
    Unresolved,
}

impl From<SolveError> for StepError {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

/// Levels of halving from which a sub-step is [taken by](taken_by) a method of higher order.
const FOLLOWED: u32 = 2;

/// Moves `state` on by `h` seconds, its time included. Returns the error estimate in units of the tolerance, 0
/// where there is none. On error the state may be anything.
pub fn advance(
    context: &mut StepContext<'_>,
    work: &mut Workspace,
    state: &mut SimState,
    h: f64,
) -> Result<f64, StepError> {
    let mut error = 0.0;
    let holds = work.hold != Hold::Nothing;
    match taken_by(context.model, state) {
        Integrator::Impulse => impulse::advance(context, &mut work.impulse, state, (h, holds))?,
        _ if holds => hold(context, work, state, h)?,
        Integrator::SemiImplicitEuler => euler::advance(context, &mut work.projector, state, h)?,
        Integrator::Rk4 => {
            runge_kutta::advance(&runge_kutta::RK4, context, work, state, h)?;
        }
        Integrator::Rattle => rattle::advance(context, &mut work.rattle, &mut work.projector, state, h)?,
        Integrator::Dopri5 => {
            error = runge_kutta::advance(&runge_kutta::DORMAND_PRINCE, context, work, state, h)?;
        }
    }
    context.model.remember(state);
    Ok(error)
}

/// Moves `state` on by `h` seconds by linearly implicit stages, whatever the integrator of the scene, and notes the error estimate.
fn hold(
    context: &mut StepContext<'_>,
    work: &mut Workspace,
    state: &mut SimState,
    h: f64,
) -> Result<(), SolveError> {
    let missed = linearly_implicit::advance(context, (&mut work.implicit, &mut work.stages), state, h)?;
    if let Hold::Loads { error } = &mut work.hold {
        *error = worst(*error, missed);
    }
    Ok(())
}

/// The integrator that takes a sub-step from a state where nothing is held. Where nothing drives, stops or touches, and steps are divided as the
/// machine needs it, sub-steps of RATTLE, and with projection those of semi-implicit Euler, are Runge-Kutta's from a quarter of a step on: what is
/// followed that closely is followed better by order 4. With feedback an integrator of order one loses energy in a whip by any sub-step, and keeps its own.
pub(super) fn taken_by(model: &Model, state: &SimState) -> Integrator {
    let settings = &model.settings;
    let closes = match settings.integrator {
        Integrator::Rattle => true,
        Integrator::SemiImplicitEuler => settings.stabilisation == Stabilisation::Projection,
        Integrator::Rk4 | Integrator::Dopri5 | Integrator::Impulse => false,
    };
    let divided = settings.sub_steps == SubSteps::Automatic && state.control.level >= FOLLOWED;
    if closes && divided && model.passive && !model.is_unilateral() {
        Integrator::Rk4
    } else {
        settings.integrator
    }
}

/// Books the power that flows for `seconds`.
fn book(ledger: &mut Work, power: &Power, seconds: f64) {
    ledger.add(&power.rate, seconds);
}
