//! What can be done to named parameters.

/// A change of the named parameters, as a panel asks for it.
#[derive(Clone, Debug, PartialEq)]
pub enum VariableChange {
    /// Gives one what was typed; one that is not there yet is new.
    Set {
        /// Its name.
        name: String,
        /// As typed.
        text: String,
    },
    /// Gives one a value in the unit it is in.
    Slide {
        /// Its name.
        name: String,
        /// In SI.
        value: f64,
        /// Whether the gesture ends.
        done: bool,
    },
    /// Gives one another name, in all that speaks of it.
    Rename {
        /// Its name.
        from: String,
        /// Its new name; taken or no name is refused.
        to: String,
    },
    /// Takes one away; what it gave keeps its numbers.
    Remove(String),
    /// Shows a slider of one on the canvas, or none.
    ShowSlider {
        /// Its name.
        name: String,
        /// Least and greatest value (SI).
        range: Option<[f64; 2]>,
    },
}
