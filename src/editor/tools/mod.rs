//! The tools: one per kind of part, one generic tool for every kind of constraint and force, select, trace.

mod join;
mod link;
mod part;
mod pose;
mod reattach;
mod rigid;
mod select;
mod trace;

use crate::bodies::Shape;
use crate::constraints::ConstraintKind;
use crate::forces::ForceKind;

/// What a press on the canvas does. A kind is named by its id in its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Selects and drags.
    #[default]
    Select,
    /// Draws parts of a kind.
    Part(&'static str),
    /// Joins with constraints of a kind.
    Constraint(&'static str),
    /// Adds forces of a kind.
    Force(&'static str),
    /// Follows points.
    Trace,
}

impl Tool {
    /// All of them, in the order of the tool bar.
    pub fn all() -> Vec<Tool> {
        let mut tools = vec![Tool::Select];
        tools.extend(Shape::catalogue().iter().map(|it| Tool::Part(it.id())));
        tools.extend(
            ConstraintKind::catalogue()
                .iter()
                .map(|it| Tool::Constraint(it.id())),
        );
        tools.extend(ForceKind::catalogue().iter().map(|it| Tool::Force(it.id())));
        tools.push(Tool::Trace);
        tools
    }
    /// The shape it draws.
    pub fn shape(self) -> Option<Shape> {
        let Tool::Part(id) = self else { return None };
        Shape::catalogue().into_iter().find(|it| it.id() == id)
    }
    /// The constraint it makes.
    pub fn constraint(self) -> Option<ConstraintKind> {
        let Tool::Constraint(id) = self else { return None };
        ConstraintKind::catalogue().into_iter().find(|it| it.id() == id)
    }
    /// The force it makes.
    pub fn force(self) -> Option<ForceKind> {
        let Tool::Force(id) = self else { return None };
        ForceKind::catalogue().into_iter().find(|it| it.id() == id)
    }
    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Tool::Select => "Select and drag",
            Tool::Trace => "Trace",
            Tool::Part(_) => self.shape().map_or("", |it| it.label()),
            Tool::Constraint(_) => self.constraint().map_or("", |it| it.label()),
            Tool::Force(_) => self.force().map_or("", |it| it.label()),
        }
    }
    /// The letters of its key.
    pub fn keys(self) -> Vec<char> {
        match self {
            Tool::Select => vec!['V', 'Q'],
            Tool::Trace => vec!['T'],
            Tool::Part(_) => self.shape().iter().map(Shape::key).collect(),
            Tool::Constraint(_) => self.constraint().iter().map(ConstraintKind::key).collect(),
            Tool::Force(_) => self.force().iter().map(ForceKind::key).collect(),
        }
    }
    /// One sentence on how it is used.
    pub fn help(self) -> &'static str {
        match self {
            Tool::Select => "Drag a part to move it; drag over the empty canvas to select.",
            Tool::Trace => "Click a point of a part to see its path.",
            Tool::Part(_) => "Press and drag to draw it; a click makes one of the usual size.",
            Tool::Constraint(_) => self.constraint().map_or("", |it| it.help()),
            Tool::Force(_) => self.force().map_or("", |it| it.help()),
        }
    }
    /// Its name in the table of commands.
    pub fn id(self) -> &'static str {
        match self {
            Tool::Select => "select",
            Tool::Trace => "trace",
            Tool::Part(id) | Tool::Constraint(id) | Tool::Force(id) => id,
        }
    }
}
