//! The last change of the view after a picture that was scaled, and the way back from it.

use super::view::View;

/// A change of the view after a scaled picture.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    /// Width of the picture before and after (m).
    pub widths: [f64; 2],
    /// The view before and after.
    pub views: [View; 2],
}

impl Followed {
    /// The view before, where a change of these widths at this view takes the last one back: undo and redo come out at the very view, and not beside
    /// it by the rounding of two factors.
    pub(super) fn way_back(&self, [before, after]: [f64; 2], now: &View) -> Option<View> {
        let is_back = self.widths == [after, before] && now.ends_like(&self.views[1]);
        is_back.then_some(self.views[0])
    }
}
