//! A link with all its ends picked, as a draft of the scene with it: fitted to where its ends are, with what comes with it.

use crate::bodies::{Particle, Shape};
use crate::constraints::{ConstraintKind, EndPorts, Meshing, Pin, Round};
use crate::editor::Editor;
use crate::editor::assembly::CLOSED;
use crate::editor::draft::Draft;
use crate::editor::snap_point::{Snap, SnapTo};
use crate::editor::wheels::round_part;
use crate::math::{Pose, Vec2};
use crate::parameter::{Unit, settled};
use crate::scene::{Attach, Constraint, Id, Part};

use super::link::Link;
use super::mesh::far_from_mesh;

/// What to do in a run about teeth that do not meet.
const BACK: &str = "go back to the start, where they are brought together";

/// A link about to be made.
pub(in crate::editor) struct Joined {
    pub draft: Draft,
    pub id: Id,
    /// Where a particle that comes with it is in the run.
    pub poses: Vec<(Id, Pose)>,
    /// As it was made.
    pub link: Link,
    /// Teeth that do not meet yet.
    pub off: Option<Meshing>,
    /// Whether its wheel is beyond the end of its rack.
    pub beyond: bool,
    /// Whether its ends are to be drawn together.
    pub opens: bool,
    /// What is to be said of it once it is made.
    pub said: Option<String>,
}

impl Editor {
    /// The scene with the link made, or why it cannot be.
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
            let shape = Shape::Particle(Particle {});
            let mut particle = Part::new("", shape.clone(), pose);
            particle.pose = self.carried_back(&particle, pose, first.end.part);
            let id = draft.add(shape.id(), particle);
            poses.push((id, pose));
            attached[1] = Attach::part(id, Vec2::ZERO);
            ports[1] = EndPorts::fixed(last.world, 0.0);
        }
        // A length that was typed is kept, and what it ends on is drawn to it.
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
            // A programme starts at the start; the run takes it up from where it is by itself.
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

    /// Teeth that do not meet yet: at the start they are brought together.
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

    /// Whether a motor is put on a part that nothing holds yet: without an axle it would fall.
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

    /// A part made in the run that nothing held so far is built where it is joined now.
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

/// Where the particle is that comes with a rod which ends on nothing.
fn far_end(last: &Snap, anchor: bool) -> Option<Pose> {
    let on_ground = anchor || matches!(last.to, SnapTo::Anchor | SnapTo::Floor);
    let on_nothing = last.end.part.is_none() && !on_ground;
    on_nothing.then(|| Pose::new(last.world.x, last.world.y, 0.0))
}

/// The pin that a motor on a loose part turns it about.
fn axle(ends: &[Attach]) -> Constraint {
    Constraint {
        name: String::new(),
        ends: ends.to_vec(),
        kind: ConstraintKind::Pin(Pin {}),
    }
}

/// A point on the ground without what rounding left of it; one on a part as it is.
fn without_rounding(end: Attach) -> Attach {
    match end.part {
        None => Attach::ground(end.at.map(|it| settled(it, Unit::Metre))),
        Some(_) => end,
    }
}
