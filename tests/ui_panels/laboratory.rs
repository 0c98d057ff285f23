//! The views of the laboratory that show the equations of the machine.

use std::time::{Duration, Instant};

use tinkertoy::editor::{How, Intent, LabView};

use super::*;

/// A machine with a view open, once its data has arrived.
pub fn open(scene: Scene, view: LabView, size: [f32; 2]) -> Harness<'static, Desk> {
    let mut desk = Desk::new(scene);
    desk.panels.kept.lab.insert(view);
    let mut harness = sized(desk, size);
    settle(&mut harness);
    harness
}

/// Waits for the data that is computed beside the window.
pub fn settle(harness: &mut Harness<'static, Desk>) {
    let started = Instant::now();
    let mut idle = 0;
    // Data that arrives during a frame is drawn in the next.
    while idle < 2 {
        harness.run_steps(2);
        idle = if harness.state().panels.lab_is_busy() {
            0
        } else {
            idle + 1
        };
        assert!(started.elapsed() < Duration::from_secs(60), "nothing arrives");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn loops() -> Scene {
    tinkertoy::bench::Shape::LoopsLocal.scene(24)
}

#[test]
fn the_matrix_view_shows_counts_and_draws_the_tree() {
    for size in [[1280.0, 800.0], [1024.0, 640.0]] {
        let mut harness = open(loops(), LabView::Matrix, size);
        click(&mut harness, "Factor L");
        let report = harness.state().snapshot.report.clone();
        assert!(report.fill_blocks > 0);
        let fill = format!("fill-in {} blocks", report.fill_blocks);
        assert!(harness.query_by_label_contains(&fill).is_some(), "{fill}");
        assert!(harness.state().panels.marks().lines.is_empty());
        click(&mut harness, "Tree on the machine");
        let marks = harness.state().panels.marks().clone();
        assert!(marks.lines.len() > 24, "{}", marks.lines.len());
        assert!(marks.labels.is_empty(), "nothing is looked at");
        // A part selected on the machine is labelled in the elimination tree.
        let part = harness.state().editor.scene().parts().next().unwrap().0;
        let _ = harness.state_mut().editor.intend(Intent::Select {
            ids: vec![part],
            how: How::Replace,
        });
        harness.run_steps(3);
        assert_eq!(harness.state().panels.marks().labels.len(), 1);
    }
}

#[test]
fn a_method_that_factors_nothing_says_so() {
    let mut harness = open(loops(), LabView::Matrix, [1280.0, 800.0]);
    click(&mut harness, "Gauss-Seidel");
    settle(&mut harness);
    click(&mut harness, "Factor L");
    assert!(
        harness
            .query_by_label_contains("Gauss-Seidel factors nothing")
            .is_some()
    );
    assert!(harness.query_by_label_contains("Looking").is_none());
}

#[test]
fn an_empty_scene_says_what_to_do() {
    let harness = open(Scene::default(), LabView::Matrix, [1280.0, 800.0]);
    assert!(harness.query_by_label_contains("build a part").is_some());
}

#[test]
fn what_the_pointer_is_over_in_the_matrix_is_lit_on_the_machine() {
    let mut harness = open(loops(), LabView::Matrix, [1280.0, 800.0]);
    let hint = harness
        .get_by_label_contains("Point at a block")
        .raw_bounds()
        .unwrap();
    assert!(harness.state().panels.lit.is_empty());
    // At the left of the matrix, which fills most of the window.
    let at = egui::pos2(hint.x0 as f32 + 10.0, hint.y0 as f32 - 150.0);
    harness.input_mut().events.push(egui::Event::PointerMoved(at));
    harness.run_steps(3);
    let lit = harness.state().panels.lit.clone();
    let first = harness.state().editor.scene().parts().next().unwrap().0;
    assert_eq!(lit.len(), 2, "the items of row and column");
    assert_eq!(lit[1], first);
    assert!(harness.query_by_label_contains(" · column ").is_some());
    // Their nodes in the tree are labelled, and primary rows are distinguished from those of joints that close loops.
    assert!(harness.state().panels.marks().labels.is_empty());
    click(&mut harness, "Tree on the machine");
    harness.input_mut().events.push(egui::Event::PointerMoved(at));
    harness.run_steps(3);
    assert_eq!(harness.state().panels.marks().labels.len(), 2);
    let mut roles = std::collections::BTreeSet::new();
    for up in (40..220).step_by(6) {
        let at = egui::pos2(hint.x0 as f32 + 10.0, hint.y0 as f32 - up as f32);
        harness.input_mut().events.push(egui::Event::PointerMoved(at));
        harness.run_steps(2);
        for role in ["(primary)", "(auxiliary)"] {
            if harness.query_all_by_label_contains(role).next().is_some() {
                roles.insert(role);
            }
        }
    }
    assert_eq!(roles.len(), 2, "rows of both roles are told: {roles:?}");
}

/// A node of the tree under the pointer, away from all items, is labelled, and its items are highlighted on the machine and in the matrix.
#[test]
fn a_node_of_the_tree_that_is_pointed_at_is_lit() {
    let mut harness = open(loops(), LabView::Matrix, [1280.0, 800.0]);
    click(&mut harness, "Tree on the machine");
    let nodes: Vec<Vec2> = harness
        .state()
        .panels
        .marks()
        .dots
        .iter()
        .map(|it| it.at)
        .collect();
    let view = *harness.state().editor.view();
    // Outside the window of the view, on its right.
    let on_screen = nodes.iter().map(|at| view.screen_from_world(*at));
    let (index, at) = on_screen
        .enumerate()
        .find(|(_, at)| at.x > 600.0 && at.x < 900.0 && at.y < 600.0)
        .unwrap();
    assert!(harness.state().panels.lit.is_empty());
    let events = &mut harness.input_mut().events;
    events.push(egui::Event::PointerMoved(egui::pos2(at.x as f32, at.y as f32)));
    harness.run_steps(3);
    let marks = harness.state().panels.marks().clone();
    assert!(!harness.state().panels.lit.is_empty());
    assert!(
        marks.labels.iter().any(|it| it.at == nodes[index]),
        "{:?}",
        marks.labels
    );
    // Over the window of the view, nothing beneath it is hovered.
    let hint = harness
        .get_by_label_contains("Point at a block")
        .raw_bounds()
        .unwrap();
    let at = egui::pos2(hint.x0 as f32, hint.y0 as f32 - 1.0);
    harness.input_mut().events.push(egui::Event::PointerMoved(at));
    harness.run_steps(3);
    assert!(harness.state().panels.marks().labels.is_empty());
}

/// The text that the next frames copy to the clipboard.
pub fn copied(harness: &mut Harness<'static, Desk>) -> String {
    let mut all = String::new();
    for _ in 0..3 {
        harness.run_steps(1);
        for command in &harness.output().platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                all += text;
            }
        }
    }
    all
}

