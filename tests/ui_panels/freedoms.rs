//! Free motions: pages of them, and their dead points on the machine.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::LabView;
use tinkertoy::math::Vec2;

use super::laboratory::{open, settle};
use super::{Desk, click};

/// A driven shoe on a rail turns a crank: the two dead points are marked on the machine, with words, and counted beside the curve.
#[test]
fn dead_points_are_marked_on_the_machine() {
    let scene = tinkertoy::scene::gallery::find("slider-crank")
        .unwrap()
        .scene()
        .unwrap();
    let harness = open(scene, LabView::Freedoms, [1280.0, 800.0]);
    let says = |harness: &Harness<'static, Desk>, text: &str| harness.query_by_label_contains(text).is_some();
    assert!(says(&harness, "no dead point"), "the crank is driven");
    // The motor goes, and the shoe is driven instead.
    let text = DRIVEN_SHOE;
    let scene = tinkertoy::scene::file::read(text, "driven shoe").unwrap();
    let harness = open(scene, LabView::Freedoms, [1280.0, 800.0]);
    assert!(says(&harness, "dead points"));
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

/// Crank of 1 m and rod of 2 m, on an axle at the height of the rail.
const DRIVEN_SHOE: &str = r#"(version: 2, parts: [
    (name: "crank", shape: Bar(length: 1, width: 0.05), at: (0, 0.5), angle: 1.5707963267948966),
    (name: "rod", shape: Bar(length: 2, width: 0.05), at: (0.8660254037844386, 0.5), angle: -0.5235987755982989),
    (name: "shoe", shape: Box(width: 0.2, height: 0.1), at: (1.7320508075688772, 0))], constraints: [
    (name: "axle", kind: Pin(), a: "ground", b: ("crank", (-0.5, 0))),
    (name: "crank pin", kind: Pin(), a: ("crank", (0.5, 0)), b: ("rod", (-1, 0))),
    (name: "wrist", kind: Pin(), a: ("rod", (1, 0)), b: "shoe"),
    (name: "rail", kind: Slider(), a: "ground", b: "shoe"),
    (name: "drive", kind: Actuator(length: 4.732050807568877), a: ("ground", (-3, 0)), b: "shoe")])"#;

/// More free motions than fit are gone through a page at a time, forwards and back.
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
