//! Commands that change the run: another scene, reset, inputs, race orders.

use super::{Engine, run_of};
use crate::scene::Scene;
use crate::sim::{Input, SolveTimes, Worst};
use crate::worker::race::RaceOrder;

impl Engine {
    /// Replaces the scene.
    pub(super) fn load(&mut self, scene: Scene, playing: bool) {
        self.race.end();
        self.run = run_of(&scene, (self.clock, &self.cancel));
        self.latest = scene;
        self.began = self.latest.clone();
        self.generation += 1;
        (self.solve, self.step_ns) = (SolveTimes::default(), 0);
        (self.worst, self.unseen) = (Worst::default(), false);
        self.fresh = false;
        self.history.clear();
        self.stopped = None;
        self.playing = playing;
        self.recorder.set(Vec::new());
        self.rebuilt();
    }

    /// Restarts the run from the scene as built.
    pub(super) fn reset(&mut self) {
        self.playing = false;
        self.stopped = None;
        self.fresh = false;
        self.history.clear();
        self.begin_anew();
        self.race.restart(&self.run);
        self.recorder.restart(&mut self.run);
    }

    /// Puts the run at the start of the present machine, whichever machine of the past is looked at.
    pub(super) fn begin_anew(&mut self) {
        self.run.begin(&self.present);
        (self.worst, self.unseen) = (Worst::default(), false);
        self.began.clone_from(&self.latest);
        self.rebuilt();
    }

    /// Applies an input to the run.
    pub(super) fn take_input(&mut self, input: Input) {
        self.resume();
        let patched = matches!(input, Input::Scene(..));
        let settings = matches!(input, Input::Settings(_));
        if patched || settings {
            (self.solve, self.step_ns) = (SolveTimes::default(), 0);
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
            // The other runs of the race have states of their own: they restart from this one.
            self.race.restart(&self.run);
            // An error of the evaluation is reported when time goes on.
            let _ = self.run.evaluate();
        }
        if patched {
            self.stopped = None;
            // A change of names and colours leaves the model equal.
            if *self.model != *self.run.model() {
                self.rebuilt();
            }
        } else if settings {
            // The change may have removed the cause of the stop.
            self.stopped = None;
            self.take_model();
        }
        self.recorder.note(&mut self.run);
    }

    /// Carries out an order of the race. Joining or changing places takes place in the present; runners can leave or change while the past is looked at.
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
            // Forces and residual are those of the new state; an error of the evaluation is reported when time goes on.
            let _ = self.run.evaluate();
        }
    }
}
