//! Rules of settings and camera: a range for each number.

use super::ends::FARTHEST;
use super::problem::Problem;
use crate::parameter::ParameterValue;
use crate::scene::{Scene, Settings};

pub(super) fn settings(scene: &Scene, found: &mut dyn FnMut(Problem)) {
    let s = &scene.settings;
    let camera = &scene.camera;
    let contact = s.contact.unwrap_or_default();
    for (key, value, min, max) in [
        ("gravity.x", s.gravity.x, -1e6, 1e6),
        ("gravity.y", s.gravity.y, -1e6, 1e6),
        ("linear_drag", s.linear_drag, 0.0, 1e9),
        ("angular_drag", s.angular_drag, 0.0, 1e9),
        ("cg_iterations", f64::from(s.effort.cg_iterations), 1.0, 1e6),
        ("cg_tolerance", s.effort.cg_tolerance, 1e-15, 0.1),
        ("sweeps", f64::from(s.effort.sweeps), 1.0, 1e6),
        ("dt", s.dt, 1e-7, Settings::LONGEST_DT),
        ("tolerance", s.tolerance, 0.0, 1e-2),
        ("smallest_step", s.smallest_step.unwrap_or(1e-3), 1e-12, 0.1),
        ("speed", s.speed, 1e-3, 1e3),
        ("ks", s.ks, 0.0, 1e12),
        ("kd", s.kd, 0.0, 1e6),
        ("hand_stiffness", s.grip.stiffness.unwrap_or(1.0), 1e-6, 1e9),
        ("hand_limit", s.grip.limit.unwrap_or(1.0), 1e-6, 1e9),
        ("contact.floor", contact.floor.unwrap_or(0.0), -FARTHEST, FARTHEST),
        ("contact.friction", contact.friction, 0.0, 1e3),
        ("contact.restitution", contact.restitution, 0.0, 1.0),
        ("camera center x", camera.center.x, -FARTHEST, FARTHEST),
        ("camera center y", camera.center.y, -FARTHEST, FARTHEST),
        ("camera height", camera.height, 1e-6, FARTHEST),
    ] {
        let parameter = ParameterValue {
            key,
            label: key,
            unit: crate::parameter::Unit::One,
            min,
            max,
            value,
        };
        if let Some(problem) = parameter.problem() {
            found(Problem {
                item: None,
                message: format!("scene: {problem}"),
            });
        }
    }
}
