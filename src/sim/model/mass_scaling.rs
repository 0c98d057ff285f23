//! By how much light parts count as heavier in a state that scales masses; see [`Stepper`](crate::sim::Stepper).

use crate::bodies::MassProperties;
use crate::parameter::metric;
use crate::scene::Id;
use crate::sim::SimState;
use crate::solver::graph::Graph;

use super::{Body, Model};

/// The least that a part counts as, as a share of the heaviest in its island.
const LEAST: f64 = 1e-4;
/// Parts that are named at most.
const NAMED: usize = 3;

impl Body {
    /// Its mass as it counts where masses are scaled. Its extent stays what it is.
    pub fn scaled_mass(&self) -> MassProperties {
        MassProperties {
            mass: self.heavier * self.mass.mass,
            inertia: self.heavier * self.mass.inertia,
        }
    }
}

impl Model {
    /// Finds by how much each part is lighter than it may count as.
    pub(super) fn note_light_bodies(&mut self) {
        let masses = self.bodies.iter().map(|body| body.mass.mass);
        let (lightest, heaviest) = masses.fold((f64::INFINITY, 0.0_f64), |(least, most), mass| {
            (least.min(mass), most.max(mass))
        });
        if lightest >= LEAST * heaviest {
            return;
        }
        for island in &Graph::new(&self.topology).islands {
            let mass = |body: &usize| self.bodies[*body].mass.mass;
            let least = LEAST * island.bodies.iter().map(mass).fold(0.0, f64::max);
            for &body in &island.bodies {
                let body = &mut self.bodies[body];
                body.heavier = (least / body.mass.mass).max(1.0);
            }
        }
        // What a force or a drive moves is to be as heavy as it is.
        let driven = self.links.iter().filter(|link| link.drive || link.forced);
        let ends = driven.flat_map(|link| &link.ends);
        for end in ends.chain(self.loads.iter().flat_map(|load| &load.ends)) {
            if let Some(body) = end.body() {
                self.bodies[body].heavier = 1.0;
            }
        }
    }

    /// The machine as it is in states that scale masses.
    pub(in crate::sim) fn scaled(&self) -> Self {
        let mut model = self.clone();
        model.is_scaled = true;
        for body in model.bodies.iter_mut() {
            body.mass = body.scaled_mass();
            body.heavier = 1.0;
        }
        model
    }

    /// Parts that count as heavier in a state than they are.
    pub fn scaled_bodies(&self, state: &SimState) -> impl Iterator<Item = &Body> {
        let scales = state.control.scaled_since.is_some();
        self.bodies
            .iter()
            .filter(move |body| scales && body.heavier > 1.0)
    }

    /// Which parts count as heavier, as what, and since when, as a sentence without its end; nothing where none does.
    pub fn scaled_masses<'a>(&self, state: &SimState, name: impl Fn(Id) -> &'a str) -> Option<String> {
        let since = state.control.scaled_since?;
        let parts = self.scaled_bodies(state).take(NAMED).map(|body| {
            let [is, counts] = [body.mass, body.scaled_mass()].map(|it| metric(1e3 * it.mass, "g"));
            format!("\"{}\" of {is} as {counts}", name(body.id))
        });
        let parts = parts.collect::<Vec<_>>().join(", ");
        let more = match self.scaled_bodies(state).count().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        Some(format!(
            "since t = {since:.4} s light parts that vibrate too fast to be followed count as heavier: {parts}{more}"
        ))
    }
}
