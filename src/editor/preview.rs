//! Preview of a gesture before its release: halo (ring at the snap), ghost (items that would be made) and hovered item.

use crate::constraints::{ConstraintKind, EndPorts, Glyph, Pin, Stuff};
use crate::math::Vec2;
use crate::scene::{Attach, Id, Item};

use super::feedback::{Cursor, Feedback, Ghost, Halo, HaloKind};
use super::gesture::{CLICK, Gesture};
use super::snap_point::{Snap, SnapTo};
use super::{Editor, Tool};

impl Editor {
    /// Recomputes hover, halo and ghost: after each event, and after the machine has moved under the pointer.
    pub(super) fn refresh(&mut self) {
        self.run.place_all(&self.scene);
        self.refreshed = Some(self.view);
        self.halo = None;
        self.ghost = Ghost::default();
        self.held_scene = None;
        self.hover = self.pointed_at;
        let Some(screen) = self.pointer else { return };
        if self.pan.is_some_and(|pan| pan.moved) || self.rests_where_made(screen) {
            return;
        }
        match self.tool {
            Tool::Select => {
                if let Gesture::Reattach {
                    id,
                    index,
                    to: Some(to),
                    ref live,
                    ..
                } = self.gesture
                {
                    let held = live.as_ref().map(|live| (live.to, live.lost));
                    self.preview_reattached(id, index, &held.map_or(to, |it| it.0));
                    if held.is_some_and(|(_, lost)| lost) {
                        self.set_halo(&to, "the machine cannot be closed with its pivot here".to_owned());
                        self.refuse();
                    }
                } else if let Gesture::Dial {
                    dial,
                    value: Some(value),
                    ..
                } = self.gesture
                {
                    self.preview_dial(&dial, value);
                } else if let Gesture::Resize(resizing) = &self.gesture {
                    let resizing = resizing.clone();
                    self.preview_resize(&resizing);
                } else if let Some((point, to)) = self.held_over() {
                    self.preview_drop(point, &to);
                } else if matches!(self.gesture, Gesture::Idle) {
                    let world = self.view.world_from_screen(screen);
                    self.hover = self.item_at(world).or(self.pointed_at);
                }
            }
            Tool::Part(_) => {
                self.preview_part(screen);
                self.preview_scrawl();
            }
            Tool::Constraint(_) | Tool::Force(_) => {
                self.preview_link(screen);
                self.preview_scrawl();
            }
            Tool::Underlay => {}
            Tool::Measure | Tool::Dimension | Tool::Note => {
                let snap = self.snap_to_measure(screen, self.modifiers);
                if snap.to != SnapTo::Free {
                    self.set_halo(&snap, snap.reason().to_owned());
                }
            }
            Tool::Trace => {
                let snap = self.snap_for_trace(screen, self.modifiers);
                let text = match (self.trace_at(snap.world), snap.end.part) {
                    (Some(_), _) => "no longer trace this point",
                    (None, Some(_)) => "trace this point",
                    (None, None) => "",
                };
                self.set_halo(&snap, text.to_owned());
            }
        }
    }

    /// Records that the tool has made something at the pointer.
    pub(super) fn note_made(&mut self) {
        self.made_at = self.pointer.map(|at| (self.tool, at));
    }

    /// Whether the pointer is still where the tool made its latest item. The next preview would hide that item, and its text would seem to
    /// refer to it.
    fn rests_where_made(&mut self, screen: Vec2) -> bool {
        let idle = matches!(self.gesture, Gesture::Idle);
        let rests = |(tool, at): (Tool, Vec2)| tool == self.tool && at.distance(screen) < CLICK;
        let rests = idle && self.made_at.is_some_and(rests);
        if !rests {
            self.made_at = None;
        }
        rests
    }

