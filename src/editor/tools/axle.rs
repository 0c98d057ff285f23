//! Joints and torques about an axle, made by clicking on a pin: they act between the two parts that the pin joins, whichever part is on top.

use crate::constraints::{ConstraintKind, Slot};
use crate::editor::Editor;
use crate::editor::pick::{REACH, fits};
use crate::editor::snap_point::Snap;
use crate::math::Vec2;
use crate::scene::{Attach, Constraint};

use super::link::Link;

impl Editor {
    /// Ends of the pin at a place, for a kind whose ends are all angles: the holding part first, then the turning part. Of several pins one on
    /// the ground is preferred, then the topmost.
    pub(super) fn ends_of_an_axle(&self, link: &Link, top: &Snap, world: Vec2) -> Option<Vec<Snap>> {
        if !link.slots().iter().all(|slot| *slot == Slot::Angle) {
            return None;
        }
        let reach = self.view.metres(REACH);
        let pins = self.scene.constraints().filter(|(id, it)| {
            matches!(it.kind.holds_as(), ConstraintKind::Pin(_))
                && !self.scene.is_hidden(*id)
                && it
                    .ends
                    .iter()
                    .all(|end| self.turns(*end) && self.run.point(&self.scene, *end).distance(world) <= reach)
        });
        let on_ground = |it: &Constraint| it.ends.iter().any(|end| self.is_ground(end.part));
        // Of equal ones the last is taken.
        let (_, pin) = pins.max_by_key(|(_, it)| on_ground(it))?;
        let [mut held, mut turned] = *pin.ends.as_slice() else {
            return None;
        };
        let is_top = held.part.is_some() && held.part == top.end.part;
        if self.is_ground(turned.part) || is_top && !self.is_ground(held.part) {
            std::mem::swap(&mut held, &mut turned);
        }
        let snap = |end: Attach| Snap {
            end,
            world: self.run.point(&self.scene, end),
            to: top.to,
        };
        Some(vec![snap(held), snap(turned)])
    }

    /// Whether an end has an angle.
    fn turns(&self, end: Attach) -> bool {
        let part = end.part.and_then(|id| self.scene.part(id));
        end.part.is_none() || part.is_some_and(|part| fits(Slot::Angle, part))
    }
}
