//! Diagnosis of a failed step. In this order: unusable numbers, too fast a force, contradictory constraints, unstable
//! feedback, a singular pose; else the step is too long.

use crate::scene::{Id, Integrator, Stabilisation, SubSteps};
use crate::sim::control::closed_lines;
use crate::sim::integrators::StepError;
use crate::sim::stability::{Feedback, Verdict};
use crate::sim::{Body, Dynamics, Freedom, Load, Model, SimState, vibration};
use crate::solver::{Input as Array, SolveError};

use super::encounter::{acts_between, encounter, soonest};
use super::too_long::too_long;
use super::{AGAINST, Cause, Culprit, Stop};

/// Speed that no sane machine reaches (m/s, rad/s).
const ABSURD_SPEED: f64 = 1e7;
/// Phase of a free vibration in a step above which it is too fast to follow (rad).
const FASTEST: f64 = 1.4;

/// The first body of a state with absurd numbers: a coordinate that is not finite, or a speed of `ABSURD_SPEED` or more.
pub(in crate::sim) fn absurd(model: &Model, state: &SimState) -> Option<usize> {
    // Written so that NaN is not sane.
    let sane = |v: f64, q: f64| (v.abs() < ABSURD_SPEED) & q.is_finite();
    // Called twice a step: all coordinates at once is several times faster than body by body.
    let all = state.v.iter().zip(&state.q);
    if all.fold(true, |so_far, (&v, &q)| so_far & sane(v, q)) {
        return None;
    }
    let bad = |k: usize| !sane(state.v[k], state.q[k]);
    model
        .bodies
        .iter()
        .position(|body| (body.offset..body.offset + body.motion.dim()).any(bad))
}

/// Stop of a step from `before` in which a body shrank to nothing.
pub(in crate::sim) fn vanished(model: &Model, before: &SimState, after: &SimState) -> Option<Stop> {
    let gone = model
        .bodies
        .iter()
        .find(|body| body.motion.has_vanished(&after.q[body.offset..]))?;
    let reason = "it shrinks to nothing, and there is no going on from there; give it a spring or a damper against its size, a \
                  spin, or less of a push inwards";
    Some(Stop::at(before, Some(gone.id), Cause::End, reason))
}

/// Stop of a step from `before` that led a constraint to a place where it has nothing to hold.
pub(in crate::sim) fn lost(model: &Model, before: &SimState, after: &SimState) -> Option<Stop> {
    model.watched().find_map(|link| {
        let ends = model.end_ports(&link.ends, &after.q, &after.v);
        let memory = &after.memory[link.memory_range()];
        let reason = link.kind.lost(&ends[..link.ends.len()], after.time, memory)?;
        Some(Stop::at(before, Some(link.id), Cause::End, reason))
    })
}

/// Stop of a step from `before` that failed with this error, or led to absurd numbers at this body.
pub(in crate::sim) fn diagnose(model: &Model, before: &SimState, failed: Result<usize, &StepError>) -> Stop {
    let item = at_fault(model, before, failed);
    let mut stop = said(model, before, item, failed).unwrap_or_else(|| found(model, before, item, failed));
    match (failed, stop.culprit) {
        (Err(StepError::Against((_, limit))), _) => {
            stop.with.extend(model.links.get(*limit).map(|link| link.id));
        }
        (_, Culprit::Item(item)) => stop.with.extend(acts_between(model, item).unwrap_or_default()),
        (_, Culprit::Machine) => {}
    }
    stop.cancelled = matches!(failed, Err(StepError::Solve(SolveError::Cancelled)));
    stop
}

