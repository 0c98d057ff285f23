//! First-use hint: that parts can be dragged.

use super::feedback::Hint;
use super::{Editor, Tool};

/// Duration of the fade-in (s).
const FADE: f64 = 0.6;

impl Editor {
    pub(super) fn hint_is_fading(&self) -> bool {
        self.hint_wanted && self.hint_age < FADE
    }

    /// The first-use hint, beside the movable part nearest to the middle of the view, until something has been dragged.
    pub(super) fn hint(&self) -> Option<Hint> {
        if !self.hint_wanted || self.tool != Tool::Select || !self.selection.is_empty() {
            return None;
        }
        let (low, high) = self.view.visible();
        let middle = (low + high) / 2.0;
        let places = self.run.places(&self.scene);
        let parts = self.scene.roster().parts().iter().zip(places.list());
        let at = parts
            .filter(|(part, _)| !part.fixed)
            .map(|(_, (_, pose))| pose.position)
            .filter(|p| p.cmpge(low).all() && p.cmple(high).all())
            .min_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle)))?;
        Some(Hint {
            at,
            text: "Grab anything".to_owned(),
            strength: (self.hint_age / FADE).clamp(0.0, 1.0),
        })
    }
}
