//! Tools: one for each kind of part, a generic one for every kind of constraint and force, and those for selecting, tracing and measuring.

mod anchor;
mod annotate;
mod axle;
mod dial;
mod freehand;
mod join;
mod link;
mod linking;
mod measure;
mod mesh;
mod mesh_axle;
mod part;
mod pose;
mod rack_mesh;
mod reattach;
mod resize;
mod resize_preview;
mod rigid;
mod rotate_handle;
mod select;
mod trace;
mod underlay;

pub(in crate::editor) use self::link::Link;
pub(in crate::editor) use self::linking::Joined;

use std::sync::LazyLock;

use crate::bodies::Shape;
use crate::constraints::{self, ConstraintKind};
use crate::editor::Chord;
use crate::editor::event::{Key, Modifiers};
use crate::forces::{self, ForceKind};

/// The tool that a press on the canvas uses. A kind is named by its id in its table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Selects and drags.
    #[default]
    Select,
    /// Draws parts of this kind.
    Part(&'static str),
    /// Joins with constraints of this kind.
    Constraint(&'static str),
    /// Adds forces of this kind.
    Force(&'static str),
    /// Traces points.
    Trace,
    /// Measures distances and directions.
    Measure,
    /// Places dimensions.
    Dimension,
    /// Writes notes.
    Note,
    /// Moves and scales the picture to trace over.
    Underlay,
}

/// A group of tools in the tool bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shelf {
    /// Selecting.
    Select,
    /// Bodies.
    Parts,
    /// Joints between parts.
    Joints,
    /// Guides along which parts run.
    Guides,
    /// Wheels, belts and ropes.
    Wheels,
    /// Motors and other drives.
    Drives,
    /// Springs and dampers.
    Springs,
    /// Forces and torques.
    Forces,
    /// Traces and measurements.
    Trace,
}

impl Shelf {
    /// All groups, in the order of the tool bar.
    pub const ALL: [Shelf; 9] = [
        Shelf::Select,
        Shelf::Parts,
        Shelf::Joints,
        Shelf::Guides,
        Shelf::Wheels,
        Shelf::Drives,
        Shelf::Springs,
        Shelf::Forces,
        Shelf::Trace,
    ];
    /// Name shown to the user.
    pub fn label(self) -> &'static str {
        match self {
            Shelf::Select => "Select",
            Shelf::Parts => "Parts",
            Shelf::Joints => "Joints",
            Shelf::Guides => "Guides",
            Shelf::Wheels => "Wheels and ropes",
            Shelf::Drives => "Drives",
            Shelf::Springs => "Springs and drag",
            Shelf::Forces => "Forces",
            Shelf::Trace => "Trace and measure",
        }
    }
}

/// An instance of each kind, cached because the tool bar needs them many times a frame and some are made from formulas that have to be parsed.
struct Kinds {
    shapes: Vec<Shape>,
    constraints: Vec<ConstraintKind>,
    forces: Vec<ForceKind>,
}

static KINDS: LazyLock<Kinds> = LazyLock::new(|| Kinds {
    shapes: Shape::catalogue(),
    constraints: ConstraintKind::catalogue(),
    forces: ForceKind::catalogue(),
});

