//! Operation by keyboard alone: dialogs, and the way from the canvas into the panels.

use std::path::PathBuf;

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::{Action, Effect, How, Intent, PanelEffect, Writing};
use tinkertoy::math::Vec2;
use tinkertoy::scene::Attach;
use tinkertoy::ui::{Goal, Question, Reply, UiOutput};

use super::{Desk, crank, harness};

/// The name of the widget with keyboard focus.
fn focused(harness: &Harness<'static, Desk>) -> Option<String> {
    let node = harness.query_by(|node| node.is_focused())?;
    node.label().or_else(|| Some(format!("{:?}", node.role())))
}

fn press(harness: &mut Harness<'static, Desk>, key: Key) {
    harness.press_key(key);
    harness.run_steps(3);
}

#[test]
fn a_question_is_answered_by_keys() {
    let mut harness = harness(Desk::new(crank().0));
    let mut ask = |question: Question, first: &str, keys: &[Key]| {
        harness.state_mut().question = Some(question);
        harness.run_steps(4);
        assert_eq!(focused(&harness).as_deref(), Some(first));
        harness.state_mut().said.clear();
        for key in keys {
            press(&mut harness, *key);
        }
        let said = harness.state().said.clone();
        harness.state_mut().question = None;
        harness.run_steps(2);
        said
    };
    let unsaved = || Question::Unsaved(Goal::Quit);
    let reply = |reply: Reply| vec![UiOutput::Reply(reply)];
    assert_eq!(ask(unsaved(), "Save", &[Key::Enter]), reply(Reply::Save));
    assert_eq!(
        ask(unsaved(), "Save", &[Key::Tab, Key::Enter]),
        reply(Reply::Discard)
    );
    assert_eq!(
        ask(unsaved(), "Save", &[Key::Tab, Key::Tab, Key::Space]),
        reply(Reply::Cancel)
    );
    assert_eq!(ask(unsaved(), "Save", &[Key::Escape]), reply(Reply::Cancel));
    // Enter does not choose an answer that loses work.
    let overwrite = Question::Overwrite(PathBuf::from("a.ron"));
    assert_eq!(ask(overwrite, "Cancel", &[Key::Enter]), reply(Reply::Cancel));
    let torn = |closes| Question::OpenJoints {
        open: "\"hold\" is 0.250 m open".into(),
        closes,
    };
    assert_eq!(
        ask(torn(true), "Assemble and play", &[Key::Enter]),
        reply(Reply::Assemble)
    );
    // Enter does not start a machine that cannot be closed.
    assert_eq!(
        ask(torn(false), "Stay paused", &[Key::Enter]),
        reply(Reply::Cancel)
    );
}

/// Moves keyboard focus to the next or previous panel.
fn go(harness: &mut Harness<'static, Desk>, action: Action) {
    let effects = harness.state_mut().editor.perform(action);
    for effect in effects {
        if let Effect::Panels(asked) = effect {
            harness.state_mut().panels.follow(asked);
        }
    }
    harness.run_steps(4);
}

#[test]
fn the_keys_go_from_the_canvas_to_each_panel_and_back() {
    let mut harness = harness(Desk::new(crank().0));
    assert_eq!(focused(&harness), None);
    let mut stops = Vec::new();
    for _ in 0..8 {
        go(&mut harness, Action::NextPanel);
        match focused(&harness) {
            Some(name) => stops.push(name),
            None => break,
        }
    }
    assert_eq!(stops[0], "File");
    assert!(
        stops.contains(&"Select and move".to_owned()) || stops.len() >= 4,
        "{stops:?}"
    );
    assert!(stops.contains(&"Inspector".to_owned()), "{stops:?}");
    assert_eq!(
        focused(&harness),
        None,
        "after the last one the canvas has them: {stops:?}"
    );
    // Backwards, from the last panel to the one before it.
    go(&mut harness, Action::PreviousPanel);
    assert_eq!(focused(&harness), stops.last().cloned());
    go(&mut harness, Action::PreviousPanel);
    assert_eq!(focused(&harness).as_ref(), stops.get(stops.len() - 2));
    press(&mut harness, Key::Escape);
    assert_eq!(focused(&harness), None, "Esc gives them back");
}

#[test]
fn with_the_panels_hidden_the_keys_come_back_to_the_canvas() {
    let mut harness = harness(Desk::new(crank().0));
    go(&mut harness, Action::TogglePanels);
    go(&mut harness, Action::Guide);
    for _ in 0..2 {
        go(&mut harness, Action::NextPanel);
        assert!(focused(&harness).is_some(), "the guide has them");
        for _ in 0..4 {
            if focused(&harness).is_some() {
                go(&mut harness, Action::NextPanel);
            }
        }
        assert_eq!(focused(&harness), None);
    }
}

fn with_the_wheel_selected() -> Harness<'static, Desk> {
    let (scene, wheel, _) = crank();
    let mut harness = harness(Desk::new(scene));
    let intent = Intent::Select {
        ids: vec![wheel],
        how: How::Replace,
    };
    let _ = harness.state_mut().editor.intend(intent);
    harness
}

