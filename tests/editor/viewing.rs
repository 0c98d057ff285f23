//! The view, keys of the run, and requests to the program.

use tinkertoy::editor::event::{Button, Event, Key, Modifiers};
use tinkertoy::editor::{Action, Effect};
use tinkertoy::math::Vec2;
use tinkertoy::scene::Method;

use super::script::{Script, p, pendulum, two_disks};

fn wheel(script: &mut Script, at: Vec2, notches: f64, modifiers: Modifiers) {
    script.event(Event::Wheel {
        delta: Vec2::new(0.0, notches),
        position: at,
        modifiers,
    });
}

#[test]
fn the_wheel_zooms_at_the_cursor_and_finely_with_shift() {
    let mut script = Script::paused(two_disks());
    let at = Vec2::new(700.0, 150.0);
    let held = script.editor.view().world_from_screen(at);
    let height = script.editor.view().height();
    wheel(&mut script, at, 2.0, Modifiers::NONE);
    assert!(script.editor.view().height() < height);
    assert!(script.editor.view().world_from_screen(at).distance(held) < 1e-9);
    let coarse = height / script.editor.view().height();
    let height = script.editor.view().height();
    wheel(&mut script, at, 2.0, Modifiers::SHIFT);
    assert!(height / script.editor.view().height() < coarse);
}

#[test]
fn right_middle_and_space_pan() {
    for button in [Button::Secondary, Button::Middle, Button::Primary] {
        let mut script = Script::paused(two_disks());
        let space = |script: &mut Script, down: bool| {
            let (key, modifiers, repeat) = (Key::Space, Modifiers::NONE, false);
            script.event(if down {
                Event::KeyPressed {
                    key,
                    modifiers,
                    repeat,
                }
            } else {
                Event::KeyReleased { key, modifiers }
            });
        };
        script.point(p(1.0, 0.0));
        if button == Button::Primary {
            space(&mut script, true);
        }
        script.press_with(button, 1);
        script.drag_on(p(0.0, 0.5));
        let moved = script
            .editor
            .view()
            .world_from_screen(script.editor.view().size() / 2.0);
        script.release();
        if button == Button::Primary {
            space(&mut script, false);
        }
        assert!(moved.distance(p(0.0, 0.0)) > 0.1, "{button:?}");
        assert!(!script.editor.playing(), "a pan is no short press");
        assert_eq!(script.part("right").pose.position, p(1.0, 0.0));
    }
}

#[test]
fn the_world_point_stays_under_a_panning_hand() {
    let mut script = Script::paused(two_disks());
    script.point_screen(Vec2::new(300.0, 300.0));
    let held = script.editor.view().world_from_screen(Vec2::new(300.0, 300.0));
    script.press_with(Button::Middle, 1);
    script.point_screen(Vec2::new(310.0, 290.0));
    script.point_screen(Vec2::new(555.0, 444.0));
    script.release();
    let now = script.editor.view().world_from_screen(Vec2::new(555.0, 444.0));
    assert!(now.distance(held) < 1e-9);
}

#[test]
fn space_and_p_play_and_pause() {
    let mut script = Script::paused(pendulum());
    script.key(Key::Space);
    assert!(script.engine.playing());
    script.letter('P');
    assert!(!script.engine.playing());
}

#[test]
fn steps_go_forward_and_back_bit_for_bit() {
    let mut script = Script::paused(pendulum());
    script.key(Key::Right);
    let one = script.now("bob");
    script.key(Key::Right);
    script.key(Key::Left);
    assert_eq!(script.now("bob"), one);
    script.key(Key::Left);
    assert!(script.editor.at_start());
    assert_eq!(script.now("bob").position, p(1.0, 0.0));
    script.key(Key::Right);
    script.letter('R');
    assert!(script.editor.at_start());
}

