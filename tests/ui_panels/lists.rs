//! Drop-down lists, by keys alone.

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::PanelEffect;
use tinkertoy::scene::Mass;
use tinkertoy::ui::Section;

use super::{Desk, with_wheel};

type Screen = Harness<'static, Desk>;

fn press(harness: &mut Screen, key: Key) {
    harness.press_key(key);
    harness.run_steps(3);
}

/// Label and role of the widget with keyboard focus.
fn focused(harness: &Screen) -> Option<(String, Role)> {
    let node = harness.query_by(|node| node.is_focused())?;
    Some((node.label().unwrap_or_default(), node.role()))
}

fn is_on_line(harness: &Screen, words: &str) -> bool {
    focused(harness).is_some_and(|it| it.0 == words)
}

fn is_on_box(harness: &Screen) -> bool {
    focused(harness).is_some_and(|it| it.1 == Role::ComboBox)
}

fn is_open(harness: &Screen) -> bool {
    harness.ctx.memory(egui::Memory::any_popup_open)
}

#[test]
fn arrows_go_through_a_list_enter_picks_and_escape_goes_back_to_its_box() {
    let (mut harness, _) = with_wheel();
    harness.state_mut().panels.kept.folded = Section::ALL.into_iter().collect();
    harness.state_mut().panels.follow(PanelEffect::Construct);
    harness.run_steps(4);
    harness.get_all_by_role(Role::ComboBox).next().unwrap().focus();
    harness.run_steps(2);
    press(&mut harness, Key::Enter);
    assert!(is_open(&harness) && is_on_line(&harness, "Mirror"));
    for line in ["Turn", "Scale", "Repeat along a line"] {
        press(&mut harness, Key::ArrowDown);
        assert!(is_on_line(&harness, line), "{:?}", focused(&harness));
    }
    press(&mut harness, Key::ArrowUp);
    assert!(is_on_line(&harness, "Scale"));
    press(&mut harness, Key::Enter);
    assert!(
        !is_open(&harness) && is_on_box(&harness),
        "{:?}",
        focused(&harness)
    );
    assert!(harness.query_by_label("Factor").is_some(), "it was picked");
    // At its end the selection wraps around; Esc picks nothing, and leaves the window open.
    press(&mut harness, Key::Enter);
    press(&mut harness, Key::ArrowUp);
    press(&mut harness, Key::ArrowUp);
    press(&mut harness, Key::ArrowUp);
    assert!(
        is_on_line(&harness, "Repeat in a grid"),
        "{:?}",
        focused(&harness)
    );
    press(&mut harness, Key::Escape);
    assert!(
        !is_open(&harness) && is_on_box(&harness),
        "{:?}",
        focused(&harness)
    );
    assert!(harness.query_by_label("Factor").is_some());
}

#[test]
fn a_list_that_the_pointer_opened_takes_arrows_too() {
    let (mut harness, wheel) = with_wheel();
    let folded = Section::ALL.into_iter().filter(|it| *it != Section::Inspector);
    harness.state_mut().panels.kept.folded = folded.collect();
    harness.run_steps(3);
    harness.get_all_by_role(Role::ComboBox).next().unwrap().click();
    harness.run_steps(3);
    assert!(is_open(&harness));
    press(&mut harness, Key::ArrowDown);
    assert!(is_on_line(&harness, "from density"), "{:?}", focused(&harness));
    press(&mut harness, Key::ArrowDown);
    press(&mut harness, Key::Enter);
    assert!(!is_open(&harness));
    let part = harness.state().editor.scene().part(wheel).unwrap();
    assert!(matches!(part.mass, Mass::Given { .. }));
}
