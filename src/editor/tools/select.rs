//! The select tool: a click selects; a drag moves a part of the machine, or a rectangle around the items to select.
//!
//! ```text
//! Press -> (moved) -> Hold      on a part, running: a spring from the point to the pointer
//!                     Pose      on a part, paused: the assembly follows
//!                     Rigid     paused, on one of several selected parts, or on one without constraints: translated;
//!                               with Ctrl rotated about its centre
//!                     Marquee   over the empty canvas
//!                     Reattach  on an end of the selected joint or force, or at the start on a pin on the ground
//!                     Dial      on a handle of the selected constraint's parameter
//!                     Resize    on a handle of the selected part's outline
//!                     Pull      on the number of a dimension
//!       -> (released) click
//! ```

use crate::math::Vec2;
use crate::scene::Id;
use crate::sim::{Hand, Input};
use crate::worker::Command;

use crate::editor::event::Modifiers;
use crate::editor::gesture::{CLICK, Gesture, Posing};
use crate::editor::selection::How;
use crate::editor::{Editor, Effect, Level, PanelEffect};

impl Editor {
    pub(in crate::editor) fn select_press(&mut self, screen: Vec2, modifiers: Modifiers, clicks: u8) {
        let world = self.view.world_from_screen(screen);
        if self.take_rotate_handle(world, screen) {
            return;
        }
        if clicks < 2
            && (self.take_size(world, screen)
                || self.take_dial(world, screen)
                || !modifiers.shift && self.take_end(world, screen))
        {
            return;
        }
        let item = self.item_at(world);
        if clicks >= 2
            && let Some(id) = item
        {
            self.selection.select([id], How::Replace);
            match self.selected_writing() {
                Some(what) => self.ask_to_write(what, None),
                None => self.out.push(PanelEffect::Inspect(id).into()),
            }
            return;
        }
        self.gesture = Gesture::Press {
            from: screen,
            item,
            part: self.part_to_drag(world),
            add: modifiers.shift,
            alone: modifiers.alt,
        };
    }

    pub(in crate::editor) fn select_move(&mut self, screen: Vec2, modifiers: Modifiers) {
        let world = self.view.world_from_screen(screen);
        match &mut self.gesture {
            Gesture::Press { from, .. } if from.distance(screen) < CLICK => {}
            Gesture::Press { .. } => self.press_moves(screen, modifiers),
            Gesture::Pull { .. } => self.pull_move(screen),
            Gesture::Marquee { to, .. } => *to = world,
            Gesture::Hold(hand) => {
                hand.target = world;
                let hand = *hand;
                self.run(Command::Input(Input::Hand(Some(hand))));
            }
            Gesture::Pose(_) => self.posing_moves(world, modifiers),
            Gesture::Rigid(_) => self.rigid_move(world, modifiers),
            Gesture::Dial { .. } => self.dial_move(screen, modifiers),
            Gesture::Resize(_) => self.resize_move(screen, modifiers),
            Gesture::Reattach { from, to, .. } if to.is_some() || from.distance(screen) >= CLICK => {
                self.reattach_move(screen, modifiers);
            }
            _ => {}
        }
    }

    /// Turns a press into the drag of the pressed item.
    fn press_moves(&mut self, screen: Vec2, modifiers: Modifiers) {
        let Gesture::Press {
            from,
            item,
            part,
            add,
            alone,
        } = self.gesture
        else {
            return;
        };
        let pressed = item.and_then(|id| Some((id, self.scene.item(id)?)));
        let of_writing = pressed.map(|(id, it)| (id, it.as_note().is_some(), it.as_dimension().is_some()));
        match (of_writing, part) {
            (Some((id, true, _)), _) => {
                self.selection.select([id], How::Replace);
                self.gesture = Gesture::Reattach {
                    id,
                    index: 0,
                    from,
                    to: None,
                    live: None,
                };
                self.reattach_move(screen, modifiers);
                return;
            }
            (Some((id, _, true)), _) => {
                self.selection.select([id], How::Replace);
                self.begin_pull(id, from);
                self.pull_move(screen);
                return;
            }
            (_, Some((id, at))) => {
                let world = self.view.world_from_screen(from);
                if modifiers.ctrl || !self.take_pivot(id, world, from) {
                    if !self.selection.contains(id) && !self.run.playing() {
                        self.select_at_hand(id, alone, How::Replace);
                    }
                    self.begin_drag(id, at, from, modifiers.ctrl);
                }
            }
            (_, None) => {
                self.gesture = Gesture::Marquee {
                    from: self.view.world_from_screen(from),
                    to: self.view.world_from_screen(screen),
                    add,
                };
            }
        }
        // The motion that made it a drag is already part of the drag.
        if !matches!(self.gesture, Gesture::Press { .. }) {
            self.select_move(screen, modifiers);
        }
    }

