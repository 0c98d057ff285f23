//! The energy error that is allowed to a machine.

use crate::sim::Energy;
use crate::sim::dynamics::Gap;

/// Allowed energy error as a share of the exchanged energy, max T - min T + sum |dW|.
pub(super) const SHARE: f64 = 1e-2;
/// Energy that is never an error: per mass in a machine of a metre or more (J/kg), and a share of all energy, which is rounding.
pub(super) const FLOOR: (f64, f64) = (1e-6, 1e-12);
/// Share of the largest kinetic energy that is no error either; `EVENLY` where nearly none of it is exchanged, in a machine that turns evenly.
const EVEN: f64 = 3e-5;
const EVENLY: f64 = 3e-4;
/// Share of the largest kinetic energy that counts as nearly none.
const TO_AND_FRO: f64 = 1e-3;

/// Allowed energy error of a machine of which these smallest and largest kinetic energies have been seen, on which this work has been done (J), and
/// which has this mass (kg), size (m) and energy now.
pub(in crate::sim) fn allowed(
    (least, most): (f64, f64),
    done: f64,
    (mass, size, energy): (f64, f64, Energy),
) -> f64 {
    let moved = most - least + done;
    let even = if moved < TO_AND_FRO * most { EVENLY } else { EVEN };
    // Slow is what takes long for its own size.
    let scale = size.min(Gap::LARGEST);
    let floor =
        FLOOR.0 * scale * scale * mass + FLOOR.1 * (energy.kinetic + energy.potential.abs()) + even * most;
    SHARE * moved + floor
}
