//! Scripted event sequences for the editor, with the engine running synchronously behind it: press,
//! drag, key, check. After every event the invariants of the document are checked.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::too_many_lines
)]

mod adjusting;
mod advice;
mod anchoring;
mod annotating;
mod arranging;
mod assembling;
mod axles;
mod compounds;
mod constructing;
mod copying;
mod cycle_paths;
mod dialling;
mod dragging;
mod drawing;
mod dropping;
mod gears;
mod grouping;
mod joining;
mod keys;
mod laboratory;
mod late_edits;
mod machines;
mod monkey;
mod named;
mod number_keys;
mod numbers;
mod open_gaps;
mod parts;
mod patience;
mod paused_run;
mod pivots;
mod racks;
mod rejoining;
mod resized;
mod resizing;
mod resting;
mod rulers;
mod scopes;
mod script;
mod selecting;
mod short_numbers;
mod snapping;
mod standing;
mod touching;
mod underlay;
mod undoing;
mod unfinished;
mod units;
mod viewing;
mod winding;
mod without_mouse;
