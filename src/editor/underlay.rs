//! The picture to trace over (underlay): placed, changed, and scaled by a known distance.

use std::sync::Arc;

use crate::constraints::{Names, quantity_in};
use crate::math::Vec2;
use crate::parameter::Unit;
use crate::raster::ImageFile;
use crate::scene::{Camera, Change, Edit, Underlay};

use super::followed::Followed;
use super::gesture::Gesture;
use super::undo_step::GestureKey;
use super::{Editor, Effect, Level, Tool};

/// Fraction of the canvas that a new picture takes.
const SHARE: f64 = 0.8;

impl Editor {
    /// Selects the tool that moves and scales the picture; asks for a picture if there is none.
    pub(super) fn trace_over(&mut self) {
        if self.scene.underlay.is_some() {
            self.set_tool(Tool::Underlay);
        } else {
            self.out.push(Effect::ChoosePicture);
        }
    }

    /// Puts a picture under the machine, in the middle of the canvas, or with place and width of the picture that it replaces.
    pub(super) fn lay_under(&mut self, file: Arc<ImageFile>) {
        let underlay = match &self.scene.underlay {
            Some(before) => Underlay {
                file,
                hidden: false,
                ..before.clone()
            },
            None => {
                let (low, high) = self.view.visible();
                let [width, height] = file.size().map(f64::from);
                let room = SHARE * (high - low);
                // Rounded to less than can be seen.
                let fine = 1e-3 * self.view.metres(1.0);
                Underlay {
                    center: (0.5 * (low + high) / fine).round() * fine,
                    width: room.x.min(room.y * width / height),
                    angle: 0.0,
                    opacity: Underlay::USUAL_OPACITY,
                    hidden: false,
                    file,
                }
            }
        };
        if self.change_underlay(Some(underlay), "Lay a picture under it", None) {
            self.set_tool(Tool::Underlay);
            let text = "Click two points of the picture whose distance you know, and type it; drag the picture to move it";
            self.say(Level::Info, text);
        }
    }

    /// Changes, adds or removes the picture.
    pub(super) fn change_underlay(
        &mut self,
        after: Option<Underlay>,
        label: &str,
        key: Option<GestureKey>,
    ) -> bool {
        let mut edit = Edit::new(label);
        edit.changes.push(Change::Underlay {
            before: self.scene.underlay.clone().map(Box::new),
            after: after.map(Box::new),
        });
        self.commit(edit, Vec::new(), key)
    }

    /// Shows or hides the picture.
    pub(super) fn toggle_underlay(&mut self) {
        if let Some(now) = self.scene.underlay.clone() {
            let hidden = !now.hidden;
            let label = if hidden {
                "Hide the picture"
            } else {
                "Show the picture"
            };
            self.change_underlay(Some(Underlay { hidden, ..now }), label, None);
        }
    }

    /// Scales the picture so that two of its world points are at the typed distance. The first point stays in place; in an empty scene the
    /// picture's centre does, and the view follows ([`Editor::follow_picture`]).
    pub(super) fn scale_underlay(&mut self, from: Vec2, to: Vec2, text: &str) {
        self.measuring = None;
        let Some(now) = &self.scene.underlay else { return };
        let lengths = self.scene.info.length_unit;
        let wanted = match quantity_in(text, Unit::Metre, &Names::new(), lengths) {
            Ok(wanted) if wanted > 0.0 => wanted,
            Ok(_) => {
                return self.say(
                    Level::Warning,
                    "The distance of the two points is more than nothing",
                );
            }
            Err(mistake) => {
                let why = format!("The distance cannot be read: {}", mistake.sentence);
                return self.say(Level::Warning, why);
            }
        };
        let factor = wanted / from.distance(to);
        if !factor.is_finite() {
            return self.say(Level::Warning, "The two points are one; click two that are apart");
        }
        let about = if self.scene.is_empty() { now.center } else { from };
        let (before, after) = (now.clone(), now.enlarged(about, factor));
        let width = after.width;
        if !self.change_underlay(Some(after), "Set the scale of the picture", None) {
            return;
        }
        self.follow_picture(Some(&before));
        self.set_tool(Tool::Select);
        let width = lengths.text(width, 1e-4 * width);
        self.say(Level::Info, format!("The picture is {width} wide; draw over it"));
    }

    /// In an empty scene the view follows a scaled picture, so that the picture stays unchanged on the screen.
    pub(super) fn follow_picture(&mut self, before: Option<&Underlay>) {
        let (Some(before), Some(after)) = (before, &self.scene.underlay) else {
            return;
        };
        let factor = after.width / before.width;
        if !self.scene.is_empty() || factor == 1.0 || !factor.is_finite() {
            return;
        }
        let (now, widths) = (self.view, [before.width, after.width]);
        let last = self.followed.as_ref();
        if let Some(earlier) = last.and_then(|last| last.way_back(widths, &now)) {
            self.view.animate_back(&earlier);
        } else {
            let camera = now.destination();
            let center = after.center + factor * (camera.center - before.center);
            let height = factor * camera.height;
            self.view.animate_to(Camera { center, height });
        }
        let views = [now, self.view];
        self.followed = Some(Followed { widths, views });
    }

    /// The picture as shown, displaced by a drag under way.
    pub fn shown_underlay(&self) -> Option<Underlay> {
        let mut shown = self.scene.underlay.clone()?;
        if let Gesture::Underlay { by, .. } = self.gesture {
            shown.center += by;
        }
        Some(shown)
    }
}
