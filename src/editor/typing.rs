//! Typing the numbers of a drag, while the button is down or right after the release.
//!
//! A digit begins, Tab goes to the next number, Enter confirms, Esc returns to the pointer. An item that was just made is undone and made
//! again with the typed numbers, so that there is one undo step.

use crate::bodies::Shape;
use crate::math::{Vec2, unit};
use crate::parameter::{ParameterValue, Parameters, Unit};
use crate::scene::Attach;

use super::dimension::Measure;
use super::event::{Event, Key, Modifiers};
use super::finished::Finished;
use super::gesture::{Gesture, Rigid};
use super::selection::How;
use super::sizes::{measure_of, sized};
use super::snap_point::{Direction, Snap, SnapTo};
use super::{Editor, Level, Tool};

/// Longest text of a number (bytes).
const LONGEST: usize = 60;
/// Distance from the horizontal or vertical within which a line snaps to it (logical points).
const STRAIGHT: f64 = 5.0;
/// Tolerance for places given by typed numbers of six digits, as a fraction of the length.
const SAME: f64 = 1e-6;
/// Steps of a direction with Shift (rad).
const DIRECTION_STEP: f64 = std::f64::consts::PI / 12.0;

impl Editor {
    /// Handles an event that types numbers. Returns false for other events.
    pub(super) fn take_typing(&mut self, event: &Event) -> bool {
        match event {
            Event::KeyPressed { key, modifiers, .. } => self.type_key(*key, *modifiers),
            Event::Text(text) if self.typing.is_some() || self.may_type(text.chars().next()) => {
                let lengths = self.scene.info.length_unit;
                let typing = self.typing.get_or_insert_default();
                typing.lengths = lengths;
                let line = &mut typing.texts[typing.active];
                if line.len() + text.len() <= LONGEST {
                    line.push_str(text);
                }
                self.typed();
                true
            }
            Event::PointerPressed { .. } => {
                self.finished = None;
                self.typing = None;
                false
            }
            _ => false,
        }
    }

    fn type_key(&mut self, key: Key, modifiers: Modifiers) -> bool {
        let Some(typing) = &mut self.typing else {
            let first = match key {
                Key::Digit(digit) => Some(digit),
                Key::Period => Some('.'),
                Key::Minus => Some('-'),
                _ => None,
            };
            return match key {
                // Tab before anything was typed goes from the first number to the next one.
                Key::Tab if !modifiers.ctrl && !modifiers.alt => self.next_number(modifiers.shift),
                Key::Enter if modifiers == Modifiers::NONE => self.leave_as_made(),
                // The character itself follows as a text event.
                _ => modifiers == Modifiers::NONE && first.is_some() && self.may_type(first),
            };
        };
        match key {
            _ if modifiers.ctrl => {
                self.typing = None;
                return false;
            }
            Key::Escape => {
                self.typing = None;
                self.typed();
            }
            Key::Enter => self.enter(),
            Key::Backspace => {
                typing.texts[typing.active].pop();
                self.typed();
            }
            Key::Tab => {
                self.next_number(modifiers.shift);
            }
            _ => {}
        }
        true
    }

    /// Goes to the next or the preceding number of the drag under way or just finished. Returns false if there is none.
    fn next_number(&mut self, back: bool) -> bool {
        let Some(measure) = self.measure() else {
            return false;
        };
        let count = measure.fields().len();
        let step = if back { count - 1 } else { 1 };
        let typing = self.typing.get_or_insert_default();
        typing.active = (typing.active + step) % count;
        true
    }

    /// Accepts the latest creation as drawn: Enter confirms it and does not make another one. Returns false if there is none.
    fn leave_as_made(&mut self) -> bool {
        let is_made = matches!(self.gesture, Gesture::Idle) && self.tool != Tool::Select;
        is_made && self.finished.take().is_some()
    }

    /// Whether a character begins a number of the drag under way or just finished.
    fn may_type(&self, first: Option<char>) -> bool {
        let begins = match first {
            Some(c) if c.is_ascii_digit() || c == '.' => true,
            Some('-') => !matches!(
                (&self.gesture, &self.finished),
                (
                    Gesture::Idle,
                    None | Some(Finished::Part { .. } | Finished::Resized(_) | Finished::Rigid(_))
                )
            ),
            _ => false,
        };
        begins && self.measure().is_some()
    }

