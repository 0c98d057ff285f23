//! Races in their section of the panel: started, watched, changed and ended.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::Action;
use tinkertoy::export::diagram_table;
use tinkertoy::render::plot::{Diagram, Plot};
use tinkertoy::scene::{Integrator, Method, Stabilisation, gallery};
use tinkertoy::sim::Worst;
use tinkertoy::ui::plots::Figures;
use tinkertoy::ui::{PlotHistory, Plotted, Section, UiOutput};
use tinkertoy::worker::{self, Engine, RaceOrder, Sample, Scheme};

use crate::views::{choose, edit};
use crate::{Desk, click, crank, enter, sized};

/// Steps of a frame.
const A_FRAME: u32 = 6;

fn starting() -> Harness<'static, Desk> {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.folded = Section::ALL
        .into_iter()
        .filter(|it| *it != Section::Race)
        .collect::<BTreeSet<_>>();
    sized(desk, [1280.0, 800.0])
}

/// Advances the leader, and waits until all copies have caught up.
pub fn run(harness: &mut Harness<'static, Desk>, steps: usize) {
    for _ in 0..steps {
        assert!(harness.state_mut().engine.advance());
    }
    let started = Instant::now();
    while !harness.state().engine.race().is_settled() {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "somebody does not arrive"
        );
        std::thread::sleep(Duration::from_millis(1));
    }
    let desk = harness.state_mut();
    let samples = desk.engine.race().take_samples();
    desk.panels.feed_race(samples);
    harness.run_steps(3);
}

/// The only plot that was exported.
pub fn plotted(said: &[UiOutput]) -> &Plot {
    let [UiOutput::ExportPlot(diagram)] = said else {
        panic!("{said:?}")
    };
    let Diagram::Plot(plot) = &**diagram else {
        panic!("{diagram:?}")
    };
    plot
}

#[test]
fn a_copy_races_is_changed_and_taken() {
    let mut harness = starting();
    click(&mut harness, "Race a copy");
    run(&mut harness, 40);
    assert_eq!(harness.state().engine.race().contenders().len(), 1);
    assert_eq!(
        harness.state().engine.race().contenders()[0].status.state.q,
        harness.state().engine.run().state().q
    );
    click(&mut harness, "Change B");
    click(&mut harness, "Dense");
    run(&mut harness, 20);
    assert_eq!(
        harness.state().engine.race().contenders()[0].scheme.method,
        Method::Dense
    );
    assert_eq!(
        harness.state().editor.scene().settings.method,
        Method::Sparse,
        "A is left alone"
    );
    assert!(!harness.state().panels.kept.differences);
    click(&mut harness, "A − B");
    run(&mut harness, 20);
    assert!(harness.state().panels.kept.differences);
    click(&mut harness, "Take B");
    assert!(harness.state().engine.race().contenders().is_empty());
    assert_eq!(harness.state().editor.scene().settings.method, Method::Dense);
    // Undo restores the settings of the scene.
    edit(&mut harness, |editor| editor.perform(Action::Undo));
    assert_eq!(harness.state().editor.scene().settings.method, Method::Sparse);
}

#[test]
fn a_race_to_try_has_its_lanes_and_ends() {
    let mut harness = starting();
    click(&mut harness, "Euler, RK4, RATTLE");
    run(&mut harness, 30);
    let contenders = harness.state().engine.race().contenders();
    let integrators: Vec<_> = contenders.iter().map(|it| it.scheme.integrator).collect();
    assert_eq!(
        integrators,
        [Integrator::SemiImplicitEuler, Integrator::Rattle],
        "A is RK4 itself"
    );
    for label in ["Swap with B", "Swap with C", "Add", "Start again from A"] {
        assert!(harness.query_by_label(label).is_some(), "{label}");
    }
    click(&mut harness, "Add");
    run(&mut harness, 10);
    assert!(harness.query_by_label("Add").is_none(), "four are enough");
    click(&mut harness, "Swap with C");
    assert_eq!(
        harness.state().editor.scene().settings.integrator,
        Integrator::Rattle
    );
    run(&mut harness, 10);
    assert_eq!(
        harness.state().engine.race().contenders()[1].scheme.integrator,
        Integrator::Rk4
    );
    // Undo applies to the copy, too.
    edit(&mut harness, |editor| editor.perform(Action::Undo));
    run(&mut harness, 10);
    assert_eq!(
        harness.state().editor.scene().settings.integrator,
        Integrator::Rk4
    );
    assert_eq!(
        harness.state().engine.race().contenders()[1].scheme.integrator,
        Integrator::Rattle
    );
    click(&mut harness, "End the race");
    assert!(harness.query_by_label("Race a copy").is_some());
}

