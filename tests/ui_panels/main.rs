//! The panels, clicked by what is written on them: what they say the person wants.
#![cfg(feature = "app")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod race;
mod solver;
mod typing;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::bodies::{Bar, Disk, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor, Pin};
use tinkertoy::editor::{Action, Editor, Effect, How, Intent, Tool};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::render::theme::Theme;
use tinkertoy::scene::{Attach, Constraint, Id, Method, Part, PartColour, Scene, gallery};
use tinkertoy::ui::{self, GalleryTitle, Goal, Panels, Question, Reply, UiInput, UiOutput};
use tinkertoy::worker::{Engine, Snapshot};

/// What the panels are shown with, and what they said.
struct Desk {
    editor: Editor,
    engine: Engine,
    snapshot: Arc<Snapshot>,
    panels: Panels,
    theme: Theme,
    question: Option<Question>,
    busy: Duration,
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
        let input = UiInput {
            editor: &self.editor,
            snapshot: &self.snapshot,
            race: &race,
            theme: &self.theme,
            question: self.question.as_ref(),
            exporting: false,
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
                    effect => self.panels.follow(&effect),
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

/// Clicks what is labelled so, and says what came of it.
fn click(harness: &mut Harness<'static, Desk>, label: &str) -> Vec<UiOutput> {
    harness.state_mut().said.clear();
    harness.get_by_label(label).click();
    harness.run_steps(3);
    harness.state().said.clone()
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

#[test]
fn transport_buttons_run_the_machine() {
    let mut harness = harness(Desk::new(crank().0));
    assert_eq!(click(&mut harness, "Play"), [UiOutput::Act(Action::PlayPause)]);
    assert!(harness.state().editor.playing());
    assert_eq!(click(&mut harness, "Pause"), [UiOutput::Act(Action::PlayPause)]);
    assert_eq!(click(&mut harness, "Step"), [UiOutput::Act(Action::StepForward)]);
    assert_eq!(harness.state().snapshot.state.step, 1);
    assert_eq!(click(&mut harness, "Reset"), [UiOutput::Act(Action::Reset)]);
    assert_eq!(harness.state().snapshot.state.step, 0);
    assert_eq!(click(&mut harness, "Faster"), [UiOutput::Act(Action::Faster)]);
}

#[test]
fn every_tool_is_on_the_bar() {
    let mut harness = harness(Desk::new(Scene::default()));
    for tool in Tool::all() {
        harness.state_mut().said.clear();
        if harness.query_by_label(tool.label()).is_none() {
            // It is on a shelf that opens beside the bar.
            let shelf = format!("All {}", tool.shelf().label().to_lowercase());
            harness.get_by_label(&shelf).click();
            harness.run_steps(3);
        }
        harness.get_by_label(tool.label()).click();
        harness.run_steps(2);
        assert_eq!(harness.state().said, [UiOutput::Intend(Intent::SetTool(tool))]);
        assert_eq!(harness.state().editor.tool(), tool);
    }
}

#[test]
fn menus_carry_the_table_of_commands() {
    let mut harness = harness(Desk::new(crank().0));
    harness.get_by_label("Edit").click();
    harness.run_steps(3);
    let entry = tinkertoy::editor::action::entry(Action::SelectAll).unwrap();
    harness.state_mut().said.clear();
    harness.get_by_label_contains(entry.label).click();
    harness.run_steps(3);
    assert_eq!(harness.state().said, [UiOutput::Act(Action::SelectAll)]);
    assert_eq!(harness.state().editor.selection().len(), 4);
    harness.get_by_label("Scenes").click();
    harness.run_steps(3);
    assert_eq!(
        click(&mut harness, "Jansen legs"),
        [UiOutput::OpenGallery("jansen")]
    );
}

#[test]
fn the_inspector_renames_paints_fixes_and_chooses() {
    let (scene, wheel, motor) = crank();
    let mut harness = harness(Desk::new(scene));
    let select = |harness: &mut Harness<'static, Desk>, ids: Vec<Id>| {
        let how = How::Replace;
        let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
        harness.run_steps(2);
    };
    select(&mut harness, vec![wheel]);
    click(&mut harness, "Paint red");
    assert_eq!(
        harness.state().editor.scene().part(wheel).unwrap().colour,
        PartColour::Red
    );
    click(&mut harness, "Fixed");
    assert!(harness.state().editor.scene().part(wheel).unwrap().fixed);
    select(&mut harness, vec![motor]);
    let said = click(&mut harness, "Angle");
    let Some(UiOutput::Intend(Intent::SetConstraint { id, .. })) = said.first() else {
        panic!("{said:?}");
    };
    assert_eq!(*id, motor);
    let said = click(&mut harness, "wheel");
    let ids = vec![wheel];
    let how = How::Replace;
    assert_eq!(said, [UiOutput::Intend(Intent::Select { ids, how })]);
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

#[test]
fn a_number_is_typed_and_entered() {
    let (scene, wheel, _) = crank();
    let mut harness = harness(Desk::new(scene));
    let (ids, how) = (vec![wheel], How::Replace);
    let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
    harness.run_steps(2);
    enter(&mut harness, "Radius", "0.45");
    let shape = &harness.state().editor.scene().part(wheel).unwrap().shape;
    assert_eq!(*shape, Shape::Disk(Disk { radius: 0.45 }));
    assert!(harness.state().editor.undo_label().is_some());
}

#[test]
fn a_field_takes_units_and_sums_and_says_what_it_cannot_read() {
    let (scene, wheel, _) = crank();
    let mut harness = harness(Desk::new(scene));
    let (ids, how) = (vec![wheel], How::Replace);
    let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
    harness.run_steps(2);
    let radius =
        |harness: &Harness<'static, Desk>| match harness.state().editor.scene().part(wheel).unwrap().shape {
            Shape::Disk(Disk { radius }) => radius,
            _ => panic!("no disk"),
        };
    for (text, value) in [
        ("45 cm", 0.45),
        ("2*0.4+0.1", 0.9),
        ("sqrt(2)/2", 2f64.sqrt() / 2.0),
    ] {
        enter(&mut harness, "Radius", text);
        assert_eq!(radius(&harness), value, "{text}");
    }
    let before = radius(&harness);
    for (text, word) in [
        ("0", "Give a number from 0.001"),
        ("abc", "No unit is named abc"),
        ("3 kg", "write a length"),
    ] {
        enter(&mut harness, "Radius", text);
        assert_eq!(radius(&harness), before, "{text}");
        assert!(
            harness.query_all_by_label_contains(word).next().is_some(),
            "{text}: nothing says {word}"
        );
        // Left as it is, the number stays, and a notice says why.
        harness.state_mut().said.clear();
        harness.press_key(egui::Key::Tab);
        harness.run_steps(3);
        let said = &harness.state().said;
        let refused =
            |it: &UiOutput| matches!(it, UiOutput::Intend(Intent::Refuse(why)) if why.contains("Radius"));
        assert!(said.iter().any(refused), "{text}: {said:?}");
        assert_eq!(radius(&harness), before, "{text}");
    }
    // Escape gives up without a word.
    let role = egui::accesskit::Role::SpinButton;
    harness.get_by_role_and_label(role, "Radius").click();
    harness.run_steps(2);
    harness.get_by_role_and_label(role, "Radius").type_text("abc");
    harness.run_steps(2);
    harness.state_mut().said.clear();
    harness.press_key(egui::Key::Escape);
    harness.run_steps(3);
    assert_eq!(harness.state().said, []);
}

#[test]
fn tab_selects_what_is_in_the_next_field_and_an_angle_reads_as_it_was_typed() {
    let scene = crank().0;
    let arm = scene.find("arm").unwrap();
    let mut harness = harness(Desk::new(scene));
    let (ids, how) = (vec![arm], How::Replace);
    let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
    harness.run_steps(2);
    let role = egui::accesskit::Role::SpinButton;
    harness.get_by_role_and_label(role, "x").click();
    harness.run_steps(2);
    harness.press_key(egui::Key::Tab);
    harness.run_steps(2);
    // What is typed replaces what was there.
    harness.get_by_role_and_label(role, "y").type_text("0.7");
    harness.run_steps(2);
    harness.press_key(egui::Key::Tab);
    harness.run_steps(3);
    let pose = |harness: &Harness<'static, Desk>| harness.state().editor.scene().part(arm).unwrap().pose;
    assert_eq!(pose(&harness).position.y, 0.7);
    harness.get_by_role_and_label(role, "x").click();
    harness.run_steps(2);
    harness.press_key(egui::Key::Tab);
    harness.run_steps(2);
    harness.get_by_role_and_label(role, "y").type_text("30 cm");
    harness.run_steps(2);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(pose(&harness).position.y, 0.3);
    harness.get_by_role_and_label(role, "Angle").type_text("400");
    harness.run_steps(2);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    assert!((pose(&harness).angle.to_degrees() - 400.0).abs() < 1e-12);
    harness.get_by_role_and_label(role, "Angle").click();
    harness.run_steps(3);
    let field = harness.get_by_role_and_label(role, "Angle");
    assert_eq!(field.value().as_deref(), Some("400"));
}

/// How the mouse pulls is a setting of the scene: chosen, typed, taken back by undo.
#[test]
fn the_mouse_is_given_a_stiffness_and_a_limit() {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.folded =
        std::collections::BTreeSet::from([ui::Section::Solver, ui::Section::Items, ui::Section::Inspector]);
    let mut harness = harness(desk);
    let grip = |harness: &Harness<'static, Desk>| harness.state().editor.scene().settings.grip;
    assert!(harness.query_by_label("Stiffness of the pull").is_none());
    click(&mut harness, "As given");
    assert_eq!(grip(&harness).stiffness, Some(200.0));
    click(&mut harness, "Limited");
    enter(&mut harness, "Force at most", "12");
    assert_eq!(grip(&harness).limit, Some(12.0));
    click(&mut harness, "By weight");
    assert_eq!(grip(&harness).stiffness, None);
    let _ = harness.state_mut().editor.perform(Action::Undo);
    assert_eq!(grip(&harness).stiffness, Some(200.0));
}

#[test]
fn showing_the_panels_changes_nothing() {
    for size in [[1280.0, 800.0], [1024.0, 640.0], [640.0, 400.0]] {
        let (scene, wheel, motor) = crank();
        let mut harness = sized(Desk::new(scene), size);
        for ids in [vec![wheel], vec![motor], vec![wheel, motor]] {
            let how = How::Replace;
            let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
            harness.run_steps(3);
        }
        assert!(harness.state().said.is_empty(), "{:?}", harness.state().said);
        assert!(!harness.state().editor.is_modified());
    }
}

#[test]
fn a_narrow_window_has_icons_that_unfold_a_section() {
    let mut harness = sized(Desk::new(crank().0), [1024.0, 640.0]);
    assert!(harness.query_by_label("Integrator").is_none());
    let wide = harness.state().panels.canvas().1.x;
    click(&mut harness, "Show solver");
    assert!(harness.query_by_label("Integrator").is_some());
    assert!(harness.state().panels.canvas().1.x < wide - 250.0);
    click(&mut harness, "Show solver");
    assert!(harness.query_by_label("Integrator").is_none());
}

#[test]
fn questions_are_answered() {
    let mut harness = harness(Desk::new(crank().0));
    let mut ask = |question: Question, label: &str| {
        harness.state_mut().question = Some(question);
        harness.run_steps(3);
        let said = click(&mut harness, label);
        harness.state_mut().question = None;
        harness.run_steps(2);
        said
    };
    assert_eq!(
        ask(Question::Unsaved(Goal::Quit), "Don't save"),
        [UiOutput::Reply(Reply::Discard)]
    );
    assert_eq!(
        ask(Question::Overwrite(PathBuf::from("a.ron")), "Write over it"),
        [UiOutput::Reply(Reply::Overwrite)]
    );
    assert_eq!(
        ask(Question::PathToSave(PathBuf::from("/tmp/a.ron")), "Save"),
        [UiOutput::Reply(Reply::Path(PathBuf::from("/tmp/a.ron")))]
    );
    let broken = Question::Failed {
        title: "Not opened".into(),
        lines: vec!["a.ron:3:7: the part \"x\" is not there".into()],
    };
    assert_eq!(ask(broken, "Close"), [UiOutput::Reply(Reply::Cancel)]);
}

#[test]
fn the_palette_knows_other_words_and_puts_exact_names_first() {
    let first = |text: &str| {
        let mut desk = Desk::new(crank().0);
        desk.panels.kept.folded = ui::Section::ALL.into_iter().collect();
        let mut harness = harness(desk);
        harness.state_mut().panels.follow(&Effect::Palette);
        harness.run_steps(3);
        harness
            .get_by_role(egui::accesskit::Role::TextInput)
            .type_text(text);
        harness.run_steps(3);
        harness.state_mut().said.clear();
        harness.press_key(egui::Key::Enter);
        harness.run_steps(3);
        harness.state().said.clone()
    };
    let tool = |tool: Tool| UiOutput::Act(Action::Tool(tool));
    assert_eq!(first("hinge"), [tool(Tool::Constraint("pin"))]);
    assert_eq!(first("rod"), [tool(Tool::Constraint("rod"))]);
    assert_eq!(first("cog"), [tool(Tool::Constraint("gears"))]);
    assert_eq!(first("motor"), [tool(Tool::Constraint("motor"))]);
    // A place in the panels is shown, not carried out.
    assert_eq!(first("gravity"), []);
}

#[test]
fn the_palette_finds_commands_and_scenes() {
    let mut desk = Desk::new(crank().0);
    // Fields of the sections would be found too.
    desk.panels.kept.folded = ui::Section::ALL.into_iter().collect();
    let mut harness = harness(desk);
    harness.state_mut().panels.follow(&Effect::Palette);
    harness.run_steps(3);
    let field = harness.get_by_role(egui::accesskit::Role::TextInput);
    field.type_text("jansen");
    harness.run_steps(3);
    assert_eq!(
        click(&mut harness, "Scene: Jansen legs"),
        [UiOutput::OpenGallery("jansen")]
    );
    harness.state_mut().panels.follow(&Effect::Palette);
    harness.run_steps(3);
    harness.press_key(egui::Key::Escape);
    harness.run_steps(3);
    assert!(harness.query_by_label("Scene: Jansen legs").is_none());
}

#[test]
fn the_card_ticks_moves_and_takes_tools() {
    let mut desk = Desk::new(Scene::default());
    desk.card_wanted = true;
    let mut harness = harness(desk);
    assert_eq!(
        click(&mut harness, "Draw three bars: 0.4, 1.2 and 1 m"),
        [UiOutput::Act(Action::Tool(Tool::Part("bar")))]
    );
    assert_eq!(click(&mut harness, "Put away"), [UiOutput::CardDone]);
}

#[test]
fn a_slow_solve_can_be_given_up() {
    let mut desk = Desk::new(crank().0);
    desk.busy = Duration::from_secs(2);
    let mut harness = harness(desk);
    assert_eq!(
        click(&mut harness, "Cancel"),
        [UiOutput::Act(Action::CancelSolve)]
    );
}

#[test]
fn the_help_screen_names_every_key() {
    let mut harness = harness(Desk::new(crank().0));
    harness.state_mut().panels.follow(&Effect::ToggleHelp);
    harness.run_steps(4);
    for entry in tinkertoy::editor::action::table() {
        assert!(
            harness.query_all_by_label(entry.label).next().is_some(),
            "{} is not on the help screen",
            entry.label
        );
    }
}

#[test]
fn the_list_selects_by_name() {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.folded =
        std::collections::BTreeSet::from([ui::Section::Solver, ui::Section::Scene, ui::Section::Inspector]);
    let mut harness = harness(desk);
    let said = click(&mut harness, "drive");
    assert!(
        said.iter()
            .any(|it| matches!(it, UiOutput::Intend(Intent::Select { ids, .. }) if ids.len() == 1)),
        "{said:?}"
    );
}
