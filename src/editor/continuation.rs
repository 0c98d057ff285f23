//! Continuation of a machine from earlier poses to the present positions of its drives: in small steps with every joint closed, so that it
//! stays in its branch.
//!
//! ```text
//! a drive is at  m(s) = m_then + s (m_now - m_then),  s = 0..1     m: the angle (rad) or length (m) that it prescribes
//! ```

use crate::constraints::{Actuator, ConstraintKind, EndPorts, Motor, MotorLaw, Programme};
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Constraint, Id, Method, Scene};
use crate::sim::{Dynamics, Model};

use super::Editor;
use super::assembly::CLOSED;
use super::draft::Draft;

/// Step length of a drive (rad, m), and the greatest one, for a long way.
const STEP: f64 = 0.05;
const LONGEST: f64 = 0.35;
/// Fewest steps.
const FEWEST: usize = 16;
/// Bound on steps times rows: more would delay the user noticeably.
const MOST_WORK: usize = 100_000;

/// Poses of parts.
pub(super) type Poses = [(Id, Pose)];

/// Result of a continuation.
pub(super) enum Way {
    /// Final poses, with all joints closed.
    To(Vec<(Id, Pose)>),
    /// The joints do not stay closed on the way, or the way is too long.
    Blocked,
    /// There is no drive to lead it.
    Unled,
}

impl Editor {
    /// Final poses of all parts when the drives, except those in `back`, lead the machine from its poses `then` to their positions `now`. If it
    /// has no drive, a part pinned to the ground leads it as far as possible: the first of `leaders` that gets there, or else the last one.
    pub(super) fn rerun(&self, back: &[Id], leaders: &[Id], now: &Poses, then: &Poses) -> Way {
        let mut draft = Draft::new(&self.scene);
        draft.pose(then);
        let drives: Vec<(Id, Constraint)> = self
            .scene
            .constraints()
            .filter(|(_, it)| it.kind.is_drive())
            .map(|(id, it)| (id, it.clone()))
            .collect();
        let (mut longest, mut is_led) = (0.0_f64, false);
        for (id, drive) in drives {
            let led = || {
                self.led_by_time(&drive, then, now)
                    .filter(|_| !back.contains(&id))
            };
            if let Some((kind, way)) = led() {
                (longest, is_led) = (longest.max(way.abs()), true);
                draft.set(id, Constraint { kind, ..drive }.into());
            } else {
                draft.remove(id);
            }
        }
        if is_led {
            return match follow(&draft, longest) {
                (true, poses) => Way::To(poses),
                (false, _) => Way::Blocked,
            };
        }
        let mut last = Way::Unled;
        for leader in leaders {
            let motor = Constraint {
                name: String::new(),
                ends: vec![Attach::ground(Vec2::ZERO), Attach::part(*leader, Vec2::ZERO)],
                kind: ConstraintKind::Motor(Motor::default()),
            };
            if let Some((kind, way)) = self.led_by_time(&motor, then, now) {
                let mut draft = draft.clone();
                draft.add("lead", Constraint { kind, ..motor });
                let (all_the_way, poses) = follow(&draft, way.abs());
                if !poses.is_empty() {
                    last = Way::To(poses);
                }
                if all_the_way {
                    break;
                }
            }
        }
        last
    }

    /// The drive with a law that goes from its position then to its present one in unit time, and that distance (rad, m); `None` for a drive
    /// that is off or of another kind.
    fn led_by_time(&self, drive: &Constraint, then: &Poses, now: &Poses) -> Option<(ConstraintKind, f64)> {
        let ports = |poses| -> Vec<EndPorts> {
            let ends = drive.ends.iter();
            ends.map(|end| port(&self.scene, *end, poses)).collect()
        };
        let (then, now) = (ports(then), ports(now));
        let turn = |ends: &[EndPorts]| Some(ends.get(1)?.angle.value - ends.first()?.angle.value);
        let apart = |ends: &[EndPorts]| Some(ends.get(1)?.point.value.distance(ends.first()?.point.value));
        let (mut kind, way) = match &drive.kind {
            ConstraintKind::Motor(motor) if !motor.off => {
                let speed = turn(&now)? - turn(&then)?;
                let motor = Motor {
                    law: MotorLaw::Angle,
                    speed,
                    ..Motor::default()
                };
                (ConstraintKind::Motor(motor), speed)
            }
            ConstraintKind::Actuator(actuator) if !actuator.off => {
                let rate = apart(&now)? - apart(&then)?;
                let actuator = Actuator {
                    rate,
                    programme: Programme::Steady,
                    ..Actuator::default()
                };
                (ConstraintKind::Actuator(actuator), rate)
            }
            _ => return None,
        };
        kind.fit(&then);
        Some((kind, way))
    }
}

/// Ports of an end where parts have the given poses; other parts are at their built poses.
fn port(scene: &Scene, end: Attach, poses: &Poses) -> EndPorts {
    let part = end.part.and_then(|id| Some((id, scene.part(id)?)));
    let Some((id, part)) = part else {
        return EndPorts::fixed(end.at, 0.0);
    };
    let pose = poses.iter().find(|it| it.0 == id).map_or(part.pose, |it| it.1);
    let (point, angle) = part.shape.posed(end.at, pose);
    EndPorts::fixed(point, angle)
}

/// Moves the parts of a draft as its drives run for unit time. Returns whether they arrive, and the last poses at which all joints close,
/// if any.
fn follow(draft: &Draft, longest: f64) -> (bool, Vec<(Id, Pose)>) {
    let most = MOST_WORK / draft.rows().max(1);
    let steps = ((longest / STEP).ceil() as usize).min(most).max(FEWEST);
    if longest > LONGEST * steps as f64 {
        return (false, Vec::new());
    }
    let model = Model::compile(draft.scene());
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(&model);
    let mut state = model.start.clone();
    let mut poses = Vec::new();
    for k in 0..=steps {
        state.time = k as f64 / steps as f64;
        match dynamics.assemble(&model, &mut state) {
            Ok(open) if open <= CLOSED => poses = model.poses(&state).collect(),
            _ => return (false, poses),
        }
    }
    (true, poses)
}
