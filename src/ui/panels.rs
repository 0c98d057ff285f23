//! State of the panels from frame to frame: open, folded, searched. Only [`PersistentState`] is worth keeping over a restart,
//! and the application stores it.

use super::changes::Changes;
use super::construct_form::Form;
use super::focus::Focus;
use super::lab::look::{HeatLook, ScopeLook, TimingLook, XrayLook};
use super::lab::{GhostPanel, LabState};
use super::persistent_state::{PersistentState, Section};
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

/// An open context menu.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContextMenu {
    /// Position of the click (logical points).
    pub at: Vec2,
    /// The item under the pointer, or the selected one.
    pub item: Option<Id>,
    /// Whether one of its lines is to be focused: true once an arrow key is pressed.
    pub(super) by_key: bool,
    /// Whether the recordable quantities of the item are listed.
    pub(super) records: bool,
    /// Number of passes since it was opened: the opening click does not close it.
    pub(super) age: u32,
}

/// Text and chosen line of the command palette.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Search {
    pub text: String,
    pub chosen: usize,
}

/// State of all panels.
#[derive(Debug, Default)]
pub struct Panels {
    /// State that persists between runs of the program.
    pub kept: PersistentState,
    /// Whether all panels are hidden.
    pub hidden: bool,
    /// Whether the list of keys is open.
    pub help: bool,
    /// Whether the list of keys was closed in the last pass.
    pub(super) help_was_closed: bool,
    /// The open chapter of the guide.
    pub guide: Option<usize>,
    /// Whether the "About" window is open.
    pub about: bool,
    /// The context menu, while it is open.
    pub menu: Option<ContextMenu>,
    /// The section shown where the window is too narrow for all.
    pub narrow: Option<Section>,
    /// The items selected in the last pass.
    pub(super) inspected: Vec<Id>,
    /// The section that the panel is to be scrolled to.
    pub(super) revealed: Option<Section>,
    /// Pending requests for keyboard focus.
    pub(super) focus: Focus,
    /// Items that a panel refers to, highlighted on the canvas.
    pub lit: Vec<Id>,
    pub(super) search: Option<Search>,
    /// Last input values for mirroring or repeating the selection; below it, whether their window is open.
    pub(super) construction: Form,
    pub(super) constructs: bool,
    /// The note or dimension that is being edited.
    pub(super) writing: Option<Open>,
    /// The lesson whose steps are shown; below it, whether the gesture that one of its steps asks for was made.
    pub(super) lesson: Option<Lesson>,
    pub(super) lesson_gesture: bool,
    /// The lesson that begins once the new scene for it is open.
    lesson_to_come: Option<Lesson>,
    /// Whether sliders are shown on a small canvas, too.
    pub(super) sliders: bool,
    pub(super) item_filter: String,
    /// The item that the list highlights on the canvas.
    pub(super) listed: Option<Id>,
    pub(super) typed_path: Option<String>,
    /// The question asked in the last frame.
    pub(super) asked: Option<Question>,
    /// Display settings of the scopes.
    pub scopes: ScopeLook,
    /// Display settings of the forces.
    pub(super) xray: XrayLook,
    /// Display settings of the drift heat map.
    pub(super) heat: HeatLook,
    /// Observations last requested from the run.
    pub(super) observation: Observation,
    /// Changes of settings during the runs, marked in the plots.
    pub(super) changes: Changes,
    pub(super) plots: PlotHistory,
    /// Plot histories of the copies in the race.
    pub(super) race_plots: Vec<(RunnerId, PlotHistory)>,
    /// The runner of the race whose settings are open.
    pub(super) opened_runner: Option<RunnerId>,
    /// State of the laboratory's views.
    pub(super) lab: LabState,
    arrived: Vec<Sample>,
    /// Durations of frames and steps.
    pub(super) timing: TimingLook,
    /// The warning about start velocities that was closed.
    pub(super) closed_start: Option<(Id, f64)>,
    canvas: (Vec2, Vec2),
}

impl Panels {
    /// Restores the stored state, or the defaults where it cannot be read.
    pub fn restore(stored: &str) -> Panels {
        Panels {
            kept: ron::from_str(stored).unwrap_or_default(),
            canvas: (Vec2::ZERO, Vec2::new(1280.0, 800.0)),
            ..Panels::default()
        }
    }
    /// The persistent state as text.
    pub fn store(&self) -> String {
        ron::to_string(&self.kept).unwrap_or_default()
    }

