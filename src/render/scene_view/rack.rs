//! Racks and their pinions. Several wheels on the same line of the same part share a rack: the first wheel determines the positions of
//! the gaps, and the teeth of the others are rotated so that they mesh.

use std::collections::{BTreeMap, BTreeSet};

use crate::bodies::Outline;
use crate::constraints::{Glyph, RackLine};
use crate::math::{Pose, Vec2, cross, unit};
use crate::render::draw_list::{Color, Paint, Stroke};
use crate::render::theme::OUTLINE;
use crate::scene::{Attach, Id, Item, Part};

use super::teeth::{Gear, gap, rack_edge};
use super::{Canvas, SceneView, parts};

/// A drawn rack: a toothed edge along a line of a part or of the ground.
struct Rack {
    carrier: Option<Id>,
    line: RackLine,
    gear: Gear,
    gap: f64,
    from: f64,
    to: f64,
    /// Extent of the body away from the wheel (m).
    depth: f64,
    /// Whether the rack's outline replaces that of its carrier.
    replaces: bool,
}

impl RackLine {
    fn gap(&self, gear: &Gear) -> f64 {
        gap(gear, self.at, self.along, self.towards, self.wheel, self.angle)
    }

    fn wheel(&self, gear: Gear) -> Wheel {
        let pose = Pose {
            position: self.wheel,
            angle: self.angle,
        };
        Wheel { gear, pose }
    }
}

/// A toothed wheel that is not drawn as a part.
struct Wheel {
    gear: Gear,
    pose: Pose,
}

/// All racks and pinions of a scene.
#[derive(Default)]
pub(super) struct Racks {
    racks: Vec<Rack>,
    wheels: Vec<Wheel>,
    /// Disks drawn as toothed wheels.
    pub gears: BTreeMap<Id, Gear>,
    /// Parts whose outline is replaced by a rack's.
    pub replaced: BTreeSet<Id>,
}

impl Racks {
    /// Adds the rack and the wheel of a constraint's glyph.
    pub fn add(&mut self, input: &SceneView, item: &Item, glyph: &Glyph) {
        let Glyph::Rack(line) = *glyph else { return };
        let ends = item.attachments();
        // Toothed racks and gears that are parts draw their own teeth.
        let toothed = |end: &Attach| {
            let part = end.part.and_then(|id| input.scene.part(id));
            part.is_some_and(|part| part.shape.teeth().is_some() || part.shape.id() == "toothed-rack")
        };
        if ends.iter().all(toothed) {
            return;
        }
        let carrier = ends.first().and_then(|end| end.part);
        let body = carrier.and_then(|id| Some((input.scene.part(id)?, input.pose(id)?)));
        let RackLine {
            at,
            along,
            towards,
            radius,
            ..
        } = line;
        let mut gear = Gear::new(radius);
        let own_gap = line.gap(&gear);
        let (from, to, top, bottom) = line.extent(body);
        let shared = self.racks.iter_mut().find(|rack| {
            rack.carrier == carrier
                && rack.line.along.dot(along) > 0.9999
                && rack.line.towards.dot(towards) > 0.9
                && towards.dot(rack.line.at - at).abs() < 0.2 * gear.module()
                && (rack.gear.pitch() - gear.pitch()).abs() < 1e-3 * gear.pitch()
        });
        if let Some(rack) = shared {
            let origin = along.dot(rack.line.at - at);
            let side = cross(along, towards).signum();
            gear.phase = (rack.gap + origin - own_gap) / (side * radius);
            rack.from = rack.from.min(from - origin);
            rack.to = rack.to.max(to - origin);
        } else {
            let least = 2.4 * gear.module();
            let replaces = body.is_some_and(|(part, _)| matches!(part.shape.outline(), Outline::Polygon(_)))
                && top < 3.0 * gear.module()
                && bottom < 0.0;
            if replaces {
                self.replaced.extend(carrier);
            }
            self.racks.push(Rack {
                carrier,
                line,
                gear,
                gap: own_gap,
                from,
                to,
                depth: if replaces { least.max(-bottom) } else { least },
                replaces,
            });
        }
        let wheel_part = ends.get(1).filter(|end| end.at.length() < 1e-6 * radius);
        match wheel_part.and_then(|end| Some((end.part?, input.scene.part(end.part?)?))) {
            Some((id, part)) if shows(part, radius) => {
                self.gears.insert(id, gear);
            }
            _ => self.wheels.push(line.wheel(gear)),
        }
    }

    /// Draws the racks, and the wheels that are not parts.
    pub fn draw(&self, canvas: &mut Canvas, input: &SceneView) {
        for rack in &self.racks {
            let carrier = rack.carrier.and_then(|id| input.scene.part(id));
            rack.draw(canvas, carrier);
        }
        for wheel in &self.wheels {
            wheel.draw(canvas);
        }
    }
}

