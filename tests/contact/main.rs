//! Contact, long runs: bodies at rest stay at rest, no energy is created, arches stand by limit analysis, ropes hold by friction.
//!
//! `TINKERTOY_SWEEP=full` runs longer and takes more scenes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arch;
mod at_rest;
#[path = "../physics/build.rs"]
#[allow(dead_code, reason = "shared with the physics tests, which use more of it")]
mod build;
mod capstan;
mod energy;
mod heaps;
mod outlines;
mod overlap;
mod particles;
mod report;
mod scattered;
mod scenes;
mod slopes;

/// Whether the full runs are requested.
pub fn is_full() -> bool {
    std::env::var_os("TINKERTOY_SWEEP").is_some_and(|sweep| sweep == "full")
}
