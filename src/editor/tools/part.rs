//! Tool that draws parts: press, drag, release. A click makes a part of default size. A part whose drawing begins or ends on a hole of
//! another part or on an anchor is pinned there.

use crate::bodies::{Outline, Shape};
use crate::constraints::{ConstraintKind, Pin};
use crate::math::{Pose, Vec2};
use crate::parameter::shortest_decimal;
use crate::scene::{Attach, Constraint, Id, Part};

use crate::editor::Editor;
use crate::editor::assembly::CLOSED;
use crate::editor::dimension::Measure;
use crate::editor::draft::Draft;
use crate::editor::event::Modifiers;
use crate::editor::finished::Finished;
use crate::editor::gesture::{CLICK, Gesture};
use crate::editor::selection::How;
use crate::editor::sizes::{keep_in_range, measure_of, sized, tidy_sizes};
use crate::editor::snap_point::{Snap, SnapTo};

/// A drawn part: its shape, its pose in the run, and the snaps to which its points are pinned.
pub(in crate::editor) struct Drawn {
    pub shape: Shape,
    pub pose: Pose,
    pub joints: Vec<(Vec2, Snap)>,
    /// First and last point of the drag that sized it.
    pub ends: Option<[Snap; 2]>,
}

impl Editor {
    pub(in crate::editor) fn part_press(&mut self, screen: Vec2, modifiers: Modifiers) {
        self.gesture = Gesture::Draw {
            from: screen,
            snap: self.snap_for_part(screen, modifiers),
        };
    }

    pub(in crate::editor) fn part_release(&mut self, screen: Vec2, modifiers: Modifiers) {
        let drawn = self.drawn(screen, modifiers);
        self.gesture = Gesture::Idle;
        self.scrawl.clear();
        let Some(drawn) = drawn else { return };
        let ends = drawn.ends;
        let shape = self.default_shape();
        if self.make_part(drawn)
            && let (Some(ends), Some(shape)) = (ends, shape)
        {
            let shape = Box::new(shape);
            self.note_finished(Finished::Part { shape, ends });
        }
    }

    /// Adds a drawn part and selects it.
    pub(in crate::editor) fn make_part(&mut self, drawn: Drawn) -> bool {
        let label = format!("Add {}", drawn.shape.id());
        let (draft, id, pose) = self.draft_part(&drawn);
        let opens = draft.gap() > Draft::new(&self.scene).gap() + CLOSED;
        let made = if opens && self.run.at_start() {
            self.commit_assembled(draft, vec![(id, pose)], &label, None)
        } else {
            self.commit_joined_in_run((draft, opens), vec![(id, pose)], &label, None)
        };
        if made {
            self.selection.select([id], How::Replace);
            self.note_made();
        }
        made
    }

    /// The part that a release here would make.
    pub(in crate::editor) fn drawn(&self, screen: Vec2, modifiers: Modifiers) -> Option<Drawn> {
        let shape = self.default_shape()?;
        if let Some((shape, pose)) = self.plate_drawn(&shape) {
            let joints = Vec::new();
            let ends = None;
            return Some(Drawn {
                shape,
                pose,
                joints,
                ends,
            });
        }
        match &self.gesture {
            Gesture::Draw { from, snap } if self.typing.is_some() || from.distance(screen) >= CLICK => {
                let to = self.drag_end(snap, screen, modifiers);
                Some(self.drag_part(&shape, snap, &to))
            }
            Gesture::Draw { snap, .. } => Some(click_part(&shape, snap)),
            Gesture::Idle => Some(click_part(&shape, &self.snap_for_part(screen, modifiers))),
            _ => None,
        }
    }

    /// The scene with the drawn part and its pins, the part's id, and its pose in the run. In a run the part's start pose is derived from that
    /// of the part to which it is pinned.
    pub(in crate::editor) fn draft_part(&self, drawn: &Drawn) -> (Draft, Id, Pose) {
        let mut draft = Draft::new(&self.scene);
        let mut part = Part::new("", drawn.shape.clone(), drawn.pose);
        if let Some((_, snap)) = drawn.joints.first() {
            part.pose = self.carried_back(&part, drawn.pose, snap.end.part);
        }
        part.fixed = part.shape.is_ground();
        let id = draft.add(drawn.shape.id(), part);
        for (at, snap) in &drawn.joints {
            let pin = Constraint {
                name: String::new(),
                ends: vec![snap.end, Attach::part(id, *at)],
                kind: ConstraintKind::Pin(Pin {}),
            };
            draft.add("pin", pin);
        }
        (draft, id, drawn.pose)
    }

