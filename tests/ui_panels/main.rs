//! The panels, operated by the labels of their widgets: the outputs that follow.
#![cfg(feature = "app")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod axes;
mod bars;
mod colours;
mod construct;
mod dropped;
mod exported;
mod floating;
mod frame;
mod freedoms;
mod inspector;
mod keyboard;
mod lab;
mod laboratory;
mod lessons;
mod lists;
mod marks;
mod menu;
mod palette;
mod parameters;
mod questions;
mod race;
mod sizes;
mod solver;
mod tool_tips;
mod typing;
mod views;
mod warnings;

use std::sync::Arc;
use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::bodies::{Bar, Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor, Pin};
use tinkertoy::editor::{Editor, Effect, How, Intent, PanelEffect};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::render::theme::Theme;
use tinkertoy::scene::{Attach, Constraint, Id, Part, Scene};
use tinkertoy::ui::{self, GalleryTitle, Panels, Question, UiInput, UiOutput, Underway};
use tinkertoy::worker::{Engine, Snapshot};

/// State shown by the panels, and the outputs collected from them.
struct Desk {
    editor: Editor,
    engine: Engine,
    snapshot: Arc<Snapshot>,
    panels: Panels,
    theme: Theme,
    question: Option<Question>,
    busy: Duration,
    exporting: Option<Underway>,
    reading: Option<Underway>,
    card_wanted: bool,
    gallery_id: Option<&'static str>,
    gallery: Vec<GalleryTitle>,
    said: Vec<UiOutput>,
}

impl Desk {
    fn new(scene: Scene) -> Desk {
        let mut engine = Engine::new();
        let mut editor = Editor::new(scene);
        for effect in editor.start(false) {
            if let Effect::Run(command) = effect {
                engine.carry_out(command);
            }
        }
        engine.count_freedom();
        let snapshot = Arc::new(engine.snapshot().0);
        let _ = editor.observe(&snapshot);
        Desk {
            editor,
            engine,
            snapshot,
            panels: Panels::restore(""),
            theme: Theme::light(),
            question: None,
            busy: Duration::ZERO,
            exporting: None,
            reading: None,
            card_wanted: false,
            gallery_id: None,
            gallery: vec![GalleryTitle {
                id: "jansen",
                group: "Linkages",
                title: "Jansen legs".into(),
                about: "Legs.".into(),
            }],
            said: Vec::new(),
        }
    }

    fn show(&mut self, ctx: &egui::Context) {
        let race = self.engine.race().contenders();
        let scopes = self.engine.scopes();
        let input = UiInput {
            editor: &self.editor,
            snapshot: &self.snapshot,
            race: &race,
            scopes: &scopes,
            theme: &self.theme,
            question: self.question.as_ref(),
            exporting: self.exporting,
            reading: self.reading,
            thumbnail: None,
            busy: self.busy,
            card_wanted: self.card_wanted,
            file: None,
            recent: &[],
            gallery_id: self.gallery_id,
            gallery: &self.gallery,
            scale: 1.0,
        };
        let said = ui::show(ctx, &input, &mut self.panels);
        for output in said {
            let effects = match &output {
                UiOutput::Intend(intent) => self.editor.intend(intent.clone()),
                UiOutput::Act(action) => self.editor.perform(*action),
                _ => Vec::new(),
            };
            for effect in effects {
                match effect {
                    Effect::Run(command) => self.engine.carry_out(command),
                    Effect::Panels(asked) => self.panels.follow(asked),
                    _ => {}
                }
            }
            self.said.push(output);
        }
        self.snapshot = Arc::new(self.engine.snapshot().0);
        let _ = self.editor.observe(&self.snapshot);
    }
}

fn harness(desk: Desk) -> Harness<'static, Desk> {
    sized(desk, [1280.0, 800.0])
}

fn sized(desk: Desk, size: [f32; 2]) -> Harness<'static, Desk> {
    let mut harness = Harness::builder()
        .with_size(egui::Vec2::from(size))
        .with_max_steps(60)
        .build_state(|ctx, desk: &mut Desk| desk.show(ctx), desk);
    harness.run_steps(3);
    harness
}

/// Opens the list of commands and types into it. It is the only text field while all sections are folded.
fn search(harness: &mut Harness<'static, Desk>, words: &str) {
    harness.state_mut().panels.follow(PanelEffect::Palette);
    harness.run_steps(3);
    let field = harness.get_by_role(egui::accesskit::Role::TextInput);
    field.type_text(words);
    harness.run_steps(3);
}

/// Clicks the widget with this label; returns the outputs.
fn click(harness: &mut Harness<'static, Desk>, label: &str) -> Vec<UiOutput> {
    harness.state_mut().said.clear();
    harness.get_by_label(label).click();
    harness.run_steps(3);
    harness.state().said.clone()
}

/// A crank with its wheel selected.
fn with_wheel() -> (Harness<'static, Desk>, Id) {
    let (scene, wheel, _) = crank();
    let mut harness = harness(Desk::new(scene));
    let (ids, how) = (vec![wheel], How::Replace);
    let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
    harness.run_steps(2);
    (harness, wheel)
}

fn crank() -> (Scene, Id, Id) {
    let mut scene = Scene::default();
    scene.info.title = "Crank".into();
    let wheel = scene.add(Part::new(
        "wheel",
        Shape::Disk(Disk { radius: 0.3 }),
        Pose::default(),
    ));
    let arm = Bar {
        length: 1.0,
        width: 0.1,
    };
    let arm = scene.add(Part::new("arm", Shape::Bar(arm), Pose::new(0.5, 0.0, 0.0)));
    scene.add(Constraint {
        name: "axle".into(),
        ends: vec![Attach::ground(Vec2::ZERO), Attach::part(wheel, Vec2::ZERO)],
        kind: ConstraintKind::Pin(Pin {}),
    });
    let motor = scene.add(Constraint {
        name: "drive".into(),
        ends: vec![Attach::ground(Vec2::ZERO), Attach::part(wheel, Vec2::ZERO)],
        kind: ConstraintKind::Motor(Motor::default()),
    });
    assert!(tinkertoy::scene::validate::problems(&scene).is_empty());
    let _ = arm;
    (scene, wheel, motor)
}

/// Types a number into a field and enters it.
fn enter(harness: &mut Harness<'static, Desk>, field: &str, number: &str) {
    let role = egui::accesskit::Role::SpinButton;
    harness.get_by_role_and_label(role, field).click();
    harness.run_steps(2);
    harness.get_by_role_and_label(role, field).type_text(number);
    harness.run_steps(2);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
}