#[test]
fn the_equation_card_shows_the_selected_constraint_and_copies_it() {
    let (scene, _, motor) = crank();
    let mut harness = open(scene, LabView::Equation, [1024.0, 640.0]);
    assert!(harness.query_by_label_contains("Select a joint").is_some());
    let (ids, how) = (vec![motor], How::Replace);
    let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
    settle(&mut harness);
    assert!(harness.query_by_label("λ").is_some());
    assert!(harness.query_by_label_contains("on wheel").is_some());
    let wheel = harness.state().editor.scene().find("wheel").unwrap();
    assert_eq!(harness.state().panels.lit, [wheel]);
    for (label, word) in [
        ("LaTeX", "\\lambda"),
        ("NumPy", "import numpy"),
        ("Matrix Market", "%%MatrixMarket"),
        ("LaTeX (all)", "\\lambda"),
        ("NumPy (all)", "import numpy"),
        ("Matrix Market (H)", "%%MatrixMarket"),
    ] {
        harness.get_by_label(label).click();
        let text = copied(&mut harness);
        assert!(text.contains(word), "{label}: {text}");
    }
    // A system too large for a page is not offered as LaTeX.
    let harness = open(loops(), LabView::Equation, [1024.0, 640.0]);
    assert!(harness.get_by_label("LaTeX (all)").is_disabled());
    assert!(!harness.get_by_label("NumPy (all)").is_disabled());
}

