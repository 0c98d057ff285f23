//! A row with limits, evaluated at one of its limits whatever its mode.

use crate::constraints::{EndPorts, Limits, MAX_ENDS, Mode, Row};
use crate::sim::{Link, Model, SimState};
use crate::solver::system::MAX_CONSTRAINT_DIM;

use super::condition::Condition;
use crate::solver::Side;

/// Most numbers that a kind with limits keeps in memory.
const MOST_REMEMBERED: usize = 4;

/// A row at the nearer of its limits.
#[derive(Clone, Copy, Debug)]
pub struct NearestLimit {
    /// The mode in which the row holds at that limit.
    pub mode: Mode,
    /// Distance to the limit; negative beyond it (m, rad). 0 for a row of velocities.
    pub gap: f64,
    /// Rate of the gap.
    pub rate: f64,
    /// 1 at a lower limit, -1 at an upper one: gap = sign C.
    pub sign: f64,
    /// Distance to the limit on the other side; infinite where there is none (m, rad).
    pub across: f64,
}

/// Evaluates the row of a link in a mode, with the ports of its ends, at these coordinates, velocities and time.
pub fn row_in(
    model: &Model,
    link: &Link,
    (q, v, time, memory): (&[f64], &[f64], f64, &[f64]),
    mode: Mode,
) -> (Row, [EndPorts; MAX_ENDS]) {
    let ends = model.link_ports(link, q, v);
    (row_of_ends(link, &ends, (time, memory), mode), ends)
}

/// The same, with the ports of the ends given.
fn row_of_ends(link: &Link, ends: &[EndPorts; MAX_ENDS], (time, memory): (f64, &[f64]), mode: Mode) -> Row {
    let mut remembered = [0.0; MOST_REMEMBERED];
    let remembered = &mut remembered[..link.memory_len.min(MOST_REMEMBERED)];
    remembered.copy_from_slice(&memory[link.memory..link.memory + remembered.len()]);
    if let Some(last) = remembered.last_mut() {
        *last = mode.number();
    }
    let mut rows = [Row::default(); MAX_CONSTRAINT_DIM];
    let own = &ends[..link.ends.len()];
    link.kind
        .evaluate(own, time, remembered, &mut rows[..link.rows.len()]);
    rows[0]
}

/// Returns J a of a row, for accelerations or velocities `a` of all bodies.
pub fn along(model: &Model, link: &Link, (row, ends): (&Row, &[EndPorts]), a: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (gradient, (end, place)) in row.gradient.iter().zip(ends.iter().zip(&link.ends)) {
        let Some(body) = place.body() else { continue };
        let body = &model.bodies[body];
        for k in 0..body.motion.dim() {
            let j = gradient.point.dot(end.point.gradient[k]) + gradient.angle * end.angle.gradient[k];
            sum += j * a[body.offset + k];
        }
    }
    sum
}

/// The mode of a link in a state.
pub fn mode_of(link: &Link, state: &SimState) -> Mode {
    Mode::of(&state.memory[link.memory_range()])
}

/// Sets the mode of a link in a state.
pub fn set_mode(link: &Link, state: &mut SimState, mode: Mode) {
    if link.memory_len > 0 {
        state.memory[link.memory + link.memory_len - 1] = mode.number();
    }
}

/// The bound at which friction opposes a rate.
pub fn against(rate: f64) -> Mode {
    if rate > 0.0 { Mode::Low } else { Mode::High }
}

impl NearestLimit {
    /// The other limit of the row, in the mode in which it holds there.
    pub fn opposite(self) -> Self {
        Self {
            mode: if self.sign > 0.0 { Mode::High } else { Mode::Low },
            gap: self.across,
            rate: -self.rate,
            sign: -self.sign,
            across: self.gap,
        }
    }
}

/// The row at the nearer of its limits.
pub fn nearest(model: &Model, link: &Link, state: &SimState) -> NearestLimit {
    let ends = model.link_ports(link, &state.q, &state.v);
    let at = |mode: Mode, sign: f64| {
        let row = row_of_ends(link, &ends, (state.time, &state.memory), mode);
        NearestLimit {
            mode,
            gap: sign * row.value,
            rate: sign * row.rate(&ends[..link.ends.len()]),
            sign,
            across: f64::INFINITY,
        }
    };
    match link.limits() {
        Some(Limits::Range { .. }) => {
            let (low, high) = (at(Mode::Low, 1.0), at(Mode::High, -1.0));
            let (near, far) = if low.gap <= high.gap {
                (low, high)
            } else {
                (high, low)
            };
            NearestLimit {
                across: far.gap,
                ..near
            }
        }
        Some(Limits::OneWay) => at(Mode::Low, 1.0),
        Some(Limits::Capped { .. }) | None => at(Mode::Inside, 1.0),
    }
}

/// The condition on the row of a link (dense index) that is evaluated in a mode in which it holds.
pub fn condition(index: usize, limits: Limits, mode: Mode, side: Side) -> Condition {
    Condition {
        constraint: index,
        k: 0,
        bounds: limits.bounds(mode),
        friction: None,
        slides: false,
        side,
    }
}
