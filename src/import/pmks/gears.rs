//! Links that roll on each other where they touch, about the pins that hold them to a third.

use super::{Joint, JointKind, Translation};
use crate::constraints::{GearPair, Mesh};
use crate::import::joints::Rolling;
use crate::math::Vec2;

/// The centres of two links that a third holds, by one pin each.
fn centres(joints: &[Joint], a: usize, b: usize) -> Option<(Vec2, Vec2)> {
    let pins = |link: usize| {
        let on =
            move |joint: &&Joint| joint.kind == JointKind::Revolute && joint.members.contains(&Some(link));
        joints.iter().filter(on)
    };
    let other = |joint: &Joint, not: usize| joint.members.iter().copied().find(|it| *it != Some(not));
    pins(a).find_map(|of_a| {
        let carrier = other(of_a, a)?;
        let of_b = pins(b).find(|of_b| other(of_b, b) == Some(carrier) && of_b.at != of_a.at)?;
        Some((of_a.at, of_b.at))
    })
}

impl Translation {
    /// The largest of the wheels that a link is (m).
    pub(super) fn largest_wheel(&self, link: usize) -> Option<f64> {
        let radius = |joint: &Joint| match joint.members.as_slice() {
            &[Some(a), Some(b)] if joint.kind == JointKind::Gears => {
                let (of_a, of_b) = centres(&self.diagram.joints, a, b)?;
                Some(joint.at.distance(if a == link { of_a } else { of_b }))
            }
            _ => None,
        };
        let radii = self.joints_of(link).filter_map(radius);
        radii.reduce(f64::max).filter(|radius| *radius > 0.0)
    }

    /// Lets two links roll on each other.
    pub(super) fn mesh(&mut self, joint: &Joint, joints: &[Joint]) {
        let place = Some(joint.place);
        let found = match joint.members.as_slice() {
            &[Some(a), Some(b)] => centres(joints, a, b).map(|centres| ((a, b), centres)),
            _ => None,
        };
        let Some(((a, b), (of_a, of_b))) = found else {
            let message = format!(
                "the teeth at {} are of links that no third holds by two pins; they are left out",
                joint.name
            );
            return self.build.note(place, message);
        };
        let (radius_a, radius_b) = (of_a.distance(joint.at), of_b.distance(joint.at));
        let apart = (of_a - joint.at).dot(of_b - joint.at) < 0.0;
        let mesh = if apart { Mesh::Outside } else { Mesh::Inside };
        let pair = GearPair {
            radius_a,
            radius_b,
            mesh,
            teeth: 0,
        };
        let wheels = [(self.body(Some(a)), of_a), (self.body(Some(b)), of_b)];
        self.build.rolling(Rolling::Gears(pair), wheels, place);
    }
}
