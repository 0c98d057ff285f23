//! Mass scaling: the model with the masses of some light parts increased, as decided by step control; `docs/theory.md` ("Light parts
//! between heavy ones").

use crate::parameter::metric;
use crate::scene::Id;
use crate::sim::SimState;
use crate::solver::graph::Graph;

use super::{Body, Model, Place};

/// Largest scaled mass of a light part, as a fraction of the heaviest mass in its island.
const MOST: f64 = 1e-3;

impl Model {
    /// Returns the model with the masses multiplied by the factors of a state.
    pub(in crate::sim) fn scaled(&self, state: &SimState) -> Self {
        let mut model = self.clone();
        model.is_scaled = true;
        for (body, [mass, inertia]) in model.bodies.iter_mut().zip(&state.scaled) {
            body.mass.mass *= mass;
            body.mass.inertia *= inertia;
        }
        model
    }

    /// Returns the largest mass factor of each body. A light part is scaled relative to the heaviest body of its island. If it can collide, the
    /// lightest colliding body of all other islands bounds it as well, because in an impact its mass decides how that body moves. Bodies on
    /// which a drive acts keep their mass, and if forces count (`pulled`), so do bodies on which a force acts.
    pub(in crate::sim) fn max_mass_factors(&self, pulled: bool) -> Vec<f64> {
        let mass = |body: usize| self.bodies[body].mass.mass;
        let mut touches = vec![false; self.bodies.len()];
        let colliders = self.contact.iter().flat_map(|it| it.list.iter());
        colliders
            .filter_map(|it| it.body)
            .for_each(|body| touches[body] = true);
        let islands = Graph::new(&self.topology).islands;
        let lightest = |bodies: &[usize]| {
            let touching = bodies.iter().filter(|body| touches[**body]);
            touching.map(|body| mass(*body)).fold(f64::INFINITY, f64::min)
        };
        // Lightest colliding body of each of the two islands with the smallest values.
        let mut least = [(f64::INFINITY, usize::MAX); 2];
        for (index, island) in islands.iter().enumerate() {
            let own = (lightest(&island.bodies), index);
            if own.0 < least[0].0 {
                least = [own, least[0]];
            } else if own.0 < least[1].0 {
                least[1] = own;
            }
        }
        let mut most = vec![1.0; self.bodies.len()];
        for (index, island) in islands.iter().enumerate() {
            let heaviest = island.bodies.iter().map(|body| mass(*body)).fold(0.0, f64::max);
            let others = least[usize::from(least[0].1 == index)].0;
            for &body in &island.bodies {
                let beside = if touches[body] {
                    heaviest.min(others)
                } else {
                    heaviest
                };
                most[body] = (MOST * beside / mass(body)).max(1.0);
            }
        }
        let driven = self.links.iter().filter(|link| link.drive || link.forced);
        let ends = driven.flat_map(|link| &link.ends);
        let loads = self.loads.iter().filter(|_| pulled);
        let ends = ends.chain(loads.flat_map(|load| &load.ends));
        ends.filter_map(Place::body).for_each(|body| most[body] = 1.0);
        most
    }

    /// Iterates over the bodies whose mass or inertia is scaled up in a state, with the larger of both factors.
    pub fn scaled_bodies<'a>(&'a self, state: &'a SimState) -> impl Iterator<Item = (&'a Body, f64)> {
        let pairs = self.bodies.iter().zip(&state.scaled);
        let heavier = |(body, [mass, inertia]): (&'a Body, &'a [f64; 2])| (body, mass.max(*inertia));
        pairs.map(heavier).filter(|it| it.1 > 1.0)
    }

    /// Returns a message that lists the scaled parts with their masses and the time since when, as a sentence without a full stop; at most
    /// `named` parts are listed by name. `None` if no mass is scaled.
    pub fn scaled_masses<'a>(
        &self,
        state: &SimState,
        named: usize,
        name: impl Fn(Id) -> &'a str,
    ) -> Option<String> {
        let since = state.control.scaled_since?;
        let parts = self.scaled_bodies(state).take(named).map(|(body, times)| {
            let [is, counts] = [1.0, times].map(|times| metric(1e3 * times * body.mass.mass, "g"));
            format!("\"{}\" of {is} as {counts}", name(body.id))
        });
        let parts = parts.collect::<Vec<_>>().join(", ");
        let more = match self.scaled_bodies(state).count().saturating_sub(named) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        Some(format!(
            "since t = {since:.4} s light parts that vibrate too fast to be followed count as heavier: {parts}{more}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::file;

    /// Returns the names of the parts that may be scaled in a machine with a light bob on a block, a bob pulled by a spring, a light bar turned
    /// by a motor, and two separate parts.
    fn scaled(settings: &str, other: f64, pulled: bool) -> Vec<String> {
        let text = format!(
            "(version: 2, settings: ({settings}), parts: [\
             (name: \"block\", shape: Particle(), at: (0, 0), mass: 1), (name: \"bob\", shape: Disk(radius: 0.1), at: (0, -1), mass: 1e-6), \
             (name: \"pulled\", shape: Particle(), at: (1, 0), mass: 1e-6), \
             (name: \"turned\", shape: Bar(length: 1, width: 0.1), at: (0.5, 1), mass: 1e-6), \
             (name: \"anvil\", shape: Particle(), at: (9, 0), mass: 1e6), (name: \"light\", shape: Particle(), at: (0, 9), mass: {other:?})], \
             constraints: [(name: \"rod\", kind: Distance(length: 1), a: \"block\", b: \"bob\"), \
             (name: \"arm\", kind: Distance(length: 1), a: \"block\", b: \"pulled\"), \
             (name: \"pin\", kind: Pin(), a: \"block\", b: (\"turned\", (-0.5, -1))), \
             (name: \"motor\", kind: Motor(law: Angle, speed: 1, angle: 0), a: \"ground\", b: \"turned\")], \
             forces: [(name: \"spring\", kind: Spring(stiffness: 1, damping: 0, rest: 1), a: \"ground\", b: \"pulled\")])"
        );
        let Ok(scene) = file::read(&text, "light") else {
            return Vec::new();
        };
        let model = Model::compile(&scene);
        let most = model.max_mass_factors(pulled);
        let light = model.bodies.iter().zip(most).filter(|it| it.1 > 1.0);
        light.map(|it| scene.name(Some(it.0.id)).to_owned()).collect()
    }

    #[test]
    fn what_is_driven_or_pulled_keeps_its_mass() {
        assert_eq!(scaled("", 0.1, false), ["bob", "pulled"]);
        assert_eq!(scaled("", 0.1, true), ["bob"]);
    }

    #[test]
    fn what_may_hit_a_light_part_of_another_machine_is_light_beside_that() {
        let floor = "contact: (floor: -2, friction: 0.5, restitution: 0)";
        assert_eq!(scaled(floor, 0.1, true), ["bob"]);
        assert!(scaled(floor, 1e-4, true).is_empty());
    }
}
