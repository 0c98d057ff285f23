//! Redundant constraints, singular configurations and contradictions: their reports, and the poses at which such machines come to rest.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../physics/build.rs"]
#[allow(dead_code, reason = "shared with the physics tests, which use more of it")]
mod build;
mod compromise;
mod counting;
mod dropping;
mod jammed;
mod taut;
