//! The window in which the selection is mirrored, rotated, scaled or repeated.

use std::f64::consts::TAU;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::{Construction, Intent, PanelEffect};
use tinkertoy::ui::{self, UiOutput};

use super::views::choose;
use super::{click, enter, with_wheel};

type Screen = Harness<'static, super::Desk>;

fn open(harness: &mut Screen) {
    harness.state_mut().panels.kept.folded = ui::Section::ALL.into_iter().collect();
    harness.state_mut().panels.follow(PanelEffect::Construct);
    harness.run_steps(4);
}

fn ring(said: &[UiOutput]) -> (usize, f64) {
    match said {
        [UiOutput::Intend(Intent::Construct(Construction::Ring { count, by, .. }))] => (*count, *by),
        _ => panic!("{said:?}"),
    }
}

#[test]
fn a_ring_is_even_until_an_angle_is_given_and_copies_on_copies_are_told() {
    let (mut harness, _) = with_wheel();
    open(&mut harness);
    choose(&mut harness, 0, "Repeat round a point");
    enter(&mut harness, "How many", "6");
    assert!(harness.query_by_label_contains("lie on each other").is_none());
    let said = click(&mut harness, "Apply");
    assert_eq!(ring(&said), (6, TAU / 6.0));
    enter(&mut harness, "From one to the next", "90");
    enter(&mut harness, "How many", "5");
    let told = "Copies lie on each other: 4 of 5 go round already";
    assert!(harness.query_by_label(told).is_some());
    let said = click(&mut harness, "Apply");
    assert_eq!(ring(&said), (5, TAU / 4.0), "what was typed is kept");
}

#[test]
fn what_cannot_be_done_is_told_in_the_window_and_what_was_used_last_is_there_again() {
    let (mut harness, _) = with_wheel();
    open(&mut harness);
    choose(&mut harness, 0, "Repeat along a line");
    for text in ["0", "-3", "1e9"] {
        enter(&mut harness, "How many", text);
        let told = "Give a number from 2 to 5000";
        assert!(harness.query_by_label_contains(told).is_some(), "{text}");
        harness.press_key(egui::Key::Escape);
        harness.run_steps(3);
        if harness.query_by_label("Apply").is_none() {
            open(&mut harness);
        }
    }
    enter(&mut harness, "How many", "7");
    click(&mut harness, "Close");
    assert!(harness.query_by_label("Apply").is_none());
    open(&mut harness);
    let said = click(&mut harness, "Apply");
    let [UiOutput::Intend(Intent::Construct(Construction::Line { count, .. }))] = &said[..] else {
        panic!("{said:?}")
    };
    assert_eq!(*count, 7);
    // Without a selection a hint stands beside the disabled button.
    let how = tinkertoy::editor::How::Replace;
    let ids = Vec::new();
    let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
    harness.run_steps(3);
    assert!(harness.get_by_label("Apply").is_disabled());
    assert!(harness.query_by_label("Select the parts first").is_some());
}

#[test]
fn a_line_is_level_and_the_rows_of_a_grid_stand_apart_whatever_it_was() {
    let (mut harness, _) = with_wheel();
    open(&mut harness);
    choose(&mut harness, 0, "Repeat along a line");
    let said = click(&mut harness, "Apply");
    let [UiOutput::Intend(Intent::Construct(Construction::Line { by, .. }))] = &said[..] else {
        panic!("{said:?}")
    };
    assert_eq!((by.x, by.y), (1.0, 0.0));
    choose(&mut harness, 0, "Repeat in a grid");
    let said = click(&mut harness, "Apply");
    let [UiOutput::Intend(Intent::Construct(Construction::Grid { by, .. }))] = &said[..] else {
        panic!("{said:?}")
    };
    assert_eq!((by.x, by.y), (1.0, 1.0));
}
