//! The scene section: title and texts, units, environment.

use egui::{TextEdit, Ui};

use super::form::{number_row, pair_row, row};
use super::number::Number;
use super::{UiInput, Wants, number_context};
use crate::editor::Intent;
use crate::math::Vec2;
use crate::parameter::{LengthUnit, Unit};
use crate::scene::{Contact, Info, Integrator, Settings};

/// Label of the row of length units.
pub(super) const LENGTHS: &str = "Lengths in";

/// Shows the section.
pub(super) fn show(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    let scene = input.editor.scene();
    words(ui, &scene.info, wants);
    ui.add_space(4.0);
    lengths(ui, &scene.info, wants);
    world(ui, &scene.settings, wants);
    ui.add_space(4.0);
    contact(ui, &scene.settings, wants);
    ui.add_space(4.0);
    super::grip::show(ui, &scene.settings, wants);
    ui.add_space(4.0);
    super::underlay_form::show(ui, input, wants);
}

fn words(ui: &mut Ui, info: &Info, wants: &mut Wants) {
    let fields: [(&str, &str, usize); 3] = [
        ("Title", &info.title, 1),
        ("Description", &info.description, 3),
        ("What to try", &info.hint, 2),
    ];
    for (k, (label, text, rows)) in fields.into_iter().enumerate() {
        let name = ui.label(egui::RichText::new(label).size(12.0).weak());
        let mut text = text.to_owned();
        let field = if rows == 1 {
            TextEdit::singleline(&mut text)
        } else {
            TextEdit::multiline(&mut text).desired_rows(rows)
        };
        let response = ui
            .add(field.desired_width(ui.available_width()))
            .labelled_by(name.id);
        if response.changed() || response.lost_focus() {
            let mut info = info.clone();
            match k {
                0 => info.title = text,
                1 => info.description = text,
                _ => info.hint = text,
            }
            wants.intend(Intent::SetInfo {
                info,
                done: response.lost_focus(),
            });
        }
    }
}

/// The unit in which lengths are shown and typed.
fn lengths(ui: &mut Ui, info: &Info, wants: &mut Wants) {
    row(ui, LENGTHS, |ui| {
        // With this spacing four buttons fit beside the label, in a narrow section too.
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 4.0;
        for unit in LengthUnit::ALL {
            let chosen = info.length_unit == unit;
            let help = "The unit in which lengths are shown, and plain ones are typed. Files are in metres.";
            let button = ui.selectable_label(chosen, unit.word()).on_hover_text(help);
            if chosen {
                number_context::take_focus(ui, LENGTHS, button.id);
            }
            if button.clicked() && !chosen {
                let info = Info {
                    length_unit: unit,
                    ..info.clone()
                };
                wants.intend(Intent::SetInfo { info, done: true });
            }
        }
    });
}

/// Whether parts touch, and the contact parameters. Switching contacts on selects the impulse integrator, which handles many contacts.
fn contact(ui: &mut Ui, settings: &Settings, wants: &mut Wants) {
    let mut set = |settings: Settings, done: bool| wants.intend(Intent::SetSettings { settings, done });
    let mut on = settings.contact.is_some();
    let help = "Parts that are not joined to each other touch, rub and bounce. The integrator becomes that of impulses, which takes many contacts in its stride; others are more exact for a few.";
    if ui.checkbox(&mut on, "Parts touch").on_hover_text(help).changed() {
        let integrator = if on {
            Integrator::Impulse
        } else {
            settings.integrator
        };
        let contact = on.then(Contact::usual);
        let settings = Settings {
            contact,
            integrator,
            ..*settings
        };
        set(settings, true);
    }
    let Some(now) = settings.contact else { return };
    let mut set = |contact: Contact, done: bool| {
        let contact = Some(contact);
        set(Settings { contact, ..*settings }, done);
    };
    let mut has_floor = now.floor.is_some();
    let help = "A level floor that reaches everywhere.";
    if ui.checkbox(&mut has_floor, "Floor").on_hover_text(help).changed() {
        let floor = has_floor.then_some(Contact::USUAL_FLOOR);
        set(Contact { floor, ..now }, true);
    }
    if let Some(height) = now.floor {
        let number = Number::new("Height of the floor", height, Unit::Metre).range(-1e6, 1e6);
        if let Some(wanted) = number_row(ui, &number) {
            let floor = Some(wanted.value);
            set(Contact { floor, ..now }, wanted.done);
        }
    }
    let usual = Contact::default();
    let number = Number::new("Friction", now.friction, Unit::One)
        .range(0.0, 1e3)
        .reset(usual.friction);
    if let Some(wanted) = number_row(ui, &number) {
        let friction = wanted.value;
        set(Contact { friction, ..now }, wanted.done);
    }
    let number = Number::new("Restitution", now.restitution, Unit::One)
        .range(0.0, 1.0)
        .reset(usual.restitution);
    if let Some(wanted) = number_row(ui, &number) {
        let restitution = wanted.value;
        set(Contact { restitution, ..now }, wanted.done);
    }
    let mut sleeping = now.sleeping;
    let help = "What has come to rest sleeps: it costs no time and does not creep, until something touches it, pulls at it or changes it. It is drawn dimmed.";
    if ui
        .checkbox(&mut sleeping, "Parts at rest sleep")
        .on_hover_text(help)
        .changed()
    {
        set(Contact { sleeping, ..now }, true);
    }
}

fn world(ui: &mut Ui, settings: &Settings, wants: &mut Wants) {
    let mut set = |settings: Settings, done: bool| wants.intend(Intent::SetSettings { settings, done });
    let usual = Settings::default();
    let g = settings.gravity;
    let unit = Unit::MetrePerSecond2;
    let [x, y] = pair_row(
        ui,
        "Gravity",
        [
            &Number::new("Gravity x", g.x, unit)
                .range(-1e4, 1e4)
                .reset(usual.gravity.x),
            &Number::new("Gravity y", g.y, unit)
                .range(-1e4, 1e4)
                .reset(usual.gravity.y),
        ],
    );
    for (wanted, make) in [
        (x, (&|v| Vec2::new(v, g.y)) as &dyn Fn(f64) -> Vec2),
        (y, &|v| Vec2::new(g.x, v)),
    ] {
        if let Some(wanted) = wanted {
            let gravity = make(wanted.value);
            set(Settings { gravity, ..*settings }, wanted.done);
        }
    }
    let number = Number::new("Linear drag", settings.linear_drag, Unit::NewtonSecondPerMetre)
        .range(0.0, 1e6)
        .reset(usual.linear_drag);
    if let Some(wanted) = number_row(ui, &number) {
        let linear_drag = wanted.value;
        set(
            Settings {
                linear_drag,
                ..*settings
            },
            wanted.done,
        );
    }
    let number = Number::new("Angular drag", settings.angular_drag, Unit::NewtonMetreSecond)
        .range(0.0, 1e6)
        .reset(usual.angular_drag);
    if let Some(wanted) = number_row(ui, &number) {
        let angular_drag = wanted.value;
        set(
            Settings {
                angular_drag,
                ..*settings
            },
            wanted.done,
        );
    }
}