    fn preview_part(&mut self, screen: Vec2) {
        let Some(drawn) = self.drawn(screen, self.modifiers) else {
            return;
        };
        let (draft, id, pose) = self.draft_part(&drawn);
        let mut text = String::new();
        if !drawn.joints.is_empty() {
            let mut ends: Vec<Attach> = drawn.joints.iter().map(|(_, snap)| snap.end).collect();
            ends.push(Attach::ground(Vec2::ZERO));
            // A pin at an end is expected; another snapped point is named.
            let label = match drawn.joints.last().map(|(_, snap)| snap.to) {
                Some(SnapTo::Point(name)) if name != "end" => format!("pinned at the {name}"),
                _ => "pinned".to_owned(),
            };
            text = self.cost(&label, ends, &draft, &[(id, pose)]);
        }
        let snap = match (drawn.joints.last(), &self.gesture) {
            (Some((_, snap)), _) => *snap,
            (None, Gesture::Draw { snap, .. }) => self.drag_end(snap, screen, self.modifiers),
            (None, _) => self.snap(screen, self.modifiers.alt, |_, _| false),
        };
        if snap.to != SnapTo::Free {
            if text.is_empty() {
                text = snap.reason().to_owned();
            }
            self.set_halo(&snap, text);
        }
        if let Some(part) = draft.scene().part(id) {
            let mut part = part.clone();
            part.pose = pose;
            self.ghost.parts.push(part);
        }
    }

    fn preview_link(&mut self, screen: Vec2) {
        let Some(link) = self.link_in_hand(screen) else {
            return;
        };
        let label = link.label().to_lowercase();
        let ends = self.link_ends(&link, screen, self.modifiers);
        let Some(last) = ends.last().copied() else { return };
        if let Some(slot) = self.rests_on_pick(screen) {
            // A second click here would make nothing.
            let next = link.slot_name(slot).to_lowercase();
            self.set_halo(&last, format!("{label}: from here; now click: {next}"));
            return;
        }
        if ends.len() < link.slots().len() {
            let slot = ends.len() - 1;
            let name = link.slot_name(slot).to_lowercase();
            let text = match (slot, last.end.part) {
                (0, None) => String::new(),
                (0, Some(_)) if link.slots().len() == 2 => format!("{label}: from here"),
                _ => format!("{label}: {name} ({} of {})", slot + 1, link.slots().len()),
            };
            self.set_halo(&last, text);
            // Dashed line through the picked ends to the pointer.
            if ends.len() > 1 {
                self.ghost.glyphs.push(Glyph::Wire {
                    points: ends
                        .iter()
                        .map(|snap| self.run.point(&self.scene, snap.end))
                        .collect(),
                    closed: false,
                    stuff: Stuff::Dashes,
                });
            }
            return;
        }
        match self.draft_link(link.clone(), &ends, self.modifiers.ctrl) {
            Ok(joined) => {
                let attached = ends.iter().map(|snap| snap.end).collect();
                let text = self.cost(&label, attached, &joined.draft, &joined.poses);
                self.set_halo(&last, text);
                for (id, pose) in &joined.poses {
                    if let Some(part) = joined.draft.scene().part(*id) {
                        let mut part = part.clone();
                        part.pose = *pose;
                        self.ghost.parts.push(part);
                    }
                }
                // While a wire is drawn, its stroke is the preview.
                if !self.is_scrawling() {
                    let ports: Vec<EndPorts> = ends.iter().map(|snap| self.ports(snap.end)).collect();
                    self.ghost.glyphs = joined.link.drawn(&ports);
                }
            }
            Err(reason) => {
                self.set_halo(&last, reason);
                self.refuse();
            }
        }
    }

    /// Index of the next end to pick, while the pointer is still at the end picked last.
    fn rests_on_pick(&self, screen: Vec2) -> Option<usize> {
        let Gesture::Join { picked, .. } = &self.gesture else {
            return None;
        };
        let place = self
            .view
            .screen_from_world(self.run.point(&self.scene, picked.last()?.end));
        (place.distance(screen) < CLICK && !self.is_scrawling()).then_some(picked.len())
    }

    /// Shows the item at its new attachment instead of its present one.
    fn preview_reattached(&mut self, id: Id, index: usize, to: &Snap) {
        let mut draft = self.draft_reattached(id, index, to);
        let at = self.run.point(&self.scene, to.end);
        // A pin is drawn between its ends. Where the machine does not follow, both are put at the new place, so that no gap is drawn.
        draft.change(id, |item| match item {
            Item::Constraint(it) if matches!(it.kind.holds_as(), ConstraintKind::Pin(_)) => {
                for end in &mut it.ends {
                    *end = match end.part {
                        Some(part) => self.attach_to(part, at),
                        None => Attach::ground(at),
                    };
                }
            }
            _ => {}
        });
        self.held_scene = Some(Box::new(draft.into_scene()));
        let place = match to.end.part {
            Some(part) => self.scene.name(Some(part)).to_owned(),
            None => "the ground".to_owned(),
        };
        self.set_halo(to, format!("attach to {place}"));
    }

