//! Motors that stand although they are asked to turn, said at their axles while the machine runs.

use crate::constraints::{ConstraintKind, MotorLaw};
use crate::scene::Id;
use crate::worker::Snapshot;

use super::Editor;
use super::feedback::Hint;
use super::standing::Standing;

/// A motor that turned less than this share of what it was asked to stands.
const STANDS: f64 = 0.05;
/// For how long it must have stood (simulated s), and how many of its time constants.
const AFTER: (f64, f64) = (0.5, 3.0);
/// Slower motors are not watched (rad/s): they hardly turn in that time.
const LEAST_SPEED: f64 = 0.05;

impl Editor {
    /// Takes note of the angles of the motors by speed.
    pub(super) fn watch_motors(&mut self, snapshot: &Snapshot) {
        let time = snapshot.state.time;
        if !snapshot.playing || time == 0.0 {
            if time == 0.0 {
                self.standing.clear();
            }
            return;
        }
        let before = std::mem::take(&mut self.standing);
        let note = |(motor, speed, angle): (Id, f64, f64)| {
            let known = before.iter().find(|it| it.motor == motor && it.since <= time);
            let stands = known.filter(|it| {
                (angle - it.angle).abs() <= STANDS * speed.abs() * (time - it.since).max(AFTER.0)
            });
            let (since, angle) = stands.map_or((time, angle), |it| (it.since, it.angle));
            Standing { motor, since, angle }
        };
        self.standing = self.motors_by_speed(snapshot).map(note).collect();
    }

    /// The motors that prescribe a speed: which, how fast (rad/s), and their angles now (rad).
    fn motors_by_speed<'a>(&'a self, snapshot: &'a Snapshot) -> impl Iterator<Item = (Id, f64, f64)> + 'a {
        self.scene.constraints().filter_map(move |(id, it)| {
            let ConstraintKind::Motor(motor) = &it.kind else {
                return None;
            };
            let by_speed = motor.law == MotorLaw::Speed && !motor.off && motor.speed.abs() >= LEAST_SPEED;
            let angle = |part: Option<Id>| part.map_or(Some(0.0), |part| Some(snapshot.pose(part)?.angle));
            let turned = angle(it.ends.get(1)?.part)? - angle(it.ends.first()?.part)?;
            by_speed.then_some((id, motor.speed, turned))
        })
    }

    /// What is to be said of motors that stand: where, how hard they push, and at which angle.
    pub(super) fn stalled_motors(&self) -> Vec<Hint> {
        let Some(snapshot) = self.run.snapshot().filter(|it| it.state.time > 0.0) else {
            return Vec::new();
        };
        let time = snapshot.state.time;
        let hint = |it: &Standing| {
            let motor = self.scene.constraint(it.motor)?;
            let ConstraintKind::Motor(law) = &motor.kind else {
                return None;
            };
            if time - it.since < AFTER.0.max(AFTER.1 * law.time_constant) {
                return None;
            }
            let link = snapshot.model.links.iter().find(|link| link.id == it.motor)?;
            let torque = snapshot.lambda.get(link.row)?.abs();
            let is_all = law
                .torque
                .most()
                .is_some_and(|most| torque >= most * (1.0 - 1e-9));
            let all = if is_all { ", all it has" } else { "" };
            Some(Hint {
                at: self.run.point(&self.scene, *motor.ends.last()?),
                text: format!(
                    "{:?} is stalled at {:.1}° and pushes with {}{all}",
                    motor.name,
                    crate::math::wrap_angle(it.angle).to_degrees(),
                    newton_metres(torque)
                ),
                strength: 1.0,
            })
        };
        self.standing.iter().filter_map(hint).collect()
    }
}

/// "12.3 N m", "4.5 kN m".
fn newton_metres(torque: f64) -> String {
    match torque {
        t if t >= 1e6 => format!("{:.1} MN m", t / 1e6),
        t if t >= 1e3 => format!("{:.1} kN m", t / 1e3),
        t => format!("{t:.1} N m"),
    }
}
