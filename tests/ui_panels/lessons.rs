//! The card of a lesson: where it is offered, the actions of its steps, and when they are ticked.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use tinkertoy::bodies::{Particle, Shape};
use tinkertoy::constraints::{ConstraintKind, Distance};
use tinkertoy::editor::event::{Button, Event, Modifiers};
use tinkertoy::editor::{Action, Effect, Lesson, PanelEffect, Tool};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Method, Part, Scene, gallery};
use tinkertoy::ui::{Section, UiOutput};
use tinkertoy::worker::{Command, RaceOrder, Scheme};

use super::{Desk, click, crank, harness};

#[test]
fn the_card_ticks_moves_and_takes_tools() {
    let mut desk = Desk::new(Scene::default());
    desk.card_wanted = true;
    let mut harness = harness(desk);
    assert_eq!(
        click(&mut harness, "Start"),
        [UiOutput::Act(Action::Lesson(Lesson::FourBar))]
    );
    assert_eq!(
        click(&mut harness, "Draw three bars: 0.4, 1.2 and 1 m"),
        [UiOutput::Act(Action::Tool(Tool::Part("bar")))]
    );
    assert_eq!(click(&mut harness, "Put away"), [UiOutput::CardDone]);
}

#[test]
fn a_lesson_is_begun_from_the_menu_and_ticked_by_what_the_person_did() {
    let mut harness = harness(Desk::new(crank().0));
    // A question about unsaved work comes first, and the steps are shown.
    let effects = harness
        .state_mut()
        .editor
        .perform(Action::Lesson(Lesson::SliderCrank));
    assert!(matches!(
        effects[..],
        [
            Effect::New,
            Effect::Panels(PanelEffect::Lesson { anew: true, .. })
        ]
    ));
    for effect in effects {
        if let Effect::Panels(asked) = effect {
            harness.state_mut().panels.follow(asked);
        }
    }
    harness.run_steps(3);
    let shown = |harness: &Harness<Desk>| harness.query_by_label("Build a slider-crank").is_some();
    assert!(
        !shown(&harness),
        "its steps are not those of the scene that is still there"
    );
    harness.state_mut().panels.scene_changed(true);
    harness.run_steps(3);
    assert!(shown(&harness));
    assert_eq!(
        click(&mut harness, "Done: Put a motor on the disk"),
        [UiOutput::Act(Action::Tool(Tool::Constraint("motor")))]
    );
    assert_eq!(click(&mut harness, "Put away"), [UiOutput::CardDone]);
    assert!(harness.query_by_label("Build a slider-crank").is_none());
    // The lesson can be opened again; for a complete machine all steps are ticked.
    let scene = gallery::find("slider-crank").unwrap().scene().unwrap();
    let mut harness = self::harness(Desk::new(scene));
    for _ in 0..2 {
        let lesson = PanelEffect::Lesson {
            lesson: Lesson::SliderCrank,
            anew: false,
        };
        harness.state_mut().panels.follow(lesson);
        harness.run_steps(3);
        assert!(harness.query_by_label("Press Space to let it run.").is_some());
        assert_eq!(click(&mut harness, "Done"), [UiOutput::CardDone]);
    }
    // The card is closed with the scene in which the lesson was begun.
    let lesson = |lesson| PanelEffect::Lesson { lesson, anew: false };
    harness.state_mut().panels.follow(lesson(Lesson::SliderCrank));
    harness.run_steps(3);
    assert!(shown(&harness));
    harness.state_mut().panels.scene_changed(true);
    harness.run_steps(3);
    assert!(!shown(&harness));
    // The lesson on races applies to any machine that is opened.
    harness.state_mut().panels.follow(lesson(Lesson::Race));
    harness.state_mut().panels.scene_changed(false);
    harness.run_steps(3);
    assert!(harness.query_by_label("Race two ways to solve").is_some());
}

#[test]
fn the_first_lesson_is_offered_beside_the_first_scene_and_none_of_the_others() {
    let offered = |id: Option<&'static str>, scene: Scene| {
        let mut desk = Desk::new(scene);
        desk.card_wanted = true;
        desk.gallery_id = id;
        let title = "Build a four-bar in four moves";
        harness(desk).query_by_label(title).is_some()
    };
    assert!(offered(Some("jansen"), crank().0), "the first of the gallery");
    assert!(!offered(Some("toggle-clamps"), crank().0));
    assert!(offered(None, Scene::default()));
}

