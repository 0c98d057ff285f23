//! The searchable list of commands.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::{Action, Intent, PanelEffect, Tool};
use tinkertoy::scene::Scene;
use tinkertoy::ui::{self, UiOutput};

use super::{Desk, click, crank, harness, search};

#[test]
fn the_palette_knows_other_words_and_puts_exact_names_first() {
    let first = |text: &str| {
        let mut desk = Desk::new(crank().0);
        desk.panels.kept.folded = ui::Section::ALL.into_iter().collect();
        for (id, title) in [
            ("winch", "Weak motor, strong tackle"),
            ("double-pendulum", "Double pendulum"),
        ] {
            desk.gallery.push(tinkertoy::ui::GalleryTitle {
                id,
                group: "Others",
                title: title.into(),
                about: String::new(),
            });
        }
        let mut harness = harness(desk);
        harness.state_mut().panels.follow(PanelEffect::Palette);
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
    assert_eq!(first("cog"), [tool(Tool::Part("gear"))]);
    assert_eq!(first("motor"), [tool(Tool::Constraint("motor"))]);
    // A scene has that word in its name, and ranks below the tool.
    assert_eq!(first("tackle"), [tool(Tool::Constraint("pulley"))]);
    assert_eq!(first("double"), [UiOutput::OpenGallery("double-pendulum")]);
    // A field of the panels is shown; nothing is carried out.
    assert_eq!(first("gravity"), []);
}

#[test]
fn the_palette_shows_what_cannot_be_done_now_with_the_reason() {
    let mut desk = Desk::new(Scene::default());
    desk.panels.kept.folded = ui::Section::ALL.into_iter().collect();
    let mut harness = harness(desk);
    for (text, label, needs) in [
        (
            "laser",
            "Export parts for cutting (DXF, SVG)…",
            "the scene is empty",
        ),
        ("align", "Align left edges", "select two parts first"),
        ("undo", "Undo", "nothing was done yet"),
    ] {
        harness.state_mut().panels.follow(PanelEffect::Palette);
        harness.run_steps(3);
        let field = harness.get_by_role(egui::accesskit::Role::TextInput);
        field.type_text(text);
        harness.run_steps(3);
        let line = harness.get_by_label_contains(label);
        assert!(line.is_disabled(), "{label}");
        assert!(line.label().unwrap().contains(needs), "{:?}", line.label());
        harness.state_mut().said.clear();
        harness.press_key(egui::Key::Enter);
        harness.run_steps(3);
        assert_eq!(harness.state().said, []);
        harness.press_key(egui::Key::Escape);
        harness.run_steps(3);
        if harness.query_by_role(egui::accesskit::Role::TextInput).is_some() {
            harness.state_mut().panels.follow(PanelEffect::Palette);
            harness.run_steps(3);
        }
    }
}

/// Commands of other menus and sections are found too: races, methods, files and steps.
#[test]
fn the_palette_finds_what_stands_in_other_menus() {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.folded = ui::Section::ALL.into_iter().collect();
    let wheel = desk.editor.scene().find("wheel").unwrap();
    let mut harness = harness(desk);
    let (ids, how) = (vec![wheel], tinkertoy::editor::How::Replace);
    for intent in [
        Intent::Select { ids, how },
        Intent::SetFixed {
            ids: vec![wheel],
            fixed: true,
        },
    ] {
        let _ = harness.state_mut().editor.intend(intent);
    }
    harness.run_steps(2);
    for (text, label) in [
        ("races", "Race a copy"),
        ("sparse and dense", "Race: Sparse and dense"),
        ("gauss", "Method: Gauss-Seidel"),
        ("rk4", "Integrator: Runge-Kutta 4"),
        ("recent", "Open recent"),
        ("opacity", "Picture to trace over"),
        ("history", "History: As opened"),
        ("template", "New: four-bar"),
        ("template", "New: car"),
        ("driv", "drive (select)"),
    ] {
        search(&mut harness, text);
        assert!(
            harness.query_all_by_label_contains(label).next().is_some(),
            "{text} does not find {label}"
        );
        harness.press_key(egui::Key::Escape);
        harness.run_steps(3);
    }
    search(&mut harness, "history");
    harness.get_by_label("History: As opened").click();
    harness.run_steps(3);
    assert!(!harness.state().editor.scene().part(wheel).unwrap().fixed);
    search(&mut harness, "gauss");
    harness.get_by_label("Method: Gauss-Seidel").click();
    harness.run_steps(3);
    let method = harness.state().editor.scene().settings.method;
    assert_eq!(method, tinkertoy::scene::Method::GaussSeidel);
    search(&mut harness, "race a copy");
    harness.get_by_label("Race a copy").click();
    harness.run_steps(3);
    assert_eq!(harness.state().engine.race().contenders().len(), 1);
}

#[test]
fn each_command_that_can_be_off_says_what_it_needs() {
    let editor = tinkertoy::editor::Editor::new(Scene::default());
    for entry in tinkertoy::editor::action::table() {
        if !(entry.enabled)(&editor) {
            assert!(!entry.action.needs().is_empty(), "{}", entry.id);
        }
    }
}

#[test]
fn the_usual_words_of_other_programs_find_the_command_first() {
    let mut desk = Desk::new(Scene::default());
    desk.panels.kept.folded = ui::Section::ALL.into_iter().collect();
    let mut harness = harness(desk);
    for (words, label) in [
        ("align top", "Align upper edges"),
        ("align bottom", "Align lower edges"),
        ("font size", "Scale of the window: 100 %"),
        ("scale", "Scale of the window: 100 %"),
        ("color", "Inspector: numbers of what is selected"),
        ("anchor", "Pin"),
        ("pattern", "Mirror, turn, scale or repeat…"),
    ] {
        search(&mut harness, words);
        let buttons = harness.get_all_by_role(egui::accesskit::Role::Button);
        let foreground = buttons.filter_map(|it| Some((it.raw_bounds()?, it.label()?)));
        // The lines of the list are recognised by their width.
        let mut lines: Vec<_> = foreground.filter(|it| it.0.width() > 400.0).collect();
        lines.sort_by(|a, b| a.0.y0.total_cmp(&b.0.y0));
        let first = lines.first().map(|it| it.1.clone()).unwrap_or_default();
        assert!(first.starts_with(label), "{words}: {first}");
        harness.press_key(egui::Key::Escape);
        harness.run_steps(3);
    }
    search(&mut harness, "scale of the window: 150");
    harness.state_mut().said.clear();
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(harness.state().said, [UiOutput::Scale(1.5)]);
}

/// A window with all sections folded, after Enter on the first match of these words.
fn led_to(words: &str) -> Harness<'static, Desk> {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.folded = ui::Section::ALL.into_iter().collect();
    let mut harness = harness(desk);
    search(&mut harness, words);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(6);
    harness
}

#[test]
fn the_unit_of_lengths_gets_the_keys() {
    let harness = led_to("unit of lengths");
    let focused = harness.get_by(|node| node.is_focused()).label();
    assert_eq!(focused.as_deref(), Some("m"));
}

#[test]
fn gravity_gets_the_keys() {
    let mut harness = led_to("gravity");
    harness.get_by(|node| node.is_focused()).type_text("1.5");
    harness.run_steps(2);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(harness.state().editor.scene().settings.gravity.y, 1.5);
}

#[test]
fn the_palette_finds_commands_and_scenes() {
    let mut desk = Desk::new(crank().0);
    // Fields in open sections would be found too.
    desk.panels.kept.folded = ui::Section::ALL.into_iter().collect();
    let mut harness = harness(desk);
    search(&mut harness, "jansen");
    assert_eq!(
        click(&mut harness, "Scene: Jansen legs"),
        [UiOutput::OpenGallery("jansen")]
    );
    harness.state_mut().panels.follow(PanelEffect::Palette);
    harness.run_steps(3);
    harness.press_key(egui::Key::Escape);
    harness.run_steps(3);
    assert!(harness.query_by_label("Scene: Jansen legs").is_none());
}
