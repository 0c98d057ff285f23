//! Marks in the plots below the canvas.

use tinkertoy::editor::{Action, How, Intent};

use super::race::plotted;
use super::views::{Screen, edit, of_gallery};
use super::{Desk, click, sized};

/// An edit in mid-run is marked in the plots with what it did, as a change of settings is; undone, that is marked too. The pointer reads it.
#[test]
fn plots_mark_edits_and_changes_of_settings() {
    let mut harness = sized(Desk::new(of_gallery("double-pendulum")), [1280.0, 800.0]);
    let marks = |harness: &mut Screen| -> Vec<(f64, String)> {
        click(harness, "Drift ▾");
        let said = click(harness, "Export the plot…");
        plotted(&said)
            .rules
            .iter()
            .map(|it| (it.at, it.name.clone()))
            .collect()
    };
    // As by the key: the editor knows that time goes on.
    let on = |harness: &mut Screen| {
        for _ in 0..20 {
            edit(harness, |editor| editor.perform(Action::StepForward));
        }
    };
    let time = |harness: &Screen| harness.state().snapshot.state.time;
    on(&mut harness);
    assert!(marks(&mut harness).is_empty());
    let (first, id) = (time(&harness), {
        let scene = harness.state().editor.scene();
        let parts: Vec<_> = scene.parts().map(|(id, _)| id).collect();
        *parts.last().unwrap()
    });
    let (ids, how) = (vec![id], How::Replace);
    edit(&mut harness, |editor| editor.intend(Intent::Select { ids, how }));
    edit(&mut harness, |editor| editor.perform(Action::Delete));
    on(&mut harness);
    let found = marks(&mut harness);
    let [(at, text)] = &found[..] else {
        panic!("{found:?}")
    };
    assert!(
        (at - first).abs() < 1e-9 && text.starts_with("Delete"),
        "{found:?}"
    );
    let second = time(&harness);
    edit(&mut harness, |editor| editor.perform(Action::Undo));
    on(&mut harness);
    let found = marks(&mut harness);
    assert!(
        found.len() == 2 && (found[1].0 - second).abs() < 1e-9,
        "{found:?}"
    );
    assert!(found[1].1.starts_with("Undo: Delete"), "{found:?}");
    let third = time(&harness);
    click(&mut harness, "Dense");
    on(&mut harness);
    let found = marks(&mut harness);
    assert!(found.len() == 3 && (found[2].0 - third).abs() < 1e-9, "{found:?}");
    assert!(found[2].1.contains("Dense"), "{found:?}");
}
