//! Gears: links that roll on each other at their point of contact, about the pins that hold them to a third link.

use std::collections::BTreeMap;

use super::{Joint, JointKind, Translation};
use crate::constraints::{GearPair, Mesh};
use crate::import::joints::Rolling;
use crate::math::Vec2;

/// The centres of two links.
type Centres = (Vec2, Vec2);

/// For each link and carrier: the position of their first common pin, and of the first pin elsewhere.
type Carried = BTreeMap<(usize, Option<usize>), (Vec2, Option<Vec2>)>;

/// The pairs of links whose teeth touch, with their centres where a third link holds both by a pin each.
pub(super) fn pairs(joints: &[Joint], links: usize) -> BTreeMap<(usize, usize), Option<Centres>> {
    let mut pins: Vec<Vec<(Vec2, Option<usize>)>> = vec![Vec::new(); links];
    let mut carried = Carried::new();
    for joint in joints.iter().filter(|it| it.kind == JointKind::Revolute) {
        for link in joint.members.iter().copied().flatten() {
            let Some(carrier) = joint.members.iter().copied().find(|it| *it != Some(link)) else {
                continue;
            };
            pins[link].push((joint.at, carrier));
            let known = carried.entry((link, carrier)).or_insert((joint.at, None));
            if known.0 != joint.at {
                known.1.get_or_insert(joint.at);
            }
        }
    }
    let centres = |a: usize, b: usize| {
        pins[a].iter().find_map(|(of_a, carrier)| {
            let (first, elsewhere) = *carried.get(&(b, *carrier))?;
            let of_b = if first == *of_a { elsewhere? } else { first };
            Some((*of_a, of_b))
        })
    };
    let mut pairs = BTreeMap::new();
    for (a, b) in joints.iter().filter_map(teeth) {
        pairs.entry((a, b)).or_insert_with(|| centres(a, b));
    }
    pairs
}

/// The two links that mesh at a joint.
fn teeth(joint: &Joint) -> Option<(usize, usize)> {
    match joint.members.as_slice() {
        &[Some(a), Some(b)] if joint.kind == JointKind::Gears => Some((a, b)),
        _ => None,
    }
}

impl Translation {
    /// Radius of the largest gear that a link forms, according to its joints (m).
    pub(super) fn largest_wheel(&self, link: usize, on: &[usize]) -> Option<f64> {
        let radius = |k: &usize| {
            let joint = &self.diagram.joints[*k];
            let (a, b) = teeth(joint)?;
            let (of_a, of_b) = self.wheels.get(&(a, b)).copied().flatten()?;
            Some(joint.at.distance(if a == link { of_a } else { of_b }))
        };
        let radii = on.iter().filter_map(radius);
        radii.reduce(f64::max).filter(|radius| *radius > 0.0)
    }

    /// Couples two links as gears.
    pub(super) fn mesh(&mut self, joint: &Joint) {
        let place = Some(joint.place);
        let found = teeth(joint).and_then(|pair| Some((pair, self.wheels.get(&pair).copied().flatten()?)));
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
