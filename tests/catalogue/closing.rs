//! Closing joints: joints that close over a given time.

use tinkertoy::constraints::{AngleLock, Closing, ConstraintKind, Weld};
use tinkertoy::math::Vec2;
use tinkertoy::scene::{Attach, Stabilisation};
use tinkertoy::sim::{Input, Simulation};

use crate::build::{Build, angle, ground, v2};

/// Gap over time: half at half the duration, none at the end, and the joint stays closed.
#[test]
fn a_closing_joint_brings_parts_together_in_its_time() {
    for stabilisation in [Stabilisation::Baumgarte, Stabilisation::Projection] {
        let mut build = Build::default();
        build.scene.settings.dt = 1e-3;
        build.scene.settings.stabilisation = stabilisation;
        let fixed = build.bar(Vec2::ZERO, v2(1.0, 0.0), 1.0);
        let hinge = build.end(fixed, -1.0);
        build.pin(ground(0.0, 0.0), hinge);
        let flying = build.bar(v2(2.0, 1.0), v2(2.5, 2.0), 1.0);
        let (a, b) = (build.end(fixed, 1.0), build.end(flying, -1.0));
        let closing = Closing {
            duration: 1.0,
            joint: Box::new(ConstraintKind::Weld(Weld { angle: 0.5 })),
        };
        build.join(ConstraintKind::Closing(closing), &[a, b]);
        let mut run = Simulation::new(&build.scene);
        let gap = |run: &Simulation| {
            let at = |end: Attach| run.model().point(run.state(), end).unwrap();
            let turn = angle(run, flying) - angle(run, fixed);
            (at(a).distance(at(b)), turn - 0.5)
        };
        let start = gap(&run);
        assert!((start.0 - 2f64.sqrt()).abs() < 1e-12);
        for step in 1..=1500 {
            run.step().unwrap();
            if step == 500 {
                let half = gap(&run);
                assert!((half.0 - start.0 / 2.0).abs() < 1e-6, "{half:?}");
                assert!((half.1 - start.1 / 2.0).abs() < 1e-6, "{half:?}");
            }
        }
        let closed = gap(&run);
        assert!(
            closed.0 < 1e-7 && closed.1.abs() < 1e-7,
            "{stabilisation:?} {closed:?}"
        );
        assert!(run.energy_error().abs() < 1e-4, "{}", run.energy_error());
    }
}

/// A hinged arm and a free bar whose ends are joined within `duration` seconds; returns those two ends too.
fn arm_and_bar(duration: f64) -> (Build, Attach, Attach) {
    let mut build = Build::default();
    let arm = build.bar(Vec2::ZERO, v2(1.0, 0.0), 1.0);
    let hinge = build.end(arm, -1.0);
    build.pin(ground(0.0, 0.0), hinge);
    let other = build.bar(v2(1.3, 0.2), v2(2.0, 0.5), 1.0);
    let (tip, foot) = (build.end(arm, 1.0), build.end(other, -1.0));
    let closing = Closing {
        duration,
        ..Closing::default()
    };
    build.join(ConstraintKind::Closing(closing), &[tip, foot]);
    (build, tip, foot)
}

/// A closing joint counts as a drive until it has closed, and as an ordinary joint from then on: a hand then moves the machine with the joint closed.
#[test]
fn a_joint_that_has_closed_drives_no_more() {
    let (build, tip, foot) = arm_and_bar(0.5);
    let mut run = Simulation::new(&build.scene);
    let count = |run: &Simulation| {
        let mut dynamics = tinkertoy::sim::Dynamics::new(tinkertoy::scene::Method::Sparse);
        dynamics.prepare(run.model());
        let freedom = tinkertoy::sim::Freedom::of(run.model(), run.state(), &mut dynamics).unwrap();
        (freedom.dof, freedom.driven)
    };
    assert_eq!((count(&run), run.model().driving(run.state())), ((Some(4), 2), 1));
    while run.state().time < 0.51 {
        run.step().unwrap();
    }
    assert_eq!((count(&run), run.model().driving(run.state())), ((Some(2), 0), 0));
    let gap = |run: &Simulation| {
        let at = |end: Attach| run.model().point(run.state(), end).unwrap();
        at(tip).distance(at(foot))
    };
    let Some(part) = foot.part else { unreachable!() };
    run.drag(tinkertoy::sim::Hand {
        part,
        at: Vec2::ZERO,
        target: v2(0.3, 1.4),
    })
    .unwrap();
    assert!(gap(&run) < 1e-9, "{}", gap(&run));
    for _ in 0..100 {
        run.step().unwrap();
    }
    assert!(gap(&run) < 1e-5, "{}", gap(&run));
}

