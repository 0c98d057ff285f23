//! Transport controls on the top strip: buttons, speed, time and timeline.

use egui::{Button, Slider, Ui, vec2};

use super::icon::{self, Icon};
use super::{UiInput, Wants, format};
use crate::editor::action;
use crate::editor::{Action, Intent};

/// Minimum and maximum width of the timeline (points).
const TIMELINE: (f32, f32) = (70.0, 320.0);
/// Widths of the buttons, of the speed and of the time, and width reserved for the title (points).
const BUTTONS: f32 = 120.0;
const SPEED: f32 = 118.0;
const TIME: f32 = 88.0;
const TITLE_WIDTH: f32 = 150.0;
/// Total width, including the title (points).
pub(super) const ROOM: f32 = BUTTONS + BESIDE_BUTTONS;
const BESIDE_BUTTONS: f32 = SPEED + TIME + TIMELINE.0 + TITLE_WIDTH;

/// Shows the controls; returns whether there is room for the title. Where there is none, the time has priority over the speed, which has
/// key shortcuts, and over the title.
pub(super) fn show(ui: &mut Ui, input: &UiInput, wants: &mut Wants) -> bool {
    let play = if input.editor.playing() {
        (Icon::Pause, "Pause", "Stop time")
    } else {
        (Icon::Play, "Play", "Let time run")
    };
    let buttons = [
        (Icon::Reset, "Reset", "Back to the built pose", Action::Reset),
        (Icon::StepBack, "Step back", "One step back", Action::StepBack),
        (play.0, play.1, play.2, Action::PlayPause),
        (Icon::Step, "Step", "One step forward", Action::StepForward),
    ];
    for (icon, label, help, action) in buttons {
        let entry = action::entry(action);
        let enabled = entry.is_some_and(|entry| (entry.enabled)(input.editor));
        let keys = input.editor.keys_text(action);
        let clicked = ui
            .add_enabled_ui(enabled, |ui| {
                icon::button(ui, vec2(28.0, 24.0), icon, "", label, false)
                    .on_hover_text(format!("{help} ({keys})"))
                    .clicked()
            })
            .inner;
        if clicked {
            wants.act(action);
        }
    }
    let roomy = ui.available_width() >= BESIDE_BUTTONS;
    if roomy {
        speed(ui, input, wants);
    }
    if ui.available_width() > 92.0 {
        let time = input.snapshot.state.time;
        ui.add_sized([84.0, 20.0], egui::Label::new(format!("t = {time:.2} s")))
            .on_hover_text("Simulated time, in seconds.");
    }
    let title = if roomy { TITLE_WIDTH } else { 0.0 };
    let room = ui.available_width() - title;
    if room > TIMELINE.0 {
        timeline(ui, input, wants, room.min(TIMELINE.1));
    }
    roomy
}

/// Slider over the remembered time of the run.
fn timeline(ui: &mut Ui, input: &UiInput, wants: &mut Wants, width: f32) {
    let snapshot = input.snapshot;
    let [first, last] = snapshot.span;
    let mut time = snapshot.state.time;
    let enabled = last > first;
    ui.spacing_mut().slider_width = width - 8.0;
    let range = first..=if enabled { last } else { first + 1.0 };
    let slider = Slider::new(&mut time, range)
        .show_value(false)
        .trailing_fill(true);
    let response = ui.add_enabled(enabled, slider);
    let name = "Timeline";
    response.widget_info(|| egui::WidgetInfo::slider(enabled, snapshot.state.time, name));
    if response.changed() {
        wants.intend(Intent::Scrub(time));
    }
    let keys = |action| input.editor.keys_text(action);
    response.on_hover_text(format!(
        "What is remembered of the run: {first:.2} s to {last:.2} s. Drag to go back and forth; play goes on from there. {} a second \
         back, {} forward.",
        keys(Action::SecondBack),
        keys(Action::SecondForward),
    ));
}

/// Slower button, speed, faster button.
fn speed(ui: &mut Ui, input: &UiInput, wants: &mut Wants) {
    ui.add_space(8.0);
    let speed = input.editor.scene().settings.speed;
    for (text, label, action) in [("−", "Slower", Action::Slower), ("+", "Faster", Action::Faster)] {
        let keys = input.editor.keys_text(action);
        let response = ui
            .add(Button::new(text).min_size(vec2(20.0, 20.0)))
            .on_hover_text(format!("{label} ({keys})"));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, label));
        if response.clicked() {
            wants.act(action);
        }
        if action == Action::Slower {
            let text = format!("{}×", format::plain(speed));
            ui.add_sized([44.0, 20.0], egui::Label::new(text))
                .on_hover_text("Simulated seconds per second on the clock.");
        }
    }
    ui.add_space(8.0);
}
