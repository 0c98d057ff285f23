//! The panels: functions that take data and say what the person wants.
//!
//! Nothing is changed here but what the panels themselves look like ([`Panels`]); the rest comes back as
//! [`UiOutput`]s for the program to carry out. [`show`] puts all panels round the canvas.

mod about;
mod axis_help;
mod banner;
mod card;
mod changes;
mod choice;
mod construct;
mod construct_form;
mod context;
mod dropped;
mod edit_menu;
mod feedback;
mod focus;
mod form;
pub mod format;
mod gallery_menu;
mod grip;
mod guide;
mod help;
mod icon;
mod inspector;
mod items;
mod kept;
mod lab;
mod lesson_steps;
mod menu;
mod menu_lines;
mod menu_open;
mod number;
mod number_context;
mod palette;
mod panels;
mod plot_figure;
mod plot_key;
mod plot_lines;
mod plot_panel;
mod plot_scale;
pub mod plots;
mod plotted;
mod pointed;
mod prompt;
mod prompt_field;
mod question;
mod race_panel;
mod right;
mod scene_panel;
mod section;
mod solve_report;
mod solver_panel;
mod status;
mod stray;
pub mod style;
mod synonyms;
mod thumbnail;
mod titles;
mod toast;
mod tools;
mod top;
mod transport;
mod typed;
mod underlay_form;
mod variables_panel;
mod writing;
mod writing_open;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::editor::{Action, Editor, Export, Intent};
use crate::lab::scope::Monitor;
use crate::render::plot::Diagram;
use crate::render::theme::Theme;
use crate::worker::race::Preset;
use crate::worker::{Contender, Snapshot};

pub use self::kept::{Kept, Section};
pub use self::panels::{ContextMenu, Panels};
pub use self::plots::PlotHistory;
pub use self::plotted::Plotted;
pub use self::question::{Goal, Question, Reply, Underway};
pub use self::race_panel::color as race_color;
pub use self::thumbnail::{THUMBNAIL, Thumbnail};

/// A scene of the gallery, as a menu shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleryTitle {
    /// Which.
    pub id: &'static str,
    /// The heading it stands under.
    pub group: &'static str,
    /// Its title.
    pub title: String,
    /// What it is.
    pub about: String,
}

/// What panels show.
pub struct UiInput<'a> {
    /// Document, selection, tool.
    pub editor: &'a Editor,
    /// Where the run is.
    pub snapshot: &'a Snapshot,
    /// Those who race with the run, in order.
    pub race: &'a [Contender],
    /// What is recorded of the run.
    pub scopes: &'a Monitor,
    /// Colours.
    pub theme: &'a Theme,
    /// What must be answered before it goes on.
    pub question: Option<&'a Question>,
    /// How far what is being exported is.
    pub exporting: Option<Underway>,
    /// How far a file or text is that takes long to read.
    pub reading: Option<Underway>,
    /// How long the solve under way has taken.
    pub busy: Duration,
    /// Whether the card for beginners is wanted.
    pub card_wanted: bool,
    /// The file the scene is from.
    pub file: Option<&'a Path>,
    /// Files that were open, the latest first.
    pub recent: &'a [PathBuf],
    /// The gallery scene on the canvas.
    pub gallery_id: Option<&'static str>,
    /// The gallery.
    pub gallery: &'a [GalleryTitle],
    /// What is shown of the gallery scene that the pointer is on, once it is there.
    pub thumbnail: Option<&'a Thumbnail>,
    /// Scale chosen by the person.
    pub scale: f64,
}

impl<'a> UiInput<'a> {
    /// Files that were open before, without the one that is open.
    fn other_files(&self) -> impl Iterator<Item = &'a PathBuf> {
        let open = self.file;
        self.recent
            .iter()
            .filter(move |path| Some(path.as_path()) != open)
    }

    /// What the steps of the history are called, the scene as it was opened before all, each with whether it is the last one done.
    fn history(&self) -> Vec<(&'a str, bool)> {
        let (labels, done) = self.editor.steps();
        let all = std::iter::once("As opened").chain(labels).enumerate();
        all.map(|(step, label)| (label, step == done)).collect()
    }
}

