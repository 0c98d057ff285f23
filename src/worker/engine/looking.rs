//! Looking at past states, and resuming from them.

use std::sync::Arc;

use super::Engine;
use crate::sim::Model;
use crate::worker::history::{History, Moment, Present};

impl Engine {
    /// Shows a past state with its machine, if there is one. The start shown is always that of the present document,
    /// since at the start the user edits the document.
    pub(super) fn look(
        &mut self,
        at: impl for<'a> FnOnce(&'a mut History, Present<'_>) -> Option<&'a Moment>,
    ) -> bool {
        let Some(moment) = at(&mut self.history, (self.run.state(), &self.model)) else {
            return false;
        };
        let differs = !same_but_for_settings(&moment.model, &self.present);
        self.fresh = moment.state.step == 0 && differs;
        self.other = moment.state.step != 0 && differs;
        let (state, model) = if self.fresh {
            (&self.present.start, &self.present)
        } else {
            (&moment.state, &moment.model)
        };
        let another = !Arc::ptr_eq(model, &self.model);
        let driving = self.model.driving(self.run.state());
        self.run.show(state, another.then_some(&**model));
        if another {
            self.model = Arc::clone(model);
            self.freedom = None;
            self.topology += 1;
        } else {
            self.recount(driving);
        }
        self.stopped = None;
        true
    }

    /// Pauses at another pose. Whatever depends on the pose is computed again; results shown until then are marked as those of another pose.
    pub(super) fn stand(&mut self) {
        self.playing = false;
        self.topology += 1;
    }

    /// Makes the state that is looked at the present; the document stays as it is.
    pub(super) fn resume(&mut self) {
        let rewound = self.history.ahead() > 0;
        if !self.history.resume() {
            return;
        }
        if std::mem::take(&mut self.fresh) {
            self.begin_anew();
        } else {
            self.run.restore(self.run.state().clone());
            if *self.model != *self.run.model() {
                self.rebuilt();
            }
        }
        if rewound {
            self.race.restart(&self.run);
        }
    }
}

fn same_but_for_settings(a: &Arc<Model>, b: &Arc<Model>) -> bool {
    if Arc::ptr_eq(a, b) {
        return true;
    }
    let mut a = Model::clone(a);
    a.settings = b.settings;
    a == **b
}
