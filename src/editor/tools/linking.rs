//! A joint or force with all its ends picked, as a draft of the scene: fitted to the poses of its ends, with the parts and joints it needs.

use crate::bodies::{Particle, Shape};
use crate::constraints::{ConstraintKind, EndPorts, Meshing, Pin, Round};
use crate::editor::Editor;
use crate::editor::assembly::CLOSED;
use crate::editor::draft::Draft;
use crate::editor::snap_point::{Snap, SnapTo};
use crate::editor::wheels::round_part;
use crate::math::{Pose, Vec2};
use crate::parameter::{Unit, without_rounding_error};
use crate::scene::{Attach, Constraint, Id, Part};

use super::link::Link;
use super::mesh::far_from_mesh;

/// Advice in a run for teeth that do not meet.
const BACK: &str = "go back to the start, where they are brought together";

/// A drafted joint or force.
pub(in crate::editor) struct Joined {
    pub draft: Draft,
    pub id: Id,
    /// Pose in the run of a particle that is made with it.
    pub poses: Vec<(Id, Pose)>,
    /// The joint or force with its fitted parameters.
    pub link: Link,
    /// Distances of wheels that do not mesh yet.
    pub off: Option<Meshing>,
    /// Whether its wheel is beyond the end of its rack.
    pub beyond: bool,
    /// Whether its ends are apart, so that the run has to be assembled.
    pub opens: bool,
    /// Notice to show after it is made.
    pub said: Option<String>,
}

impl Editor {
    /// The scene with the joint or force added, or why it cannot be.
    pub(in crate::editor) fn draft_link(
        &self,
        mut link: Link,
        ends: &[Snap],
        anchor: bool,
    ) -> Result<Joined, String> {
        let label = link.label().to_lowercase();
        if ends.len() < link.slots().len() {
            let next = link.slot_name(ends.len()).to_lowercase();
            return Err(format!("Pick the next end of the {label}: {next}"));
        }
        if ends.iter().all(|snap| snap.end.part.is_none()) && !link.makes_far_end() {
            return Err(format!("There is no part here for the {label} to hold on to"));
        }
        let mut draft = Draft::new(&self.scene);
        let mut poses = Vec::new();
        let mut attached: Vec<Attach> = ends.iter().map(|snap| without_rounding(snap.end)).collect();
        let mut ports: Vec<EndPorts> = attached.iter().map(|end| self.ports(*end)).collect();
        if let [first, last] = ends
            && link.makes_far_end()
            && let Some(pose) = far_end(last, anchor)
        {
            let shape = Shape::Particle(Particle::default());
            let mut particle = Part::new("", shape.clone(), pose);
            particle.pose = self.carried_back(&particle, pose, first.end.part);
            let id = draft.add(shape.id(), particle);
            poses.push((id, pose));
            attached[1] = Attach::part(id, Vec2::ZERO);
            ports[1] = EndPorts::fixed(last.world, 0.0);
        }
        // A typed length is kept; the part at the end is moved to it by the assembly.
        let mut opens = false;
        if let [_, last] = ends
            && link.makes_far_end()
            && self.typing.is_some()
        {
            opens = last.world.distance(ports[1].point.value) > CLOSED;
            ports[1] = EndPorts::fixed(last.world, 0.0);
        }
        let said = self.like_teeth(&mut draft, &link, &attached);
        let parts: Vec<Option<Round>> = attached
            .iter()
            .map(|end| round_part(draft.scene(), *end))
            .collect();
        link.suit(&parts);
        link.fit(&ports);
        let off = self.off_mesh(&mut link, &parts, &ports)?;
        let beyond = self.beyond_teeth(&link, &attached, &ports);
        if let Some(beyond) = beyond.filter(|_| !self.run.at_start()) {
            return Err(self.beyond_in_words(&attached, beyond, BACK));
        }
        let stem = link.id();
        let id = draft.add(stem, link.clone().item(attached.clone()));
        if self.needs_axle(&link, &attached, &ports) {
            draft.add("pin", axle(&attached));
        }
        if !self.run.at_start() {
            self.carry_back_loose(&mut draft, &attached);
            // A drive's programme refers to the start pose; the run itself fits it to the present pose.
            if draft.scene().constraint(id).is_some_and(|it| it.kind.is_drive()) {
                draft.refit(id);
            }
        }
        Ok(Joined {
            draft,
            id,
            poses,
            link,
            off,
            beyond: beyond.is_some(),
            opens,
            said,
        })
    }

    /// Distances of wheels that do not mesh: an error in a run; at the start they are brought together later.
    fn off_mesh(
        &self,
        link: &mut Link,
        parts: &[Option<Round>],
        ports: &[EndPorts],
    ) -> Result<Option<Meshing>, String> {
        let off = link.mesh(parts, ports).filter(Meshing::is_off);
        match off.filter(|_| !self.run.at_start()) {
            Some(off) => Err(far_from_mesh(off, BACK)),
            None => Ok(off),
        }
    }

    /// Whether a motor is put on a part that no joint holds: without an axle the part would fall.
    fn needs_axle(&self, link: &Link, ends: &[Attach], ports: &[EndPorts]) -> bool {
        let Link::Constraint(ConstraintKind::Motor(_)) = link else {
            return false;
        };
        let held = |it: &Constraint| {
            ends.iter()
                .any(|end| end.part.is_some() && it.ends.iter().any(|on| on.part == end.part))
        };
        let together = ports
            .windows(2)
            .all(|pair| pair[0].point.value.distance(pair[1].point.value) < 1e-9);
        together && !self.scene.constraints().any(|(_, it)| held(it))
    }

    /// A part without joints, made during the run, gets a built pose that corresponds to its present one at the new joint.
    fn carry_back_loose(&self, draft: &mut Draft, ends: &[Attach]) {
        let [a, b] = ends else { return };
        for (this, other) in [(b, a), (a, b)] {
            let Some(id) = this.part else { continue };
            let Some(part) = self.scene.part(id) else { continue };
            let held = |it: &Constraint| it.ends.iter().any(|end| end.part == Some(id));
            if part.fixed || self.scene.constraints().any(|(_, it)| held(it)) {
                continue;
            }
            if let Some(now) = self.pose(id) {
                let built = self.carried_back(part, now, other.part);
                draft.pose(&[(id, built)]);
                return;
            }
        }
    }
}

/// Pose of the particle made at the far end of a rod that ends in the empty canvas.
fn far_end(last: &Snap, anchor: bool) -> Option<Pose> {
    let on_ground = anchor || matches!(last.to, SnapTo::Anchor | SnapTo::Floor);
    let on_nothing = last.end.part.is_none() && !on_ground;
    on_nothing.then(|| Pose::new(last.world.x, last.world.y, 0.0))
}

/// The pin about which a motor turns a part without joints.
fn axle(ends: &[Attach]) -> Constraint {
    Constraint {
        name: String::new(),
        ends: ends.to_vec(),
        kind: ConstraintKind::Pin(Pin {}),
    }
}

/// An end with rounding errors removed if it is on the ground.
fn without_rounding(end: Attach) -> Attach {
    match end.part {
        None => Attach::ground(end.at.map(|it| without_rounding_error(it, Unit::Metre))),
        Some(_) => end,
    }
}
