//! What the panels remember from frame to frame: open, folded, searched for. Of this only [`Kept`] would be missed
//! after a restart, and the program stores it.

use super::changes::Changes;
use super::construct_form::Form;
use super::focus::Focus;
use super::kept::{Kept, Section};
use super::lab::look::{HeatLook, ScopeLook, TimingLook, XrayLook};
use super::lab::{GhostPanel, LabState};
use super::plots::PlotHistory;
use super::question::Question;
use super::titles;
use super::writing_open::Open;
use crate::editor::{LabView, Lesson, PanelEffect};
use crate::lab::heat::openings;
use crate::lab::xray::reactions;
use crate::math::Vec2;
use crate::render::scene_view::{LabLayer, Layers, Marks};
use crate::scene::{Id, Scene};
use crate::sim::{Model, SimState};
use crate::worker::race::RunnerId;
use crate::worker::{Observation, Sample, Snapshot};

/// A context menu that is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContextMenu {
    /// Where it was asked for (logical points).
    pub at: Vec2,
    /// What was under the pointer, or is selected.
    pub item: Option<Id>,
    /// Whether one of its lines is to have the keys, as it has once an arrow is pressed.
    pub(super) by_key: bool,
    /// Whether what can be recorded of the item is listed.
    pub(super) records: bool,
    /// Passes since it was opened: the click that opened it does not close it.
    pub(super) age: u32,
}

/// What is searched for in the palette.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Search {
    pub text: String,
    pub chosen: usize,
}

/// State of all panels.
#[derive(Debug, Default)]
pub struct Panels {
    /// What outlives the program.
    pub kept: Kept,
    /// All panels are hidden.
    pub hidden: bool,
    /// The list of keys is open.
    pub help: bool,
    /// It was closed in the last pass.
    pub(super) help_was_closed: bool,
    /// The chapter of the guide that is open.
    pub guide: Option<usize>,
    /// What the program is is shown.
    pub about: bool,
    /// The context menu, while it is open.
    pub menu: Option<ContextMenu>,
    /// The section shown where the window is too narrow for all.
    pub narrow: Option<Section>,
    /// What was selected in the last pass.
    pub(super) inspected: Vec<Id>,
    /// The section that the panel is to be scrolled to.
    pub(super) revealed: Option<Section>,
    /// Where the keyboard is asked to go.
    pub(super) focus: Focus,
    /// Items a panel points at, to be lit on the canvas.
    pub lit: Vec<Id>,
    pub(super) search: Option<Search>,
    /// How the selection is to be mirrored or repeated, as it was asked last; and whether that is being asked.
    pub(super) construction: Form,
    pub(super) constructs: bool,
    /// The note or dimension that is being written.
    pub(super) writing: Option<Open>,
    /// The lesson whose steps are shown, and whether the gesture was made that a step of it asks for.
    pub(super) lesson: Option<Lesson>,
    pub(super) lesson_gesture: bool,
    /// The lesson that begins once the new scene that it is built in is there.
    lesson_to_come: Option<Lesson>,
    /// Sliders are shown on a small canvas, too.
    pub(super) sliders: bool,
    pub(super) item_filter: String,
    /// The item that the list has lit on the canvas.
    pub(super) listed: Option<Id>,
    pub(super) typed_path: Option<String>,
    /// The question that was asked in the last frame.
    pub(super) asked: Option<Question>,
    /// How scopes are looked at.
    pub scopes: ScopeLook,
    /// What of the forces is drawn.
    pub(super) xray: XrayLook,
    /// What is drawn of drift.
    pub(super) heat: HeatLook,
    /// What the run was asked to show.
    pub(super) observation: Observation,
    /// Changes of the runs, for the plots.
    pub(super) changes: Changes,
    pub(super) plots: PlotHistory,
    /// The same for each that races with the run.
    pub(super) race_plots: Vec<(RunnerId, PlotHistory)>,
    /// The runner of a race whose settings are open.
    pub(super) opened_runner: Option<RunnerId>,
    /// What views of the laboratory look at.
    pub(super) lab: LabState,
    arrived: Vec<Sample>,
    /// What frames and steps took.
    pub(super) timing: TimingLook,
    canvas: (Vec2, Vec2),
}

