//! Containment of failures: the run stops at its last good state, names the cause and the item at fault, and the remedies offered help.

use tinkertoy::bodies::{Bar, Particle, Shape};
use tinkertoy::constraints::{ConstraintKind, Distance, Motor, MotorLaw, Pin};
use tinkertoy::forces::{ForceKind, Spring, TorsionSpring};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{
    Attach, Constraint, Edit, Force, Id, Integrator, Item, Method, Part, Scene, Stabilisation, SubSteps,
};
use tinkertoy::sim::{Cause, Culprit, Remedy, Simulation, Stop};

/// Runs until it stops, and checks the properties of every stop.
fn stop_of(scene: &Scene, most: usize) -> Option<Stop> {
    let mut run = Simulation::new(scene);
    for _ in 0..most {
        let before = run.state().clone();
        if let Err(stop) = run.step() {
            assert_eq!(run.state(), &before, "the last good state, to the bit");
            assert!(before.q.iter().chain(&before.v).all(|x| x.is_finite()));
            assert_eq!(stop.time, before.time);
            assert!(stop.reason.len() > 20 && !stop.cancelled, "{}", stop.reason);
            return Some(stop);
        }
    }
    None
}

fn particle(scene: &mut Scene, name: &str, x: f64, y: f64) -> Id {
    scene.add(Part::new(
        name,
        Shape::Particle(Particle::default()),
        Pose::new(x, y, 0.0),
    ))
}

fn rod(scene: &mut Scene, name: &str, a: Attach, b: Attach, length: f64) -> Id {
    scene.add(Constraint {
        name: name.to_owned(),
        ends: vec![a, b],
        kind: ConstraintKind::Distance(Distance { length }),
    })
}

fn at(id: Id) -> Attach {
    Attach::part(id, Vec2::ZERO)
}

/// A weight on a spring too stiff for the step.
fn on_a_stiff_spring() -> (Scene, Id) {
    let mut scene = Scene::default();
    let weight = particle(&mut scene, "weight", 1.2, 0.0);
    let spring = scene.add(Force {
        name: "stiff spring".to_owned(),
        ends: vec![Attach::ground(Vec2::ZERO), at(weight)],
        kind: ForceKind::Spring(Spring {
            stiffness: 1e6,
            damping: 0.0,
            rest: 1.0,
        }),
    });
    scene.settings.sub_steps = tinkertoy::scene::SubSteps::Fixed;
    (scene, spring)
}

#[test]
fn a_spring_too_stiff_for_the_step_is_named_and_shorter_steps_hold_it() {
    let (scene, spring) = on_a_stiff_spring();
    let stop = stop_of(&scene, 10_000).expect("it cannot be followed");
    assert_eq!((stop.cause, stop.culprit), (Cause::Stiff, Culprit::Item(spring)));
    assert!(stop.reason.contains("rad"), "{}", stop.reason);
    assert_eq!(
        stop.remedies(&scene.settings)[..2],
        [Remedy::DivideSteps, Remedy::HalveStep]
    );
    for (remedy, times) in [(Remedy::DivideSteps, 1), (Remedy::HalveStep, 4)] {
        let mut cured = scene.clone();
        for _ in 0..times {
            let Some(stop) = stop_of(&cured, 2000) else { break };
            assert!(stop.remedies(&cured.settings).contains(&remedy));
            cured.settings = remedy.apply(&cured.settings).unwrap();
        }
        let settings = &cured.settings;
        assert_eq!(
            stop_of(&cured, 2000),
            None,
            "{}, {} s",
            settings.sub_steps,
            settings.dt
        );
    }
}