    /// The dragged part follows the pointer, or snaps to its drop target.
    fn posing_moves(&mut self, world: Vec2, modifiers: Modifiers) {
        let Gesture::Pose(posing) = &mut self.gesture else {
            return;
        };
        let from = posing.from;
        let mut held = posing.held.take();
        let over = held.as_mut().and_then(|held| {
            let free = !modifiers.shift && !modifiers.alt;
            held.target = free.then(|| self.drop_target(held, world)).flatten();
            Some(held.target?.world)
        });
        if let Gesture::Pose(posing) = &mut self.gesture {
            posing.held = held;
        }
        let target = match over {
            Some(over) => over,
            None if modifiers.shift => along_axis(from, world),
            None => self.snap_unless(world, modifiers.alt),
        };
        self.pose_move(target);
    }

    fn begin_drag(&mut self, id: Id, at: Vec2, from: Vec2, turns: bool) {
        let fixed = self.scene.part(id).is_some_and(|part| part.fixed);
        let target = self.view.world_from_screen(from);
        let hand = Hand { part: id, at, target };
        if self.run.playing() {
            if fixed {
                let name = self.scene.name(Some(id)).to_owned();
                self.say(
                    Level::Info,
                    format!("{name:?} is fixed to the ground: pause to move it"),
                );
                self.gesture = Gesture::Idle;
                return;
            }
            self.learned();
            self.gesture = Gesture::Hold(hand);
            return;
        }
        let mut ids = self.selection.parts(&self.scene);
        ids.retain(|id| !self.scene.is_locked(*id));
        let among = ids.len() > 1;
        self.learned();
        if turns && let Some((center, _)) = self.extent(&ids) {
            self.begin_turn(&ids, center, target);
        } else if among || fixed || self.is_loose(id) {
            let held = self.hold_hole(id, target, &ids);
            self.begin_move(&ids, target, held);
        } else {
            let held = self.hold_hole(id, target, &ids);
            let hand = held.as_ref().map_or(hand, |held| Hand {
                at: held.point.at,
                ..hand
            });
            let before = self
                .scene
                .parts()
                .filter_map(|(id, _)| Some((id, self.pose(id)?)))
                .collect();
            self.gesture = Gesture::Pose(Posing {
                hand,
                held,
                from: target,
                standing: self.standing(),
                before,
                waiting: false,
                settle: None,
            });
        }
    }

    pub(in crate::editor) fn select_release(&mut self) {
        match std::mem::take(&mut self.gesture) {
            Gesture::Press { item, add, alone, .. } => match (item, add) {
                (Some(id), true) => self.select_at_hand(id, alone, How::Toggle),
                (Some(id), false)
                    if self.selection.single() == Some(id) && self.selected_writing().is_some() =>
                {
                    let what = self.selected_writing();
                    what.into_iter().for_each(|what| self.ask_to_write(what, None));
                }
                (Some(id), false) => self.select_at_hand(id, alone, How::Replace),
                (None, true) => {}
                (None, false) => self.selection.clear(),
            },
            Gesture::Marquee { from, to, add } => {
                let how = if add { How::Add } else { How::Replace };
                let found = self.items_in(from, to);
                self.selection.select(found, how);
            }
            Gesture::Hold(_) => self.run(Command::Input(Input::Hand(None))),
            Gesture::Pose(posing) => self.pose_release(posing),
            Gesture::Rigid(rigid) => self.rigid_release(&rigid),
            Gesture::Reattach {
                id,
                index,
                from,
                to,
                live,
            } => self.reattach_release((id, index), from, to, live),
            Gesture::Dial { id, dial, value, .. } => self.dial_release(id, &dial, value),
            Gesture::Resize(resizing) => drop(self.resize_release(resizing)),
            Gesture::Pull { id, pulled, .. } => self.pull(id, pulled),
            other => self.gesture = other,
        }
    }

    /// Selects the group of an item, or the item alone.
    fn select_at_hand(&mut self, id: Id, alone: bool, how: How) {
        let ids = if alone { vec![id] } else { self.group_members(id) };
        // A group is added or removed as a whole.
        let how = match how {
            How::Toggle if !self.selection.contains(id) => How::Add,
            how => how,
        };
        self.selection.select(ids, how);
    }

    /// Whether no constraint holds a part.
    fn is_loose(&self, id: Id) -> bool {
        let mut constraints = self.scene.constraints();
        !constraints.any(|(_, it)| it.ends.iter().any(|end| end.part == Some(id)))
    }

    /// A world point snapped to the grid, unless suspended.
    fn snap_unless(&self, world: Vec2, suspended: bool) -> Vec2 {
        if suspended {
            world
        } else {
            self.snap_to_grid(world).0
        }
    }

    fn learned(&mut self) {
        if self.hint_wanted {
            self.hint_wanted = false;
            self.out.push(Effect::LearnedToGrab);
        }
    }
}

/// The point nearest to `to` on the horizontal or the vertical line through `from`, whichever is nearer.
pub(in crate::editor) fn along_axis(from: Vec2, to: Vec2) -> Vec2 {
    let by = to - from;
    if by.x.abs() >= by.y.abs() {
        Vec2::new(to.x, from.y)
    } else {
        Vec2::new(from.x, to.y)
    }
}
