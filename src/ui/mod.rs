//! The panels: functions that take data and say what the person wants.
//!
//! Nothing is changed here but what the panels themselves look like ([`State`]); the rest comes back as
//! [`Output`]s for the program to carry out. [`show`] puts all panels round the canvas.

mod card;
mod context;
mod dialog;
pub mod format;
mod help;
mod icon;
mod inspector;
mod items;
mod number;
mod palette;
mod plot_panel;
pub mod plots;
mod right;
mod scene_panel;
mod section;
mod solver_panel;
mod state;
mod status;
pub mod style;
mod toast;
mod tools;
mod top;

use std::path::PathBuf;

use crate::editor::{Action, Editor, Intent};
use crate::render::theme::Theme;
use crate::worker::Snapshot;

pub use self::dialog::{Answer, Dialog, PathPurpose};
pub use self::plots::PlotHistory;
pub use self::state::{ContextMenu, Kept, Section, State};

/// A scene of the gallery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleryEntry {
    /// What opens it.
    pub id: String,
    /// What it is called.
    pub title: String,
}

/// What the panels show.
pub struct Input<'a> {
    /// The document, the selection, the tool in hand.
    pub editor: &'a Editor,
    /// History of drift and solve time.
    pub plots: &'a PlotHistory,
    /// Colours.
    pub theme: &'a Theme,
    /// The scenes that come with the program.
    pub gallery: &'a [GalleryEntry],
    /// Where the scene was opened from or saved to.
    pub path: Option<&'a std::path::Path>,
    /// Seconds the present step has taken so far, where that is long.
    pub slow: Option<f64>,
    /// Milliseconds the last frame took to make.
    pub frame_ms: f64,
}

impl Input<'_> {
    /// Where the run is.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.editor.snapshot().map(|snapshot| &**snapshot)
    }
}

/// What the person wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// A command of the table.
    Perform(Action),
    /// A change.
    Intend(Intent),
    /// Another scene of the gallery, by its id.
    Gallery(String),
    /// The answer to the dialog that was open.
    Answer(Answer),
    /// A new empty scene for the first machine of one's own.
    StartCard,
    /// Open this file.
    OpenPath(PathBuf),
}

/// What a pass of all panels gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// What the person wants, in order.
    pub outputs: Vec<Output>,
    /// Corners of what no panel covers, in points: top left, bottom right.
    pub canvas: ([f32; 2], [f32; 2]),
}

/// Collects what is wanted while panels are built.
#[derive(Default)]
struct Wants(Vec<Output>);

impl Wants {
    fn perform(&mut self, action: Action) {
        self.0.push(Output::Perform(action));
    }
    fn intend(&mut self, intent: Intent) {
        self.0.push(Output::Intend(intent));
    }
}

/// All panels round the canvas, and what floats over it.
pub fn show(ctx: &egui::Context, input: &Input, state: &mut State) -> Shown {
    let mut wants = Wants::default();
    if !state.panels_hidden {
        top::show(ctx, input, &mut wants);
        status::show(ctx, input, &mut wants);
        tools::show(ctx, input, &mut wants);
        right::show(ctx, input, state, &mut wants);
        plot_panel::show(ctx, input, state);
    }
    let canvas = ctx.available_rect();
    toast::show(ctx, input, canvas, &mut wants);
    if state.timing {
        toast::timing(ctx, input, canvas);
    }
    card::show(ctx, input, state, canvas, &mut wants);
    context::show(ctx, input, state, &mut wants);
    help::show(ctx, state);
    palette::show(ctx, input, state, &mut wants);
    dialog::show(ctx, state, &mut wants);
    Shown {
        outputs: wants.0,
        canvas: (canvas.min.into(), canvas.max.into()),
    }
}
