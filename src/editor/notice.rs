//! Notices: sentences that appear over the canvas for a while.

use super::action::Action;
use crate::parameter::bounded;

/// How serious a notice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Something was done that cannot be seen.
    Info,
    /// Something was refused, or needs a look.
    Warning,
    /// Something went wrong.
    Error,
}

/// One sentence for the person.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// How serious it is.
    pub level: Level,
    /// The sentence.
    pub text: String,
    /// A command that it speaks of and that is at hand beside it.
    pub offer: Option<Action>,
    /// How long it has been shown (s).
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
    /// With a command at hand.
    pub fn offering(self, action: Action) -> Self {
        let offer = Some(action);
        Self { offer, ..self }
    }
    /// How long it stays (s).
    pub fn lifetime(&self) -> f64 {
        match self.level {
            // What can be pressed is to be read, thought of and reached.
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

/// More than this many at once nobody reads.
const MOST: usize = 4;

impl Notices {
    /// Shows a notice; the same sentence again only begins anew.
    pub fn show(&mut self, notice: Notice) {
        self.0.retain(|old| old.text != notice.text);
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        self.0.push(notice);
    }
    /// Takes one away by its place in the list.
    pub fn dismiss(&mut self, index: usize) {
        if index < self.0.len() {
            self.0.remove(index);
        }
    }
    /// The list.
    pub fn list(&self) -> &[Notice] {
        &self.0
    }
    /// Lets time pass (s).
    pub fn tick(&mut self, seconds: f64) {
        for notice in &mut self.0 {
            notice.age += seconds;
        }
        self.0.retain(|notice| notice.age < notice.lifetime());
    }
}
