//! Islands of bodies that are connected by constraints, by forces between them, and by contacts with a force. The ground connects nothing.

use crate::bodies::Motion;
use crate::math::UnionFind;
use crate::parameter::Parameters;
use crate::sim::{Model, Place, SimState};

/// Islands of the bodies, each identified by its root.
#[derive(Default)]
pub struct Islands {
    bodies: UnionFind,
    /// Whether an island moves, or may move without being touched; by its root.
    restless: Vec<bool>,
}

impl Islands {
    /// Finds the islands of a state.
    pub fn find(&mut self, model: &Model, state: &SimState) {
        self.bodies.reset(model.bodies.len());
        for link in &model.links {
            self.bodies.join_all(link.ends.iter().filter_map(Place::body));
        }
        for load in &model.loads {
            self.bodies.join_all(load.ends.iter().filter_map(Place::body));
        }
        let colliders = model.contact().map_or(&[][..], |it| &it.list);
        let pushing = state.contacts.iter().filter(|it| it.force[0] != 0.0);
        let pairs = pushing.map(|it| it.pair);
        for (a, b) in pairs.chain(state.closed.iter().map(|it| it.key.pair)) {
            let body = |collider: u32| colliders.get(collider as usize)?.body;
            self.bodies.join_all([a.0, b.0].into_iter().filter_map(body));
        }
        self.bodies.flatten();
    }

    /// The island of a body.
    fn of(&self, body: usize) -> usize {
        self.bodies.root(body)
    }

    /// Marks the islands of these bodies, and no others.
    pub fn mark_these(&mut self, bodies: &[usize]) {
        self.restless.clear();
        self.restless.resize(self.bodies.count(), false);
        bodies.iter().for_each(|body| self.mark(*body));
    }

    /// Marks the islands that may not sleep: those with a body that moves (`moves`), has coordinates beside its pose, is driven, is pulled by a
    /// force that follows time, or is `held` by the hand.
    pub fn mark_restless(
        &mut self,
        model: &Model,
        state: &SimState,
        held: Option<usize>,
        moves: impl Fn(usize) -> bool,
    ) {
        self.restless.clear();
        self.restless.resize(self.bodies.count(), false);
        for (index, body) in model.bodies.iter().enumerate() {
            let has_form = !matches!(body.motion, Motion::Rigid | Motion::Point);
            if has_form || held == Some(index) || moves(index) {
                self.mark(index);
            }
        }
        let driven = model.links.iter().filter(|it| it.forced || it.drives(state));
        let driven = driven.flat_map(|it| &it.ends);
        let follow_time = model.loads.iter().filter(|it| it.kind.pace() > 0.0);
        let ends = driven.chain(follow_time.flat_map(|it| &it.ends));
        for body in ends.filter_map(Place::body) {
            self.mark(body);
        }
    }

    fn mark(&mut self, body: usize) {
        let island = self.of(body);
        self.restless[island] = true;
    }

    /// Whether the island of a body is marked.
    pub fn is_restless(&self, body: usize) -> bool {
        self.restless[self.of(body)]
    }
}
