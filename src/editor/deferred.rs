//! Input that arrives while a gesture's edit is pending.

use super::action::Action;
use super::event::Event;
use super::intent::Intent;

/// An input that waits until the edit of the ended gesture has been made.
#[derive(Clone, Debug)]
pub(super) enum Deferred {
    Event(Event),
    Action(Action),
    Intent(Intent),
}
