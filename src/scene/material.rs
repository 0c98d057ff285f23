//! What parts are where they touch: their material, and what they collide with.

/// What a part is made of, where parts touch; what is left out is as the scene says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Material {
    /// Coefficient of friction; that of a pair is the geometric mean.
    pub friction: Option<f64>,
    /// Speed after a hit over the speed before it; of a pair the larger counts.
    pub restitution: Option<f64>,
    /// Length by which the push at a point of contact is off its middle against what rolls (m), 0 where left out; of a pair the larger counts.
    pub rolling: Option<f64>,
}

impl Material {
    /// Materials by name. A pair of two of the same rubs and bounces as is usual for them: steel on steel dry, and so on.
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

/// What a part collides with, where parts touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collides {
    /// All on its layer, but no part of its own machine.
    #[default]
    Others,
    /// All on its layer but what it is joined to directly.
    All,
    /// Nothing.
    Nothing,
}

impl Collides {
    /// All of them.
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

/// Most of rolling friction (m).
pub const MOST_ROLLING: f64 = 1e3;

/// Layers reach from minus this to this, those in front last.
pub const LAYERS: i32 = 8;
