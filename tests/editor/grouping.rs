//! Groups, locked and hidden parts: their behaviour under the pointer, in files and with undo.

use tinkertoy::bodies::{Disk, Shape};
use tinkertoy::editor::action::Action;
use tinkertoy::editor::event::{Button, Key, Modifiers};
use tinkertoy::editor::{Effect, Intent, Tool};
use tinkertoy::math::Pose;
use tinkertoy::scene::{Part, Scene, file};

use super::script::{Script, p, pendulum, text, three_disks, two_disks, undo_law};

#[test]
fn a_group_is_selected_moved_copied_and_taken_apart_as_one() {
    let mut script = Script::paused(three_disks());
    script.zoomed(1.4, 2.0);
    let first = text(&script);
    script.held = Modifiers::SHIFT;
    script.click(p(-1.0, 0.0));
    script.click(p(1.0, 0.0));
    script.held = Modifiers::NONE;
    script.ctrl('G');
    script.click(p(0.0, -1.5));
    assert_eq!(script.selected(), ["below"]);
    script.click(p(-1.0, 0.0));
    assert_eq!(script.selected(), ["left", "right"]);
    // One part of a group: by Alt, or by a double click.
    script.held = Modifiers::ALT;
    script.click(p(1.0, 0.0));
    assert_eq!(script.selected(), ["right"]);
    script.held = Modifiers::NONE;
    script.key(Key::Escape);
    script.point(p(-1.0, 0.0));
    script.press_with(Button::Primary, 2);
    script.release();
    assert_eq!(script.selected(), ["left"]);
    // A rectangle over one part selects both; Shift deselects both.
    script.key(Key::Escape);
    script.drag(p(-1.6, 0.6), p(-0.4, -0.5));
    assert_eq!(script.selected(), ["left", "right"]);
    script.held = Modifiers::SHIFT;
    script.click(p(1.0, 0.0));
    assert_eq!(script.selected(), [""; 0]);
    script.held = Modifiers::NONE;
    // A drag by one part moves both.
    script.drag(p(-1.0, 0.0), p(-1.0, 0.5));
    for name in ["left", "right"] {
        assert!(
            (script.part(name).pose.position.y - 0.5).abs() < 1e-9,
            "{name} stayed"
        );
    }
    assert_eq!(script.part("below").pose.position.y, -1.5);
    script.ctrl('D');
    let group = |script: &Script, name: &str| script.part(name).handling.group;
    assert_eq!(group(&script, "left 2").as_deref(), Some("group 2"));
    assert_eq!(group(&script, "right 2"), group(&script, "left 2"));
    assert_eq!(group(&script, "left").as_deref(), Some("group"));
    // A copy of a single part is in no group.
    script.held = Modifiers::ALT;
    script.click(p(-1.25, 0.75));
    script.held = Modifiers::NONE;
    script.ctrl('D');
    assert_eq!(group(&script, "left 3"), None);
    script.click(p(-1.25, 0.75));
    script.chord(Modifiers::CTRL_SHIFT, Key::Letter('G'));
    assert_eq!((group(&script, "left"), group(&script, "right")), (None, None));
    assert!(
        group(&script, "left 2").is_some(),
        "another group is another group"
    );
    undo_law(&mut script, &first);
}

#[test]
fn joints_within_a_group_belong_to_it_and_the_clipboard_keeps_it() {
    let mut script = Script::paused(pendulum());
    script.action(Action::SelectAll);
    script.ctrl('G');
    script.key(Key::Escape);
    script.click(p(0.5, 0.0));
    let mut selected = script.selected();
    selected.sort();
    assert_eq!(selected, ["bar", "bob", "hinge", "hold"]);
    script.ctrl('C');
    let copied = script.asked.iter().rev().find_map(|effect| match effect {
        Effect::Clipboard(text) => Some(text.clone()),
        _ => None,
    });
    script.key(Key::Escape);
    script.point(p(0.0, 1.5));
    script.event(tinkertoy::editor::event::Event::Pasted(copied.unwrap()));
    let group = |name: &str| script.part(name).handling.group;
    assert_eq!(group("bar 2").as_deref(), Some("group 2"));
    assert_eq!(group("bob 2"), group("bar 2"));
}

