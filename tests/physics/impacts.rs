//! Impacts between parts in contact, against closed forms: cradles, the end of a bouncing ball, and Painlevé's rod.

use tinkertoy::bodies::{Box, Disk, Shape};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::sim::Simulation;

use crate::build::{polar, v2};
use crate::contact::{G, add, on_a_floor, run, velocity};

/// Three equal disks: touching disks are hit simultaneously, (-1/3, 2/3, 2/3) by Newton's rule; with gaps the impacts follow each other, (0, 0, 1).
#[test]
fn a_cradle_passes_blows_on_at_once_or_one_after_the_other() {
    for (gap, expected) in [(0.0, [-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]), (0.02, [0.0, 0.0, 1.0])] {
        let mut build = on_a_floor(0.0, 0.0, 1.0);
        build.scene.settings.gravity = Vec2::ZERO;
        let radius = 0.1;
        let ids: Vec<_> = [-1.0, 0.0, 2.0 * radius + gap]
            .iter()
            .enumerate()
            .map(|(k, x)| {
                let shape = Shape::Disk(Disk { radius });
                add(
                    &mut build,
                    &format!("disk {k}"),
                    shape,
                    Pose::new(*x, 1.0, 0.0),
                    1.0,
                )
            })
            .collect();
        build.set_velocity(ids[0], v2(1.0, 0.0), 0.0);
        let run = run(&build.scene, 1.2);
        for (id, expected) in ids.iter().zip(expected) {
            let [x, _, _] = velocity(&run, *id);
            assert!((x - expected).abs() < 1e-9, "gap {gap}: {x} {expected}");
        }
    }
}

/// Bounces follow each other faster and faster and end at `t1 (1 + e)/(1 - e)`; afterwards the ball is at rest.
#[test]
fn bounces_come_to_an_end() {
    let (height, e) = (1.0, 0.5);
    let mut build = on_a_floor(0.0, 0.0, e);
    build.scene.settings.dt = 2.5e-4;
    let shape = Shape::Disk(Disk { radius: 0.1 });
    let id = add(&mut build, "ball", shape, Pose::new(0.0, 0.1 + height, 0.0), 1.0);
    let first = (2.0 * height / G).sqrt();
    let end = first * (1.0 + e) / (1.0 - e);
    let mut run = Simulation::new(&build.scene);
    let mut last = 0.0;
    while run.state().time < 2.0 {
        run.step().unwrap();
        if velocity(&run, id)[1] != 0.0 {
            last = run.state().time;
        }
    }
    assert!((last - end).abs() < 5e-3, "{last} {end}");
}

/// Painlevé's rod: a uniform rod slides on its end, leaning so that friction presses it into the floor. Up
/// to mu = 4/3, at tan = 2, the force is finite, and one step changes little; beyond, no force can keep it
/// out of the floor: an impulse stops it, however short the step (Painlevé 1895, Génot and Brogliato 1999).
#[test]
fn painleves_rod_jams_from_four_thirds_on() {
    for (mu, jams) in [
        (4.0 / 3.0 - 1e-3, false),
        (4.0 / 3.0 + 1e-3, true),
        (2.0, true),
        (0.5, false),
    ] {
        let mut build = on_a_floor(0.0, mu, 0.0);
        build.scene.settings.dt = 1e-6;
        // Seen from its centre, the corner on which it stands is at tan = 2.
        let (half, width) = (1.0_f64, 1e-3_f64);
        let radius = half.hypot(0.5 * width);
        let at = polar(radius, 2.0_f64.atan());
        let lean = 2.0_f64.atan() - (0.5 * width / half).atan();
        let shape = Shape::Box(Box {
            width: 2.0 * half,
            height: width,
        });
        let pose = Pose::new(at.x, at.y, lean);
        let id = add(&mut build, "rod", shape, pose, 1.0);
        build.set_velocity(id, v2(-3.0, 0.0), 0.0);
        let run = run(&build.scene, 1e-6);
        let [x, y, w] = velocity(&run, id);
        let tip = x + at.y * w;
        let figures = run.state().contact;
        assert!(figures.residual_max < 1e-10, "{figures:?}");
        assert!(y.abs() < 10.0 && w.abs() < 10.0 && x.is_finite());
        if jams {
            assert!(tip.abs() < 1e-6, "mu {mu}: {tip}");
        } else {
            assert!((tip + 3.0).abs() < 0.2, "mu {mu}: {tip}");
        }
    }
}
