//! Resizing the selected part on the canvas by the handles at its outline, while time stands. A drag is previewed until the release.
//!
//! An attachment in a hole moves with the hole; others keep their place relative to the fixed point. The machine follows.

use crate::editor::Editor;
use crate::editor::adjust::follow_holes;
use crate::editor::commit::carry;
use crate::editor::draft::Draft;
use crate::editor::event::Modifiers;
use crate::editor::finished::Finished;
use crate::editor::gesture::{CLICK, Gesture};
use crate::editor::resizing::{Grip, Resized, Resizing, handles};
use crate::editor::snap::PULL;
use crate::editor::snap_point::{Snap, SnapTo};
use crate::editor::{Level, Tool};
use crate::math::Vec2;
use crate::parameter::shortest_decimal;
use crate::scene::{Attach, Id, Item};

/// Distance of the handles from the outline (logical points), so that holes and edges stay accessible.
const OFF: f64 = 11.0;
/// Lengths are rounded to this fraction of the grid spacing where nothing snaps.
const ROUND: f64 = 0.1;

impl Editor {
    /// The part that can be resized: selected alone, while time stands. In a run not a part that changes its form by itself.
    fn resizable(&self) -> Option<Id> {
        let id = self
            .selection
            .single()
            .filter(|_| self.tool == Tool::Select && !self.run.playing())?;
        let part = self.scene.part(id)?;
        let has_form = self.run.at_start() || !part.shape.changes_form();
        (has_form && !part.handling.locked && !part.handling.hidden).then_some(id)
    }

    /// Resize handles: world points and the parts of the shape that they drag.
    fn size_handles(&self) -> Vec<(Vec2, Grip)> {
        let taken = match &self.gesture {
            Gesture::Idle | Gesture::Press { .. } | Gesture::Resize(_) => self.resizable(),
            _ => None,
        };
        let part = taken.and_then(|id| Some((self.scene.part(id)?, self.pose(id)?)));
        let Some((part, pose)) = part else {
            return Vec::new();
        };
        let resized = match &self.gesture {
            Gesture::Resize(resizing) => self.resized(resizing),
            _ => None,
        };
        let (shape, pose) = resized
            .as_ref()
            .map_or((&part.shape, pose), |it| (&it.shape, it.pose));
        let all = handles(shape, self.view.metres(1.0));
        let off = self.view.metres(OFF);
        all.into_iter()
            .map(|it| (pose.point(it.at + off * it.out), it.grip))
            .collect()
    }

    /// World points of the resize handles.
    pub(in crate::editor) fn size_knobs(&self) -> Vec<Vec2> {
        self.size_handles().into_iter().map(|(at, _)| at).collect()
    }

    /// Begins to drag a resize handle near a world point. Returns false if there is none.
    pub(in crate::editor) fn take_size(&mut self, world: Vec2, from: Vec2) -> bool {
        let reach = self.view.metres(PULL);
        let distance = |handle: &(Vec2, Grip)| handle.0.distance(world);
        let near = self
            .size_handles()
            .into_iter()
            .filter(|handle| distance(handle) <= reach);
        let nearest = near.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let found = nearest.and_then(|(_, grip)| {
            let id = self.resizable()?;
            Some((id, grip, self.scene.part(id)?, self.pose(id)?))
        });
        let Some((id, grip, part, pose)) = found else {
            return false;
        };
        let mut resizing = Resizing {
            id,
            grip,
            shape: Box::new(part.shape.clone()),
            pose,
            from,
            grab: Vec2::ZERO,
            drag: None,
        };
        resizing.grab = pose.point(resizing.points()[1]) - world;
        self.gesture = Gesture::Resize(resizing);
        true
    }

    pub(in crate::editor) fn resize_move(&mut self, screen: Vec2, modifiers: Modifiers) {
        let Gesture::Resize(resizing) = &self.gesture else {
            return;
        };
        if resizing.drag.is_none() && resizing.from.distance(screen) < CLICK {
            return;
        }
        let world = self.view.world_from_screen(screen) + resizing.grab;
        let drag = self.pulled(resizing, world, modifiers);
        if let Gesture::Resize(resizing) = &mut self.gesture {
            resizing.drag = Some(drag);
        }
    }

