//! Figures of the laboratory compared with the quantities that they show.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::too_many_lines
)]

mod experiment;
mod scope;
mod xray;
