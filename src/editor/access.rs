//! Read access to the editor for the window, and the few setters that leave the scene unchanged.

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
    /// The document as the canvas shows it: dragged items are at the places where the pointer holds them.
    pub fn shown_scene(&self) -> &Scene {
        self.held_scene.as_deref().unwrap_or(&self.scene)
    }
    /// Parts of the document that the machine did not have at the displayed instant of the run.
    pub fn absent_parts(&self) -> BTreeSet<Id> {
        let past = self.run.snapshot().filter(|it| it.other_machine);
        past.map_or_else(BTreeSet::new, |past| {
            let moving = self.scene.parts().filter(|(_, part)| !part.fixed);
            let ids = moving.map(|(id, _)| id);
            ids.filter(|id| past.model.body(*id).is_none()).collect()
        })
    }
    /// The document with the present view as its camera, as it is saved.
    pub fn document(&self) -> Scene {
        let mut scene = self.scene.clone();
        scene.camera = self.view.document_camera();
        // A scene that has not run yet is under construction: it opens paused, so that it does not fall apart before anybody has seen it.
        scene.info.paused = !self.run.playing() && self.run.at_start() && !scene.is_empty();
        scene
    }
    /// The selection.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }
    /// Whether a part of the running machine is being pulled.
    pub fn is_pulling(&self) -> bool {
        matches!(self.gesture, Gesture::Hold(_))
    }
    /// The selected tool.
    pub fn tool(&self) -> Tool {
        self.tool
    }
    /// The visible region of the world.
    pub fn view(&self) -> &View {
        &self.view
    }
    /// Sets the part of the window that no panel covers (logical points), for fitting and for markers.
    pub fn set_canvas(&mut self, top_left: Vec2, bottom_right: Vec2) {
        self.view.set_canvas(top_left, bottom_right);
    }
    /// Notices to show, oldest first.
    pub fn notices(&self) -> &[Notice] {
        self.notices.list()
    }
    /// Shows a notice.
    pub fn say(&mut self, level: Level, text: impl Into<String>) {
        self.notices.show(Notice::new(level, text));
    }
    /// Whether the picture changes by itself although the machine stands: a moving view, a notice or hint that appears or fades,
    /// parts gliding together, a part that is about to be reported as lost.
    pub fn is_animating(&self) -> bool {
        self.view.is_moving()
            || !self.notices.list().is_empty()
            || self.hint_is_fading()
            || self.glide.is_some()
            || self.is_watching()
    }
    /// Label of the step that undo would revert.
    pub fn undo_label(&self) -> Option<&str> {
        self.history.undo_label()
    }
    /// Label of the step that redo would repeat.
    pub fn redo_label(&self) -> Option<&str> {
        self.history.redo_label()
    }
    /// Labels of the history's steps, undone ones last; and the number of steps that are done.
    pub fn steps(&self) -> (Vec<&str>, usize) {
        self.history.steps()
    }
    /// Number of done steps that changed the scene and not only the run.
    pub fn edits(&self) -> usize {
        self.history.edits()
    }
    /// Whether there is unsaved work.
    pub fn is_modified(&self) -> bool {
        self.history.is_modified()
    }
    /// Marks the scene as saved in its present state.
    pub fn mark_saved(&mut self) {
        self.history.mark_saved();
    }
    /// Marks the scene as unsaved: it was recovered after a crash and is in no file.
    pub fn mark_unsaved(&mut self) {
        self.history.mark_unsaved();
    }
    /// The latest snapshot of the run.
    pub fn snapshot(&self) -> Option<&Arc<Snapshot>> {
        self.run.snapshot()
    }
    /// Whether time runs, or was just asked to run.
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
    /// Pixels per point of exported pictures: two, unless another number was chosen.
    pub fn picture_scale(&self) -> u8 {
        self.picture_scale
    }
    /// Whether rulers are shown.
    pub fn rulers(&self) -> bool {
        self.rulers
    }
    /// Shows or hides the rulers.
    pub fn set_rulers(&mut self, shown: bool) {
        self.rulers = shown;
    }
    /// Position of the pointer over the canvas (logical points).
    pub fn pointer(&self) -> Option<Vec2> {
        self.pointer
    }
    /// Spacing of the grid lines that points snap to at the present zoom (m).
    pub fn grid_step(&self) -> f64 {
        grid_spacing(self.view.pixels_per_metre(), self.scene.info.length_unit)
    }
    /// Sets whether the hint "Grab anything" is shown until the first drag, while nothing is selected.
    pub fn want_hint(&mut self, wanted: bool) {
        self.hint_wanted = wanted;
    }
    /// The poses at which all parts are drawn.
    pub fn places(&self) -> Arc<InOrder<Pose>> {
        self.run.places(&self.scene)
    }
    /// The pose at which a part is drawn.
    pub fn pose(&self, id: Id) -> Option<Pose> {
        self.run.pose(&self.scene, id)
    }
    /// Form coordinate of a part, where it has one.
    pub fn form(&self, id: Id) -> Option<f64> {
        self.run.form(&self.scene, id)
    }
    /// Ports of an attachment at its drawn position, at rest.
    pub fn ports(&self, end: Attach) -> EndPorts {
        self.run.ports(&self.scene, end)
    }
}
