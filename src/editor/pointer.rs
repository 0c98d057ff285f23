//! Routing of raw canvas input to gestures and tools.

use std::path::Path;
use std::sync::Arc;

use crate::math::Vec2;
use crate::raster;

use super::action::command_of;
use super::deferred::Deferred;
use super::event::{Button, Event, Key, Modifiers};
use super::gesture::{CLICK, Gesture, Pan};
use super::selection::How;
use super::{Action, Editor, Effect, PanelEffect, Tool, Writing};

/// Zoom factor of a notch of the wheel, without and with Shift.
const WHEEL: (f64, f64) = (1.15, 1.03);

impl Editor {
    pub(super) fn take_event(&mut self, event: &Event) {
        let at_once = matches!(event, Event::Wheel { .. } | Event::Resized { .. });
        if self.settling() && !at_once {
            self.deferred.push_back(Deferred::Event(event.clone()));
            return;
        }
        if self.take_new_key(event) || self.take_drop_answer(event) || self.take_typing(event) {
            return;
        }
        match event {
            Event::PointerMoved { position, modifiers } => self.pointer_moved(*position, *modifiers),
            Event::PointerPressed {
                button,
                position,
                modifiers,
                click_count,
            } => {
                self.end_glide();
                self.pointer_moved(*position, *modifiers);
                self.pointer_pressed(*button, *position, *modifiers, *click_count);
            }
            Event::PointerReleased {
                button,
                position,
                modifiers,
                ..
            } => {
                self.pointer_moved(*position, *modifiers);
                self.pointer_released(*button, *position, *modifiers);
            }
            Event::PointerLeft => self.pointer = None,
            Event::FocusLost => {
                self.space = None;
                self.cancel_gesture();
            }
            Event::Wheel {
                delta,
                position,
                modifiers,
            } => self.wheel(*delta, *position, *modifiers),
            Event::KeyPressed {
                key,
                modifiers,
                repeat,
            } => self.key_pressed(*key, *modifiers, *repeat),
            Event::KeyReleased { key: Key::Space, .. } => {
                if self.space.take() == Some(false) {
                    self.take_action(Action::PlayPause);
                }
            }
            Event::Resized { size, scale } => self.view.resize(*size, *scale),
            Event::FileDropped { path } => self.out.push(if is_picture(path) {
                Effect::ReadPicture(path.clone())
            } else {
                Effect::OpenPath(path.clone())
            }),
            Event::Pasted(text) => self.out.push(Effect::ReadPasted(text.clone())),
            Event::PastedPicture(picture) => self.out.push(Effect::TakePicture(Arc::clone(picture))),
            Event::KeyReleased { .. } | Event::Text(_) => {}
        }
    }

    fn wheel(&mut self, delta: Vec2, position: Vec2, modifiers: Modifiers) {
        let notch = if modifiers.shift { WHEEL.1 } else { WHEEL.0 };
        // Some systems report the wheel as horizontal while Shift is held.
        let notches = if delta.y == 0.0 && modifiers.shift {
            delta.x
        } else {
            delta.y
        };
        self.view.zoom_at(position, notch.powf(notches));
    }

    fn key_pressed(&mut self, key: Key, modifiers: Modifiers, repeat: bool) {
        match (key, modifiers, self.selected_writing()) {
            (Key::Space, Modifiers::NONE, _) => {
                // A short press plays or pauses, with a drag it pans; the release decides.
                if !repeat {
                    self.space = Some(false);
                }
            }
            (Key::Digit(digit), Modifiers::NONE, Some(what @ Writing::Dimension(_))) => {
                self.ask_to_write(what, Some(digit.to_string()));
            }
            _ if self.point_by_key(key, modifiers) => {}
            _ => {
                if let Some(action) = command_of(key, modifiers, self)
                    && (!repeat || repeats(action))
                {
                    self.take_action(action);
                }
            }
        }
    }

    /// Handles the deferred input.
    pub(super) fn resume_deferred(&mut self) {
        let waiting = std::mem::take(&mut self.deferred);
        for deferred in waiting {
            match deferred {
                Deferred::Event(event) => self.take_event(&event),
                Deferred::Action(action) => self.take_action(action),
                Deferred::Intent(intent) => self.take_intent(intent),
            }
        }
    }

    fn pointer_moved(&mut self, position: Vec2, modifiers: Modifiers) {
        let last = self.pointer.replace(position).unwrap_or(position);
        self.modifiers = modifiers;
        if let Some(pan) = &mut self.pan {
            if pan.moved {
                self.view.pan(position - last);
            } else if pan.from.distance(position) >= CLICK {
                pan.moved = true;
                let from = pan.from;
                self.view.pan(position - from);
            }
        } else if self.tool == Tool::Select {
            self.select_move(position, modifiers);
        } else if self.tool == Tool::Underlay {
            self.underlay_move(position, modifiers);
        } else {
            self.scrawl(position);
        }
    }

