//! The laboratory's figures, measured against what they are figures of.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::too_many_lines
)]

mod experiment;
mod scope;
mod xray;
