//! The underlay, a picture to trace over: placed under the machine, scaled by two points whose distance is typed, moved, hidden, removed.

use std::sync::Arc;

use tinkertoy::editor::event::{Event, Key, Modifiers};
use tinkertoy::editor::{Action, Effect, Intent, PanelEffect, Tool, Writing};
use tinkertoy::math::Vec2;
use tinkertoy::raster::{Image, ImageFile};
use tinkertoy::render::draw_list::{DrawList, Shape};
use tinkertoy::render::scene_view::{Layers, Overlay, SceneView, View, draw};
use tinkertoy::render::theme::Theme;
use tinkertoy::scene::{Scene, Underlay, file};

use super::script::{Script, p, two_disks, undo_law};

/// A picture of 40 by 20 pixels in one colour.
pub fn picture(red: u8) -> Arc<ImageFile> {
    let image = Image {
        width: 40,
        height: 20,
        rgba: [red, 90, 60, 255].repeat(800),
    };
    Arc::new(ImageFile::of_image(image).unwrap())
}

fn underlay(script: &Script) -> &Underlay {
    script.editor.scene().underlay.as_ref().unwrap()
}

/// The two points whose distance the user is asked for.
fn asked_for_scale(script: &mut Script) -> (Vec2, Vec2) {
    let asked = script.asked.pop();
    let Some(Effect::Panels(PanelEffect::Write {
        what: Writing::Scale { from, to },
        ..
    })) = asked
    else {
        panic!("{asked:?}");
    };
    (from, to)
}

#[test]
fn two_points_and_their_distance_set_the_scale() {
    let mut script = Script::paused(two_disks());
    let first = file::write(script.editor.scene());
    script.chord(Modifiers::CTRL_SHIFT, Key::Letter('T'));
    assert!(matches!(script.asked.pop(), Some(Effect::ChoosePicture)));
    script.intent(Intent::LayUnder(picture(200)));
    assert_eq!(script.editor.tool(), Tool::Underlay);
    let before = underlay(&script).clone();
    let (low, high) = script.editor.view().visible();
    let inside = (before.half() * 2.0).cmple(high - low).all();
    assert!(inside && before.width > 0.4 * (high.x - low.x), "{before:?}");

    let (a, b) = (before.center + p(-0.3, 0.1), before.center + p(0.5, -0.4));
    script.click(a);
    assert!(script.asked.is_empty());
    script.click(b);
    let (from, to) = asked_for_scale(&mut script);
    assert!(from.distance(a) < 1e-9 && to.distance(b) < 1e-9);
    let text = "2 * 120 mm".to_owned();
    script.intent(Intent::ScaleUnderlay { from, to, text });
    let after = underlay(&script).clone();
    let factor = 0.24 / a.distance(b);
    assert!((after.width - factor * before.width).abs() < 1e-12);
    // Both points of the picture lie at the distance typed.
    let on_picture = |it: &Underlay, world: Vec2| (world - it.center) / it.width;
    assert!(on_picture(&after, a).distance(on_picture(&before, a)) < 1e-9);
    let b_now = a + factor * (b - a);
    assert!(on_picture(&after, b_now).distance(on_picture(&before, b)) < 1e-9);
    assert_eq!(script.editor.tool(), Tool::Select, "to draw over it");
    undo_law(&mut script, &first);
}

#[test]
fn what_cannot_be_a_distance_is_said_and_changes_nothing() {
    let mut script = Script::paused(Scene::default());
    script.intent(Intent::LayUnder(picture(1)));
    let before = underlay(&script).clone();
    for (text, words) in [
        ("abc", "cannot be read"),
        ("0", "more than nothing"),
        ("-3 mm", "more than nothing"),
        ("1e300 km", "width"),
    ] {
        let (from, to) = (p(0.0, 0.0), p(1.0, 0.0));
        let text = text.to_owned();
        script.intent(Intent::ScaleUnderlay { from, to, text });
        let said = &script.editor.notices().last().unwrap().text;
        assert!(said.contains(words), "{said}");
        assert_eq!(*underlay(&script), before);
    }
    let at = before.center;
    script.click(at);
    script.click(at);
    assert!(
        script
            .asked
            .iter()
            .all(|it| !matches!(it, Effect::Panels(PanelEffect::Write { .. })))
    );
}

