//! Overlap of parts: as built, or after a step.

use crate::scene::Id;
use crate::sim::contact::{CollisionDetection, Pair};

use super::seen::Seen;

/// The deepest overlap of colliding parts.
pub(super) struct Overlap {
    /// How deep (m).
    pub depth: f64,
    /// One of the parts, where they overlap as built.
    part: Option<Id>,
}

impl Overlap {
    /// Measures it where parts stand as built; after a step the step has measured it.
    pub(super) fn measure(seen: &Seen<'_>, as_built: bool) -> Self {
        let deepest = || CollisionDetection::default().deepest(seen.model, seen.state);
        match as_built.then(deepest).flatten() {
            Some((depth, pair)) => Self {
                depth,
                part: moving(seen, pair),
            },
            None => Self {
                depth: seen.state.contact.penetration,
                part: None,
            },
        }
    }

    /// The part to name for it.
    pub(super) fn part(&self, seen: &Seen<'_>) -> Option<Id> {
        self.part.or_else(|| pressed_most(seen))
    }
}

/// The moving part at the contact with the largest normal force.
fn pressed_most(seen: &Seen<'_>) -> Option<Id> {
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