/// A light wheel on a torsion spring that is far too stiff, by its stiffness or by its damping.
#[test]
fn a_twist_too_stiff_for_the_step_is_named() {
    for (stiffness, damping) in [(1e5, 0.0), (0.0, 1e3)] {
        let mut scene = Scene::default();
        let pose = Pose::new(0.0, 0.0, 0.5);
        let mut wheel = Part::new("wheel", Shape::Disk(Default::default()), pose);
        wheel.omega = 1.0;
        let wheel = scene.add(wheel);
        scene.add(Constraint {
            name: "axle".to_owned(),
            ends: vec![Attach::ground(Vec2::ZERO), at(wheel)],
            kind: ConstraintKind::Pin(Pin {}),
        });
        let twist = scene.add(Force {
            name: "twist".to_owned(),
            ends: vec![Attach::ground(Vec2::ZERO), at(wheel)],
            kind: ForceKind::TorsionSpring(TorsionSpring {
                stiffness,
                damping,
                rest: 0.0,
            }),
        });
        scene.settings.sub_steps = tinkertoy::scene::SubSteps::Fixed;
        let stop = stop_of(&scene, 10_000).expect("it cannot be followed");
        assert_eq!(
            (stop.cause, stop.culprit),
            (Cause::Stiff, Culprit::Item(twist)),
            "{}",
            stop.reason
        );
    }
}

#[test]
fn what_is_no_number_is_named_with_what_it_belongs_to() {
    let mut world = Scene::default();
    particle(&mut world, "weight", 0.0, 0.0);
    world.settings.gravity = Vec2::new(f64::NAN, 0.0);
    let stop = stop_of(&world, 3).unwrap();
    assert_eq!((stop.cause, stop.culprit), (Cause::Numbers, Culprit::Machine));

    let (mut scene, _) = on_a_stiff_spring();
    let weight = scene.find("weight").unwrap();
    let bad = scene.add(Force {
        name: "bad push".to_owned(),
        ends: vec![at(weight)],
        kind: ForceKind::Push(tinkertoy::forces::Push {
            force: Vec2::new(0.0, f64::INFINITY),
            ..Default::default()
        }),
    });
    let stop = stop_of(&scene, 3).unwrap();
    assert_eq!((stop.cause, stop.culprit), (Cause::Numbers, Culprit::Item(bad)));
    assert_eq!(stop.remedies(&scene.settings), [Remedy::Undo]);
}

/// Contradictions are settled by soft (regularised) steps; RATTLE in undivided steps, which takes none, stops and names an item.
#[test]
fn a_contradiction_is_named_where_it_cannot_be_settled() {
    let mut rods = Scene::default();
    let weight = particle(&mut rods, "weight", 1.0, 0.0);
    rod(&mut rods, "short", Attach::ground(Vec2::ZERO), at(weight), 1.0);
    rod(
        &mut rods,
        "long",
        Attach::ground(Vec2::new(4.0, 0.0)),
        at(weight),
        2.0,
    );
    assert_eq!(stop_of(&rods, 600), None, "a compromise");

    let mut scene = Scene::default();
    let wheel = scene.add(Part::new(
        "wheel",
        Shape::Disk(Default::default()),
        Pose::default(),
    ));
    let mut join = |name: &str, kind| {
        scene.add(Constraint {
            name: name.to_owned(),
            ends: vec![Attach::ground(Vec2::ZERO), at(wheel)],
            kind,
        })
    };
    join("axle", ConstraintKind::Pin(Pin {}));
    for (name, speed) in [("slow", 1.0), ("fast", 3.0)] {
        let law = MotorLaw::Angle;
        join(
            name,
            ConstraintKind::Motor(Motor {
                law,
                speed,
                ..Motor::default()
            }),
        );
    }
    assert_eq!(stop_of(&scene, 600), None, "a compromise");
    scene.settings.integrator = Integrator::Rattle;
    assert_eq!(stop_of(&scene, 600), None, "a compromise");
    scene.settings.sub_steps = SubSteps::Fixed;
    let stop = stop_of(&scene, 600).expect("no pose closes both");
    assert_eq!(stop.cause, Cause::Contradiction, "{}", stop.reason);
    let Culprit::Item(id) = stop.culprit else {
        panic!("a motor is named")
    };
    assert!(["slow", "fast"].contains(&scene.name(Some(id))));
    let remedy = stop.remedies(&scene.settings)[0];
    scene.settings = remedy.apply(&scene.settings).unwrap();
    assert_eq!((remedy, stop_of(&scene, 600)), (Remedy::RungeKutta, None));
}

