//! A run that goes on after an edit: what is the same in both machines keeps its state.

use crate::math::Pose;
use crate::scene::{Attach, Id};
use crate::sim::SimState;
use crate::sim::contact::Pair;

use super::{Link, Model, Place};

impl Model {
    /// What the ends of a constraint of this model are attached to, as in the scene.
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

    /// The constraint of an earlier model that is this one of ours, held at the same places.
    pub fn unchanged<'a>(&self, link: &Link, earlier: &'a Model) -> Option<&'a Link> {
        let index = earlier.links.binary_search_by_key(&link.id, |old| old.id).ok()?;
        let same = |old: &&Link| {
            old.kind == link.kind
                && old.ends.len() == link.ends.len()
                && earlier.attached(old).eq(self.attached(link))
        };
        Some(&earlier.links[index]).filter(same)
    }

    /// The built state, with what is the same in an earlier model taken over from its run: coordinates and
    /// velocities of parts, memory of constraints, time, work, and where parts touch that are as they were.
    pub(in crate::sim) fn carry_over(&self, earlier: &Model, run: &SimState) -> SimState {
        let mut state = SimState {
            step: run.step,
            time: run.time,
            work: run.work,
            softened: run.softened,
            fed: run.fed,
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
                // Through the pose: what was a particle and is a disk now stays where it is as well.
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
            let memory = link.memory..link.memory + link.memory_len;
            if let Some(old) = self.unchanged(link, earlier) {
                let old = old.memory..old.memory + old.memory_len;
                state.memory[memory].copy_from_slice(&run.memory[old]);
            }
        }
        state
    }

    /// What constraints remember that are new, or that were changed after an earlier model: as if they had been put on where the
    /// machine stands now, so that turns that were made before do not count.
    pub(in crate::sim) fn remember_anew(&self, earlier: &Model, state: &mut SimState) {
        for link in self.links.iter().filter(|link| link.memory_len > 0) {
            if self.unchanged(link, earlier).is_none() {
                let ends = self.end_ports(&link.ends, &state.q, &state.v);
                let remembered = link.kind.memory(&ends[..link.ends.len()]);
                state.memory[link.memory..][..link.memory_len].copy_from_slice(&remembered);
            }
        }
    }

    /// Forgets where parts touched that are put elsewhere.
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
