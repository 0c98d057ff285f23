//! Tools operated by keys alone: arrows move the pointer over the canvas, Enter clicks.

use tinkertoy::editor::Tool;
use tinkertoy::editor::event::{Key, Modifiers};
use tinkertoy::scene::Scene;

use crate::script::{Script, text, undo_law};

#[test]
fn a_pendulum_is_built_without_a_mouse() {
    let mut script = Script::paused(Scene::default());
    let first = text(&script);
    script.letter('L');
    script.key(Key::Enter);
    assert_eq!(script.scene().parts().count(), 1, "{}", script.notice());
    let (bar, part) = script.scene().parts().next().unwrap();
    let (from, _) = part.shape.ends().unwrap();
    let (pose, end) = (part.pose, part.pose.point(from));
    script.letter('J');
    let step = script.editor.grid_step();
    let steps = ((pose.position.x - end.x) / step).round() as usize;
    for _ in 0..steps {
        script.key(Key::Left);
    }
    script.key(Key::Enter);
    assert_eq!(script.scene().constraints().count(), 1, "{}", script.notice());
    let (_, pin) = script.scene().constraints().next().unwrap();
    assert!(pin.ends.iter().any(|it| it.part == Some(bar)));
    assert!(pin.ends.iter().any(|it| it.part.is_none()));
    undo_law(&mut script, &first);
}

#[test]
fn arrows_go_from_line_to_line_of_the_grid_and_finer_with_shift() {
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("particle"));
    let step = script.editor.grid_step();
    for key in [Key::Right, Key::Right, Key::Up] {
        script.key(key);
    }
    script.chord(Modifiers::SHIFT, Key::Down);
    script.key(Key::Enter);
    let (_, part) = script.scene().parts().next().unwrap();
    let at = part.pose.position / step;
    // The part may snap to the grid when it is placed.
    assert!((at.x - at.x.round()).abs() < 1e-9 && at.y < 1.0 + 1e-9, "{at}");
    // Without a tool the arrows have their usual function.
    script.key(Key::Escape);
    script.key(Key::Escape);
    assert_eq!(script.editor.tool(), Tool::Select);
}
