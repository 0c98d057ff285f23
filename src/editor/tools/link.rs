//! The kind that the joining tool makes, a constraint or a force, and the properties that the tool needs.
//!
//! All of these follow from the kind's slots, parameters and drawing, so that a new kind needs no code here.

use crate::constraints::{ConstraintKind, EndPorts, Glyph, MAX_ENDS, Meshing, Round, Slot};
use crate::editor::Tool;
use crate::editor::sizes::tidy_sizes;
use crate::forces::ForceKind;
use crate::math::Vec2;
use crate::parameter::Parameters;
use crate::scene::{Attach, Constraint, Force, Item};

/// A kind of constraint or force.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) enum Link {
    Constraint(ConstraintKind),
    Force(ForceKind),
}

impl Link {
    /// The kind that a tool makes, if it is a joining tool.
    pub fn of(tool: Tool) -> Option<Self> {
        tool.constraint()
            .map(Link::Constraint)
            .or_else(|| tool.force().map(Link::Force))
    }
    pub fn slots(&self) -> &'static [Slot] {
        match self {
            Link::Constraint(it) => it.slots(),
            Link::Force(it) => it.slots(),
        }
    }
    /// Name of an end.
    pub fn slot_name(&self, slot: usize) -> &'static str {
        let names = match self {
            Link::Constraint(it) => it.slot_names(),
            Link::Force(_) => &["From", "To"],
        };
        names.get(slot).copied().unwrap_or_default()
    }
    /// Whether two of its ends may be on one part.
    pub fn may_share(&self, one: usize, other: usize) -> bool {
        match self {
            Link::Constraint(it) => it.may_share(one, other),
            Link::Force(_) => false,
        }
    }
    /// Adapts sizes to the round parts at its ends.
    pub fn suit(&mut self, parts: &[Option<Round>]) {
        if let Link::Constraint(it) = self {
            it.suit(parts);
        }
    }
    /// Takes the pitch radii of the round parts. Returns the distance of the parts and the one at which they mesh; `None` where neither has a radius.
    pub fn mesh(&mut self, parts: &[Option<Round>], ends: &[EndPorts]) -> Option<Meshing> {
        match self {
            Link::Constraint(it) => it.mesh(parts, ends),
            Link::Force(_) => None,
        }
    }
    /// Drawing between these ends with the present parameters.
    pub fn drawn(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        match self {
            Link::Constraint(it) => it.glyph(ends),
            Link::Force(it) => it.glyph(ends),
        }
    }
    pub fn id(&self) -> &'static str {
        match self {
            Link::Constraint(it) => it.id(),
            Link::Force(it) => it.id(),
        }
    }
    /// Whether its first end is a rack.
    pub fn runs_on_teeth(&self) -> bool {
        matches!(self, Link::Constraint(ConstraintKind::RackAndPinion(_)))
    }
    pub fn label(&self) -> &'static str {
        match self {
            Link::Constraint(it) => it.label(),
            Link::Force(it) => it.label(),
        }
    }
    pub fn fit(&mut self, ends: &[EndPorts]) {
        match self {
            Link::Constraint(it) => {
                it.fit(ends);
                tidy_sizes(it);
            }
            Link::Force(it) => {
                it.fit(ends);
                tidy_sizes(it);
            }
        }
    }
    /// Drawing between these ends after fitting.
    pub fn preview(&self, ends: &[EndPorts]) -> Vec<Glyph> {
        let mut fitted = self.clone();
        fitted.fit(ends);
        fitted.drawn(ends)
    }
    pub fn item(self, ends: Vec<Attach>) -> Item {
        let name = String::new();
        match self {
            Link::Constraint(kind) => Constraint { name, ends, kind }.into(),
            Link::Force(kind) => Force { name, ends, kind }.into(),
        }
    }
    /// Sets direction and magnitude of a force that is drawn as an arrow, from the arrow's vector.
    pub fn aim(&mut self, arrow: Vec2) {
        let preview = self.preview(&[EndPorts::default()]);
        let Some(&Glyph::Arrow { from, to }) = preview.first() else {
            return;
        };
        let Link::Force(kind) = self else { return };
        let value = |key: &str| {
            kind.parameters()
                .iter()
                .find(|it| it.key == key)
                .map(|it| it.value)
        };
        let (Some(x), Some(y)) = (value("x"), value("y")) else {
            return;
        };
        let scale = Vec2::new(x, y).length() / from.distance(to);
        if scale.is_finite() {
            kind.set_parameter("x", arrow.x * scale);
            kind.set_parameter("y", arrow.y * scale);
        }
    }
    fn drawing(&self) -> Vec<Glyph> {
        self.preview(&[EndPorts::default(); MAX_ENDS][..self.slots().len()])
    }
    /// Whether it is located at one point and does not reach from one to another, judged by its drawing.
    pub fn at_a_place(&self) -> bool {
        let small = |it: &Glyph| {
            matches!(
                it,
                Glyph::Pin { .. } | Glyph::Turn { .. } | Glyph::Block { .. } | Glyph::Spiral { .. }
            )
        };
        self.slots().len() == 2 && self.drawing().iter().all(small)
    }
    /// Whether it makes a particle at its far end in the empty canvas: a kind that is drawn as a rod does.
    pub fn makes_far_end(&self) -> bool {
        self.slots().len() == 2 && self.drawing().iter().any(|it| matches!(it, Glyph::Rod { .. }))
    }
}
