//! What the panels themselves look like now: open, folded, searched for.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::dialog::Dialog;
use crate::editor::Effect;
use crate::scene::Id;

/// A section of the right panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Section {
    /// What is selected.
    Inspector,
    /// All items.
    Items,
    /// Words and world.
    Scene,
    /// Method, step, feedback, report.
    Solver,
}

impl Section {
    /// All of them, from the top.
    pub const ALL: [Section; 4] = [
        Section::Inspector,
        Section::Solver,
        Section::Scene,
        Section::Items,
    ];
    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Section::Inspector => "Inspector",
            Section::Items => "Items",
            Section::Scene => "Scene",
            Section::Solver => "Solver",
        }
    }
}

/// What is kept from one start of the program to the next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Kept {
    /// Folded sections.
    pub folded: BTreeSet<Section>,
    /// Whether the plots are folded to a strip.
    pub plots_folded: bool,
    /// Whether the card of the first machine was put away.
    pub card_done: bool,
    /// Whether a part has been dragged once: the hint for it is not shown again.
    pub grabbed: bool,
    /// Dark colours.
    pub dark: bool,
}

impl Default for Kept {
    fn default() -> Self {
        Kept {
            folded: BTreeSet::from([Section::Items]),
            plots_folded: false,
            card_done: false,
            grabbed: false,
            dark: false,
        }
    }
}

/// A context menu that is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContextMenu {
    /// Where it was asked for (points).
    pub at: [f32; 2],
    /// What was under the pointer.
    pub item: Option<Id>,
    /// Passes since it was opened: the click that opened it does not close it.
    pub(super) age: u32,
}

/// What is searched for in the palette.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Search {
    pub text: String,
    pub chosen: usize,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// What is kept.
    pub kept: Kept,
    /// All panels are out of the way.
    pub panels_hidden: bool,
    /// The list of keys is shown.
    pub help: bool,
    /// Frame times are shown.
    pub timing: bool,
    /// The dialog that waits for an answer.
    pub dialog: Option<Dialog>,
    /// The context menu.
    pub context: Option<ContextMenu>,
    /// The section shown where the window is too narrow for all.
    pub narrow: Option<Section>,
    /// The first machine of one's own is being built.
    pub card_running: bool,
    pub(super) palette: Option<Search>,
    pub(super) item_filter: String,
}

impl State {
    /// Opens or closes the search for commands.
    pub fn toggle_palette(&mut self) {
        self.palette = match self.palette {
            Some(_) => None,
            None => Some(Search::default()),
        };
    }

    /// Closes what lies on top; true if there was something. For Esc.
    pub fn close_topmost(&mut self) -> bool {
        let was_open = self.palette.is_some() || self.context.is_some() || self.help;
        if self.palette.take().is_none() && self.context.take().is_none() {
            self.help = false;
        }
        was_open
    }

    /// Carries out an effect that is about the panels alone; false when it is about something else.
    pub fn take(&mut self, effect: &Effect) -> bool {
        match effect {
            Effect::ContextMenu { at, item } => {
                self.context = Some(ContextMenu {
                    at: [at.x as f32, at.y as f32],
                    item: *item,
                    age: 0,
                });
            }
            Effect::Inspect(_) => {
                self.panels_hidden = false;
                self.kept.folded.remove(&Section::Inspector);
                self.narrow = Some(Section::Inspector);
            }
            Effect::TogglePanels => self.panels_hidden = !self.panels_hidden,
            Effect::ToggleHelp => self.help = !self.help,
            Effect::ToggleTiming => self.timing = !self.timing,
            Effect::Palette => self.toggle_palette(),
            Effect::ToggleTheme => self.kept.dark = !self.kept.dark,
            Effect::LearnedToGrab => self.kept.grabbed = true,
            _ => return false,
        }
        true
    }
}
