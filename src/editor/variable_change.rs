//! Changes of named parameters.

/// A change of the named parameters, as a panel asks for it.
#[derive(Clone, Debug, PartialEq)]
pub enum VariableChange {
    /// Sets one to a typed text; adds it if it is new.
    Set {
        /// Its name.
        name: String,
        /// Expression as typed.
        text: String,
    },
    /// Sets one to a value, in its present unit.
    Slide {
        /// Its name.
        name: String,
        /// Value (SI).
        value: f64,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Renames one, also in all formulas that refer to it.
    Rename {
        /// Present name.
        from: String,
        /// New name. A name in use or an invalid one is refused.
        to: String,
    },
    /// Deletes one; the numbers that it determined keep their values.
    Remove(String),
    /// Shows a slider for one on the canvas, or hides it.
    ShowSlider {
        /// Its name.
        name: String,
        /// Least and greatest value (SI); `None` hides the slider.
        range: Option<[f64; 2]>,
    },
}
