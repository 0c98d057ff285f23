//! Actions in each view of the laboratory, and their effects: on the selection, on the scene and its undo, on marks on the machine, on exports.

use std::collections::BTreeSet;

use egui_kittest::Harness;
use egui_kittest::kittest::{Queryable, by};
use tinkertoy::editor::event::Event;
use tinkertoy::editor::{Action, Editor, Effect, How, Intent, LabView, action};
use tinkertoy::render::plot::Plot;
use tinkertoy::scene::{Integrator, Method, Scene, file, gallery};
use tinkertoy::ui::UiOutput;
use tinkertoy::worker::Command;

use super::laboratory::settle;
use super::race::plotted;
use super::{Desk, click, crank, enter, sized};

pub type Screen = Harness<'static, Desk>;

/// A machine of the gallery at its start, with this view opened by its key.
pub fn open(scene: Scene, view: LabView) -> Screen {
    let mut harness = sized(Desk::new(scene), [1280.0, 800.0]);
    key(&mut harness, view);
    assert!(harness.state().panels.kept.lab.contains(&view));
    settle(&mut harness);
    harness
}

pub fn of_gallery(id: &str) -> Scene {
    gallery::find(id).unwrap().scene().unwrap()
}

/// Presses the key of a view.
fn key(harness: &mut Screen, view: LabView) {
    let chord = action::entry(Action::Lab(view)).unwrap().keys[0];
    let pressed = Event::KeyPressed {
        key: chord.key,
        modifiers: chord.modifiers,
        repeat: false,
    };
    edit(harness, |editor| editor.handle(&pressed));
}

/// Performs an action of the editor, and carries out its effects.
pub fn edit(harness: &mut Screen, what: impl FnOnce(&mut Editor) -> Vec<Effect>) {
    let desk = harness.state_mut();
    for effect in what(&mut desk.editor) {
        match effect {
            Effect::Run(command) => desk.engine.carry_out(command),
            Effect::Panels(asked) => desk.panels.follow(asked),
            _ => {}
        }
    }
    harness.run_steps(3);
}

fn select(harness: &mut Screen, name: &str) {
    let ids = vec![harness.state().editor.scene().find(name).unwrap()];
    edit(harness, |editor| {
        editor.intend(Intent::Select {
            ids,
            how: How::Replace,
        })
    });
    settle(harness);
}

fn selected(harness: &Screen) -> Vec<String> {
    let editor = &harness.state().editor;
    let name = |id: &_| editor.scene().name(Some(*id)).to_owned();
    editor.selection().ids().iter().map(name).collect()
}

pub fn steps(harness: &mut Screen, count: usize) {
    for _ in 0..count {
        harness.state_mut().engine.carry_out(Command::Step);
    }
    harness.run_steps(3);
}

/// The plot that a view exports.
fn exported(harness: &mut Screen) -> Plot {
    let said = click(harness, "Export…");
    plotted(&said).clone()
}

/// Chooses a line of the drop-down list with this number on the screen.
pub fn choose(harness: &mut Screen, number: usize, line: &str) {
    let boxes = egui::accesskit::Role::ComboBox;
    harness.get_all_by_role(boxes).nth(number).unwrap().click();
    harness.run_steps(3);
    let is_choice = |role| role != egui::accesskit::Role::Label;
    {
        let mut named = harness.get_all_by_label(line);
        named.rfind(|it| is_choice(it.role())).unwrap().click();
    }
    harness.run_steps(1);
    // A list closes on a press of the pointer, and this click was none.
    harness.press_key(egui::Key::Escape);
    harness.run_steps(3);
}

fn scene(harness: &Screen) -> String {
    file::write(harness.state().editor.scene())
}

