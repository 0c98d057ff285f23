//! Tool for the picture to trace over: a drag moves it, two clicks set its scale.

use crate::editor::event::Modifiers;
use crate::editor::gesture::{CLICK, Gesture};
use crate::editor::measuring::Measuring;
use crate::editor::snap_point::{Snap, SnapTo};
use crate::editor::{Editor, Level, Writing};
use crate::math::Vec2;
use crate::parameter::shortest_decimal;
use crate::scene::{Attach, Underlay};

impl Editor {
    pub(in crate::editor) fn underlay_press(&mut self, screen: Vec2) {
        self.gesture = Gesture::Underlay {
            from: screen,
            by: Vec2::ZERO,
        };
    }

    pub(in crate::editor) fn underlay_move(&mut self, screen: Vec2, modifiers: Modifiers) {
        let Gesture::Underlay { from, by } = &mut self.gesture else {
            return;
        };
        if *by == Vec2::ZERO && from.distance(screen) < CLICK {
            return;
        }
        let mut moved = self.view.world_from_screen(screen) - self.view.world_from_screen(*from);
        // Along one axis while Shift is held, as for parts.
        if modifiers.shift {
            let along = if moved.x.abs() >= moved.y.abs() {
                Vec2::X
            } else {
                Vec2::Y
            };
            moved *= along;
        }
        *by = moved;
    }

    pub(in crate::editor) fn underlay_release(&mut self) {
        let Gesture::Underlay { from, by } = std::mem::take(&mut self.gesture) else {
            return;
        };
        if by == Vec2::ZERO {
            return self.mark_picture(from);
        }
        self.measuring = None;
        if let Some(now) = self.scene.underlay.clone() {
            let center = (now.center + by).map(shortest_decimal);
            self.change_underlay(Some(Underlay { center, ..now }), "Move the picture", None);
        }
    }

    /// Marks a point of the picture; after the second one the user is asked for their distance.
    fn mark_picture(&mut self, screen: Vec2) {
        let world = self.view.world_from_screen(screen);
        let mark = Snap {
            end: Attach::ground(world),
            world,
            to: SnapTo::Free,
        };
        let Some(Measuring { from, to: None }) = self.measuring else {
            let (from, to) = (mark, None);
            self.measuring = Some(Measuring { from, to });
            return;
        };
        if self.view.screen_from_world(from.world).distance(screen) < CLICK {
            return self.say(Level::Info, "Click a second point, further away from the first");
        }
        let to = Some(mark);
        self.measuring = Some(Measuring { from, to });
        let (from, to) = (from.world, mark.world);
        self.ask_to_write(Writing::Scale { from, to }, None);
    }
}
