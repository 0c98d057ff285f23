//! Stalled motors: they are to turn but stand still; hints at their axles while the machine runs.

use crate::constraints::{ConstraintKind, MotorLaw};
use crate::scene::Id;
use crate::worker::Snapshot;

use super::Editor;
use super::feedback::Hint;
use super::stopped_motors::StoppedMotor;

/// A motor stands if it turned by less than this fraction of the prescribed angle.
const STANDS: f64 = 0.05;
/// Least time of standing before a hint (simulated s), and the same in time constants of the motor.
const AFTER: (f64, f64) = (0.5, 3.0);
/// Least speed of an observed motor (rad/s): a slower one hardly turns in that time.
const LEAST_SPEED: f64 = 0.05;

/// Torques below this count as zero (N m).
const LEAST_TORQUE: f64 = 1e-5;
/// Advice for a motor that stalls at its torque limit, and for one below it.
const WEAK: &str = "give it more torque, or less to move";
const BLOCKED: &str = "a stop, a part or a dead point is in its way";

impl Editor {
    /// Records angles of motors that prescribe a speed, and since when each stands.
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
            StoppedMotor { motor, since, angle }
        };
        self.standing = self.motors_by_speed(snapshot).map(note).collect();
    }

    /// Motors that prescribe a speed: id, speed (rad/s) and present angle (rad).
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

    /// Hints at stalled motors: angle, torque and advice.
    pub(super) fn stalled_motors(&self) -> Vec<Hint> {
        let Some(snapshot) = self.run.snapshot().filter(|it| it.state.time > 0.0) else {
            return Vec::new();
        };
        let time = snapshot.state.time;
        let hint = |it: &StoppedMotor| {
            let motor = self.scene.constraint(it.motor)?;
            let ConstraintKind::Motor(law) = &motor.kind else {
                return None;
            };
            if time - it.since < AFTER.0.max(AFTER.1 * law.time_constant) {
                return None;
            }
            let link = snapshot.model.links.iter().find(|link| link.id == it.motor)?;
            let torque = snapshot.lambda.get(link.row).map(|it| it.abs());
            let pushes = pushes(torque, law.torque.most(), self.blocked(motor));
            // Adding zero turns a rounded -0.0 into 0.0.
            let angle = (10.0 * crate::math::wrap_angle(it.angle).to_degrees()).round() / 10.0 + 0.0;
            Some(Hint {
                at: self.run.point(&self.scene, *motor.ends.last()?),
                text: format!("{:?} is stalled at {angle:.1}°{pushes}", motor.name),
                strength: 1.0,
            })
        };
        self.standing.iter().filter_map(hint).collect()
    }
}

/// Torque of a stalled motor and whether it is at its limit, with advice: about lengths if these block it, else about torque if that is
/// known.
fn pushes(torque: Option<f64>, most: Option<f64>, lengths: Option<String>) -> String {
    let is_all = torque
        .zip(most)
        .is_some_and(|(torque, most)| torque >= most * (1.0 - 1e-9));
    let pushes = match torque.and_then(newton_metres) {
        Some(pushes) if is_all => format!(" and pushes with {pushes}, all it has"),
        Some(pushes) => format!(" and pushes with {pushes}"),
        None => String::new(),
    };
    let by_torque = torque.map(|_| if is_all { WEAK } else { BLOCKED });
    match lengths.or(by_torque.map(str::to_owned)) {
        Some(cure) => format!("{pushes}: {cure}"),
        None => pushes,
    }
}

/// "12.3 N m", "4.5 kN m"; `None` for a negligible torque.
fn newton_metres(torque: f64) -> Option<String> {
    match torque {
        t if t >= 1e6 => Some(format!("{:.1} MN m", t / 1e6)),
        t if t >= 1e3 => Some(format!("{:.1} kN m", t / 1e3)),
        t if t >= 0.1 => Some(format!("{t:.1} N m")),
        t if t >= LEAST_TORQUE => Some(format!("{:.2} mN m", 1e3 * t)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cure_is_named_where_the_torque_is_not_known() {
        let most = Some(2.0);
        assert_eq!(pushes(None, most, None), "");
        assert_eq!(pushes(None, most, Some("too long".into())), ": too long");
        assert!(pushes(Some(2.0), most, None).ends_with(WEAK));
        assert!(pushes(Some(1.0), most, None).ends_with(BLOCKED));
    }

    #[test]
    fn a_torque_is_told_in_digits_that_say_something_or_not_at_all() {
        let told = |torque| newton_metres(torque);
        assert_eq!(told(12.34).as_deref(), Some("12.3 N m"));
        assert_eq!(told(0.02).as_deref(), Some("20.00 mN m"));
        assert_eq!(told(4500.0).as_deref(), Some("4.5 kN m"));
        assert_eq!(told(0.0), None);
    }
}
