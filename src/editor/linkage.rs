//! Hints about cranks that cannot turn fully, derived from the lengths before anything runs.
//!
//! ```text
//! four-bar       crank a, coupler b, rocker c, frame d:   a turns fully if a <= b + c - d and a <= d - |b - c|   (Grashof)
//! slider-crank   crank a, coupler b, line of the slider at e from the axle:   a turns fully if a <= b - e
//! ```
//! Examined is each motor between the ground and a crank pinned to it, with the links pinned to this crank.

use std::collections::BTreeSet;

use crate::constraints::{ConstraintKind, EndPorts};
use crate::kinematics::{FourBar, SliderCrank};
use crate::math::{Vec2, perp};
use crate::scene::{Attach, Constraint, Id};

use super::Editor;
use super::crank_sentences::{four_bar, slider_crank};
use super::feedback::Hint;

/// Most constraints of a scene that is searched.
const MOST: usize = 300;

/// A standard linkage.
#[derive(Clone, Debug, PartialEq)]
pub enum Linkage {
    /// Crank, coupler, rocker.
    FourBar(FourBar),
    /// Crank, connecting rod and slider; and the name of the slider's rail.
    SliderCrank(SliderCrank, String),
}

/// A linkage with the position of its crank.
pub(super) struct Driven {
    /// The crank's end at the axle.
    axle: Attach,
    pub(super) linkage: Linkage,
    /// Position of the axle (world, m).
    pub(super) center: Vec2,
    /// Angles in the world (rad): the reference direction, towards the other axle or along the rail, and the direction of the crank.
    pub(super) angles: [f64; 2],
    /// Branch: whether the joint of coupler and rocker is left of the line from axle to axle, or the slider in the rail's direction.
    pub(super) positive: bool,
}

/// A pin, seen from one of its parts.
struct Joint<'a> {
    here: &'a Attach,
    there: &'a Attach,
}

impl Editor {
    /// Hints at the parts concerned: open joints while the machine stands, lengths while it is at its start, and stalled motors in a run.
    pub(super) fn advice(&self) -> Vec<Hint> {
        let mut said: Vec<Hint> = self.open_joints();
        if self.run.at_start() {
            said.extend(self.advice_on_lengths());
        } else {
            let stalled = self.stalled_motors();
            if stalled.is_empty() && !self.run.playing() {
                let motors = self.turning_motors().into_iter();
                said.extend(motors.filter_map(|motor| self.motor_without_freedom(motor)));
            }
            said.extend(stalled);
        }
        said
    }

    /// Why a motor that is joined to an item cannot turn fully with the built lengths, and what would let it, as the end of a sentence. The
    /// first such motor counts.
    pub fn blocked_drive(&self, item: Id) -> Option<String> {
        let blocked = self.turning_motors().into_iter();
        let mut blocked = blocked
            .filter_map(|motor| Some((motor, self.blocked(motor)?)))
            .peekable();
        // Islands are searched only if some motor is blocked.
        blocked.peek()?;
        let joined: BTreeSet<Id> = self
            .moving_parts(item)
            .into_iter()
            .flat_map(|part| self.island(part))
            .map(|(part, _)| part)
            .collect();
        let drives = |(motor, _): &(&Constraint, String)| {
            let mut parts = motor.ends.iter().filter_map(|end| end.part);
            parts.any(|id| !self.is_ground(Some(id)) && joined.contains(&id))
        };
        blocked.find(drives).map(|(_, sentence)| sentence)
    }

    /// Why this motor cannot turn fully, as the end of a sentence.
    pub(super) fn blocked(&self, motor: &Constraint) -> Option<String> {
        self.advice_on(motor).map(|it| as_end(&it.text))
    }

    /// The item itself if it is a part, and the parts to which it is attached, without the ground.
    fn moving_parts(&self, id: Id) -> Vec<Id> {
        let ends = self.scene.item(id).into_iter().flat_map(|it| it.attachments());
        let parts = ends.filter_map(|end| end.part).chain([id]);
        parts.filter(|id| !self.is_ground(Some(*id))).collect()
    }

