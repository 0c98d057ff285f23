//! Isolated machines: those that exchange energy with nothing else and dissipate none. The energy of each must stay as it is, however large that of
//! other machines beside it is.

use crate::bodies::Motion;
use crate::math::UnionFind;
use crate::parameter::Parameters;

use super::{Model, Place};

/// Marks a body or a force that belongs to no isolated machine.
const NONE: u32 = u32::MAX;

/// The isolated machines of a model; empty where the model is a single machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Isolated {
    /// Machine of each body, and of each force.
    bodies: Vec<u32>,
    loads: Vec<u32>,
    /// Mass of each machine (kg).
    masses: Vec<f64>,
    /// Extent of each machine as built (m).
    sizes: Vec<f64>,
}

impl Isolated {
    /// Mass of each machine (kg).
    pub fn masses(&self) -> &[f64] {
        &self.masses
    }

    /// Extent of each machine as built (m).
    pub fn sizes(&self) -> &[f64] {
        &self.sizes
    }

    /// The machine to which a body (dense index) belongs.
    pub fn of_body(&self, body: usize) -> Option<usize> {
        known(&self.bodies, body)
    }

    /// The machine to which a force (dense index) belongs.
    pub fn of_load(&self, load: usize) -> Option<usize> {
        known(&self.loads, load)
    }
}

fn known(machines: &[u32], index: usize) -> Option<usize> {
    let machine = machines.get(index).filter(|machine| **machine != NONE);
    machine.map(|machine| *machine as usize)
}

impl Model {
    /// Finds the isolated machines: parts joined by constraints and forces, none of which drives, has limits, breaks or dissipates, and which nothing
    /// can touch.
    pub(super) fn find_isolated(&self) -> Isolated {
        let count = self.bodies.len();
        if count < 2 {
            return Isolated::default();
        }
        let mut joined = UnionFind::new(count);
        let (mut acts, mut exchanges) = (vec![false; count], vec![false; count]);

        let links = self.links.iter().map(|link| {
            let keeps = !link.drive && !link.forced && link.limits().is_none();
            let keeps = keeps && link.kind.breaks_at().is_none() && link.kind.pace() == 0.0;
            (&link.ends, keeps)
        });
        let loads = self.loads.iter();
        let loads = loads.map(|load| (&load.ends, load.kind.is_conservative()));
        for (ends, keeps) in links.chain(loads) {
            let mut first = None;
            for body in ends.iter().filter_map(Place::body) {
                joined.join(*first.get_or_insert(body), body);
                acts[body] = true;
                exchanges[body] |= !keeps;
            }
        }
        let colliders = self.contact.iter().flat_map(|it| it.list.iter());
        for body in colliders.filter_map(|it| it.body) {
            exchanges[body] = true;
        }
        for (index, body) in self.bodies.iter().enumerate() {
            exchanges[index] |= !matches!(body.motion, Motion::Point | Motion::Rigid | Motion::Bead(_));
        }
        let roots: Vec<usize> = (0..count).map(|body| joined.root(body)).collect();
        if roots.iter().all(|root| *root == roots[0]) {
            return Isolated::default();
        }
        for (body, &root) in roots.iter().enumerate() {
            acts[root] |= acts[body];
            exchanges[root] |= exchanges[body];
        }
        let mut found = Isolated::default();
        let mut machines = vec![NONE; count];
        for (body, &root) in roots.iter().enumerate() {
            if acts[root] && !exchanges[root] {
                if machines[root] == NONE {
                    machines[root] = found.masses.len() as u32;
                    found.masses.push(0.0);
                }
                found.masses[machines[root] as usize] += self.bodies[body].mass.mass;
            }
        }
        found.bodies = roots.iter().map(|root| machines[*root]).collect();
        let of_load = |ends: &[Place]| {
            ends.iter()
                .find_map(Place::body)
                .map_or(NONE, |body| found.bodies[body])
        };
        found.sizes = self.extents(found.masses.len(), |body| found.of_body(body));
        found.loads = self.loads.iter().map(|load| of_load(&load.ends)).collect();
        found
    }

    /// The isolated machines; none while drag, which is a setting, acts on all parts.
    pub(in crate::sim) fn isolated(&self) -> &Isolated {
        static NO_MACHINES: Isolated = Isolated {
            bodies: Vec::new(),
            loads: Vec::new(),
            masses: Vec::new(),
            sizes: Vec::new(),
        };
        match self.settings.has_drag() {
            true => &NO_MACHINES,
            false => &self.isolated,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::file;

    /// Number of isolated machines of a pendulum and a pair of points on a spring with this damping.
    fn count(settings: &str, damping: f64, between: &str) -> usize {
        let text = format!(
            "(version: 2, settings: ({settings}), parts: [\
             (name: \"bob\", shape: Particle(), at: (0, -1), mass: 1), (name: \"loose\", shape: Disk(radius: 0.1), at: (0, 5), mass: 1), \
             (name: \"one\", shape: Particle(), at: (3, 0), mass: 2), (name: \"other\", shape: Particle(), at: (4, 0), mass: 3)], \
             constraints: [(name: \"rod\", kind: Distance(length: 1), a: \"ground\", b: \"bob\")], \
             forces: [(name: \"spring\", kind: Spring(stiffness: 1, damping: {damping:?}, rest: 1), a: \"one\", b: \"other\"){between}])"
        );
        let scene = file::read(&text, "isolated").unwrap_or_default();
        let model = Model::compile(&scene);
        assert_eq!(model.bodies.len(), 4);
        let isolated = model.isolated();
        assert!(
            isolated.of_body(1).is_none(),
            "what nothing acts on flies exactly"
        );
        let sum: f64 = isolated.masses().iter().sum();
        let of = |body: usize| {
            isolated
                .of_body(body)
                .map_or(0.0, |_| model.bodies[body].mass.mass)
        };
        assert_eq!(sum, of(0) + of(2) + of(3));
        isolated.masses().len()
    }

    #[test]
    fn what_exchanges_energy_is_one_machine_and_what_loses_it_is_none() {
        assert_eq!(count("", 0.0, ""), 2);
        assert_eq!(count("", 0.1, ""), 1);
        assert_eq!(count("linear_drag: 0.1", 0.0, ""), 0);
        assert_eq!(
            count("contact: (floor: -9, friction: 0.5, restitution: 0)", 0.0, ""),
            0
        );
        let attracts = ", (name: \"pull\", kind: Attraction(strength: 1), a: \"bob\", b: \"one\")";
        assert_eq!(count("", 0.0, attracts), 1);
    }
}
