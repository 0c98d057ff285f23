//! Breakable joints: the force they carry against the load they stand.
//!
//! ```text
//! breaks where |lambda| > load;  then its rows are identities, lambda = 0
//! ```
//! An impact takes no time, and its force has no size. What counts is the mean force over a step: `P/dt` with the scene's step where impacts are located,
//! the mean over the sub-step by impulses. A joint that an impact overloads breaks before it, so that it stops nothing.

use crate::sim::{Link, Model, SimState};

/// How far a joint is from breaking: positive while it holds, infinite once it is broken.
pub fn margin(link: &Link, state: &SimState, lambda: &[f64]) -> f64 {
    match link.kind.breaks_at() {
        Some(load) if !link.is_broken(&state.memory) => load - link.load(lambda),
        _ => f64::INFINITY,
    }
}

/// Breaks the joint with the largest overload under these multipliers, relative to its load; returns whether there was one.
pub fn break_worst(model: &Model, state: &mut SimState, lambda: &[f64]) -> bool {
    break_worst_by_impulses(model, state, lambda, 1.0)
}

/// The same under these impulses (N s, N m s) over some seconds.
pub fn break_worst_by_impulses(model: &Model, state: &mut SimState, impulses: &[f64], seconds: f64) -> bool {
    let mut worst: Option<(f64, usize)> = None;
    for &index in model.breakable() {
        let link = &model.links[index];
        let force = link.load(impulses) / seconds;
        let over = match link.kind.breaks_at() {
            Some(load) if force > load && !link.is_broken(&state.memory) => force / load,
            _ => continue,
        };
        if worst.is_none_or(|(most, _)| over > most) {
            worst = Some((over, index));
        }
    }
    let Some((_, index)) = worst else { return false };
    let link = &model.links[index];
    link.kind.break_loose(&mut state.memory[link.memory_range()]);
    true
}

impl Model {
    /// The joints that have broken in a state.
    pub fn broken<'a>(&'a self, state: &'a SimState) -> impl Iterator<Item = &'a Link> {
        let all = self.breakable().iter().map(|&index| &self.links[index]);
        all.filter(|link| link.is_broken(&state.memory))
    }
}
