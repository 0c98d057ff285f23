//! Transport bar, tools, menus, status, help, card.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{Queryable, by};
use tinkertoy::bodies::{Bar, Shape};
use tinkertoy::constraints::{ConstraintKind, Pin};
use tinkertoy::editor::event::Modifiers;
use tinkertoy::editor::{Action, How, Intent, PanelEffect, Tool};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Part, Scene, file};
use tinkertoy::ui::{UiOutput, Underway};
use tinkertoy::worker::Command;

use super::{Desk, click, crank, harness, sized};

#[test]
fn transport_buttons_run_the_machine() {
    let mut harness = harness(Desk::new(crank().0));
    assert_eq!(click(&mut harness, "Play"), [UiOutput::Act(Action::PlayPause)]);
    assert!(harness.state().editor.playing());
    assert_eq!(click(&mut harness, "Pause"), [UiOutput::Act(Action::PlayPause)]);
    assert_eq!(click(&mut harness, "Step"), [UiOutput::Act(Action::StepForward)]);
    assert_eq!(harness.state().snapshot.state.step, 1);
    assert_eq!(click(&mut harness, "Reset"), [UiOutput::Act(Action::Reset)]);
    assert_eq!(harness.state().snapshot.state.step, 0);
    assert_eq!(click(&mut harness, "Faster"), [UiOutput::Act(Action::Faster)]);
}

#[test]
fn every_tool_is_on_the_bar() {
    let mut harness = harness(Desk::new(Scene::default()));
    for tool in Tool::all() {
        harness.state_mut().said.clear();
        if harness.query_by_label(tool.label()).is_none() {
            // It is in a drawer that opens beside the bar.
            let shelf = format!("All {}", tool.shelf().label().to_lowercase());
            harness.get_by_label(&shelf).click();
            harness.run_steps(3);
        }
        harness.get_by_label(tool.label()).click();
        harness.run_steps(2);
        assert_eq!(harness.state().said, [UiOutput::Intend(Intent::SetTool(tool))]);
        // Without an underlay the tool has nothing to move: it asks for a picture.
        let taken = harness.state().editor.tool() == tool;
        assert_eq!(taken, tool != Tool::Underlay, "{tool:?}");
    }
}

#[test]
fn menus_carry_the_table_of_commands() {
    let mut harness = harness(Desk::new(crank().0));
    harness.get_by_label("Edit").click();
    harness.run_steps(3);
    let entry = tinkertoy::editor::action::entry(Action::SelectAll).unwrap();
    harness.state_mut().said.clear();
    harness.get_by_label_contains(entry.label).click();
    harness.run_steps(3);
    assert_eq!(harness.state().said, [UiOutput::Act(Action::SelectAll)]);
    assert_eq!(harness.state().editor.selection().len(), 4);
    harness.get_by_label("Scenes").click();
    harness.run_steps(3);
    // The entry under the pointer is shown, in words and in motion.
    harness.get_by_label("Jansen legs").hover();
    harness.run_steps(3);
    assert!(harness.state().said.contains(&UiOutput::LookAt("jansen")));
    assert!(harness.query_by_label("Legs.").is_some());
    let mut said = click(&mut harness, "Jansen legs");
    said.retain(|it| !matches!(it, UiOutput::LookAt(_)));
    assert_eq!(said, [UiOutput::OpenGallery("jansen")]);
    harness.state_mut().said.clear();
    harness.run_steps(3);
    assert_eq!(harness.state().said, [], "the menu is closed");
}

#[test]
fn a_narrow_window_has_icons_that_unfold_a_section() {
    let mut harness = sized(Desk::new(crank().0), [1024.0, 640.0]);
    assert!(harness.query_by_label("Drift now").is_none());
    let wide = harness.state().panels.canvas().1.x;
    click(&mut harness, "Show solver");
    assert!(harness.query_by_label("Drift now").is_some());
    assert!(harness.state().panels.canvas().1.x < wide - 250.0);
    click(&mut harness, "Show solver");
    assert!(harness.query_by_label("Drift now").is_none());
}

#[test]
fn the_help_screen_names_every_key() {
    let mut harness = harness(Desk::new(crank().0));
    harness.state_mut().panels.follow(PanelEffect::ToggleHelp);
    harness.run_steps(4);
    for entry in tinkertoy::editor::action::table() {
        assert!(
            harness.query_all_by_label(entry.label).next().is_some(),
            "{} is not on the help screen",
            entry.label
        );
    }
}

#[test]
fn a_slow_solve_can_be_given_up() {
    let mut desk = Desk::new(crank().0);
    desk.busy = Duration::from_secs(2);
    let mut harness = harness(desk);
    assert_eq!(
        click(&mut harness, "Cancel"),
        [UiOutput::Act(Action::CancelSolve)]
    );
}