/// A particle thrown across two rods in line, a singular configuration: at that pose alone both
/// constrain the same direction, and no finite tension holds the particle.
#[test]
fn a_singular_pose_is_told_with_what_may_pass_it() {
    let mut scene = Scene::default();
    let weight = particle(&mut scene, "weight", 1.0, 0.0);
    let Some(Item::Part(mut flung)) = scene.item(weight).cloned() else {
        panic!("a part")
    };
    flung.velocity = Vec2::new(0.0, 100.0);
    let mut edit = Edit::new("fling");
    scene.plan_item(&mut edit, weight, Some(flung.into()));
    scene.apply(&edit);
    rod(&mut scene, "left", Attach::ground(Vec2::ZERO), at(weight), 1.0);
    rod(
        &mut scene,
        "right",
        Attach::ground(Vec2::new(2.0, 0.0)),
        at(weight),
        1.0,
    );
    scene.settings.integrator = Integrator::Rattle;
    assert_eq!(stop_of(&scene, 600), None, "softly");
    scene.settings.sub_steps = SubSteps::Fixed;
    let stop = stop_of(&scene, 600).expect("no finite force holds it");
    assert_eq!(stop.cause, Cause::SingularPose, "{}", stop.reason);
    assert!(
        matches!(stop.culprit, Culprit::Item(id) if id != weight),
        "{stop:?}"
    );
    assert!(stop.reason.contains("in this pose"), "{}", stop.reason);
    let remedy = stop.remedies(&scene.settings)[0];
    scene.settings = remedy.apply(&scene.settings).unwrap();
    assert_eq!((remedy, stop_of(&scene, 600)), (Remedy::RungeKutta, None));
}

/// Settings that RATTLE does not support are refused before the run; what cannot be known before stops it, with a remedy.
#[test]
fn rattle_with_answers_that_stop_short() {
    let mut scene = tinkertoy::scene::gallery::find("four-bar")
        .unwrap()
        .scene()
        .unwrap();
    scene.settings.integrator = Integrator::Rattle;
    scene.settings.method = Method::GaussSeidel;
    let problems = tinkertoy::scene::validate::problems(&scene);
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].message.contains("RATTLE"), "{problems:?}");
    assert!(tinkertoy::scene::file::read(&tinkertoy::scene::file::write(&scene), "four-bar").is_err());

    scene.settings.method = Method::ConjugateGradient;
    assert_eq!(tinkertoy::scene::validate::problems(&scene), []);
    assert_eq!(stop_of(&scene, 60), None);
    scene.settings.effort.cg_iterations = 2;
    let stop = stop_of(&scene, 60).expect("two iterations are not enough");
    assert_eq!(stop.cause, Cause::Method);
    let Culprit::Item(open) = stop.culprit else {
        panic!("the constraint farthest off is named: {stop:?}")
    };
    assert!(scene.constraints().any(|(id, _)| id == open));
    assert!(stop.reason.contains("RATTLE"), "{}", stop.reason);
    let remedy = stop.remedies(&scene.settings)[0];
    scene.settings = remedy.apply(&scene.settings).unwrap();
    assert_eq!((remedy, stop_of(&scene, 60)), (Remedy::Sparse, None));
}

/// An absurd start velocity.
#[test]
fn an_absurd_speed_is_stopped_at_once_with_its_part() {
    let mut scene = Scene::default();
    let mut part = Part::new(
        "bullet",
        Shape::Bar(Bar {
            length: 1.0,
            width: 0.1,
        }),
        Pose::default(),
    );
    part.velocity = Vec2::new(3e8, 0.0);
    let bullet = scene.add(part);
    let stop = stop_of(&scene, 3).unwrap();
    assert_eq!(
        (stop.cause, stop.culprit),
        (Cause::LongStep, Culprit::Item(bullet))
    );
    assert!(stop.reason.contains("faster"));
}

