//! Description of a quantity, as shown where it can be chosen.

/// A quantity that can be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// Its name as typed, after the name of its item.
    pub field: &'static str,
    /// Its SI unit.
    pub unit: &'static str,
    /// Help text.
    pub help: &'static str,
}

pub(super) const fn quantity(field: &'static str, unit: &'static str, help: &'static str) -> Quantity {
    Quantity { field, unit, help }
}

/// For items with two ends.
pub(super) const LENGTH_SPEED: Quantity =
    quantity("speed", "m/s", "Rate at which the distance of its ends grows");
