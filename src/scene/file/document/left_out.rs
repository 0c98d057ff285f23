//! What is left out of a file because it is zero, not so, or as usual.

use crate::math::Vec2;

pub(super) fn is_false(it: &bool) -> bool {
    !it
}

/// Minus zero is written, so that what is read back has the same bits.
pub(super) fn is_zero(x: &f64) -> bool {
    x.to_bits() == 0
}

pub(super) fn is_null(v: &Vec2) -> bool {
    is_zero(&v.x) && is_zero(&v.y)
}

/// What is written: nothing where it is as usual.
pub(super) fn unusual<T: PartialEq>(is: T, usual: T) -> Option<T> {
    (is != usual).then_some(is)
}
