//! Cranks that cannot go round, said from the lengths before anything runs.
//!
//! ```text
//! four-bar       crank a, coupler b, rocker c, frame d:   a turns fully if a <= b + c - d and a <= d - |b - c|   (Grashof)
//! slider-crank   crank a, coupler b, line of the slider at e from the axle:   a turns fully if a <= b - e
//! ```
//! What is looked at is each motor between the ground and a crank pinned to it, with what is pinned to that crank.

use crate::constraints::{ConstraintKind, EndPorts};
use crate::math::{Vec2, perp};
use crate::scene::{Attach, Constraint, Id};

use super::Editor;
use super::feedback::Hint;

/// How much a length may miss (m): less is a matter of rounding.
const SLACK: f64 = 1e-9;
/// Scenes with more constraints than this are not looked through.
const MOST: usize = 300;

/// A hinge between two parts, or a rod whose ends are hinges.
struct Joint<'a> {
    here: &'a Attach,
    there: &'a Attach,
}

impl Editor {
    /// What is to be said at the parts concerned: of the lengths of the machine while it stands at its start, of motors that
    /// stand while it runs.
    pub(super) fn advice(&self) -> Vec<Hint> {
        if !self.run.at_start() {
            return self.stalled_motors();
        }
        if self.scene.constraints().count() > MOST {
            return Vec::new();
        }
        let motors = self.scene.constraints().filter(|(_, it)| match &it.kind {
            ConstraintKind::Motor(motor) => !motor.off && motor.programme.is_steady() && motor.speed != 0.0,
            _ => false,
        });
        motors.filter_map(|(_, motor)| self.advice_on(motor)).collect()
    }

    fn advice_on(&self, motor: &Constraint) -> Option<Hint> {
        let crank = motor
            .ends
            .iter()
            .find_map(|end| end.part.filter(|id| !self.is_ground(Some(*id))))?;
        if !motor.ends.iter().any(|end| self.is_ground(end.part)) {
            return None;
        }
        let axle = self.hinges(crank).find(|it| self.is_ground(it.there.part))?;
        let at = self.scene.built_ports(*axle.here).point.value;
        let text = self
            .hinges(crank)
            .filter(|it| !self.is_ground(it.there.part))
            .find_map(|knee| self.obstacle(crank, &axle, &knee))?;
        Some(Hint {
            at,
            text,
            strength: 1.0,
        })
    }

    /// What keeps a crank from going round that drives a coupler at its knee.
    fn obstacle(&self, crank: Id, axle: &Joint, knee: &Joint) -> Option<String> {
        let coupler = knee.there.part?;
        let a = axle.here.at.distance(knee.here.at);
        let center = self.scene.built_ports(*axle.there).point.value;
        for elbow in self.hinges(coupler).filter(|it| it.there.part != Some(crank)) {
            let b = knee.there.at.distance(elbow.here.at);
            let Some(rocker) = elbow.there.part.filter(|id| !self.is_ground(Some(*id))) else {
                continue;
            };
            if let Some(foot) = self.hinges(rocker).find(|it| self.is_ground(it.there.part)) {
                let c = elbow.there.at.distance(foot.here.at);
                let d = center.distance(self.scene.built_ports(*foot.there).point.value);
                return four_bar(a, b, c, d);
            }
            if let Some((rail, along)) = self.rail_of(rocker) {
                let point = self.scene.built_ports(*elbow.there).point.value;
                let e = perp(along).dot(point - center).abs();
                return (a > b - e + SLACK).then(|| {
                    too_long("crank", a, b - e).unwrap_or_else(|| {
                        format!("The connecting rod does not reach {rail:?}: it is {b:.3} m long and the rail {e:.3} m away")
                    })
                });
            }
        }
        None
    }

    /// The hinges of a part: with what end of it, and to where.
    fn hinges(&self, part: Id) -> impl Iterator<Item = Joint<'_>> {
        self.scene
            .constraints()
            .filter_map(move |(_, it)| match (&it.kind, &it.ends[..]) {
                (ConstraintKind::Pin(_), [a, b]) if a.part == Some(part) => Some(Joint { here: a, there: b }),
                (ConstraintKind::Pin(_), [a, b]) if b.part == Some(part) => Some(Joint { here: b, there: a }),
                _ => None,
            })
    }

    /// The slider on the ground that a part runs on, by its name, and its direction.
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

    fn is_ground(&self, part: Option<Id>) -> bool {
        part.is_none_or(|id| self.scene.part(id).is_none_or(|part| part.fixed))
    }
}

/// What keeps the crank `a` of a four-bar from going round, coupler `b`, rocker `c`, frame `d` (m).
fn four_bar(a: f64, b: f64, c: f64, d: f64) -> Option<String> {
    let others = [("crank", a), ("coupler", b), ("rocker", c), ("frame", d)];
    for (name, length) in others {
        let reach = a + b + c + d - length;
        if length > reach + SLACK {
            let over = length - reach;
            return Some(format!(
                "This four-bar cannot close: its {name} is {over:.3} m longer than the others together"
            ));
        }
    }
    let most = (b + c - d).min(d - (b - c).abs());
    // A crank longer than the frame goes round where the frame is the shortest (drag link).
    let drag_link = d <= a - (b - c).abs() + SLACK && a <= b + c - d + SLACK;
    if a <= most + SLACK || drag_link {
        return None;
    }
    Some(too_long("crank", a, most).unwrap_or_else(|| {
        "This crank cannot go round whatever its length: coupler and rocker differ by more than the frame is long"
            .to_owned()
    }))
}

/// "The crank is 0.120 m too long to go round: 0.400 m would do"; nothing where no length would.
fn too_long(what: &str, length: f64, most: f64) -> Option<String> {
    (most > SLACK).then(|| {
        format!(
            "The {what} is {:.3} m too long to go round: {most:.3} m would do",
            length - most
        )
    })
}
