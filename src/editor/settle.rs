//! Numbers of an edit as short as they were meant: 0.30000000000000004 is 0.3, and a turn of 1e-17 is none.

use crate::parameter::settled;
use crate::scene::{Change, Edit, Id, Item, Variables, field};

/// The numbers of a part that its files have as they follow from others.
const FOLLOWS: &str = "mass";

/// The edit with the numbers that it changes, or makes, without what rounding left of them. Numbers that formulas give are those of the
/// formulas, which are `before` where the edit gives no others.
pub(super) fn with_short_numbers(mut edit: Edit, before: &Variables) -> Edit {
    let given = edit.changes.iter().find_map(|change| match change {
        Change::Variables { after, .. } => Some((**after).clone()),
        _ => None,
    });
    let variables = given.as_ref().unwrap_or(before);
    for change in &mut edit.changes {
        if let Change::Item {
            id,
            before,
            after: Some(after),
        } = change
        {
            shorten(*id, before.as_deref(), after, variables);
        }
    }
    edit
}

fn shorten(id: Id, before: Option<&Item>, after: &mut Item, variables: &Variables) {
    let was = before.map(field::parameters).unwrap_or_default();
    let is = field::parameters(after);
    for (key, unit) in field::fields(after) {
        if key == FOLLOWS || variables.formula(id, key).is_some() {
            continue;
        }
        let Some(value) = field::value_among(after, &is, key) else {
            continue;
        };
        // By their bits: a zero that gets a sign is new, too.
        let known = before.and_then(|it| field::value_among(it, &was, key));
        let is_new = known.map(f64::to_bits) != Some(value.to_bits());
        if !is_new {
            continue;
        }
        let short = settled(value, unit);
        if short.to_bits() != value.to_bits() {
            field::set(after, key, short);
        }
    }
}
