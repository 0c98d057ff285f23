//! The unit in which the lengths of a scene are shown and typed.

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::{Names, quantity_in};
use tinkertoy::editor::event::Key;
use tinkertoy::editor::{Intent, Tool};
use tinkertoy::parameter::{LengthUnit, Unit};
use tinkertoy::scene::{Id, Info, Item, Scene, file};

use super::script::{Script, p, text, undo_law};

fn numbers(script: &Script) -> Vec<String> {
    let dimensions = script.editor.feedback().dimensions;
    dimensions.into_iter().map(|it| it.text).collect()
}

fn choose(script: &mut Script, length_unit: LengthUnit) {
    let info = Info {
        length_unit,
        ..script.scene().info.clone()
    };
    script.intent(Intent::SetInfo { info, done: true });
}

fn length(script: &Script) -> f64 {
    let Shape::Bar(bar) = script.part("bar").shape else {
        panic!()
    };
    bar.length
}

/// The dimension that was drawn.
fn dimension(script: &Script) -> Id {
    let items = script.items();
    let found = items.iter().find(|(_, it)| matches!(it, Item::Dimension(_)));
    found.unwrap().0
}

#[test]
fn lengths_are_drawn_shown_and_typed_in_the_unit_of_the_scene() {
    let mut script = Script::paused(Scene::default());
    let first = text(&script);
    choose(&mut script, LengthUnit::Millimetre);
    script.tool(Tool::Part("bar"));
    script.press(p(0.0, 0.0));
    script.drag_on(p(1.0, 0.0));
    assert_eq!(numbers(&script)[0], "1000 mm");
    script.write("120");
    script.key(Key::Enter);
    script.release();
    assert_eq!(length(&script), 0.12);
    // A typed unit takes precedence.
    script.drag(p(0.0, 1.0), p(1.0, 1.0));
    script.write("3 cm + 5");
    script.key(Key::Enter);
    let Shape::Bar(bar) = script.part("bar 2").shape else {
        panic!()
    };
    assert_eq!(bar.length, 0.035);
    // The measuring tool, and a permanent dimension.
    script.tool(Tool::Measure);
    script.drag(p(0.0, 0.0), p(0.12, 0.0));
    assert!(numbers(&script)[0].ends_with(" mm"), "{:?}", numbers(&script));
    script.key(Key::Escape);
    script.tool(Tool::Dimension);
    script.drag(p(0.0, 0.0), p(0.12, 0.0));
    let id = dimension(&script);
    let shown = script.editor.shown_dimension(id).unwrap().text;
    assert!(shown.starts_with("120") && shown.ends_with(" mm"), "{shown}");
    script.intent(Intent::SetDimension {
        id,
        text: "150".to_owned(),
    });
    assert_eq!(length(&script), 0.15, "{}", script.notice());
    // The file is in metres, and records the unit.
    let written = text(&script);
    assert!(
        written.contains("length: 0.15") && written.contains("length_unit: \"mm\""),
        "{written}"
    );
    let read = file::read(&written, "scene").unwrap();
    assert_eq!(read.info.length_unit, LengthUnit::Millimetre);
    undo_law(&mut script, &first);
}

#[test]
fn lengths_are_drawn_snapped_and_typed_in_inches() {
    let mut script = Script::paused(Scene::default());
    let first = text(&script);
    choose(&mut script, LengthUnit::Inch);
    // The grid has round inches: 1 or 5 times a power of ten.
    let cell = script.editor.grid_step() / 0.0254;
    assert!(
        [1.0, 5.0, 10.0, 50.0].iter().any(|it| (cell - it).abs() < 1e-9),
        "{cell} in"
    );
    script.tool(Tool::Part("bar"));
    script.press(p(0.0, 0.0));
    script.drag_on(p(0.508, 0.0));
    assert!(numbers(&script)[0].ends_with(" in"), "{:?}", numbers(&script));
    script.write("12");
    script.key(Key::Enter);
    script.release();
    assert_eq!(length(&script), 0.3048);
    script.tool(Tool::Dimension);
    script.drag(p(0.0, 0.0), p(0.3048, 0.0));
    let id = dimension(&script);
    let shown = script.editor.shown_dimension(id).unwrap().text;
    assert!(shown.starts_with("12") && shown.ends_with(" in"), "{shown}");
    script.intent(Intent::SetDimension {
        id,
        text: "7.5".to_owned(),
    });
    assert_eq!(length(&script), 0.1905, "{}", script.notice());
    let written = text(&script);
    assert!(
        written.contains("length: 0.1905") && written.contains("length_unit: \"in\""),
        "{written}"
    );
    let read = file::read(&written, "scene").unwrap();
    assert_eq!(read.info.length_unit, LengthUnit::Inch);
    undo_law(&mut script, &first);
}

#[test]
fn another_unit_changes_no_length() {
    let mut script = Script::paused(super::script::four_bar(0.4));
    let before = text(&script);
    assert!(!before.contains("length_unit"), "metres are not written");
    for unit in [
        LengthUnit::Centimetre,
        LengthUnit::Millimetre,
        LengthUnit::Inch,
        LengthUnit::Metre,
    ] {
        choose(&mut script, unit);
        let info = &script.scene().info;
        assert_eq!(info.length_unit, unit);
        let now = text(&script);
        let line = format!("length_unit: \"{}\",", unit.word());
        let without: String = now.lines().filter(|it| it.trim() != line).collect();
        assert_eq!(without, before.lines().collect::<String>());
    }
    let wrong = before.replacen("parts:", "length_unit: \"ell\",\n    parts:", 1);
    let refused = file::read(&wrong, "scene").unwrap_err().to_string();
    assert!(
        refused.contains("ell") && refused.contains("m, cm, mm, in"),
        "{refused}"
    );
}

#[test]
fn plain_numbers_beside_named_parameters_have_their_unit_written() {
    let names: Names = [("L1", "120 mm"), ("n", "3")]
        .into_iter()
        .map(|(name, text)| {
            let amount = tinkertoy::constraints::amount(text, &Names::new()).unwrap();
            (name.to_owned(), amount)
        })
        .collect();
    let read = |text: &str, unit| quantity_in(text, Unit::Metre, &names, unit).map_err(|it| it.sentence);
    let mm = LengthUnit::Millimetre;
    assert_eq!(read("2*L1 + 5 mm", mm), Ok(0.245));
    assert_eq!(read("n*L1", mm), Ok(0.36));
    let refused = read("2*L1 + 5", mm).unwrap_err();
    assert!(refused.contains("2*L1 + 5 mm"), "{refused}");
    assert!(read("n*40", mm).is_err());
    assert_eq!(read("n*40 mm", mm), Ok(0.12));
    assert_eq!(read("2*L1 + 5", LengthUnit::Metre), Ok(5.24));
    assert_eq!(read("2*40 + 1 in", mm), Ok(0.1054));
    assert_eq!(read("4.5", LengthUnit::Centimetre), Ok(0.045));
    let inch = LengthUnit::Inch;
    assert_eq!(read("10", inch), Ok(0.254));
    assert_eq!(read("10 + 5 mm", inch), Ok(0.259));
    let refused = read("L1 + 5", inch).unwrap_err();
    assert!(refused.contains("5 in"), "{refused}");
}
