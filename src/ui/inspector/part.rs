//! Parts in the inspector: mass, colour, pose, velocity; for several parts at once.

use egui::{ComboBox, CornerRadius, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, vec2};

use super::super::choice::choice;
use super::super::form::{number_row, pair_row, row};
use super::super::number::{Given, Number};
use super::super::{UiInput, Wants, format, style};
use super::{reading, recorded};
use crate::editor::Intent;
use crate::math::{Pose, Vec2};
use crate::parameter::{LengthUnit, Unit};
use crate::render::scene_view;
use crate::scene::{Id, Item, Mass, Part, PartColour};

/// The rows of the parts among the items; none where there is no part.
pub(super) fn show(ui: &mut Ui, input: &UiInput, items: &[(Id, &Item)], wants: &mut Wants) {
    let parts: Vec<(Id, &Part)> = items
        .iter()
        .filter_map(|(id, item)| Some((*id, item.as_part()?)))
        .collect();
    let Some((id, first)) = parts.first().copied() else {
        return;
    };
    let ids: Vec<Id> = parts.iter().map(|(id, _)| *id).collect();
    mass(ui, &ids, &parts, wants);
    paint(ui, input, &ids, &parts, wants);
    let mut fixed = parts.iter().all(|(_, part)| part.fixed);
    let help = "A fixed part does not move; what is pinned to it is pinned to the ground.";
    if ui.checkbox(&mut fixed, "Fixed").on_hover_text(help).changed() {
        wants.intend(Intent::SetFixed {
            ids: ids.clone(),
            fixed,
        });
    }
    handling(ui, &ids, &parts, wants);
    super::touching::show(ui, input.editor.scene().settings.contact, &parts, wants);
    if parts.len() == 1 {
        pose(ui, input, id, first, wants);
        now(ui, input, id, first, wants);
    }
}

/// Switches for locked (ignored by the pointer) and hidden.
fn handling(ui: &mut Ui, ids: &[Id], parts: &[(Id, &Part)], wants: &mut Wants) {
    ui.horizontal(|ui| {
        let mut locked = parts.iter().all(|(_, part)| part.handling.locked);
        let help = "A locked part is neither selected nor dragged on the canvas.";
        if ui.checkbox(&mut locked, "Locked").on_hover_text(help).changed() {
            let ids = ids.to_vec();
            wants.intend(Intent::SetLocked { ids, locked });
        }
        let mut hidden = parts.iter().all(|(_, part)| part.handling.hidden);
        let help = "A hidden part is simulated and not drawn.";
        if ui.checkbox(&mut hidden, "Hidden").on_hover_text(help).changed() {
            let ids = ids.to_vec();
            wants.intend(Intent::SetHidden { ids, hidden });
        }
    });
    let groups: Vec<Option<&str>> = parts
        .iter()
        .map(|(_, part)| part.handling.group.as_deref())
        .collect();
    if let Some(Some(group)) = groups
        .first()
        .filter(|first| groups.iter().all(|it| it == *first))
    {
        reading(ui, "Group", (*group).to_owned());
    }
}

