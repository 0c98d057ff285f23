//! Contact properties of parts: material, collision partners, layer.

use egui::{ComboBox, Ui};

use super::super::Wants;
use super::super::choice::choice;
use super::super::form::{number_row, row};
use super::super::number::Number;
use crate::editor::Intent;
use crate::parameter::Unit;
use crate::scene::{Collides, Contact, Id, LAYERS, MOST_ROLLING, Material, Part};

/// Rows for contact properties, where the scene has contacts, and for the layer, in any scene.
pub(super) fn show(ui: &mut Ui, contact: Option<Contact>, parts: &[(Id, &Part)], wants: &mut Wants) {
    let Some((_, first)) = parts.first() else { return };
    let ids: Vec<Id> = parts.iter().map(|(id, _)| *id).collect();
    if let Some(contact) = contact {
        material(ui, contact, &ids, parts, wants);
        row(ui, "Collides with", |ui| {
            ui.horizontal_wrapped(|ui| {
                for what in Collides::ALL {
                    let chosen = parts.iter().all(|(_, part)| part.collides == what);
                    let response = ui
                        .selectable_label(chosen, what.label())
                        .on_hover_text(what.help());
                    if response.clicked() && !chosen {
                        let (ids, collides) = (ids.clone(), what);
                        wants.intend(Intent::SetCollides { ids, collides });
                    }
                }
            });
        });
    }
    let most = f64::from(LAYERS);
    let number = Number {
        various: parts.iter().any(|(_, part)| part.layer != first.layer),
        ..Number::new("Layer", f64::from(first.layer), Unit::Count)
            .range(-most, most)
            .reset(0.0)
    };
    if let Some(wanted) = number_row(ui, &number) {
        wants.intend(Intent::SetLayer {
            ids,
            layer: wanted.value.round() as i32,
            done: wanted.done,
        });
    }
}

fn material(ui: &mut Ui, contact: Contact, ids: &[Id], parts: &[(Id, &Part)], wants: &mut Wants) {
    let Some((_, first)) = parts.first() else { return };
    let mut set = |material: Material, done: bool| {
        let ids = ids.to_vec();
        wants.intend(Intent::SetMaterial { ids, material, done });
    };
    let now = first.material;
    let various = parts.iter().any(|(_, part)| part.material != now);
    let own = Material {
        friction: Some(now.friction.unwrap_or(contact.friction)),
        restitution: Some(now.restitution.unwrap_or(contact.restitution)),
        rolling: Some(now.rolling.unwrap_or(0.0)),
    };
    let preset = Material::PRESETS.into_iter().find(|(_, it)| *it == now);
    let name = match preset {
        _ if various => "various",
        Some((name, _)) => name,
        None if now == Material::default() => "as the scene",
        None => "its own",
    };
    row(ui, "Material", |ui| {
        let list = ComboBox::from_id_salt("material")
            .selected_text(name)
            .width(ui.available_width() - 8.0)
            .truncate();
        let all = [("as the scene", Material::default())]
            .into_iter()
            .chain(Material::PRESETS)
            .chain([("its own", own)]);
        let words = all.clone().map(|(word, _)| (word, word, ""));
        let picked = choice(ui, list, &name, words).filter(|word| *word != name);
        if let Some((_, material)) = all.into_iter().find(|it| Some(it.0) == picked) {
            set(material, true);
        }
    });
    if now == Material::default() && !various {
        return;
    }
    for (label, value, unit, most, usual) in [
        ("Friction", own.friction, Unit::One, 1e3, contact.friction),
        (
            "Restitution",
            own.restitution,
            Unit::One,
            1.0,
            contact.restitution,
        ),
        ("Rolling friction", own.rolling, Unit::Metre, MOST_ROLLING, 0.0),
    ] {
        let number = Number {
            various,
            ..Number::new(label, value.unwrap_or(usual), unit)
                .range(0.0, most)
                .reset(usual)
        };
        if let Some(wanted) = number_row(ui, &number) {
            let value = Some(wanted.value);
            let material = match label {
                "Friction" => Material {
                    friction: value,
                    ..own
                },
                "Restitution" => Material {
                    restitution: value,
                    ..own
                },
                _ => Material {
                    rolling: value,
                    ..own
                },
            };
            set(material, wanted.done);
        }
    }
}
