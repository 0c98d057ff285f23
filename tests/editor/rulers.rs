//! Rulers along the edges of the view, with marks of the pointer.

use tinkertoy::editor::event::{Event, Key, Modifiers};
use tinkertoy::editor::{Action, Editor, Intent};
use tinkertoy::math::Vec2;
use tinkertoy::parameter::LengthUnit;
use tinkertoy::render::draw_list::{DrawList, Shape};
use tinkertoy::render::scene_view::{Layers, Overlay, RULERS, SceneView, View, draw};
use tinkertoy::render::theme::Theme;
use tinkertoy::scene::Info;

use super::script::{Script, p, two_disks};

/// The shapes of the picture as the window shows it.
fn shapes(editor: &Editor) -> Vec<Shape> {
    let overlay = Overlay::of(editor, Vec::new());
    let view = editor.view();
    let middle = view.world_from_screen(view.size() / 2.0);
    let mut shown = View::new(middle, view.pixels_per_metre(), view.size());
    shown.clear[0] += RULERS;
    let mut out = DrawList::new();
    let input = SceneView {
        scene: editor.scene(),
        run: None,
        view: shown,
        theme: &Theme::light(),
        traces: None,
        layers: Layers::default(),
        overlay: &overlay,
    };
    draw(&input, &mut out);
    out.shapes
}

/// Texts and polygons of the picture.
fn picture(editor: &Editor) -> (Vec<(Vec2, String)>, Vec<Vec<Vec2>>) {
    let (mut words, mut polygons) = (Vec::new(), Vec::new());
    for shape in shapes(editor) {
        match shape {
            Shape::Text { position, text, .. } => words.push((position, text)),
            Shape::Polygon { points, .. } => polygons.push(points),
            _ => {}
        }
    }
    (words, polygons)
}

/// The places on the screen of the number 0 on both rulers.
fn zeros(editor: &Editor) -> Vec<Vec2> {
    let words = picture(editor).0;
    words
        .into_iter()
        .filter(|it| it.1 == "0")
        .map(|it| it.0)
        .collect()
}

#[test]
fn they_follow_the_view_and_mark_the_pointer() {
    let mut script = Script::paused(two_disks());
    assert!(zeros(&script.editor).is_empty());
    script.chord(Modifiers::CTRL, Key::Letter('R'));
    assert!(script.editor.rulers() && script.editor.undo_label().is_none());
    for _ in 0..3 {
        let at = script.editor.view().screen_from_world(Vec2::ZERO);
        let zeros = zeros(&script.editor);
        assert_eq!(zeros.len(), 2, "{zeros:?}");
        // To the right of its mark on the upper ruler, level with it on the left one.
        assert!(
            (zeros[0].x - at.x - 3.0).abs() <= 1.0 && zeros[0].y < RULERS.y,
            "{zeros:?} {at}"
        );
        assert!(
            (zeros[1].y - at.y).abs() <= 1.0 && zeros[1].x < RULERS.x,
            "{zeros:?} {at}"
        );
        script.event(Event::Wheel {
            delta: Vec2::new(0.0, 1.0),
            position: Vec2::new(700.0, 150.0),
            modifiers: Modifiers::NONE,
        });
    }
    script.point(p(0.3, 0.2));
    let at = script.editor.view().screen_from_world(p(0.3, 0.2));
    let tips = [Vec2::new(at.x, RULERS.y), Vec2::new(RULERS.x, at.y)];
    let polygons = picture(&script.editor).1;
    for tip in tips {
        let marked = |points: &Vec<Vec2>| points.iter().any(|it| it.distance(tip) < 1e-9);
        assert!(polygons.iter().any(marked), "{tip}");
    }
    // The unit of the rulers depends on the zoom.
    let unit = |script: &Script| {
        let words = picture(&script.editor).0;
        let corner = words.into_iter().find(|it| it.0.distance(RULERS / 2.0) < 1e-9);
        corner.map(|it| it.1).unwrap()
    };
    assert_eq!(unit(&script), "cm");
    for _ in 0..24 {
        script.action(Action::ZoomIn);
    }
    assert_eq!(unit(&script), "mm");
    script.action(Action::ToggleRulers);
    assert!(!script.editor.rulers());
}