#[test]
fn the_lesson_of_races_leads_to_them_and_waits_for_a_pull() {
    let mut desk = Desk::new(gallery::find("double-pendulum").unwrap().scene().unwrap());
    desk.panels.kept.folded = Section::ALL.into_iter().collect();
    let resized = Event::Resized {
        size: Vec2::new(1280.0, 800.0),
        scale: 1.0,
    };
    let _ = desk.editor.handle(&resized);
    let mut harness = harness(desk);
    let lesson = PanelEffect::Lesson {
        lesson: Lesson::Race,
        anew: false,
    };
    harness.state_mut().panels.follow(lesson);
    harness.run_steps(3);
    click(&mut harness, "Add a copy of the machine in the section Race");
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    let race = |harness: &Harness<Desk>| harness.state().engine.race().contenders();
    assert_eq!(race(&harness).len(), 1, "Enter begins it");
    click(&mut harness, "Give the copy another method (Change B)");
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    assert!(
        harness.query_by_label("Races to try").is_some(),
        "its section is open"
    );
    // All steps are ticked except the machine of ten joints and the pull.
    let ticks = |harness: &Harness<Desk>| {
        let is_tick = |it: &&egui::epaint::ClippedShape| matches!(&it.shape, egui::Shape::Path(path) if path.points.len() == 3 && !path.closed);
        harness.output().shapes.iter().filter(is_tick).count()
    };
    let before = ticks(&harness);
    let own = Scheme::of(&harness.state().editor.scene().settings);
    let other = Scheme {
        method: Method::GaussSeidel,
        ..own
    };
    let order = RaceOrder::Begin(vec![other]);
    harness.state_mut().engine.carry_out(Command::Race(order));
    harness.run_steps(3);
    assert_eq!(ticks(&harness), before + 1, "another method");
    let effects = harness.state_mut().editor.perform(Action::PlayPause);
    for effect in effects {
        if let Effect::Run(command) = effect {
            harness.state_mut().engine.carry_out(command);
        }
    }
    harness.run_steps(3);
    assert_eq!(ticks(&harness), before + 1, "nothing was pulled");
    hold_and_let_go(&mut harness);
    assert_eq!(ticks(&harness), before + 2);
}

/// Presses the select tool on a part of the running machine, drags and releases it, with frames of the panels in between.
fn hold_and_let_go(harness: &mut Harness<'static, Desk>) {
    let modifiers = Modifiers::NONE;
    let editor = &harness.state().editor;
    let id = editor.scene().parts().last().unwrap().0;
    let at = editor.pose(id).unwrap().position;
    let position = editor.view().screen_from_world(at);
    let press = Event::PointerPressed {
        button: Button::Primary,
        position,
        modifiers,
        click_count: 1,
    };
    let position = position + Vec2::new(40.0, 0.0);
    let release = Event::PointerReleased {
        button: Button::Primary,
        position,
        modifiers,
        click_count: 1,
    };
    for event in [press, Event::PointerMoved { position, modifiers }] {
        let _ = harness.state_mut().editor.handle(&event);
    }
    let editor = &harness.state().editor;
    assert!(editor.playing() && editor.is_pulling(), "{}", editor.playing());
    harness.run_steps(2);
    let _ = harness.state_mut().editor.handle(&release);
    harness.run_steps(2);
}

#[test]
fn a_lesson_that_was_given_up_begins_with_no_later_scene() {
    let mut harness = harness(Desk::new(crank().0));
    let asked = |lesson, anew| PanelEffect::Lesson { lesson, anew };
    let panels = &mut harness.state_mut().panels;
    panels.follow(asked(Lesson::Gears, false));
    panels.follow(asked(Lesson::SliderCrank, true));
    harness.run_steps(3);
    let shown = |harness: &Harness<Desk>, title: &str| harness.query_by_label(title).is_some();
    assert!(
        shown(&harness, "Let two gears mesh"),
        "it goes with its scene, which is there"
    );
    harness.state_mut().panels.forget_lesson_to_come();
    harness.state_mut().panels.scene_changed(true);
    harness.run_steps(3);
    assert!(!shown(&harness, "Build a slider-crank"));
}

/// A truss built as in its lesson: the first foot is the beginning of the first rod.
#[test]
fn a_truss_of_rods_alone_ticks_its_lesson_in_order() {
    let (foot, floor) = (Attach::ground(Vec2::ZERO), Attach::ground(Vec2::new(1.0, -1.0)));
    let mut scene = Scene::default();
    let [other, top, third] = [[1.0, 0.0], [0.5, 1.0], [1.5, 1.0]].map(|[x, y]| {
        let shape = Shape::Particle(Particle::default());
        Attach::part(scene.add(Part::new("", shape, Pose::new(x, y, 0.0))), Vec2::ZERO)
    });
    let rods = [
        [foot, other],
        [other, top],
        [top, foot],
        [top, third],
        [third, other],
        [other, floor],
    ];
    for (count, ends) in (1..).zip(rods) {
        let kind = ConstraintKind::Distance(Distance { length: 1.0 });
        scene.add(Constraint {
            name: String::new(),
            ends: ends.to_vec(),
            kind,
        });
        let mut harness = harness(Desk::new(scene.clone()));
        let lesson = PanelEffect::Lesson {
            lesson: Lesson::Truss,
            anew: false,
        };
        harness.state_mut().panels.follow(lesson);
        harness.run_steps(3);
        let ticked = harness.query_all_by_label_contains("Done: ").count();
        let due = [count >= 3, count >= 5, count >= 6]
            .iter()
            .filter(|it| **it)
            .count();
        assert_eq!(ticked, due, "{count} rods");
    }
}
