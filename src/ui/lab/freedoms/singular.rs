//! The smallest singular value of J along a free motion, with dead points marked in the diagram and on the machine.

use egui::{Pos2, ProgressBar, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use super::handle::Grip;
use crate::lab::FreeMotion;
use crate::math::Vec2;
use crate::render::plot::{Plot, Rule, Scale};
use crate::render::scene_view::{MarkDot, MarkLabel, Marks};
use crate::sim::Model;
use crate::ui::lab::{place, take_home};
use crate::ui::{UiInput, Wants, format, style};

/// Maximum number of dead points labelled on the machine; further ones get a dot only.
const NAMED: usize = 4;
/// Minimum number of poses of a motion that can be followed; below it, the explanation shown for others.
const FEWEST: usize = 3;
const STUCK: &str = "J allows it at this pose alone: farther along no pose closes the joints. The pose is singular, or an end of the way.";
/// Size reserved for a label on the machine (points).
const LABEL: Vec2 = Vec2::new(88.0, 18.0);
/// Distance below which two dead points on the machine are the same (m, for a machine of about a metre).
const SAME: f64 = 1e-2;

/// Diagram of the smallest singular value along a motion, with the ghost's position and dead points; or the progress of its computation.
pub(super) fn show(
    ui: &mut Ui,
    input: &UiInput,
    (motion, handle): (&FreeMotion, Grip),
    (at, progress): (f64, Option<f64>),
    wants: &mut Wants,
) {
    if let Some(Err(why)) = &motion.singular {
        ui.label(RichText::new(why).size(12.0).weak());
        return;
    }
    if let Some(progress) = progress {
        ui.add(ProgressBar::new(progress as f32).desired_height(6.0))
            .on_hover_text("Follows the motion far along, and looks for dead points.");
    }
    let values = motion.values();
    let most = values.iter().fold(0.0_f64, |most, x| most.max(*x));
    if values.is_empty() {
        return;
    }
    if values.len() < FEWEST {
        ui.label(RichText::new(STUCK).size(12.0).weak());
        return;
    }
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width().min(260.0), 40.0), Sense::hover());
    let place = |k: f64, value: f64| -> Pos2 {
        let share = k / (values.len() - 1).max(1) as f64;
        pos2(
            rect.left() + rect.width() * share as f32,
            rect.bottom() - rect.height() * (value / most.max(f64::MIN_POSITIVE)) as f32,
        )
    };
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, ui.visuals().faint_bg_color);
    let points = values.iter().enumerate().map(|(k, x)| place(k as f64, *x));
    painter.line(
        points.collect(),
        Stroke::new(1.5, style::color(input.theme.select)),
    );
    let dead = &motion.dead;
    for (at, _) in dead {
        painter.circle_filled(place(*at, 0.0), 3.5, ui.visuals().warn_fg_color);
    }
    let at = place(at, 0.0).x;
    let line = Rect::from_x_y_ranges(at..=at, rect.y_range());
    painter.line_segment(
        [line.left_top(), line.left_bottom()],
        Stroke::new(1.0, ui.visuals().weak_text_color()),
    );
    response.on_hover_text(
        "The least singular value of D^-1/2 J W^1/2 along the motion, D the diagonal of J W Jᵀ: where it is nothing, which an orange dot marks here and on \
         the machine, the pose is singular, a dead point of whatever drives it. Drives count as rows.",
    );
    let now = values.get(motion.middle).copied().unwrap_or(most);
    ui.horizontal_wrapped(|ui| {
        let text = format!("least scaled singular value {} here", format::plain(now));
        ui.label(RichText::new(text).size(12.0).weak()).on_hover_text(
            "Of J at the pose on the canvas, coordinates scaled by the masses and rows to length one; nothing at a singular pose.",
        );
        let text = match distinct(&input.snapshot.model, motion, handle).len() {
            0 => "no dead point".to_owned(),
            1 => "1 dead point".to_owned(),
            count => format!("{count} dead points"),
        };
        ui.label(RichText::new(text).size(12.0).weak()).on_hover_text(
            "Poses along the way at which it vanishes, each counted once, however often the way comes by.",
        );
        take_home::button(ui, wants, || exported(input, motion).into());
    });
}

/// Distinct positions of the handle at dead points of the motion; passing the same position again adds none.
fn distinct(model: &Model, motion: &FreeMotion, handle: Grip) -> Vec<Vec2> {
    let mut found = Vec::new();
    for (_, pose) in &motion.dead {
        let Some(at) = handle.point(model, pose) else {
            continue;
        };
        let apart = |it: &Vec2| it.distance(at) > SAME * (1.0 + at.length());
        if found.iter().all(apart) {
            found.push(at);
        }
    }
    found
}

/// Marks dead points on the path of the handle, over the machine.
pub(super) fn mark(input: &UiInput, (model, motion): (&Model, &FreeMotion), handle: Grip, marks: &mut Marks) {
    let view = input.editor.view();
    let mut named: Vec<Vec2> = Vec::new();
    for at in distinct(model, motion, handle) {
        marks.dots.push(MarkDot {
            at,
            radius: 4.5,
            color: input.theme.warn,
        });
        // Dead points that are close together share one label.
        let screen = view.screen_from_world(at);
        let apart = |it: &Vec2| (*it - screen).abs().cmpgt(LABEL).any();
        if named.len() < NAMED && named.iter().all(apart) {
            named.push(screen);
            marks.labels.push(MarkLabel {
                at,
                text: "dead point".to_owned(),
            });
        }
    }
}

/// The singular values along the motion, from the first pose to the last.
fn exported(input: &UiInput, motion: &FreeMotion) -> Plot {
    let from_here = |place: f64| place - motion.middle as f64;
    let values = motion.values().iter().enumerate();
    let points = values.map(|(k, value)| [from_here(k as f64), *value]);
    let part = input.snapshot.model.bodies.get(motion.most).map(|body| body.id);
    let name = part.map_or("", |id| place::name(input, id));
    let rule = |at: f64| Rule {
        at: from_here(at),
        name: "dead point".to_owned(),
    };
    Plot {
        title: format!("Motion of {name}"),
        axes: [
            "poses from this one".to_owned(),
            "least singular value of D^-1/2 J W^1/2, D the diagonal of J W Jᵀ".to_owned(),
        ],
        scales: [Scale::Linear; 2],
        lines: vec![take_home::line(
            "least singular value".to_owned(),
            points.collect(),
        )],
        rules: motion.dead.iter().map(|it| rule(it.0)).collect(),
        ..Plot::default()
    }
}
