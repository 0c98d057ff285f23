//! The core of a machine as a model of its own.

use crate::solver::Versioned;
use crate::solver::pin_tree::Core;

use super::{Body, Link, Model, Place};

impl Model {
    /// Returns the core of this machine as a model. Forces between places are left out; constraints keep their offsets into the memory of the
    /// whole machine.
    pub(in crate::sim) fn part(&self, core: &Core) -> Self {
        let topology = core.topology.clone();
        let body = |(index, &body): (usize, &usize)| Body {
            offset: topology.body_offset(index),
            ..self.bodies[body].clone()
        };
        let place = |place: &Place| match *place {
            Place::Moving { body, at } => Place::Moving {
                body: core.bodies.binary_search(&body).unwrap_or_default(),
                at,
            },
            fixed => fixed,
        };
        let link = |(index, &link): (usize, &usize)| {
            let link = &self.links[link];
            Link {
                ends: link.ends.iter().map(place).collect(),
                row: topology.row_offset(index),
                ..link.clone()
            }
        };
        let bodies: Vec<Body> = core.bodies.iter().enumerate().map(body).collect();
        let links: Vec<Link> = core.constraints.iter().enumerate().map(link).collect();
        Self {
            bodies: Versioned::from(bodies),
            passive: !links.iter().any(|link| link.drive),
            links,
            topology,
            // Machines with limits or breakable joints are not swept, so these lists are empty.
            ..Self::empty(self.settings)
        }
    }
}
