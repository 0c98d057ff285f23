//! The unit in which lengths of a scene are shown and typed. Files and all that computes are in metres.

/// A unit of lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LengthUnit {
    /// m
    #[default]
    Metre,
    /// cm
    Centimetre,
    /// mm
    Millimetre,
}

impl LengthUnit {
    /// All of them.
    pub const ALL: [LengthUnit; 3] = [LengthUnit::Metre, LengthUnit::Centimetre, LengthUnit::Millimetre];

    /// How many of it are a metre.
    pub fn per_metre(self) -> f64 {
        match self {
            LengthUnit::Metre => 1.0,
            LengthUnit::Centimetre => 100.0,
            LengthUnit::Millimetre => 1000.0,
        }
    }

    /// How it is written, also in files.
    pub fn word(self) -> &'static str {
        match self {
            LengthUnit::Metre => "m",
            LengthUnit::Centimetre => "cm",
            LengthUnit::Millimetre => "mm",
        }
    }

    /// The one that is written so.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// A length for people, as fine as `step` can be told apart (m): "0.45 m", "450 mm".
    pub fn text(self, metres: f64, step: f64) -> String {
        let shown = metres * self.per_metre();
        let decimals = (-(step * self.per_metre()).log10()).ceil().clamp(0.0, 6.0) as usize;
        format!("{shown:.decimals$} {}", self.word())
    }
}
