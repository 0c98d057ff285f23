//! The section of named parameters: input is checked as it is typed, and formulas are readable.

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::{Intent, VariableChange};
use tinkertoy::ui::{Section, UiOutput};

use super::{Desk, crank, harness};

type Screen = Harness<'static, Desk>;

/// The section with these parameters.
fn with(parameters: &[(&str, &str)]) -> Screen {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.folded = Section::ALL.into_iter().collect();
    desk.panels.kept.folded.remove(&Section::Variables);
    for (name, text) in parameters {
        let (name, text) = ((*name).to_owned(), (*text).to_owned());
        let set = VariableChange::Set { name, text };
        let _ = desk.editor.intend(Intent::Variable(set));
    }
    harness(desk)
}

fn text_of(harness: &Screen, place: usize) -> String {
    harness.state().editor.scene().variables.list[place].text.clone()
}

fn type_into(harness: &mut Screen, field: &str, text: &str) {
    harness.get_by_role_and_label(Role::TextInput, field).click();
    harness.run_steps(3);
    harness
        .get_by_role_and_label(Role::TextInput, field)
        .type_text(text);
    harness.run_steps(3);
}

#[test]
fn a_value_that_cannot_be_read_is_told_as_it_is_typed_and_stays_to_be_mended() {
    let mut harness = with(&[("a", "20 cm"), ("b", "2*a")]);
    for (text, told) in [
        ("abc", "No unit or parameter is named abc"),
        ("a", "A cannot speak of itself"),
        ("b + 1 m", "B is what a gives"),
        ("1/0", "This divides by 0"),
    ] {
        type_into(&mut harness, "a", text);
        let says = |harness: &Screen| harness.query_all_by_label_contains(told).next().is_some();
        assert!(says(&harness), "{text}: before it is entered");
        harness.press_key(egui::Key::Enter);
        harness.run_steps(3);
        assert!(says(&harness), "{text}: after it was entered");
        let field = harness.get_by_role_and_label(Role::TextInput, "a");
        assert_eq!(field.value().as_deref(), Some(text), "it is still there");
        assert_eq!(text_of(&harness, 0), "20 cm");
        harness.press_key(egui::Key::Escape);
        harness.run_steps(3);
    }
    type_into(&mut harness, "a", "30 cm");
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(text_of(&harness, 0), "30 cm");
    // When the field is left, unreadable text is refused with a message.
    type_into(&mut harness, "a", "3 +");
    harness.state_mut().said.clear();
    harness.press_key(egui::Key::Tab);
    harness.run_steps(3);
    let refused = |it: &UiOutput| matches!(it, UiOutput::Intend(Intent::Refuse(_)));
    assert!(harness.state().said.iter().any(refused));
    assert_eq!(text_of(&harness, 0), "30 cm");
}

#[test]
fn a_formula_has_the_room_of_the_panel_and_its_row_stands_like_the_others() {
    let mut harness = with(&[("crank", "20 cm"), ("p1", "2*crank + 5 mm")]);
    let bounds = |harness: &Screen, role: Role, label: &str| {
        harness.get_by_role_and_label(role, label).raw_bounds().unwrap()
    };
    let places = |harness: &Screen| {
        let plain = bounds(harness, Role::CheckBox, "Slider of crank").x0;
        let formula = bounds(harness, Role::CheckBox, "Slider of p1").x0;
        (plain, formula, bounds(harness, Role::TextInput, "p1").width())
    };
    let (plain, formula, width) = places(&harness);
    assert_eq!(plain, formula);
    assert!(width > 120.0, "{width}");
    assert!(harness.query_by_label("= 0.405 m").is_some());
    type_into(&mut harness, "p1", "2*crank + 5 mm + 2 mm");
    assert_eq!(
        places(&harness),
        (plain, formula, width),
        "nothing moves as it is typed"
    );
}