/// The degrees of freedom are counted anew once the joint has closed, in the run and when scrubbing through its past.
#[test]
fn freedoms_are_counted_anew_when_a_joint_has_closed() {
    use tinkertoy::worker::{Command, Engine};
    let (build, ..) = arm_and_bar(0.1);
    let mut engine = Engine::new();
    engine.carry_out(Command::Load(Box::new(build.scene), false));
    let driven = |engine: &mut Engine| {
        engine.count_freedom();
        engine.snapshot().0.freedom.unwrap().driven
    };
    assert_eq!(driven(&mut engine), 2);
    for _ in 0..40 {
        engine.advance();
    }
    assert_eq!(driven(&mut engine), 0);
    engine.carry_out(Command::Scrub(0.05));
    assert_eq!(driven(&mut engine), 2);
}

/// A joint made during a run has its full duration to close, however late it is made.
#[test]
fn a_joint_made_late_closes_from_then_on() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    let a = build.disk(0.0, 0.0, 0.2, 1.0);
    let b = build.disk(2.0, 0.0, 0.2, 1.0);
    let mut run = Simulation::new(&build.scene);
    for _ in 0..1200 {
        run.step().unwrap();
    }
    let closing = ConstraintKind::Closing(Closing {
        duration: 1.0,
        ..Closing::default()
    });
    build.join(
        closing,
        &[Attach::part(a, Vec2::ZERO), Attach::part(b, Vec2::ZERO)],
    );
    run.apply(Input::Scene(Box::new(build.scene.clone()), Vec::new()));
    let gap = |run: &Simulation| crate::build::position(run, a).distance(crate::build::position(run, b));
    for (steps, left) in [(120, 1.0), (120, 0.0), (60, 0.0)] {
        for _ in 0..steps {
            run.step().unwrap();
        }
        assert!((gap(&run) - left).abs() < 1e-4, "{} {left}", gap(&run));
    }
}

/// Whole turns are not wound back: the joint closes by less than half a turn.
#[test]
fn whole_turns_stay() {
    let mut build = Build::default();
    build.scene.settings.gravity = Vec2::ZERO;
    let wheel = build.disk(0.0, 0.0, 0.2, 1.0);
    build.pin(ground(0.0, 0.0), Attach::part(wheel, Vec2::ZERO));
    build.set_velocity(wheel, Vec2::ZERO, 40.0);
    let mut run = Simulation::new(&build.scene);
    for _ in 0..600 {
        run.step().unwrap();
    }
    let before = angle(&run, wheel);
    assert!(before > 99.0);
    let closing = ConstraintKind::Closing(Closing {
        joint: Box::new(ConstraintKind::AngleLock(AngleLock::default())),
        duration: 1.0,
    });
    build.join(closing, &[ground(0.0, 0.0), Attach::part(wheel, Vec2::ZERO)]);
    run.apply(Input::Scene(Box::new(build.scene.clone()), Vec::new()));
    for _ in 0..400 {
        run.step().unwrap();
    }
    let turns = angle(&run, wheel) / std::f64::consts::TAU;
    assert!((turns - turns.round()).abs() < 1e-6, "{turns}");
    assert!((angle(&run, wheel) - before).abs() < 3.2, "{before} {turns}");
}