/// The plots of a race show the figures that `compare` prints for the same scene: largest and rms
/// drift, energy error, residual and iterations of each method.
#[test]
fn plotted_figures_are_those_of_compare() {
    let (id, steps) = ("heavy-on-light", 60);
    let scene = gallery::find(id).unwrap().scene().unwrap();
    let duration = f64::from(steps) * scene.settings.dt;
    let output = Command::new(env!("CARGO_BIN_EXE_tinkertoy"))
        .args(["compare", id, "--json", "--duration", &duration.to_string()])
        .output()
        .unwrap();
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut engine = Engine::new();
    engine.carry_out(worker::Command::Load(Box::new(scene.clone()), true));
    let own = Scheme::of(&scene.settings);
    let others = [Method::Sparse, Method::Dense, Method::ConjugateGradient];
    let others = others.map(|method| Scheme { method, ..own }).to_vec();
    engine.carry_out(worker::Command::Race(RaceOrder::Begin(others)));
    let mut plots: BTreeMap<String, PlotHistory> = BTreeMap::new();
    let mut plot = |sample: &Sample| {
        let method = sample.method.to_string();
        plots.entry(method).or_default().push(sample);
    };
    // Several steps pass between frames, and no step is left out.
    for _ in 0..steps / A_FRAME {
        for _ in 0..A_FRAME {
            assert!(engine.advance());
        }
        plot(&engine.snapshot().1);
        let started = Instant::now();
        while !engine.race().is_settled() {
            assert!(started.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_micros(200));
        }
        let samples = engine.race().take_samples();
        samples.iter().flat_map(|it| &it.1).for_each(&mut plot);
    }
    assert_eq!(plots.len(), 4);
    for (method, plots) in &plots {
        assert!(plots.points().len() >= (steps / A_FRAME) as usize, "{method}");
        let courses = told["methods"].as_array().unwrap();
        let course = courses.iter().find(|it| it["method"] == method.as_str()).unwrap();
        let most = |of: fn(&Figures) -> f64| {
            let points = plots.points().iter();
            points.map(|point| of(&point.largest)).fold(0.0, f64::max)
        };
        let known = |name: &str| course[name].as_f64().unwrap();
        // Numbers in text are exact up to the last digit.
        let same = |of: fn(&Figures) -> f64, told: f64| {
            let shown = most(of);
            assert!(
                (shown - told).abs() <= 1e-15 * told.abs(),
                "{method}: {shown:e} {told:e}"
            );
        };
        same(|it| it.drift, known("drift_max_m").max(known("drift_max_rad")));
        same(|it| it.drift_rms, known("drift_rms_max_m"));
        same(|it| it.energy_error.abs(), known("energy_error_max"));
        same(|it| it.residual, known("residual_max"));
        same(|it| it.iterations, known("iterations"));
    }
}

/// Each copy has its own method, iterations, integrator, step, stabilisation and gains, set in its lane; A keeps its own.
#[test]
fn a_copy_has_all_its_settings_of_its_own() {
    let mut harness = starting();
    click(&mut harness, "Race a copy");
    click(&mut harness, "Change B");
    let own = Scheme::of(&harness.state().editor.scene().settings);
    let of_b = |harness: &Harness<'static, Desk>| harness.state().engine.race().contenders()[0].scheme;
    let mut expected = own;
    click(&mut harness, "Gauss-Seidel");
    expected.method = Method::GaussSeidel;
    enter(&mut harness, "Sweeps", "7");
    expected.effort.sweeps = 7;
    assert_eq!(of_b(&harness), expected);
    enter(&mut harness, "ks (1/s²)", "100");
    enter(&mut harness, "kd (1/s)", "20");
    (expected.ks, expected.kd) = (100.0, 20.0);
    assert_eq!(of_b(&harness), expected);
    enter(&mut harness, "Steps per second", "100");
    expected.dt = 0.01;
    choose(&mut harness, 0, Integrator::SemiImplicitEuler.label());
    expected.integrator = Integrator::SemiImplicitEuler;
    choose(&mut harness, 2, Stabilisation::Projection.label());
    expected.stabilisation = Stabilisation::Projection;
    assert_eq!(of_b(&harness), expected);
    assert_eq!(
        Scheme::of(&harness.state().editor.scene().settings),
        own,
        "A is left alone"
    );
    // A − B exists where steps of both end at the same time: at every twelfth step of A.
    for _ in 0..40 {
        run(&mut harness, 6);
        let of_leader = harness.state_mut().engine.snapshot().1;
        harness.state_mut().panels.feed(vec![of_leader]);
    }
    click(&mut harness, "A − B");
    click(&mut harness, "Drift ▾");
    let said = click(&mut harness, "Export the plot…");
    let plot = plotted(&said);
    let [line] = &plot.lines[..] else {
        panic!("{plot:?}")
    };
    assert_eq!(line.name, "B − A");
    assert!(line.points.len() >= 10, "{}", line.points.len());
}

