//! Parts: filled shapes with holes, an outline and a soft shadow.

use crate::bodies::{Outline, Shape};
use crate::constraints::Stuff;
use crate::math::{Pose, Vec2};
use crate::render::draw_list::{Color, Paint, Stroke};
use crate::render::theme::{OUTLINE, SHADOW, Theme};
use crate::scene::{Entry, Form, Part, PartColour};

use super::Canvas;
use super::figure::{Figure, bead_radius};
use super::guides;
use super::ink::Ink;
use super::placed::Place;
use super::teeth::Gear;

/// Half thickness (points) below which a part is drawn without holes, and below which without an outline.
const DETAIL: f64 = 5.0;
const PLAIN: f64 = 2.5;
/// Half thickness (points) from which a part has a shadow.
const SHADOWED: f64 = 4.0;

/// The fill colour of a part.
pub fn fill(theme: &Theme, colour: PartColour) -> Color {
    match colour {
        PartColour::Maple => theme.maple,
        PartColour::Red => theme.red,
        PartColour::Blue => theme.blue,
        PartColour::Green => theme.green,
        PartColour::Yellow => theme.yellow,
    }
}

/// The shadow of a part; drawn below all parts.
pub(super) fn shadow(canvas: &mut Canvas, part: &Part, pose: Pose) {
    // Two layers make the edge soft.
    let tone = if canvas.theme.dark { 2.5 * SHADOW } else { SHADOW };
    let shade = Color::BLACK.opacity(0.5 * tone * canvas.opacity);
    for figure in Figure::all(part.shape.outline(), pose, &canvas.view, 0.5) {
        let (center, radius) = figure.bounding_disk();
        if figure.thickness() < SHADOWED || !canvas.view.sees(center, radius + 8.0) {
            continue;
        }
        for shift in [Vec2::new(1.5, 2.5), Vec2::new(2.5, 4.0)] {
            figure.shifted(shift).draw(canvas.out, Paint::fill(shade));
        }
    }
}

/// Whether a part is in view and may be thick enough for a shadow, by a quick test.
pub(super) fn may_throw_shadow(canvas: &Canvas, part: &Entry, pose: Pose) -> bool {
    let scale = canvas.view.scale;
    let half = half_thickness(part.form, scale).unwrap_or(part.reach * scale);
    half + 0.5 >= SHADOWED && sees(canvas, part, pose)
}

/// Half the smallest extent of a form (points); `None` where the form does not determine it.
fn half_thickness(form: Form, scale: f64) -> Option<f64> {
    match form {
        Form::Dot => Some(bead_radius(scale)),
        Form::Disk { radius } | Form::Capsule { radius, .. } => Some(radius * scale),
        Form::Other => None,
    }
}

/// Whether a part, including its outline and shadow, may be in view.
fn sees(canvas: &Canvas, part: &Entry, pose: Pose) -> bool {
    let at = canvas.view.screen_from_world(pose.position);
    canvas.view.sees(at, part.reach * canvas.view.scale + 18.0)
}

/// Draws a part from its entry in the canvas table alone, which suffices for a part out of view or too thin for an outline; returns whether
/// it sufficed.
pub(super) fn draw_plain(canvas: &mut Canvas, part: &Entry, place: &Place) -> bool {
    if !sees(canvas, part, place.pose) {
        return true;
    }
    let (view, scale) = (canvas.view, canvas.view.scale);
    let Some(thickness) = half_thickness(part.form, scale).filter(|it| *it < PLAIN) else {
        return false;
    };
    let paint = Paint::fill(canvas.tone(fill(canvas.theme, part.colour)));
    if let Form::Capsule {
        middle, half, angle, ..
    } = part.form
    {
        let center = view.screen_from_world(place.point(middle));
        let half = Vec2::new(half * scale + thickness, thickness);
        // Screen angles have the opposite sign.
        let angle = -(place.pose.angle + angle);
        canvas.out.rect(center, half, angle, thickness, paint);
    } else {
        let center = view.screen_from_world(place.pose.position);
        canvas.out.circle(center, thickness, paint);
    }
    true
}