#[test]
fn the_list_of_keys_opens_at_its_top_and_names_what_has_no_key() {
    let mut desk = Desk::new(crank().0);
    desk.panels.kept.folded = tinkertoy::ui::Section::ALL.into_iter().collect();
    let mut harness = super::sized(desk, [1280.0, 500.0]);
    let toggle = |harness: &mut Harness<Desk>| {
        harness.state_mut().panels.follow(PanelEffect::ToggleHelp);
        harness.run_steps(6);
    };
    let top = |harness: &Harness<Desk>| harness.get_by_label("Pointer").raw_bounds().unwrap().y0;
    toggle(&mut harness);
    let first = top(&harness);
    assert!(harness.query_all_by_label("none").count() > 10);
    for event in [
        egui::Event::PointerMoved(egui::pos2(640.0, 250.0)),
        egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, -200.0),
            modifiers: egui::Modifiers::NONE,
        },
    ] {
        harness.input_mut().events.push(event);
    }
    harness.run_steps(40);
    assert!(top(&harness) < first - 100.0);
    toggle(&mut harness);
    toggle(&mut harness);
    assert_eq!(top(&harness), first);
}

#[test]
fn showing_the_panels_changes_nothing() {
    for size in [[1280.0, 800.0], [1024.0, 640.0], [640.0, 400.0]] {
        let (scene, wheel, motor) = crank();
        let mut harness = sized(Desk::new(scene), size);
        for ids in [vec![wheel], vec![motor], vec![wheel, motor]] {
            let how = How::Replace;
            let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
            harness.run_steps(3);
        }
        assert!(harness.state().said.is_empty(), "{:?}", harness.state().said);
        assert!(!harness.state().editor.is_modified());
    }
}

/// A window of 1280 by 800 pixels at twice the size has 640 by 400 points.
#[test]
fn in_a_small_window_every_tool_and_chip_is_within_it() {
    for size in [[640.0, 400.0], [1024.0, 640.0], [1280.0, 800.0]] {
        let harness = sized(Desk::new(crank().0), size);
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        let within = |label: &str| {
            let at = harness.get_by_label(label).raw_bounds().unwrap();
            let corner = |x: f64, y: f64| egui::pos2(x as f32, y as f32);
            let bounds = egui::Rect::from_two_pos(corner(at.x0, at.y0), corner(at.x1, at.y1));
            assert!(window.contains_rect(bounds), "{label} is at {bounds} in {window}");
        };
        let chips = ["4 DOF, 1 driven", "0 redundant", "drift 0 m", "trusted", "paused"];
        chips.into_iter().for_each(within);
        for tool in Tool::all() {
            if tool.keys().iter().any(|chord| chord.modifiers == Modifiers::NONE) {
                within(tool.label());
            }
        }
    }
}

/// However low the window, no line of a menu lies above its top; the rest is reached by scrolling.
#[test]
fn the_first_lines_of_each_menu_are_in_sight() {
    for size in [[1280.0, 800.0], [1024.0, 640.0], [640.0, 400.0]] {
        for menu in ["File", "Edit", "View", "Run", "Laboratory", "Help"] {
            let mut harness = sized(Desk::new(crank().0), size);
            let folded = open_all_menus(&mut harness);
            let count = harness.query_all(by()).count();
            if folded {
                unfold(&mut harness, menu);
            } else {
                click(&mut harness, menu);
            }
            let tops: Vec<f64> = harness
                .query_all(by())
                .filter_map(|it| it.raw_bounds().map(|it| it.y0))
                .collect();
            assert!(tops.len() > count + 2, "{menu} opens");
            let least = tops.into_iter().fold(f64::INFINITY, f64::min);
            assert!(least >= 0.0, "{menu} at {size:?}: a line at {least}");
        }
    }
}

/// Opens the menu that holds all others, where they do not fit beside each other; returns whether it exists.
fn open_all_menus(harness: &mut Harness<'static, Desk>) -> bool {
    let folded = harness.query_by_label("Menu").is_some();
    if folded {
        click(harness, "Menu");
    }
    folded
}

/// Opens a submenu.
fn unfold(harness: &mut Harness<'static, Desk>, menu: &str) {
    harness.get_by_label(menu).hover();
    harness.run_steps(4);
}

/// Place of the node with this label.
fn place(harness: &Harness<'static, Desk>, label: &str) -> egui::Rect {
    let at = harness.get_by_label(label).raw_bounds().unwrap();
    let corner = |x: f64, y: f64| egui::pos2(x as f32, y as f32);
    egui::Rect::from_two_pos(corner(at.x0, at.y0), corner(at.x1, at.y1))
}

