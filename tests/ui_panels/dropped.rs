//! The question after a point is dropped on a part.

use egui_kittest::kittest::Queryable;
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::editor::event::{Button, Event, Modifiers};
use tinkertoy::math::Vec2;

use super::{Desk, click, crank, harness};

/// The loose arm of the crank, dropped with its end on the rim of the wheel.
fn dropped() -> Desk {
    let mut desk = Desk::new(crank().0);
    let modifiers = Modifiers::NONE;
    let size = Vec2::new(1280.0, 800.0);
    let _ = desk.editor.handle(&Event::Resized { size, scale: 1.0 });
    let place = |x: f64, y: f64| desk.editor.view().screen_from_world(Vec2::new(x, y));
    let [from, to] = [place(1.0, 0.0), place(0.1, 0.17)];
    let (button, click_count) = (Button::Primary, 1);
    for event in [
        Event::PointerPressed {
            button,
            position: from,
            modifiers,
            click_count,
        },
        Event::PointerMoved {
            position: from.lerp(to, 0.5),
            modifiers,
        },
        Event::PointerReleased {
            button,
            position: to,
            modifiers,
            click_count,
        },
    ] {
        let _ = desk.editor.handle(&event);
    }
    assert!(desk.editor.dropped().is_some());
    desk
}

#[test]
fn a_dropped_point_is_asked_about_beside_it() {
    let mut harness = harness(dropped());
    let before = harness.state().editor.scene().constraints().count();
    assert!(harness.query_by_label_contains("Let it slide along").is_some());
    let in_front = |layer: &egui::LayerId| layer.order == egui::Order::Foreground;
    let takes_keys = harness
        .ctx
        .memory(|it| it.areas().visible_layer_ids().iter().any(in_front));
    assert!(!takes_keys, "its keys are the canvas's");
    click(&mut harness, "Pin it here");
    let scene = harness.state().editor.scene();
    let last = scene.constraints().last().unwrap().1;
    assert!(scene.constraints().count() == before + 1 && matches!(last.kind, ConstraintKind::Pin(_)));
    assert!(harness.query_by_label_contains("Let it slide along").is_none());
}