/// Where the scene is in inches, the numbers and places of the rulers' marks and of the scale bar are round in inches.
#[test]
fn they_are_round_in_inches() {
    let mut script = Script::paused(two_disks());
    let info = Info {
        length_unit: LengthUnit::Inch,
        ..script.scene().info.clone()
    };
    script.intent(Intent::SetInfo { info, done: true });
    script.action(Action::ToggleRulers);
    for zoom in 0..24 {
        let (words, _) = picture(&script.editor);
        let upper: Vec<(f64, f64)> = words
            .iter()
            .filter(|it| it.0.y < RULERS.y && it.0.x > RULERS.x)
            .filter_map(|it| Some((it.0.x, it.1.parse().ok()?)))
            .collect();
        assert!(upper.len() >= 4, "{zoom}: {words:?}");
        let scale = script.editor.view().pixels_per_metre() * 0.0254;
        for pair in upper.windows(2) {
            let (points, inches) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            assert!((points - inches * scale).abs() <= 1.0 + 1e-6, "{zoom}: {upper:?}");
        }
        let said = |text: &str| words.iter().any(|it| it.1 == text);
        assert!(
            said("in") && words.iter().any(|it| it.1.ends_with(" in")),
            "{zoom}: {words:?}"
        );
        script.action(Action::ZoomIn);
    }
}

/// A new scene shows its origin, without rulers; a point drawn nearby snaps to it.
#[test]
fn the_origin_is_marked_and_pulls() {
    let mut script = Script::paused(tinkertoy::scene::Scene::default());
    let overlay = Overlay::of(&script.editor, Vec::new());
    assert!(overlay.marks_origin && overlay.rulers.is_none());
    let view = script.editor.view();
    let middle = view.world_from_screen(view.size() / 2.0);
    let drawn = |overlay: &Overlay| {
        let mut out = DrawList::new();
        let input = SceneView {
            scene: script.editor.scene(),
            run: None,
            view: View::new(middle, view.pixels_per_metre(), view.size()),
            theme: &Theme::light(),
            traces: None,
            layers: Layers::default(),
            overlay,
        };
        draw(&input, &mut out);
        let origin = view.screen_from_world(Vec2::ZERO);
        let rings = out
            .shapes
            .iter()
            .filter(|shape| matches!(shape, Shape::Circle { center, .. } if center.distance(origin) < 1e-6));
        rings.count()
    };
    assert_eq!((drawn(&overlay), drawn(&Overlay::default())), (1, 0));
    script.letter('L');
    let near = script.editor.view().metres(5.0);
    script.drag(p(near, -near), p(0.5, 0.7));
    let part = script.part("bar");
    let foot = part.pose.point(part.shape.ends().unwrap().0);
    assert!(foot.length() < 1e-12, "{foot}");
}

/// A long number is complete with its sign: the ruler is at least that wide.
#[test]
fn a_long_number_of_the_left_ruler_is_not_cut() {
    let face = tinkertoy::render::paths::face().unwrap();
    let mut script = Script::paused(two_disks());
    let info = Info {
        length_unit: LengthUnit::Millimetre,
        ..script.scene().info.clone()
    };
    script.intent(Intent::SetInfo { info, done: true });
    script.action(Action::ToggleRulers);
    let mut longest = 0;
    for _ in 0..16 {
        script.action(Action::ZoomOut);
        for _ in 0..60 {
            script.advance();
        }
        for shape in &shapes(&script.editor) {
            if let Shape::Text {
                position, text, size, ..
            } = shape
                && position.x < RULERS.x
                && position.y > RULERS.y
            {
                let advance = |it: char| face.glyph_index(it).and_then(|it| face.glyph_hor_advance(it));
                let width: f64 = text.chars().filter_map(advance).map(f64::from).sum();
                let width = width * size / f64::from(face.units_per_em());
                assert!(
                    width <= position.x - 1.0,
                    "{text} is {width} wide before {}",
                    position.x
                );
                longest = longest.max(text.len());
            }
        }
    }
    assert!(longest >= 6, "{longest}");
}
