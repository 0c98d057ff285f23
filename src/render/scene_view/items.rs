//! The items of a scene in the order in which they cover each other.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Deref, Range};

use crate::bodies::Outline;
use crate::constraints::{EndPorts, Glyph, Slot};
use crate::math::{Pose, Vec2};
use crate::render::draw_list::{Anchor, Color};
use crate::render::theme::TYPE;
use crate::scene::{Attach, Id, InOrder, Item, Part};

use super::carried::{forces, ink};
use super::ink::Ink;
use super::rack::Racks;
use super::{Canvas, SceneView, glyphs, ground, parts, rack, strain};

/// How strong the colours of what sleeps are.
const ASLEEP: f64 = 0.55;

/// World point of an attachment now.
pub(super) fn point(input: &SceneView, end: Attach) -> Vec2 {
    ports(input, end).point.value
}

fn ports(input: &SceneView, end: Attach) -> EndPorts {
    let part = end
        .part
        .and_then(|id| Some((id, input.scene.part(id)?, input.pose(id)?)));
    let (point, angle) = match part {
        Some((id, part, pose)) => input.formed(id, part).shape.posed(end.at, pose),
        None => (end.at, 0.0),
    };
    EndPorts::fixed(point, angle)
}

/// What an item looks like now; nothing for parts and traces.
pub(super) fn glyph(input: &SceneView, item: &Item) -> Vec<Glyph> {
    let ends: Vec<EndPorts> = item.attachments().iter().map(|end| ports(input, *end)).collect();
    let first = item.attachments().first().and_then(|end| end.part);
    let mut glyphs = Vec::new();
    add_glyphs(
        item,
        &ends,
        first.and_then(|id| input.scene.part(id)),
        &mut glyphs,
    );
    glyphs
}

/// Adds the same with its ends here, the first of them on this part.
fn add_glyphs(item: &Item, ends: &[EndPorts], first: Option<&Part>, out: &mut Vec<Glyph>) {
    let begin = out.len();
    match item {
        Item::Constraint(it) if ends.len() == it.kind.slots().len() => it.kind.add_glyphs(ends, out),
        Item::Force(it) if ends.len() == it.kind.slots().len() => out.extend(it.kind.glyph(ends)),
        _ => {}
    }
    // A ring that is a part shows its teeth itself.
    let is_wheel = |glyph: &Glyph| matches!(glyph, Glyph::Wheel { .. });
    if out[begin..].iter().any(is_wheel)
        && first.is_some_and(|part| matches!(part.shape.outline(), Outline::Ring { .. }))
    {
        let kept: Vec<Glyph> = out.drain(begin..).filter(|it| !is_wheel(it)).collect();
        out.extend(kept);
    }
}

/// A part as it is now: that of the scene, or a copy in another form.
enum Formed<'a> {
    Kept(&'a Part),
    Other(Box<Part>),
}

impl Deref for Formed<'_> {
    type Target = Part;
    fn deref(&self) -> &Part {
        match self {
            Formed::Kept(part) => part,
            Formed::Other(part) => part,
        }
    }
}

/// The parts of a picture where they are now, each found at once for what holds on to it.
struct Placed<'a>(InOrder<(Formed<'a>, Pose)>);

impl<'a> Placed<'a> {
    fn all(input: &SceneView<'a>) -> Self {
        let placed = |(id, part)| {
            let formed = match input.formed(id, part) {
                Cow::Borrowed(part) => Formed::Kept(part),
                Cow::Owned(part) => Formed::Other(Box::new(part)),
            };
            (id, (formed, input.pose_of(id, part)))
        };
        Self(input.scene.parts().map(placed).collect())
    }

    /// Whether an item that is no part is left out of the picture: it is on hidden parts only. The path of a hidden part is seen.
    fn hides(&self, item: &Item) -> bool {
        let hidden = |id: Id| self.0.get(id).is_some_and(|it| it.0.handling.hidden);
        item.as_trace().is_none() && item.is_on_only(hidden)
    }

    fn add_glyphs(&self, item: &Item, ends: &mut Vec<EndPorts>, out: &mut Vec<Glyph>) {
        let port = |end: &Attach| {
            let (point, angle) = match end.part.and_then(|id| self.0.get(id)) {
                Some((part, pose)) => part.shape.posed(end.at, *pose),
                None => (end.at, 0.0),
            };
            EndPorts::fixed(point, angle)
        };
        ends.clear();
        ends.extend(item.attachments().iter().map(port));
        let first = item.attachments().first().and_then(|end| self.0.get(end.part?));
        add_glyphs(item, ends, first.map(|it| &*it.0), out);
    }
}

/// An item that is no part, with where its glyphs are in the list of all.
struct Drawn<'a> {
    id: Id,
    item: &'a Item,
    glyphs: Range<usize>,
}

/// The items that are no parts and are not hidden, and their glyphs.
fn linked<'a>(input: &SceneView<'a>, all: &Placed) -> (Vec<Drawn<'a>>, Vec<Glyph>) {
    let (mut ends, mut glyphs) = (Vec::new(), Vec::new());
    let others = input.scene.items().filter(|(_, item)| item.as_part().is_none());
    let drawn = others
        .filter(|(_, item)| !all.hides(item))
        .map(|(id, item)| {
            let first = glyphs.len();
            all.add_glyphs(item, &mut ends, &mut glyphs);
            let glyphs = first..glyphs.len();
            Drawn { id, item, glyphs }
        })
        .collect();
    (drawn, glyphs)
}