/// The item that the failure itself points at.
fn at_fault(model: &Model, before: &SimState, failed: Result<usize, &StepError>) -> Option<Id> {
    let body = |index: usize| model.bodies.get(index).map(|it| it.id);
    let link = |index: usize| model.links.get(index).map(|it| it.id);
    match failed {
        Ok(index) => body(index),
        Err(StepError::Closure(index) | StepError::Loose(index)) => index.and_then(link),
        Err(StepError::ClosedUp(index)) => link(*index),
        Err(StepError::Against((drive, _))) => link(*drive),
        Err(StepError::Unresolved | StepError::Solve(SolveError::TooLong)) => fastest(model, before),
        Err(StepError::Programme(_)) => model.pace.map(|(id, _)| id),
        Err(StepError::Solve(error)) => match error {
            SolveError::Mass { body: index }
            | SolveError::NonFinite {
                what: Array::Mass | Array::Force,
                index,
            } => body(*index),
            SolveError::NonFinite { index, .. } => link(*index),
            SolveError::Compliance { constraint }
            | SolveError::Numerical { constraint }
            | SolveError::Bounds { constraint }
            | SolveError::NoEffect { constraint }
            | SolveError::NotWorkless { constraint } => link(*constraint),
            _ => None,
        },
    }
}

/// Stop for a failure that explains itself; `None` for the others.
fn said(
    model: &Model,
    before: &SimState,
    item: Option<Id>,
    failed: Result<usize, &StepError>,
) -> Option<Stop> {
    let error = failed.err()?;
    let held = match error {
        StepError::Solve(SolveError::NonFinite { what, index })
            if !matches!(what, Array::Mass | Array::Force) =>
        {
            Some(*index)
        }
        StepError::Closure(index) => *index,
        _ => None,
    };
    if let Some(reason) = held.and_then(|index| ended(model, before, index)) {
        return Some(Stop::at(before, item, Cause::End, reason));
    }
    let (cause, reason) = match error {
        StepError::Solve(error @ SolveError::Cancelled) => {
            return Some(Stop::at(before, None, Cause::Method, error.to_string()));
        }
        StepError::Solve(SolveError::TooLong) => too_long(&model.settings),
        StepError::Solve(error @ (SolveError::NotWorkless { .. } | SolveError::Bounds { .. })) => {
            (Cause::Method, error.to_string())
        }
        StepError::Solve(SolveError::NoEffect { .. }) => {
            let reason = "what pushes for it has no effect on what it is to hold, in this pose at least; let it push another way, or \
                          another part";
            // As built it is a mistake; during the run the machine has reached such a pose.
            let cause = if before.step > 0 {
                Cause::End
            } else {
                Cause::Numbers
            };
            (cause, reason.to_owned())
        }
        StepError::Programme(angle) => {
            let reason = format!(
                "its programme turns by {angle:.1} rad in a step, and less than 1 can be followed; a shorter step, or one that may be \
                 divided, follows it"
            );
            (Cause::Stiff, reason)
        }
        StepError::Against(_) => (Cause::Contradiction, AGAINST.to_owned()),
        StepError::ClosedUp(index) => {
            let reason = model.links.get(*index).map_or("", |link| link.kind.closed_up());
            (Cause::End, reason.to_owned())
        }
        StepError::Loose(_) => {
            let reason = "the iterations ran out before the constraints were closed to round-off, which RATTLE needs; allow more of \
                          them, or use the sparse method";
            (Cause::Method, reason.to_owned())
        }
        _ => return None,
    };
    Some(Stop::at(before, item, cause, reason))
}

/// Why a constraint (dense index) ends on the way of its ends: a curve ends there, or the points of a line meet.
fn ended(model: &Model, before: &SimState, index: usize) -> Option<String> {
    /// Steps to look ahead.
    const AHEAD: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
    let link = model.links.get(index)?;
    let memory = &before.memory[link.memory_range()];
    let mut after = before.clone();
    AHEAD.into_iter().find_map(|steps| {
        let h = steps * model.settings.dt;
        for ((q, from), v) in after.q.iter_mut().zip(&before.q).zip(&before.v) {
            *q = from + h * v;
        }
        if closed_lines::closes_up(model, index, before, &after) {
            return Some(link.kind.closed_up().to_owned());
        }
        let ends = model.end_ports(&link.ends, &after.q, &before.v);
        link.kind.lost(&ends[..link.ends.len()], before.time + h, memory)
    })
}