impl Tool {
    /// All tools, in the order of the tool bar.
    pub fn all() -> Vec<Tool> {
        let mut tools = vec![Tool::Select];
        tools.extend(KINDS.shapes.iter().map(|it| Tool::Part(it.id())));
        tools.extend(KINDS.constraints.iter().map(|it| Tool::Constraint(it.id())));
        tools.extend(KINDS.forces.iter().map(|it| Tool::Force(it.id())));
        tools.extend([
            Tool::Trace,
            Tool::Measure,
            Tool::Dimension,
            Tool::Note,
            Tool::Underlay,
        ]);
        tools
    }
    /// The shape that the tool draws.
    pub fn shape(self) -> Option<Shape> {
        self.known_shape().cloned()
    }
    /// The constraint that the tool makes.
    pub fn constraint(self) -> Option<ConstraintKind> {
        self.known_constraint().cloned()
    }
    /// The force that the tool makes.
    pub fn force(self) -> Option<ForceKind> {
        self.known_force().cloned()
    }
    fn known_shape(self) -> Option<&'static Shape> {
        let Tool::Part(id) = self else { return None };
        KINDS.shapes.iter().find(|it| it.id() == id)
    }
    fn known_constraint(self) -> Option<&'static ConstraintKind> {
        let Tool::Constraint(id) = self else { return None };
        KINDS.constraints.iter().find(|it| it.id() == id)
    }
    fn known_force(self) -> Option<&'static ForceKind> {
        let Tool::Force(id) = self else { return None };
        KINDS.forces.iter().find(|it| it.id() == id)
    }
    /// Name shown to the user.
    pub fn label(self) -> &'static str {
        match self {
            Tool::Select => "Select and drag",
            Tool::Trace => "Trace",
            Tool::Measure => "Measure",
            Tool::Dimension => "Dimension",
            Tool::Note => "Note",
            Tool::Underlay => "Trace over a picture",
            Tool::Part(_) => self.known_shape().map_or("", |it| it.label()),
            Tool::Constraint(_) => self.known_constraint().map_or("", |it| it.label()),
            Tool::Force(_) => self.known_force().map_or("", |it| it.label()),
        }
    }
    /// Default keys that select the tool.
    pub fn keys(self) -> Vec<Chord> {
        let of = |key: Option<&'static str>| key.and_then(Chord::of_letter).into_iter().collect();
        match self {
            Tool::Select => ["V", "Q"].into_iter().filter_map(Chord::of_letter).collect(),
            Tool::Trace => of(Some("T")),
            Tool::Measure => vec![Chord {
                key: Key::Letter('M'),
                modifiers: Modifiers::CTRL,
            }],
            Tool::Dimension => vec![Chord {
                key: Key::Letter('M'),
                modifiers: Modifiers::CTRL_SHIFT,
            }],
            Tool::Note => vec![Chord {
                key: Key::Letter('T'),
                modifiers: Modifiers::CTRL,
            }],
            Tool::Underlay => vec![Chord {
                key: Key::Letter('T'),
                modifiers: Modifiers::CTRL_SHIFT,
            }],
            Tool::Part(_) => of(self.known_shape().map(|it| it.key())),
            Tool::Constraint(_) => of(self.known_constraint().map(|it| it.key())),
            Tool::Force(_) => of(self.known_force().map(|it| it.key())),
        }
    }
    /// Group of the tool in the tool bar.
    pub fn shelf(self) -> Shelf {
        match self {
            Tool::Select => Shelf::Select,
            Tool::Trace | Tool::Measure | Tool::Dimension | Tool::Note | Tool::Underlay => Shelf::Trace,
            Tool::Part(_) => Shelf::Parts,
            Tool::Constraint(_) => match self.known_constraint().map(|it| it.family()) {
                Some(constraints::Family::Guide) => Shelf::Guides,
                Some(constraints::Family::Wheel) => Shelf::Wheels,
                Some(constraints::Family::Drive) => Shelf::Drives,
                Some(constraints::Family::Joint) | None => Shelf::Joints,
            },
            Tool::Force(_) => match self.known_force().map(|it| it.family()) {
                Some(forces::Family::Spring) => Shelf::Springs,
                Some(forces::Family::Push) | None => Shelf::Forces,
            },
        }
    }
    /// Help on its use, in one sentence.
    pub fn help(self) -> &'static str {
        match self {
            Tool::Select => "Drag a part to move it; drag over the empty canvas to select.",
            Tool::Trace => "Click a point of a part to see its path.",
            Tool::Measure => "Drag or click from point to point; what is measured moves with the machine.",
            Tool::Dimension => {
                "Drag or click from point to point: the distance stays on the canvas, and is typed into where it is a length of a part or joint."
            }
            Tool::Note => "Click where words are to stand; on a part they go with it.",
            Tool::Underlay => {
                "Click two points of the picture and type how far they are apart; drag it to move it."
            }
            Tool::Part(_) => "Press and drag to draw it; a click makes one of the usual size.",
            Tool::Constraint(_) => self.known_constraint().map_or("", |it| it.help()),
            Tool::Force(_) => self.known_force().map_or("", |it| it.help()),
        }
    }
    /// Identifier in the table of commands.
    pub fn id(self) -> &'static str {
        match self {
            Tool::Select => "select",
            Tool::Trace => "trace",
            Tool::Measure => "measure",
            Tool::Dimension => "dimension",
            Tool::Note => "note",
            Tool::Underlay => "underlay",
            Tool::Part(id) | Tool::Constraint(id) | Tool::Force(id) => id,
        }
    }
}
