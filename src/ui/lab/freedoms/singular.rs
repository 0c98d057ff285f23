//! The least singular value of J along a free motion, with dead points marked.

use egui::{Pos2, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use crate::lab::FreeMotion;
use crate::render::plot::{Plot, Scale};
use crate::ui::lab::{place, take_home};
use crate::ui::{UiInput, Wants, format, style};

/// A pose is near a singular one where its value is below this.
const NEAR: f64 = 0.05;

/// The least singular value along a motion, with where the ghost is, and dead points marked.
pub(super) fn show(ui: &mut Ui, input: &UiInput, motion: &FreeMotion, at: f64, wants: &mut Wants) {
    let values = &motion.singular;
    let most = values.iter().fold(0.0_f64, |most, x| most.max(*x));
    if values.len() < 3 || most <= 0.0 {
        return;
    }
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width().min(260.0), 40.0), Sense::hover());
    let place = |k: f64, value: f64| -> Pos2 {
        let share = k / (values.len() - 1) as f64;
        pos2(
            rect.left() + rect.width() * share as f32,
            rect.bottom() - rect.height() * (value / most) as f32,
        )
    };
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, ui.visuals().faint_bg_color);
    let points: Vec<Pos2> = values
        .iter()
        .enumerate()
        .map(|(k, x)| place(k as f64, *x))
        .collect();
    painter.line(points, Stroke::new(1.5, style::color(input.theme.select)));
    for (k, value) in values.iter().enumerate() {
        let lowest = |other: usize| values.get(other).is_none_or(|it| value <= it);
        if *value < NEAR && lowest(k.wrapping_sub(1)) && lowest(k + 1) {
            painter.circle_filled(place(k as f64, *value), 3.5, ui.visuals().warn_fg_color);
        }
    }
    let at = place(at, 0.0).x;
    let line = Rect::from_x_y_ranges(at..=at, rect.y_range());
    painter.line_segment(
        [line.left_top(), line.left_bottom()],
        Stroke::new(1.0, ui.visuals().weak_text_color()),
    );
    response.on_hover_text(
        "The least singular value of J along the motion, rows and coordinates scaled: at nothing, which an orange dot marks, the pose is \
         singular, a dead point of whatever drives it. Drives count as rows.",
    );
    let now = values.get(motion.middle).copied().unwrap_or(most);
    ui.horizontal(|ui| {
        let text = format!("least singular value {} here", format::plain(now));
        ui.label(RichText::new(text).size(12.0).weak()).on_hover_text(
            "Of J at the pose on the canvas, rows and coordinates scaled; nothing at a singular pose.",
        );
        take_home::button(ui, wants, || exported(input, motion));
    });
}

/// The values along the motion, from the first pose to the last.
fn exported(input: &UiInput, motion: &FreeMotion) -> Plot {
    let values = motion.singular.iter().enumerate();
    let points = values.map(|(k, value)| [k as f64 - motion.middle as f64, *value]);
    let part = input.snapshot.model.bodies.get(motion.most).map(|body| body.id);
    let name = part.map_or("", |id| place::name(input, id));
    Plot {
        title: format!("Motion of {name}"),
        axes: [
            "poses from this one".to_owned(),
            "least singular value of J".to_owned(),
        ],
        scales: [Scale::Linear; 2],
        lines: vec![take_home::line(
            "least singular value".to_owned(),
            points.collect(),
        )],
    }
}
