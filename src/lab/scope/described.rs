//! What is told of a quantity where it is offered.

/// A quantity that can be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// As it is typed, behind the name of its item.
    pub field: &'static str,
    /// Its unit, SI.
    pub unit: &'static str,
    /// What it is.
    pub help: &'static str,
}

pub(super) const fn quantity(field: &'static str, unit: &'static str, help: &'static str) -> Quantity {
    Quantity { field, unit, help }
}

/// Of what has two ends.
pub(super) const LENGTH_SPEED: Quantity =
    quantity("speed", "m/s", "Rate at which the distance of its ends grows");
