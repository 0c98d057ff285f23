//! A step by impulses for integrators whose velocities and positions are of the same instant: an impact, then the midpoint rule (Moreau 1988),
//! whose rows and forces are those of the pose half a step on.
//!
//! ```text
//! M v0 = M v + J^T P0                J v0 = -C_t,  gaps stay open over h             contacts that close within the step have closed
//! q_m  = q + (h/2) v0
//! M v' = M v0 + h F + J^T P          J (v0 + v')/2 = -C_t,  gaps stay open           J, C_t and F at q_m, t + h/2
//! q'   = q_m + (h/2) v'
//! ```
//! The impact moves nothing, and its work is that at the mean of the velocities before and after it. From v0 on all forces act along the path that
//! is covered, `h (v0 + v')/2`: kinetic energy changes by `(h F + J^T P).(v0 + v')/2`, which for weights is the potential energy of the fall, for
//! joints zero, and for contacts zero or less. Without constraints it is leapfrog, stable for springs up to an angle of 2 a step. A step
//! `M v' = M v + h F + J^T P`, `q' = q + h v'` would err by `h F.(v - v')/2` in energy where an impact lies within it.

use crate::sim::SimState;
use crate::sim::limits::velocity_level::{Part, Span};

use super::impulse::{Scratch, drift, finish, solve, take_over_velocities};
use super::{StepContext, StepError};

/// Moves `state` on by `h` seconds.
///
/// # Errors
/// As the solver's. On error the state may be anything.
pub fn advance(
    context: &mut StepContext<'_>,
    scratch: &mut Scratch,
    state: &mut SimState,
    h: f64,
) -> Result<(), StepError> {
    let impact = Span {
        closing: h,
        kick: h,
        part: Part::Impact,
        locates: false,
    };
    solve(context, scratch, state, (impact, false))?;
    take_over_velocities(context, scratch, state, 0.0);
    drift(state, 0.5 * h);
    state.time += 0.5 * h;
    let smooth = Span {
        closing: 0.5 * h,
        kick: h,
        part: Part::Smooth,
        locates: false,
    };
    let applied = solve(context, scratch, state, (smooth, false))?;
    take_over_velocities(context, scratch, state, 0.0);
    drift(state, 0.5 * h);
    state.time += 0.5 * h;
    scratch.limited.release(context.model, state);
    state.work.add(&applied, h);
    finish(context, scratch, state, (h, h, false));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::file;
    use crate::sim::{Dynamics, Energy, Simulation};

    /// A double pendulum that turns over, in long steps and short ones: weights and joints neither add nor take energy, and the path converges with
    /// order 2.
    #[test]
    fn what_turns_keeps_its_energy_and_converges() {
        let text = include_str!("../../../scenes/double-pendulum.ron");
        let scene = file::read(text, "double-pendulum").unwrap_or_default();
        let run = Simulation::new(&scene);
        let (model, start) = (run.model(), run.state());
        let end = |steps: u32| {
            let mut state = start.clone();
            let mut dynamics = Dynamics::new(model.settings.method);
            let mut context = StepContext {
                model,
                dynamics: &mut dynamics,
                grab: None,
            };
            let mut scratch = Scratch::default();
            for _ in 0..steps {
                let taken = advance(&mut context, &mut scratch, &mut state, 0.5 / f64::from(steps));
                assert_eq!(taken, Ok(()));
            }
            state
        };
        let [coarse, middle, fine] = [60, 120, 240].map(end);
        for state in [&coarse, &middle, &fine] {
            let [was, is] = [start, state].map(|at| Energy::of(model, at));
            assert!(is.kinetic - was.kinetic > 0.1, "it moves");
            // Velocities across the joints that the turn has left are removed by the next impact.
            let drawn = state.work.feedback;
            assert!((is.total() - was.total() - drawn).abs() < 1e-12, "{was:?} {is:?}");
            assert!(drawn.abs() < 1e-5 * is.kinetic, "{drawn}");
            assert!((state.time - start.time - 0.5).abs() < 1e-12);
        }
        let apart = |a: &SimState, b: &SimState| {
            let pairs = a.q.iter().zip(&b.q);
            pairs.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()))
        };
        let ratio = apart(&coarse, &middle) / apart(&middle, &fine);
        assert!((3.5..4.5).contains(&ratio), "{ratio}");
    }
}
