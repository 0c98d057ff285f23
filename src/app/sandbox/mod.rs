//! The program in the window: connects editor, worker, document and panels, frame by frame.

mod drawing;
mod effects;
mod exporting;
mod ghosts;
mod keeping;
mod opening;
mod second_look;
mod tracing;

use std::path::PathBuf;
use std::sync::Arc;

use self::second_look::SecondLook;
use super::autosave::Autosave;
use super::document::{self, Document};
use super::exporter::Exporter;
use super::pasting::Pasting;
use super::pictures::Pictures;
use super::preferences::{self, Preferences};
use super::start::Start;
use super::storage::Storage;
use super::thumbnails::Thumbnails;
use super::{Clock, Frame, Program, Request, Work};
use crate::editor::event::{Event, Key};
use crate::editor::{Action, Editor, Keys, Level, is_being_built};
use crate::import;
use crate::math::Vec2;
use crate::render::draw_list::DrawList;
use crate::render::scene_view::ItemCache;
use crate::render::theme::Theme;
use crate::render::trace::TraceLog;
use crate::scene::{Scene, gallery};
use crate::ui::{self, GalleryTitle, Goal, Panels, UiInput};
use crate::worker::race::{Preset, SyncedDisplay};
use crate::worker::{Contender, Snapshot, Worker};

/// Message where a scene was to be pasted and the clipboard has no text of one.
const NO_SCENE_TEXT: &str = "There is no text of a scene on the clipboard";

/// All state of the program in the window.
pub struct Sandbox {
    editor: Editor,
    worker: Worker,
    snapshot: Arc<Snapshot>,
    race: Vec<Contender>,
    together: SyncedDisplay,
    document: Document,
    /// Number of edits when the file being read was begun.
    edits_at_opening: Option<usize>,
    exporter: Exporter,
    pictures: Pictures,
    pasting: Pasting,
    thumbnails: Thumbnails,
    /// The part of the picture that is reused from frame to frame.
    standing: ItemCache,
    autosave: Autosave,
    storage: Option<Storage>,
    preferences: Preferences,
    preferences_keeper: preferences::Keeper,
    /// Seconds since the last user input.
    quiet: f64,
    /// Whether the snapshot arrived after the panels of its frame were built.
    is_news: bool,
    /// Seconds since the file was last checked, and whether the window was used since.
    looked: (f64, bool),
    /// A pending second search for work left by a crash.
    second_look: Option<SecondLook>,
    theme: Theme,
    traces: TraceLog,
    /// Whether a question has paused the run, which continues with the answer.
    held: bool,
    /// Whether the next pasted text is to be opened as a scene of its own, not inserted into this one.
    opens_pasted: bool,
    /// A race that begins once its scene is open.
    race_on: Option<(&'static str, Preset)>,
    /// The title of the window.
    titled: String,
    /// Width and height of the window (pixels).
    pixels: Vec2,
    panels: Panels,
    requests: Vec<Request>,
    titles: Vec<GalleryTitle>,
}

impl Sandbox {
    /// Opens a scene and lets it run.
    pub fn new(start: Start, storage: Option<Storage>) -> Self {
        let preferences = Preferences::load(storage.as_ref());
        let worker = Worker::start();
        let mut sandbox = Self {
            editor: Editor::new(Scene::default()),
            snapshot: worker.snapshot(),
            race: Vec::new(),
            together: SyncedDisplay::default(),
            worker,
            document: Document::default(),
            edits_at_opening: None,
            exporter: Exporter::default(),
            pictures: Pictures::default(),
            pasting: Pasting::default(),
            thumbnails: Thumbnails::default(),
            standing: ItemCache::default(),
            autosave: Autosave::new(storage.clone()),
            preferences_keeper: preferences::Keeper::new(storage.clone(), preferences.clone()),
            quiet: 0.0,
            is_news: false,
            looked: (0.0, false),
            second_look: None,
            storage,
            theme: if preferences.dark {
                Theme::dark()
            } else {
                Theme::light()
            },
            traces: TraceLog::new(),
            held: false,
            opens_pasted: false,
            race_on: None,
            titled: String::new(),
            pixels: Vec2::ZERO,
            panels: Panels::restore(&preferences.panels),
            requests: vec![Request::UserScale(preferences.scale)],
            preferences,
            titles: titles(),
        };
        sandbox.editor.set_keys(Keys::read(&sandbox.preferences.keys));
        sandbox.editor.want_hint(!sandbox.preferences.learned_to_grab);
        sandbox.editor.set_rulers(sandbox.preferences.rulers);
        let named = match &start {
            Start::File(path) => Some(path.clone()),
            Start::Last | Start::Gallery(_) => None,
        };
        // A gallery scene requested by name has priority: rescued work is kept for later.
        let recovered = !matches!(start, Start::Gallery(_)) && sandbox.recover(named.as_deref());
        if !recovered {
            sandbox.open_first(start);
        }
        sandbox
    }

    /// Pauses the run while a question or a file dialog is open, so that the exported state is the one shown.
    fn hold_for_question(&mut self) {
        let chooses = self.document.has_dialog() || self.exporter.has_dialog() || self.pictures.has_dialog();
        let asked = chooses || self.document.question().is_some();
        let playing = self.editor.playing();
        if asked && playing {
            self.held = true;
        } else if asked || !std::mem::take(&mut self.held) || playing {
            return;
        }
        let effects = self.editor.perform(Action::PlayPause);
        self.carry_out(effects);
    }

