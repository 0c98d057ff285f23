//! The model of the bodies that are awake: sleeping bodies are part of the ground.

use std::ops::Range;
use std::sync::Arc;

use crate::sim::SimState;

use super::{Body, Link, Load, Model, Place};

impl Model {
    /// Whether a body (dense index) sleeps in a state.
    pub fn sleeps(&self, state: &SimState, body: usize) -> bool {
        state.asleep.get(body).is_some_and(|asleep| *asleep)
    }

    /// Iterates over the coordinate ranges of the bodies that are awake, in order.
    pub(in crate::sim) fn awake_coordinates(&self, asleep: &[bool]) -> impl Iterator<Item = Range<usize>> {
        let awake = self.bodies.iter().zip(asleep).filter(|(_, asleep)| !**asleep);
        awake.map(|(body, _)| body.offset..body.offset + body.motion.dim())
    }

    /// Iterates over the constraints of bodies that are awake, in order. No constraint joins an awake body to a sleeping one.
    pub(in crate::sim) fn awake_links(&self, asleep: &[bool]) -> impl Iterator<Item = &Link> {
        let is_awake = |link: &&Link| !link.ends.iter().filter_map(Place::body).any(|body| asleep[body]);
        self.links.iter().filter(is_awake)
    }

    /// Returns the model of the bodies that are awake in a state, in their order, with the sleeping bodies as ground.
    pub(in crate::sim) fn awake(&self, state: &SimState) -> Self {
        let mut model = Model::empty(self.settings);
        // Bounds on openings are those of the whole machines.
        model.size = self.size;
        let mut place = vec![None; self.bodies.len()];
        for (index, body) in self.bodies.iter().enumerate() {
            if state.asleep[index] {
                continue;
            }
            let from = body.offset..body.offset + body.motion.dim();
            place[index] = Some(model.bodies.len());
            let offset = model.start.q.len();
            model.start.q.extend_from_slice(&state.q[from.clone()]);
            model.start.v.extend_from_slice(&state.v[from]);
            model.bodies.push(Body {
                offset,
                ..body.clone()
            });
        }
        model.declare_bodies();
        let places = |ends: &[Place]| -> Option<Box<[Place]>> {
            let moved = ends.iter().map(|end| match *end {
                Place::Moving { body, at } => Some(Place::Moving {
                    body: place[body]?,
                    at,
                }),
                fixed => Some(fixed),
            });
            moved.collect()
        };
        for link in self.awake_links(&state.asleep) {
            if let Some(ends) = places(&link.ends) {
                model.add_link(
                    link.id,
                    &link.kind,
                    link.held.as_deref().unwrap_or_default(),
                    ends,
                );
                if let Some(own) = model.links.last_mut() {
                    own.size = link.size;
                }
            }
        }
        for load in &self.loads {
            if let Some(ends) = places(&load.ends) {
                model.loads.push(Load {
                    ends,
                    kind: load.kind.clone(),
                    ..*load
                });
            }
        }
        model.note_links();
        model.contact = self.contact.clone();
        for (index, it) in model
            .contact
            .iter_mut()
            .flat_map(|it| Arc::make_mut(&mut it.list).iter_mut().enumerate())
        {
            let Some(body) = it.body else { continue };
            it.body = place[body];
            if it.body.is_none() {
                let pose = self.contact.as_ref().map(|all| all.pose(self, state, index));
                it.fall_asleep(pose.unwrap_or_default());
            }
        }
        model.topology.shrink_to_fit();
        model
    }
}
