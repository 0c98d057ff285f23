//! Exported diagrams equal those on the screen: the same view, units and lines, with all their numbers.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::{Intent, LabView};
use tinkertoy::export::diagram_table;
use tinkertoy::lab::scope::Spectrum;
use tinkertoy::render::plot::{Diagram, Map, Stack};
use tinkertoy::scene::Scope;
use tinkertoy::ui::UiOutput;
use tinkertoy::worker::Command;

use super::laboratory::{copied, settle};
use super::views::choose;
use super::{Desk, click, crank, sized};

type Screen = Harness<'static, Desk>;

/// A crank with this scope, after some steps.
fn recorded(scope: Scope, steps: usize) -> Screen {
    let mut harness = sized(Desk::new(crank().0), [1280.0, 800.0]);
    let intent = Intent::SetScopes(vec![scope]);
    let effects = harness.state_mut().editor.intend(intent);
    for effect in effects {
        if let tinkertoy::editor::Effect::Run(command) = effect {
            harness.state_mut().engine.carry_out(command);
        }
    }
    harness.state_mut().panels.kept.lab.insert(LabView::Scopes);
    for _ in 0..steps {
        harness.state_mut().engine.carry_out(Command::Step);
    }
    harness.run_steps(4);
    harness
}

fn exported(harness: &mut Screen) -> Diagram {
    let said = click(harness, "Export…");
    let [UiOutput::ExportPlot(diagram)] = &said[..] else {
        panic!("{said:?}")
    };
    Diagram::clone(diagram)
}

fn stack(harness: &mut Screen) -> Stack {
    match exported(harness) {
        Diagram::Stack(stack) => stack,
        other => panic!("{other:?}"),
    }
}

/// Times and values of a signal in the run.
fn in_memory(harness: &Screen, text: &str) -> Vec<[f64; 2]> {
    let scopes = harness.state().engine.scopes();
    scopes.with(|it| {
        let values = it.values(text).unwrap().iter();
        it.time().iter().zip(values).map(|(t, x)| [*t, *x]).collect()
    })
}

/// Head and rows of a table.
fn table(diagram: &Diagram) -> (String, Vec<Vec<f64>>) {
    let text = diagram_table(diagram);
    let mut lines = text.lines();
    let head = lines.next().unwrap().to_owned();
    let number = |text: &str| text.parse().unwrap_or(f64::NAN);
    let rows = lines.map(|line| line.split(',').map(number).collect());
    (head, rows.collect())
}

