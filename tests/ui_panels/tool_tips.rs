//! Explanations of numbers: each in the laboratory, the race and the section of the solver has a sentence as its tool tip.

use std::collections::BTreeSet;
use std::time::Instant;

use egui::accesskit::Role;
use egui_kittest::kittest::by;
use tinkertoy::editor::{How, Intent, LabView};
use tinkertoy::scene::{Integrator, Method, Scope, gallery};
use tinkertoy::ui::Section;
use tinkertoy::worker::{Command, RaceOrder, Scheme};

use super::laboratory::settle;
use super::*;

/// A place without a tool tip, and a distance (points) from a hidden number upwards that is certainly inside its window.
pub const NOWHERE: egui::Pos2 = egui::pos2(1.0, 1.0);
const FAR_ENOUGH: f32 = 150.0;

/// A node that shows a number: its text, and its place.
type Shown = (String, egui::Pos2);

/// The texts on the screen, and separately the numbers with their places.
fn said(harness: &Harness<'static, Desk>) -> (BTreeSet<String>, Vec<Shown>) {
    let (mut texts, mut numbers) = (BTreeSet::new(), Vec::new());
    for node in harness.query_all(by()) {
        let text = node.label().or_else(|| node.value()).unwrap_or_default();
        let place = node.raw_bounds().map(|it| {
            let (x, y) = ((it.x0 + it.x1) / 2.0, (it.y0 + it.y1) / 2.0);
            egui::pos2(x as f32, y as f32)
        });
        // Sentences with numbers in them explain themselves.
        let is_number = match node.role() {
            Role::SpinButton | Role::Slider => true,
            Role::Label => text.contains(|it: char| it.is_ascii_digit()) && !text.ends_with('.'),
            _ => false,
        };
        if let (true, Some(place)) = (is_number, place) {
            numbers.push((format!("{:?} {text}", node.role()), place));
        }
        texts.insert(text);
    }
    (texts, numbers)
}

pub fn point_at(harness: &mut Harness<'static, Desk>, at: egui::Pos2) {
    harness.input_mut().events.push(egui::Event::PointerMoved(at));
    harness.run_steps(5);
}

/// Points at each number that is not in `before`; returns those without a tool tip, and the count of numbers.
fn without_a_sentence(harness: &mut Harness<'static, Desk>, before: &[Shown]) -> (Vec<String>, usize) {
    let new = |harness: &mut Harness<'static, Desk>| -> Vec<Shown> {
        point_at(harness, NOWHERE);
        let (_, numbers) = said(harness);
        numbers.into_iter().filter(|it| !before.contains(it)).collect()
    };
    let mut shown = new(harness);
    let mut mute: Vec<usize> = (0..shown.len()).collect();
    mute.retain(|&k| !says_a_sentence(harness, shown[k].1));
    // Numbers below the lower edge of their window are scrolled into view by the wheel.
    if let Some(&first) = mute.first() {
        point_at(harness, shown[first].1 - egui::vec2(0.0, FAR_ENOUGH));
        harness.input_mut().events.push(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, -2000.0),
            modifiers: egui::Modifiers::NONE,
        });
        harness.run_steps(20);
        let count = shown.len();
        shown = new(harness);
        assert_eq!(shown.len(), count, "the same numbers elsewhere");
        mute.retain(|&k| !says_a_sentence(harness, shown[k].1));
    }
    let words = mute.iter().map(|&k| format!("{} at {}", shown[k].0, shown[k].1));
    (words.collect(), shown.len())
}

/// Whether a sentence appears under the pointer; the range of a field does not count.
pub fn says_a_sentence(harness: &mut Harness<'static, Desk>, at: egui::Pos2) -> bool {
    point_at(harness, NOWHERE);
    let (texts, _) = said(harness);
    point_at(harness, at);
    let (with_tip, _) = said(harness);
    let is_sentence = |text: &String| {
        let first = text.lines().next().unwrap_or_default();
        let is_range = first.contains(": a number from");
        first.ends_with('.') && first.split_whitespace().count() > 2 && !is_range
    };
    with_tip.difference(&texts).any(is_sentence)
}

