//! The items of a scene in the order in which they cover each other.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::bodies::Outline;
use crate::constraints::{EndPorts, Glyph, Slot};
use crate::math::{Pose, Vec2};
use crate::render::draw_list::{Anchor, Color};
use crate::render::theme::TYPE;
use crate::scene::{Attach, Id, Item, Part};

use super::ink::Ink;
use super::rack::Racks;
use super::{Canvas, SceneView, glyphs, ground, parts, rack, strain};

/// How much paper there is in the colours of what measures and does not act.
const PALE: f64 = 0.45;
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
    glyph_at(item, &ends, first.and_then(|id| input.scene.part(id)))
}

/// The same with its ends here, the first of them on this part.
fn glyph_at(item: &Item, ends: &[EndPorts], first: Option<&Part>) -> Vec<Glyph> {
    let mut glyphs = plain_glyph(item, ends);
    // A ring that is a part shows its teeth itself.
    let is_wheel = |glyph: &Glyph| matches!(glyph, Glyph::Wheel { .. });
    if glyphs.iter().any(is_wheel)
        && first.is_some_and(|part| matches!(part.shape.outline(), Outline::Ring { .. }))
    {
        glyphs.retain(|glyph| !is_wheel(glyph));
    }
    glyphs
}

fn plain_glyph(item: &Item, ends: &[EndPorts]) -> Vec<Glyph> {
    match item {
        Item::Constraint(it) if ends.len() == it.kind.slots().len() => it.kind.glyph(ends),
        Item::Force(it) if ends.len() == it.kind.slots().len() => it.kind.glyph(ends),
        _ => Vec::new(),
    }
}

/// The parts of a picture where they are now, each found at once for what holds on to it.
struct Placed<'a> {
    parts: Vec<(Id, Cow<'a, Part>, Pose)>,
    /// The place of each part in the list, by its id less that of the first; beyond the list where there is none.
    table: Vec<u32>,
}

/// Ids that the table of parts has room for, for each of them. Beyond that they are searched for.
const ROOMY: usize = 16;

impl<'a> Placed<'a> {
    fn all(input: &SceneView<'a>) -> Self {
        let parts: Vec<_> = input
            .scene
            .parts()
            .map(|(id, part)| (id, input.formed(id, part), input.pose_of(id, part)))
            .collect();
        let ends = parts.first().zip(parts.last());
        let span = ends.map_or(0, |(first, last)| (last.0.0 - first.0.0) as usize + 1);
        let mut table = Vec::new();
        if span <= ROOMY * parts.len() {
            table.resize(span, u32::MAX);
            for (k, it) in parts.iter().enumerate() {
                table[(it.0.0 - parts[0].0.0) as usize] = k as u32;
            }
        }
        Self { parts, table }
    }

    fn part(&self, id: Id) -> Option<&(Id, Cow<'a, Part>, Pose)> {
        if self.table.is_empty() {
            let found = self.parts.binary_search_by_key(&id, |it| it.0);
            return found.ok().map(|k| &self.parts[k]);
        }
        let place = id.0.checked_sub(self.parts[0].0.0)? as usize;
        self.parts.get(*self.table.get(place)? as usize)
    }

    /// Whether an item that is no part is left out of the picture: it is on hidden parts only. The path of a hidden part is seen.
    fn hides(&self, item: &Item) -> bool {
        let hidden = |id: Id| self.part(id).is_some_and(|it| it.1.handling.hidden);
        item.as_trace().is_none() && item.is_on_only(hidden)
    }

    fn glyph(&self, item: &Item, ends: &mut Vec<EndPorts>) -> Vec<Glyph> {
        let port = |end: &Attach| {
            let (point, angle) = match end.part.and_then(|id| self.part(id)) {
                Some((_, part, pose)) => part.shape.posed(end.at, *pose),
                None => (end.at, 0.0),
            };
            EndPorts::fixed(point, angle)
        };
        ends.clear();
        ends.extend(item.attachments().iter().map(port));
        let first = item.attachments().first().and_then(|end| self.part(end.part?));
        glyph_at(item, ends, first.map(|it| &*it.1))
    }
}

/// All items.
pub(super) fn draw(canvas: &mut Canvas, input: &SceneView) {
    let all = Placed::all(input);
    let mut ends = Vec::new();
    let drawn: Vec<(Id, &Item, Vec<Glyph>)> = input
        .scene
        .items()
        .filter(|(_, item)| item.as_part().is_none() && !all.hides(item))
        .map(|(id, item)| (id, item, all.glyph(item, &mut ends)))
        .collect();
    let mut racks = Racks::default();
    for (_, item, glyph) in &drawn {
        feet(canvas, item);
        for glyph in glyph {
            racks.add(input, item, glyph);
        }
    }
    let mut placed: Vec<&(Id, Cow<Part>, Pose)> = all.parts.iter().collect();
    placed.retain(|(_, part, _)| !part.handling.hidden);
    placed.sort_by_key(|(_, part, _)| part.layer);
    for (id, part, pose) in &placed {
        dimmed(canvas, input, *id, |canvas| parts::shadow(canvas, part, *pose));
    }
    let is_bead = |part: &Part| part.shape.is_dot();
    for (id, part, pose) in placed.iter().filter(|it| !is_bead(&it.1)) {
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
        for (id, item, glyph) in &drawn {
            let ink = ink(canvas, item, forces.get(id).copied(), most);
            let ink = if at_work.contains(id) {
                strain::lit(canvas, ink)
            } else {
                ink
            };
            let ink = strain::tinted(canvas, ink, strains.get(id).copied());
            for glyph in glyph.iter().filter(|glyph| lies_low(glyph) == low) {
                glyphs::draw(canvas, glyph, ink);
            }
        }
        if low {
            for (id, part, pose) in placed.iter().filter(|it| is_bead(&it.1)) {
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

fn plain_ink(canvas: &Canvas, item: &Item) -> Ink {
    let theme = canvas.theme;
    let mark = match item {
        Item::Constraint(_) => theme.ink,
        Item::Force(it) if it.kind.slots().len() == 2 => theme.steel,
        _ => theme.green,
    };
    let pale = |color: Color| match item {
        // It measures and does not act.
        Item::Constraint(it) if it.kind.measures().is_some() => color.mix(theme.paper, PALE),
        _ => color,
    };
    Ink {
        body: canvas.tone(pale(theme.steel)),
        mark: canvas.tone(pale(mark)),
        swell: 0.0,
    }
}

/// The ink of an item that carries a force (N), the most that any carries being `most`.
fn ink(canvas: &Canvas, item: &Item, force: Option<f64>, most: f64) -> Ink {
    let mut ink = plain_ink(canvas, item);
    if let (Some(force), true) = (force, most > 0.0) {
        let share = (force.abs() / most).sqrt();
        let sign = if force < 0.0 {
            canvas.theme.tension
        } else {
            canvas.theme.compression
        };
        ink.body = ink.body.mix(sign, (0.25 + share).min(1.0));
        ink.swell = 3.0 * share;
    }
    ink
}

/// What goes through each constraint (N), torques left out: with its sign where it is along one line, positive in compression.
fn forces(run: &super::Run) -> BTreeMap<Id, f64> {
    let of = |link: &crate::sim::Link| {
        let force = link.carried(run.lambda, false)?;
        let force = if link.rows.len() == 1 { force } else { -force.abs() };
        force.is_finite().then_some((link.id, force))
    };
    run.model.links.iter().filter_map(of).collect()
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