/// All items.
pub(super) fn draw(canvas: &mut Canvas, input: &SceneView) {
    let all = Placed::all(input);
    let (drawn, glyphs) = linked(input, &all);
    let mut racks = Racks::default();
    for it in &drawn {
        feet(canvas, it.item);
        for glyph in &glyphs[it.glyphs.clone()] {
            racks.add(input, it.item, glyph);
        }
    }
    let parts = all.0.list().iter().map(|(id, (part, pose))| (id, &**part, pose));
    let mut placed: Vec<(&Id, &Part, &Pose)> = parts.collect();
    placed.retain(|(_, part, _)| !part.handling.hidden);
    placed.sort_by_key(|(_, part, _)| part.layer);
    for &(id, part, pose) in &placed {
        dimmed(canvas, input, *id, |canvas| parts::shadow(canvas, part, *pose));
    }
    let is_bead = |part: &Part| part.shape.is_dot();
    for &(id, part, pose) in placed.iter().filter(|it| !is_bead(it.1)) {
        if !racks.replaced.contains(id) {
            let gear = racks.gears.get(id).copied();
            dimmed(canvas, input, *id, |canvas| {
                parts::draw(canvas, part, *pose, gear);
            });
        }
    }
    racks.draw(canvas, input);
    let forces = if input.layers.forces {
        input.run.map(|run| forces(&run)).unwrap_or_default()
    } else {
        BTreeMap::new()
    };
    let most = forces
        .values()
        .fold(0.0, |most: f64, force| most.max(force.abs()));
    let strains = input.run.map(|run| strain::strains(&run)).unwrap_or_default();
    let at_work = input.run.map(|run| strain::at_bounds(&run)).unwrap_or_default();
    let lies_low = |glyph: &Glyph| {
        matches!(
            glyph,
            Glyph::Rod { .. }
                | Glyph::Coil { .. }
                | Glyph::Rail { .. }
                | Glyph::Wire { .. }
                | Glyph::Piston { .. }
                | Glyph::Wheel { .. }
        )
    };
    for low in [true, false] {
        for Drawn {
            id,
            item,
            glyphs: own,
        } in &drawn
        {
            let mut own = glyphs[own.clone()]
                .iter()
                .filter(|glyph| lies_low(glyph) == low)
                .peekable();
            if own.peek().is_none() {
                continue;
            }
            let ink = ink(canvas, item, forces.get(id).copied(), most);
            let ink = if at_work.contains(id) {
                strain::lit(canvas, ink)
            } else {
                ink
            };
            let ink = strain::tinted(canvas, ink, strains.get(id).copied());
            own.for_each(|glyph| glyphs::draw(canvas, glyph, ink));
        }
        if low {
            for &(id, part, pose) in placed.iter().filter(|it| is_bead(it.1)) {
                dimmed(canvas, input, *id, |canvas| {
                    parts::draw(canvas, part, *pose, None)
                });
            }
        }
    }
    let view = canvas.view;
    let strained = strains.iter().filter_map(|(id, share)| {
        if input.scene.is_hidden(*id) {
            return None;
        }
        let end = input.scene.item(*id)?.attachments().last()?;
        Some((view.screen_from_world(point(input, *end)), *share))
    });
    strain::gauges(canvas, strained);
    if input.layers.names {
        for (_, part, pose) in &placed {
            let at = canvas.view.screen_from_world(pose.position) + Vec2::new(8.0, -10.0);
            canvas
                .out
                .text(at, Anchor::LEFT, part.name.clone(), TYPE[0], canvas.theme.ink);
        }
    }
}

/// Draws a part, and dimmed where it sleeps.
fn dimmed(canvas: &mut Canvas, input: &SceneView, id: Id, draw: impl FnOnce(&mut Canvas)) {
    let sleeps = input.run.is_some_and(|run| {
        // Where nothing sleeps, no part is looked up.
        if run.state.asleep.is_empty() {
            return false;
        }
        let body = run.model.body(id);
        body.is_some_and(|body| run.model.sleeps(run.state, body))
    });
    let full = canvas.opacity;
    canvas.opacity = if sleeps { ASLEEP * full } else { full };
    draw(canvas);
    canvas.opacity = full;
}

/// What a release would make: parts at their poses and what would join them.
pub(super) fn preview(canvas: &mut Canvas, made: &[Part], joined: &[Glyph]) {
    for part in made {
        parts::draw(canvas, part, part.pose, None);
    }
    let ink = Ink {
        body: canvas.tone(canvas.theme.steel),
        mark: canvas.tone(canvas.theme.ink),
        swell: 0.0,
    };
    for glyph in joined {
        rack::preview(canvas, glyph);
        glyphs::draw(canvas, glyph, ink);
    }
}

/// Feet under ends on the ground. Where only an angle is held against the ground, there is nothing to carry.
fn feet(canvas: &mut Canvas, item: &Item) {
    let slots = match item {
        Item::Constraint(it) => it.kind.slots(),
        Item::Force(it) => it.kind.slots(),
        _ => return,
    };
    for (end, slot) in item.attachments().iter().zip(slots) {
        if end.part.is_none() && *slot == Slot::Point {
            ground::foot(canvas, canvas.view.screen_from_world(end.at));
        }
    }
}

/// The constraints that constrain too much, in the colours in which they are lit.
pub(super) fn lit(input: &SceneView) -> BTreeMap<Id, Color> {
    let mut lit = BTreeMap::new();
    let Some(freedom) = input.run.and_then(|run| run.freedom) else {
        return lit;
    };
    let dependent = freedom.redundant.iter().chain(&freedom.singular);
    lit.extend(dependent.map(|id| (*id, input.theme.warn)));
    lit.extend(freedom.contradictory.iter().map(|id| (*id, input.theme.error)));
    lit.retain(|id, _| input.scene.constraint(*id).is_some());
    lit
}
