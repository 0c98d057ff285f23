//! What commands change: another scene, the start, what is done to the run, who races.

use super::{Engine, run_of};
use crate::scene::Scene;
use crate::sim::{Input, Spent, Worst};
use crate::worker::race::RaceOrder;

impl Engine {
    /// Another scene takes the place of this one.
    pub(super) fn load(&mut self, scene: Scene, playing: bool) {
        self.race.end();
        self.run = run_of(&scene, (self.clock, &self.cancel));
        self.latest = scene;
        self.began = self.latest.clone();
        self.generation += 1;
        (self.solve, self.step_ns) = (Spent::default(), 0);
        (self.worst, self.unseen) = (Worst::default(), false);
        self.fresh = false;
        self.history.clear();
        self.stopped = None;
        self.playing = playing;
        self.recorder.set(Vec::new());
        self.rebuilt();
    }

    /// The run starts again from the scene as it is built.
    pub(super) fn reset(&mut self) {
        self.playing = false;
        self.stopped = None;
        self.fresh = false;
        self.history.clear();
        self.begin_anew();
        self.race.restart(&self.run);
        self.recorder.restart(&mut self.run);
    }

    /// The run is at the start of the machine of the present, whatever machine of the past may be looked at.
    pub(super) fn begin_anew(&mut self) {
        self.run.begin(&self.present);
        (self.worst, self.unseen) = (Worst::default(), false);
        self.began.clone_from(&self.latest);
        self.rebuilt();
    }

    /// Does something to the run.
    pub(super) fn take_input(&mut self, input: Input) {
        self.resume();
        let patched = matches!(input, Input::Scene(..));
        let settings = matches!(input, Input::Settings(_));
        if patched || settings {
            (self.solve, self.step_ns) = (Spent::default(), 0);
        }
        let adopted = matches!(input, Input::Adopt(_));
        if !adopted {
            self.race.note(self.run.state().time, &input);
        }
        match &input {
            Input::Scene(scene, _) => self.latest.clone_from(scene),
            Input::Settings(settings) => self.latest.settings = *settings,
            _ => {}
        }
        self.run.apply(input);
        if adopted {
            // The others have states of their own: they begin again from here.
            self.race.restart(&self.run);
            // What cannot be evaluated is told when time goes on.
            let _ = self.run.evaluate();
        }
        if patched {
            self.stopped = None;
            // New names and colours change nothing.
            if *self.model != *self.run.model() {
                self.rebuilt();
            }
        } else if settings {
            // What was wrong may have been put right.
            self.stopped = None;
            self.take_model();
        }
        self.recorder.note(&mut self.run);
    }

    /// Who joins or changes places does so in the present; the others can leave or change while the past is looked at.
    pub(super) fn take_race_order(&mut self, order: RaceOrder) {
        if !matches!(
            order,
            RaceOrder::Change(..) | RaceOrder::Remove(_) | RaceOrder::End
        ) {
            self.resume();
        }
        if let Some(state) = self.race.carry_out(order, &self.run) {
            let driving = self.model.driving(self.run.state());
            self.history.end_before(state.time);
            self.run.apply(Input::Adopt(Box::new(state)));
            self.stopped = None;
            self.recount(driving);
            // Forces and residual are those of the new state; what cannot be evaluated is told when time goes on.
            let _ = self.run.evaluate();
        }
    }
}
