//! Numbers that an edit makes are rounded to the digits that were meant; numbers of a run are left unchanged.

use tinkertoy::editor::{Action, Construction, How, Intent, Tool};
use tinkertoy::scene::{Scene, file};

use super::script::{Script, four_bar, p, text, undo_law};

/// All numbers in the parts of a text that have more than fourteen digits.
fn long_numbers(text: &str) -> Vec<&str> {
    let text = text.split_once("parts:").map_or("", |it| it.1);
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | 'e');
    let numbers = text.split(|c| !is_number(c));
    numbers
        .filter(|it| it.chars().filter(char::is_ascii_digit).count() > 14)
        .collect()
}

#[test]
fn what_is_drawn_moved_and_repeated_has_short_numbers() {
    let mut script = Script::paused(Scene::default());
    let first = text(&script);
    script.tool(Tool::Part("box"));
    script.drag(p(0.1, 0.2), p(0.4, 0.5));
    script.tool(Tool::Select);
    let ids = vec![script.id("box")];
    script.intent(Intent::Select {
        ids: ids.clone(),
        how: How::Replace,
    });
    for _ in 0..3 {
        script.action(Action::NudgeRight);
    }
    script.intent(Intent::Construct(Construction::Mirror {
        at: p(0.1, 0.7),
        direction: 0.0,
        copy: true,
    }));
    script.intent(Intent::Construct(Construction::Line {
        count: 4,
        by: p(0.1, 0.0),
        joined: false,
    }));
    let written = text(&script);
    assert_eq!(long_numbers(&written), Vec::<&str>::new(), "{written}");
    assert!(!written.contains("-0.0"), "{written}");
    undo_law(&mut script, &first);
}

#[test]
fn numbers_that_an_edit_leaves_alone_are_those_of_the_file() {
    let mut scene = four_bar(0.4);
    let id = scene.parts().next().unwrap().0;
    let mut part = scene.part(id).unwrap().clone();
    part.velocity = p(0.1 + 0.2, 1e-17);
    let mut edit = tinkertoy::scene::Edit::new("");
    scene.plan_item(&mut edit, id, Some(part.into()));
    scene.apply(&edit);
    let mut script = Script::paused(scene);
    let before = file::write(script.scene());
    script.intent(Intent::SetFixed {
        ids: vec![id],
        fixed: true,
    });
    script.action(Action::Undo);
    assert_eq!(file::write(script.scene()), before);
    script.action(Action::Redo);
    let velocity = script.scene().part(id).unwrap().velocity;
    assert_eq!(velocity, p(0.1 + 0.2, 1e-17), "the file's own");
}

#[test]
fn nothing_has_no_sign_where_it_was_nothing_before() {
    let mut scene = four_bar(0.4);
    let (id, mut part) = scene.parts().next().map(|(id, part)| (id, part.clone())).unwrap();
    part.velocity = p(0.0, 0.0);
    let mut edit = tinkertoy::scene::Edit::new("");
    scene.plan_item(&mut edit, id, Some(part.into()));
    scene.apply(&edit);
    let mut script = Script::paused(scene);
    script.intent(Intent::SetVelocity {
        id,
        velocity: p(0.5, -0.0),
        omega: -0.0,
        done: true,
    });
    let part = script.scene().part(id).unwrap();
    assert!(part.velocity.y.is_sign_positive() && part.omega.is_sign_positive());
    assert!(!text(&script).contains("-0.0"), "{}", text(&script));
}