impl Panels {
    /// As they were stored, or as usual.
    pub fn restore(stored: &str) -> Panels {
        Panels {
            kept: ron::from_str(stored).unwrap_or_default(),
            canvas: (Vec2::ZERO, Vec2::new(1280.0, 800.0)),
            ..Panels::default()
        }
    }
    /// What outlives the program, as text.
    pub fn store(&self) -> String {
        ron::to_string(&self.kept).unwrap_or_default()
    }

    /// Closes what lies on top of the canvas: the menu, or the list of keys. False when nothing did.
    pub fn close_topmost(&mut self) -> bool {
        self.menu.take().is_some()
            || std::mem::take(&mut self.constructs)
            || std::mem::take(&mut self.help)
            || self.guide.take().is_some()
            || std::mem::take(&mut self.about)
    }

    /// Whether a window lies over the canvas that is no view of the laboratory.
    pub(super) fn has_window(&self) -> bool {
        self.constructs || self.help || self.guide.is_some() || self.about
    }

    /// Closes the window over the canvas that has this id, which is made of its title. Views of the laboratory stay.
    pub(super) fn close_window(&mut self, id: egui::Id) {
        let is = |title: &str| id == egui::Id::new(title);
        if is(titles::CONSTRUCT) {
            self.constructs = false;
        } else if is(titles::HELP) {
            self.help = false;
        } else if is(titles::GUIDE) {
            self.guide = None;
        } else if is(titles::ABOUT) {
            self.about = false;
        }
    }

    /// Takes in what the editor asks of the panels.
    pub fn follow(&mut self, asked: PanelEffect) {
        match asked {
            PanelEffect::ContextMenu { at, item, by_key } => {
                self.menu = Some(ContextMenu {
                    at,
                    item,
                    by_key,
                    age: 0,
                    records: false,
                });
            }
            PanelEffect::Write { what, text } => self.writing = Some(Open::new(what, text)),
            PanelEffect::Inspect(_) => self.open_section(Section::Inspector),
            PanelEffect::TogglePanels => self.hidden = !self.hidden,
            PanelEffect::FocusPanel(step) => self.focus.ask_step(step),
            PanelEffect::ToggleHelp => self.help = !self.help,
            PanelEffect::Guide => self.guide = if self.guide.is_some() { None } else { Some(0) },
            PanelEffect::About => self.about = true,
            PanelEffect::Lesson { lesson, anew } => {
                self.lesson_gesture = false;
                // The steps of the lesson before are shown as long as its scene is there.
                (self.lesson, self.lesson_to_come) = if anew {
                    (self.lesson, Some(lesson))
                } else {
                    (Some(lesson), None)
                };
            }
            PanelEffect::Construct => {
                self.construction.at = None;
                self.constructs = true;
                self.focus.ask_window();
            }
            PanelEffect::ToggleLab(view) => self.toggle(view),
            PanelEffect::Palette => {
                self.search = match self.search {
                    Some(_) => None,
                    None => Some(Search::default()),
                };
            }
        }
    }
    /// Opens the list of commands with words that are searched for.
    pub(super) fn search_for(&mut self, words: &str) {
        self.search = Some(Search {
            text: words.to_owned(),
            chosen: 0,
        });
    }
    fn toggle(&mut self, view: LabView) {
        if !self.kept.lab.remove(&view) {
            self.kept.lab.insert(view);
        }
    }
    /// Shows a section, wherever it was folded away.
    pub(super) fn open_section(&mut self, section: Section) {
        self.hidden = false;
        self.kept.folded.remove(&section);
        // Whoever searches for an integrator or a step is not to search on.
        self.kept.advanced |= section == Section::Solver;
        self.narrow = Some(section);
        self.revealed = Some(section);
    }
    /// Takes in points for the plots.
    pub fn feed(&mut self, samples: Vec<Sample>) {
        self.arrived.extend(samples);
    }
    /// Takes in points for the plots of those who race with the run.
    pub fn feed_race(&mut self, samples: Vec<(RunnerId, Vec<Sample>)>) {
        self.race_plots
            .retain(|(id, _)| samples.iter().any(|(other, _)| other == id));
        for (id, samples) in samples {
            if !self.race_plots.iter().any(|it| it.0 == id) {
                self.race_plots.push((id, PlotHistory::new()));
            }
            if let Some((_, plots)) = self.race_plots.iter_mut().find(|it| it.0 == id) {
                samples.iter().for_each(|sample| plots.push(sample));
            }
        }
    }
    pub(super) fn take_samples(&mut self) {
        for sample in self.arrived.drain(..) {
            self.plots.push(&sample);
        }
    }
    /// The history behind the plots.
    pub fn plots(&self) -> &PlotHistory {
        &self.plots
    }
    /// The new scene that a lesson was to begin in does not come.
    pub fn forget_lesson_to_come(&mut self) {
        self.lesson_to_come = None;
    }
    /// Another scene is on the canvas, a new and empty one or not. A lesson goes with the scene that it was built in.
    pub fn scene_changed(&mut self, is_new: bool) {
        let begins = self.lesson_to_come.take().filter(|_| is_new);
        self.lesson = begins.or(self.lesson.filter(|it| !it.builds()));
        self.lesson_gesture = false;
        self.arrived.clear();
        self.plots.clear();
        self.race_plots.clear();
        self.changes.clear();
        self.opened_runner = None;
        self.menu = None;
        self.lab = LabState::default();
    }

