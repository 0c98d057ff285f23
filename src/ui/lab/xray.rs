//! The force x-ray: which forces are drawn on the canvas, their scale, and the causes of the largest ones.

use egui::{Rect, RichText, Sense, Ui, vec2};

use super::look::XrayLook;
use crate::editor::{How, Intent};
use crate::lab::xray::Xray;
use crate::render::scene_view::newtons;
use crate::scene::Id;
use crate::sim::{ForceCause, Link, Model};
use crate::ui::{Panels, UiInput, Wants, style};

/// Maximum number of forces listed.
const LISTED: usize = 6;
/// Tooltips of forces and torques.
const FORCE: &str = "The force that it carries of what is chosen above: a pull where it is below nothing, a push where it is above.";
const TORQUE: &str =
    "The torque that it carries of what is chosen above, on its second part against its first.";
/// Maximum number of torques listed.
const TORQUES: usize = 3;

pub(super) fn show(ui: &mut Ui, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let Some(xray) = &input.snapshot.xray else {
        ui.label("The forces of this state cannot be solved for.");
        return;
    };
    let model = &*input.snapshot.model;
    if model.links.is_empty() {
        ui.label(match input.snapshot.state.contacts.is_empty() {
            true => "Nothing holds anything here. Join two parts, and what goes through the joint is shown.",
            false => "No joint holds anything here: parts touch. What goes through their contacts is told point by point in Step through one step.",
        });
        return;
    }
    causes(ui, xray, &mut panels.xray);
    let look = &mut panels.xray;
    ui.checkbox(&mut look.reactions, "Reactions")
        .on_hover_text("What each joint does to the part it holds, as an arrow with its force.");
    ui.checkbox(&mut look.bending, "Bending of bars")
        .on_hover_text("The bending moment along each bar, from weight, inertia and all that acts on it.");
    let lambda = xray.lambda(look.cause);
    legend(ui, input, model, lambda);
    table(ui, input, xray, look.cause, wants);
}

/// Choice of the cause whose share is shown.
fn causes(ui: &mut Ui, xray: &Xray, look: &mut XrayLook) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let whole = ui.selectable_label(look.cause.is_none(), "all");
        if whole.on_hover_text("The forces as they are.").clicked() {
            look.cause = None;
        }
        for (cause, _) in &xray.shares().parts {
            let help = help(*cause);
            let chosen = look.cause == Some(*cause);
            if ui
                .selectable_label(chosen, cause.label())
                .on_hover_text(help)
                .clicked()
            {
                look.cause = Some(*cause);
            }
        }
    });
}

fn help(cause: ForceCause) -> &'static str {
    match cause {
        ForceCause::Gravity => "What the joints would carry of the weights alone, in this pose.",
        ForceCause::Forces => {
            "What springs, dampers, drag and the other forces of the scene ask of the joints."
        }
        ForceCause::Hand => "What the pull of the mouse asks of the joints.",
        ForceCause::Contact => {
            "What parts that touch ask of the joints, by their mean forces over the last step."
        }
        ForceCause::Inertia => {
            "What keeps moving parts on their paths: it grows with the square of the speed."
        }
        ForceCause::Drives => "What motors and other drives ask of the joints and of themselves.",
        ForceCause::Stabilisation => "What the feedback against drift adds: no force of the machine's.",
        ForceCause::Limits => "What slips or is at its bounds.",
    }
}

