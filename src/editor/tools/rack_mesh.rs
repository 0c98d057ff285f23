//! A wheel and the part with the rack that it is to run on, joined while the wheel is not on its teeth: one is brought to the other.
//!
//! ```text
//! x = u·(p_wheel - p_rack)    where the foot of the wheel is on the pitch line (m from the rack's end of the joint)
//! from <= x <= to             it is on the teeth: these reach as far as the outline of the part does along u
//! ```

use crate::bodies::Motion;
use crate::constraints::{ConstraintKind, EndPorts, Pin, RackAndPinion, Side};
use crate::editor::Editor;
use crate::editor::arrange::extent;
use crate::editor::draft::Draft;
use crate::editor::wheels::round_part;
use crate::math::{Pose, perp, unit};
use crate::scene::{Attach, Constraint, Id, Item, Scene, field};

use super::link::Link;

/// Feet beyond the teeth by less are on them (m): rounding.
const ROUNDING: f64 = 1e-9;
/// How far from the end of its teeth a wheel is put that was beyond it: a share of their length.
const INSIDE: f64 = 0.25;

/// Where a wheel is along its rack.
#[derive(Clone, Copy)]
pub(super) struct Foot {
    /// Along the pitch line (m).
    x: f64,
    /// How far the teeth reach (m).
    from: f64,
    to: f64,
}

impl Foot {
    /// The foot of the wheel on the teeth of a part; nothing where the rack is on the ground, whose teeth reach everywhere.
    fn of(scene: &Scene, kind: &RackAndPinion, ends: &[Attach], ports: &[EndPorts]) -> Option<Self> {
        let ([rack, _], [at, wheel]) = (ends, ports) else {
            return None;
        };
        let outline = scene.part(rack.part?)?.shape.outline();
        let (low, high) = extent(&outline, Pose::new(0.0, 0.0, -kind.axis));
        let own = unit(kind.axis).dot(rack.at);
        let along = unit(at.angle.value + kind.axis);
        Some(Self {
            x: along.dot(wheel.point.value - at.point.value),
            from: low.x - own,
            to: high.x - own,
        })
    }

    /// How far it is beyond the teeth (m).
    fn beyond(&self) -> f64 {
        (self.from - self.x).max(self.x - self.to)
    }

    /// The nearest place on the teeth (m).
    fn on_teeth(&self) -> f64 {
        if self.beyond() <= ROUNDING {
            return self.x;
        }
        let inside = INSIDE * (self.to - self.from);
        self.x.clamp(self.from + inside, self.to - inside)
    }
}

impl Editor {
    /// How far the wheel of a rack that is about to be made is beyond the end of its teeth (m), if it is.
    pub(super) fn beyond_teeth(&self, link: &Link, ends: &[Attach], ports: &[EndPorts]) -> Option<f64> {
        let Link::Constraint(ConstraintKind::RackAndPinion(kind)) = link else {
            return None;
        };
        let beyond = Foot::of(&self.scene, kind, ends, ports)?.beyond();
        (beyond > ROUNDING).then_some(beyond)
    }

    /// Why a wheel beyond the teeth of its rack does not mesh with them, and what would cure it.
    pub(super) fn beyond_in_words(&self, ends: &[Attach], beyond: f64, cure: &str) -> String {
        let name = |end: Option<&Attach>| self.scene.name(end.and_then(|it| it.part)).to_owned();
        let (rack, wheel) = (name(ends.first()), name(ends.get(1)));
        format!("Their teeth do not meet: {wheel:?} is {beyond:.3} m beyond the end of {rack:?}; {cure}")
    }