#[test]
fn it_is_dragged_faded_hidden_exchanged_and_removed_and_the_run_knows_nothing_of_it() {
    let mut script = Script::running(two_disks());
    let first = file::write(script.editor.scene());
    script.sent.clear();
    script.intent(Intent::LayUnder(picture(200)));
    let laid = underlay(&script).clone();
    script.drag(laid.center, laid.center + p(0.7, -0.2));
    assert!(underlay(&script).center.distance(laid.center + p(0.7, -0.2)) < 1e-9);
    script.held = Modifiers::SHIFT;
    script.drag(laid.center, laid.center + p(0.5, 0.1));
    script.held = Modifiers::NONE;
    assert!(
        (underlay(&script).center.y - laid.center.y + 0.2).abs() < 1e-9,
        "along an axis"
    );
    // A cancelled drag leaves it in place.
    let place = underlay(&script).center;
    script.press(place);
    script.drag_on(place + p(1.0, 1.0));
    assert_ne!(script.editor.shown_underlay().unwrap().center, place);
    script.key(Key::Escape);
    script.release();
    assert_eq!(script.editor.shown_underlay().unwrap().center, place);

    for (opacity, done) in [(0.4, false), (0.3, false), (0.2, true)] {
        let underlay = Some(Underlay {
            opacity,
            ..underlay(&script).clone()
        });
        script.intent(Intent::SetUnderlay { underlay, done });
    }
    script.action(Action::Undo);
    assert_eq!(underlay(&script).opacity, Underlay::USUAL_OPACITY, "one step");
    script.action(Action::Redo);
    script.action(Action::ToggleUnderlay);
    assert!(underlay(&script).hidden);
    script.intent(Intent::LayUnder(picture(9)));
    assert!(!underlay(&script).hidden && *underlay(&script).file == *picture(9));
    assert_eq!(underlay(&script).width, laid.width);
    script.action(Action::RemoveUnderlay);
    assert_eq!(script.editor.scene().underlay, None);
    assert_eq!(script.editor.tool(), Tool::Select, "there is nothing to move");
    assert!(script.sent.is_empty(), "{:?}", script.sent);
    undo_law(&mut script, &first);
}

#[test]
fn over_an_empty_canvas_the_view_goes_along_with_the_scale() {
    let mut script = Script::paused(Scene::default());
    script.intent(Intent::LayUnder(picture(200)));
    let (low, high) = (
        underlay(&script).center - underlay(&script).half(),
        underlay(&script).center + underlay(&script).half(),
    );
    let corners = |script: &Script| {
        let it = underlay(script);
        [-1.0, 1.0].map(|way| {
            script
                .editor
                .view()
                .screen_from_world(it.center + way * it.half())
        })
    };
    let before = corners(&script);
    let (from, to, text) = (low, high, "3 cm".to_owned());
    script.intent(Intent::ScaleUnderlay { from, to, text });
    script.editor.tick(1.0);
    let after = corners(&script);
    assert!(script.editor.view().height() < 0.1);
    script.ctrl('Z');
    script.editor.tick(1.0);
    let undone = corners(&script);
    for (a, b) in before
        .into_iter()
        .chain(before)
        .zip(after.into_iter().chain(undone))
    {
        assert!(a.distance(b) < 1e-6, "{a} {b}");
    }
}

#[test]
fn a_dropped_or_pasted_picture_is_one_to_trace_over() {
    let mut script = Script::paused(Scene::default());
    for name in ["leg.PNG", "a/photo.jpg", "b.jpeg"] {
        script.event(Event::FileDropped { path: name.into() });
        assert!(
            matches!(script.asked.pop(), Some(Effect::ReadPicture(_))),
            "{name}"
        );
    }
    let image = Arc::new(Image {
        width: 1,
        height: 1,
        rgba: vec![0; 4],
    });
    script.event(Event::PastedPicture(image));
    assert!(matches!(script.asked.pop(), Some(Effect::TakePicture(_))));
}

#[test]
fn it_lies_under_the_machine_and_is_framed_in_hand_only() {
    let mut script = Script::paused(two_disks());
    script.intent(Intent::LayUnder(picture(200)));
    let shapes = |script: &Script| {
        let overlay = Overlay::of(&script.editor, Vec::new());
        let view = script.editor.view();
        let mut out = DrawList::new();
        let input = SceneView {
            scene: script.editor.scene(),
            run: None,
            view: View::new(view.center(), view.pixels_per_metre(), view.size()),
            theme: &Theme::light(),
            traces: None,
            layers: Layers::default(),
            overlay: &overlay,
        };
        draw(&input, &mut out);
        out.shapes
    };
    let at = |shapes: &[Shape]| shapes.iter().position(|it| matches!(it, Shape::Image(_)));
    let in_hand = shapes(&script);
    assert_eq!(at(&in_hand), Some(1), "over the paper alone");
    script.key(Key::Escape);
    let left = shapes(&script);
    assert_eq!(at(&left), Some(1));
    assert_eq!(left.len() + 1, in_hand.len(), "without its frame");
    script.action(Action::ToggleUnderlay);
    assert_eq!(at(&shapes(&script)), None);
}

#[test]
fn parts_drawn_over_a_small_picture_are_as_slender_as_over_a_large_one() {
    let mut script = Script::paused(Scene::default());
    let drawn = |script: &mut Script, length: f64| {
        script.letter('L');
        script.drag(p(0.0, 0.0), p(length, 0.0));
        let found = script.editor.scene().parts().last().unwrap().1.shape.clone();
        match found {
            tinkertoy::bodies::Shape::Bar(bar) => bar,
            other => panic!("{other:?}"),
        }
    };
    let usual = drawn(&mut script, 1.0);
    script.action(Action::Undo);
    script.intent(Intent::LayUnder(picture(200)));
    let (from, to) = (p(0.0, 0.0), p(1.0, 0.0));
    let text = "80 mm".to_owned();
    script.intent(Intent::ScaleUnderlay { from, to, text });
    script.editor.tick(1.0);
    let small = drawn(&mut script, 0.08);
    let share = small.width / usual.width;
    assert!((0.02..=0.2).contains(&share), "{small:?}");
    assert!((small.length - 0.08).abs() < 1e-3);
}