fn mass(ui: &mut Ui, ids: &[Id], parts: &[(Id, &Part)], wants: &mut Wants) {
    let Some((_, first)) = parts.first() else { return };
    let turns = first.shape.motion().turns();
    let properties = first.mass_properties();
    let mut set = |mass: Mass, done: bool| {
        wants.intend(Intent::SetMass {
            ids: ids.to_vec(),
            mass,
            done,
        });
    };
    if turns {
        let given = matches!(first.mass, Mass::Given { .. });
        let name = |given: bool| if given { "given" } else { "from density" };
        row(ui, "Mass", |ui| {
            let list = ComboBox::from_id_salt("mass")
                .selected_text(name(given))
                .width(ui.available_width() - 8.0)
                .truncate();
            let all = [false, true].map(|it| (it, name(it), ""));
            let picked = choice(ui, list, &given, all).filter(|it| *it != given);
            let (mass, inertia) = (properties.mass, properties.inertia);
            match picked {
                Some(true) => set(Mass::Given { mass, inertia }, true),
                Some(false) => {
                    let area = first.shape.mass_at_density(1.0).mass;
                    set(Mass::Density(mass / area.max(1e-12)), true);
                }
                None => {}
            }
        });
    }
    let various = parts.iter().any(|(_, part)| part.mass != first.mass);
    match first.mass {
        Mass::Density(density) => {
            let (label, unit) = if turns {
                ("Density", Unit::KilogramPerMetre2)
            } else {
                ("Mass", Unit::Kilogram)
            };
            let number = Number {
                various,
                ..Number::new(label, density, unit)
                    .range(1e-9, 1e9)
                    .reset(crate::scene::DEFAULT_DENSITY)
            };
            if let Some(wanted) = number_row(ui, &number) {
                set(Mass::Density(wanted.value), wanted.done);
            }
            if parts.len() > 1 {
                let total: f64 = parts.iter().map(|(_, part)| part.mass_properties().mass).sum();
                reading(ui, "all weigh", format!("{} kg", format::plain(total)));
            } else if turns {
                reading(ui, "weighs", format!("{} kg", format::plain(properties.mass)));
                let inertia = format!("{} kg m²", format::plain(properties.inertia));
                reading(ui, "inertia", inertia);
            }
        }
        Mass::Given { mass, inertia } => {
            let number = Number {
                various,
                ..Number::new("Mass (kg)", mass, Unit::Kilogram).range(1e-9, 1e9)
            };
            if let Some(wanted) = number_row(ui, &number) {
                let mass = wanted.value;
                set(Mass::Given { mass, inertia }, wanted.done);
            }
            if turns {
                let number = Number {
                    various,
                    ..Number::new("Inertia", inertia, Unit::KilogramMetre2).range(1e-12, 1e12)
                };
                if let Some(wanted) = number_row(ui, &number) {
                    let inertia = wanted.value;
                    set(Mass::Given { mass, inertia }, wanted.done);
                }
            }
        }
    }
}

fn paint(ui: &mut Ui, input: &UiInput, ids: &[Id], parts: &[(Id, &Part)], wants: &mut Wants) {
    let swatches = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for colour in PartColour::ALL {
            let chosen = parts.iter().all(|(_, part)| part.colour == colour);
            let (rect, response) = ui.allocate_exact_size(vec2(20.0, 20.0), Sense::click());
            let label = format!("Paint {}", colour.id());
            response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, chosen, &label));
            let fill = scene_view::fill(input.theme, colour);
            let edge = if chosen || response.hovered() {
                Stroke::new(2.0, style::color(input.theme.select))
            } else {
                Stroke::new(1.0, style::color(input.theme.edge(fill)))
            };
            let rect = rect.shrink(1.0);
            let corner = CornerRadius::same(4);
            ui.painter()
                .rect(rect, corner, style::color(fill), edge, StrokeKind::Inside);
            if response.on_hover_text(&label).clicked() {
                wants.intend(Intent::SetColour {
                    ids: ids.to_vec(),
                    colour,
                });
            }
        }
    };
    row(ui, "Colour", |ui| ui.horizontal_wrapped(swatches));
}

fn formula(id: Id, key: &str, text: String) -> Intent {
    Intent::SetFormula {
        ids: vec![id],
        key: key.to_owned(),
        text,
    }
}

