//! Event sequences of the window library as observed, and the events they should give.

use super::*;
use crate::editor::event::Key;
use glam::dvec2;

const NONE: KeyMods = KeyMods {
    shift: false,
    ctrl: false,
    alt: false,
    logo: false,
};
const CTRL: KeyMods = KeyMods { ctrl: true, ..NONE };

fn up(_: MouseButton) -> bool {
    false
}

#[test]
fn positions_are_points_and_clicks_are_counted() {
    let mut translator = Translator::default();
    let click = [
        Raw::Down(MouseButton::Left, dvec2(20.0, 40.0)),
        Raw::Up(MouseButton::Left, dvec2(22.0, 40.0)),
    ];
    let counts: Vec<u8> = [0.0, 0.2, 0.5, 2.0]
        .into_iter()
        .map(|now| {
            let events = translator.translate(&click, 2.0, now, &up);
            match events.as_slice() {
                [
                    Event::PointerPressed {
                        button: Button::Primary,
                        position,
                        click_count,
                        ..
                    },
                    Event::PointerReleased {
                        click_count: released,
                        ..
                    },
                ] => {
                    assert_eq!(*position, dvec2(10.0, 20.0));
                    assert_eq!(click_count, released);
                    *click_count
                }
                other => unreachable!("{other:?}"),
            }
        })
        .collect();
    assert_eq!(counts, [1, 2, 3, 1]);
}

#[test]
fn a_drag_survives_leaving_and_entering_the_window() {
    let mut translator = Translator::default();
    translator.translate(&[Raw::Down(MouseButton::Left, dvec2(5.0, 5.0))], 1.0, 0.0, &up);
    // The pointer enters with the button held: the library reports a release, yet considers the button down.
    let said = [
        Raw::Up(MouseButton::Left, dvec2(0.0, 5.0)),
        Raw::Motion(dvec2(3.0, 5.0)),
    ];
    let events = translator.translate(&said, 1.0, 0.1, &|_| true);
    assert!(
        matches!(events.as_slice(), [Event::PointerMoved { .. }]),
        "{events:?}"
    );
    let events = translator.translate(&[Raw::Up(MouseButton::Left, dvec2(3.0, 5.0))], 1.0, 0.2, &up);
    assert!(
        matches!(events.as_slice(), [Event::PointerReleased { .. }]),
        "{events:?}"
    );
    // Entering without a button held is reported as a release of an unknown button.
    assert!(
        translator
            .translate(&[Raw::Up(MouseButton::Unknown, dvec2(0.0, 5.0))], 1.0, 0.3, &up)
            .is_empty()
    );
}

#[test]
fn two_clicks_within_a_frame_stay_two() {
    let mut translator = Translator::default();
    let p = dvec2(5.0, 5.0);
    let said = [
        Raw::Down(MouseButton::Left, p),
        Raw::Up(MouseButton::Left, p),
        Raw::Down(MouseButton::Left, p),
    ];
    let events = translator.translate(&said, 1.0, 0.0, &|_| true);
    assert_eq!(events.len(), 3, "{events:?}");
}

#[test]
fn modifiers_are_those_after_the_key() {
    let mut translator = Translator::default();
    let said = [
        Raw::KeyDown(KeyCode::LeftControl, NONE, false),
        Raw::Character('s', CTRL, false),
        Raw::KeyDown(KeyCode::S, CTRL, false),
        Raw::KeyUp(KeyCode::S, CTRL),
        Raw::KeyUp(KeyCode::LeftControl, CTRL),
        Raw::Character('a', NONE, false),
        Raw::Down(MouseButton::Left, dvec2(1.0, 1.0)),
    ];
    let events = translator.translate(&said, 1.0, 0.0, &up);
    let key = Key::Letter('S');
    assert_eq!(
        events,
        [
            Event::KeyPressed {
                key,
                modifiers: Modifiers::CTRL,
                repeat: false
            },
            Event::KeyReleased {
                key,
                modifiers: Modifiers::CTRL
            },
            Event::Text("a".to_string()),
            Event::PointerPressed {
                button: Button::Primary,
                position: dvec2(1.0, 1.0),
                modifiers: Modifiers::NONE,
                click_count: 1
            },
        ]
    );
}

#[test]
fn signs_are_known_by_what_they_print() {
    let mut translator = Translator::default();
    let shift = KeyMods { shift: true, ..NONE };
    let said = [
        Raw::Character('/', shift, false),
        Raw::KeyDown(KeyCode::Key7, shift, false),
    ];
    let events = translator.translate(&said, 1.0, 0.0, &up);
    assert_eq!(
        events,
        [
            Event::KeyPressed {
                key: Key::Slash,
                modifiers: Modifiers::SHIFT,
                repeat: false
            },
            Event::Text("/".to_string()),
        ]
    );
}

#[test]
fn losing_the_keyboard_lets_go_of_everything() {
    let mut translator = Translator::default();
    let said = [
        Raw::KeyDown(KeyCode::LeftControl, NONE, false),
        Raw::Down(MouseButton::Left, dvec2(4.0, 4.0)),
        Raw::FocusLost,
        Raw::Up(MouseButton::Left, dvec2(9.0, 9.0)),
    ];
    let events = translator.translate(&said, 1.0, 0.0, &up);
    assert!(
        matches!(
            events.as_slice(),
            [
                Event::PointerPressed { .. },
                Event::FocusLost,
                Event::PointerReleased {
                    modifiers: Modifiers::NONE,
                    ..
                }
            ]
        ),
        "{events:?}"
    );
    assert_eq!(translator.modifiers(), Modifiers::NONE);
}

#[test]
fn a_wheel_notch_is_one_whatever_the_unit() {
    let mut translator = Translator::default();
    for raw in [1.0, 120.0] {
        let events = translator.translate(&[Raw::Wheel(dvec2(0.0, raw))], 1.0, 0.0, &up);
        assert!(
            matches!(events.as_slice(), [Event::Wheel { delta, .. }] if delta.y == 1.0),
            "{events:?}"
        );
    }
}