#[test]
fn esc_in_a_field_of_a_window_closes_no_window() {
    let mut harness = with_the_wheel_selected();
    go(&mut harness, Action::Guide);
    go(&mut harness, Action::Construct);
    let role = egui::accesskit::Role::SpinButton;
    let field = "Direction of the line";
    harness.get_by_role_and_label(role, field).click();
    harness.run_steps(2);
    harness.get_by_role_and_label(role, field).type_text("4 m");
    harness.run_steps(2);
    press(&mut harness, Key::Escape);
    assert!(harness.query_by_label("Apply").is_some(), "the form stays");
    assert!(harness.state().panels.guide.is_some());
}

#[test]
fn within_a_panel_tab_goes_on_and_enter_acts() {
    let mut harness = harness(Desk::new(crank().0));
    go(&mut harness, Action::NextPanel);
    press(&mut harness, Key::Tab);
    assert_eq!(focused(&harness).as_deref(), Some("Edit"));
    harness.press_key_modifiers(Modifiers::SHIFT, Key::Tab);
    harness.run_steps(4);
    assert_eq!(focused(&harness).as_deref(), Some("File"));
    press(&mut harness, Key::Enter);
    assert!(
        harness.query_by_label_contains("Save as…").is_some(),
        "the menu is open"
    );
}

/// Submenus by keys: right opens one, left and Esc close it alone, up and down wrap around, Enter picks.
#[test]
fn a_menu_within_a_menu_is_reached_and_left_by_arrows() {
    let mut harness = harness(Desk::new(crank().0));
    go(&mut harness, Action::NextPanel);
    press(&mut harness, Key::ArrowDown);
    let first = focused(&harness);
    assert!(
        first.as_deref().is_some_and(|it| it.starts_with("New")),
        "{first:?}"
    );
    press(&mut harness, Key::ArrowDown);
    assert_eq!(focused(&harness).as_deref(), Some("New from template"));
    assert!(
        harness.query_by_label_contains("Four-bar").is_none(),
        "it opens when asked to"
    );
    press(&mut harness, Key::ArrowRight);
    let line = focused(&harness).unwrap();
    assert!(harness.get_by_label(&line).is_focused() && line != "New from template");
    press(&mut harness, Key::ArrowDown);
    assert_ne!(focused(&harness).as_ref(), Some(&line));
    press(&mut harness, Key::ArrowUp);
    assert_eq!(focused(&harness).as_ref(), Some(&line));
    for leaves in [Key::ArrowLeft, Key::Escape] {
        press(&mut harness, leaves);
        assert_eq!(
            focused(&harness).as_deref(),
            Some("New from template"),
            "{leaves:?}"
        );
        assert!(harness.query_by_label(&line).is_none(), "{leaves:?} closes it");
        press(&mut harness, Key::ArrowRight);
        assert_eq!(focused(&harness).as_ref(), Some(&line));
    }
    harness.state_mut().said.clear();
    press(&mut harness, Key::Enter);
    assert!(
        matches!(harness.state().said[..], [UiOutput::Act(Action::Template(_))]),
        "{:?}",
        harness.state().said
    );
    assert!(
        harness.query_by_label("New from template").is_none(),
        "all menus are closed"
    );
    // Esc closes the menu itself, and its button has the focus.
    go(&mut harness, Action::NextPanel);
    press(&mut harness, Key::Enter);
    assert_eq!(focused(&harness), first);
    press(&mut harness, Key::Escape);
    assert!(harness.query_by_label("New from template").is_none());
    assert_eq!(focused(&harness).as_deref(), Some("File"));
}

/// In a menu opened by a click the arrows start at the first line.
#[test]
fn arrows_begin_at_the_first_line_of_a_menu_opened_by_a_click() {
    let mut harness = harness(Desk::new(crank().0));
    super::click(&mut harness, "File");
    press(&mut harness, Key::ArrowDown);
    let first = focused(&harness);
    assert!(
        first.as_deref().is_some_and(|it| it.starts_with("New")),
        "{first:?}"
    );
    press(&mut harness, Key::ArrowDown);
    assert_eq!(focused(&harness).as_deref(), Some("New from template"));
}

/// A press and a release within one pass close a menu as slow ones do.
#[test]
fn a_click_within_a_pass_closes_a_menu() {
    let mut harness = harness(Desk::new(crank().0));
    super::click(&mut harness, "File");
    assert!(harness.query_by_label("New from template").is_some());
    let at = egui::pos2(600.0, 400.0);
    let button = |pressed: bool| egui::Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let events = [egui::Event::PointerMoved(at), button(true), button(false)];
    harness.input_mut().events.extend(events);
    harness.run_steps(3);
    assert!(harness.query_by_label("New from template").is_none());
}