/// A scope of two units over time: two plots of the last two seconds, with every step to the bit; then of the zoomed view.
#[test]
fn a_scope_over_time_is_exported_as_it_is_seen() {
    let scope = Scope {
        signals: ["wheel.angle", "wheel.omega", "wheel.angle^2"]
            .map(String::from)
            .to_vec(),
        ..Scope::default()
    };
    let mut harness = recorded(scope, 900);
    click(&mut harness, "2 s");
    let angles = in_memory(&harness, "wheel.angle");
    let end = angles.last().unwrap()[0];
    assert!(end > 2.5, "more is recorded than is shown: {end}");
    let seen = stack(&mut harness);
    let units: Vec<&str> = seen.plots.iter().map(|it| it.axes[1].as_str()).collect();
    assert_eq!(units, ["rad", "rad/s", ""], "an axis a unit");
    let names: Vec<&str> = seen.plots.iter().map(|it| it.lines[0].name.as_str()).collect();
    assert_eq!(names, ["wheel.angle", "wheel.omega", "wheel.angle^2"]);
    for plot in &seen.plots {
        let [low, high] = plot.view[0].unwrap();
        assert!(
            (low - (end - 2.0)).abs() < 1e-9 && (high - end).abs() < 1e-9,
            "{low} {high}"
        );
    }
    let inside = |all: &[[f64; 2]], [low, high]: [f64; 2]| -> Vec<[f64; 2]> {
        all.iter()
            .filter(|it| (low..=high).contains(&it[0]))
            .copied()
            .collect()
    };
    assert_eq!(seen.plots[0].lines[0].points, inside(&angles, [end - 2.0, end]));
    let (head, rows) = table(&Diagram::Stack(seen.clone()));
    assert_eq!(
        head,
        "\"time (s)\",\"wheel.angle (rad)\",\"wheel.omega (rad/s)\",\"wheel.angle^2\""
    );
    assert_eq!(
        rows.len(),
        seen.plots[0].lines[0].points.len(),
        "no step is left out"
    );
    for (row, [time, angle]) in rows.iter().zip(inside(&angles, [end - 2.0, end])) {
        assert_eq!([row[0], row[1]], [time, angle], "to the last bit");
        assert!((row[3] - angle * angle).abs() < 1e-13 * row[3]);
    }
    // Zoomed in, the export covers the view, in both directions.
    let field = harness.get_by_label("Against").raw_bounds().unwrap();
    let place = egui::pos2(400.0, field.y1 as f32 + 30.0);
    for event in [egui::Event::PointerMoved(place), egui::Event::Zoom(2.0)] {
        harness.input_mut().events.push(event);
        harness.run_steps(3);
    }
    assert!(!harness.state().panels.scopes.follow, "it no longer follows");
    let zoomed = stack(&mut harness);
    let view = zoomed.plots[0].view;
    let [low, high] = view[0].unwrap();
    assert!(high - low < 1.5, "{low} {high}");
    let before = seen.plots[0].view[1].unwrap();
    let [from, to] = view[1].unwrap();
    assert!(to - from < 0.8 * (before[1] - before[0]), "{from} {to}");
    assert_eq!(zoomed.plots[0].lines[0].points, inside(&angles, [low, high]));
    assert_eq!(zoomed.plots[1].view[0], Some([low, high]), "of one time");
    // The button Follow returns to the present.
    click(&mut harness, "Follow");
    let back = stack(&mut harness).plots[0].view[0].unwrap();
    assert!((back[1] - end).abs() < 1e-9, "{back:?}");
}

#[test]
fn a_phase_plot_is_exported_as_one() {
    let scope = Scope {
        signals: vec!["wheel.omega".into()],
        against: Some("wheel.angle".into()),
        spectrum: false,
    };
    let mut harness = recorded(scope, 300);
    let seen = stack(&mut harness);
    let [plot] = &seen.plots[..] else {
        panic!("{}", seen.plots.len())
    };
    assert_eq!(plot.axes, ["wheel.angle (rad)", "rad/s"]);
    let pairs = in_memory(&harness, "wheel.angle").into_iter();
    let pairs = pairs.zip(in_memory(&harness, "wheel.omega"));
    let expected: Vec<[f64; 2]> = pairs.map(|(x, y)| [x[1], y[1]]).collect();
    assert_eq!(plot.lines[0].points, expected);
    let (head, rows) = table(&Diagram::Stack(seen.clone()));
    assert_eq!(head, "\"time (s)\",\"wheel.angle (rad)\",\"wheel.omega (rad/s)\"");
    assert!(rows.iter().zip(&expected).all(|(row, it)| row[1..] == it[..]));
    assert_eq!(rows.len(), expected.len());
}

#[test]
fn a_spectrum_is_exported_as_one() {
    let scope = Scope {
        signals: vec!["wheel.angle".into()],
        against: None,
        spectrum: true,
    };
    let mut harness = recorded(scope, 300);
    let seen = stack(&mut harness);
    let all = in_memory(&harness, "wheel.angle");
    let values: Vec<f64> = all.iter().map(|it| it[1]).collect();
    let dt = (all.last().unwrap()[0] - all[0][0]) / (all.len() - 1) as f64;
    let spectrum = Spectrum::of(&values, dt).unwrap();
    assert_eq!(seen.plots[0].axes, ["Hz", "rad"]);
    let amplitudes: Vec<f64> = seen.plots[0].lines[0].points.iter().map(|it| it[1]).collect();
    assert_eq!(amplitudes, spectrum.amplitude);
    let (head, rows) = table(&Diagram::Stack(seen));
    assert_eq!(head, "\"frequency (Hz)\",\"wheel.angle (rad)\"");
    for (k, row) in rows.iter().enumerate() {
        assert_eq!(row[..], [k as f64 * spectrum.spacing, spectrum.amplitude[k]]);
    }
}