/// Start pose and start velocity.
fn pose(ui: &mut Ui, input: &UiInput, id: Id, part: &Part, wants: &mut Wants) {
    ui.add_space(4.0);
    ui.label(egui::RichText::new("At the start").size(12.0).weak());
    let turns = part.shape.motion().has_direction();
    let Pose { position, angle } = part.pose;
    // While the part is dragged, its dragged pose is shown.
    let dragged = input.editor.pose(id).filter(|_| input.editor.at_start());
    let shown = dragged.unwrap_or(part.pose);
    let variables = &input.editor.scene().variables;
    let names = variables.values();
    let names = &names;
    let number = |label: &'static str, key: &str, value: f64, unit: Unit| {
        let formula = variables.formula(id, key);
        Number::new(label, value, unit)
            .reset(0.0)
            .given(Given { names, formula })
    };
    let [x, y] = pair_row(
        ui,
        "Position",
        [
            &number("x", "x", shown.position.x, Unit::Metre),
            &number("y", "y", shown.position.y, Unit::Metre),
        ],
    );
    let turned = turns
        .then(|| number_row(ui, &number("Angle", "angle", shown.angle, Unit::Radian)))
        .flatten();
    let at = |x: f64, y: f64, angle: f64| Pose {
        position: Vec2::new(x, y),
        angle,
    };
    for (wanted, key, make) in [
        (x, "x", (&|v| at(v, position.y, angle)) as &dyn Fn(f64) -> Pose),
        (y, "y", &|v| at(position.x, v, angle)),
        (turned, "angle", &|v| at(position.x, position.y, v)),
    ] {
        if let Some(wanted) = wanted {
            if let Some(text) = wanted.formula {
                wants.intend(formula(id, key, text));
                continue;
            }
            wants.intend(Intent::SetPose {
                id,
                pose: make(wanted.value),
                done: wanted.done,
            });
        }
    }
    motion(ui, id, part, &number, wants);
}

/// Start velocity.
fn motion<'a>(
    ui: &mut Ui,
    id: Id,
    part: &Part,
    number: &impl Fn(&'static str, &str, f64, Unit) -> Number<'a>,
    wants: &mut Wants,
) {
    let turns = part.shape.motion().has_direction();
    let (velocity, omega) = (part.velocity, part.omega);
    let [x, y] = pair_row(
        ui,
        "Velocity",
        [
            &number("vx", "vx", velocity.x, Unit::MetrePerSecond),
            &number("vy", "vy", velocity.y, Unit::MetrePerSecond),
        ],
    );
    let spin = turns
        .then(|| number_row(ui, &number("Spin", "omega", omega, Unit::RadianPerSecond)))
        .flatten();
    for (wanted, key, make) in [
        (
            x,
            "vx",
            (&|v| (Vec2::new(v, velocity.y), omega)) as &dyn Fn(f64) -> (Vec2, f64),
        ),
        (y, "vy", &|v| (Vec2::new(velocity.x, v), omega)),
        (spin, "omega", &|v| (velocity, v)),
    ] {
        if let Some(wanted) = wanted {
            if let Some(text) = wanted.formula {
                wants.intend(formula(id, key, text));
                continue;
            }
            let (velocity, omega) = make(wanted.value);
            wants.intend(Intent::SetVelocity {
                id,
                velocity,
                omega,
                done: wanted.done,
            });
        }
    }
}

/// Present pose in the run.
fn now(ui: &mut Ui, input: &UiInput, id: Id, part: &Part, wants: &mut Wants) {
    if input.editor.at_start() || part.fixed {
        return;
    }
    let Some(pose) = input.editor.pose(id) else { return };
    ui.add_space(4.0);
    ui.label(egui::RichText::new("Now").size(12.0).weak());
    let lengths = input.editor.scene().info.length_unit;
    let [x, y] = [pose.position.x, pose.position.y].map(|it| lengths.count(it));
    let decimals = match lengths {
        LengthUnit::Metre => 3,
        LengthUnit::Inch => 2,
        LengthUnit::Centimetre | LengthUnit::Millimetre => 1,
    };
    let [x, y] = [x, y].map(|it| format::fixed(it, decimals));
    let at = format!("{x}, {y} {}", lengths.word());
    let name = part.name.as_str();
    recorded(ui, ("Position", at), (name, &["x", "y"]), wants);
    if part.shape.motion().turns() {
        let angle = format!("{}°", format::fixed(pose.angle.to_degrees(), 1));
        recorded(ui, ("Angle", angle), (name, &["angle"]), wants);
    }
}
