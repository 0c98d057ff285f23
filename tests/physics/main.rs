//! Physics against laws and closed forms.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod agreement;
mod batches;
mod breaking;
mod build;
mod by_error;
mod caps;
mod closed_forms;
mod colliding;
mod combinations;
mod contact;
mod contact_at_rest;
mod contact_events;
mod contact_history;
mod contact_pressed;
mod contact_trials;
mod contact_without_room;
mod determinism;
mod force_laws;
mod hand;
mod hostile;
mod impacts;
mod integrators;
mod laws;
mod limits;
mod machines;
mod moving;
mod orders;
mod pin_trees;
mod planning;
mod ratchet;
mod seldom_new_masses;
mod sequential;
mod silent;
mod sleeping;
mod swaps;