/// Draws a part, with teeth where it is a pinion.
pub(super) fn draw(canvas: &mut Canvas, part: &Part, pose: Pose, gear: Option<Gear>) {
    if let Some(gear) = gear.filter(|gear| gear.module() * canvas.view.scale > 1.5) {
        let corners = gear.outline();
        let points = corners.iter().map(|p| canvas.view.screen_from_local(pose, *p));
        let figure = Figure::Polygon(points.collect());
        return draw_piece(canvas, part, pose, &part.shape.outline(), figure);
    }
    let outline = part.shape.outline();
    if matches!(
        outline,
        Outline::Dot | Outline::Circle { .. } | Outline::Capsule { .. }
    ) {
        let figure = Figure::of(&outline, pose, &canvas.view, 0.0);
        return draw_piece(canvas, part, pose, &outline, figure);
    }
    for (pose, piece) in outline.pieces(pose) {
        if let Outline::Thread { points, closed } = &piece {
            let points: Vec<Vec2> = points.iter().map(|p| pose.point(*p)).collect();
            let ink = Ink {
                body: canvas.tone(canvas.theme.steel),
                mark: canvas.tone(canvas.theme.ink),
                swell: 0.0,
            };
            guides::wire(canvas, &points, *closed, Stuff::Steel, ink);
            continue;
        }
        let figure = Figure::of(&piece, pose, &canvas.view, 0.0);
        draw_piece(canvas, part, pose, &piece, figure);
    }
}

fn draw_piece(canvas: &mut Canvas, part: &Part, pose: Pose, piece: &Outline, figure: Figure) {
    let (center, radius) = figure.bounding_disk();
    if !canvas.view.sees(center, radius + 2.0) {
        return;
    }
    let wood = fill(canvas.theme, part.colour);
    let edge = canvas.tone(canvas.theme.edge(wood));
    let body = canvas.tone(wood);
    let thickness = figure.thickness();
    if thickness < PLAIN {
        return figure.draw(canvas.out, Paint::fill(body));
    }
    let hatch = if part.fixed { figure.hatch(7.0) } else { Vec::new() };
    figure.draw(
        canvas.out,
        Paint::both(body, Stroke::new(OUTLINE.min(0.5 * thickness), edge)),
    );
    for [a, b] in hatch {
        canvas.out.line(a, b, Stroke::new(1.0, edge.opacity(0.55)));
    }
    if thickness >= DETAIL {
        details(canvas, part, piece, pose, [body, edge], thickness);
    }
}

/// Holes of a piece of a part, in the piece's frame. The snap points of a compound part are in the part's frame, so its pieces show their own
/// holes only.
fn holes(part: &Part, piece: &Outline) -> Vec<Vec2> {
    match (&part.shape, piece) {
        (Shape::Compound(_), Outline::Capsule { from, to, .. }) => vec![*from, (*from + *to) / 2.0, *to],
        (Shape::Compound(_), _) => vec![Vec2::ZERO],
        (shape, _) => shape.snap_points().into_iter().map(|point| point.at).collect(),
    }
}

/// Holes, and marks that make rotation and joint positions visible.
fn details(
    canvas: &mut Canvas,
    part: &Part,
    piece: &Outline,
    pose: Pose,
    [body, edge]: [Color; 2],
    thickness: f64,
) {
    let view = canvas.view;
    let motion = part.shape.motion();
    let hole = Paint::both(
        canvas.tone(canvas.theme.paper.mix(edge, 0.12)),
        Stroke::new(1.0, edge.opacity(0.9)),
    );
    match piece {
        Outline::Dot => {
            let shine = view.screen_from_world(pose.position) - 0.32 * thickness * Vec2::ONE;
            let gloss = body.mix(Color::WHITE, 0.55).opacity(0.8);
            canvas.out.circle(shine, 0.22 * thickness, Paint::fill(gloss));
        }
        Outline::Circle { .. } => {
            let middle = view.screen_from_world(pose.position);
            if thickness > 14.0 {
                let groove = Stroke::new(1.0, edge.opacity(0.35));
                canvas.out.circle(middle, 0.52 * thickness, Paint::stroke(groove));
            }
            for point in holes(part, piece) {
                let share = if point == Vec2::ZERO { 0.15 } else { 0.09 };
                let radius = (share * thickness).min(9.0);
                if radius >= 1.0 {
                    let at = view.screen_from_local(pose, motion.place(point));
                    canvas.out.circle(at, radius, hole);
                }
            }
        }
        Outline::Capsule { .. } => {
            let radius = (0.38 * thickness).min(6.0);
            for point in holes(part, piece) {
                canvas
                    .out
                    .circle(view.screen_from_local(pose, point), radius, hole);
            }
        }
        // A flexible bar has its holes at the same places as a rigid one.
        Outline::Polygon(_) if part.shape.ends().is_some() => {
            let radius = (0.3 * part.shape.outline().bounds(0.0).1.y * view.scale).clamp(1.5, 6.0);
            for point in part.shape.snap_points() {
                let at = view.screen_from_local(pose, motion.place(point.at));
                canvas.out.circle(at, radius, hole);
            }
        }
        Outline::Ring { .. } | Outline::Band { .. } | Outline::Thread { .. } | Outline::Several(_) => {}
        Outline::Polygon(_) => {
            if thickness > 9.0 {
                let middle = view.screen_from_world(pose.position);
                let radius = (0.12 * thickness).clamp(1.5, 5.0);
                canvas.out.circle(middle, radius, hole);
            }
        }
    }
}