    fn advice_on_lengths(&self) -> Vec<Hint> {
        let motors = self.turning_motors().into_iter();
        motors.filter_map(|motor| self.advice_on(motor)).collect()
    }

    /// Motors that are to turn continuously; none in a scene that is too large to be searched.
    fn turning_motors(&self) -> Vec<&Constraint> {
        if self.scene.constraints().nth(MOST).is_some() {
            return Vec::new();
        }
        let motors = self.scene.constraints().filter(|(_, it)| match &it.kind {
            ConstraintKind::Motor(motor) => !motor.off && motor.programme.is_steady() && motor.speed != 0.0,
            _ => false,
        });
        motors.map(|(_, motor)| motor).collect()
    }

    fn advice_on(&self, motor: &Constraint) -> Option<Hint> {
        if let Some(locked) = self
            .locked_motor(motor)
            .or_else(|| self.motor_without_freedom(motor))
        {
            return Some(locked);
        }
        let Driven { axle, linkage, .. } = self.linkage_driven_by(motor)?;
        let unit = self.scene.info.length_unit;
        let text = match &linkage {
            Linkage::FourBar(lengths) => four_bar(lengths, unit),
            Linkage::SliderCrank(lengths, rail) => slider_crank(lengths, rail, unit),
        }?;
        Some(Hint {
            at: self.scene.built_ports(axle).point.value,
            text,
            strength: 1.0,
        })
    }

    /// Hint at a motor whose two parts are kept from turning against each other by a guide or weld.
    fn locked_motor(&self, motor: &Constraint) -> Option<Hint> {
        let part = |end: &Attach| end.part.filter(|id| !self.is_ground(Some(*id)));
        let parts = |it: &Constraint| Some([part(it.ends.first()?), part(it.ends.get(1)?)]);
        let [held, turned] = parts(motor)?;
        let locks = |it: &Constraint| {
            matches!(it.kind, ConstraintKind::Slider(_) | ConstraintKind::Weld(_))
                && parts(it).is_some_and(|[a, b]| (a, b) == (held, turned) || (b, a) == (held, turned))
        };
        let (_, lock) = self.scene.constraints().find(|(_, it)| locks(it))?;
        let cure = match lock.kind {
            ConstraintKind::Slider(_) => "a groove in its place guides and lets it turn",
            _ => "a pin in its place lets it turn",
        };
        Some(Hint {
            at: self.run.point(&self.scene, *motor.ends.get(1)?),
            text: format!(
                "{:?} keeps {:?} from turning: {cure}",
                lock.name,
                self.scene.name(turned.or(held))
            ),
            strength: 1.0,
        })
    }

    /// Hint at a motor in a machine without freedom, if the freedoms have been counted.
    fn motor_without_freedom(&self, motor: &Constraint) -> Option<Hint> {
        let freedom = self.run.snapshot()?.freedom.as_ref()?;
        let fighting = &freedom.contradictory;
        let name = |id: &Id| self.scene.constraint(*id).map(|it| it.name.as_str());
        if freedom.dof != Some(0) || !fighting.iter().any(|id| name(id) == Some(&motor.name)) {
            return None;
        }
        // The constraint made last is the most likely culprit.
        let holds = |id: &&Id| {
            let it = self.scene.constraint(**id);
            it.is_some_and(|it| !matches!(it.kind, ConstraintKind::Motor(_)))
        };
        let last = fighting.iter().filter(holds).max().and_then(name)?;
        Some(Hint {
            at: self.run.point(&self.scene, *motor.ends.last()?),
            text: format!(
                "{:?} cannot turn: the joints leave the machine no freedom. {last:?} was the last of them: take it away, or another",
                motor.name
            ),
            strength: 1.0,
        })
    }

    /// The standard linkage that a motor drives, as built.
    pub fn linkage(&self, motor: Id) -> Option<Linkage> {
        let motor = self.scene.constraint(motor)?;
        matches!(motor.kind, ConstraintKind::Motor(_))
            .then(|| self.linkage_driven_by(motor))?
            .map(|it| it.linkage)
    }

