//! Joining a wheel and a rack while the wheel is not on the teeth: one is brought to the other.
//!
//! ```text
//! x = u·(p_wheel - p_rack)    foot of the wheel on the pitch line (m from the rack's end of the joint)
//! from <= x <= to             the foot is on the teeth, which extend along u as far as the outline of the part
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

/// Distance beyond the teeth that counts as zero (m).
const ROUNDING: f64 = 1e-9;
/// Distance from the end of the teeth at which a wheel from beyond is put, as a fraction of their length.
const INSIDE: f64 = 0.25;

/// Foot of a wheel on its rack.
#[derive(Clone, Copy)]
pub(super) struct Foot {
    /// Position along the pitch line (m).
    x: f64,
    /// Range of the teeth (m).
    from: f64,
    to: f64,
}

impl Foot {
    /// Foot of the wheel on the teeth of a part; `None` for a rack on the ground, whose teeth are unlimited.
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

    /// Distance beyond the teeth (m); negative on the teeth.
    fn beyond(&self) -> f64 {
        (self.from - self.x).max(self.x - self.to)
    }

    /// Nearest position on the teeth (m).
    fn on_teeth(&self) -> f64 {
        if self.beyond() <= ROUNDING {
            return self.x;
        }
        let inside = INSIDE * (self.to - self.from);
        self.x.clamp(self.from + inside, self.to - inside)
    }
}

impl Editor {
    /// Distance of the wheel from the end of the teeth of its drafted rack (m), if it is beyond.
    pub(super) fn beyond_teeth(&self, link: &Link, ends: &[Attach], ports: &[EndPorts]) -> Option<f64> {
        let Link::Constraint(ConstraintKind::RackAndPinion(kind)) = link else {
            return None;
        };
        let beyond = Foot::of(&self.scene, kind, ends, ports)?.beyond();
        (beyond > ROUNDING).then_some(beyond)
    }

    /// Sentence about a wheel beyond the teeth of its rack, with advice.
    pub(super) fn beyond_in_words(&self, ends: &[Attach], beyond: f64, cure: &str) -> String {
        let name = |end: Option<&Attach>| self.scene.name(end.and_then(|it| it.part)).to_owned();
        let (rack, wheel) = (name(ends.first()), name(ends.get(1)));
        format!("Their teeth do not meet: {wheel:?} is {beyond:.3} m beyond the end of {rack:?}; {cure}")
    }

    /// Brings a wheel of a draft and the teeth of its rack together: moves the wheel, without turning it, if nothing else holds it; else the rack;
    /// else both with the parts joined to them. `None` for a rack on the ground.
    ///
    /// # Errors
    /// A sentence where other constraints hold them apart; no sentence for a wheel over the teeth at the wrong height.
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
        // Centre of the wheel in mesh, as a point of the rack.
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

/// Moves the wheel to `seat`, or the rack to the wheel, whichever is held by nothing else. Returns false where both are held.
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

/// Whether nothing but a joint holds a part in place.
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

/// Brings the wheel to `seat` by a temporary pin in place of the joint, with the parts joined to both. Returns false where that fails.
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