    /// Brings a wheel of a draft and the teeth of its rack together: the wheel goes there, as it is turned, where nothing holds it; else the
    /// rack; else both with all that they are joined to. Nothing where the rack is on the ground.
    ///
    /// # Errors
    /// A sentence, where they are held apart; nothing is said of a wheel that is over the teeth, but too high or too low.
    pub(super) fn bring_onto_teeth(&self, draft: &mut Draft, id: Id) -> Option<Result<(), Option<String>>> {
        let it = draft.scene().constraint(id).cloned()?;
        let ConstraintKind::RackAndPinion(kind) = &it.kind else {
            return None;
        };
        let ports = |draft: &Draft| -> Vec<EndPorts> {
            it.ends
                .iter()
                .map(|end| draft.scene().built_ports(*end))
                .collect()
        };
        let foot = Foot::of(draft.scene(), kind, &it.ends, &ports(draft))?;
        let [on, wheel] = *it.ends.as_slice() else {
            return None;
        };
        let side = match kind.side {
            Side::Left => 1.0,
            Side::Right => -1.0,
        };
        let axis = unit(kind.axis);
        // Where the centre of the wheel is to be, as a point of the rack.
        let seat = Attach {
            at: on.at + foot.on_teeth() * axis + side * kind.radius * perp(axis),
            ..on
        };
        if !move_free(draft, id, seat, wheel) && !pin_together(draft, id, &it, seat) {
            let cure = "both are held where they are: bring one to the other, or free it";
            let beyond = foot.beyond();
            return Some(Err(
                (beyond > ROUNDING).then(|| self.beyond_in_words(&it.ends, beyond, cure))
            ));
        }
        let (round, ports): (Vec<_>, _) = (
            it.ends
                .iter()
                .map(|end| round_part(draft.scene(), *end))
                .collect(),
            ports(draft),
        );
        draft.change(id, |item| {
            if let Item::Constraint(it) = item {
                it.kind.fit(&ports);
                it.kind.mesh(&round, &ports);
            }
        });
        Some(Ok(()))
    }
}

/// Moves the wheel to its seat, or the rack to it, whichever nothing else holds. False where both are held.
fn move_free(draft: &mut Draft, id: Id, seat: Attach, wheel: Attach) -> bool {
    let point = |end: Attach| draft.scene().built_ports(end).point.value;
    let by = point(seat) - point(wheel);
    let free = [(wheel.part, by), (seat.part, -by)]
        .into_iter()
        .find_map(|(part, by)| Some((part.filter(|it| is_free(draft.scene(), *it, id))?, by)));
    let Some((part, by)) = free else {
        return false;
    };
    draft.change(part, |item| {
        if let Item::Part(part) = item {
            part.pose.position += by;
        }
    });
    true
}

/// Whether nothing but a joint holds a part where it is.
fn is_free(scene: &Scene, part: Id, joint: Id) -> bool {
    let is_given = |(id, key): &(Id, String)| *id == part && field::is_place(key);
    let moves = |it: &crate::scene::Part| {
        !it.fixed && !it.handling.locked && matches!(it.motion(), Motion::Rigid | Motion::Point)
    };
    let held = |id: &Id| *id != joint && scene.constraint(*id).is_some();
    scene.part(part).is_some_and(moves)
        && !scene.attached_to(part).iter().any(held)
        && !scene.variables.formulas.keys().any(is_given)
}

/// Draws the wheel to its seat by a pin in place of the joint, with all that both are joined to. False where they are held apart.
fn pin_together(draft: &mut Draft, id: Id, joint: &Constraint, seat: Attach) -> bool {
    let set = |draft: &mut Draft, first: Attach, kind: ConstraintKind| {
        draft.change(id, |item| {
            if let Item::Constraint(it) = item {
                it.kind = kind;
                it.ends[0] = first;
            }
        });
    };
    set(draft, seat, ConstraintKind::Pin(Pin {}));
    let met = draft.close_gaps(&[]);
    set(draft, joint.ends[0], joint.kind.clone());
    met
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foot_beyond_the_teeth_comes_to_their_nearer_end() {
        let foot = |x: f64| Foot {
            x,
            from: -1.0,
            to: 1.0,
        };
        assert_eq!(foot(0.9).on_teeth(), 0.9);
        assert_eq!(foot(3.0).on_teeth(), 0.5);
        assert_eq!(foot(-3.0).on_teeth(), -0.5);
        assert_eq!(foot(-3.0).beyond(), 2.0);
    }
}