/// However narrow the window, the top strip shows the buttons of the run, the time, the timeline and the title in full.
#[test]
fn the_menus_are_folded_before_the_time_or_the_title_lacks_room() {
    for width in [640.0, 760.0, 880.0, 1024.0, 1280.0] {
        let mut harness = sized(Desk::new(crank().0), [width, 400.0]);
        for label in ["Play", "Faster", "t = 0.00 s", "Timeline", "Crank"] {
            let at = place(&harness, label);
            assert!(
                at.left() >= 0.0 && at.right() <= width,
                "{label} in {width}: {at}"
            );
        }
        assert!(place(&harness, "Timeline").width() > 60.0);
        assert!(place(&harness, "Crank").width() > 25.0, "the title in {width}");
        open_all_menus(&mut harness);
        assert!(harness.query_by_label("Laboratory").is_some(), "{width}");
    }
}

/// The Edit menu fits into a window of 640 points, and in a lower one its keys stand beside the scroll bar.
#[test]
fn the_menu_edit_fits_and_holds_every_command() {
    let mut harness = sized(Desk::new(crank().0), [1024.0, 640.0]);
    click(&mut harness, "Edit");
    let group = tinkertoy::editor::action::Group::Edit;
    let table = || {
        tinkertoy::editor::action::table()
            .iter()
            .filter(|it| it.group == group)
    };
    let mut shown = BTreeSet::new();
    let note = |harness: &Harness<'static, Desk>, shown: &mut BTreeSet<&'static str>| {
        for entry in table() {
            let nodes = harness.query_all_by_label_contains(entry.label);
            let bounds: Vec<_> = nodes.filter_map(|it| it.raw_bounds()).collect();
            if !bounds.is_empty() {
                shown.insert(entry.id);
            }
            assert!(
                bounds.iter().all(|it| it.y1 <= 640.0),
                "{} at {bounds:?}",
                entry.label
            );
        }
    };
    note(&harness, &mut shown);
    for shelf in [
        "Align and distribute",
        "Nudge and layers",
        "Group and unite",
        "Lock and hide",
        "Picture to trace over",
    ] {
        // Another submenu opens after this one is closed.
        let mut harness = sized(Desk::new(crank().0), [1024.0, 640.0]);
        click(&mut harness, "Edit");
        assert!(place(&harness, shelf).bottom() <= 640.0, "{shelf}");
        unfold(&mut harness, shelf);
        note(&harness, &mut shown);
    }
    let missing: Vec<&str> = table().map(|it| it.id).filter(|id| !shown.contains(id)).collect();
    assert_eq!(missing, [] as [&str; 0]);
    let mut low = sized(Desk::new(crank().0), [1024.0, 400.0]);
    click(&mut low, "Edit");
    // The scroll bar takes 10 points of the width of the menu, which is 300.
    let line = place(&low, "Select all");
    assert!(line.width() > 200.0 && line.width() <= 291.0, "{line}");
}

#[test]
fn the_guide_is_read_chapter_by_chapter() {
    for size in [[1280.0, 800.0], [500.0, 400.0]] {
        let mut harness = sized(Desk::new(crank().0), size);
        harness.state_mut().panels.follow(PanelEffect::Guide);
        harness.run_steps(4);
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::from(size));
        let texts = |harness: &egui_kittest::Harness<'static, Desk>| -> Vec<(String, egui::Rect)> {
            let shapes = harness.output().shapes.iter();
            let text = |it: &egui::epaint::ClippedShape| match &it.shape {
                egui::Shape::Text(text) => {
                    let at = text.galley.mesh_bounds.translate(text.pos.to_vec2());
                    Some((text.galley.text().to_owned(), at))
                }
                _ => None,
            };
            shapes.filter_map(text).collect()
        };
        let words = "The canvas runs under everything.";
        let found = texts(&harness).into_iter().find(|it| it.0.starts_with(words));
        let (_, at) = found.expect("the first chapter");
        assert!(at.left() > 0.0 && at.right() < screen.right(), "{size:?}: {at}");
        click(&mut harness, "Next");
        let begins = |words: &str, harness: &egui_kittest::Harness<'static, Desk>| {
            texts(harness).iter().any(|it| it.0.starts_with(words))
        };
        assert!(begins("Space plays and pauses.", &harness), "the second chapter");
        assert!(!begins(words, &harness));
        harness.state_mut().panels.follow(PanelEffect::Guide);
        harness.run_steps(2);
        assert!(!begins("Space plays and pauses.", &harness), "it is closed");
    }
}

