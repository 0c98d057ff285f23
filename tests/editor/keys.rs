//! Changing keys.

use tinkertoy::editor::action::{self, Action};
use tinkertoy::editor::event::{Key, Modifiers};
use tinkertoy::editor::{Chord, Construction, Intent, Keys, Tool};
use tinkertoy::scene::Scene;

use super::script::{Script, p, pendulum};

#[test]
fn a_command_takes_another_key_from_what_had_it() {
    let mut script = Script::paused(Scene::default());
    let (pin, rod) = (Tool::Constraint("pin"), Tool::Constraint("rod"));
    script.intent(Intent::ChooseKey(Some(Action::Tool(pin))));
    script.letter('I');
    assert_eq!(script.editor.tool(), Tool::Select, "the key is chosen, not used");
    assert_eq!(script.notice(), "I does \"Pin\" now, and no longer \"Rod\"");
    script.letter('I');
    assert_eq!(script.editor.tool(), pin);
    script.key(Key::Escape);
    script.letter('J');
    assert_eq!(script.editor.tool(), Tool::Select, "its old key does nothing");
    let keys = script.editor.keys().clone();
    let text = |tool| script.editor.keys_text(Action::Tool(tool));
    assert_eq!((text(pin), text(rod)), ("I".to_owned(), String::new()));
    // Keys are saved as text.
    assert_eq!(Keys::read(&keys.to_texts()), keys);
    // Esc leaves a key unchanged, Backspace restores the default.
    script.intent(Intent::ChooseKey(Some(Action::Tool(pin))));
    script.key(Key::Escape);
    assert_eq!(script.editor.keys(), &keys);
    script.intent(Intent::ChooseKey(Some(Action::Tool(pin))));
    script.key(Key::Backspace);
    script.letter('I');
    assert_eq!(script.editor.tool(), rod);
    // Keys with modifiers.
    script.intent(Intent::ChooseKey(Some(Action::Undo)));
    script.chord(Modifiers::CTRL_SHIFT, Key::Letter('U'));
    assert_eq!(script.editor.keys_text(Action::Undo), "Ctrl+Shift+U");
    // On many keyboards plus needs Shift.
    script.intent(Intent::ChooseKey(Some(Action::Tool(pin))));
    script.chord(Modifiers::SHIFT, Key::Plus);
    script.chord(Modifiers::SHIFT, Key::Plus);
    assert_eq!(script.editor.tool(), pin);
    // Unknown names of commands are skipped.
    let unknown = [("no-such".to_owned(), "I".to_owned())].into();
    assert_eq!(Keys::read(&unknown), Keys::default());
}

#[test]
fn sentences_name_the_keys_in_force() {
    let mut script = Script::paused(pendulum());
    script.intent(Intent::ChooseKey(Some(Action::Reset)));
    script.letter('U');
    script.action(Action::StepForward);
    script.ctrl('A');
    script.intent(Intent::Construct(Construction::Turn {
        at: p(0.0, 0.0),
        by: 1.0,
    }));
    assert!(
        script.notice().contains("Back to the built pose (U)"),
        "{}",
        script.notice()
    );
    script.intent(Intent::ChooseKey(Some(Action::PlayPause)));
    script.letter('U');
    assert_eq!(script.editor.key_text(Action::PlayPause).as_deref(), Some("U"));
    // The command that lost the key has its default again.
    assert_eq!(script.editor.named(Action::Reset), "Back to the built pose (R)");
}

#[test]
fn every_key_of_the_table_is_read_as_it_is_written() {
    let chords = action::table().iter().flat_map(|entry| &entry.keys);
    // Esc cannot be assigned.
    for chord in chords.filter(|it| it.key != Key::Escape) {
        assert_eq!(Chord::read(&chord.to_string()), Some(*chord), "{chord}");
    }
    assert_eq!(Chord::read("Hyper+X"), None);
}
