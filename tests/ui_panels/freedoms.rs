//! Free motions: their pages, and the marks of their dead points on the machine.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::LabView;
use tinkertoy::math::Vec2;

use super::laboratory::{open, settle};
use super::{Desk, click};

/// A driven shoe on a rail turns a crank: its two dead points are marked and labelled on the machine, and counted beside the curve.
#[test]
fn dead_points_are_marked_on_the_machine() {
    let scene = tinkertoy::scene::gallery::find("slider-crank")
        .unwrap()
        .scene()
        .unwrap();
    let harness = open(scene, LabView::Freedoms, [1280.0, 800.0]);
    let says = |harness: &Harness<'static, Desk>, text: &str| harness.query_by_label_contains(text).is_some();
    assert!(says(&harness, "no dead point"), "the crank is driven");
    // The motor is removed, and the shoe is driven instead.
    let text = DRIVEN_SHOE;
    let scene = tinkertoy::scene::file::read(text, "driven shoe").unwrap();
    let harness = open(scene, LabView::Freedoms, [1280.0, 800.0]);
    assert!(says(&harness, "2 dead points"));
    let marks = harness.state().panels.marks();
    let words: Vec<Vec2> = marks
        .labels
        .iter()
        .filter(|it| it.text == "dead point")
        .map(|it| it.at)
        .collect();
    assert_eq!(words.len(), 2, "{words:?}");
    for at in words {
        assert!(
            marks
                .dots
                .iter()
                .any(|dot| dot.at == at && dot.color == harness.state().theme.warn)
        );
    }
}

/// A crank of 1 m and a rod of 2 m; the axle is at the height of the rail.
const DRIVEN_SHOE: &str = r#"(version: 2, parts: [
    (name: "crank", shape: Bar(length: 1, width: 0.05), at: (0, 0.5), angle: 1.5707963267948966),
    (name: "rod", shape: Bar(length: 2, width: 0.05), at: (0.8660254037844386, 0.5), angle: -0.5235987755982989),
    (name: "shoe", shape: Box(width: 0.2, height: 0.1), at: (1.7320508075688772, 0))], constraints: [
    (name: "axle", kind: Pin(), a: "ground", b: ("crank", (-0.5, 0))),
    (name: "crank pin", kind: Pin(), a: ("crank", (0.5, 0)), b: ("rod", (-1, 0))),
    (name: "wrist", kind: Pin(), a: ("rod", (1, 0)), b: "shoe"),
    (name: "rail", kind: Slider(), a: "ground", b: "shoe"),
    (name: "drive", kind: Actuator(length: 4.732050807568877), a: ("ground", (-3, 0)), b: "shoe")])"#;

/// Redundant, singular and contradictory sets are distinguished, each with advice, and the items of
/// a set are highlighted together with their weights.
#[test]
fn dependent_sets_are_told_apart() {
    let rods = |at: &str, length: f64| {
        let bob = format!(r#"(name: "bob", shape: Particle(), at: ({at}))"#);
        let rod = |name: &str, from: &str, length: f64| {
            format!(
                r#"(name: "{name}", kind: Distance(length: {length}), a: ("ground", ({from})), b: "bob")"#
            )
        };
        let rods = [rod("left", "-1, 0", 1.0), rod("right", "1, 0", length)].join(", ");
        format!("(version: 2, parts: [{bob}], constraints: [{rods}])")
    };
    let twice = r#"(version: 2, parts: [(name: "bob", shape: Particle(), at: (0.3, -0.4))], constraints: [
        (name: "a", kind: Distance(length: 0.5), a: "ground", b: "bob"), (name: "b", kind: Distance(length: 0.5), a: "ground", b: "bob")])"#;
    for (text, title, advice) in [
        (twice.to_owned(), "Redundant", "Any one of these can go"),
        (
            rods("0, 0", 1.0),
            "Singular pose",
            "Just here they repeat each other",
        ),
        (rods("0, 0", 0.9), "Contradictory", "They cannot all hold"),
    ] {
        let scene = tinkertoy::scene::file::read(&text, title).unwrap();
        let harness = open(scene, LabView::Freedoms, [1280.0, 800.0]);
        for other in ["Redundant", "Singular pose", "Contradictory"] {
            let told = harness.query_all_by_label(other).count();
            assert_eq!(told, usize::from(other == title), "{title}: {other}");
        }
        assert!(harness.query_by_label_contains(advice).is_some(), "{title}");
        let marks = harness.state().panels.marks();
        let weights = marks.labels.iter().filter(|it| it.text.starts_with(['+', '-']));
        assert_eq!(weights.count(), 2, "{title}: {:?}", marks.labels);
        assert_eq!(harness.state().panels.lit.len(), 2, "{title}");
        let goes = harness.query_all_by_label("can go").count();
        assert_eq!(goes, if title == "Redundant" { 2 } else { 0 }, "{title}");
    }
    // A redundant crank: one row of its pin is not redundant.
    let scene = tinkertoy::scene::gallery::find("parallelogram")
        .unwrap()
        .scene()
        .unwrap();
    let harness = open(scene, LabView::Freedoms, [1280.0, 800.0]);
    assert!(harness.query_all_by_label("frees 1").count() >= 6);
    assert!(harness.query_all_by_label_contains("A row of any one").count() == 2);
}

/// Free motions that do not fit are shown page by page, forwards and back.
#[test]
fn free_motions_are_paged_through() {
    let mut harness = open(
        tinkertoy::bench::Shape::Chain.scene(30),
        LabView::Freedoms,
        [1280.0, 800.0],
    );
    let says = |harness: &Harness<'static, Desk>, text: &str| harness.query_by_label_contains(text).is_some();
    assert!(says(&harness, "1 to 12 of 30"));
    for expected in ["13 to 24 of 30", "25 to 30 of 30"] {
        click(&mut harness, "More motions");
        settle(&mut harness);
        assert!(says(&harness, expected), "{expected}");
        assert!(harness.state().panels.ghost().is_some());
    }
    assert!(harness.get_by_label("More motions").is_disabled());
    click(&mut harness, "Motions before");
    settle(&mut harness);
    assert!(says(&harness, "13 to 24 of 30"));
}
