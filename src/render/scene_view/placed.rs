//! Poses of all parts in a picture. Data needed for every part come from the canvas table; a part itself is accessed only where
//! that is not enough.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Deref;

use crate::bodies::Shape;
use crate::constraints::EndPorts;
use crate::math::{Pose, Vec2, unit};
use crate::scene::{Attach, CanvasTable, Id, Item, Part, PlainLink};

use super::SceneView;

/// Pose of a part, with the direction of its x axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub pose: Pose,
    along: Vec2,
}

impl Place {
    fn of(pose: Pose) -> Self {
        // Particles always have this angle.
        let along = if pose.angle == 0.0 {
            Vec2::X
        } else {
            unit(pose.angle)
        };
        Self { pose, along }
    }

    /// World point of a point of the part.
    pub fn point(&self, at: Vec2) -> Vec2 {
        self.pose.position + self.along.rotate(at)
    }
}

/// A part in its present form: the scene's own part, or a copy with another form.
enum Formed<'a> {
    Kept(&'a Part),
    Other(Box<Part>),
}

impl Deref for Formed<'_> {
    type Target = Part;
    fn deref(&self) -> &Part {
        match self {
            Formed::Kept(part) => part,
            Formed::Other(part) => part,
        }
    }
}

/// The parts of a picture with their present poses, in the order of the canvas table.
pub(super) struct Placed<'a> {
    input: &'a SceneView<'a>,
    pub roster: &'a CanvasTable,
    pub places: Vec<Place>,
    /// The parts themselves, created on first use.
    formed: OnceCell<Vec<Formed<'a>>>,
}

impl<'a> Placed<'a> {
    pub fn all(input: &'a SceneView<'a>) -> Self {
        let roster = input.scene.roster();
        let (parts, shown) = (roster.parts(), input.overlay.poses.list());
        let known = parts.len() == shown.len() && parts.iter().zip(shown).all(|(part, it)| part.id == it.0);
        let places = if known {
            shown.iter().map(|it| Place::of(it.1)).collect()
        } else {
            let pose = |id: Id, built: Pose| Place::of(input.pose(id).unwrap_or(built));
            parts.iter().map(|it| pose(it.id, it.built)).collect()
        };
        Self {
            input,
            roster,
            places,
            formed: OnceCell::new(),
        }
    }

    /// A part by its index in the canvas table.
    pub fn part(&self, place: usize) -> &Part {
        let formed = self.formed.get_or_init(|| {
            let now = |(id, part)| match self.input.formed(id, part) {
                Cow::Borrowed(part) => Formed::Kept(part),
                Cow::Owned(part) => Formed::Other(Box::new(part)),
            };
            self.input.scene.parts().map(now).collect()
        });
        &formed[place]
    }

    /// World points of the ends of a link.
    pub fn ends(&self, link: &PlainLink) -> [Vec2; 2] {
        link.ends.map(|end| match end.part {
            Some(place) => self.places[place].point(end.at),
            None => end.at,
        })
    }

    /// Computes the ends of an item into `ends`; returns the shape of the part that the first end is on.
    pub fn find_ends(&self, item: &Item, ends: &mut Vec<EndPorts>) -> Option<&Shape> {
        let shape = |place: usize| &self.part(place).shape;
        let port = |end: &Attach| {
            let place = end.part.and_then(|id| self.roster.place(id));
            let (point, angle) = place.map_or((end.at, 0.0), |place| {
                shape(place).posed(end.at, self.places[place].pose)
            });
            EndPorts::fixed(point, angle)
        };
        ends.clear();
        ends.extend(item.attachments().iter().map(port));
        let first = item.attachments().first().and_then(|end| end.part);
        first.and_then(|id| self.roster.place(id)).map(shape)
    }
}
