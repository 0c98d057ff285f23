//! Selecting, deleting and copying.

use tinkertoy::editor::event::{Button, Event, Key, Modifiers};
use tinkertoy::editor::{Action, Effect, How, Intent, PanelEffect};
use tinkertoy::math::Vec2;

use super::script::{Script, p, pendulum, two_disks};

#[test]
fn a_click_selects_and_shift_adds_and_takes_away() {
    let mut script = Script::paused(two_disks());
    script.click(p(-1.0, 0.1));
    assert_eq!(script.selected(), ["left"]);
    script.held = Modifiers::SHIFT;
    script.click(p(1.0, 0.1));
    assert_eq!(script.selected(), ["left", "right"]);
    script.click(p(-1.0, 0.1));
    assert_eq!(script.selected(), ["right"]);
    script.held = Modifiers::NONE;
    script.click(p(0.0, 2.0));
    assert!(script.selected().is_empty());
}

#[test]
fn a_rectangle_selects_what_is_in_it() {
    let mut script = Script::paused(pendulum());
    script.press(p(-0.5, 1.0));
    script.drag_on(p(1.5, -1.0));
    let (a, b) = script.editor.feedback().marquee.unwrap();
    assert!(a.distance(p(-0.5, 1.0)) < 1e-9 && b.distance(p(1.5, -1.0)) < 1e-9);
    script.release();
    assert_eq!(script.selected(), ["bar", "bob", "hinge", "hold"]);
    script.drag(p(0.9, 1.0), p(1.5, -1.0));
    assert_eq!(script.selected(), ["bob", "hold"]);
    script.held = Modifiers::SHIFT;
    script.drag(p(-0.5, 0.5), p(0.2, -0.5));
    assert_eq!(script.selected(), ["bob", "hold", "hinge"]);
}

#[test]
fn escape_goes_from_gesture_to_tool_to_selection() {
    let mut script = Script::paused(two_disks());
    script.ctrl('A');
    script.letter('I');
    script.press(p(-1.0, 0.0));
    script.drag_on(p(0.0, 0.0));
    script.key(Key::Escape);
    assert_eq!(script.editor.tool().id(), "rod");
    script.release();
    script.key(Key::Escape);
    assert_eq!(script.editor.tool().id(), "select");
    assert_eq!(script.selected().len(), 2);
    script.key(Key::Escape);
    assert!(script.selected().is_empty());
    script.key(Key::Escape);
    assert!(script.asked.is_empty(), "it never quits");
}

#[test]
fn a_joint_on_a_part_can_be_selected() {
    let mut script = Script::paused(pendulum());
    script.click(p(0.0, 0.0));
    assert_eq!(script.selected(), ["hinge"]);
}

#[test]
fn deleting_a_part_takes_its_joints_along_and_undo_brings_all_back() {
    let mut script = Script::paused(pendulum());
    let before = script.items();
    script.click(p(0.4, 0.0));
    assert_eq!(script.selected(), ["bar"]);
    script.key(Key::Backspace);
    assert_eq!(script.names(), ["bob"]);
    assert!(script.selected().is_empty());
    script.ctrl('Z');
    assert_eq!(script.items(), before);
}

#[test]
fn a_copy_brings_along_what_holds_it_together() {
    let mut script = Script::paused(pendulum());
    let ids = vec![script.id("bar"), script.id("bob")];
    script.intent(Intent::Select {
        ids,
        how: How::Replace,
    });
    script.ctrl('D');
    assert_eq!(
        script.names(),
        ["bar", "bob", "hinge", "hold", "bar 2", "bob 2", "hold 2"],
        "not the hinge, which was not selected"
    );
    let hold = script.constraint("hold 2");
    assert_eq!(hold.ends[0].part, Some(script.id("bar 2")));
    assert_eq!(hold.ends[1].part, Some(script.id("bob 2")));
    assert_eq!(script.selected(), ["bar 2", "bob 2", "hold 2"]);
    assert!(script.drift() < 1e-12);
    script.ctrl('Z');
    assert_eq!(script.names().len(), 4);
    script.ctrl('A');
    script.ctrl('D');
    assert_eq!(script.names().len(), 8);
    assert!(script.constraint("hinge 2").ends[0].at.distance(p(0.0, 0.0)) > 0.01);
    assert!(script.drift() < 1e-12);
}

#[test]
fn arrows_nudge_by_a_cell_of_the_grid() {
    let mut script = Script::paused(two_disks());
    script.click(p(1.0, 0.0));
    let step = script.editor.grid_step();
    script.key(Key::Right);
    script.key(Key::Up);
    let at = script.part("right").pose.position;
    assert!(at.distance(p(1.0 + step, step)) < 1e-12);
    script.ctrl('Z');
    script.ctrl('Z');
    assert_eq!(script.part("right").pose.position, p(1.0, 0.0));
}

#[test]
fn a_right_click_asks_for_the_menu_of_what_is_there() {
    let mut script = Script::paused(two_disks());
    script.point(p(1.0, 0.0));
    script.press_with(Button::Secondary, 1);
    script.release();
    let Some(Effect::Panels(PanelEffect::ContextMenu { at, item, by_key })) = script.asked.pop() else {
        panic!()
    };
    assert_eq!((item, by_key), (Some(script.id("right")), false));
    assert!(at.distance(script.editor.view().screen_from_world(p(1.0, 0.0))) < 1e-9);
    assert_eq!(script.selected(), ["right"]);
    // A drag with the secondary button pans, and opens no menu.
    script.press_with(Button::Secondary, 1);
    script.point_screen(Vec2::new(10.0, 10.0));
    script.release();
    assert!(script.asked.is_empty());
}

