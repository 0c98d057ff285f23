//! Overlaps of parts: those as built, and the part that is named for one.

use crate::scene::Id;
use crate::sim::contact::{CollisionDetection, Pair};

use super::seen::Seen;

/// Deepest overlap of colliding parts where they stand (m), with one of the parts; `None` where nothing overlaps.
pub(super) fn deepest(seen: &Seen<'_>) -> Option<(f64, Option<Id>)> {
    let colliders = seen.model.contact()?;
    let (depth, pair) = CollisionDetection::default().deepest((seen.model, colliders), seen.state)?;
    Some((depth, moving(seen, pair)))
}

/// The moving part at the contact with the largest normal force.
pub(super) fn pressed_most(seen: &Seen<'_>) -> Option<Id> {
    let mut points = seen.state.contacts.iter();
    let first = points.next()?;
    let most = points.fold(
        first,
        |most, it| if it.force[0] > most.force[0] { it } else { most },
    );
    moving(seen, most.pair)
}

/// A moving part of a pair of pieces.
fn moving(seen: &Seen<'_>, (a, b): Pair) -> Option<Id> {
    let colliders = seen.model.contact()?;
    let sides = [a, b].map(|piece| colliders.list.get(piece.0 as usize));
    let mut moving = sides.into_iter().flatten().filter(|it| it.body.is_some());
    moving.next().and_then(|it| it.part)
}
