//! What comes while an edit is still on its way.

use super::action::Action;
use super::event::Event;
use super::intent::Intent;

/// Something that waits until the edit of a gesture that ended has been made.
#[derive(Clone, Debug)]
pub(super) enum Deferred {
    Event(Event),
    Action(Action),
    Intent(Intent),
}
