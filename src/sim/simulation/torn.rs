//! Whether a step has torn what was closed: where a part is so much lighter than what it is between, or all is so fast, that no sub-step is
//! short enough, the machine comes apart, and nothing that follows is of it.

use crate::scene::{Integrator, Stabilisation, SubSteps};
use crate::sim::{Cause, Stop};

use super::Simulation;

/// Opening of joints, as a share of the size of the machine, from which on they are torn, and up to which they were closed.
const TORN: f64 = 0.1;
const CLOSED: f64 = 1e-3;
/// Sub-steps that are as short a share of the step, or that erred too much, may have torn joints: longer ones that stand did not. Those of order one that
/// stand though they err have been halved three times.
const SHORT: f64 = 1.0 / 8.0;
/// Angle by which what is whirled turns in a step at least (rad).
const WHIRLED: f64 = 1.0;
/// Share of the heaviest part's mass below which one is light.
const LIGHTER: f64 = 0.01;
/// Why, where some part is, and where none is.
const LIGHT: &str = "it comes apart: what is so much lighter than the parts it is between turns faster than any step follows; give the light part \
                     more mass, or halve the step";
const DRIVEN: &str = "it comes apart: a drive whips what is so much lighter than the parts it is between faster than any step follows, or drives it to \
                      where it cannot go; give the light part more mass, halve the step, or turn the drive back";
const FAST: &str = "it comes apart: it is so fast, or pulled so hard, that no step follows it; halve the step, or slow it down";

impl Simulation {
    /// The stop of the step of `h` seconds from `before`, where joints that were closed as built, and that no hand holds, are torn since a soft step, or by a
    /// step that was to keep them closed and has sub-steps that are short or erred too much.
    pub(super) fn torn(&mut self, h: f64) -> Option<Stop> {
        // Who asks for equal steps is shown what comes of them, and what touches is held by sets of its own.
        let divides = self.model.settings.sub_steps == SubSteps::Automatic;
        let holds = self.grab.is_none() && self.model.contact().is_none();
        let settings = &self.model.settings;
        let closes =
            settings.stabilisation != Stabilisation::None || settings.integrator == Integrator::Rattle;
        let control = &self.state.control;
        let erred = control.shortest <= SHORT * h || control.strained > self.before.control.strained;
        let tears = self.state.softened > 0 || erred && closes && !self.dynamics.approximates();
        if !tears || !divides || !holds {
            return None;
        }
        // What a drive tears is a contradiction, but for light parts, which it may only have whipped too fast, and what was far too fast already.
        let light = self.model.lightest() < LIGHTER;
        if !(self.model.passive || light || self.was_whirled(h)) {
            return None;
        }
        let size = self.model.size;
        let open = self.drift();
        if open.max_m <= TORN * size
            || self.dynamics.drift(&self.model, &self.model.start).max_m > CLOSED * size
        {
            return None;
        }
        let link = open.worst.and_then(|link| self.model.links.get(link));
        let reason = match (light, self.model.passive) {
            (true, true) => LIGHT,
            (true, false) => DRIVEN,
            (false, _) => FAST,
        };
        let item = link.map(|link| link.id);
        Some(Stop::at(&self.before, item, Cause::LongStep, reason))
    }

    /// Whether a part turned by more than a radian, or moved farther than the machine is large, in a step of `h` seconds before this one.
    fn was_whirled(&self, h: f64) -> bool {
        let size = self.model.size;
        self.model.bodies.iter().any(|body| {
            let v = &self.before.v[body.offset..body.offset + body.motion.dim()];
            let turns = body.motion.turns() && v.get(2).is_some_and(|w| w.abs() * h > WHIRLED);
            let way = v.iter().take(2).map(|v| v * v).sum::<f64>().sqrt() * h;
            turns || way > size
        })
    }
}