/// What the person asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum UiOutput {
    /// A command of the table.
    Act(Action),
    /// A change of the scene.
    Intend(Intent),
    /// Open a file that was open before.
    OpenRecent(PathBuf),
    /// Show this gallery scene in motion, as long as this is asked each frame.
    LookAt(&'static str),
    /// Open a gallery scene.
    OpenGallery(&'static str),
    /// Open a gallery scene, and begin this race on it.
    RaceOn(&'static str, Preset),
    /// The answer to the question asked.
    Reply(Reply),
    /// Another scale of the window.
    Scale(f64),
    /// Ask for a file and write this to it.
    Export(Export),
    /// Ask for a file and write this diagram to it.
    ExportPlot(Box<Diagram>),
    /// Give up what is being exported.
    CancelExport,
    /// Give up what is being read.
    CancelReading,
    /// The card for beginners is done with.
    CardDone,
}

/// Collects what is wanted while panels are built.
#[derive(Default)]
struct Wants(Vec<UiOutput>);

impl Wants {
    fn act(&mut self, action: Action) {
        self.0.push(UiOutput::Act(action));
    }
    fn intend(&mut self, intent: Intent) {
        self.0.push(UiOutput::Intend(intent));
    }
}

/// Shows everything around the canvas and what floats over it.
pub fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels) -> Vec<UiOutput> {
    style::apply(ctx, input.theme);
    number_context::set_lengths(ctx, input.editor.scene().info.length_unit);
    panels.take_samples();
    panels.changes.follow(input.editor, input.snapshot, input.race);
    let mut wants = Wants::default();
    if let Some(layer) = panels.focus.left_window(ctx) {
        panels.close_window(layer.id);
    }
    panels.focus.begin();
    if !panels.hidden {
        edges(ctx, input, panels, &mut wants);
    }
    let canvas = ctx.available_rect();
    panels.set_canvas(canvas);
    let views = panels.has_window() || !panels.hidden && !panels.kept.lab.is_empty();
    toast::show(ctx, input, canvas, views, &mut wants);
    lab::show(ctx, input, panels, canvas, &mut wants);
    variables_panel::sliders(ctx, input, panels, canvas, &mut wants);
    card::show(ctx, input, panels, canvas, &mut wants);
    context::show(ctx, input, panels, &mut wants);
    writing::show(ctx, input, panels, &mut wants);
    dropped::show(ctx, input, &mut wants);
    construct::show(ctx, input, panels, &mut wants);
    help::show(ctx, input, panels, &mut wants);
    guide::show(ctx, panels);
    about::show(ctx, panels);
    palette::show(ctx, input, panels, &mut wants);
    prompt::show(ctx, input, panels, &mut wants);
    lab::follow(panels, &wants);
    for sentence in typed::take_refused(ctx) {
        wants.intend(Intent::Refuse(sentence));
    }
    panels.focus.end(ctx, input.theme);
    wants.0
}

/// The panels at the edges, in the order in which keys go from one to the next.
fn edges(ctx: &egui::Context, input: &UiInput, panels: &mut Panels, wants: &mut Wants) {
    let mut room = ctx.available_rect();
    let mut note = |panels: &mut Panels| {
        let left = ctx.available_rect();
        panels.focus.note_panel(room, left);
        room = left;
    };
    top::show(ctx, input, panels, wants);
    note(panels);
    status::show(ctx, input, wants);
    note(panels);
    tools::show(ctx, input, right::is_open_in_narrow(ctx, panels), wants);
    note(panels);
    right::show(ctx, input, panels, wants);
    note(panels);
    plot_panel::show(ctx, input, panels, wants);
    note(panels);
}
