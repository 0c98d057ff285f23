//! Marks in the plots below the canvas.

use egui_kittest::kittest::Queryable;
use tinkertoy::editor::{Action, How, Intent};
use tinkertoy::scene::Method;
use tinkertoy::sim::Worst;
use tinkertoy::ui::Plotted;
use tinkertoy::worker::Sample;

use super::race::plotted;
use super::views::{Screen, edit, of_gallery};
use super::{Desk, click, crank, sized};

/// An edit during a run is marked in the plots with its description, and so are a change of settings and an undo. The pointer shows the text.
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
    // By the editor, as with the key, so that it knows that time advances.
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

/// A value of zero is shown as 0 in the headings, whatever the least value that the scale can show.
#[test]
fn nothing_is_called_nothing_in_the_headings() {
    let mut harness = sized(Desk::new(crank().0), [1280.0, 800.0]);
    let sample = |k: u32| Sample {
        time: f64::from(k) / 240.0,
        drift_m: 0.0,
        drift_rad: 0.0,
        drift_rms: 0.0,
        solve_ns: 1000,
        step_ns: 2000,
        energy: 0.0,
        energy_error: 0.0,
        residual: 0.0,
        iterations: 0,
        method: Method::Sparse,
        worst: Worst::default(),
        breach: None,
    };
    let panels = &mut harness.state_mut().panels;
    panels.kept.plotted[1] = Plotted::Energy;
    panels.feed((0..40).map(sample).collect());
    harness.run_steps(3);
    for (title, text) in [("Drift ▾", "0"), ("Energy error ▾", "0 J")] {
        assert!(harness.query_by_label(title).is_some(), "{title}");
        assert!(harness.query_all_by_label(text).next().is_some(), "{text}");
    }
    assert!(harness.query_all_by_label_contains("e-1").next().is_none());
}
