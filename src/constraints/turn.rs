//! The angle of b against a: used by locks, welds, rails and motors.
//!
//! ```text
//! phi = angle_b - angle_a,   J = [-1, 1] on the angles,   curvature 0
//! ```

use super::{EndPorts, Gradient, Row};
use crate::math::Vec2;
use crate::parameter::Choice;

/// The relative angle (rad), unwrapped.
pub(super) fn between(ends: &[EndPorts]) -> f64 {
    ends[1].angle.value - ends[0].angle.value
}

/// Writes the relative angle with its derivatives into a cleared row.
pub(super) fn measure(row: &mut Row, ends: &[EndPorts]) {
    row.value = between(ends);
    row.set_gradients([Gradient::new(Vec2::ZERO, -1.0), Gradient::new(Vec2::ZERO, 1.0)]);
}

/// Sign of the sense in which b turns freely: 1 counter-clockwise, -1 clockwise.
pub(super) fn sense(clockwise: bool) -> f64 {
    if clockwise { -1.0 } else { 1.0 }
}

/// Multiplies the gradient of a measured row by that sign.
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

/// Takes an option of that choice; false where the key is that of another.
pub(super) fn choose_one_way(clockwise: &mut bool, key: &str, option: usize) -> bool {
    let taken = key == "clockwise" && option <= 1;
    if taken {
        *clockwise = option == 1;
    }
    taken
}
