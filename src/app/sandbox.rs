//! The program in the window: editor, worker, document and panels, tied together frame by frame.

use std::path::PathBuf;
use std::sync::Arc;

use super::autosave::Autosave;
use super::document::{self, Document};
use super::preferences::Preferences;
use super::start::Start;
use super::storage::Storage;
use super::{Clock, Frame, Pace, Program, Request};
use crate::editor::event::{Event, Key};
use crate::editor::{Action, Editor, Effect, Level, Step};
use crate::render::draw_list::DrawList;
use crate::render::scene_view::{self, Overlay, SceneView};
use crate::render::theme::Theme;
use crate::render::trace::TraceLog;
use crate::scene::{Scene, gallery};
use crate::ui::{self, GalleryTitle, Goal, Panels, UiInput, UiOutput};
use crate::worker::{Snapshot, Worker};

/// Everything that lives in the window.
pub struct Sandbox {
    editor: Editor,
    worker: Worker,
    snapshot: Arc<Snapshot>,
    document: Document,
    autosave: Autosave,
    storage: Option<Storage>,
    preferences: Preferences,
    theme: Theme,
    traces: TraceLog,
    panels: Panels,
    requests: Vec<Request>,
    titles: Vec<GalleryTitle>,
}

impl Sandbox {
    /// Opens a scene and lets it run.
    pub fn new(start: Start, storage: Option<Storage>) -> Self {
        let preferences = Preferences::load(storage.as_ref());
        let mut autosave = Autosave::new(storage.clone());
        let worker = Worker::start();
        let mut sandbox = Self {
            editor: Editor::new(Scene::default()),
            snapshot: worker.snapshot(),
            worker,
            document: Document::default(),
            storage,
            theme: if preferences.dark {
                Theme::dark()
            } else {
                Theme::light()
            },
            traces: TraceLog::new(),
            panels: Panels::restore(&preferences.panels),
            requests: vec![Request::UserScale(preferences.scale)],
            preferences,
            titles: titles(),
            autosave: Autosave::new(None),
        };
        sandbox.editor.want_hint(!sandbox.preferences.learned_to_grab);
        if start == Start::Last
            && let Some(scene) = autosave.rescue()
        {
            let origin = sandbox.preferences.last_file.clone();
            sandbox.document.came_from(origin, None);
            sandbox.open(scene);
            sandbox.editor.mark_unsaved();
            let words = "The program did not end as it should last time. Your unsaved work is back.";
            sandbox.editor.say(Level::Warning, words);
        } else {
            sandbox.open_first(start);
        }
        sandbox.autosave = autosave;
        sandbox
    }

    fn open_first(&mut self, start: Start) {
        // Something is on the canvas even while a file is being read, and if it cannot be.
        let first = gallery::GALLERY.first().map(|entry| entry.id);
        let last = self.preferences.last_gallery.as_deref();
        let last = gallery::GALLERY
            .iter()
            .map(|entry| entry.id)
            .find(|id| Some(*id) == last);
        let (shown, file) = match start {
            Start::Gallery(id) => (Some(id), None),
            Start::File(path) => (None, Some(path)),
            Start::Last => (
                last.or(first),
                self.preferences.last_file.clone().filter(|path| path.exists()),
            ),
        };
        match file {
            Some(path) => self.document.go_for(Goal::OpenPath(path), false),
            None => {
                if let Some(id) = shown {
                    self.document.go_for(Goal::Gallery(id), false);
                }
            }
        }
    }

    fn open(&mut self, scene: Scene) {
        self.traces.clear();
        self.panels.scene_changed();
        // What is still to be built should not fall out of view while it is drawn.
        let playing = !scene.is_empty();
        let effects = self.editor.open(scene, playing);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Run(command) => self.worker.send(command),
                Effect::Cancel => self.worker.cancel(),
                Effect::New => self.go_for(Goal::New),
                Effect::Open => self.go_for(Goal::Open),
                Effect::OpenPath(path) => self.go_for(Goal::OpenPath(path)),
                Effect::Gallery(step) => self.next_in_gallery(step),
                Effect::Quit => self.go_for(Goal::Quit),
                Effect::Save => self.document.save(&self.editor.document()),
                Effect::SaveAs => self.document.save_as(&self.editor.document()),
                Effect::Clipboard(text) => self.requests.push(Request::Copy(text)),
                Effect::Paste => self.requests.push(Request::Paste),
                Effect::ToggleTheme => {
                    self.preferences.dark = !self.preferences.dark;
                    self.theme = if self.preferences.dark {
                        Theme::dark()
                    } else {
                        Theme::light()
                    };
                }
                Effect::LearnedToGrab => {
                    self.preferences.learned_to_grab = true;
                    self.editor.want_hint(false);
                }
                effect => self.panels.follow(&effect),
            }
        }
    }

    fn go_for(&mut self, goal: Goal) {
        let modified = self.editor.is_modified();
        self.document.go_for(goal, modified);
    }

    fn next_in_gallery(&mut self, step: Step) {
        let count = gallery::GALLERY.len();
        let here = gallery::GALLERY
            .iter()
            .position(|entry| Some(entry.id) == self.document.gallery());
        let next = match (here, step) {
            (Some(k), Step::Next) => (k + 1) % count,
            (Some(k), Step::Previous) => (k + count - 1) % count,
            (None, _) => 0,
        };
        if let Some(entry) = gallery::GALLERY.get(next) {
            self.go_for(Goal::Gallery(entry.id));
        }
    }

    fn obey(&mut self, output: UiOutput) {
        match output {
            UiOutput::Act(action) => {
                let effects = self.editor.perform(action);
                self.carry_out(effects);
            }
            UiOutput::Intend(intent) => {
                let effects = self.editor.intend(intent);
                self.carry_out(effects);
            }
            UiOutput::OpenGallery(id) => self.go_for(Goal::Gallery(id)),
            UiOutput::Reply(reply) => self.document.reply(reply, &self.editor.document()),
            UiOutput::Scale(scale) => self.requests.push(Request::UserScale(scale)),
            UiOutput::CardDone => self.preferences.card_done = true,
        }
    }

    /// Looks after files and dialogs.
    fn follow_document(&mut self) {
        for event in self.document.poll(|| self.editor.document()) {
            match event {
                document::Event::Opened(scene) => {
                    self.open(*scene);
                    self.preferences.last_file = self.document.path().map(PathBuf::from);
                    self.preferences.last_gallery = self.document.gallery().map(str::to_owned);
                }
                document::Event::Saved(path) => {
                    self.editor.mark_saved();
                    self.editor
                        .say(Level::Info, format!("Saved to {}", path.display()));
                    self.preferences.last_file = Some(path);
                    self.preferences.last_gallery = None;
                }
                document::Event::Quit => self.requests.push(Request::Quit),
            }
        }
    }
}

