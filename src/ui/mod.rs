//! The panels: functions that take data and return the user's intents.
//!
//! The only state changed here is that of the panels themselves ([`Panels`]); everything else is returned as
//! [`UiOutput`]s for the application to carry out. [`show`] lays out all panels around the canvas.

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
mod lab;
mod lesson_steps;
mod letters;
mod menu;
mod menu_lines;
mod menu_open;
mod number;
mod number_context;
mod palette;
mod panels;
mod persistent_state;
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
pub mod style;
mod synonyms;
mod thumbnail;
mod titles;
mod toast;
mod tools;
mod top;
mod transport;
mod trust_warning;
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

pub use self::panels::{ContextMenu, Panels};
pub use self::persistent_state::{PersistentState, Section};
pub use self::plots::PlotHistory;
pub use self::plotted::Plotted;
pub use self::question::{Goal, Question, Reply, Underway};
pub use self::race_panel::color as race_color;
pub use self::thumbnail::{THUMBNAIL, Thumbnail};

/// A scene of the gallery, as menus show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GalleryTitle {
    /// Id of the scene.
    pub id: &'static str,
    /// Heading of its group.
    pub group: &'static str,
    /// Its title.
    pub title: String,
    /// Description.
    pub about: String,
}

/// The data that panels show.
pub struct UiInput<'a> {
    /// Document, selection, tool.
    pub editor: &'a Editor,
    /// State of the simulation.
    pub snapshot: &'a Snapshot,
    /// The copies in the race, in order.
    pub race: &'a [Contender],
    /// Recorded quantities of the run.
    pub scopes: &'a Monitor,
    /// Colours.
    pub theme: &'a Theme,
    /// Question that holds up an operation until it is answered.
    pub question: Option<&'a Question>,
    /// Progress of the export under way.
    pub exporting: Option<Underway>,
    /// Progress of a file or text that takes long to read.
    pub reading: Option<Underway>,
    /// Time that the current solve has taken so far.
    pub busy: Duration,
    /// Whether the beginners' card is to be shown.
    pub card_wanted: bool,
    /// File of the scene.
    pub file: Option<&'a Path>,
    /// Recently opened files, the latest first.
    pub recent: &'a [PathBuf],
    /// The gallery scene on the canvas.
    pub gallery_id: Option<&'static str>,
    /// The gallery.
    pub gallery: &'a [GalleryTitle],
    /// Current picture of the hovered gallery scene, once it is there.
    pub thumbnail: Option<&'a Thumbnail>,
    /// Scale of the window chosen by the user.
    pub scale: f64,
}

impl<'a> UiInput<'a> {
    /// Recently opened files, without the one that is open.
    fn other_files(&self) -> impl Iterator<Item = &'a PathBuf> {
        let open = self.file;
        self.recent
            .iter()
            .filter(move |path| Some(path.as_path()) != open)
    }

    /// Labels of the steps of the undo history, preceded by the scene as opened, each with whether it is the last step done.
    fn history(&self) -> Vec<(&'a str, bool)> {
        let (labels, done) = self.editor.steps();
        let all = std::iter::once("As opened").chain(labels).enumerate();
        all.map(|(step, label)| (label, step == done)).collect()
    }
}

/// A request of the user.
#[derive(Clone, Debug, PartialEq)]
pub enum UiOutput {
    /// A command of the table.
    Act(Action),
    /// A change of the scene.
    Intend(Intent),
    /// Open a recent file.
    OpenRecent(PathBuf),
    /// Show this gallery scene in motion; repeated each frame as long as it is wanted.
    LookAt(&'static str),
    /// Open a gallery scene.
    OpenGallery(&'static str),
    /// Open a gallery scene and begin this race on it.
    RaceOn(&'static str, Preset),
    /// An answer to the question asked.
    Reply(Reply),
    /// Set the scale of the window.
    Scale(f64),
    /// Ask for a file and export this to it.
    Export(Export),
    /// Ask for a file and write this diagram to it.
    ExportPlot(Box<Diagram>),
    /// Cancel the export.
    CancelExport,
    /// Cancel the reading.
    CancelReading,
    /// The beginners' card was dismissed.
    CardDone,
}

/// Collects requests while the panels are built.
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

/// Shows all panels around the canvas and everything that floats over it.
pub fn show(ctx: &egui::Context, input: &UiInput, panels: &mut Panels) -> Vec<UiOutput> {
    style::apply(ctx, input.theme);
    number_context::set_lengths(ctx, input.editor.scene().info.length_unit);
    panels.take_samples();
    panels.changes.follow(input.editor, input.snapshot, input.race);
    let mut wants = Wants::default();
    if let Some(layer) = panels.focus.dismissed_window(ctx) {
        panels.close_window(layer.id);
    }
    panels.focus.begin();
    if !panels.hidden {
        edges(ctx, input, panels, &mut wants);
    }
    let canvas = ctx.available_rect();
    panels.set_canvas(canvas);
    let views = panels.has_window() || !panels.hidden && !panels.kept.lab.is_empty();
    toast::show(ctx, input, &mut panels.closed_start, (canvas, views), &mut wants);
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

/// The panels at the edges, in the order in which keyboard focus moves from one to the next.
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
