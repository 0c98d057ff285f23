//! Items of a scene.

use crate::bodies::{MassProperties, Motion, Shape};
use crate::constraints::ConstraintKind;
use crate::forces::ForceKind;
use crate::math::{Pose, Vec2};
use crate::parameter::{ParameterValue, Unit};

use super::{Attach, CanvasFlags, Collides, Dimension, Material, Note};

/// Mass of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mass {
    /// Uniform density, kg/m² (kg for a particle).
    Density(f64),
    /// Given mass and moment of inertia.
    Given {
        /// kg
        mass: f64,
        /// About the centre, kg m²; ignored for a particle.
        inertia: f64,
    },
}

/// Colours of a part; the theme defines their shades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PartColour {
    /// Unpainted wood.
    #[default]
    Maple,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
}

impl PartColour {
    /// All of them.
    pub const ALL: [PartColour; 5] = [
        PartColour::Maple,
        PartColour::Red,
        PartColour::Blue,
        PartColour::Green,
        PartColour::Yellow,
    ];

    /// Name in scene files.
    pub fn id(self) -> &'static str {
        match self {
            PartColour::Maple => "maple",
            PartColour::Red => "red",
            PartColour::Blue => "blue",
            PartColour::Green => "green",
            PartColour::Yellow => "yellow",
        }
    }
}

/// A body as built.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Unique in the scene.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// Its pose at the start.
    pub pose: Pose,
    /// Velocity of its centre at the start (m/s).
    pub velocity: Vec2,
    /// Angular velocity at the start (rad/s).
    pub omega: f64,
    /// Its mass.
    pub mass: Mass,
    /// Whether it is fixed to the ground at its pose.
    pub fixed: bool,
    /// Its colour.
    pub colour: PartColour,
    /// Material, for contact between parts.
    pub material: Material,
    /// What it collides with.
    pub collides: Collides,
    /// Layer: moving parts collide on the same layer only; parts are drawn from the lowest layer to the highest.
    pub layer: i32,
    /// Its handling on the canvas.
    pub handling: CanvasFlags,
}

/// Density of a new part (kg/m²; kg for a particle).
pub const DEFAULT_DENSITY: f64 = 1.0;

impl Part {
    /// A part at rest with the default density and colour.
    pub fn new(name: impl Into<String>, shape: Shape, pose: Pose) -> Self {
        Self {
            name: name.into(),
            shape,
            pose,
            velocity: Vec2::ZERO,
            omega: 0.0,
            mass: Mass::Density(DEFAULT_DENSITY),
            fixed: false,
            colour: PartColour::default(),
            material: Material::default(),
            collides: Collides::default(),
            layer: 0,
            handling: CanvasFlags::default(),
        }
    }
    /// Coordinates of the part, for its pose.
    pub fn motion(&self) -> Motion {
        self.shape.motion().placed(self.pose)
    }
    /// Its mass and moment of inertia.
    pub fn mass_properties(&self) -> MassProperties {
        match self.mass {
            Mass::Density(density) => self.shape.mass_at_density(density),
            Mass::Given { mass, inertia } => MassProperties {
                mass,
                inertia: if self.shape.motion().turns() { inertia } else { 0.0 },
            },
        }
    }
}

/// A constraint as built.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    /// Unique in the scene.
    pub name: String,
    /// One for each slot of the kind: a, then b.
    pub ends: Vec<Attach>,
    /// Its kind, with its parameters.
    pub kind: ConstraintKind,
}

/// A force as built.
#[derive(Clone, Debug, PartialEq)]
pub struct Force {
    /// Unique in the scene.
    pub name: String,
    /// One for each slot of the kind.
    pub ends: Vec<Attach>,
    /// Its kind, with its parameters.
    pub kind: ForceKind,
}

/// A point whose path is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Unique in the scene.
    pub name: String,
    /// The point.
    pub end: Attach,
    /// How long its path is shown (s); 0 for one turn of the slowest motor.
    pub lasts: f64,
}

impl Trace {
    /// A trace whose path is shown for the default time.
    pub fn new(name: impl Into<String>, end: Attach) -> Self {
        Self {
            name: name.into(),
            end,
            lasts: 0.0,
        }
    }