    /// The standard linkage that a motor drives, with the position of its crank.
    pub(super) fn linkage_driven_by(&self, motor: &Constraint) -> Option<Driven> {
        let crank = motor
            .ends
            .iter()
            .find_map(|end| end.part.filter(|id| !self.is_ground(Some(*id))))?;
        if !motor.ends.iter().any(|end| self.is_ground(end.part)) {
            return None;
        }
        let axle = self.hinges(crank).find(|it| self.is_ground(it.there.part))?;
        self.hinges(crank)
            .filter(|it| !self.is_ground(it.there.part))
            .find_map(|knee| self.linkage_behind(crank, &axle, &knee))
    }

    /// The linkage that a crank drives by a coupler at its outer pin (`knee`).
    fn linkage_behind(&self, crank: Id, axle: &Joint, knee: &Joint) -> Option<Driven> {
        let part = knee.there.part?;
        let length = axle.here.at.distance(knee.here.at);
        let place = |end: &Attach| self.scene.built_ports(*end).point.value;
        let center = place(axle.there);
        let turned = angle(place(knee.here) - center);
        let driven = |linkage: Linkage, from: Vec2, positive: bool| Driven {
            axle: *axle.here,
            linkage,
            center,
            angles: [angle(from), turned],
            positive,
        };
        for elbow in self.hinges(part).filter(|it| it.there.part != Some(crank)) {
            let coupler = knee.there.at.distance(elbow.here.at);
            let Some(rocker) = elbow.there.part.filter(|id| !self.is_ground(Some(*id))) else {
                continue;
            };
            if let Some(foot) = self.hinges(rocker).find(|it| self.is_ground(it.there.part)) {
                let frame = place(foot.there) - center;
                let lengths = FourBar {
                    crank: length,
                    coupler,
                    rocker: elbow.there.at.distance(foot.here.at),
                    frame: frame.length(),
                };
                let is_left = perp(frame).dot(place(elbow.there) - center) >= 0.0;
                return Some(driven(Linkage::FourBar(lengths), frame, is_left));
            }
            if let Some((rail, along)) = self.rail_of(rocker) {
                let out = place(elbow.there) - center;
                let lengths = SliderCrank {
                    crank: length,
                    rod: coupler,
                    offset: perp(along).dot(out),
                };
                let linkage = Linkage::SliderCrank(lengths, rail.to_owned());
                return Some(driven(linkage, along, along.dot(out) >= 0.0));
            }
        }
        None
    }

    /// The pins of a part.
    fn hinges(&self, part: Id) -> impl Iterator<Item = Joint<'_>> {
        self.scene
            .constraints()
            .filter_map(move |(_, it)| match (&it.kind, &it.ends[..]) {
                (ConstraintKind::Pin(_), [a, b]) if a.part == Some(part) => Some(Joint { here: a, there: b }),
                (ConstraintKind::Pin(_), [a, b]) if b.part == Some(part) => Some(Joint { here: b, there: a }),
                _ => None,
            })
    }

    /// Name and direction of the ground slider on which a part runs.
    fn rail_of(&self, part: Id) -> Option<(&str, Vec2)> {
        self.scene.constraints().find_map(|(_, it)| {
            let ConstraintKind::Slider(slider) = &it.kind else {
                return None;
            };
            let on = it.ends.get(1)?.part == Some(part) && self.is_ground(it.ends.first()?.part);
            let ports: EndPorts = self.scene.built_ports(*it.ends.first()?);
            on.then(|| (it.name.as_str(), ports.direction(slider.axis).0))
        })
    }

    /// Whether a part is fixed; an end without a part is on the ground.
    pub(super) fn is_ground(&self, part: Option<Id>) -> bool {
        part.is_none_or(|id| self.scene.part(id).is_none_or(|part| part.fixed))
    }
}

/// The direction of a vector (rad).
fn angle(v: Vec2) -> f64 {
    v.y.atan2(v.x)
}

/// A sentence with a small initial, as the end of another one.
fn as_end(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}
