//! Integrators: a time step of given length, which moves positions and velocities over `h` seconds. All integrate q' = v, v' = a(q, v, t) and the
//! work ledger's w' = power; one file each.
//!
//! | integrator | order | solves | constraints act on |
//! |---|---|---|---|
//! | semi-implicit Euler | 1 | 1 | accelerations |
//! | Runge-Kutta 4 | 4 | 4 | accelerations |
//! | impulses | 1 | 1 | velocities |
//! | RATTLE | 2 | about 8 | positions and velocities |
//! | Dormand-Prince 5(4) | 5 | 7 | accelerations |
//!
//! Short sub-steps of RATTLE and of semi-implicit Euler are [taken by Runge-Kutta 4](taken_by). Sub-steps that hold vibrations under load are taken
//! by a linearly implicit method of order 3 with 5 solves; not so with Dormand-Prince, which resolves them, and impulses, which hold [turning
//! bodies](held_turning). Where impacts accumulate, a step is one by impulses with the [midpoint rule](impulse_midpoint).

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
use super::dynamics::Dynamics;
use super::limits::Against;
use super::limits::velocity_level::VelocityLimits;
use super::stabilise::Projector;
use super::{Grab, Model, SimState, Work};

pub(super) use self::impulse::regulated_rate;

/// Context of a step: all that an integrator is given beside the state.
pub struct StepContext<'a> {
    /// The compiled scene.
    pub model: &'a Model,
    /// Forces, constraints and the solver.
    pub dynamics: &'a mut Dynamics,
    /// The pull of the mouse on a body.
    pub grab: Option<&'a Grab>,
}

impl<'a> StepContext<'a> {
    /// The same context with another form of the model.
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
    stages: runge_kutta::Stages,
    either_side: either_side::EitherSide,
    rattle: rattle::Scratch,
    impulse: impulse::Scratch,
    implicit: linearly_implicit::Scratch,
    hold: Hold,
    pub(super) projector: Projector,
}

/// Whether steps are implicit in the stiffness of vibrations under load that they do not resolve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Hold {
    /// Steps are explicit.
    #[default]
    Nothing,
    /// Steps hold the restoring stiffness under load; the largest error estimate of a position since this was set, in units of the error allowed by
    /// the size of its machine.
    Loads { error: f64 },
}

impl Workspace {
    /// Sets whether the next steps hold the stiffness under load.
    pub(super) fn hold_loads(&mut self, hold: bool) {
        self.hold = match hold {
            true => Hold::Loads { error: 0.0 },
            false => Hold::Nothing,
        };
    }

    /// Stiffness against turning of each body, as held in the last step by impulses (N m); empty where it held none.
    pub(super) fn held_turning(&self) -> &[f64] {
        self.impulse.held.held()
    }

    /// Whether rows pass from one of their limits beyond the other in the last step by impulses, which is too long for them.
    pub(super) fn passes_limits(&self) -> bool {
        self.impulse.passes_limits
    }

    /// Whether the last step held the stiffness under load.
    pub(super) fn held(&self) -> Hold {
        self.hold
    }

    /// Whether stages take their accelerations from states on either side of them.
    pub(super) fn looks_either_side(&self) -> bool {
        self.either_side.distance.is_some()
    }

    /// Makes stages take their accelerations from states at this distance (s) on either side of them, or, with `None`, where they are. Steps are
    /// explicit then.
    pub(super) fn look_either_side(&mut self, distance: Option<f64>) {
        self.hold = Hold::Nothing;
        self.either_side.distance = distance;
    }

    /// Roughness of the last step: by how much the accelerations of its stages differ from a smooth course, relative to the largest of them.
    pub(super) fn roughness(&self) -> f64 {
        self.stages.roughness()
    }

    /// Returns the error estimate of the last step, which led to `state`, without its part across the constraints, in units of the tolerance.
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
            .project_out(context.dynamics, context.model, state, [q, v])?;
        Ok(self.stages.error(state, context.model.settings.tolerance))
    }

    /// The limits of rows and the solver with contacts of steps at velocity level.
    pub(super) fn limits_and_contacts(&mut self) -> (&mut VelocityLimits, &mut Contacts) {
        (&mut self.impulse.limited, &mut self.impulse.contacts)
    }

    /// Moves `state` on by `h` seconds by impulses: by impulse stepping where that is the integrator of the scene, otherwise by the [midpoint
    /// rule](impulse_midpoint), whose velocities and positions are of the same instant.
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

    /// Separates parts that overlap after a step of `h` seconds by impulses; to be called after the projection of joints, where there is one.
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
    /// The solver failed.
    Solve(SolveError),
    /// Newton's iteration did not close the constraints; the dense index of the one furthest open.
    Closure(Option<usize>),
    /// An iterative method stopped short of the answer, and the integrator needs the exact one; the dense index of the constraint furthest off.
    Loose(Option<usize>),
    /// The end points of a line that this constraint (dense index) measures met.
    ClosedUp(usize),
    /// A drive pushes against a limit, and no force meets both rows.
    Against(Against),
    /// Steps are not divided, and a time programme advances by this angle in one, too far to be resolved (rad).
    Programme(f64),
    /// The motion is not resolved by any length of sub-step, or takes too many of them.
    Unresolved,
}

impl From<SolveError> for StepError {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

/// Level of halving from which a sub-step is [taken by](taken_by) Runge-Kutta 4.
const FOLLOWED: u32 = 2;

/// Moves `state`, its time included, on by `h` seconds. Returns the error estimate in units of the tolerance, 0 where the integrator has none. On
/// error the state may be anything.
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

/// Moves `state` on by `h` seconds by linearly implicit stages, whatever the integrator of the scene, and records the error estimate.
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

/// Returns the integrator that takes a sub-step from a state where nothing is held. Where nothing drives, stops or touches, and steps are divided
/// automatically, Runge-Kutta 4 takes the sub-steps of RATTLE, and with projection those of semi-implicit Euler, from a quarter of a step on:
/// motions that need such short sub-steps are resolved better by order 4. With feedback, semi-implicit Euler loses energy in a whip (a light part
/// flung round its dead centre) at any sub-step length, and keeps its own steps.
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