#[test]
fn what_is_locked_is_left_alone_by_the_hand_until_it_is_unlocked() {
    let mut script = Script::paused(two_disks());
    let first = text(&script);
    script.click(p(-1.0, 0.0));
    script.ctrl('L');
    assert_eq!(script.selected(), [""; 0]);
    script.click(p(-1.0, 0.0));
    assert_eq!(script.selected(), [""; 0], "it was clicked");
    script.drag(p(-1.0, 0.0), p(-1.0, 1.0));
    assert_eq!(script.part("left").pose.position, p(-1.0, 0.0));
    script.action(Action::SelectAll);
    assert_eq!(script.selected(), ["right"]);
    script.drag(p(-2.0, 1.0), p(2.0, -1.0));
    assert_eq!(script.selected(), ["right"], "a rectangle took it");
    // The list can select it all the same; a drag moves only the other part.
    let left = script.id("left");
    script.intent(Intent::Select {
        ids: vec![left],
        how: tinkertoy::editor::How::Add,
    });
    assert_eq!(script.selected(), ["right", "left"]);
    script.drag(p(1.0, 0.0), p(1.0, 0.5));
    assert_eq!(script.part("left").pose.position, p(-1.0, 0.0));
    assert!((script.part("right").pose.position.y - 0.5).abs() < 1e-9);
    // Nor in a run.
    script.key(Key::Space);
    script.press(p(-1.0, 0.0));
    script.drag_on(p(-1.0, 1.0));
    assert!(!script.sent.contains(&"hand"), "the hand took it");
    script.release();
    script.key(Key::Space);
    script.letter('R');
    script.chord(Modifiers::CTRL_SHIFT, Key::Letter('L'));
    script.click(p(-1.0, 0.0));
    assert_eq!(script.selected(), ["left"]);
    undo_law(&mut script, &first);
}

#[test]
fn what_is_hidden_is_neither_drawn_nor_met_and_simulated_all_the_same() {
    let mut script = Script::paused(pendulum());
    let first = text(&script);
    let drawn = |script: &Script| super::script::picture(&script.editor, script.scene());
    let before = drawn(&script);
    script.click(p(0.25, 0.0));
    script.ctrl('H');
    assert_eq!(script.selected(), [""; 0]);
    assert_eq!(script.scene().hidden_parts(), 1);
    let after = drawn(&script);
    assert!(after < before, "{after} shapes, {before} before");
    let scene = script.scene();
    let hidden = |name: &str| scene.is_hidden(script.id(name));
    // A pin between a hidden part and the ground is hidden with it; a pin on a visible part is not.
    assert!(hidden("bar") && hidden("hinge") && !hidden("hold") && !hidden("bob"));
    script.click(p(0.25, 0.0));
    assert_eq!(script.selected(), [""; 0], "it was clicked");
    script.tool(Tool::Constraint("pin"));
    script.point(p(-0.0, 0.3));
    script.tool(Tool::Select);
    let bob = script.now("bob").position;
    script.key(Key::Space);
    script.run(60);
    assert!(
        script.now("bob").position.y < bob.y - 0.01,
        "it hangs on what is hidden"
    );
    let at = script.now("bob").position;
    assert!((at.length() - 1.0).abs() < 1e-6);
    script.key(Key::Space);
    script.letter('R');
    script.chord(Modifiers::CTRL_SHIFT, Key::Letter('H'));
    assert_eq!(script.scene().hidden_parts(), 0);
    assert_eq!(drawn(&script), before);
    undo_law(&mut script, &first);
}

#[test]
fn handling_is_no_matter_of_the_run() {
    let mut script = Script::running(pendulum());
    script.run(30);
    let (sent, bar) = (script.sent.len(), script.id("bar"));
    let at = script.now("bob");
    let ids = vec![bar];
    script.intent(Intent::SetHidden { ids, hidden: true });
    let ids = vec![bar];
    script.intent(Intent::SetLocked { ids, locked: true });
    assert_eq!(script.now("bob"), at);
    assert!(
        !script.sent[sent..].contains(&"scene"),
        "the run was compiled anew"
    );
}

#[test]
fn older_files_have_no_groups_and_files_with_them_are_read_back() {
    let mut scene = Scene::default();
    let shape = Shape::Disk(Disk { radius: 0.3 });
    scene.add(Part::new("a", shape, Pose::default()));
    let plain = file::write(&scene);
    assert!(!plain.contains("group") && !plain.contains("locked") && !plain.contains("hidden"));
    let marks = "\"a\", group: \"leg\", locked: true, hidden: true,";
    let marked = plain.replacen("\"a\",", marks, 1);
    let read = file::read(&marked, "t").unwrap();
    let (_, part) = read.parts().next().unwrap();
    assert_eq!(part.handling.group.as_deref(), Some("leg"));
    assert!(part.handling.locked && part.handling.hidden);
    let nameless = plain.replacen("\"a\",", "\"a\", group: \" \",", 1);
    let refused = file::read(&nameless, "t").unwrap_err().to_string();
    assert!(refused.contains("group"), "{refused}");
}