fn shows(harness: &Screen, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

/// Checks that undo restores the first text of the scene, and redo the last.
fn goes_back_to(harness: &mut Screen, first: &str) {
    let last = scene(harness);
    assert_ne!(last, first, "something was edited");
    edit(harness, |editor| editor.perform(Action::Undo));
    assert_eq!(scene(harness), first);
    edit(harness, |editor| editor.perform(Action::Redo));
    assert_eq!(scene(harness), last);
    edit(harness, |editor| editor.perform(Action::Undo));
    settle(harness);
}

#[test]
fn the_x_ray_selects_what_is_clicked_and_shows_the_share_that_is_chosen() {
    let mut harness = open(of_gallery("jansen"), LabView::ForceXray);
    steps(&mut harness, 30);
    let first = scene(&harness);
    let forces = |harness: &Screen| {
        let desk = harness.state();
        desk.panels.shown_forces(&desk.snapshot).to_vec()
    };
    let whole = forces(&harness);
    let xray = harness.state().snapshot.xray.clone().unwrap();
    let causes: Vec<_> = xray.shares().parts.iter().map(|it| it.0).collect();
    assert!(causes.len() > 1);
    for cause in causes {
        click(&mut harness, cause.label());
        assert_eq!(forces(&harness), xray.lambda(Some(cause)), "{}", cause.label());
    }
    click(&mut harness, "all");
    assert_eq!(forces(&harness), whole);
    // The table lists the joints with the largest forces: a click selects one, and shows its contributions.
    let model = harness.state().snapshot.model.clone();
    let carried = |it: &&tinkertoy::sim::Link| it.carried(xray.lambda(None), false).map_or(0.0, f64::abs);
    let most = model
        .links
        .iter()
        .max_by(|a, b| carried(a).total_cmp(&carried(b)))
        .unwrap();
    let name = harness.state().editor.scene().name(Some(most.id)).to_owned();
    assert!(!shows(&harness, "row by row"));
    harness.get_all_by_label(&name).next().unwrap().click();
    harness.run_steps(3);
    assert_eq!(selected(&harness), [name.as_str()]);
    assert!(shows(&harness, &format!("{name}, row by row")));
    click(&mut harness, "Reactions");
    click(&mut harness, "Bending of bars");
    let desk = harness.state();
    let layer = desk.panels.lab_layer(desk.editor.scene(), &desk.snapshot);
    assert!(!layer.reactions.is_empty(), "arrows on parts");
    key(&mut harness, LabView::ForceXray);
    harness.run_steps(3);
    assert!(
        harness.state().snapshot.xray.is_none(),
        "closed, nothing is solved for"
    );
    assert_eq!(scene(&harness), first);
}

#[test]
fn drift_heat_names_the_worst_and_a_click_selects_it() {
    let mut harness = open(of_gallery("heavy-on-light"), LabView::DriftHeat);
    steps(&mut harness, 40);
    let mut gaps = harness.state().snapshot.gaps.as_deref().unwrap().to_vec();
    gaps.sort_by(|a, b| b.1.total_cmp(&a.1));
    assert!(gaps[0].1 > 1e-5, "ten sweeps stretch the chain: {:?}", gaps[0]);
    let names: Vec<String> = gaps
        .iter()
        .map(|it| harness.state().editor.scene().name(Some(it.0)).to_owned())
        .collect();
    for name in &names[..3] {
        assert!(harness.query_all_by_label(name).next().is_some(), "{name}");
    }
    // The exported curves end with the present gaps.
    let courses = exported(&mut harness);
    for (name, gap) in names.iter().zip(&gaps).take(3) {
        let line = courses.lines.iter().find(|it| it.name == *name).unwrap();
        assert_eq!(line.points.last(), Some(&[0.0, gap.1]), "{name}");
    }
    harness.get_all_by_label(&names[0]).next().unwrap().click();
    harness.run_steps(3);
    assert_eq!(selected(&harness), [names[0].as_str()]);
    // The direct method removes the stretch, and undo restores the sweeps.
    let first = scene(&harness);
    click(&mut harness, "Sparse");
    steps(&mut harness, 400);
    let worst = |harness: &Screen| {
        let gaps = harness.state().snapshot.gaps.clone().unwrap();
        gaps.iter().map(|it| it.1).fold(0.0, f64::max)
    };
    assert!(worst(&harness) < 1e-4, "{}", worst(&harness));
    goes_back_to(&mut harness, &first);
    key(&mut harness, LabView::DriftHeat);
    harness.run_steps(2);
    assert!(
        harness.state().snapshot.gaps.is_none(),
        "closed, nothing is measured"
    );
}

#[test]
fn timing_begins_with_the_first_step_and_each_stage_is_told() {
    let mut harness = open(crank().0, LabView::Timing);
    assert!(shows(&harness, "No step was taken yet"));
    steps(&mut harness, 3);
    harness.state_mut().panels.note_frame([1e-3, 2e-3, 3e-3, 4e-3]);
    harness.run_steps(2);
    assert!(!shows(&harness, "No step was taken yet"));
    let labels: Vec<String> = {
        let all = harness.query_all(by());
        all.filter_map(|it| it.label().or_else(|| it.value())).collect()
    };
    // A stage is listed with its mean; other texts with the same word do not count.
    let told = |stage: &str| {
        let own = labels
            .iter()
            .filter_map(|it| it.strip_prefix(stage)?.strip_prefix(' '));
        own.filter(|it| it.starts_with(|it: char| it.is_ascii_digit()))
            .count()
    };
    for stage in ["assembly", "factor", "solve", "integrate"] {
        assert_eq!(told(stage), 1, "{stage}: {labels:?}");
    }
    for (stage, mean) in [
        ("input", "1.00 ms"),
        ("panels", "2.00 ms"),
        ("editor", "3.00 ms"),
        ("draw", "4.00 ms"),
    ] {
        assert!(labels.contains(&format!("{stage} {mean}")), "{stage}: {labels:?}");
    }
    for whole in ["Step: ", "Frame: 10.0 ms in the mean, "] {
        assert!(
            labels.iter().any(|it| it.starts_with(whole)),
            "{whole}: {labels:?}"
        );
    }
}

/// Cutting a rod removes the fill-in of the loop; after undo its blocks are new.
#[test]
fn the_matrix_shows_the_fill_of_a_loop_that_is_closed() {
    let mut harness = open(of_gallery("ring"), LabView::Matrix);
    click(&mut harness, "Factor L");
    let first = scene(&harness);
    let fill = harness.state().snapshot.report.fill_blocks;
    assert!(fill > 0 && shows(&harness, &format!("factors A · fill-in {fill} blocks")));
    select(&mut harness, "rod 15");
    edit(&mut harness, |editor| editor.perform(Action::Delete));
    settle(&mut harness);
    assert!(shows(&harness, "factors H · fill-in 0 blocks"), "a tree");
    goes_back_to(&mut harness, &first);
    settle(&mut harness);
    assert!(shows(&harness, &format!("{fill} new since the last change")));
}

#[test]
fn the_equation_card_follows_the_selection_and_the_run() {
    let mut harness = open(of_gallery("double-pendulum"), LabView::Equation);
    let names: Vec<String> = {
        let scene = harness.state().editor.scene();
        scene.constraints().map(|it| it.1.name.clone()).collect()
    };
    let texts = |harness: &Screen| -> BTreeSet<String> {
        let all = harness.query_all(by());
        all.filter_map(|node| node.value().or_else(|| node.label()))
            .collect()
    };
    select(&mut harness, &names[0]);
    let one = texts(&harness);
    select(&mut harness, &names[1]);
    let other = texts(&harness);
    assert!(
        one.contains("λ") && one.difference(&other).count() > 6,
        "other numbers"
    );
    steps(&mut harness, 30);
    settle(&mut harness);
    let now = texts(&harness);
    assert!(now.difference(&other).count() > 6, "the numbers are those of now");
    edit(&mut harness, |editor| {
        let (ids, how) = (Vec::new(), How::Replace);
        editor.intend(Intent::Select { ids, how })
    });
    settle(&mut harness);
    assert!(shows(&harness, "Select a joint"));
}

#[test]
fn a_step_that_was_gone_through_is_taken() {
    let mut harness = open(crank().0, LabView::StepThrough);
    for _ in 0..200 {
        if harness.query_by_label("Take the step").is_some() {
            break;
        }
        click(&mut harness, "On");
    }
    let first = scene(&harness);
    assert_eq!(harness.state().snapshot.state.step, 0);
    let said = click(&mut harness, "Take the step");
    assert_eq!(said, [UiOutput::Act(Action::StepForward)]);
    assert_eq!(harness.state().snapshot.state.step, 1);
    settle(&mut harness);
    assert!(
        harness.get_by_label("Back").is_disabled(),
        "at the first moment of the next step"
    );
    assert_eq!(scene(&harness), first);
}

#[test]
fn a_joint_of_a_dependent_set_is_made_a_reference_and_undone() {
    let mut harness = open(of_gallery("parallelogram"), LabView::Freedoms);
    let first = scene(&harness);
    // The title of the scene contains the word, too.
    let sets = |harness: &Screen| harness.query_all_by_label("Redundant").count();
    let before = sets(&harness);
    harness.get_all_by_label("Reference").next().unwrap().click();
    harness.run_steps(3);
    harness.state_mut().engine.count_freedom();
    settle(&mut harness);
    assert!(sets(&harness) < before, "one set less than {before}");
    goes_back_to(&mut harness, &first);
    harness.state_mut().engine.count_freedom();
    settle(&mut harness);
    harness.run_steps(3);
    assert_eq!(sets(&harness), before);
}

/// The least singular value along a motion: position zero of the line is the pose on the canvas.
#[test]
fn the_course_of_the_singular_value_is_taken_home() {
    let mut harness = open(of_gallery("double-pendulum"), LabView::Freedoms);
    let plot = exported(&mut harness);
    let points = &plot.lines[0].points;
    assert!(points.len() > 8 && points.windows(2).all(|pair| pair[1][0] == pair[0][0] + 1.0));
    let here = points.iter().find(|it| it[0] == 0.0).unwrap()[1];
    let shown = format!(
        "least scaled singular value {} here",
        tinkertoy::ui::format::plain(here)
    );
    assert!(shows(&harness, &shown), "{shown}");
    assert!(points.iter().any(|it| it[1] != here), "it changes along the way");
}

#[test]
fn what_the_lens_has_measured_is_taken_home() {
    let mut harness = open(crank().0, LabView::Lens);
    let first = scene(&harness);
    harness.state_mut().panels.lens_up_to(40);
    click(&mut harness, "Measure");
    settle(&mut harness);
    harness.run_steps(2);
    let plot = exported(&mut harness);
    let names: Vec<&str> = plot.lines.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, Method::ALL.map(Method::label), "every method was timed");
    for line in &plot.lines {
        assert!(line.points.len() > 1, "{}", line.name);
        assert!(line.points.windows(2).all(|pair| pair[0][0] < pair[1][0]));
        assert!(line.points.iter().all(|it| it[1] > 0.0));
    }
    // With copies of the machine instead; the scene is unchanged.
    choose(&mut harness, 0, "copies of this machine");
    click(&mut harness, "Measure");
    settle(&mut harness);
    let plot = exported(&mut harness);
    assert!(plot.title.contains("copies of this machine"), "{}", plot.title);
    assert_eq!(scene(&harness), first);
}

