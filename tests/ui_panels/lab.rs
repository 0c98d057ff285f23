//! The laboratory: views opened from the menu, and filled by clicks.

use tinkertoy::editor::{Action, Intent, LabView};
use tinkertoy::ui::UiOutput;
use tinkertoy::worker::Command;

use super::race::plotted;
use super::{Desk, click, crank, harness, sized, with_wheel};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

#[test]
fn each_view_is_opened_and_closed_from_the_menu() {
    let mut harness = harness(Desk::new(crank().0));
    for view in LabView::ALL {
        let entry = tinkertoy::editor::action::entry(Action::Lab(view)).unwrap();
        for open in [true, false] {
            harness.get_by_label("Laboratory").click();
            harness.run_steps(3);
            let line = harness
                .get_all_by_label_contains(entry.label)
                .find(|node| {
                    node.role() == egui::accesskit::Role::Button
                        && node.label() != Some("Close window".into())
                })
                .unwrap();
            line.click();
            harness.run_steps(4);
            assert_eq!(harness.state().panels.kept.lab.contains(&view), open, "{view:?}");
        }
    }
}

#[test]
fn a_signal_is_picked_in_the_inspector_seen_and_taken_away() {
    let (mut harness, _) = with_wheel();
    click(&mut harness, "Record…");
    let said = click(&mut harness, "omega");
    assert_eq!(said, [UiOutput::Intend(Intent::AddSignal("wheel.omega".into()))]);
    assert!(harness.state().panels.kept.lab.contains(&LabView::Scopes));
    for _ in 0..20 {
        harness.state_mut().engine.carry_out(Command::Step);
    }
    harness.run_steps(3);
    let scopes = harness.state().engine.scopes();
    assert_eq!(
        scopes.with(|it| it.values("wheel.omega").map(|it| it.len())),
        Some(21)
    );
    let said = click(&mut harness, "Export…");
    let [UiOutput::ExportPlot(_)] = &said[..] else {
        panic!("{said:?}")
    };
    click(&mut harness, "Spectrum");
    assert!(harness.state().editor.scene().scopes[0].spectrum);
    click(&mut harness, "Remove wheel.omega");
    assert!(harness.state().editor.scene().scopes[0].signals.is_empty());
    assert!(scopes.with(|it| it.values("wheel.omega").is_none()));
    click(&mut harness, "Remove scope");
    assert!(harness.state().editor.scene().scopes.is_empty());
}

/// Cursors of a scope are set by a click in a plot, dragged, and removed by a click; a drag elsewhere moves the plot.
#[test]
fn cursors_of_a_scope_are_set_dragged_and_removed() {
    let (scene, ..) = crank();
    let mut harness = harness(Desk::new(scene));
    let _ = harness
        .state_mut()
        .editor
        .intend(Intent::AddSignal("wheel.angle".into()));
    harness.state_mut().panels.kept.lab.insert(LabView::Scopes);
    harness.run_steps(4);
    for _ in 0..500 {
        harness.state_mut().engine.carry_out(Command::Step);
    }
    harness.run_steps(3);
    // In the plot, below the fields of its scope.
    let field = harness.get_by_label("Against").raw_bounds().unwrap();
    let place = |x: f32| egui::pos2(x, field.y1 as f32 + 50.0);
    let press = |harness: &mut Harness<'static, Desk>, at: egui::Pos2, pressed: bool| {
        let event = egui::Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        };
        harness
            .input_mut()
            .events
            .extend([egui::Event::PointerMoved(at), event]);
        harness.run_steps(2);
    };
    let drag = |harness: &mut Harness<'static, Desk>, from: f32, to: f32| {
        harness
            .input_mut()
            .events
            .push(egui::Event::PointerMoved(place(from)));
        harness.run_steps(2);
        press(harness, place(from), true);
        for k in 1..=5 {
            let at = place(from + (to - from) * k as f32 / 5.0);
            harness.input_mut().events.push(egui::Event::PointerMoved(at));
            harness.run_steps(2);
        }
        press(harness, place(to), false);
    };
    let cursors = |harness: &Harness<'static, Desk>| harness.state().panels.scopes.cursors.clone();
    for x in [300.0, 400.0] {
        harness
            .input_mut()
            .events
            .push(egui::Event::PointerMoved(place(x)));
        harness.run_steps(2);
        press(&mut harness, place(x), true);
        press(&mut harness, place(x), false);
    }
    let [one, other] = cursors(&harness)[..] else {
        panic!("{:?}", cursors(&harness))
    };
    assert!(one < other && harness.query_by_label_contains("s apart").is_some());
    drag(&mut harness, 400.0, 500.0);
    let dragged = cursors(&harness);
    assert_eq!(dragged[0], one);
    assert!((dragged[1] - other - (other - one)).abs() < 1e-6, "{dragged:?}");
    assert!(harness.state().panels.scopes.follow, "the plot stays");
    drag(&mut harness, 350.0, 380.0);
    assert!(!harness.state().panels.scopes.follow, "the plot is moved");
    assert_eq!(cursors(&harness), dragged);
    click(&mut harness, "Remove cursors");
    assert!(cursors(&harness).is_empty());
}

