//! Parts in contact without enough room: nothing is thrown, and the overlap is flagged.

use tinkertoy::bodies::{Box, Shape};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Id, Method, Part};
use tinkertoy::sim::{Hand, Input, Simulation};

use crate::build::{Build, centre, ground, position, v2};
use crate::contact::{block, on_a_floor, velocity};

/// A box of 0.2 m in a slot 10 mm narrower, both times `scale`.
pub fn wedged(method: Method, scale: f64) -> (Build, Id) {
    let mut build = on_a_floor(0.0, 0.3, 0.0);
    build.scene.settings.method = method;
    build.scene.settings.dt = 1.0 / 240.0;
    build.scene.settings.contact.as_mut().unwrap().floor = None;
    for side in [-1.0, 1.0] {
        let shape = Shape::Box(Box {
            width: 0.2 * scale,
            height: 2.0 * scale,
        });
        let pose = Pose::new(side * 0.195 * scale, 0.0, 0.0);
        let mut wall = Part::new(format!("wall {side}"), shape, pose);
        wall.fixed = true;
        build.scene.add(wall);
    }
    let id = block(&mut build, "box", Vec2::ZERO, 0.2 * scale, 0.2 * scale);
    (build, id)
}

#[test]
fn a_box_pinned_in_a_slot_that_is_too_narrow_stays_and_is_said() {
    for method in Method::EXACT {
        for scale in [0.01, 1.0, 100.0] {
            let (mut build, id) = wedged(method, scale);
            build.pin(ground(0.0, 0.0), centre(id));
            let mut run = Simulation::new(&build.scene);
            for _ in 0..240 {
                run.step().unwrap();
                let [x, y, w] = velocity(&run, id);
                let speed = v2(x, y).length() + 0.1 * scale * w.abs();
                assert!(speed < 0.1 * scale, "{method} {scale}: {speed} m/s");
                let gone = position(&run, id).length();
                assert!(gone < 0.01 * scale, "{method} {scale}: {gone} m");
            }
            assert!(run.state().control.unsolved_contacts > 0, "{method} {scale}");
        }
    }
}

/// A box dragged through the slot by the hand goes no farther than the hand, and no faster than the hand pulls.
#[test]
fn a_box_drawn_through_a_slot_that_is_too_narrow_is_not_thrown() {
    for method in Method::EXACT {
        let (build, id) = wedged(method, 1.0);
        let mut run = Simulation::new(&build.scene);
        run.apply(Input::Hand(Some(Hand {
            part: id,
            at: v2(0.05, 0.02),
            target: v2(0.4, 0.5),
        })));
        for _ in 0..480 {
            run.step().unwrap();
            let [x, y, w] = velocity(&run, id);
            let speed = v2(x, y).length() + 0.1 * w.abs();
            assert!(speed < 20.0, "{method}: {speed} m/s");
            let gone = position(&run, id).length();
            assert!(gone < 1.5, "{method}: {gone} m");
        }
        assert!(run.state().control.unsolved_contacts > 0, "{method}");
    }
}