    /// Its parameter.
    pub fn parameter(&self) -> ParameterValue {
        ParameterValue {
            key: "lasts",
            label: "Shown for",
            unit: Unit::Second,
            min: 0.0,
            max: 600.0,
            value: self.lasts,
        }
    }
}

/// An item: anything with an id.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A body.
    Part(Part),
    /// A constraint.
    Constraint(Constraint),
    /// A force.
    Force(Force),
    /// A traced point.
    Trace(Trace),
    /// A text.
    Note(Note),
    /// A permanent measurement.
    Dimension(Dimension),
}

impl Item {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Item::Part(it) => &it.name,
            Item::Constraint(it) => &it.name,
            Item::Force(it) => &it.name,
            Item::Trace(it) => &it.name,
            Item::Note(it) => &it.name,
            Item::Dimension(it) => &it.name,
        }
    }
    /// Renames it.
    pub fn set_name(&mut self, name: String) {
        match self {
            Item::Part(it) => it.name = name,
            Item::Constraint(it) => it.name = name,
            Item::Force(it) => it.name = name,
            Item::Trace(it) => it.name = name,
            Item::Note(it) => it.name = name,
            Item::Dimension(it) => it.name = name,
        }
    }
    /// Its attachments; empty for a part.
    pub fn attachments(&self) -> &[Attach] {
        match self {
            Item::Part(_) => &[],
            Item::Constraint(it) => &it.ends,
            Item::Force(it) => &it.ends,
            Item::Trace(it) => std::slice::from_ref(&it.end),
            Item::Note(it) => std::slice::from_ref(&it.end),
            Item::Dimension(it) => &it.ends,
        }
    }
    /// The same, mutable.
    pub fn attachments_mut(&mut self) -> &mut [Attach] {
        match self {
            Item::Part(_) => &mut [],
            Item::Constraint(it) => &mut it.ends,
            Item::Force(it) => &mut it.ends,
            Item::Trace(it) => std::slice::from_mut(&mut it.end),
            Item::Note(it) => std::slice::from_mut(&mut it.end),
            Item::Dimension(it) => &mut it.ends,
        }
    }
    /// The part, if it is one.
    pub fn as_part(&self) -> Option<&Part> {
        if let Item::Part(it) = self { Some(it) } else { None }
    }
    /// The constraint, if it is one.
    pub fn as_constraint(&self) -> Option<&Constraint> {
        if let Item::Constraint(it) = self {
            Some(it)
        } else {
            None
        }
    }
    /// The force, if it is one.
    pub fn as_force(&self) -> Option<&Force> {
        if let Item::Force(it) = self {
            Some(it)
        } else {
            None
        }
    }
    /// The trace, if it is one.
    pub fn as_trace(&self) -> Option<&Trace> {
        if let Item::Trace(it) = self {
            Some(it)
        } else {
            None
        }
    }
    /// The note, if it is one.
    pub fn as_note(&self) -> Option<&Note> {
        if let Item::Note(it) = self { Some(it) } else { None }
    }
    /// The dimension, if it is one.
    pub fn as_dimension(&self) -> Option<&Dimension> {
        if let Item::Dimension(it) = self {
            Some(it)
        } else {
            None
        }
    }
    /// Whether it acts on no part: a trace, note or dimension.
    pub fn is_passive(&self) -> bool {
        matches!(self, Item::Trace(_) | Item::Note(_) | Item::Dimension(_))
    }
    /// The name of its kind, such as "pin" or "disk".
    pub fn kind_id(&self) -> &'static str {
        match self {
            Item::Part(it) => it.shape.id(),
            Item::Constraint(it) => it.kind.id(),
            Item::Force(it) => it.kind.id(),
            Item::Trace(_) => "trace",
            Item::Note(_) => "note",
            Item::Dimension(_) => "dimension",
        }
    }
}

macro_rules! item_from {
    ($($Variant:ident),*) => {$(
        impl From<$Variant> for Item {
            fn from(it: $Variant) -> Self {
                Item::$Variant(it)
            }
        }
    )*};
}
item_from!(Part, Constraint, Force, Trace, Note, Dimension);