/// Whether a part is a disk with about this radius (m).
fn shows(part: &Part, radius: f64) -> bool {
    match part.shape.outline() {
        Outline::Circle { radius: own } => own > 0.8 * radius && own < 1.25 * radius,
        _ => false,
    }
}

/// Preview of a rack and a wheel that do not exist yet.
pub(super) fn preview(canvas: &mut Canvas, glyph: &Glyph) {
    let Glyph::Rack(line) = *glyph else { return };
    let gear = Gear::new(line.radius);
    let (from, to, ..) = line.extent(None);
    let rack = Rack {
        carrier: None,
        line,
        gear,
        gap: line.gap(&gear),
        from,
        to,
        depth: 2.4 * gear.module(),
        replaces: false,
    };
    rack.draw(canvas, None);
    line.wheel(gear).draw(canvas);
}

impl Rack {
    fn draw(&self, canvas: &mut Canvas, carrier: Option<&Part>) {
        let view = canvas.view;
        let wood = match carrier {
            Some(part) => parts::fill(canvas.theme, part.colour),
            None => canvas.theme.steel,
        };
        let (body, edge) = (canvas.tone(wood), canvas.tone(canvas.theme.edge(wood)));
        let RackLine {
            at, along, towards, ..
        } = self.line;
        let place = |p: Vec2| view.screen_from_world(at + p.x * along + p.y * towards);
        if self.gear.module() * view.scale < 1.5 {
            let (a, b) = (place(Vec2::new(self.from, 0.0)), place(Vec2::new(self.to, 0.0)));
            let width = if self.replaces {
                self.depth * view.scale
            } else {
                3.0
            };
            return canvas.out.line(a, b, Stroke::new(width.max(2.0), edge));
        }
        let mut points: Vec<Vec2> = rack_edge(&self.gear, self.gap, self.from, self.to)
            .into_iter()
            .map(place)
            .collect();
        points.push(place(Vec2::new(self.to, -self.depth)));
        points.push(place(Vec2::new(self.from, -self.depth)));
        let paint = Paint::both(body, Stroke::new(OUTLINE, edge));
        canvas.out.polygon(points, paint);
        if carrier.is_none_or(|part| part.fixed) {
            self.hatch(canvas, place, edge);
        }
    }

    fn hatch(&self, canvas: &mut Canvas, place: impl Fn(Vec2) -> Vec2, color: Color) {
        let step = 10.0 / canvas.view.scale;
        let count = ((self.to - self.from) / step).floor().min(400.0) as i64;
        for k in 0..=count {
            let x = self.from + k as f64 * step;
            let top = place(Vec2::new(x, -self.depth));
            let bottom = place(Vec2::new(x - 0.6 * step, -self.depth - 0.7 * step));
            canvas.out.line(top, bottom, Stroke::new(1.0, color.opacity(0.7)));
        }
    }
}

impl Wheel {
    fn draw(&self, canvas: &mut Canvas) {
        let view = canvas.view;
        let points = self.gear.outline();
        let points = points.iter().map(|p| view.screen_from_local(self.pose, *p));
        let brass = canvas.tone(canvas.theme.yellow);
        let line = Stroke::new(OUTLINE, brass.darker(0.35));
        canvas.out.polygon(points.collect(), Paint::both(brass, line));
        let spoke = 0.6 * self.gear.radius * unit(self.pose.angle);
        let (a, b) = (self.pose.position, self.pose.position + spoke);
        canvas
            .out
            .line(view.screen_from_world(a), view.screen_from_world(b), line);
    }
}

impl RackLine {
    /// Extent of a rack relative to `at` (m): from and to along its line, towards the wheel, and away from it. On the ground it
    /// is long enough to lie under the wheel.
    fn extent(&self, carrier: Option<(&Part, Pose)>) -> (f64, f64, f64, f64) {
        let Some((part, pose)) = carrier else {
            let x = self.along.dot(self.wheel - self.at);
            let reach = 4.0 * self.radius;
            return (
                (-reach).min(x - 0.5 * reach),
                reach.max(x + 0.5 * reach),
                0.0,
                0.0,
            );
        };
        let corners = match part.shape.outline() {
            Outline::Polygon(corners) => corners,
            Outline::Capsule { from, to, .. } => vec![from, to],
            outline => {
                let (low, high) = outline.bounds(self.radius);
                vec![low, high]
            }
        };
        let mut bounds = (f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY, f64::INFINITY);
        for corner in corners {
            let d = pose.point(corner) - self.at;
            let (x, y) = (self.along.dot(d), self.towards.dot(d));
            bounds = (bounds.0.min(x), bounds.1.max(x), bounds.2.max(y), bounds.3.min(y));
        }
        bounds
    }
}
