//! Export and copying of the canvas and the run.

use super::super::Request;
use super::super::exporter::{ExportData, News, animation_scale};
use super::Sandbox;
use crate::editor::{Export, Level};
use crate::export::Clip;
use crate::render::draw_list::DrawList;
use crate::render::scene_view::{self, Overlay, SceneView};
use crate::scene::Run;

impl Sandbox {
    /// Polls the export under way.
    pub(super) fn follow_exporter(&mut self) {
        let mut exporter = std::mem::take(&mut self.exporter);
        let news = exporter.poll(|what| self.material(what));
        self.exporter = exporter;
        match news {
            Some(News::Written(path, note)) => {
                let note = note.map_or_else(String::new, |it| format!(". {it}"));
                self.editor
                    .say(Level::Info, format!("Exported to {}{note}", path.display()));
            }
            Some(News::Failed(why)) => self.editor.say(Level::Warning, format!("Not exported: {why}")),
            None => {}
        }
    }

    /// Puts a picture of the canvas on the clipboard.
    pub(super) fn copy_picture(&mut self) {
        let (picture, size) = self.material(Export::Picture).picture;
        self.requests.push(Request::CopyPicture(picture, size));
        self.editor
            .say(Level::Info, "A picture of the canvas is on the clipboard");
    }

    /// Captures all data for an export: the canvas as shown, without selection and pointer feedback.
    fn material(&self, what: Export) -> ExportData {
        let view = self.editor.view();
        let (top_left, bottom_right) = view.canvas();
        let shown = scene_view::View::new(
            view.world_from_screen((top_left + bottom_right) / 2.0),
            view.pixels_per_metre(),
            bottom_right - top_left,
        );
        let now = Overlay::of(&self.editor, Vec::new());
        let mut feedback = crate::editor::Feedback::default();
        feedback.paths.clone_from(&now.feedback.paths);
        let overlay = Overlay {
            selection: Vec::new(),
            markers: Vec::new(),
            rulers: None,
            marks_origin: false,
            frames_underlay: false,
            scale_bar: Some(shown.size - scene_view::SCALE_BAR),
            feedback,
            ..now
        };
        let cycle = overlay.feedback.paths.clone();
        let mut picture = DrawList::new();
        let scene = self.editor.scene();
        scene_view::draw(
            &SceneView {
                scene,
                run: Some(scene_view::Run::from(&*self.snapshot)),
                view: shown,
                theme: &self.theme,
                traces: Some(&self.traces),
                layers: self.panels.layers(),
                overlay: &overlay,
            },
            &mut picture,
        );
        ExportData {
            picture: (picture, shown.size),
            sharpness: f64::from(self.editor.picture_scale()),
            clip: Clip {
                scene: scene.clone(),
                view: shown,
                scale: animation_scale(shown.size.x),
                theme: self.theme.clone(),
            },
            hole: self.preferences.hole,
            traces: self.traces.clone(),
            cycle,
            standing: match what {
                Export::Standing => {
                    let snapshot = &self.snapshot;
                    snapshot
                        .state
                        .to_run(snapshot.energy_start, &snapshot.watch, &snapshot.model)
                }
                _ => Run::default(),
            },
            experiment: matches!(what, Export::Experiment | Export::Run | Export::LastSeconds)
                .then(|| self.worker.experiment())
                .flatten(),
        }
    }
}
