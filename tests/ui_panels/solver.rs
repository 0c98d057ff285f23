//! The section of the solver: its figures and buttons.

use tinkertoy::editor::{Action, Intent};
use tinkertoy::scene::{Method, SubSteps, gallery};

use super::*;

#[test]
fn the_method_is_swapped_by_its_buttons_and_by_its_chip() {
    let mut harness = harness(Desk::new(crank().0));
    let said = click(&mut harness, "Dense");
    let Some(UiOutput::Intend(Intent::SetSettings { settings, done: true })) = said.first() else {
        panic!("{said:?}");
    };
    assert_eq!(settings.method, Method::Dense);
    assert_eq!(harness.state().editor.scene().settings.method, Method::Dense);
    harness.state_mut().said.clear();
    harness.get_by_label_contains("Dense ").click();
    harness.run_steps(3);
    assert_eq!(harness.state().said, [UiOutput::Act(Action::SwitchMethod)]);
    assert_eq!(
        harness.state().editor.scene().settings.method,
        Method::ALL[2],
        "the next one"
    );
}

/// Drift, time and method come first; the rest needs a click or a search for its name, and stays unfolded.
#[test]
fn what_a_beginner_needs_comes_first() {
    let shows = |harness: &Harness<'static, Desk>, label| harness.query_by_label(label).is_some();
    let mut harness = harness(Desk::new(crank().0));
    for label in ["Drift now", "Solve time", "Method"] {
        assert!(shows(&harness, label), "{label}");
    }
    for label in ["Integrator", "Steps/s", "Sub-steps", "Drift", "ks"] {
        assert!(!shows(&harness, label), "{label}");
    }
    click(&mut harness, "Integrator and step");
    assert!(shows(&harness, "Integrator") && shows(&harness, "Sub-steps"));
    let kept = harness.state().panels.store();
    assert!(ui::Panels::restore(&kept).kept.advanced);
    click(&mut harness, "Integrator and step");
    assert!(!shows(&harness, "Integrator"));
    // Text fields in the sections would be taken for the search field.
    harness.state_mut().panels.kept.folded = ui::Section::ALL.into_iter().collect();
    search(&mut harness, "tolerance");
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    assert!(shows(&harness, "Integrator"), "a search leads to it");
}

/// The settings of an iterative method are shown below it, and only for it.
#[test]
fn the_effort_is_shown_with_the_methods_that_iterate() {
    let mut harness = harness(Desk::new(crank().0));
    assert!(harness.query_by_label("Sweeps").is_none());
    click(&mut harness, "Gauss-Seidel");
    assert!(harness.query_by_label("Sweeps").is_some());
    click(&mut harness, "Conjugate gradient");
    assert!(harness.query_by_label("Sweeps").is_none());
    assert!(harness.query_by_label("Digits").is_some());
    assert_eq!(
        harness.state().editor.scene().settings.method,
        Method::ConjugateGradient
    );
}

/// Also with gains of zero, and for the method in use.
#[test]
fn the_verdict_on_the_feedback_is_shown_whatever_the_gains() {
    use SubSteps::{Automatic, Fixed};
    for (ks, kd, method, sub_steps, words) in [
        (400.0, 40.0, Method::Sparse, Automatic, "calm at this step"),
        (
            0.0,
            1e4,
            Method::Sparse,
            Automatic,
            "unstable at a whole step, so steps are divided",
        ),
        (0.0, 1e4, Method::Sparse, Fixed, "unstable at this step"),
        (0.0, 0.0, Method::Sparse, Automatic, "nothing is held"),
        (
            400.0,
            40.0,
            Method::GaussSeidel,
            Automatic,
            "calm at this step, 8 in a row by Gauss-Seidel",
        ),
    ] {
        let (mut scene, ..) = crank();
        (scene.settings.ks, scene.settings.kd, scene.settings.method) = (ks, kd, method);
        scene.settings.sub_steps = sub_steps;
        let mut desk = Desk::new(scene);
        desk.panels.kept.advanced = true;
        let harness = harness(desk);
        assert!(harness.query_by_label(words).is_some(), "{words}");
    }
}

/// The work of the motor is booked, and the remaining energy difference is shown as an error.
#[test]
fn the_ledger_is_shown() {
    let mut desk = Desk::new(crank().0);
    assert!(desk.engine.advance());
    desk.snapshot = Arc::new(desk.engine.snapshot().0);
    let mut harness = harness(desk);
    assert!(harness.query_by_label("Drift now").is_some());
    assert!(harness.query_by_label("By motors").is_none(), "folded at first");
    click(&mut harness, "Last step and solve");
    assert!(harness.query_by_label("By motors").is_some());
    assert!(harness.query_by_label("Error").is_some());
    assert!(
        harness.query_by_label("By soft steps").is_none(),
        "there were none"
    );
}

/// A machine with two redundant rows: the report shows the work of its solve, for every method.
#[test]
fn the_report_of_the_last_solve_is_shown() {
    for method in Method::ALL {
        let mut scene = gallery::find("parallelogram").unwrap().scene().unwrap();
        scene.settings.method = method;
        let mut desk = Desk::new(scene);
        assert!(desk.engine.advance());
        desk.snapshot = Arc::new(desk.engine.snapshot().0);
        let report = desk.snapshot.report.clone();
        desk.panels.kept.details = true;
        let harness = harness(desk);
        for line in [
            "Residual",
            "Repaired pivots",
            "Rank deficit",
            "Primary, auxiliary",
            "Fill-in",
        ] {
            assert!(harness.query_by_label(line).is_some(), "{method}: {line}");
        }
        assert!(
            harness.query_all_by_label("2").next().is_some(),
            "{method}: the deficit"
        );
        let iterates = method.iterates();
        assert_eq!(
            harness.query_by_label("Refinements").is_some(),
            !iterates,
            "{method}"
        );
        assert_eq!(
            harness.query_by_label("Iterations").is_some(),
            iterates,
            "{method}"
        );
        assert_eq!(report.iterations > 0, iterates, "{method}");
    }
}