#[test]
fn what_takes_long_says_how_far_it_is() {
    let mut desk = Desk::new(crank().0);
    desk.exporting = Some(Underway {
        seconds: 3.4,
        share: Some(0.5),
    });
    desk.reading = Some(Underway {
        seconds: 12.6,
        share: None,
    });
    let harness = harness(desk);
    let bars = harness.query_all_by_role(Role::ProgressIndicator);
    let told: Vec<f64> = bars.filter_map(|it| it.numeric_value()).collect();
    assert_eq!(told, [50.0]);
    for text in ["3 s", "13 s"] {
        assert!(harness.query_by_label(text).is_some(), "{text}");
    }
}

/// In a small window the sliders are folded, while the time and the timeline remain.
#[test]
fn a_small_window_has_the_time_and_folds_the_sliders() {
    let scene = || tinkertoy::scene::Template::FourBar.scene().unwrap();
    let slider = |harness: &Harness<Desk>| harness.query_by_role_and_label(Role::Slider, "crank").is_some();
    let mut small = sized(Desk::new(scene()), [500.0, 400.0]);
    assert!(small.query_by_label("Timeline").is_some(), "no timeline");
    assert!(small.query_by_label("t = 0.00 s").is_some(), "no time");
    assert!(!slider(&small));
    click(&mut small, "Sliders");
    assert!(slider(&small));
    click(&mut small, "Fold the sliders");
    assert!(!slider(&small));
    click(&mut small, "Menu");
    assert!(small.query_by_label("File").is_some());
    let large = harness(Desk::new(scene()));
    assert!(slider(&large) && large.query_by_label("Sliders").is_none());
}

/// A bar of 0.8 m between two pins 1 m apart: no step size and no projection can close it.
#[test]
fn what_cannot_be_met_is_said_to_be_so_and_no_setting_is_offered() {
    let mut scene = Scene::default();
    let bar = Shape::Bar(Bar {
        length: 0.8,
        width: 0.1,
    });
    let bar = scene.add(Part::new("bar", bar, Pose::default()));
    for (name, x) in [("left", -0.5), ("right", 0.5)] {
        scene.add(Constraint {
            name: name.into(),
            ends: vec![
                Attach::ground(Vec2::new(x, 0.0)),
                Attach::part(bar, Vec2::new(0.8 * x, 0.0)),
            ],
            kind: ConstraintKind::Pin(Pin {}),
        });
    }
    let mut desk = Desk::new(scene);
    desk.engine.carry_out(Command::Play);
    for _ in 0..400 {
        desk.engine.advance();
    }
    desk.snapshot = Arc::new(desk.engine.snapshot().0);
    assert!(desk.snapshot.breach.is_some(), "it is not seen to stray");
    let _ = desk.editor.observe(&desk.snapshot.clone());
    let harness = harness(desk);
    assert!(
        harness
            .query_by_label_contains("cannot be met together with")
            .is_some()
    );
    for wrong in ["Use projection", "Halve the step"] {
        assert!(harness.query_by_label(wrong).is_none(), "{wrong}");
    }
}

/// Particles too light to be followed count as heavier: the chip says so, and names them.
#[test]
fn scaled_masses_are_told_in_the_place_of_trust() {
    let point = |k: u32, mass: f64| {
        let x = f64::from(k) / 2.0;
        format!("(name: \"p{k}\", shape: Particle(), at: ({x:?}, 0), mass: {mass:?})")
    };
    let rod = |k: u32, from: &str| {
        format!("(name: \"r{k}\", kind: Distance(length: 0.5), a: \"{from}\", b: \"p{k}\")")
    };
    let text = format!(
        "(version: 2, settings: (), parts: [{}], constraints: [{}])",
        [point(1, 1e-8), point(2, 1e-8), point(3, 1.0)].join(", "),
        [rod(1, "ground"), rod(2, "p1"), rod(3, "p2")].join(", ")
    );
    let mut desk = Desk::new(file::read(&text, "light").unwrap());
    desk.engine.carry_out(Command::Play);
    while desk.engine.snapshot().0.state.control.scaled_since.is_none() {
        assert!(desk.engine.advance(), "it stops before it is scaled");
    }
    desk.snapshot = Arc::new(desk.engine.snapshot().0);
    let light: BTreeSet<_> = desk.editor.scene().parts().take(2).map(|it| it.0).collect();
    let mut harness = harness(desk);
    assert!(harness.query_by_label("trusted").is_none());
    let said = click(&mut harness, "mass scaled");
    let ids = light.into_iter().collect();
    let how = How::Replace;
    assert_eq!(said, [UiOutput::Intend(Intent::Select { ids, how })]);
}
