//! Drawing cache: the shapes of items that have not changed are reused from frame to frame.

use std::sync::Arc;

use tinkertoy::editor::event::{Event, Modifiers};
use tinkertoy::editor::{Action, Editor, Intent};
use tinkertoy::render::draw_list::{DrawList, Shape};
use tinkertoy::render::mesh::{Mesh, tessellate};
use tinkertoy::render::scene_view::{ItemCache, Layers, Overlay, Run, SceneView, View, draw, draw_again};
use tinkertoy::render::theme::Theme;
use tinkertoy::scene::PartColour;

use super::script::{Script, p, two_disks};

/// A frame as the window draws it with the cache, and the same frame drawn without.
fn frame(editor: &Editor, standing: &mut ItemCache) -> (Vec<Shape>, Vec<Shape>) {
    let overlay = Overlay::of(editor, Vec::new());
    let view = editor.view();
    let snapshot = editor.snapshot().unwrap();
    let input = SceneView {
        scene: editor.scene(),
        run: Some(Run::from(&**snapshot)),
        view: View::new(view.center(), view.pixels_per_metre(), view.size()),
        theme: &Theme::light(),
        traces: None,
        layers: Layers::default(),
        overlay: &overlay,
    };
    let (mut again, mut anew) = (DrawList::new(), DrawList::new());
    draw_again(&input, standing, &mut again);
    draw(&input, &mut anew);
    (again.shapes, anew.shapes)
}

/// Expands the cached lists of shapes.
fn flat(shapes: &[Shape]) -> Vec<Shape> {
    let flatten = |it: &Shape| match it {
        Shape::Nested(list) => list.shapes.clone(),
        other => vec![other.clone()],
    };
    shapes.iter().flat_map(flatten).collect()
}

fn still(shapes: &[Shape]) -> Option<Arc<DrawList>> {
    shapes.iter().find_map(|it| match it {
        Shape::Nested(list) => Some(Arc::clone(list)),
        _ => None,
    })
}

#[test]
fn items_are_drawn_anew_only_when_something_of_them_changes() {
    let mut script = Script::paused(two_disks());
    let mut standing = ItemCache::default();
    let mut seen = |script: &Script| {
        let (again, anew) = frame(&script.editor, &mut standing);
        assert_eq!(flat(&again), anew, "it looks the same");
        still(&again)
    };
    assert!(seen(&script).is_none());
    let first = seen(&script).expect("nothing has changed");
    // Hovering over a part highlights it, and redraws nothing else.
    let position = script.editor.view().screen_from_world(p(-1.0, 0.0));
    let modifiers = Modifiers::NONE;
    let _ = script.editor.handle(&Event::PointerMoved { position, modifiers });
    assert!(script.editor.feedback().hover.is_some());
    let second = seen(&script).unwrap();
    assert!(Arc::ptr_eq(&first, &second));
    let ids: Vec<_> = script.editor.scene().parts().map(|it| it.0).collect();
    let changes: [&dyn Fn(&mut Script); 5] = [
        &|script| {
            let (ids, colour) = (ids.clone(), PartColour::Red);
            script.intent(Intent::SetColour { ids, colour });
        },
        &|script| script.action(Action::Undo),
        &|script| script.action(Action::ZoomIn),
        &|script| script.action(Action::StepForward),
        &|script| {
            let (ids, hidden) = (ids[..1].to_vec(), true);
            script.intent(Intent::SetHidden { ids, hidden });
        },
    ];
    for change in changes {
        change(&mut script);
        assert!(seen(&script).is_none(), "something has changed");
        assert!(seen(&script).is_some());
    }
    // While a part is dragged each frame is different.
    script.press(p(1.0, 0.0));
    for k in 1..4 {
        script.point(p(1.0, 0.2 * f64::from(k)));
        assert!(seen(&script).is_none());
    }
    script.release();
}

#[test]
fn the_triangles_of_what_stands_are_those_of_its_shapes() {
    let script = Script::paused(two_disks());
    let mut standing = ItemCache::default();
    let mut kept = Mesh::default();
    for _ in 0..3 {
        let (again, anew) = frame(&script.editor, &mut standing);
        let mut fresh = Mesh::default();
        kept.clear();
        tessellate(&DrawList { shapes: again }, 1.0, &mut kept, &mut |_, _| {});
        tessellate(&DrawList { shapes: anew }, 1.0, &mut fresh, &mut |_, _| {});
        assert_eq!(kept.vertices, fresh.vertices);
        assert_eq!(kept.indices, fresh.indices);
    }
    // At another pixel size the triangles are made anew.
    let (again, anew) = frame(&script.editor, &mut standing);
    let (mut fresh, pixel) = (Mesh::default(), 0.5);
    kept.clear();
    tessellate(&DrawList { shapes: again }, pixel, &mut kept, &mut |_, _| {});
    tessellate(&DrawList { shapes: anew }, pixel, &mut fresh, &mut |_, _| {});
    assert_eq!(kept.vertices, fresh.vertices);
}