/// An empty scene has no copies: the button is disabled, and shapes can be measured.
#[test]
fn the_lens_has_no_copies_of_an_empty_scene() {
    let mut harness = open(Scene::default(), LabView::Lens);
    choose(&mut harness, 0, "copies of this machine");
    assert!(harness.get_by_label("Measure").is_disabled());
    choose(&mut harness, 0, "chain");
    assert!(!harness.get_by_label("Measure").is_disabled());
}

#[test]
fn work_and_precision_shows_the_ways_that_are_chosen() {
    let mut harness = open(crank().0, LabView::Precision);
    let first = scene(&harness);
    click(&mut harness, "Measure");
    let begun = std::time::Instant::now();
    while !shows(&harness, " runs") {
        assert!(
            begun.elapsed() < std::time::Duration::from_secs(60),
            "no run ends"
        );
        harness.run_steps(1);
    }
    let drift = exported(&mut harness);
    assert!(drift.axes[1].starts_with("drift") && !drift.lines.is_empty());
    // The Pareto front is a line of its own.
    let (best, ways) = drift.lines.split_last().unwrap();
    assert!(ways.iter().all(|it| it.name.contains("Sparse")));
    assert!(best.name == "best for its time" && !best.points.is_empty());
    let all: Vec<[f64; 2]> = ways.iter().flat_map(|it| it.points.clone()).collect();
    let least = all.iter().fold(f64::INFINITY, |least, it| least.min(it[0]));
    assert_eq!(best.points[0][0], least, "it begins with the fastest");
    assert!(best.points.iter().all(|it| all.contains(it)));
    click(&mut harness, "Energy error");
    assert!(exported(&mut harness).axes[1].starts_with("energy error"));
    choose(&mut harness, 1, Integrator::Rattle.label());
    let rattle = exported(&mut harness);
    let (_, ways) = rattle.lines.split_last().unwrap();
    assert!(ways.iter().all(|it| it.name.contains("RATTLE")));
    click(&mut harness, "Cancel");
    assert!(shows(&harness, "Press Measure"));
    assert_eq!(scene(&harness), first);
}

