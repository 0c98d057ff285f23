//! What the joining tool makes: a constraint or a force, and what of it the tool must know.
//!
//! All of it follows from the kind's own slots, parameters and drawing, so that a new kind needs nothing here.

use crate::constraints::{ConstraintKind, EndPorts, Glyph, MAX_ENDS, Meshing, Round, Slot};
use crate::editor::Tool;
use crate::editor::sizes::tidy_sizes;
use crate::forces::ForceKind;
use crate::math::Vec2;
use crate::parameter::Parameters;
use crate::scene::{Attach, Constraint, Force, Item};

/// What the tool makes.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) enum Link {
    Constraint(ConstraintKind),
    Force(ForceKind),
}

impl Link {
    /// What a tool makes, if it joins.
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
    /// What an end is called.
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
    /// Takes sizes from the round parts it is put on.
    pub fn suit(&mut self, parts: &[Option<Round>]) {
        if let Link::Constraint(it) = self {
            it.suit(parts);
        }
    }
    /// Takes the pitch radii of the round parts; how far apart these are, where that is not theirs to choose.
    pub fn mesh(&mut self, parts: &[Option<Round>], ends: &[EndPorts]) -> Option<Meshing> {
        match self {
            Link::Constraint(it) => it.mesh(parts, ends),
            Link::Force(_) => None,
        }
    }
    /// What it looks like as it is between these ends.
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
    /// What it looks like when it is made between these ends.
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
    /// Gives a force that is drawn as an arrow the arrow's new direction and length.
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
    /// Whether it sits at one place, and does not reach from one to another: its drawing tells.
    pub fn at_a_place(&self) -> bool {
        let small = |it: &Glyph| {
            matches!(
                it,
                Glyph::Pin { .. } | Glyph::Turn { .. } | Glyph::Block { .. } | Glyph::Spiral { .. }
            )
        };
        self.slots().len() == 2 && self.drawing().iter().all(small)
    }
    /// Whether it makes a particle at its far end in the empty canvas: sticks do.
    pub fn makes_far_end(&self) -> bool {
        self.slots().len() == 2 && self.drawing().iter().any(|it| matches!(it, Glyph::Rod { .. }))
    }
}