#[test]
fn free_motions_wiggle_and_dependent_constraints_can_be_removed() {
    let (mut scene, wheel, _) = crank();
    let axle = |name: &str| Constraint {
        name: name.into(),
        ends: vec![Attach::ground(Vec2::ZERO), Attach::part(wheel, Vec2::ZERO)],
        kind: ConstraintKind::Pin(Pin {}),
    };
    let second = scene.add(axle("axle again"));
    let mut harness = open(scene, LabView::Freedoms, [1280.0, 800.0]);
    // The rows of x and y, one set each.
    assert_eq!(harness.query_all_by_label("Redundant").count(), 2);
    assert!(
        harness
            .query_all_by_label_contains("wᵀ J = 0 to")
            .next()
            .is_some()
    );
    // The arm is loose and has three degrees of freedom; the wheel has one, driven by the motor.
    let ghost = harness.state().panels.ghost();
    assert!(ghost.is_some_and(|(model, _)| model.bodies.len() == 2));
    let removals = harness.query_all_by_label("Remove").count();
    assert!(removals >= 2, "{removals}");
    harness.query_all_by_label("Remove").last().unwrap().click();
    harness.run_steps(3);
    settle(&mut harness);
    assert!(harness.state().editor.scene().item(second).is_none());
    harness.state_mut().engine.count_freedom();
    harness.run_steps(3);
    assert_eq!(harness.query_all_by_label("Redundant").count(), 0);
}

/// The ghost can be grabbed by its handle, or by a part of it beside the machine; it follows the
/// pointer along the motion, and stays where it is released.
#[test]
fn a_ghost_is_dragged_along_its_motion() {
    let scene = tinkertoy::scene::gallery::find("double-pendulum")
        .unwrap()
        .scene()
        .unwrap();
    let mut harness = open(scene, LabView::Freedoms, [1280.0, 800.0]);
    let dots = harness.state().panels.marks().dots.clone();
    assert_eq!(dots.len(), 1, "the handle");
    let way = harness.state().panels.marks().lines.clone();
    assert!(way.len() > 100, "{}", way.len());
    let scene = harness.state().editor.scene().clone();
    let far = |at: Vec2| at + Vec2::new(50.0, 50.0);
    let ghost = harness.state_mut().panels.ghost_panel();
    assert!(
        !ghost.grab(&scene, far(dots[0].at), 1e-3, false),
        "nothing is there"
    );
    assert!(
        ghost.grab(&scene, dots[0].at, 1e-3, true),
        "the handle goes before the machine"
    );
    // In small steps to another point of its path, as a pointer moves.
    let (from, to) = (way.len() / 2, way.len() / 2 + 40);
    for line in &way[from..to] {
        harness.state_mut().panels.ghost_panel().drag(line.to);
        harness.run_steps(1);
    }
    let at = harness.state().panels.marks().dots[0].at;
    assert!(at.distance(way[to - 1].to) < 1e-3, "{at} {}", way[to - 1].to);
    harness.state_mut().panels.ghost_panel().let_go();
    assert!(!harness.state_mut().panels.ghost_panel().is_grabbed());
    harness.run_steps(5);
    assert_eq!(harness.state().panels.marks().dots[0].at, at, "it stays there");
    // Grabbed by the part itself, but not where the machine covers it.
    let (model, state) = harness.state().panels.ghost().unwrap();
    let middle = model
        .pose(state, model.bodies[model.bodies.len() - 1].id)
        .unwrap()
        .position;
    let ghost = harness.state_mut().panels.ghost_panel();
    assert!(!ghost.grab(&scene, middle, 1e-6, true));
    assert!(ghost.grab(&scene, middle, 1e-6, false));
    ghost.let_go();
    click(&mut harness, "Wiggle");
    harness.run_steps(3);
    assert!(harness.query_by_label("Wiggle").is_none());
}

