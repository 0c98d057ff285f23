//! Drift heat map: constraint errors by colour, the worst three by name.

use std::collections::VecDeque;

use egui::{Rect, RichText, Sense, Stroke, Ui, vec2};

use super::look::{HeatLook, SPARK};
use super::{place, take_home};
use crate::editor::{How, Intent};
use crate::render::plot::{Plot, Scale};
use crate::render::scene_view::tint;
use crate::scene::Id;
use crate::ui::{Panels, UiInput, Wants, format, style};

/// Number of constraints named.
const NAMED: usize = 3;
/// Exponents of ten at the ends of the scale (m, rad).
const SCALE: [i32; 2] = [-14, -2];

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let gaps = input.snapshot.gaps.as_deref().map_or(&[][..], Vec::as_slice);
    if gaps.is_empty() {
        ui.label("No constraint holds a position here, so none can drift.");
        return;
    }
    scale(ui, input);
    let mut worst: Vec<(Id, f64)> = gaps.to_vec();
    worst.sort_by(|a, b| b.1.total_cmp(&a.1));
    worst.truncate(NAMED);
    panels.heat.follow(input.snapshot.state.step, gaps, &worst);
    for (id, gap) in worst {
        line(ui, input, &panels.heat, id, gap, wants);
    }
    ui.horizontal_wrapped(|ui| {
        ui.checkbox(&mut panels.heat.exaggerate, "Openings a thousand times")
            .on_hover_text("Draws which way each constraint is open, a thousand times as far as it is.");
        take_home::button(ui, wants, || exported(input, &panels.heat).into());
    });
}

/// Drift over time of the constraints that are or were named, one line each.
fn exported(input: &UiInput, look: &HeatLook) -> Plot {
    let line = |(id, course): &(Id, VecDeque<f64>)| {
        let points = course.iter().enumerate();
        let points = points.map(|(k, gap)| [k as f64 + 1.0 - course.len() as f64, *gap]);
        take_home::line(place::name(input, *id).to_owned(), points.collect())
    };
    Plot {
        title: "Drift".to_owned(),
        axes: [
            "states before the last".to_owned(),
            "largest |C| (m, rad)".to_owned(),
        ],
        scales: [Scale::Linear, Scale::Decimal],
        lines: look.sparks.iter().map(line).collect(),
        ..Plot::default()
    }
}

/// The colour scale with its decades.
fn scale(ui: &mut Ui, input: &UiInput) {
    let width = ui.available_width().min(260.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 26.0), Sense::hover());
    let [low, high] = SCALE;
    let steps = 4 * (high - low);
    for k in 0..steps {
        let exponent = f64::from(low) + (f64::from(k) + 0.5) / 4.0;
        let color = style::color(tint(input.theme, 10f64.powf(exponent)));
        let left = rect.left() + rect.width() * k as f32 / steps as f32;
        let size = vec2(rect.width() / steps as f32 + 0.5, 10.0);
        let bar = Rect::from_min_size(egui::pos2(left, rect.top()), size);
        ui.painter().rect_filled(bar, 0.0, color);
    }
    for (exponent, align) in [
        (low, egui::Align2::LEFT_BOTTOM),
        ((low + high) / 2, egui::Align2::CENTER_BOTTOM),
        (high, egui::Align2::RIGHT_BOTTOM),
    ] {
        let share = (exponent - low) as f32 / (high - low) as f32;
        let at = egui::pos2(rect.left() + share * rect.width(), rect.bottom());
        let font = egui::FontId::proportional(12.0);
        let ink = style::color(input.theme.quiet_ink);
        ui.painter().text(at, align, format!("1e{exponent}"), font, ink);
    }
    response.on_hover_text("Largest |C| of each constraint's rows (m, rad), by its logarithm.");
}

/// One constraint: name, sparkline over the last steps shown, and |C|.
fn line(ui: &mut Ui, input: &UiInput, look: &HeatLook, id: Id, gap: f64, wants: &mut Wants) {
    let color = style::color(tint(input.theme, gap));
    ui.horizontal(|ui| {
        let name = input.editor.scene().name(Some(id));
        let left = egui::Layout::left_to_right(egui::Align::Center);
        let link = ui.allocate_ui_with_layout(vec2(96.0, 18.0), left, |ui| {
            ui.set_min_width(96.0);
            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
            ui.link(RichText::new(name).size(12.0))
        });
        if link.inner.on_hover_text("Click to select it.").clicked() {
            wants.intend(Intent::Select {
                ids: vec![id],
                how: How::Replace,
            });
        }
        let (rect, response) = ui.allocate_exact_size(vec2(84.0, 18.0), Sense::hover());
        response.on_hover_text("Its |C| over the last states seen, on the scale above.");
        let points = look.sparks.iter().find(|it| it.0 == id).map(|it| &it.1);
        let [low, high] = SCALE.map(f64::from);
        let place = |(k, gap): (usize, &f64)| {
            let height = ((gap.max(1e-300).log10() - low) / (high - low)).clamp(0.0, 1.0) as f32;
            let x = rect.left() + rect.width() * k as f32 / SPARK as f32;
            egui::pos2(x, rect.bottom() - height * rect.height())
        };
        let line: Vec<egui::Pos2> = points.into_iter().flatten().enumerate().map(place).collect();
        ui.painter().add(egui::Shape::line(line, Stroke::new(1.2, color)));
        ui.label(RichText::new(format::scientific(gap)).size(12.0).color(color))
            .on_hover_text("Its largest |C| now (m, rad).");
    });
}
