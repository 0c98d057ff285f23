//! The angle of b against a: what locks, welds, rails and motors are made of.
//!
//! ```text
//! phi = angle_b - angle_a,   J = [-1, 1] on the angles,   curvature 0
//! ```

use super::{EndPorts, Gradient, Row};
use crate::math::Vec2;
use crate::parameter::Choice;

/// The angle (rad), unwrapped.
pub(super) fn between(ends: &[EndPorts]) -> f64 {
    ends[1].angle.value - ends[0].angle.value
}

/// Writes it with its derivatives into a cleared row.
pub(super) fn measure(row: &mut Row, ends: &[EndPorts]) {
    row.value = between(ends);
    row.set_gradients([Gradient::new(Vec2::ZERO, -1.0), Gradient::new(Vec2::ZERO, 1.0)]);
}

/// The sign of turning ahead: 1 counter-clockwise, -1 clockwise.
pub(super) fn sense(clockwise: bool) -> f64 {
    if clockwise { -1.0 } else { 1.0 }
}

/// Takes the gradient of a measured row in this sense.
pub(super) fn towards(row: &mut Row, clockwise: bool) {
    for gradient in &mut row.gradient {
        gradient.angle *= sense(clockwise);
    }
}

/// The choice of the sense in which b turns freely.
pub(super) fn one_way(clockwise: bool) -> Choice {
    Choice {
        key: "clockwise",
        label: "Runs free",
        options: &[
            ("Left", "The second part may turn ahead counter-clockwise."),
            ("Right", "The second part may turn ahead clockwise."),
        ],
        chosen: usize::from(clockwise),
    }
}

/// Takes an option of it; false where it is another choice.
pub(super) fn choose_one_way(clockwise: &mut bool, key: &str, option: usize) -> bool {
    let taken = key == "clockwise" && option <= 1;
    if taken {
        *clockwise = option == 1;
    }
    taken
}