impl Program for Sandbox {
    fn event(&mut self, event: Event) {
        let escape = matches!(event, Event::KeyPressed { key: Key::Escape, .. });
        if escape && self.panels.close_topmost() {
            return;
        }
        let effects = self.editor.handle(&event);
        self.carry_out(effects);
    }

    fn panels(&mut self, ctx: &egui::Context) {
        self.panels.feed(self.worker.take_samples());
        let input = UiInput {
            editor: &self.editor,
            snapshot: &self.snapshot,
            theme: &self.theme,
            question: self.document.question(),
            busy: self.worker.busy_for(),
            card_wanted: !self.preferences.card_done,
            file: self.document.path(),
            gallery_id: self.document.gallery(),
            gallery: &self.titles,
            scale: self.preferences.scale,
        };
        let outputs = ui::show(ctx, &input, &mut self.panels);
        let canvas = self.panels.canvas();
        self.editor.set_canvas(canvas.0, canvas.1);
        for output in outputs {
            self.obey(output);
        }
    }

    fn frame(&mut self, clock: &Clock, picture: &mut DrawList) -> Frame {
        self.preferences.scale = clock.user_scale;
        self.panels.note_frame(clock.work);
        self.follow_document();
        self.snapshot = self.worker.snapshot();
        let effects = self.editor.observe(&self.snapshot);
        self.carry_out(effects);
        self.editor.tick(clock.elapsed);
        self.traces.observe(self.editor.scene(), &self.snapshot);
        let editor = &self.editor;
        self.autosave
            .tend(editor.is_modified(), clock.elapsed, || editor.document());

        let view = self.editor.view();
        scene_view::draw(
            &SceneView {
                scene: self.editor.scene(),
                run: Some(scene_view::Run::from(&*self.snapshot)),
                view: scene_view::View {
                    center: view.world_from_screen(view.size() / 2.0),
                    scale: view.pixels_per_metre(),
                    size: view.size(),
                },
                theme: &self.theme,
                traces: Some(&self.traces),
                layers: self.panels.layers(),
                overlay: &Overlay::of(&self.editor, self.panels.lit.clone()),
            },
            picture,
        );
        // What is waited for is looked at often enough to feel prompt; a machine at rest costs nothing.
        let waiting = self.document.busy() || self.snapshot.commands < self.worker.sent();
        let pace = if self.snapshot.playing || self.editor.view().is_moving() || waiting {
            Pace::Moving
        } else if self.editor.is_modified() || self.editor.is_animating() || self.snapshot.freedom.is_none() {
            Pace::After(std::time::Duration::from_millis(250))
        } else {
            Pace::Still
        };
        Frame {
            pace,
            ground: self.theme.paper,
            requests: std::mem::take(&mut self.requests),
        }
    }

    fn quit_requested(&mut self) {
        let effects = self.editor.perform(Action::Quit);
        self.carry_out(effects);
    }

    fn closing(&mut self) {
        self.autosave.finish();
        self.preferences.panels = self.panels.store();
        if let Some(storage) = &self.storage {
            // Preferences that cannot be kept are no reason not to close.
            let _ = self.preferences.store(storage);
        }
    }
}

/// The titles of the gallery, as its files have them.
fn titles() -> Vec<GalleryTitle> {
    let title = |entry: &gallery::Entry| {
        let info = entry.scene().map(|scene| scene.info).unwrap_or_default();
        GalleryTitle {
            id: entry.id,
            group: entry.group,
            title: info.title,
            about: info.description,
        }
    };
    gallery::GALLERY.iter().map(title).collect()
}
