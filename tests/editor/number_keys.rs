//! Tab and Enter after a drag: Tab goes to the second number, Enter accepts what was drawn.

use tinkertoy::bodies::Shape;
use tinkertoy::editor::Tool;
use tinkertoy::editor::event::Key;
use tinkertoy::scene::{Scene, file};

use super::script::{Script, p, undo_law};

/// Tab goes to the angle before anything is typed, after the release or with the button down, and the length stays as drawn.
#[test]
fn the_second_number_can_be_typed_alone() {
    for while_drawn in [false, true] {
        let mut script = Script::paused(Scene::default());
        let first = file::write(script.scene());
        script.tool(Tool::Part("bar"));
        script.press(p(0.0, 0.0));
        script.drag_on(p(1.1, 0.4));
        if !while_drawn {
            script.release();
        }
        let drawn = p(1.1, 0.4).length();
        script.key(Key::Tab);
        script.write("30");
        script.key(Key::Enter);
        if while_drawn {
            script.release();
        }
        let part = script.part("bar");
        let Shape::Bar(bar) = &part.shape else {
            panic!("{:?}", part.shape)
        };
        let (length, angle) = (bar.length, part.pose.angle.to_degrees());
        assert!((angle - 30.0).abs() < 1e-12, "{angle}");
        assert!((length - drawn).abs() < 0.03, "{length} for {drawn}");
        assert_eq!(script.scene().parts().count(), 1);
        undo_law(&mut script, &first);
    }
}

/// Enter after a release accepts what was drawn; a second Enter clicks.
#[test]
fn enter_after_a_drag_makes_no_second_part() {
    let mut script = Script::paused(Scene::default());
    script.tool(Tool::Part("bar"));
    script.drag(p(0.0, 0.0), p(1.0, 0.0));
    script.key(Key::Enter);
    assert_eq!(script.scene().parts().count(), 1);
    script.letter('J');
    script.click(p(0.0, 0.0));
    let pins = script.scene().constraints().count();
    script.key(Key::Enter);
    assert_eq!((pins, script.scene().constraints().count()), (1, 1));
}
