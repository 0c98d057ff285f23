//! What the hand does to the scene: events in, changes of state and effects out.

pub mod event;
