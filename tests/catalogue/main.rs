//! Each kind of the catalogue against a closed form.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::too_many_lines,
    missing_docs
)]

mod assembling;
#[path = "../physics/build.rs"]
#[allow(dead_code, reason = "shared with the physics tests, which use more of it")]
mod build;
mod closing;
mod complete;
mod curves;
mod drives;
mod elastic;
mod elsewhere;
mod every_drive;
mod forces;
mod generalized;
mod guides;
mod joints;
mod page;
mod planetary;
mod reference;
mod refused;
mod refused_inspector;
mod wheels;
