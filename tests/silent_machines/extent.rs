//! Sizes of machines.

use tinkertoy::scene::{Attach, Id, Scene};

/// Extent of the parts and the points to which they are joined (m).
pub fn size(scene: &Scene) -> f64 {
    let parts: Vec<Id> = scene.parts().map(|(id, _)| id).collect();
    let forces = scene.forces().flat_map(|(_, it)| it.ends.iter().copied());
    extent(scene, &parts, forces)
}

/// Extent of these parts and the points to which constraints join them (m).
pub fn size_of(scene: &Scene, parts: &[Id]) -> f64 {
    extent(scene, parts, std::iter::empty())
}

fn extent(scene: &Scene, parts: &[Id], forces: impl Iterator<Item = Attach>) -> f64 {
    let mut points = Vec::new();
    let mut largest = 0.0_f64;
    for (_, part) in scene.parts().filter(|(id, _)| parts.contains(id)) {
        points.push(part.pose.position);
        let mass = part.mass_properties();
        largest = largest.max(2.0 * (mass.inertia / mass.mass).sqrt());
    }
    let is_own = |ends: &[Attach]| {
        ends.iter()
            .filter_map(|end| end.part)
            .any(|it| parts.contains(&it))
    };
    let constraints = scene.constraints().filter(|(_, it)| is_own(&it.ends));
    let ends = constraints
        .flat_map(|(_, it)| it.ends.iter().copied())
        .chain(forces);
    points.extend(ends.filter(|end| end.part.is_none()).map(|end| end.at));
    let reach = |axis: usize| {
        let along = points.iter().map(|point| point[axis]);
        along.clone().fold(f64::NEG_INFINITY, f64::max) - along.fold(f64::INFINITY, f64::min)
    };
    reach(0).hypot(reach(1)) + largest
}