#[test]
fn the_menu_is_asked_for_by_keys_where_the_selection_is() {
    let mut script = Script::paused(two_disks());
    let asked = |script: &mut Script, modifiers, key| {
        script.chord(modifiers, key);
        match script.asked.pop() {
            Some(Effect::Panels(PanelEffect::ContextMenu {
                at,
                item,
                by_key: true,
            })) => (at, item),
            other => panic!("{other:?}"),
        }
    };
    let (low, high) = script.editor.view().canvas();
    let (at, item) = asked(&mut script, Modifiers::NONE, Key::Menu);
    assert_eq!((at, item), (0.5 * (low + high), None), "of the canvas");
    script.click(p(1.0, 0.0));
    let right = Some(script.id("right"));
    let (at, item) = asked(&mut script, Modifiers::SHIFT, Key::Function(10));
    assert!(at.distance(script.editor.view().screen_from_world(p(1.0, 0.0))) < 1e-9);
    assert_eq!(item, right);
    // With the selection out of view, the menu opens at the edge of the view.
    script.zoomed(40.0, 1.0);
    let (at, item) = asked(&mut script, Modifiers::NONE, Key::Menu);
    assert_eq!(item, right);
    assert_eq!(at, at.clamp(low, high));
}

#[test]
fn a_double_click_asks_for_the_inspector() {
    let mut script = Script::paused(two_disks());
    script.click(p(1.0, 0.0));
    script.press_with(Button::Primary, 2);
    script.release();
    assert!(
        matches!(script.asked[..], [Effect::Panels(PanelEffect::Inspect(id))] if id == script.id("right"))
    );
}

#[test]
fn a_list_can_point_at_an_item() {
    let mut script = Script::paused(two_disks());
    let id = script.id("left");
    script.intent(Intent::Hover(Some(id)));
    assert_eq!(script.editor.feedback().hover, Some(id));
    script.action(Action::Delete);
    script.intent(Intent::Hover(None));
    assert_eq!(script.editor.feedback().hover, None);
}

#[test]
fn copies_go_over_the_clipboard_as_scene_text() {
    let mut script = Script::paused(pendulum());
    script.ctrl('A');
    script.ctrl('C');
    let Some(Effect::Clipboard(text)) = script.asked.pop() else {
        panic!()
    };
    assert!(text.contains("hinge") && text.contains("version"));
    // Pasted into the same scene: under new names, at the pointer.
    script.point(p(0.5, 1.0));
    script.event(Event::Pasted(text.clone()));
    assert_eq!(script.names().len(), 8);
    assert!(script.part("bob 2").pose.position.distance(p(1.0, 1.0)) < 1.5 * script.editor.grid_step());
    assert!(script.drift() < 1e-12);
    assert_eq!(script.selected().len(), 4);
    // A second paste does not cover the first.
    script.event(Event::Pasted(text.clone()));
    let (one, other) = (script.part("bob 2").pose, script.part("bob 3").pose);
    assert!(one.position.distance(other.position) > script.editor.grid_step());
    script.ctrl('Z');
    script.ctrl('Z');
    assert_eq!(script.names().len(), 4);
    // Pasted into another scene: under the original names.
    let mut other = Script::paused(two_disks());
    other.event(Event::Pasted(text));
    assert_eq!(other.names(), ["left", "right", "bar", "bob", "hinge", "hold"]);
    // Cutting deletes the copied items.
    script.ctrl('A');
    script.ctrl('X');
    assert!(script.scene().is_empty());
    assert!(matches!(script.asked.pop(), Some(Effect::Clipboard(_))));
}

#[test]
fn other_text_is_not_pasted() {
    let mut script = Script::paused(pendulum());
    for (text, sentence) in [
        ("Dear Sir or Madam", "no scene text"),
        ("", "The clipboard is empty"),
        ("(version: 1, parts: [", "clipboard:"),
        ("(version: 1)", "empty"),
    ] {
        script.event(Event::Pasted(text.to_owned()));
        assert!(script.notice().contains(sentence), "{}", script.notice());
    }
    assert_eq!(script.editor.undo_label(), None);
    // A joint alone is not copied: it has no part to hold on to.
    script.click(p(0.0, 0.0));
    script.ctrl('C');
    assert!(script.asked.is_empty());
}

#[test]
fn a_second_click_on_a_joint_means_the_part_under_it() {
    let mut script = Script::paused(pendulum());
    script.click(p(0.0, 0.0));
    assert_eq!(script.selected(), ["hinge"]);
    script.click(p(0.0, 0.0));
    assert_eq!(script.selected(), ["bar"]);
}

#[test]
fn a_whole_scene_is_pasted_as_its_parts_and_offered_as_a_scene() {
    let mut script = Script::paused(two_disks());
    let offered = |script: &Script| script.editor.notices().iter().find_map(|it| it.offer);
    // Parts with the same settings are pasted without a notice.
    let mut pasted = two_disks();
    script.event(Event::Pasted(tinkertoy::scene::file::write(&pasted)));
    assert_eq!(script.scene().parts().count(), 4);
    assert_eq!(offered(&script), None);
    pasted.info.title = "Two of them".into();
    script.event(Event::Pasted(tinkertoy::scene::file::write(&pasted)));
    assert_eq!(script.scene().parts().count(), 6);
    assert_eq!(offered(&script), Some(Action::NewFromClipboard));
    assert!(script.notice().contains("\"Two of them\""), "{}", script.notice());
    // Under other settings the pasted parts move differently, and a new scene is offered.
    let mut script = Script::paused(two_disks());
    pasted.info.title.clear();
    pasted.settings.gravity = p(0.0, -1.62);
    script.event(Event::Pasted(tinkertoy::scene::file::write(&pasted)));
    assert_eq!(offered(&script), Some(Action::NewFromClipboard));
    assert_ne!(script.scene().settings.gravity, pasted.settings.gravity);
}
