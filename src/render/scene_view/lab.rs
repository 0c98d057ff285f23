//! The laboratory's layers over the machine: reactions, bending, drift.

use crate::lab::heat::heat;
use crate::lab::xray::{Bending, Reaction};
use crate::math::{Vec2, perp, unit};
use crate::parameter::fixed;
use crate::render::draw_list::{Anchor, Color, Stroke};
use crate::render::theme::Theme;
use crate::scene::Id;

use super::label_room::LabelRoom;
use super::{Canvas, SceneView, outlines};

/// Length of the longest reaction arrow, and maximum distance of a bending curve from its bar (points).
const LONGEST: f64 = 70.0;
const FARTHEST: f64 = 44.0;
/// Gap between a part and the head of an arrow that pushes it (points).
const NEAR: f64 = 8.0;
/// Fraction of the largest force below which a reaction is not drawn.
const LEAST: f64 = 0.02;
/// Factor by which gaps of joints are exaggerated.
pub const EXAGGERATION: f64 = 1000.0;

/// The heat colour of a constraint with this error (m, rad).
pub fn tint(theme: &Theme, gap: f64) -> Color {
    let share = heat(gap);
    if share < 0.5 {
        theme.select.mix(theme.warn, 2.0 * share)
    } else {
        theme.warn.mix(theme.error, 2.0 * share - 1.0)
    }
}

/// Under the machine: constraints tinted by |C|.
pub(super) fn under(canvas: &mut Canvas, input: &SceneView) {
    for (id, gap) in &input.overlay.lab.gaps {
        let color = tint(canvas.theme, *gap);
        let share = heat(*gap);
        outlines::ring(
            canvas,
            input,
            *id,
            color.opacity(0.25 + 0.6 * share),
            4.0 + 6.0 * share,
        );
    }
}

/// Over the machine: bending, reactions, exaggerated gaps.
pub(super) fn over(canvas: &mut Canvas, input: &SceneView) {
    let layer = &input.overlay.lab;
    let mut room = LabelRoom::default();
    let moments = bendings(canvas, input, &layer.bendings);
    reactions(canvas, &layer.reactions, &mut room);
    for (place, text, color) in moments {
        room.write(canvas, (place, Anchor::CENTER), text, color);
    }
    room.tell(canvas);
    let color = canvas.theme.error;
    for opening in &layer.openings {
        let from = canvas.view.screen_from_world(opening.at);
        let to = from + canvas.view.direction(EXAGGERATION * opening.way);
        if from.distance(to) > 1.0 && canvas.view.sees(from, 4.0 * LONGEST) {
            let stroke = Stroke::new(2.0, color).dashed(4.0, 3.0);
            canvas.out.line(from, to, stroke);
            arrow_head(canvas, from, to, color);
        }
    }
}

/// Force arrows on parts, the largest first, labelled in newtons where there is room.
fn reactions(canvas: &mut Canvas, reactions: &[Reaction], room: &mut LabelRoom) {
    let acting = || reactions.iter().filter(|it| it.body.is_some());
    let most = acting().fold(0.0, |most: f64, it| most.max(it.force.length()));
    if most <= 0.0 || !most.is_finite() {
        return;
    }
    let color = canvas.theme.green;
    let mut shown: Vec<&Reaction> = acting().filter(|it| it.force.length() > LEAST * most).collect();
    shown.sort_by(|a, b| b.force.length().total_cmp(&a.force.length()));
    for it in shown {
        let at = canvas.view.screen_from_world(it.at);
        if !canvas.view.sees(at, LONGEST) {
            continue;
        }
        let size = it.force.length();
        let way = Vec2::new(it.force.x, -it.force.y) / size;
        let length = LONGEST * (size / most).sqrt();
        // A pushing force has its arrow outside the part, pointing at it.
        let out = if it.pushes { -way } else { way };
        let end = at + length * out;
        if it.pushes {
            arrow(canvas, end, at + NEAR * out, color);
        } else {
            arrow(canvas, at, end, color);
        }
        let anchor = if out.x >= 0.0 { Anchor::LEFT } else { Anchor::RIGHT };
        let ink = canvas.theme.ink;
        room.write(canvas, (end + 8.0 * out, anchor), newtons(size), ink);
    }
}

/// Formats a force, such as "12.3 N" or "4.56 kN".
pub fn newtons(force: f64) -> String {
    let (value, unit) = match force.abs() {
        size if size >= 1e9 => (force / 1e9, "GN"),
        size if size >= 1e6 => (force / 1e6, "MN"),
        size if size >= 1e3 => (force / 1e3, "kN"),
        size if size >= 1.0 => (force, "N"),
        _ => (force * 1e3, "mN"),
    };
    let decimals = if value.abs() < 10.0 { 2 } else { 1 };
    format!("{} {unit}", fixed(value, decimals))
}

/// An arrow from `from` to `tip`.
pub(super) fn arrow(canvas: &mut Canvas, from: Vec2, tip: Vec2, color: Color) {
    canvas.out.line(from, tip, Stroke::new(1.6, color));
    arrow_head(canvas, from, tip, color);
}

fn arrow_head(canvas: &mut Canvas, from: Vec2, tip: Vec2, color: Color) {
    let way = (tip - from).normalize_or_zero();
    for side in [-1.0, 1.0] {
        let back = tip - 6.0 * way + side * 3.0 * perp(way);
        canvas.out.line(tip, back, Stroke::new(1.6, color));
    }
}

/// Bending moment curves of the bars, offset from their axes; returns a label for each maximum with its position, the largest first.
fn bendings(
    canvas: &mut Canvas,
    input: &SceneView,
    bendings: &[(Id, Bending)],
) -> Vec<(Vec2, String, Color)> {
    let most = bendings.iter().fold(0.0, |most: f64, it| most.max(it.1.most()));
    let mut words = Vec::new();
    if most <= 0.0 || !most.is_finite() {
        return words;
    }
    let color = canvas.theme.series[3];
    let mut shown: Vec<&(Id, Bending)> = bendings.iter().filter(|it| it.1.most() > LEAST * most).collect();
    shown.sort_by(|a, b| b.1.most().total_cmp(&a.1.most()));
    for (id, bending) in shown {
        let Some(pose) = input.pose(*id) else { continue };
        let along = unit(pose.angle);
        let normal = canvas.view.direction(perp(along)).normalize_or_zero();
        let on_bar = |x: f64| canvas.view.screen_from_world(pose.position + x * along);
        let place = |it: &[f64; 3]| on_bar(it[0]) + FARTHEST * it[2] / most * normal;
        let line: Vec<Vec2> = bending.stations.iter().map(place).collect();
        for station in bending.stations.iter().step_by(2) {
            let hair = Stroke::new(1.0, color.opacity(0.35));
            canvas.out.line(on_bar(station[0]), place(station), hair);
        }
        let largest = bending
            .stations
            .iter()
            .max_by(|a, b| a[2].abs().total_cmp(&b[2].abs()));
        if let Some(it) = largest {
            let text = format!("{} m", newtons(it[2].abs()));
            let side = if it[2] < 0.0 { -1.0 } else { 1.0 };
            words.push((place(it) + 9.0 * side * normal, text, color));
        }
        canvas.out.polyline(line, Stroke::new(1.6, color));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forces_read_well_and_nothing_has_no_sign() {
        let forces = [-1e-9, 12.34, -4560.0, -0.5];
        assert_eq!(
            forces.map(newtons),
            ["0.00 mN", "12.3 N", "-4.56 kN", "-500.0 mN"]
        );
    }
}