    /// Closes the topmost thing over the canvas: a menu or a window. Returns false when there was none.
    pub fn close_topmost(&mut self) -> bool {
        self.menu.take().is_some()
            || std::mem::take(&mut self.constructs)
            || std::mem::take(&mut self.help)
            || self.guide.take().is_some()
            || std::mem::take(&mut self.about)
    }

    /// Whether a window other than a laboratory view lies over the canvas.
    pub(super) fn has_window(&self) -> bool {
        self.constructs || self.help || self.guide.is_some() || self.about
    }

    /// Closes the window with this id, which derives from its title. Views of the laboratory stay open.
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

    /// Carries out a request of the editor to the panels.
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
            PanelEffect::FocusPanel(step) => self.focus.request_step(step),
            PanelEffect::ToggleHelp => self.help = !self.help,
            PanelEffect::Guide => self.guide = if self.guide.is_some() { None } else { Some(0) },
            PanelEffect::About => self.about = true,
            PanelEffect::Lesson { lesson, anew } => {
                self.lesson_gesture = false;
                // The steps of the previous lesson are shown as long as its scene is open.
                (self.lesson, self.lesson_to_come) = if anew {
                    (self.lesson, Some(lesson))
                } else {
                    (Some(lesson), None)
                };
            }
            PanelEffect::Construct => {
                self.construction.at = None;
                self.constructs = true;
                self.focus.request_window();
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
    /// Opens the command palette with a search text.
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
    /// Shows a section, wherever it is folded or hidden.
    pub(super) fn open_section(&mut self, section: Section) {
        self.hidden = false;
        self.kept.folded.remove(&section);
        // A search for an integrator or a step is to lead to the setting itself, so the folded settings are opened too.
        self.kept.advanced |= section == Section::Solver;
        self.narrow = Some(section);
        self.revealed = Some(section);
    }
    /// Adds samples for the plots.
    pub fn feed(&mut self, samples: Vec<Sample>) {
        self.arrived.extend(samples);
    }
    /// Adds samples for the plots of the copies in the race.
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
    /// The plot history of the run.
    pub fn plots(&self) -> &PlotHistory {
        &self.plots
    }
    /// Called when the new scene for a lesson is not opened after all.
    pub fn forget_lesson_to_come(&mut self) {
        self.lesson_to_come = None;
    }
    /// Resets the state that belongs to a scene, when another scene is opened; `is_new` for a new empty one. A lesson ends with the scene
    /// that it was built in.
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

    /// Records the durations of the last frame's stages: input, panels, editor and picture, drawing (s).
    pub fn note_frame(&mut self, stages: [f64; 4]) {
        self.timing.note_frame(stages);
    }

    /// The layers that the canvas shows.
    pub fn layers(&self) -> Layers {
        Layers {
            forces: self.kept.lab.contains(&LabView::ForceXray),
            names: self.kept.names,
            ..Layers::default()
        }
    }
    /// The multipliers that are drawn as forces: the part due to the chosen cause, or the whole where they were not decomposed.
    pub fn shown_forces<'a>(&self, snapshot: &'a Snapshot) -> &'a [f64] {
        match &snapshot.xray {
            Some(xray) => xray.lambda(self.xray.cause),
            None => &snapshot.lambda,
        }
    }

    /// Builds the laboratory's drawing over the machine.
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

    /// The marks that laboratory views draw on the canvas.
    pub fn marks(&self) -> &Marks {
        &self.lab.marks
    }
    /// The machine displaced along a free motion, while a laboratory view shows one.
    pub fn ghost(&self) -> Option<(&Model, &SimState)> {
        self.lab.ghost.shown()
    }
    /// The view that shows the displaced machine, which is dragged on the canvas.
    pub fn ghost_panel(&mut self) -> &mut GhostPanel {
        &mut self.lab.ghost
    }
    /// Sets the largest size measured by the complexity lens.
    pub fn lens_up_to(&mut self, n: usize) {
        self.lab.lens.most = n;
    }
    /// Whether a laboratory view waits for a running computation.
    pub fn lab_is_busy(&self) -> bool {
        self.lab.busy
    }
    /// The part of the window that no panel covers, as two corners (logical points).
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
        assert_eq!(Panels::restore("not a thing").kept, PersistentState::default());
        assert!(Panels::restore("(names: true)").kept.names);
    }
}