    /// The numbers that measure the drag under way, or the one just finished.
    pub(super) fn measure(&self) -> Option<Measure> {
        match &self.gesture {
            Gesture::Draw { .. } => measure_of(&self.tool.shape()?),
            Gesture::Join { .. } => self.stick_begun().map(|_| Measure::Polar),
            Gesture::Rigid(rigid) => Some(measure_of_motion(rigid)),
            Gesture::Resize(resizing) => Some(resizing.measure()),
            Gesture::Idle => match self.finished.as_ref()? {
                Finished::Part { shape, .. } => measure_of(shape),
                Finished::Rigid(rigid) => Some(measure_of_motion(rigid)),
                Finished::Resized(resizing) => Some(resizing.measure()),
                Finished::Anchored { .. } => Some(Measure::Shift),
            },
            _ => None,
        }
    }

    /// Names of the numbers that can be typed, in order.
    pub fn numbers_to_type(&self) -> Vec<&'static str> {
        let fields = self.measure().map_or(&[][..], Measure::fields);
        fields.iter().map(|(name, _)| *name).collect()
    }

    /// The first end of a rod while its second one is being picked.
    pub(super) fn stick_begun(&self) -> Option<Snap> {
        let link = super::tools::Link::of(self.tool)?;
        match &self.gesture {
            Gesture::Join { picked, .. } if picked.len() == 1 && link.makes_far_end() => Some(picked[0]),
            _ => None,
        }
    }

    /// Updates a motion under way after its numbers have changed.
    fn typed(&mut self) {
        if let (Gesture::Rigid(_), Some(screen)) = (&self.gesture, self.pointer) {
            let world = self.view.world_from_screen(screen);
            self.rigid_move(world, self.modifiers);
        }
    }

    /// Makes the drawn item with the typed numbers.
    fn enter(&mut self) {
        let (Some(measure), Some(typing)) = (self.measure(), &self.typing) else {
            self.typing = None;
            return;
        };
        if let Some(mistake) = typing.mistake(measure).or_else(|| self.misfit()) {
            return self.say(Level::Warning, mistake);
        }
        let screen = self.pointer.unwrap_or_default();
        let modifiers = self.modifiers;
        match self.gesture {
            Gesture::Draw { .. } => self.part_release(screen, modifiers),
            Gesture::Join { .. } => self.join_release(screen, modifiers),
            Gesture::Rigid(_) | Gesture::Resize(_) => self.select_release(),
            _ => self.make_anew(),
        }
        self.typing = None;
    }

    /// Sentence about typed numbers that the part cannot have: the number of a gear's teeth follows from its radius, for example.
    fn misfit(&self) -> Option<String> {
        let (shape, from, to) = match (&self.gesture, &self.finished) {
            (Gesture::Draw { snap, .. }, _) => {
                let to = self.drag_end(snap, self.pointer.unwrap_or_default(), self.modifiers);
                (self.tool.shape()?, *snap, to)
            }
            (
                _,
                Some(Finished::Part {
                    shape,
                    ends: [from, to],
                }),
            ) => {
                let to = self.typed_end(measure_of(shape), from.world, *to);
                (Shape::clone(shape), *from, to)
            }
            _ => return None,
        };
        let shape = sized(&shape, to.world - from.world, true);
        let problem = |it: ParameterValue| (it.unit == Unit::Metre).then(|| it.problem()).flatten();
        let problem = shape.parameters().into_iter().find_map(problem)?;
        Some(format!("This cannot be: its {problem}"))
    }

    /// Undoes the latest creation, and makes it again with the typed numbers.
    fn make_anew(&mut self) {
        let Some(finished) = self.finished.take() else {
            return;
        };
        self.undo();
        match finished {
            Finished::Part {
                shape,
                ends: [from, to],
            } => {
                let typed = self.typed_end(measure_of(&shape), from.world, to);
                let drawn = self.drag_part(&shape, &from, &typed);
                let end = if self.make_part(drawn) {
                    typed
                } else {
                    // The part stays as it was drawn.
                    self.redo();
                    to
                };
                self.finished = Some(Finished::Part {
                    shape,
                    ends: [from, end],
                });
            }
            Finished::Resized(resizing) => {
                if !self.resize_release(resizing.clone()) {
                    // It stays as the drag made it.
                    self.redo();
                    self.finished = Some(Finished::Resized(resizing));
                }
            }
            Finished::Rigid(mut rigid) => {
                self.hold_motion(&mut rigid);
                let selected: Vec<_> = rigid.parts.iter().map(|it| it.0).collect();
                self.selection.select(selected, How::Replace);
                self.rigid_release(&rigid);
            }
            Finished::Anchored { link, ends, ground } => self.anchor_anew(*link, ends, ground),
        }
    }

    /// Forgets the latest creation, so that keys have their usual meaning again.
    pub(super) fn forget_finished(&mut self) {
        self.finished = None;
        self.typing = None;
    }

    /// The end of a drag with the typed numbers.
    pub(super) fn typed_end(&self, measure: Option<Measure>, from: Vec2, to: Snap) -> Snap {
        let (Some(measure), Some(typing)) = (measure, &self.typing) else {
            return to;
        };
        let held = typing.held(measure);
        if held == [None, None] {
            return to;
        }
        let world = from + measure.held(to.world - from, held);
        // With a length alone typed, the item stays joined to its snap target, which is moved to its end by the assembly. With a direction as well
        // the end is where the numbers put it, which may be at the target.
        let ends_there = held[1].is_none() || world.distance(to.world) <= SAME * world.distance(from);
        let is_stick = self.stick_begun().is_some();
        let holds = to.is_joint() && (is_stick || self.makes_bar()) || is_stick && to.end.part.is_some();
        if measure == Measure::Polar && ends_there && holds {
            return Snap { world, ..to };
        }
        Snap {
            end: Attach::ground(world),
            world,
            to: SnapTo::Free,
        }
    }

    /// Whether the tool draws a part with two ends.
    fn makes_bar(&self) -> bool {
        matches!(self.tool, Tool::Part(_)) && self.tool.shape().is_some_and(|it| it.ends().is_some())
    }

    /// Applies the typed numbers to a motion.
    pub(super) fn hold_motion(&self, rigid: &mut Rigid) {
        let Some(typing) = &self.typing else { return };
        match measure_of_motion(rigid) {
            Measure::Turn => {
                if let [Some(turn), _] = typing.held(Measure::Turn) {
                    rigid.turn = turn;
                }
            }
            measure => rigid.by = measure.held(rigid.by, typing.held(measure)),
        }
    }

    /// The end of a line: with Shift in steps of 15 degrees; otherwise perpendicular or tangent to a part, or horizontal or vertical, where it is
    /// nearly so; on the floor vertically below its beginning.
    pub(super) fn straightened(&self, from: Vec2, to: Snap, modifiers: Modifiers) -> Snap {
        if !modifiers.alt
            && !modifiers.shift
            && let Some(met) = self.snap_to_tangent_or_normal(from, &to)
        {
            return met;
        }
        let d = to.world - from;
        let near = self.view.metres(STRAIGHT);
        if to.to == SnapTo::Floor && to.end.part.is_none() && d.x.abs() <= near && d.y.abs() > 4.0 * near {
            let world = Vec2::new(from.x, to.world.y);
            return Snap {
                end: Attach::ground(world),
                world,
                ..to
            };
        }
        if to.to != SnapTo::Free || to.end.part.is_some() || modifiers.alt || d == Vec2::ZERO {
            return to;
        }
        let (d, direction) = if modifiers.shift {
            let direction = unit((d.to_angle() / DIRECTION_STEP).round() * DIRECTION_STEP);
            (d.dot(direction) * direction, Direction::Step)
        } else if d.y.abs() <= near && d.x.abs() > 4.0 * near {
            (Vec2::new(d.x, 0.0), Direction::Horizontal)
        } else if d.x.abs() <= near && d.y.abs() > 4.0 * near {
            (Vec2::new(0.0, d.y), Direction::Vertical)
        } else {
            return to;
        };
        Snap {
            end: Attach::ground(from + d),
            world: from + d,
            to: SnapTo::Direction(direction),
        }
    }

    /// Records the result of a drag with this tool, so that its numbers can be typed.
    pub(super) fn note_finished(&mut self, finished: Finished) {
        let drawing = matches!(self.tool, Tool::Part(_) | Tool::Select);
        self.finished = drawing.then_some(finished);
    }
}

fn measure_of_motion(rigid: &Rigid) -> Measure {
    if rigid.center.is_some() {
        Measure::Turn
    } else {
        Measure::Shift
    }
}