/// A spectrum is shown up to its last visible peak: for 3.2 Hz not up to the 120 Hz that steps of 1/240 s resolve.
#[test]
fn a_spectrum_is_seen_as_far_as_it_goes() {
    let scope = Scope {
        signals: vec!["sin(20*time)".into(), "wheel.angle".into()],
        against: None,
        spectrum: true,
    };
    let mut harness = recorded(scope, 600);
    harness.run_steps(3);
    let seen = stack(&mut harness);
    let [one, other] = &seen.plots[..] else {
        panic!("{}", seen.plots.len())
    };
    let [_, high] = one.view[0].unwrap();
    assert!((4.0..20.0).contains(&high), "{high} Hz");
    assert_eq!(one.view[0], other.view[0], "of one frequency");
}

/// Of several signals with the same unit the largest peak is shown, with the name of its signal.
#[test]
fn the_largest_peak_of_a_spectrum_is_told_with_its_name() {
    let scope = Scope {
        signals: [
            "0.01*wheel.x + 0.1*sin(20*time)",
            "0.5*sin(40*time)",
            "0.2*sin(60*time)",
        ]
        .map(String::from)
        .to_vec(),
        against: None,
        spectrum: true,
    };
    let harness = recorded(scope, 600);
    let told = harness
        .query_all_by_label_contains("peak at ")
        .filter_map(|it| it.label().or_else(|| it.value()))
        .collect::<Vec<_>>();
    let [told] = &told[..] else { panic!("{told:?}") };
    let number = |text: &str| text.split(' ').next().unwrap().parse::<f64>().unwrap();
    let frequency = number(told.strip_prefix("peak at ").unwrap());
    assert!((frequency - 40.0 / std::f64::consts::TAU).abs() < 0.05, "{told}");
    assert!(told.contains(", of 0.5*sin(40*time), in the last "), "{told}");
}

/// Runs over two parameters: a colour map with both axes, and one row per cell.
#[test]
fn a_map_of_a_sweep_is_exported_as_a_map() {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.lab.insert(LabView::Sweep);
    let mut harness = sized(desk, [1280.0, 800.0]);
    click(&mut harness, "and another number: a map");
    click(&mut harness, "Start runs");
    settle(&mut harness);
    choose(&mut harness, 0, "value at the end");
    let diagram = exported(&mut harness);
    let Diagram::Map(map) = &diagram else {
        panic!("{diagram:?}")
    };
    let Map {
        axes, values, cells, ..
    } = map;
    assert_eq!(axes, &["settings.kd", "settings.ks"]);
    assert_eq!((values[0].len(), values[1].len(), cells.len()), (9, 9, 81));
    let (head, rows) = table(&diagram);
    assert_eq!(head, "\"settings.kd\",\"settings.ks\",\"drift (m, rad)\"");
    for (k, row) in rows.iter().enumerate() {
        assert_eq!(row[..2], [values[0][k % 9], values[1][k / 9]]);
        assert_eq!(Some(row[2]), cells[k]);
    }
    assert_eq!(rows.len(), 81);
    let svg = diagram.svg();
    assert!(
        svg.matches("<rect").count() > 81 + 40,
        "cells and the scale of colours"
    );
    // The same runs as copied: in a row the first number is the vertical axis, the second the horizontal one.
    harness.get_by_label("Copy CSV").click();
    let text = copied(&mut harness);
    let head: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let last = head.iter().position(|it| *it == "last").unwrap();
    for (line, row) in text.lines().skip(1).zip(&rows) {
        let fields: Vec<f64> = line.split(',').map(|it| it.parse().unwrap_or(f64::NAN)).collect();
        assert_eq!([fields[1], fields[0], fields[last]], row[..]);
    }
}
