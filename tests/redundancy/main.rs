//! Machines with more constraints than they need, singular poses and contradictions: what is said of them, and
//! where they come to rest.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../physics/build.rs"]
#[allow(dead_code, reason = "shared with the physics tests, which use more of it")]
mod build;
mod compromise;
mod counting;
mod dropping;
mod jammed;
mod taut;
