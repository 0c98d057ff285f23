//! Stop where a step has torn joints that were closed: where a part is so much lighter than its neighbours, or all is so fast, that no
//! sub-step is short enough, the machine comes apart, and what follows is no motion of it.

use crate::parameter::Unit;
use crate::scene::{Id, Integrator, Stabilisation, SubSteps};
use crate::sim::{Cause, Link, Stop};
use crate::solver::graph::Graph;

use super::Simulation;
use super::pressed::is_unlimited;

/// Opening above which joints are torn (`TORN`), and up to which they were closed as built, as shares of the size of the machine.
const TORN: f64 = 0.1;
const CLOSED: f64 = 1e-3;
/// Length of the shortest sub-step, as a share of the step, up to which it may have torn joints, as may one with an error over the tolerance:
/// longer sub-steps that were accepted did not. Accepted sub-steps of order one that err have been halved three times.
pub(super) const SHORT: f64 = 1.0 / 8.0;
/// Turn of a part in a step above which it is whirled (rad).
const WHIRLED: f64 = 1.0;
/// Share of the heaviest part's mass below which a part is light.
pub(super) const LIGHTER: f64 = 0.01;
/// Reasons of the stop: with a light part, with a light part and a drive, without a light part but with a drive, and without either.
const LIGHT: &str =
    "it comes apart: what is so much lighter than the parts it is between turns faster than any step follows";
const DRIVEN: &str = "it comes apart: a drive whips what is so much lighter than the parts it is between faster than any step follows, or drives it to \
                      where it cannot go; give the light part more mass, halve the step, or turn the drive back";
const BEYOND: &str = "it drives on where its machine cannot go, and tears it open; give it a largest force or torque, and it stalls there, turn it \
                      back, or switch it off";
const FAST: &str = "it comes apart: it is so fast, or pulled so hard, that no step follows it; halve the step, or slow it down";

impl Simulation {
    /// Stop of the step of `h` seconds from `before`, where joints that were closed as built, in a machine that no hand holds, are torn after a soft
    /// step, or by a step with stabilisation whose sub-steps are short or err too much.
    pub(super) fn torn(&mut self, h: f64) -> Option<Stop> {
        let settings = &self.model.settings;
        let closes =
            settings.stabilisation != Stabilisation::None || settings.integrator == Integrator::Rattle;
        let control = &self.state.control;
        let erred =
            control.shortest <= SHORT * h || control.over_tolerance > self.before.control.over_tolerance;
        let tears = self.state.soft_sub_steps > 0 || erred && closes && !self.dynamics.approximates();
        // With fixed steps the user is shown the result.
        if !tears || !self.is_divided_freely() {
            return None;
        }
        // A joint that a drive tears is a contradiction, unless light parts were whipped too fast, or the machine was far too fast already.
        let light = self.model.lightest() < LIGHTER;
        let gap = self.drift().gap;
        let index = gap.link?;
        let link = self.model.links.get(index)?;
        if !(self.model.passive || light || self.was_whirled(h, link)) {
            return None;
        }
        let built = self.dynamics.drift(&self.model, &self.model.start).gap;
        if gap.open <= TORN * link.size || built.open > CLOSED * built.size {
            return None;
        }
        let reason = match (light, self.model.passive) {
            (true, true) => format!("{LIGHT}; {}", self.advice_on_light_parts()),
            (true, false) => DRIVEN.to_owned(),
            (false, _) => {
                if let Some(drive) = self.slow_drive_of(index, h) {
                    let mut stop = Stop::at(&self.before, Some(drive), Cause::Contradiction, BEYOND);
                    stop.with = vec![link.id];
                    return Some(stop);
                }
                FAST.to_owned()
            }
        };
        Some(Stop::at(&self.before, Some(link.id), Cause::LongStep, reason))
    }

    /// A drive without a largest force in the island of a constraint (dense index), of which the drift has been evaluated; not one that is too fast for
    /// steps of `h` seconds.
    fn slow_drive_of(&self, constraint: usize, h: f64) -> Option<Id> {
        let islands = Graph::new(&self.model.topology).islands;
        let island = islands.iter().find(|it| it.constraints.contains(&constraint))?;
        let mut links = island.constraints.iter().map(|&index| &self.model.links[index]);
        let is_slow = |drive: &&Link| {
            let turns = drive.rows[0].unit == Unit::Radian;
            let most = if turns { WHIRLED } else { drive.size };
            is_unlimited(drive) && self.dynamics.evaluation.time_rate()[drive.row].abs() * h < most
        };
        links.find(is_slow).map(|it| it.id)
    }

    /// Whether steps are divided where they need it, and neither the hand nor contacts, which have active sets of their own, hold anything.
    pub(super) fn is_divided_freely(&self) -> bool {
        let divides = self.model.settings.sub_steps == SubSteps::Automatic;
        divides && self.grab.is_none() && self.model.contact().is_none()
    }

    /// Whether a part turned by more than a radian, or an end of the link moved farther than the size of its machine, in `h` seconds at the velocities
    /// before this step.
    fn was_whirled(&self, h: f64, link: &Link) -> bool {
        self.model.bodies.iter().enumerate().any(|(index, body)| {
            let v = &self.before.v[body.offset..body.offset + body.motion.dim()];
            let turns = body.motion.turns() && v.get(2).is_some_and(|w| w.abs() * h > WHIRLED);
            let way = v.iter().take(2).map(|v| v * v).sum::<f64>().sqrt() * h;
            let is_end = || link.ends.iter().any(|end| end.body() == Some(index));
            turns || way > link.size && is_end()
        })
    }
}