/// Times that were not measured do not appear in a plot.
#[test]
fn times_that_were_not_measured_are_not_plotted() {
    let mut harness = starting();
    assert!(harness.query_by_label_contains("0 ns").is_none());
    assert!(harness.query_by_label_contains("Sparse —").is_some());
    let sample = |k: u32| Sample {
        time: f64::from(k) / 240.0,
        drift_m: 1e-9,
        drift_rad: 0.0,
        drift_rms: 0.0,
        solve_ns: if k == 0 { 0 } else { 3000 },
        step_ns: 0,
        energy: 0.0,
        energy_error: 0.0,
        residual: 0.0,
        iterations: 0,
        method: Method::Sparse,
        worst: Worst::default(),
        breach: None,
    };
    harness.state_mut().panels.feed((0..10).map(sample).collect());
    harness.run_steps(3);
    click(&mut harness, "Time per solve ▾");
    let said = click(&mut harness, "Export the plot…");
    let points = &plotted(&said).lines[0].points;
    assert_eq!(points.len(), 9);
    assert!(points.iter().all(|it| it[1] == 3000.0));
}

/// A plot can show another quantity, and be exported with all points of all lines.
#[test]
fn a_plot_shows_what_is_chosen_and_is_exported() {
    let mut harness = starting();
    click(&mut harness, "Race a copy");
    (0..5).for_each(|_| run(&mut harness, 4));
    click(&mut harness, "Time per solve ▾");
    click(&mut harness, "Drift, rms");
    assert_eq!(harness.state().panels.kept.plotted[1], Plotted::DriftRms);
    click(&mut harness, "Drift, rms ▾");
    let said = click(&mut harness, "Export the plot…");
    let plot = plotted(&said);
    let names: Vec<&str> = plot.lines.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["A", "B"]);
    assert!(plot.lines[1].points.len() > 1);
    let table = diagram_table(&plot.clone().into());
    let points = plot.lines.iter().map(|it| it.points.len()).sum::<usize>();
    assert_eq!(table.lines().count(), 1 + points);
    let last = table.lines().last().unwrap().rsplit(',').next().unwrap();
    assert_eq!(
        last.parse::<f64>().unwrap(),
        plot.lines[1].points.last().unwrap()[1]
    );
    // Zero has no place on the logarithmic scale, and is exported all the same.
    harness.state_mut().panels.kept.plotted[1] = Plotted::Iterations;
    harness.run_steps(3);
    click(&mut harness, "Iterations ▾");
    let said = click(&mut harness, "Export the plot…");
    let plot = plotted(&said);
    let mut figures = plot.lines.iter().flat_map(|it| &it.points);
    assert!(figures.all(|it| it[1] == 0.0), "{plot:?}");
}

/// The menu of the laboratory lists the races; one with a scene of its own opens that scene first.
#[test]
fn races_are_in_the_menu() {
    let mut harness = starting();
    harness.state_mut().panels.kept.folded.insert(Section::Race);
    click(&mut harness, "Laboratory");
    let button = egui::accesskit::Role::Button;
    let named = harness.get_all_by_label_contains("Races");
    let menu = named.into_iter().find(|node| node.role() == button);
    menu.unwrap().hover();
    harness.run_steps(3);
    let name = "Gauss-Seidel, 10 sweeps, on 1 : 1000";
    let said = click(&mut harness, name);
    assert!(
        matches!(said[..], [UiOutput::RaceOn("heavy-on-light", _)]),
        "{said:?}"
    );
    assert!(!harness.state().panels.kept.folded.contains(&Section::Race));
    harness.state_mut().gallery_id = Some("heavy-on-light");
    click(&mut harness, name);
    assert_eq!(harness.state().engine.race().contenders().len(), 1);
}
