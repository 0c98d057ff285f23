//! Continuing a run after an edit: parts and constraints that exist in both models keep their state.

use crate::math::Pose;
use crate::scene::{Attach, Id};
use crate::sim::SimState;
use crate::sim::contact::Pair;

use super::{Link, Model, Place};

impl Model {
    /// Iterates over the attachments of a constraint's ends, as in the scene.
    fn attached(&self, link: &Link) -> impl Iterator<Item = Attach> {
        let held = link.held.as_deref();
        link.ends
            .iter()
            .enumerate()
            .map(move |(e, end)| match (end, held) {
                (Place::Moving { body, at }, _) => Attach::part(self.bodies[*body].id, *at),
                (_, Some(held)) => held[e],
                (Place::Fixed { point, .. }, None) => Attach::ground(*point),
            })
    }

    /// Returns the constraint of an earlier model with the same id, kind and attachments as this one.
    pub fn unchanged<'a>(&self, link: &Link, earlier: &'a Model) -> Option<&'a Link> {
        let index = earlier.links.binary_search_by_key(&link.id, |old| old.id).ok()?;
        let same = |old: &&Link| {
            old.kind == link.kind
                && old.ends.len() == link.ends.len()
                && earlier.attached(old).eq(self.attached(link))
        };
        Some(&earlier.links[index]).filter(same)
    }

    /// Returns the start state of this model, with the data of the earlier model's run taken over where they still apply: coordinates and
    /// velocities of parts, memory of unchanged constraints, time, work, and contact points of unchanged parts.
    pub(in crate::sim) fn carry_over(&self, earlier: &Model, run: &SimState) -> SimState {
        let mut state = SimState {
            step: run.step,
            time: run.time,
            work: run.work,
            soft_sub_steps: run.soft_sub_steps,
            energy_burst: run.energy_burst,
            recent_kinetic: run.recent_kinetic,
            clock: run.clock,
            control: run.control,
            contact: run.contact,
            ..self.start.clone()
        };
        state.forget_scaling();
        if let (Some(own), Some(old)) = (&self.contact, &earlier.contact) {
            state.contacts = own.carry_over(old, &run.contacts);
        }
        for body in &self.bodies {
            if let Some(old) = earlier.body(body.id).map(|index| &earlier.bodies[index]) {
                let forms = (old.motion.form_coordinate(), body.motion.form_coordinate());
                // By pose, so that a part also stays in place when its kind changes, as from particle to disk.
                for (to, from) in [(&mut state.q, &run.q), (&mut state.v, &run.v)] {
                    let pose = old.motion.pose(&from[old.offset..]);
                    body.motion.write_pose(pose, &mut to[body.offset..]);
                    if let (Some(own), true) = (forms.1, forms.0 == forms.1) {
                        to[body.offset + own] = from[old.offset + own];
                    }
                }
            } else if let Some((pose, _)) = earlier.fixed.get(&body.id) {
                body.motion.write_pose(*pose, &mut state.q[body.offset..]);
            }
        }
        for link in self.links.iter().filter(|link| link.memory_len > 0) {
            let memory = link.memory_range();
            if let Some(old) = self.unchanged(link, earlier) {
                let old = old.memory_range();
                state.memory[memory].copy_from_slice(&run.memory[old]);
            }
        }
        state
    }

    /// Initialises the memory of constraints that are new or changed compared with an earlier model, as if they had been attached in the present
    /// state: turns made before do not count.
    pub(in crate::sim) fn remember_anew(&self, earlier: &Model, state: &mut SimState) {
        for link in self.links.iter().filter(|link| link.memory_len > 0) {
            if self.unchanged(link, earlier).is_none() {
                let ends = self.end_ports(&link.ends, &state.q, &state.v);
                let remembered = link.kind.memory(&ends[..link.ends.len()]);
                state.memory[link.memory_range()].copy_from_slice(&remembered);
            }
        }
    }

    /// Removes the contact points of parts that are placed elsewhere.
    pub(in crate::sim) fn forget_contacts(&self, state: &mut SimState, poses: &[(Id, Pose)]) {
        let is_put = |collider: u32| {
            let own = self.contact.as_ref()?.list.get(collider as usize)?.part?;
            poses.iter().any(|(id, _)| *id == own).then_some(())
        };
        let stays = |pair: Pair| is_put(pair.0.0).or(is_put(pair.1.0)).is_none();
        state.contacts.retain(|it| stays(it.pair));
        state.closed.retain(|it| stays(it.key.pair));
    }
}