    /// Shows what dropping a point here would join it to, and the cost in degrees of freedom.
    fn preview_drop(&mut self, point: Attach, to: &Snap) {
        let name = self.scene.name(to.end.part).to_owned();
        let merges = |into| point.part.is_some_and(|gone| self.merges(gone, into));
        let text = if !to.is_joint() {
            format!("on {name}: pin, slider or leave")
        } else if to.end.part.is_some_and(merges) {
            format!("one with {name}")
        } else {
            match self.draft_held(ConstraintKind::Pin(Pin {}), to.end, point) {
                Ok(joined) => self.cost(&format!("pin to {name}"), vec![to.end, point], &joined.draft, &[]),
                Err(reason) => reason,
            }
        };
        self.set_halo(to, text);
    }

    fn set_halo(&mut self, snap: &Snap, text: String) {
        let kind = match (snap.to, snap.end.part) {
            (SnapTo::Point(_), _) | (SnapTo::Free, Some(_)) => HaloKind::Part,
            (SnapTo::Anchor | SnapTo::Floor | SnapTo::Free, _) => HaloKind::Ground,
            (SnapTo::Grid | SnapTo::Origin, _)
            | (SnapTo::Direction(_) | SnapTo::Length(_) | SnapTo::Perpendicular | SnapTo::Tangent, _) => {
                HaloKind::Grid
            }
        };
        self.halo = Some(Halo {
            at: self.run.point(&self.scene, snap.end),
            kind,
            text,
        });
    }

    /// Marks the halo as refused.
    fn refuse(&mut self) {
        if let Some(halo) = &mut self.halo {
            halo.kind = HaloKind::Refused;
        }
    }

    /// All feedback of the canvas in addition to the machine.
    pub fn feedback(&self) -> Feedback {
        let held = |hand: &crate::sim::Hand| {
            let end = Attach::part(hand.part, hand.at);
            Some((self.run.point(&self.scene, end), hand.target))
        };
        Feedback {
            hover: self.hover,
            halo: self.halo.clone(),
            ghost: self.ghost.clone(),
            marquee: match self.gesture {
                Gesture::Marquee { from, to, .. } => Some((from, to)),
                _ => None,
            },
            grab: match &self.gesture {
                Gesture::Hold(hand) => held(hand),
                Gesture::Pose(posing) => held(&posing.hand),
                _ => None,
            },
            rotate: self.rotate_handle(),
            handles: if self.tool == Tool::Select {
                let dials = self.dials().into_iter().map(|dial| dial.at);
                let sizes = self.size_knobs();
                self.end_handles().into_iter().chain(dials).chain(sizes).collect()
            } else {
                Vec::new()
            },
            hint: self.hint(),
            advice: self.advice(),
            cranks: self.crank_ranges(),
            paths: match &self.gesture {
                _ if !self.run.at_start() => Vec::new(),
                Gesture::Reattach { live: Some(live), .. } => live.paths.clone(),
                _ => self.cycle_paths.clone(),
            },
            dimensions: match self.measuring {
                Some(_) => self.measured(),
                None => self.dimensions(),
            },
            pulled: self.pull_under_way(),
            cursor: self.cursor(),
        }
    }

    fn cursor(&self) -> Cursor {
        let part = |id| self.scene.part(id).is_some();
        match &self.gesture {
            _ if self.pan.is_some_and(|pan| pan.moved) => Cursor::Move,
            Gesture::Hold(_) | Gesture::Pose(_) | Gesture::Dial { .. } | Gesture::Resize(_) => {
                Cursor::Grabbing
            }
            Gesture::Rigid(_) | Gesture::Pull { .. } | Gesture::Underlay { .. } => Cursor::Move,
            _ if self.tool != Tool::Select => Cursor::Cross,
            Gesture::Idle if self.hover.is_some_and(part) => Cursor::Grab,
            _ => Cursor::Arrow,
        }
    }
}