    /// Drag vector to a world point, snapped to the grid or to round lengths; with Shift along the part, in its proportions, or along an axis.
    fn pulled(&self, resizing: &Resizing, world: Vec2, modifiers: Modifiers) -> Vec2 {
        let (free, start) = (resizing.drag_to(world), resizing.start());
        if let Grip::Whole(..) = resizing.grip {
            let share = (free.dot(start) / start.length_squared()).max(0.0);
            let longest = start.abs().max_element();
            return self.rounded(share * longest, modifiers) / longest * start;
        }
        if modifiers.shift {
            return match resizing.grip {
                Grip::End(_) => {
                    self.rounded(free.dot(start.normalize_or_zero()), modifiers) * start.normalize_or_zero()
                }
                Grip::Side(x, y) if x != 0.0 && y != 0.0 => {
                    let share = (free / start).max_element().max(0.0);
                    self.rounded(share * start.x, modifiers) / start.x * start
                }
                Grip::Corner(_) if free.x.abs() >= free.y.abs() => {
                    Vec2::new(self.rounded(free.x, modifiers), 0.0)
                }
                Grip::Corner(_) => Vec2::new(0.0, self.rounded(free.y, modifiers)),
                _ => free.map(|it| self.rounded(it, modifiers)),
            };
        }
        if modifiers.alt {
            return free;
        }
        let (crossing, to) = self.snap_to_grid(world);
        if to == SnapTo::Grid {
            return resizing.drag_to(crossing);
        }
        match resizing.grip {
            Grip::End(_) => {
                let from = world - free;
                let snap = Snap {
                    end: Attach::ground(world),
                    world,
                    to: SnapTo::Free,
                };
                let d = self.straightened(from, snap, Modifiers::NONE).world - from;
                self.rounded(d.length(), modifiers) * d.normalize_or_zero()
            }
            Grip::Rim(_) => self.rounded(free.length(), modifiers) * free.normalize_or_zero(),
            Grip::Side(x, y) => Vec2::new(
                if x == 0.0 {
                    free.x
                } else {
                    self.rounded(free.x, modifiers)
                },
                if y == 0.0 {
                    free.y
                } else {
                    self.rounded(free.y, modifiers)
                },
            ),
            Grip::Corner(_) | Grip::Whole(..) => free.map(|it| self.rounded(it, modifiers)),
        }
    }

    /// A length rounded to a fraction of the grid spacing, unless suspended.
    fn rounded(&self, length: f64, modifiers: Modifiers) -> f64 {
        let step = ROUND * self.grid_step();
        if modifiers.alt {
            length
        } else {
            shortest_decimal((length / step).round() * step)
        }
    }

    /// Drag vector with the typed numbers.
    pub(super) fn held_drag(&self, resizing: &Resizing) -> Vec2 {
        let d = resizing.drag.unwrap_or_else(|| resizing.start());
        let measure = resizing.measure();
        self.typing
            .as_ref()
            .map_or(d, |typing| measure.held(d, typing.held(measure)))
    }

    /// The resized part at the present stage of the drag.
    pub(in crate::editor) fn resized(&self, resizing: &Resizing) -> Option<Resized> {
        if resizing.drag.is_none() && self.typing.is_none() {
            return None;
        }
        // Typed numbers are not raised to the least visible size.
        let least = self.typing.is_none().then(|| self.view.metres(1.0));
        resizing.resized(self.held_drag(resizing), least)
    }

    /// Commits the resized part. Returns false where the part stays as it is.
    pub(in crate::editor) fn resize_release(&mut self, resizing: Resizing) -> bool {
        let Some(resized) = self.resized(&resizing) else {
            if self.typing.is_some() {
                self.say(Level::Warning, "A part of no length cannot be made.");
            }
            return false;
        };
        let Some(before) = self.scene.item(resizing.id).cloned() else {
            return false;
        };
        let mut draft = self.draft_resized(&resizing, &before, &resized);
        let apart = self.mesh_again(&mut draft, resizing.id);
        let label = format!("Resize {}", before.name());
        // In a run the part gets its resized pose there.
        let poses = if self.run.at_start() {
            Vec::new()
        } else {
            vec![(resizing.id, resized.pose)]
        };
        let committed = self.commit_followed_from(draft, &[resizing.id], poses, &label, None);
        if committed {
            if let Some(apart) = apart {
                self.say(Level::Warning, apart);
            }
            self.note_finished(Finished::Resized(resizing));
        }
        self.seal();
        committed
    }

    /// The scene with the part resized. Its built pose is changed by the same relative motion as its pose in the run.
    pub(super) fn draft_resized(&self, resizing: &Resizing, before: &Item, resized: &Resized) -> Draft {
        let (id, now) = (resizing.id, resizing.pose);
        let mut draft = Draft::new(&self.scene);
        let mut turned = false;
        draft.change(id, |item| {
            if let Item::Part(part) = item {
                let built = part.pose;
                part.pose = if built == now {
                    resized.pose
                } else {
                    carry(part, resized.pose, now, built)
                };
                part.shape = resized.shape.clone();
                turned = part.pose.angle != built.angle;
            }
        });
        let (scale, shift) = (resized.scale, resized.shift);
        follow_holes(&mut draft, before, id, |at| scale * at + shift);
        if turned {
            draft.refit_drives();
        }
        draft
    }
}
