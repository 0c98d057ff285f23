//! Numbers that are painted and not laid out as widgets, on the axes of plots, on scales and beside maps: each has an explanation under the pointer.

use egui::{Pos2, Shape};
use egui_kittest::Harness;
use tinkertoy::editor::{How, Intent, LabView};
use tinkertoy::scene::{Scope, gallery};
use tinkertoy::ui::Section;
use tinkertoy::worker::Command;

use super::laboratory::settle;
use super::race;
use super::tool_tips::{NOWHERE, point_at, prepare, says_a_sentence};
use super::views::choose;
use super::{Desk, click, crank, sized};

type Screen = Harness<'static, Desk>;

/// A text with a number in it, and the centre of the place where it is painted.
type Painted = (String, Pos2);

fn texts(shape: &Shape, clip: egui::Rect, found: &mut Vec<Painted>) {
    match shape {
        Shape::Vec(all) => all.iter().for_each(|it| texts(it, clip, found)),
        Shape::Text(it) => {
            // The rectangle of a text that continues a line begins where the line does; its glyphs begin where the text does.
            let glyphs = it.galley.mesh_bounds.translate(it.pos.to_vec2());
            let (text, at) = (it.galley.text(), glyphs.center());
            // Sentences with numbers in them explain themselves.
            let is_number = text.contains(|it: char| it.is_ascii_digit()) && !text.ends_with('.');
            if is_number && clip.contains(at) {
                found.push((text.to_owned(), at));
            }
        }
        _ => {}
    }
}

/// The numbers on the screen, while the pointer is off it.
fn painted(harness: &mut Screen) -> Vec<Painted> {
    point_at(harness, NOWHERE);
    let mut found = Vec::new();
    for it in &harness.output().shapes {
        texts(&it.shape, it.clip_rect, &mut found);
    }
    found
}

/// The new numbers that have no explanation, and the count of all new numbers.
fn without_tool_tip(harness: &mut Screen, before: &[Painted], of: &str) -> (Vec<String>, usize) {
    let new = painted(harness);
    let new: Vec<Painted> = new.into_iter().filter(|it| !before.contains(it)).collect();
    // While results arrive, axes change, and a number may be gone before it is pointed at.
    let says_nothing = |it: &&Painted| !says_a_sentence(harness, it.1) && painted(harness).contains(it);
    let mute: Vec<String> = new
        .iter()
        .filter(says_nothing)
        .map(|(text, at)| format!("{of}: {text} at {at}"))
        .collect();
    (mute, new.len())
}

/// A crank that has run for a while, in a window in which nothing needs scrolling.
fn under_way() -> Screen {
    let (mut scene, _, motor) = crank();
    let signals = ["wheel.angle", "arm.speed"].map(str::to_owned).to_vec();
    let scope = |spectrum: bool, against: Option<&str>| Scope {
        signals: signals.clone(),
        against: against.map(str::to_owned),
        spectrum,
    };
    scene.scopes = vec![scope(false, None), scope(true, None), scope(false, Some("arm.x"))];
    let mut desk = Desk::new(scene);
    desk.panels.kept.folded = Section::ALL.into_iter().collect();
    let mut harness = sized(desk, [1280.0, 2000.0]);
    let _ = harness.state_mut().editor.intend(Intent::Select {
        ids: vec![motor],
        how: How::Replace,
    });
    for _ in 0..40 {
        harness.state_mut().engine.carry_out(Command::Step);
    }
    harness.state_mut().panels.note_frame([1e-3, 2e-3, 3e-3, 4e-3]);
    harness.run_steps(4);
    harness
}

#[test]
fn each_number_painted_in_a_view_says_what_it_is() {
    let mut all = Vec::new();
    for view in LabView::ALL {
        let mut harness = under_way();
        let before = painted(&mut harness);
        harness.state_mut().panels.kept.lab.insert(view);
        harness.run_steps(3);
        settle(&mut harness);
        prepare(&mut harness, view);
        let (found, count) = without_tool_tip(&mut harness, &before, &format!("{view:?}"));
        assert!(count > 0, "{view:?} paints numbers");
        all.extend(found);
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn each_number_of_a_sweep_says_what_it_is_however_it_is_shown() {
    let mut harness = under_way();
    let before = painted(&mut harness);
    harness.state_mut().panels.kept.lab.insert(LabView::Sweep);
    harness.run_steps(3);
    prepare(&mut harness, LabView::Sweep);
    choose(&mut harness, 0, "value at the end");
    let (mut all, _) = without_tool_tip(&mut harness, &before, "value at the end");
    click(&mut harness, "and another number: a map");
    click(&mut harness, "Start runs");
    settle(&mut harness);
    all.extend(without_tool_tip(&mut harness, &before, "map").0);
    assert!(all.is_empty(), "{all:#?}");
}

/// Advances the run, and a race with it, and feeds the plots as it goes.
pub fn plotted(harness: &mut Screen) {
    for _ in 0..6 {
        race::run(harness, 10);
        let desk = harness.state_mut();
        let sample = desk.engine.snapshot().1;
        desk.panels.feed(vec![sample]);
    }
    harness.run_steps(3);
}

/// While paused a plot shows the drift of the displayed state: joints may have been opened since the last step.
#[test]
fn the_drift_beside_a_plot_is_that_of_the_state_on_display() {
    let (mut scene, wheel, _) = crank();
    let mut harness = sized(Desk::new(scene.clone()), [1280.0, 800.0]);
    plotted(&mut harness);
    let mut item = scene.item(wheel).unwrap().clone();
    if let tinkertoy::scene::Item::Part(part) = &mut item {
        part.pose.position.x += 0.25;
    }
    let mut edit = tinkertoy::scene::Edit::new("");
    scene.plan_item(&mut edit, wheel, Some(item));
    scene.apply(&edit);
    harness
        .state_mut()
        .engine
        .carry_out(Command::Load(Box::new(scene), false));
    harness.run_steps(4);
    let drift = harness.state_mut().engine.snapshot().0.drift.largest().0;
    assert!(drift > 0.1, "{drift}");
    let said = format!("{drift:.1e}");
    let found = painted(&mut harness);
    assert!(found.iter().any(|it| it.0 == said), "{said} in {found:?}");
}

/// The plots below the canvas: of a run alone, of a race, of the differences of its copies, and folded to a strip.
#[test]
fn each_number_of_the_plots_below_the_canvas_says_what_it_is() {
    let mut desk = Desk::new(gallery::find("double-pendulum").unwrap().scene().unwrap());
    desk.panels.kept.folded = Section::ALL
        .into_iter()
        .filter(|it| *it != Section::Race)
        .collect();
    let mut harness = sized(desk, [1280.0, 800.0]);
    let before = painted(&mut harness);
    plotted(&mut harness);
    let (mut all, alone) = without_tool_tip(&mut harness, &before, "alone");
    click(&mut harness, "Race a copy");
    plotted(&mut harness);
    let (found, racing) = without_tool_tip(&mut harness, &before, "race");
    all.extend(found);
    assert!(racing > alone && alone > 8, "{racing} {alone}");
    click(&mut harness, "A − B");
    harness.run_steps(3);
    all.extend(without_tool_tip(&mut harness, &before, "A − B").0);
    click(&mut harness, "Fold plots");
    all.extend(without_tool_tip(&mut harness, &before, "folded").0);
    assert!(all.is_empty(), "{all:#?}");
}
