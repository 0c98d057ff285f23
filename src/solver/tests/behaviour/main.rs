//! Behaviour of the solver as its callers see it; one program, because each would link the solver and its oracles anew.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agreement;
mod body_lu;
mod bounds;
mod coulomb;
mod diagnosis;
mod elimination;
mod forced;
mod interruption;
mod oracle;
mod redundant;
mod refusals;
mod structure;
#[path = "../systems/mod.rs"]
mod systems;
mod textbook;
