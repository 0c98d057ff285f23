//! Draws the items of a scene in the order in which they cover each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::bodies::{Outline, Shape};
use crate::constraints::{EndPorts, Glyph, Slot};
use crate::math::Vec2;
use crate::render::draw_list::{Anchor, Color};
use crate::render::theme::TYPE;
use crate::scene::{Attach, Form, Id, Item, Linked, Part};

use super::ink::Ink;
use super::inks::{forces, joint_ink, loaded, plain_ink};
use super::placed::Placed;
use super::rack::Racks;
use super::{Canvas, SceneView, glyphs, ground, parts, rack, strain};

/// Opacity of sleeping parts.
const ASLEEP: f64 = 0.55;
/// Opacity of parts that did not exist at the displayed time.
const ABSENT: f64 = 0.25;

/// Present world position of an attachment.
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

/// The glyphs of an item in its present state; empty for parts and traces.
pub(super) fn glyph(input: &SceneView, item: &Item) -> Vec<Glyph> {
    let ends: Vec<EndPorts> = item.attachments().iter().map(|end| ports(input, *end)).collect();
    let first = item.attachments().first().and_then(|end| end.part);
    let mut glyphs = Vec::new();
    let shape = first.and_then(|id| Some(&input.scene.part(id)?.shape));
    add_glyphs(item, &ends, shape, &mut glyphs);
    glyphs
}

/// Adds the glyphs for these ends, the first of which is on a part with the shape `first`.
fn add_glyphs(item: &Item, ends: &[EndPorts], first: Option<&Shape>, out: &mut Vec<Glyph>) {
    let begin = out.len();
    match item {
        Item::Constraint(it) if ends.len() == it.kind.slots().len() => it.kind.add_glyphs(ends, out),
        Item::Force(it) if ends.len() == it.kind.slots().len() => out.extend(it.kind.glyph(ends)),
        _ => {}
    }
    // A ring gear that is a part draws its own teeth.
    let is_wheel = |glyph: &Glyph| matches!(glyph, Glyph::Wheel { .. });
    if out[begin..].iter().any(is_wheel)
        && first.is_some_and(|shape| matches!(shape.outline(), Outline::Ring { .. }))
    {
        let kept: Vec<Glyph> = out.drain(begin..).filter(|it| !is_wheel(it)).collect();
        out.extend(kept);
    }
}

/// An item that is neither a part nor a plain link, with the range of its glyphs in the list of all.
struct Drawn<'a> {
    id: Id,
    item: &'a Item,
    glyphs: Range<usize>,
}

/// The visible items of this sort in the order of the canvas table, and their glyphs.
fn others<'a>(input: &SceneView<'a>, all: &Placed) -> (Vec<Drawn<'a>>, Vec<Glyph>) {
    let (mut ends, mut glyphs) = (Vec::new(), Vec::new());
    let others = all.roster.linked().iter().filter_map(|it| match it {
        Linked::Plain(_) => None,
        Linked::Other(id) => Some((*id, input.scene.item(*id)?)),
    });
    let drawn = others
        .map(|(id, item)| {
            let first = glyphs.len();
            let shape = all.find_ends(item, &mut ends);
            add_glyphs(item, &ends, shape, &mut glyphs);
            let glyphs = first..glyphs.len();
            Drawn { id, item, glyphs }
        })
        .collect();
    (drawn, glyphs)
}

/// Draws all items.
pub(super) fn draw(canvas: &mut Canvas, input: &SceneView) {
    let all = Placed::all(input);
    let (drawn, glyphs) = others(input, &all);
    let (racks, covered) = foundations(canvas, input, &all, (&drawn, &glyphs));
    let roster = all.roster;
    for &place in roster.solids().iter().chain(roster.dots()) {
        let entry = &roster.parts()[place];
        let pose = all.places[place].pose;
        if parts::may_throw_shadow(canvas, entry, pose) {
            dimmed(canvas, input, entry.id, |canvas| {
                parts::shadow(canvas, all.part(place), pose);
            });
        }
    }
    for &place in roster.solids() {
        part(canvas, input, &all, place, &racks);
    }
    racks.draw(canvas, input);
    for at in covered {
        ground::foot(canvas, at);
    }
    let loads = Loads::of(input);
    links(canvas, &all, (&drawn, &glyphs), &loads, true);
    for &place in roster.dots() {
        part(canvas, input, &all, place, &racks);
    }
    links(canvas, &all, (&drawn, &glyphs), &loads, false);
    let view = canvas.view;
    let strained = loads.strains.iter().filter_map(|(id, share)| {
        if input.scene.is_hidden(*id) {
            return None;
        }
        let end = input.scene.item(*id)?.attachments().last()?;
        Some((view.screen_from_world(point(input, *end)), *share))
    });
    strain::gauges(canvas, strained);
    if input.layers.names {
        for &place in roster.solids().iter().chain(roster.dots()) {
            let at = canvas.view.screen_from_world(all.places[place].pose.position);
            let (at, name) = (at + Vec2::new(8.0, -10.0), all.part(place).name.clone());
            canvas.out.text(at, Anchor::LEFT, name, TYPE[0], canvas.theme.ink);
        }
    }
}

