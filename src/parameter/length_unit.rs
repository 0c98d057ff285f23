//! Unit in which lengths of a scene are shown and typed. Files and computations are in metres.

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
    /// in: 25.4 mm
    Inch,
}

impl LengthUnit {
    /// All units.
    pub const ALL: [LengthUnit; 4] = [
        LengthUnit::Metre,
        LengthUnit::Centimetre,
        LengthUnit::Millimetre,
        LengthUnit::Inch,
    ];

    /// Units and metres of the same length, both whole, so that a division by them is correctly rounded.
    fn ratio(self) -> (f64, f64) {
        match self {
            LengthUnit::Metre => (1.0, 1.0),
            LengthUnit::Centimetre => (100.0, 1.0),
            LengthUnit::Millimetre => (1000.0, 1.0),
            LengthUnit::Inch => (5000.0, 127.0),
        }
    }

    /// Number of units in a metre.
    pub fn per_metre(self) -> f64 {
        let (units, metres) = self.ratio();
        units / metres
    }

    /// Length of this many units (m).
    pub fn metres(self, count: f64) -> f64 {
        let (units, metres) = self.ratio();
        count * metres / units
    }

    /// A length in metres, in this unit.
    pub fn count(self, length: f64) -> f64 {
        let (units, metres) = self.ratio();
        length * units / metres
    }

    /// The unit of workshop drawings: inches, or millimetres for all metric units.
    pub fn of_workshop(self) -> Self {
        match self {
            LengthUnit::Inch => self,
            _ => LengthUnit::Millimetre,
        }
    }

    /// The length (m) whose decimal multiples are round in this unit, for grids: a metre for all metric units.
    pub fn round(self) -> f64 {
        match self {
            LengthUnit::Inch => self.metres(1.0),
            _ => 1.0,
        }
    }

    /// Abbreviation, also in files.
    pub fn word(self) -> &'static str {
        match self {
            LengthUnit::Metre => "m",
            LengthUnit::Centimetre => "cm",
            LengthUnit::Millimetre => "mm",
            LengthUnit::Inch => "in",
        }
    }

    /// The unit with this abbreviation.
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// A length as text, with the decimals needed to distinguish `step` (m): "0.45 m", "450 mm".
    pub fn text(self, metres: f64, step: f64) -> String {
        let shown = self.count(metres);
        let decimals = (-self.count(step).log10()).ceil().clamp(0.0, 6.0) as usize;
        format!("{shown:.decimals$} {}", self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inch_is_254_tenths_of_a_millimetre_both_ways() {
        let inch = LengthUnit::Inch;
        for (count, metres) in [(1.0, 0.0254), (10.0, 0.254), (0.1, 0.00254), (36.0, 0.9144)] {
            assert_eq!((inch.metres(count), inch.count(metres)), (metres, count));
        }
        assert_eq!(inch.text(0.3048, 1e-4), "12.000 in");
        assert_eq!(LengthUnit::of_word("in"), Some(inch));
    }
}