    /// What the last frame took: input, panels, editor and picture, drawing (s).
    pub fn note_frame(&mut self, stages: [f64; 4]) {
        self.timing.note_frame(stages);
    }

    /// What the canvas shows.
    pub fn layers(&self) -> Layers {
        Layers {
            forces: self.kept.lab.contains(&LabView::ForceXray),
            names: self.kept.names,
            ..Layers::default()
        }
    }
    /// The multipliers that are drawn as forces: those that are due to what was chosen.
    pub fn shown_forces<'a>(&self, snapshot: &'a Snapshot) -> &'a [f64] {
        match &snapshot.xray {
            Some(xray) => xray.lambda(self.xray.cause),
            None => &snapshot.lambda,
        }
    }

    /// What the laboratory draws over the machine.
    pub fn lab_layer(&self, scene: &Scene, snapshot: &Snapshot) -> LabLayer {
        let (model, state) = (&*snapshot.model, &snapshot.state);
        let mut layer = LabLayer::default();
        if let Some(xray) = &snapshot.xray {
            if self.xray.reactions {
                layer.reactions = reactions(model, state, xray.lambda(self.xray.cause));
            }
            if self.xray.bending {
                layer.bendings = xray.bendings(scene, model, state);
            }
        }
        if let Some(gaps) = &snapshot.gaps {
            layer.gaps.clone_from(gaps);
            if self.heat.exaggerate {
                layer.openings = openings(model, state);
            }
        }
        layer
    }

    /// What views of the laboratory draw on the canvas.
    pub fn marks(&self) -> &Marks {
        &self.lab.marks
    }
    /// The machine somewhere along a free motion, while a view of the laboratory shows that.
    pub fn ghost(&self) -> Option<(&Model, &SimState)> {
        self.lab.ghost.shown()
    }
    /// The view that shows it, to be dragged by what it shows.
    pub fn ghost_panel(&mut self) -> &mut GhostPanel {
        &mut self.lab.ghost
    }
    /// How far the complexity lens goes.
    pub fn lens_up_to(&mut self, n: usize) {
        self.lab.lens.most = n;
    }
    /// Whether a view of the laboratory waits for what is being worked out.
    pub fn lab_is_busy(&self) -> bool {
        self.lab.busy
    }
    /// The part of the window that no panel covers, from corner to corner (logical points).
    pub fn canvas(&self) -> (Vec2, Vec2) {
        self.canvas
    }
    pub(super) fn set_canvas(&mut self, rect: egui::Rect) {
        let point = |p: egui::Pos2| Vec2::new(f64::from(p.x), f64::from(p.y));
        self.canvas = (point(rect.min), point(rect.max));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_outlives_the_program_comes_back() {
        let mut panels = Panels::restore("");
        panels.kept.plots_folded = true;
        panels.kept.lab.insert(LabView::Timing);
        panels.kept.folded.insert(Section::Solver);
        assert_eq!(Panels::restore(&panels.store()).kept, panels.kept);
        assert_eq!(Panels::restore("not a thing").kept, Kept::default());
        assert!(Panels::restore("(names: true)").kept.names);
    }
}