/// Draws feet under ends on the ground; returns the racks, and the screen positions of feet that bars would cover.
fn foundations(
    canvas: &mut Canvas,
    input: &SceneView,
    all: &Placed,
    (drawn, glyphs): (&[Drawn], &[Glyph]),
) -> (Racks, Vec<Vec2>) {
    let (mut racks, mut covered) = (Racks::default(), Vec::new());
    let reach = ground::height(canvas) / canvas.view.scale;
    let covers = |place: usize| match all.roster.parts()[place].form {
        Form::Capsule { radius, .. } => radius > reach,
        _ => false,
    };
    let mut others = drawn.iter();
    for it in all.roster.linked() {
        match it {
            Linked::Plain(link) => {
                let is_covered = link.ends.iter().filter_map(|end| end.part).any(covers);
                for end in link.ends.iter().filter(|end| end.part.is_none()) {
                    let at = canvas.view.screen_from_world(end.at);
                    if is_covered {
                        covered.push(at);
                    } else {
                        ground::foot(canvas, at);
                    }
                }
            }
            Linked::Other(_) => {
                let Some(other) = others.next() else { continue };
                feet(canvas, other.item);
                for glyph in &glyphs[other.glyphs.clone()] {
                    racks.add(input, other.item, glyph);
                }
            }
        }
    }
    (racks, covered)
}

/// Draws a part. The part itself is accessed only where it is in view and large enough for details.
fn part(canvas: &mut Canvas, input: &SceneView, all: &Placed, place: usize, racks: &Racks) {
    let (entry, at) = (&all.roster.parts()[place], &all.places[place]);
    if racks.replaced.contains(&entry.id) {
        return;
    }
    let gear = racks.gears.get(&entry.id).copied();
    dimmed(canvas, input, entry.id, |canvas| {
        if gear.is_some() || !parts::draw_plain(canvas, entry, at) {
            parts::draw(canvas, all.part(place), at.pose, gear);
        }
    });
}

/// Forces, strains and active limits of joints, which determine their inks.
struct Loads {
    forces: BTreeMap<Id, f64>,
    /// The largest of the forces (N).
    most: f64,
    strains: BTreeMap<Id, f64>,
    at_work: BTreeSet<Id>,
}

impl Loads {
    fn of(input: &SceneView) -> Self {
        let shown = input.run.filter(|_| input.layers.forces);
        let forces = shown.map(|run| forces(&run)).unwrap_or_default();
        let most = forces
            .values()
            .fold(0.0, |most: f64, force| most.max(force.abs()));
        Self {
            forces,
            most,
            strains: input.run.map(|run| strain::strains(&run)).unwrap_or_default(),
            at_work: input.run.map(|run| strain::at_bounds(&run)).unwrap_or_default(),
        }
    }

    /// The ink of an item, given its ink without force.
    fn ink(&self, canvas: &Canvas, id: Id, plain: Ink) -> Ink {
        let ink = loaded(canvas, plain, self.forces.get(&id).copied(), self.most);
        let ink = if self.at_work.contains(&id) {
            strain::lit(canvas, ink)
        } else {
            ink
        };
        strain::tinted(canvas, ink, self.strains.get(&id).copied())
    }
}

/// Draws joints and forces: either those below the particles (`low`), or those above.
fn links(canvas: &mut Canvas, all: &Placed, (drawn, glyphs): (&[Drawn], &[Glyph]), loads: &Loads, low: bool) {
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
    let joint = joint_ink(canvas);
    let mut others = drawn.iter();
    for it in all.roster.linked() {
        match it {
            Linked::Plain(link) if link.is_rod == low => {
                let ink = loads.ink(canvas, link.id, joint);
                let [from, to] = all.ends(link);
                let glyph = if link.is_rod {
                    Glyph::Rod { from, to }
                } else {
                    Glyph::Pin {
                        at: (from + to) / 2.0,
                    }
                };
                glyphs::draw(canvas, &glyph, ink);
            }
            Linked::Plain(_) => {}
            Linked::Other(_) => {
                let Some(other) = others.next() else { continue };
                let own = &glyphs[other.glyphs.clone()];
                let mut own = own.iter().filter(|glyph| lies_low(glyph) == low).peekable();
                if own.peek().is_some() {
                    let ink = loads.ink(canvas, other.id, plain_ink(canvas, other.item));
                    own.for_each(|glyph| glyphs::draw(canvas, glyph, ink));
                }
            }
        }
    }
}

/// Draws a part, dimmed where it sleeps, and faint where it did not exist at the displayed time.
fn dimmed(canvas: &mut Canvas, input: &SceneView, id: Id, draw: impl FnOnce(&mut Canvas)) {
    let sleeps = input.run.is_some_and(|run| {
        // Skips the look-up where nothing sleeps.
        if run.state.asleep.is_empty() {
            return false;
        }
        let body = run.model.body(id);
        body.is_some_and(|body| run.model.sleeps(run.state, body))
    });
    let full = canvas.opacity;
    canvas.opacity = match (input.overlay.absent.contains(&id), sleeps) {
        (true, _) => ABSENT * full,
        (false, true) => ASLEEP * full,
        (false, false) => full,
    };
    draw(canvas);
    canvas.opacity = full;
}

/// Preview of a release: the parts and joints that it would create.
pub(super) fn preview(canvas: &mut Canvas, made: &[Part], joined: &[Glyph]) {
    for part in made {
        parts::draw(canvas, part, part.pose, None);
    }
    let ink = joint_ink(canvas);
    for glyph in joined {
        rack::preview(canvas, glyph);
        glyphs::draw(canvas, glyph, ink);
    }
}

/// Feet under ends on the ground, except where only an angle is held against the ground.
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

/// Highlight colours of redundant and contradictory constraints.
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