/// Colour scale from tension to compression, with the largest force; torques are not on this scale.
fn legend(ui: &mut Ui, input: &UiInput, model: &Model, lambda: &[f64]) {
    let most = model
        .links
        .iter()
        .filter_map(|link| link.carried(lambda, false))
        .fold(0.0, |most: f64, x| most.max(x.abs()));
    let width = ui.available_width().min(260.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 34.0), Sense::hover());
    let (theme, paint) = (input.theme, ui.painter());
    let middle = rect.top() + 8.0;
    let steps = 32;
    for k in 0..steps {
        let share = (k as f32 + 0.5) / steps as f32 * 2.0 - 1.0;
        let color = if share < 0.0 {
            theme.tension
        } else {
            theme.compression
        };
        let color = theme.steel.mix(color, f64::from(share.abs()).sqrt());
        let x = rect.left() + rect.width() * (k as f32 + 0.5) / steps as f32;
        let size = vec2(rect.width() / steps as f32 + 0.5, 2.0 + 8.0 * share.abs().sqrt());
        let bar = Rect::from_center_size(egui::pos2(x, middle), size);
        paint.rect_filled(bar, 0.0, style::color(color));
    }
    let font = egui::FontId::proportional(12.0);
    let ink = style::color(theme.ink);
    let words = format!("pulled {}", newtons(most));
    let others = format!("pushed {}", newtons(most));
    // The zero in the middle is written where there is room between the two ends.
    let long = |text: &str| style::width_of_words(ui, text);
    let has_room = rect.width() - 2.0 * long(&others).max(long(&words)) > 3.0 * long("0");
    for (x, align, text) in [
        (rect.left(), egui::Align2::LEFT_BOTTOM, words),
        (rect.right(), egui::Align2::RIGHT_BOTTOM, others),
        (
            rect.center().x,
            egui::Align2::CENTER_BOTTOM,
            if has_room { "0".to_owned() } else { String::new() },
        ),
    ] {
        paint.text(egui::pos2(x, rect.bottom()), align, text, font.clone(), ink);
    }
    response.on_hover_text(
        "Colour and width of rods and joints; width and colour grow with the square root of the force.",
    );
}

/// The constraints with the largest forces, and the selected one with its shares by cause.
fn table(ui: &mut Ui, input: &UiInput, xray: &Xray, cause: Option<ForceCause>, wants: &mut Wants) {
    let model = &*input.snapshot.model;
    let lambda = xray.lambda(cause);
    // Forces and torques are not comparable: each has a list of its own.
    let largest = |torque: bool, most: usize| {
        let of = |link: &Link| Some((link.id, link.carried(lambda, torque)?, torque));
        let mut found: Vec<(Id, f64, bool)> = model.links.iter().filter_map(of).collect();
        found.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        found.truncate(most);
        found
    };
    let mut found = largest(false, LISTED);
    found.extend(largest(true, TORQUES));
    let selected = input.editor.selection();
    let chosen = model.links.iter().find(|it| selected.ids().contains(&it.id));
    ui.add_space(4.0);
    egui::Grid::new("xray")
        .num_columns(2)
        .spacing(vec2(12.0, 2.0))
        .show(ui, |ui| {
            for (id, size, torque) in &found {
                let name = input.editor.scene().name(Some(*id));
                if ui.link(RichText::new(name).size(12.0)).clicked() {
                    wants.intend(Intent::Select {
                        ids: vec![*id],
                        how: How::Replace,
                    });
                }
                ui.label(RichText::new(words(*size, *torque)).size(12.0))
                    .on_hover_text(if *torque { TORQUE } else { FORCE });
                ui.end_row();
            }
        });
    if let Some(link) = chosen {
        shares(ui, input, xray, link);
    }
}

/// A force or torque with its unit.
fn words(size: f64, torque: bool) -> String {
    if torque {
        format!("{} m", newtons(size))
    } else {
        newtons(size)
    }
}

/// Forces of a constraint, cause by cause and row by row.
fn shares(ui: &mut Ui, input: &UiInput, xray: &Xray, link: &Link) {
    let rows = link.row_range();
    let words = |lambda: &[f64]| {
        let lambda = lambda.get(rows.clone()).unwrap_or_default();
        let row = link.rows.iter().zip(lambda);
        let row: Vec<String> = row.map(|(row, x)| words(*x, row.turns())).collect();
        row.join(", ")
    };
    ui.separator();
    let name = input.editor.scene().name(Some(link.id));
    ui.label(RichText::new(format!("{name}, row by row")).size(12.0).strong())
        .on_hover_text("One solve for each cause with the same factor; the shares add up to the whole.");
    egui::Grid::new("shares")
        .num_columns(2)
        .spacing(vec2(12.0, 2.0))
        .show(ui, |ui| {
            for (cause, share) in &xray.shares().parts {
                ui.label(RichText::new(cause.label()).size(12.0).weak())
                    .on_hover_text(help(*cause));
                ui.label(RichText::new(words(&share.lambda)).size(12.0))
                    .on_hover_text(help(*cause));
                ui.end_row();
            }
            ui.label(RichText::new("all").size(12.0));
            ui.label(RichText::new(words(xray.lambda(None))).size(12.0))
                .on_hover_text("The sum of the shares, solved exactly: what the run has, unless its method stops short of the answer.");
            ui.end_row();
        });
}