#[test]
fn a_sweep_leaves_the_machine_alone_and_its_runs_stay_after_an_edit() {
    let mut harness = open(of_gallery("double-pendulum"), LabView::Sweep);
    let first = scene(&harness);
    click(&mut harness, "Start runs");
    settle(&mut harness);
    let curves = exported(&mut harness);
    assert_eq!(curves.lines.len(), 9, "a curve a run");
    choose(&mut harness, 0, "value at the end");
    let figure = exported(&mut harness);
    assert_eq!(figure.lines.len(), 1);
    // The last value of a curve is the figure of its run.
    for (k, curve) in curves.lines.iter().enumerate() {
        assert_eq!(
            curve.points.last().unwrap()[1],
            figure.lines[0].points[k][1],
            "run {k}"
        );
    }
    assert_eq!(scene(&harness), first);
    assert_eq!(harness.state().editor.undo_label(), None, "a sweep is no edit");
    enter(&mut harness, "Gravity y", "-3");
    assert_ne!(scene(&harness), first);
    assert_eq!(
        exported(&mut harness).lines,
        figure.lines,
        "of the machine as it was"
    );
}

/// What is typed after a scope was added is what it shows, and no command.
#[test]
fn a_new_scope_is_filled_at_once() {
    let mut harness = open(crank().0, LabView::Scopes);
    for index in 0..2 {
        click(&mut harness, "Add a scope");
        steps(&mut harness, 3);
        let event = egui::Event::Text("wheel.angle".to_owned());
        harness.input_mut().events.push(event);
        steps(&mut harness, 1);
        harness.press_key(egui::Key::Enter);
        steps(&mut harness, 3);
        let scopes = &harness.state().editor.scene().scopes;
        assert_eq!(scopes[index].signals, ["wheel.angle"]);
    }
}

/// A scope added, filled and removed by its buttons is restored by undo, with its signals.
#[test]
fn a_scope_is_built_by_its_buttons_and_undone() {
    let mut harness = open(crank().0, LabView::Scopes);
    let first = scene(&harness);
    let said = click(&mut harness, "Add a scope");
    assert!(
        matches!(said[..], [UiOutput::Intend(Intent::SetScopes(_))]),
        "{said:?}"
    );
    goes_back_to(&mut harness, &first);
    edit(&mut harness, |editor| {
        editor.intend(Intent::AddSignal("wheel.angle".into()))
    });
    steps(&mut harness, 20);
    let kept = scene(&harness);
    click(&mut harness, "Remove scope");
    assert_eq!(harness.state().editor.scene().scopes.len(), 0);
    goes_back_to(&mut harness, &kept);
    let scopes = harness.state().engine.scopes();
    assert!(
        scopes.with(|it| it.values("wheel.angle").is_some()),
        "it is recorded again"
    );
}
