//! What others read of the editor, and the little that they tell it without doing anything to the scene.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::constraints::EndPorts;
use crate::math::{Pose, Vec2};
use crate::scene::{Attach, Id, InOrder, Scene};
use crate::worker::Snapshot;

use super::Editor;
use super::gesture::Gesture;
use super::notice::{Level, Notice};
use super::selection::Selection;
use super::tools::Tool;
use super::view::{View, grid_spacing};

impl Editor {
    /// The document.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }
    /// The document as the canvas shows it: with what is dragged elsewhere where the hand has it.
    pub fn shown_scene(&self) -> &Scene {
        self.held_scene.as_deref().unwrap_or(&self.scene)
    }
    /// Parts of the document that the machine did not have at the time that is looked at.
    pub fn absent_parts(&self) -> BTreeSet<Id> {
        let past = self.run.snapshot().filter(|it| it.other_machine);
        past.map_or_else(BTreeSet::new, |past| {
            let moving = self.scene.parts().filter(|(_, part)| !part.fixed);
            let ids = moving.map(|(id, _)| id);
            ids.filter(|id| past.model.body(*id).is_none()).collect()
        })
    }
    /// The document with the present view as its camera: what is saved.
    pub fn document(&self) -> Scene {
        let mut scene = self.scene.clone();
        scene.camera = self.view.document_camera();
        // What has not run yet is being built, and would fall apart before it is read.
        scene.info.paused = !self.run.playing() && self.run.at_start() && !scene.is_empty();
        scene
    }
    /// What is selected.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }
    /// Whether a part of the running machine is being pulled.
    pub fn is_pulling(&self) -> bool {
        matches!(self.gesture, Gesture::Hold(_))
    }
    /// The tool in hand.
    pub fn tool(&self) -> Tool {
        self.tool
    }
    /// What of the world is on the screen.
    pub fn view(&self) -> &View {
        &self.view
    }
    /// Says which part of the window no panel covers (logical points), for fitting and for markers.
    pub fn set_canvas(&mut self, top_left: Vec2, bottom_right: Vec2) {
        self.view.set_canvas(top_left, bottom_right);
    }
    /// Sentences to show, oldest first.
    pub fn notices(&self) -> &[Notice] {
        self.notices.list()
    }
    /// Shows a sentence.
    pub fn say(&mut self, level: Level, text: impl Into<String>) {
        self.notices.show(Notice::new(level, text));
    }
    /// Whether what is shown changes by itself although the machine stands: a flight of the view, a notice or hint
    /// that comes and goes, parts on their way, a part that is about to count as gone.
    pub fn is_animating(&self) -> bool {
        self.view.is_moving()
            || !self.notices.list().is_empty()
            || self.hint_is_fading()
            || self.glide.is_some()
            || self.is_watching()
    }
    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&str> {
        self.history.undo_label()
    }
    /// What redo would do again.
    pub fn redo_label(&self) -> Option<&str> {
        self.history.redo_label()
    }
    /// What the steps of the history did, those taken back last; and how many are done.
    pub fn steps(&self) -> (Vec<&str>, usize) {
        self.history.steps()
    }
    /// How many of the steps that are done changed the scene, and not the run alone.
    pub fn edits(&self) -> usize {
        self.history.edits()
    }
    /// Whether there is unsaved work.
    pub fn is_modified(&self) -> bool {
        self.history.is_modified()
    }
    /// The scene was saved as it is.
    pub fn mark_saved(&mut self) {
        self.history.mark_saved();
    }
    /// The scene was brought back from a crash and is not saved anywhere.
    pub fn mark_unsaved(&mut self) {
        self.history.mark_unsaved();
    }
    /// The last state of the run that was observed.
    pub fn snapshot(&self) -> Option<&Arc<Snapshot>> {
        self.run.snapshot()
    }
    /// Whether time runs, or was just asked to.
    pub fn playing(&self) -> bool {
        self.run.playing()
    }
    /// Whether the run is at its built pose, so that dragging edits the scene.
    pub fn at_start(&self) -> bool {
        self.run.at_start()
    }
    /// Whether points snap to the grid.
    pub fn grid(&self) -> bool {
        self.grid
    }
    /// Pixels a point of pictures that are taken home: two, unless another number was chosen.
    pub fn picture_scale(&self) -> u8 {
        self.picture_scale
    }
    /// Whether rulers are shown.
    pub fn rulers(&self) -> bool {
        self.rulers
    }
    /// Shows rulers, or not.
    pub fn set_rulers(&mut self, shown: bool) {
        self.rulers = shown;
    }
    /// Where the pointer is over the canvas (logical points).
    pub fn pointer(&self) -> Option<Vec2> {
        self.pointer
    }
    /// Distance of the grid lines snapped to at the present zoom (m).
    pub fn grid_step(&self) -> f64 {
        grid_spacing(self.view.pixels_per_metre(), self.scene.info.length_unit)
    }
    /// Shows the hint "Grab anything" until the first drag, or not.
    pub fn want_hint(&mut self, wanted: bool) {
        self.hint_wanted = wanted;
    }
    /// Where all parts are to be drawn now.
    pub fn places(&self) -> Arc<InOrder<Pose>> {
        self.run.places(&self.scene)
    }
    /// Where a part is to be drawn now.
    pub fn pose(&self, id: Id) -> Option<Pose> {
        self.run.pose(&self.scene, id)
    }
    /// What form a part has now, where that changes.
    pub fn form(&self, id: Id) -> Option<f64> {
        self.run.form(&self.scene, id)
    }
    /// Where an attachment is to be drawn now, as ports at rest.
    pub fn ports(&self, end: Attach) -> EndPorts {
        self.run.ports(&self.scene, end)
    }
}
