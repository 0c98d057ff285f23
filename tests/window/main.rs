//! The real program in a real window on a virtual display, driven by mouse and keys, and examined by screenshots.
//!
//! Needs Xvfb, xdotool, imagemagick and Mesa's software renderer; `scripts/test` installs them. Where
//! they are missing these tests say so and pass, unless `TINKERTOY_WINDOW_TESTS=required` is set.
#![cfg(all(feature = "app", target_os = "linux"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::too_many_lines
)]

mod desk;
mod dropping;
mod gestures;
mod laboratory;
mod manners;
mod opening;
mod outcome;
mod picture;
mod sizes;
mod working;
