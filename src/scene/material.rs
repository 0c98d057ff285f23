//! Contact properties of parts: material, and which parts collide.

/// Material of a part for contact; a missing value is that of the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Material {
    /// Coefficient of friction; a pair has the geometric mean.
    pub friction: Option<f64>,
    /// Coefficient of restitution: speed after an impact over the speed before it; a pair has the larger value.
    pub restitution: Option<f64>,
    /// Coefficient of rolling friction: length by which the contact force is off the middle of the contact (m), 0 if missing; a pair has the larger one.
    pub rolling: Option<f64>,
}

impl Material {
    /// Materials by name. A pair of equal materials has the usual values, such as those of dry steel on steel.
    pub const PRESETS: [(&'static str, Material); 4] = [
        ("Steel", Self::of(0.4, 0.6)),
        ("Rubber", Self::of(1.1, 0.8)),
        ("Ice", Self::of(0.03, 0.1)),
        ("Wood", Self::of(0.5, 0.3)),
    ];

    const fn of(friction: f64, restitution: f64) -> Self {
        Self {
            friction: Some(friction),
            restitution: Some(restitution),
            rolling: None,
        }
    }
}

/// Which parts a part collides with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collides {
    /// All parts on its layer, except those of its own machine.
    #[default]
    Others,
    /// All parts on its layer, except those that it is joined to directly.
    All,
    /// Nothing.
    Nothing,
}

impl Collides {
    /// All values.
    pub const ALL: [Collides; 3] = [Collides::Others, Collides::All, Collides::Nothing];

    /// Name in scene files.
    pub fn id(self) -> &'static str {
        match self {
            Collides::Others => "others",
            Collides::All => "all",
            Collides::Nothing => "nothing",
        }
    }
    /// Name for people.
    pub fn label(self) -> &'static str {
        match self {
            Collides::Others => "Others",
            Collides::All => "All",
            Collides::Nothing => "Nothing",
        }
    }
    /// What it means, as a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Collides::Others => "It collides with all parts on its layer that are not of its own machine.",
            Collides::All => {
                "It collides with parts of its own machine, too, but not with those it is joined to."
            }
            Collides::Nothing => "Everything passes through it.",
        }
    }
}

/// Largest coefficient of rolling friction (m).
pub const MOST_ROLLING: f64 = 1e3;

/// Layers range from minus this to this, from back to front.
pub const LAYERS: i32 = 8;
