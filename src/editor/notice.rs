//! Notices: sentences that are shown over the canvas for a while.

use super::action::Action;
use crate::parameter::bounded;

/// How serious a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Something invisible was done.
    Info,
    /// Something was refused, or needs attention.
    Warning,
    /// Something went wrong.
    Error,
}

/// A sentence for the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// How serious it is.
    pub level: Level,
    /// The sentence.
    pub text: String,
    /// A command to which the notice refers, offered as a button.
    pub offer: Option<Action>,
    /// Time since it appeared (s).
    pub age: f64,
}

impl Notice {
    /// A new notice.
    pub fn new(level: Level, text: impl Into<String>) -> Self {
        Self {
            level,
            text: bounded(&text.into()).into_owned(),
            offer: None,
            age: 0.0,
        }
    }
    /// The notice with a command offered as a button.
    pub fn offering(self, action: Action) -> Self {
        let offer = Some(action);
        Self { offer, ..self }
    }
    /// Time for which it is shown (s).
    pub fn lifetime(&self) -> f64 {
        match self.level {
            // Longer with a button, which has to be read, considered and reached.
            Level::Info if self.offer.is_some() => 10.0,
            Level::Info => 4.0,
            Level::Warning => 7.0,
            Level::Error => 15.0,
        }
    }
}

/// The notices shown now, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Notices(Vec<Notice>);

/// Most notices shown at once.
const MOST: usize = 4;

impl Notices {
    /// Shows a notice; one with the same text is replaced.
    pub fn show(&mut self, notice: Notice) {
        self.0.retain(|old| old.text != notice.text);
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        self.0.push(notice);
    }
    /// Removes a notice by its index.
    pub fn dismiss(&mut self, index: usize) {
        if index < self.0.len() {
            self.0.remove(index);
        }
    }
    /// All notices that are shown, oldest first.
    pub fn list(&self) -> &[Notice] {
        &self.0
    }
    /// Advances the notices by a time (s).
    pub fn tick(&mut self, seconds: f64) {
        for notice in &mut self.0 {
            notice.age += seconds;
        }
        self.0.retain(|notice| notice.age < notice.lifetime());
    }
}