/// A machine in a tall window, in which nothing needs scrolling.
fn tall(mut desk: Desk) -> Harness<'static, Desk> {
    desk.panels.kept.folded = Section::ALL.into_iter().collect();
    (desk.panels.kept.advanced, desk.panels.kept.details) = (true, true);
    sized(desk, [1280.0, 2000.0])
}

#[test]
fn each_number_of_a_view_says_what_it_is() {
    let mut all_mute = Vec::new();
    for view in LabView::ALL {
        let (mut scene, wheel, motor) = crank();
        let again = Constraint {
            name: "axle again".into(),
            ends: vec![Attach::ground(Vec2::ZERO), Attach::part(wheel, Vec2::ZERO)],
            kind: ConstraintKind::Pin(Pin {}),
        };
        scene.add(again);
        let signals = ["wheel.angle", "arm.speed"].map(str::to_owned).to_vec();
        scene.scopes = [false, true]
            .map(|spectrum| Scope {
                signals: signals.clone(),
                spectrum,
                ..Scope::default()
            })
            .to_vec();
        let mut harness = tall(Desk::new(scene));
        let (ids, how) = (vec![motor], How::Replace);
        let _ = harness.state_mut().editor.intend(Intent::Select { ids, how });
        for _ in 0..40 {
            harness.state_mut().engine.carry_out(Command::Step);
        }
        harness.state_mut().panels.note_frame([1e-3, 2e-3, 3e-3, 4e-3]);
        harness.run_steps(4);
        let (_, before) = said(&harness);
        harness.state_mut().panels.kept.lab.insert(view);
        harness.run_steps(3);
        settle(&mut harness);
        prepare(&mut harness, view);
        let (mute, count) = without_a_sentence(&mut harness, &before);
        assert!(count > 0, "{view:?} shows numbers");
        all_mute.extend(mute.into_iter().map(|it| format!("{view:?}: {it}")));
    }
    assert!(all_mute.is_empty(), "{all_mute:#?}");
}

/// Starts measurements of a view, and opens folded parts.
pub fn prepare(harness: &mut Harness<'static, Desk>, view: LabView) {
    match view {
        LabView::Matrix => _ = click(harness, "Factor L"),
        LabView::StepThrough => _ = click(harness, "Rows of J"),
        LabView::Lens => {
            harness.state_mut().panels.lens_up_to(20);
            click(harness, "Measure");
        }
        LabView::Precision => {
            click(harness, "Measure");
            // The first of hundreds of runs are enough.
            let started = Instant::now();
            while harness.query_by_label_contains(" runs").is_none() {
                assert!(started.elapsed() < Duration::from_secs(60), "no run ends");
                std::thread::sleep(Duration::from_millis(5));
                harness.run_steps(1);
            }
            return;
        }
        LabView::Sweep => {
            click(harness, "Start runs");
        }
        _ => {}
    }
    settle(harness);
    harness.run_steps(3);
}

/// Before a race and during one, by each method, with all figures of the last step.
#[test]
fn each_number_of_the_solver_and_the_race_says_what_it_is() {
    for (id, method, integrator) in [
        ("ring", Method::ConjugateGradient, Integrator::Dopri5),
        ("cards", Method::GaussSeidel, Integrator::Impulse),
        ("stiff-feedback", Method::Sparse, Integrator::SemiImplicitEuler),
    ] {
        let mut scene = gallery::find(id).unwrap().scene().unwrap();
        (scene.settings.method, scene.settings.integrator) = (method, integrator);
        let mut harness = tall(Desk::new(scene.clone()));
        for _ in 0..10 {
            harness.state_mut().engine.carry_out(Command::Step);
        }
        harness.run_steps(3);
        let (_, before) = said(&harness);
        for section in [Section::Solver, Section::Race] {
            harness.state_mut().panels.kept.folded.remove(&section);
        }
        let others = vec![Scheme::of(&scene.settings)];
        let order = RaceOrder::Begin(others);
        harness.state_mut().engine.carry_out(Command::Race(order));
        harness.run_steps(3);
        click(&mut harness, "Change B");
        let (mute, count) = without_a_sentence(&mut harness, &before);
        assert!(count > 12, "{id}: {count}");
        assert!(mute.is_empty(), "{id}: {mute:#?}");
    }
}
