//! Elements that float over the canvas must not hide titles of windows, rulers and open menus.

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::editor::{Action, Intent, LabView, PanelEffect};
use tinkertoy::render::scene_view::RULERS;
use tinkertoy::scene::{Template, gallery};
use tinkertoy::ui::Section;

use super::axes::plotted;
use super::tool_tips::{NOWHERE, point_at};
use super::{Desk, click, crank, harness, sized};

type Screen = Harness<'static, Desk>;

fn shows(harness: &Screen, words: &str) -> bool {
    harness.query_all_by_label_contains(words).next().is_some()
}

#[test]
fn notices_leave_the_title_of_a_window_free() {
    for window in [PanelEffect::Guide, PanelEffect::ToggleHelp, PanelEffect::About] {
        let mut harness = harness(Desk::new(crank().0));
        let told = "It stays as it was";
        let _ = harness.state_mut().editor.intend(Intent::Refuse(told.to_owned()));
        harness.state_mut().panels.follow(window.clone());
        harness.run_steps(4);
        let notice = harness.get_by_label(told).raw_bounds().unwrap();
        let (low, high) = harness.state().panels.canvas();
        assert!(notice.y0 > (low.y + high.y) / 2.0, "{window:?}: {notice:?}");
    }
}

#[test]
fn sliders_on_the_canvas_leave_the_rulers_free() {
    let mut harness = harness(Desk::new(Template::FourBar.scene().unwrap()));
    if !harness.state().editor.rulers() {
        let _ = harness.state_mut().editor.perform(Action::ToggleRulers);
    }
    harness.run_steps(4);
    let slider = harness.get_by_role_and_label(Role::Slider, "crank");
    let at = slider.raw_bounds().unwrap();
    let corner = harness.state().panels.canvas().0 + RULERS;
    assert!(at.x0 > corner.x && at.y0 > corner.y, "{at:?} beside {corner:?}");
    let name = harness.get_all_by_label("crank").next().unwrap();
    assert!(name.raw_bounds().unwrap().x0 > corner.x);
}

#[test]
fn only_the_primary_button_moves_a_slider_on_the_canvas() {
    let mut harness = harness(Desk::new(Template::FourBar.scene().unwrap()));
    let value = |harness: &Screen| {
        let variables = &harness.state().editor.scene().variables;
        variables.list[variables.find("crank").unwrap()].text.clone()
    };
    let first = value(&harness);
    let slider = harness.get_by_role_and_label(Role::Slider, "crank");
    let at = slider.raw_bounds().unwrap();
    let pos = egui::pos2(at.x1 as f32 - 3.0, ((at.y0 + at.y1) / 2.0) as f32);
    let mut click = |button: egui::PointerButton| {
        point_at(&mut harness, pos);
        for pressed in [true, false] {
            harness.input_mut().events.push(egui::Event::PointerButton {
                pos,
                button,
                pressed,
                modifiers: egui::Modifiers::NONE,
            });
            harness.run_steps(3);
        }
        value(&harness)
    };
    assert_eq!(click(egui::PointerButton::Secondary), first);
    assert_eq!(click(egui::PointerButton::Middle), first);
    assert_ne!(click(egui::PointerButton::Primary), first);
}

#[test]
fn sliders_on_a_small_canvas_leave_the_panel_beside_it_free() {
    let mut desk = Desk::new(Template::FourBar.scene().unwrap());
    desk.panels.narrow = Some(Section::Inspector);
    let mut harness = sized(desk, [500.0, 400.0]);
    for rulers in [false, true] {
        if harness.state().editor.rulers() != rulers {
            let _ = harness.state_mut().editor.perform(Action::ToggleRulers);
            harness.run_steps(3);
        }
        if harness.query_by_label("Sliders").is_some() {
            click(&mut harness, "Sliders");
            harness.run_steps(3);
        }
        let area = egui::Id::new("sliders");
        let rect = harness.ctx.memory(|memory| memory.area_rect(area)).unwrap();
        let edge = harness.state().panels.canvas().1.x as f32;
        assert!(rect.right() <= edge, "{rect} beyond {edge}, rulers: {rulers}");
    }
}

#[test]
fn what_a_plot_says_under_the_pointer_does_not_lie_over_an_open_menu() {
    let mut desk = Desk::new(gallery::find("double-pendulum").unwrap().scene().unwrap());
    desk.panels.kept.folded = Section::ALL.into_iter().collect();
    let mut harness = sized(desk, [1280.0, 800.0]);
    plotted(&mut harness);
    let title = harness.get_all_by_label_contains(" \u{25be}").next().unwrap();
    let (label, at) = (title.label().unwrap(), title.raw_bounds().unwrap());
    let inside = egui::pos2(at.x0 as f32 + 400.0, at.y1 as f32 + 50.0);
    let says = |harness: &Screen| {
        let texts = harness.output().shapes.iter().filter_map(|it| match &it.shape {
            egui::Shape::Text(text) => Some(text.galley.text().to_owned()),
            _ => None,
        });
        texts
            .into_iter()
            .any(|text| text.starts_with("t = ") && text.contains('\n'))
    };
    point_at(&mut harness, inside);
    assert!(says(&harness), "it says what is under the pointer");
    point_at(&mut harness, NOWHERE);
    click(&mut harness, &label);
    assert!(shows(&harness, "Export the plot"), "the menu is open");
    point_at(&mut harness, inside);
    assert!(shows(&harness, "Export the plot"), "and stays open");
    assert!(!says(&harness));
}

/// For forces of any size the two ends of the legend do not overlap.
#[test]
fn the_legend_of_large_forces_can_be_read() {
    let mut scene = gallery::find("double-pendulum").unwrap().scene().unwrap();
    scene.settings.gravity.y = -1e8;
    let mut harness = harness(Desk::new(scene));
    harness
        .state_mut()
        .panels
        .follow(PanelEffect::ToggleLab(LabView::ForceXray));
    harness.run_steps(6);
    let (mut left, mut right) = (None, None);
    for it in &harness.output().shapes {
        if let egui::Shape::Text(text) = &it.shape {
            let at = text.galley.mesh_bounds.translate(text.pos.to_vec2());
            let words = text.galley.text();
            if words.starts_with("pulled ") && (words.ends_with("MN") || words.ends_with("GN")) {
                left = Some(at);
            } else if words.starts_with("pushed ") {
                right = Some(at);
            }
        }
    }
    let (left, right) = (left.expect("pulled"), right.expect("pushed"));
    assert!(left.right() + 8.0 < right.left(), "{left} {right}");
}

/// The stroke of a slider-crank has a row of its own: beside other text it would be cut off.
#[test]
fn the_stroke_of_a_slider_crank_is_a_row() {
    let scene = gallery::find("slider-crank").unwrap().scene().unwrap();
    let motor = scene
        .constraints()
        .find(|(_, it)| it.kind.id() == "motor")
        .map(|it| it.0)
        .unwrap();
    let mut harness = harness(Desk::new(scene));
    let (ids, how) = (vec![motor], tinkertoy::editor::How::Replace);
    let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
    harness.run_steps(4);
    assert!(harness.query_by_label("Stroke").is_some());
    assert!(harness.query_by_label("slider-crank").is_some());
}
