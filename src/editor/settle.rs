//! Removes rounding errors from the numbers of an edit: 0.30000000000000004 becomes 0.3, and an angle of 1e-17 becomes 0.

use crate::parameter::without_rounding_error;
use crate::scene::{Change, Edit, Id, Item, Variables, field};

/// Key of a part's number that may follow from others.
const FOLLOWS: &str = "mass";

/// The edit with rounding errors removed from the numbers that it changes or adds. Numbers given by formulas are left unchanged; the formulas
/// are those of the edit, or `before` if it changes none.
pub(super) fn without_rounding_errors(mut edit: Edit, before: &Variables) -> Edit {
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
        // Compared by bits, since a changed sign of zero counts as well.
        let known = before.and_then(|it| field::value_among(it, &was, key));
        let is_new = known.map(f64::to_bits) != Some(value.to_bits());
        if !is_new {
            continue;
        }
        let short = without_rounding_error(value, unit);
        if short.to_bits() != value.to_bits() {
            field::set(after, key, short);
        }
    }
}