/// Stop from an examination of the last good state.
fn found(model: &Model, before: &SimState, item: Option<Id>, failed: Result<usize, &StepError>) -> Stop {
    let stop = |item, cause, reason: &str| Stop::at(before, item, cause, reason);
    if let Some(item) = unusable(model, before) {
        let reason =
            "its numbers, or those of the world, are none to calculate with; take back what was changed last";
        return stop(item, Cause::Numbers, reason);
    }
    if let Some(load) = encounter(model, before) {
        let reason = "within the next step they come so close to each other that its pull is not followed; a softening of some \
                      millimetres lets them pass, and a shorter step follows them closer";
        return stop(Some(model.loads[load].id), Cause::Stiff, reason);
    }
    let swift = vibration::fastest(model, before).map(|(load, rate)| (load, rate * model.settings.dt));
    if let Some((load, angle)) = swift.filter(|(_, angle)| *angle > FASTEST) {
        let reason = if vibration::decays(model, before, load) {
            format!(
                "it answers too fast for the step: what it damps would decay by a factor of e^{angle:.1} in one, and less than e can be followed; \
                 a shorter step or a weaker damper holds it"
            )
        } else {
            format!(
                "it answers too fast for the step: its vibration turns by {angle:.1} rad in one, and less than 1 can be followed; \
                 a shorter step or a softer force holds it"
            )
        };
        return stop(Some(model.loads[load].id), Cause::Stiff, &reason);
    }
    let freedom = freedom(model, before);
    if let Some(item) = freedom.contradictory.first() {
        let reason =
            "what it asks contradicts the other constraints, and no pose meets them all; take one away";
        return stop(Some(*item), Cause::Contradiction, reason);
    }
    if !calm(model) {
        let reason = "the feedback against drift grows at this step instead of closing joints; give it a longer time constant";
        return stop(item, Cause::Feedback, reason);
    }
    if let Some((drive, others)) = driven_against(model, before) {
        let reason = "where it leads to, the other constraints let nothing go, and no pose meets them all; let it lead elsewhere, or take \
                      one of them away";
        let mut stop = stop(Some(drive), Cause::Contradiction, reason);
        stop.with = others;
        return stop;
    }
    if let Some(singular) = freedom.singular.first() {
        let reason = "in this pose constraints depend on each other that elsewhere do not, and no finite force holds them; \
                      projection or another integrator may pass it";
        return stop(Some(*singular), Cause::SingularPose, reason);
    }
    if matches!(failed, Err(StepError::Closure(_))) {
        let reason = match model.settings.sub_steps {
            SubSteps::Automatic => {
                "no pose was found that keeps it closed, however short the step; another integrator with projection goes on"
            }
            SubSteps::Fixed => {
                "no pose was found that keeps it closed, however often this step is halved; steps that may be divided before, or another integrator with \
                 projection, go on"
            }
        };
        return stop(item, Cause::SingularPose, reason);
    }
    if let Some(index) = closed_lines::nearly_closed_up(model, before) {
        let link = &model.links[index];
        return stop(Some(link.id), Cause::End, link.kind.closed_up());
    }
    for &index in model.line_directions() {
        if let Some(reason) = ended(model, before, index) {
            return stop(Some(model.links[index].id), Cause::End, &reason);
        }
    }
    if let Some(load) = unfollowed_pull(model, before, failed) {
        let reason =
            "no shorter step follows its pull together with the other forces; another integrator does";
        return stop(Some(model.loads[load].id), Cause::Stiff, reason);
    }
    let reason = match failed {
        Ok(_) => "it got faster than any machine; a shorter step may hold it",
        Err(_) => "the machine moves too far in a step; a shorter one may hold it",
    };
    stop(item, Cause::LongStep, reason)
}

