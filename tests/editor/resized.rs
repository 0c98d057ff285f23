//! Sizes that a handle leaves unchanged, and sizes that are typed.

use tinkertoy::bodies::{Bar, Gear, RingGear, Shape};
use tinkertoy::editor::event::{Key, Modifiers};
use tinkertoy::math::Pose;
use tinkertoy::scene::file;

use super::resizing::{alone, bar, handle, number, pull};
use super::script::{p, undo_law};

#[test]
fn the_rim_of_a_ring_stays_under_the_hand() {
    let ring = Shape::RingGear(RingGear::default());
    let mut script = alone(ring, Pose::new(0.0, 0.0, 0.0));
    let teeth = number(&script, "teeth");
    let (from, module) = (handle(&script, p(10.0, 10.0)), number(&script, "module"));
    // Beyond the threshold of a click, by less than half a tooth, and back.
    script.press(from);
    script.drag_on(from + p(0.5, 0.5));
    script.drag_on(from + p(0.1 * module, 0.1 * module));
    script.release();
    assert_eq!(number(&script, "teeth"), teeth);
    pull(&mut script, from, p(module, module), Modifiers::ALT);
    assert!((number(&script, "teeth") - teeth - 2.0 * 2f64.sqrt()).abs() <= 0.5 + 1e-9);
}

#[test]
fn a_handle_changes_no_other_size() {
    // The teeth are smaller than a point on the screen.
    let gear = Gear {
        module: 0.002,
        teeth: 300.0,
    };
    let mut script = alone(Shape::Gear(gear), Pose::new(0.0, 0.0, 0.0));
    pull(&mut script, p(1.0, 1.0), p(0.1, 0.1), Modifiers::ALT);
    assert_eq!(number(&script, "module"), 0.002);
    let thin = Bar {
        length: 1.0,
        width: 0.001,
    };
    let mut script = alone(Shape::Bar(thin), Pose::new(0.5, 0.2, 0.0));
    pull(&mut script, p(1.0, 0.2), p(0.2, 0.5), Modifiers::ALT);
    assert_eq!(number(&script, "width"), 0.001);
}

#[test]
fn typed_sizes_are_made_as_typed_or_refused_with_nothing_lost() {
    let mut script = bar();
    let first = file::write(script.scene());
    pull(&mut script, p(1.0, 0.2), p(0.3, 0.4), Modifiers::ALT);
    script.write("1 mm");
    script.key(Key::Enter);
    assert_eq!(number(&script, "length"), 0.001);
    script.write("400 mm");
    script.key(Key::Enter);
    assert_eq!(number(&script, "length"), 0.4);
    // Length zero is refused: the bar keeps its length.
    script.write("0");
    script.key(Key::Enter);
    assert_eq!(number(&script, "length"), 0.4);
    undo_law(&mut script, &first);
}
