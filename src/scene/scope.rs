//! Scopes of a scene: the signals recorded of its run, as texts. They may name items that do not exist; see [`crate::lab::scope`].

/// Largest number of scopes of a scene, and of signals of a scope.
pub const MOST_SCOPES: usize = 8;
/// See [`MOST_SCOPES`].
pub const MOST_SIGNALS: usize = 8;
/// Longest text of a signal (characters).
pub const LONGEST_SIGNAL: usize = 400;

/// Signals that are plotted together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// Quantities or formulas of them, such as `wheel.angle` or `2*rod.force`.
    pub signals: Vec<String>,
    /// The signal on the horizontal axis; `None` for time.
    pub against: Option<String>,
    /// Whether their spectra are shown.
    pub spectrum: bool,
}

impl Scope {
    /// A scope of one signal over time.
    pub fn of(signal: impl Into<String>) -> Self {
        Self {
            signals: vec![signal.into()],
            ..Self::default()
        }
    }

    /// All its texts.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.signals.iter().chain(&self.against).map(String::as_str)
    }
}