/// The attraction (dense index) that steps by impulses do not follow, however short: parts that it draws pass each other soon.
fn unfollowed_pull(model: &Model, before: &SimState, failed: Result<usize, &StepError>) -> Option<usize> {
    /// Steps within which they pass.
    const SOON: f64 = 100.0;
    let settings = &model.settings;
    let divides = settings.integrator == Integrator::Impulse && settings.sub_steps == SubSteps::Automatic;
    if !divides || !matches!(failed, Err(StepError::Unresolved)) {
        return None;
    }
    let (load, time) = soonest(model, before)?;
    (time < SOON * settings.dt).then_some(load)
}

/// An item with unusable numbers in a good state: `Some(None)` where it is the world, `None` where there is none.
fn unusable(model: &Model, state: &SimState) -> Option<Option<Id>> {
    let settings = &model.settings;
    let world = [
        settings.gravity.x,
        settings.gravity.y,
        settings.linear_drag,
        settings.angular_drag,
        settings.ks,
        settings.kd,
        settings.dt,
    ];
    if !world.iter().all(|x| x.is_finite()) {
        return Some(None);
    }
    let heavy = |body: &&Body| {
        let mass = body.mass;
        !(mass.mass.is_finite() && mass.mass > 0.0 && (!body.motion.turns() || mass.inertia > 0.0))
    };
    if let Some(body) = model.bodies.iter().find(heavy) {
        return Some(Some(body.id));
    }
    let bad = |load: &&Load| {
        let ends = model.end_ports(&load.ends, &state.q, &state.v);
        let effect = load.kind.evaluate(&ends[..load.ends.len()], state.time);
        let force = effect.force.iter().all(|it| it.is_finite());
        !(force && effect.torque.iter().all(|it| it.is_finite()))
    };
    model.loads.iter().find(bad).map(|load| Some(load.id))
}

/// Dependent constraints in the last good state; empty where they cannot be determined.
fn freedom(model: &Model, before: &SimState) -> Freedom {
    let mut dynamics = Dynamics::new(model.settings.method);
    dynamics.prepare(model);
    Freedom::in_run(model, before, &mut dynamics).unwrap_or_default()
}

/// A drive that ends, such as a joint that closes, whose end contradicts other constraints: the drive and those constraints.
fn driven_against(model: &Model, before: &SimState) -> Option<(Id, Vec<Id>)> {
    /// Number of looks ahead, at 2^k steps each.
    const AHEAD: i32 = 14;
    let mut later = before.clone();
    for k in 0..AHEAD {
        later.time = before.time + model.settings.dt * f64::from(k).exp2();
        let mut links = model.links.iter();
        if let Some(drive) = links.find(|link| link.drives(before) && !link.drives(&later)) {
            let mut others = freedom(model, &later).contradictory;
            let own = others.iter().position(|id| *id == drive.id)?;
            others.remove(own);
            return Some((drive.id, others));
        }
    }
    None
}

/// Whether the feedback in use is stable at this step.
fn calm(model: &Model) -> bool {
    let settings = &model.settings;
    settings.stabilisation != Stabilisation::Baumgarte
        || Feedback::of(settings).verdict() != Verdict::Unstable
}

/// The part whose coordinates change fastest.
pub(in crate::sim) fn fastest(model: &Model, state: &SimState) -> Option<Id> {
    (0..model.bodies.len())
        .max_by(|&a, &b| speed(model, state, a).total_cmp(&speed(model, state, b)))
        .map(|index| model.bodies[index].id)
}

/// The largest rate of the coordinates of a body (dense index; m/s, rad/s).
pub(in crate::sim) fn speed(model: &Model, state: &SimState, body: usize) -> f64 {
    let own = model.topology.body_offset(body)..model.topology.body_offset(body + 1);
    state.v[own].iter().fold(0.0_f64, |most, v| most.max(v.abs()))
}