    /// Start pose of a part drawn at `pose` in the run, such that it has the same place relative to `partner`.
    pub(in crate::editor) fn carried_back(&self, part: &Part, pose: Pose, partner: Option<Id>) -> Pose {
        let partner = partner.and_then(|id| Some((self.pose(id)?, self.scene.part(id)?.pose)));
        match partner {
            Some((now, built)) if !self.run.at_start() => {
                crate::editor::commit::carry(part, pose, now, built)
            }
            _ => pose,
        }
    }

    fn snap_for_part(&self, screen: Vec2, modifiers: Modifiers) -> Snap {
        let boxy = self.tool.shape().is_some_and(|shape| is_boxy(&shape));
        let snap = self.snap(screen, modifiers.alt, |_, _| !boxy);
        // A part can be pinned to a hole of another part only, and not to its outline.
        match snap.to {
            SnapTo::Free | SnapTo::Grid | SnapTo::Origin | SnapTo::Floor => Snap {
                end: Attach::ground(snap.world),
                ..snap
            },
            _ => snap,
        }
    }

    /// End of a drag from `from`: snapped, or with the typed numbers.
    pub(in crate::editor) fn drag_end(&self, from: &Snap, screen: Vec2, modifiers: Modifiers) -> Snap {
        let to = self.snap_for_part(screen, modifiers);
        let measure = self.tool.shape().and_then(|shape| measure_of(&shape));
        let to = if measure == Some(Measure::Polar) {
            let to = self.straightened(from.world, to, modifiers);
            self.as_long_as_another(from.world, to, modifiers)
        } else {
            to
        };
        self.typed_end(measure, from.world, to)
    }

    pub(in crate::editor) fn drag_part(&self, shape: &Shape, from: &Snap, to: &Snap) -> Drawn {
        let drag = (to.world - from.world).map(shortest_decimal);
        let mut shape = sized(shape, drag, self.typing.is_some());
        keep_in_range(&mut shape, self.view.metres(1.0), |_, _| self.typing.is_none());
        if self.typing.is_some() {
            tidy_sizes(&mut shape);
        }
        let middle = ((from.world + to.world) / 2.0).map(shortest_decimal);
        let at = |p: Vec2, angle: f64| Pose::new(p.x, p.y, angle);
        let (pose, ends): (Pose, Vec<(Vec2, &Snap)>) = match (shape.ends(), shape.outline()) {
            (Some((a, b)), _) => (at(middle, drag.to_angle()), vec![(a, from), (b, to)]),
            (None, Outline::Dot) => (at(to.world, 0.0), vec![(Vec2::ZERO, to)]),
            (None, _) if shape.pitch_radius().is_some() => (at(from.world, 0.0), vec![(Vec2::ZERO, from)]),
            (None, Outline::Circle { .. } | Outline::Ring { .. }) => {
                (at(from.world, 0.0), vec![(Vec2::ZERO, from)])
            }
            _ => (at(middle, 0.0), Vec::new()),
        };
        let mut joints: Vec<(Vec2, Snap)> = Vec::new();
        for (at, snap) in ends {
            // Pinned with both ends to one part, a bar would have no effect.
            let again = joints.iter().any(|(_, other)| other.end.part == snap.end.part);
            if !shape.is_ground() && snap.is_joint() && (snap.end.part.is_none() || !again) {
                joints.push((at, *snap));
            }
        }
        Drawn {
            shape,
            pose,
            joints,
            ends: Some([*from, *to]),
        }
    }
}

/// A part of default size at a click; a bar on a hole is pinned there by its end.
fn click_part(shape: &Shape, snap: &Snap) -> Drawn {
    let hole = shape.ends().filter(|_| snap.is_joint());
    let hole = hole.map_or(Vec2::ZERO, |(from, _)| from);
    let at = snap.world - hole;
    let joined = snap.is_joint() && !is_boxy(shape);
    Drawn {
        shape: shape.clone(),
        pose: Pose::new(at.x, at.y, 0.0),
        joints: if joined { vec![(hole, *snap)] } else { Vec::new() },
        ends: None,
    }
}

/// Whether a shape is drawn from corner to corner and thus not pinned.
fn is_boxy(shape: &Shape) -> bool {
    let plate = matches!(
        shape.outline(),
        Outline::Polygon(_) | Outline::Band { .. } | Outline::Thread { .. } | Outline::Several(_)
    );
    plate && shape.ends().is_none() && shape.pitch_radius().is_none()
}