#[test]
fn a_window_that_was_asked_for_has_the_keys_and_esc_closes_it() {
    let mut harness = with_the_wheel_selected();
    let focused_above = |harness: &Harness<'static, Desk>| {
        let node = harness.query_by(|node| node.is_focused())?;
        node.raw_bounds().map(|it| it.y0)
    };
    go(&mut harness, Action::Construct);
    harness.run_steps(4);
    let apply = harness.get_by_label("Apply").raw_bounds().unwrap();
    assert!(
        focused_above(&harness).is_some_and(|y| y < apply.y0),
        "in the window, above its buttons"
    );
    press(&mut harness, Key::Escape);
    assert!(harness.query_by_label("Apply").is_none());
    assert_eq!(focused(&harness), None);
}

#[test]
fn esc_closes_a_list_before_the_window_it_is_in() {
    let mut harness = with_the_wheel_selected();
    go(&mut harness, Action::Construct);
    harness.run_steps(4);
    let list = focused(&harness);
    press(&mut harness, Key::Enter);
    assert!(harness.ctx.memory(|memory| memory.any_popup_open()));
    press(&mut harness, Key::Escape);
    assert!(!harness.ctx.memory(|memory| memory.any_popup_open()));
    assert!(harness.query_by_label("Apply").is_some(), "the window stays");
    assert_eq!(focused(&harness), list, "what it was opened from has the keys");
    // Widgets of a closed window take no keys.
    press(&mut harness, Key::Enter);
    assert!(harness.ctx.memory(|memory| memory.any_popup_open()));
    harness.state_mut().panels.close_topmost();
    harness.run_steps(4);
    assert!(!harness.ctx.memory(|memory| memory.any_popup_open()));
}

/// The release of the click that opens the field comes after the field has the focus.
#[test]
fn a_note_is_written_into_the_field_that_a_click_opened() {
    let mut harness = with_the_wheel_selected();
    let at = egui::pos2(500.0, 400.0);
    let button = |pressed: bool| egui::Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    harness.input_mut().events.push(egui::Event::PointerMoved(at));
    harness.input_mut().events.push(button(true));
    let what = Writing::NewNote(Attach::ground(Vec2::ZERO));
    let effect = PanelEffect::Write { what, text: None };
    harness.state_mut().panels.follow(effect);
    harness.run_steps(2);
    harness.input_mut().events.push(button(false));
    harness.run_steps(3);
    harness.state_mut().said.clear();
    harness.input_mut().events.push(egui::Event::Text("crank".into()));
    harness.run_steps(2);
    press(&mut harness, Key::Enter);
    assert!(
        matches!(&harness.state().said[..], [UiOutput::Intend(Intent::AddNote { text, .. })] if text == "crank"),
        "{:?}",
        harness.state().said
    );
}

#[test]
fn the_menu_of_the_canvas_is_gone_through_by_arrows() {
    let mut harness = with_the_wheel_selected();
    go(&mut harness, Action::Menu);
    assert_eq!(focused(&harness).as_deref(), Some("Fix to the ground"));
    press(&mut harness, Key::ArrowUp);
    let last = focused(&harness);
    assert!(
        last.as_deref()
            .is_some_and(|it| it.starts_with("Fit the selection")),
        "round the end: {last:?}"
    );
    press(&mut harness, Key::ArrowDown);
    press(&mut harness, Key::ArrowDown);
    press(&mut harness, Key::ArrowUp);
    assert_eq!(focused(&harness).as_deref(), Some("Fix to the ground"));
    // Neither Tab nor horizontal arrows leave it.
    press(&mut harness, Key::Tab);
    press(&mut harness, Key::ArrowRight);
    assert_eq!(focused(&harness).as_deref(), Some("Fix to the ground"));
    harness.state_mut().said.clear();
    press(&mut harness, Key::Enter);
    assert!(
        matches!(
            harness.state().said[..],
            [UiOutput::Intend(Intent::SetFixed { fixed: true, .. })]
        ),
        "{:?}",
        harness.state().said
    );
    assert!(harness.state().panels.menu.is_none());
    assert_eq!(focused(&harness), None, "the canvas has the keys again");
    // The list opened from it has the focus, and Esc closes the list.
    go(&mut harness, Action::Menu);
    for _ in 0..40 {
        if focused(&harness).as_deref() == Some("Record…") {
            break;
        }
        press(&mut harness, Key::ArrowDown);
    }
    press(&mut harness, Key::Enter);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("Record of wheel").is_some());
    assert!(focused(&harness).is_some());
    press(&mut harness, Key::Escape);
    assert!(harness.state().panels.menu.is_none());
}

#[test]
fn the_menu_of_an_empty_canvas_has_the_keys_too() {
    let mut harness = harness(Desk::new(crank().0));
    go(&mut harness, Action::Menu);
    assert_eq!(
        focused(&harness).as_deref().map(|it| it.starts_with("Paste")),
        Some(true)
    );
    press(&mut harness, Key::Escape);
    assert!(harness.state().panels.menu.is_none());
}
