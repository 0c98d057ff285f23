//! Positions and names of items.

use crate::math::Vec2;
use crate::scene::Id;
use crate::ui::UiInput;

/// Position of an item (m): the origin of a part, the centroid of a constraint's ends.
pub fn of(input: &UiInput, id: Id) -> Option<Vec2> {
    let (model, state) = (&input.snapshot.model, &input.snapshot.state);
    if let Some(pose) = model.pose(state, id) {
        return Some(pose.position);
    }
    // Links are in the order of the scene, that is, sorted by id.
    let index = model.links.binary_search_by_key(&id, |link| link.id).ok()?;
    let link = &model.links[index];
    let points = link.ends.iter();
    let points = points.map(|end| model.ports(end, &state.q, &state.v).point.value);
    Some(points.sum::<Vec2>() / link.ends.len().max(1) as f64)
}

/// The name of an item.
pub fn name<'a>(input: &'a UiInput, id: Id) -> &'a str {
    input.editor.scene().name(Some(id))
}
