//! Parts: wooden shapes with holes, an outline and a soft shadow.

use crate::bodies::Outline;
use crate::math::{Pose, Vec2};
use crate::render::draw_list::{Color, Paint, Stroke};
use crate::render::theme::{OUTLINE, SHADOW, Theme};
use crate::scene::{Part, PartColour};

use super::Canvas;
use super::figure::Figure;
use super::teeth::Gear;

/// Below this half thickness (points) a part is drawn plain.
const DETAIL: f64 = 5.0;
/// From this half thickness (points) on a part throws a shadow.
const SHADOWED: f64 = 4.0;

/// What a part is painted in.
pub fn fill(theme: &Theme, colour: PartColour) -> Color {
    match colour {
        PartColour::Maple => theme.maple,
        PartColour::Red => theme.red,
        PartColour::Blue => theme.blue,
        PartColour::Green => theme.green,
        PartColour::Yellow => theme.yellow,
    }
}

/// The outline of a part on the screen: toothed where it is a pinion.
pub(super) fn figure(canvas: &Canvas, part: &Part, pose: Pose, gear: Option<Gear>, margin: f64) -> Figure {
    match gear {
        Some(gear) if margin == 0.0 && gear.module() * canvas.view.scale > 1.5 => {
            let points = gear.outline();
            Figure::Polygon(
                points
                    .iter()
                    .map(|p| canvas.view.screen_from_local(pose, *p))
                    .collect(),
            )
        }
        _ => Figure::of(&part.shape, pose, &canvas.view, margin),
    }
}

/// The shadow of a part, which lies under all parts.
pub(super) fn shadow(canvas: &mut Canvas, part: &Part, pose: Pose) {
    let figure = Figure::of(&part.shape, pose, &canvas.view, 0.5);
    let (center, radius) = figure.bounding_disk();
    if figure.thickness() < SHADOWED || !canvas.view.sees(center, radius + 8.0) {
        return;
    }
    // Two layers make the edge soft.
    let tone = if canvas.theme.dark { 2.5 * SHADOW } else { SHADOW };
    let shade = Color::BLACK.opacity(0.5 * tone * canvas.opacity);
    for shift in [Vec2::new(1.5, 2.5), Vec2::new(2.5, 4.0)] {
        figure.shifted(shift).draw(canvas.out, Paint::fill(shade));
    }
}

/// A part.
pub(super) fn draw(canvas: &mut Canvas, part: &Part, pose: Pose, gear: Option<Gear>) {
    let figure = figure(canvas, part, pose, gear, 0.0);
    let (center, radius) = figure.bounding_disk();
    if !canvas.view.sees(center, radius + 2.0) {
        return;
    }
    let wood = fill(canvas.theme, part.colour);
    let edge = canvas.tone(canvas.theme.edge(wood));
    let body = canvas.tone(wood);
    let thickness = figure.thickness();
    if thickness < 2.0 {
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
        details(canvas, part, pose, body, edge, thickness);
    }
}

/// Holes and marks that show a part's turning and where joints go.
fn details(canvas: &mut Canvas, part: &Part, pose: Pose, body: Color, edge: Color, thickness: f64) {
    let view = canvas.view;
    let hole = Paint::both(
        canvas.tone(canvas.theme.paper.mix(edge, 0.12)),
        Stroke::new(1.0, edge.opacity(0.9)),
    );
    match part.shape.outline() {
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
            for point in part.shape.snap_points() {
                let share = if point.at == Vec2::ZERO { 0.15 } else { 0.09 };
                let radius = (share * thickness).min(9.0);
                if radius >= 1.0 {
                    canvas
                        .out
                        .circle(view.screen_from_local(pose, point.at), radius, hole);
                }
            }
        }
        Outline::Capsule { .. } => {
            let radius = (0.38 * thickness).min(6.0);
            for point in part.shape.snap_points() {
                canvas
                    .out
                    .circle(view.screen_from_local(pose, point.at), radius, hole);
            }
        }
        Outline::Polygon(_) => {
            if thickness > 9.0 {
                let middle = view.screen_from_world(pose.position);
                let radius = (0.12 * thickness).clamp(1.5, 5.0);
                canvas.out.circle(middle, radius, hole);
            }
        }
    }
}