#[test]
fn a_step_is_gone_through_forwards_and_backwards() {
    let mut harness = open(crank().0, LabView::StepThrough, [1024.0, 640.0]);
    assert!(
        harness.query_all_by_label("F").next().is_some(),
        "forces come first"
    );
    click(&mut harness, "Rows of J");
    assert!(harness.query_by_label_contains("J on wheel").is_some());
    click(&mut harness, "Forces");
    let first = harness.state().panels.lit.clone();
    assert_eq!(first.len(), 1);
    assert!(
        !harness.state().panels.marks().lines.is_empty(),
        "gravity is an arrow"
    );
    click(&mut harness, "On");
    let second = harness.state().panels.lit.clone();
    assert_ne!(first, second);
    click(&mut harness, "Back");
    assert_eq!(harness.state().panels.lit, first);
    click(&mut harness, "Factor, leaf to root");
    assert!(harness.query_by_label("pivots of D").is_some());
    click(&mut harness, "Feedback");
    assert!(harness.query_by_label("ks C").is_some());
    // While the run plays there is no step to show.
    click(&mut harness, "Play");
    assert!(harness.query_by_label("pivots of D").is_none());
    click(&mut harness, "Stop time");
    settle(&mut harness);
    assert!(harness.query_by_label("ks C").is_some());
}

/// The moment in view of the step-through is highlighted in the matrix; on the tree its nodes are labelled, as those of a selected part.
#[test]
fn a_moment_of_a_step_lights_its_blocks() {
    let mut harness = open(crank().0, LabView::StepThrough, [1280.0, 800.0]);
    let _ = harness.state_mut().panels.kept.lab.insert(LabView::Matrix);
    settle(&mut harness);
    click(&mut harness, "Tree on the machine");
    let of_tree = |harness: &Harness<'static, Desk>| {
        let labels = harness.state().panels.marks().labels.clone();
        labels.iter().filter(|it| it.text.contains(" below")).count()
    };
    assert_eq!(of_tree(&harness), 1, "the part on which the forces are");
    click(&mut harness, "Multipliers");
    assert!(of_tree(&harness) > 1, "a joint and its parts");
    let _ = harness.state_mut().panels.kept.lab.remove(&LabView::StepThrough);
    harness.run_steps(3);
    assert_eq!(of_tree(&harness), 0, "nothing is looked at");
}

#[test]
fn measurements_are_started_seen_and_cancelled() {
    for (view, hint) in [
        (LabView::Lens, "Choose what grows"),
        (LabView::Precision, "Press Measure"),
    ] {
        let mut desk = Desk::new(crank().0);
        desk.panels.kept.lab.insert(view);
        let mut harness = sized(desk, [1024.0, 640.0]);
        assert!(harness.query_by_label_contains(hint).is_some());
        assert!(!harness.state().panels.lab_is_busy());
        click(&mut harness, "Measure");
        assert!(harness.state().panels.lab_is_busy());
        click(&mut harness, "Cancel");
        assert!(!harness.state().panels.lab_is_busy());
        assert!(harness.query_by_label_contains(hint).is_some(), "nothing is kept");
    }
}

#[test]
fn a_sweep_is_run_and_shown_as_curves_figures_and_a_map() {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.lab.insert(LabView::Sweep);
    let mut harness = sized(desk, [1024.0, 640.0]);
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("then press Start runs").is_some());
    click(&mut harness, "Start runs");
    settle(&mut harness);
    // Nine values of ks, one curve each, with a legend of the colours.
    assert!(harness.query_by_label_contains("settings.ks 0").is_some());
    click(&mut harness, "and another number: a map");
    assert!(harness.query_by_label_contains("81 runs").is_some());
    click(&mut harness, "Start runs");
    settle(&mut harness);
    assert!(harness.query_by_label_contains("settings.ks up").is_some());
    // An unknown quantity is reported, and disables the start.
    let field = harness.get_by_label("Recorded quantity");
    field.focus();
    harness.run_steps(2);
    harness.get_by_label("Recorded quantity").type_text("nonsense");
    harness.run_steps(2);
    assert!(harness.query_by_label_contains("nonsense").is_some());
    let run = harness.get_by_label("Start runs");
    assert!(run.is_disabled());
}