    fn pointer_pressed(&mut self, button: Button, position: Vec2, modifiers: Modifiers, clicks: u8) {
        if button != Button::Primary || self.space.is_some() {
            if let Some(used) = &mut self.space {
                *used = true;
            }
            if self.pan.is_none() {
                self.pan = Some(Pan {
                    button,
                    from: position,
                    moved: false,
                });
            }
            return;
        }
        if !matches!(self.gesture, Gesture::Idle | Gesture::Join { pressed: None, .. }) {
            return;
        }
        self.seal();
        match self.tool {
            Tool::Select => self.select_press(position, modifiers, clicks),
            Tool::Part(_) => self.part_press(position, modifiers),
            Tool::Constraint(_) | Tool::Force(_) => self.join_press(position, modifiers),
            Tool::Trace => self.trace_click(position, modifiers),
            Tool::Measure => self.measure_press(position, modifiers),
            Tool::Dimension => self.dimension_press(position, modifiers),
            Tool::Note => self.note_press(position, modifiers),
            Tool::Underlay => self.underlay_press(position),
        }
    }

    fn pointer_released(&mut self, button: Button, position: Vec2, modifiers: Modifiers) {
        if let Some(pan) = self.pan.filter(|pan| pan.button == button) {
            self.pan = None;
            if button == Button::Secondary && !pan.moved {
                self.ask_for_menu(position);
            }
        } else if button == Button::Primary {
            match self.gesture {
                Gesture::Idle if self.tool == Tool::Measure => self.measure_release(position, modifiers),
                Gesture::Idle if self.tool == Tool::Dimension => self.dimension_release(position, modifiers),
                Gesture::Idle => {}
                Gesture::Draw { .. } => self.part_release(position, modifiers),
                Gesture::Join { .. } => self.join_release(position, modifiers),
                Gesture::Underlay { .. } => self.underlay_release(),
                _ => self.select_release(),
            }
        }
    }

    fn ask_for_menu(&mut self, at: Vec2) {
        let item = self.item_at(self.view.world_from_screen(at));
        if let Some(id) = item
            && !self.selection.contains(id)
        {
            self.selection.select(self.group_members(id), How::Replace);
        }
        let by_key = false;
        self.out
            .push(PanelEffect::ContextMenu { at, item, by_key }.into());
    }

    /// Opens the context menu of the first selected item at its place, or of the canvas at its centre if nothing is selected.
    pub(super) fn ask_for_menu_of_selection(&mut self) {
        let (low, high) = self.view.canvas();
        let item = self.selection.ids().first().copied();
        let place = item.and_then(|id| {
            let item = self.scene.item(id)?;
            let ends = item.attachments();
            match (self.pose(id), ends.first()) {
                (Some(pose), _) => Some(pose.position),
                (None, Some(end)) => Some(self.run.point(&self.scene, *end)),
                (None, None) => None,
            }
        });
        let at = place.map_or(0.5 * (low + high), |place| {
            self.view.screen_from_world(place).clamp(low, high)
        });
        let by_key = true;
        self.out
            .push(PanelEffect::ContextMenu { at, item, by_key }.into());
    }

    /// Cancels the gesture under way without an edit. Returns false if there was none.
    pub(super) fn cancel_gesture(&mut self) -> bool {
        self.pan = None;
        self.typing = None;
        match std::mem::take(&mut self.gesture) {
            Gesture::Idle => return false,
            Gesture::Hold(_) => self.let_go(),
            Gesture::Pose(posing) => self.pose_cancel(&posing),
            Gesture::Rigid(_) | Gesture::Reattach { .. } => self.run.preview([]),
            _ => {}
        }
        true
    }

    /// Ends the gesture under way before another input: moved items are put down where they are.
    pub(super) fn finish_gesture(&mut self) {
        match self.gesture {
            Gesture::Hold(_)
            | Gesture::Pose(_)
            | Gesture::Rigid(_)
            | Gesture::Resize(_)
            | Gesture::Pull { .. } => self.select_release(),
            Gesture::Underlay { by, .. } if by != Vec2::ZERO => self.underlay_release(),
            _ => {
                self.cancel_gesture();
            }
        }
    }
}

/// Whether a file is a picture, by its extension.
fn is_picture(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    raster::ENDINGS.iter().any(|it| ending.eq_ignore_ascii_case(it))
}

/// Whether a command repeats while its key is held.
fn repeats(action: Action) -> bool {
    matches!(
        action,
        Action::StepForward
            | Action::StepBack
            | Action::SecondBack
            | Action::SecondForward
            | Action::NudgeLeft
            | Action::NudgeRight
            | Action::NudgeUp
            | Action::NudgeDown
            | Action::ZoomIn
            | Action::ZoomOut
            | Action::Undo
            | Action::Redo
    )
}
