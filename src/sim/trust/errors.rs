//! Measured errors of a run at one look, with their bounds and the items that are likely at fault.

use crate::scene::Id;
use crate::sim::balance::Balance;
use crate::sim::contact::EXACT;
use crate::sim::{stop, vibration};

use super::breach::Quantity;
use super::isolated;
use super::overlap::Overlap;
use super::rates::Fastest;
use super::seen::Seen;

/// Largest drift of a machine of a metre (m), and of an angle (rad).
pub(super) const OPEN: f64 = 1e-3;
/// Largest sum of error estimates in a machine of a metre (m): of many estimates most cancel or die out, and those of light parts move little.
const STEPS: f64 = 1e-2;
/// Angle of a vibration or a turn in the shortest sub-step above which it is named as the cause (rad).
const SWIFT: f64 = 0.3;
/// Angle of a turn in the shortest sub-step above which no integrator follows it (rad).
const UNFOLLOWED: f64 = 1.0;

/// What one look measures beside the drift and the contacts.
pub(super) struct Errors {
    /// Size of the scene, at most a metre (m).
    pub size: f64,
    pub fastest: [Fastest; 2],
    pub energy: Balance,
    /// The isolated machine of the energy error (index); `None` for that of all together.
    pub machine: Option<usize>,
    pub overlap: Overlap,
}

impl Errors {
    /// The value of a quantity, with its bound.
    pub(super) fn measured(&self, quantity: Quantity, seen: &Seen<'_>) -> (f64, f64) {
        let gap = &seen.drift.gap;
        match quantity {
            Quantity::Drift => (gap.open, OPEN * gap.size),
            Quantity::Angle => (seen.drift.max_rad, OPEN),
            // Drawing parts apart lifts them: of both, the overlap is the cause.
            Quantity::Overlap => (self.overlap.depth, OPEN * self.size),
            Quantity::Energy => (self.energy.error, self.energy.allowed),
            Quantity::Rate => (self.fastest[0].value, self.fastest[0].limit),
            Quantity::Turn => (self.fastest[1].value, self.fastest[1].limit),
            Quantity::Contact => (seen.state.contact.residual, EXACT),
            Quantity::Steps => (seen.state.control.error_sum, STEPS * self.size),
        }
    }

    /// The item that is likely at fault; an energy error may be that of an isolated machine.
    pub(super) fn item(&self, quantity: Quantity, seen: &Seen<'_>) -> Option<Id> {
        let (model, state) = (seen.model, seen.state);
        if let (Quantity::Energy, Some(machine)) = (quantity, self.machine) {
            return isolated::liveliest(seen, machine).map(|body| model.bodies[body].id);
        }
        let open = match quantity {
            Quantity::Drift => seen.drift.gap.link,
            _ => seen.drift.worst,
        };
        let open = open.and_then(|link| model.links.get(link)).map(|link| link.id);
        match quantity {
            Quantity::Drift | Quantity::Angle => return too_fast_a_drive(seen).or(open),
            Quantity::Rate => return self.fastest[0].item,
            Quantity::Turn => return self.fastest[1].item,
            // The contact forces of a part that was hit and has flown off are gone.
            Quantity::Overlap | Quantity::Contact => {
                return self.overlap.part(seen).or_else(|| stop::fastest(model, state));
            }
            Quantity::Energy | Quantity::Steps => {}
        }
        let h = state.control.shortest;
        let force = vibration::fastest(model, state).filter(|(_, rate)| rate * h > SWIFT);
        let spinning = model.fastest_turn(state).filter(|(_, rate)| rate * h > SWIFT);
        force
            .map(|(load, _)| model.loads[load].id)
            .or(spinning.map(|(index, _)| drive_on(seen, index).unwrap_or(model.bodies[index].id)))
            .or(open)
            .or_else(|| stop::fastest(model, state))
    }
}

/// The drive on the part that turns fastest, where that turns too far in the shortest sub-step for any integrator.
fn too_fast_a_drive(seen: &Seen<'_>) -> Option<Id> {
    let (model, state) = (seen.model, seen.state);
    let spinning = model.fastest_turn(state);
    let (index, _) = spinning.filter(|(_, rate)| rate * state.control.shortest > UNFOLLOWED)?;
    drive_on(seen, index)
}

/// The drive on a part (dense index).
fn drive_on(seen: &Seen<'_>, index: usize) -> Option<Id> {
    let mut drives = seen.model.links.iter().filter(|link| link.drives(seen.state));
    drives
        .find(|link| link.ends.iter().any(|end| end.body() == Some(index)))
        .map(|link| link.id)
}