/// The user guide lists each view with its name and key, a picture that a script makes, and something to try.
#[test]
fn the_guide_has_each_view_with_a_picture_and_what_to_try() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read_to_string(root.join(file)).unwrap();
    let (guide, pictures) = (read("docs/user-guide.md"), read("scripts/window-pictures"));
    let taken: Vec<&str> = pictures
        .lines()
        .filter_map(|line| line.split_once('|'))
        .map(|it| it.0)
        .collect();
    let has_all = |what: &str, about: &str| {
        assert!(about.contains("Try: "), "{what}: what to try");
        let (_, from) = about
            .split_once("](pictures/lab-")
            .unwrap_or_else(|| panic!("{what}: no picture"));
        let name = format!("lab-{}", from.split_once(".png)").unwrap().0);
        assert!(
            taken.contains(&name.as_str()),
            "{what}: {name} is made by no command"
        );
        assert!(root.join(format!("docs/pictures/{name}.png")).exists(), "{name}");
    };
    for view in LabView::ALL {
        let entry = tinkertoy::editor::action::entry(Action::Lab(view)).unwrap();
        let head = format!("\n**{}** (`{}`)", entry.label, entry.keys[0]);
        let (_, about) = guide.split_once(&head).unwrap_or_else(|| panic!("{head}"));
        let end = about.find("\n**").or(about.find("\n## ")).unwrap();
        has_all(entry.label, &about[..end]);
    }
    let (_, race) = guide.split_once("\n## Racing\n").unwrap();
    assert!(
        race.split_once("\n## ")
            .unwrap()
            .0
            .contains("](pictures/lab-race.png)")
            && taken.contains(&"lab-race")
    );
}

#[test]
fn open_views_fit_any_window() {
    for size in [[1280.0, 800.0], [1024.0, 640.0], [640.0, 400.0]] {
        let mut desk = Desk::new(crank().0);
        desk.panels.kept.lab.extend(LabView::ALL);
        let mut harness = sized(desk, size);
        harness.run_steps(4);
        let said = &harness.state().said;
        let observes = |it: &UiOutput| matches!(it, UiOutput::Intend(Intent::Observe(_)));
        assert!(said.iter().all(observes), "{said:?}");
        assert!(
            harness
                .query_all_by_label_contains("Nothing is recorded yet")
                .next()
                .is_some()
        );
    }
}

#[test]
fn views_that_are_opened_together_leave_each_other_in_sight() {
    let rects = |views: &[LabView], size: [f32; 2]| -> Vec<egui::Rect> {
        let mut harness = sized(Desk::new(crank().0), size);
        for view in views {
            harness.state_mut().panels.kept.lab.insert(*view);
            harness.run_steps(3);
        }
        let area = |view: &LabView| {
            harness
                .ctx
                .memory(|it| it.area_rect(egui::Id::new(("lab", *view))))
        };
        views.iter().map(|view| area(view).unwrap()).collect()
    };
    let pairs = [
        [LabView::DriftHeat, LabView::Timing],
        [LabView::Timing, LabView::DriftHeat],
        [LabView::Equation, LabView::Timing],
        [LabView::Freedoms, LabView::Matrix],
    ];
    for (pair, size) in pairs
        .iter()
        .flat_map(|pair| [(pair, [1280.0, 800.0]), (pair, [1024.0, 640.0])])
    {
        let rects = rects(pair, size);
        assert!(
            !rects[0].intersect(rects[1]).is_positive(),
            "{pair:?} at {size:?}: {rects:?}"
        );
    }
    let all = rects(&LabView::ALL, [1280.0, 800.0]);
    for (k, one) in all.iter().enumerate() {
        let hidden = all[..k].iter().filter(|other| other.min.distance(one.min) < 10.0);
        assert!(
            hidden.count() < 2,
            "{:?} lies on others: {all:?}",
            LabView::ALL[k]
        );
    }
}

/// One line per stage, and one for the total, which is their sum.
#[test]
fn the_timing_of_frames_and_steps_is_taken_home() {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.lab.insert(LabView::Timing);
    let mut harness = harness(desk);
    for k in 1..=3 {
        harness
            .state_mut()
            .panels
            .note_frame([1e-3 * f64::from(k), 2e-3, 3e-3, 4e-3]);
    }
    harness.run_steps(2);
    harness.state_mut().said.clear();
    harness.get_all_by_label("Export…").next().unwrap().click();
    harness.run_steps(3);
    let said = harness.state().said.clone();
    let plot = plotted(&said[..1]);
    let names: Vec<&str> = plot.lines.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["whole", "input", "panels", "editor", "draw"]);
    for (k, line) in plot.lines.iter().enumerate() {
        let expected = [
            [10.0, 1.0, 2.0, 3.0, 4.0],
            [11.0, 2.0, 2.0, 3.0, 4.0],
            [12.0, 3.0, 2.0, 3.0, 4.0],
        ];
        assert_eq!(line.points.len(), 3);
        for (age, (point, frame)) in line.points.iter().zip(expected).enumerate() {
            assert_eq!(point[0], age as f64 - 2.0);
            assert!((point[1] - frame[k]).abs() < 1e-9, "{}: {point:?}", line.name);
        }
    }
}

/// A signal that does not parse keeps the focus when it is entered: further typing corrects it, and is no command of the canvas.
#[test]
fn a_signal_with_a_fault_keeps_the_keys() {
    let mut harness = harness(Desk::new(crank().0));
    harness.state_mut().panels.kept.lab.insert(LabView::Scopes);
    let add = Intent::AddSignal("wheel.angle".into());
    let _ = harness.state_mut().editor.intend(add);
    harness.run_steps(3);
    harness.get_by_label("Signal").click();
    harness.run_steps(2);
    harness.get_by_label("Signal").type_text("wheel.omeg");
    harness.run_steps(2);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(2);
    harness.get_by_label("Signal").type_text("a");
    harness.run_steps(2);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    let scopes = &harness.state().editor.scene().scopes;
    assert_eq!(scopes[0].signals, ["wheel.angle", "wheel.omega"]);
}