    /// Opens pasted text that is a scene of its own. Returns false where the text is left to the editor.
    fn open_pasted(&mut self, event: &Event) -> bool {
        let text = match event {
            Event::Pasted(text) => text.as_str(),
            Event::PastedPicture(_) => "",
            _ => return false,
        };
        let asked = std::mem::take(&mut self.opens_pasted);
        if asked && text.trim().is_empty() {
            self.editor.say(Level::Info, NO_SCENE_TEXT);
            return true;
        }
        // A mechanism of another program is a scene of its own, too.
        let opens = asked || import::program_of(text).is_some();
        if opens {
            self.go_for(Goal::ImportText(text.to_owned()));
        }
        opens
    }

    /// Polls files and dialogs.
    fn follow_document(&mut self) {
        self.guard_opening();
        for event in self.document.poll(|| self.editor.document()) {
            // The answer of a dialog is user input as well.
            self.quiet = 0.0;
            match event {
                document::Event::Opened(scene) => {
                    // A picture that is still being read belongs to the scene before.
                    self.pictures.cancel_reading();
                    self.pasting.cancel();
                    // A machine under construction would fall apart before it is seen; a template is to be changed first.
                    let is_own = self.document.path().is_some() || scene.is_empty();
                    let play = self.document.gallery().is_some()
                        || is_own && !scene.info.paused && !is_being_built(&scene);
                    self.open(*scene, play);
                    self.begin_race();
                    self.remember_place();
                    // Restores work on this file that a crash left behind.
                    if let Some(path) = self.document.path().map(PathBuf::from) {
                        self.recover(Some(&path));
                    }
                }
                document::Event::Saved { path, scene, then } => self.saved(&path, *scene, then),
                document::Event::Quit => self.requests.push(Request::Quit),
            }
        }
        // Where the operation was cancelled, in whatever way, so are the race or lesson that were to begin in its scene.
        if !self.document.has_goal() {
            self.race_on = None;
            self.panels.forget_lesson_to_come();
        }
    }
}

impl Program for Sandbox {
    fn event(&mut self, event: Event) {
        // There is no focus event: any input shows that the window is in use again.
        self.looked.1 = true;
        self.quiet = 0.0;
        if let Event::Resized { size, scale } = event {
            self.pixels = size * scale;
        }
        let escape = matches!(event, Event::KeyPressed { key: Key::Escape, .. });
        let choosing = self.editor.keys().choosing().is_some();
        if escape && !choosing && self.panels.close_topmost() {
            return;
        }
        if self.drag_free_motion(&event) {
            return;
        }
        if self.open_pasted(&event) {
            return;
        }
        let effects = self.editor.handle(&event);
        self.carry_out(effects);
    }

    fn panels(&mut self, ctx: &egui::Context) {
        self.panels.feed(self.worker.take_samples());
        self.panels.feed_race(self.worker.race().take_samples());
        let thumbnail = self.thumbnails.shown();
        let input = UiInput {
            thumbnail: thumbnail.as_ref(),
            editor: &self.editor,
            snapshot: &self.snapshot,
            race: &self.race,
            scopes: self.worker.scopes(),
            theme: &self.theme,
            question: self.document.question(),
            exporting: self.exporter.writing(),
            reading: self.reading(),
            busy: self.worker.busy_for(),
            card_wanted: !self.preferences.card_done,
            file: self.document.path(),
            recent: &self.preferences.recent,
            gallery_id: self.document.gallery(),
            gallery: &self.titles,
            scale: self.preferences.scale,
        };
        let outputs = ui::show(ctx, &input, &mut self.panels);
        let canvas = self.panels.canvas();
        self.editor.set_canvas(canvas.0, canvas.1);
        for output in outputs {
            self.quiet = 0.0;
            self.obey(output);
        }
        self.thumbnails.update();
    }

    fn frame(&mut self, clock: &Clock, picture: &mut DrawList) -> Frame {
        self.preferences.scale = clock.user_scale;
        self.note_window(clock);
        self.quiet += clock.elapsed;
        let Work {
            input,
            panels,
            program,
            draw,
        } = clock.work;
        self.panels.note_frame([input, panels, program, draw]);
        self.follow_document();
        self.follow_exporter();
        self.follow_pictures();
        self.follow_pasting();
        self.hold_for_question();
        let passed = self.worker.take_passed();
        let latest = self.worker.snapshot();
        self.race = self.worker.race().contenders();
        let shown = self.together.follow(latest.clone(), &mut self.race);
        self.is_news = !Arc::ptr_eq(&shown, &self.snapshot);
        self.snapshot = shown;
        let effects = self.editor.observe(&self.snapshot);
        self.carry_out(effects);
        self.editor.tick(clock.elapsed);
        self.traces.observe(self.editor.scene(), &passed, &latest);
        self.traces.show_until(self.snapshot.state.time);
        self.keep(clock.elapsed);

        self.draw(picture);
        // Pending results are polled often enough to feel prompt; a machine at rest costs nothing.
        Frame {
            pace: self.pace(),
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
        self.preferences.keys = self.editor.keys().to_texts();
        self.preferences.rulers = self.editor.rulers();
        self.preferences_keeper.finish(&self.preferences);
    }
}

/// Titles and descriptions of the gallery, from its files.
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

#[cfg(test)]
mod tests;