#[test]
fn feedback_that_grows_is_told_from_a_long_step() {
    // A hard start for feedback that is far too strong, without soft steps.
    let mut scene = Scene::default();
    let mut part = Part::new(
        "bar",
        Shape::Bar(Bar {
            length: 1.0,
            width: 0.1,
        }),
        Pose::default(),
    );
    part.omega = 2e7;
    let bar = scene.add(part);
    scene.add(Constraint {
        name: "pin".to_owned(),
        ends: vec![Attach::ground(Vec2::ZERO), at(bar)],
        kind: ConstraintKind::Pin(Pin {}),
    });
    (scene.settings.ks, scene.settings.kd) = (1e9, 1e5);
    let stop = stop_of(&scene, 100).unwrap();
    assert_eq!(stop.cause, Cause::Feedback, "{}", stop.reason);
    let calm = stop.remedies(&scene.settings)[0].apply(&scene.settings).unwrap();
    assert!(calm.ks < 1e5);
    scene.settings.stabilisation = Stabilisation::Projection;
    let stop = stop_of(&scene, 100).unwrap();
    assert_eq!(stop.cause, Cause::LongStep);
}

/// The document after a stop and all actions that followed is the same text as before.
#[test]
fn a_stop_costs_nothing_of_the_document() {
    use tinkertoy::worker::{Command, Engine};
    let (scene, _) = on_a_stiff_spring();
    let mut editor = tinkertoy::editor::Editor::new(scene);
    let before = tinkertoy::scene::file::write(editor.scene());
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(editor.scene().clone()), true));
    while engine.advance() {
        let _ = editor.observe(&std::sync::Arc::new(engine.snapshot().0));
    }
    let (last, _) = engine.snapshot();
    assert!(last.stopped.is_some());
    let effects = editor.observe(&std::sync::Arc::new(last));
    assert!(effects.is_empty(), "nothing is asked for: {effects:?}");
    let text = tinkertoy::scene::file::write(editor.scene());
    assert_eq!(text, before);
    // The document is still valid: read, compiled and run from its start.
    let read = tinkertoy::scene::file::read(&text, "after the stop").unwrap();
    engine.carry_out(Command::Load(Box::new(read), false));
    let (snapshot, _) = engine.snapshot();
    assert_eq!((snapshot.stopped, snapshot.state.time), (None, 0.0));
}

/// For the user: time stops, the document is unchanged, and changing a setting by a remedy removes the message.
#[test]
fn the_worker_keeps_the_document_and_the_way_back() {
    use tinkertoy::sim::Input;
    use tinkertoy::worker::{Command, Engine};
    let (mut scene, _) = on_a_stiff_spring();
    // Starting at its rest length, it takes some steps to diverge.
    let weight = scene.find("weight").unwrap();
    let mut part = scene.part(weight).unwrap().clone();
    part.pose = Pose::new(1.0, 0.0, 0.0);
    let mut edit = Edit::new("place");
    scene.plan_item(&mut edit, weight, Some(part.into()));
    scene.apply(&edit);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(scene.clone()), true));
    while engine.advance() {}
    let (snapshot, _) = engine.snapshot();
    let stop = snapshot.stopped.clone().unwrap();
    assert!(!snapshot.playing && snapshot.history > 0);
    assert_eq!(snapshot.state.time, stop.time);
    let better = stop.remedies(snapshot.settings())[0]
        .apply(snapshot.settings())
        .unwrap();
    engine.carry_out(Command::Scrub(0.0));
    assert_eq!(engine.run().state().q, engine.run().model().start.q);
    engine.carry_out(Command::Input(Input::Settings(better)));
    assert_eq!(engine.snapshot().0.stopped, None);
}