#[test]
fn the_method_is_switched_in_mid_run() {
    let mut script = Script::running(pendulum());
    script.run(5);
    for (count, method) in Method::ALL
        .into_iter()
        .cycle()
        .skip(1)
        .take(Method::ALL.len())
        .enumerate()
    {
        script.letter('X');
        assert_eq!(script.engine.run().model().settings.method, method);
        script.run(5);
        assert_eq!(script.engine.run().state().step, 5 * (count as u64 + 2));
    }
}

#[test]
fn fit_shows_the_machine_as_it_is_now() {
    let mut script = Script::running(two_disks());
    script.run(240);
    script.key(Key::Home);
    script.editor.tick(1.0);
    let (low, high) = script.editor.view().visible();
    for name in ["left", "right"] {
        let at = script.now(name).position;
        assert!(
            at.cmpge(low).all() && at.cmple(high).all(),
            "{at} in {low} {high}"
        );
    }
    // Zoomed to the selection alone.
    let height = script.editor.view().height();
    let at = script.now("left").position;
    script.click(at);
    script.letter('F');
    script.editor.tick(1.0);
    assert!(script.editor.view().height() < height);
    assert!(script.editor.view().center().distance(at) < 1e-6);
    script.key(Key::Digit('0'));
    script.editor.tick(1.0);
    assert_eq!(script.editor.view().document_camera(), script.scene().camera);
}

#[test]
fn the_program_is_asked_for_what_the_editor_cannot_do() {
    let mut script = Script::paused(two_disks());
    for (keys, wanted) in [
        ((Modifiers::CTRL, Key::Letter('N')), "New"),
        ((Modifiers::CTRL, Key::Letter('O')), "Open"),
        ((Modifiers::CTRL, Key::Letter('S')), "Save"),
        ((Modifiers::CTRL_SHIFT, Key::Letter('S')), "SaveAs"),
        ((Modifiers::CTRL, Key::Letter('Q')), "Quit"),
        ((Modifiers::CTRL, Key::Letter('V')), "Paste"),
        ((Modifiers::CTRL, Key::Letter('K')), "Panels(Palette)"),
        ((Modifiers::NONE, Key::Slash), "Panels(Palette)"),
        ((Modifiers::NONE, Key::Tab), "Panels(TogglePanels)"),
        ((Modifiers::NONE, Key::Function(1)), "Panels(ToggleHelp)"),
        ((Modifiers::NONE, Key::Function(3)), "Panels(ToggleLab(Timing))"),
        ((Modifiers::NONE, Key::BracketLeft), "Gallery(Previous)"),
        ((Modifiers::NONE, Key::BracketRight), "Gallery(Next)"),
    ] {
        script.chord(keys.0, keys.1);
        let asked = script.asked.pop().expect(wanted);
        assert_eq!(format!("{asked:?}"), wanted);
    }
    script.event(Event::FileDropped { path: "a.ron".into() });
    assert!(matches!(script.asked.pop(), Some(Effect::OpenPath(_))));
}

#[test]
fn what_is_saved_has_the_present_view() {
    let mut script = Script::paused(two_disks());
    script.action(Action::ZoomIn);
    assert_eq!(
        script.editor.document().camera,
        script.editor.view().document_camera()
    );
    assert!(!script.editor.is_modified(), "looking is no change");
}

#[test]
fn another_scene_starts_afresh() {
    let mut script = Script::paused(two_disks());
    script.letter('C');
    script.click(p(0.0, 1.0));
    let effects = script.editor.open(pendulum(), true);
    assert!(matches!(effects[..], [Effect::Run(_)]));
    assert_eq!(script.editor.undo_label(), None);
    assert_eq!(script.editor.tool().id(), "select");
    // The worker still has the former machine: the new one is drawn as built.
    let bob = script.id("bob");
    assert_eq!(script.editor.pose(bob).unwrap().position, p(1.0, 0.0));
}

#[test]
fn a_small_machine_is_opened_as_large_as_its_scene_says() {
    let mut scene = two_disks();
    scene.camera.height = 0.14;
    let script = Script::paused(scene);
    assert!(
        script.editor.view().height() < 0.3,
        "{}",
        script.editor.view().height()
    );
}
