//! Fields that are omitted from a file: zero, false, or at their default.

use crate::math::Vec2;

pub(super) fn is_false(it: &bool) -> bool {
    !it
}

/// Minus zero is written, so that reading restores the same bits.
pub(super) fn is_zero(x: &f64) -> bool {
    x.to_bits() == 0
}

pub(super) fn is_null(v: &Vec2) -> bool {
    is_zero(&v.x) && is_zero(&v.y)
}

/// The value to write; `None` if it is the default.
pub(super) fn unless_default<T: PartialEq>(is: T, usual: T) -> Option<T> {
    (is != usual).then_some(is)
}
