//! The program in the window: editor, worker, document and panels, tied together frame by frame.

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
use crate::render::scene_view::Standing;
use crate::render::theme::Theme;
use crate::render::trace::TraceLog;
use crate::scene::{Scene, gallery};
use crate::ui::{self, GalleryTitle, Goal, Panels, UiInput};
use crate::worker::race::{Preset, Together};
use crate::worker::{Contender, Snapshot, Worker};

/// Said where a scene was to be taken from the clipboard.
const NO_SCENE_TEXT: &str = "There is no text of a scene on the clipboard";

/// Everything that lives in the window.
pub struct Sandbox {
    editor: Editor,
    worker: Worker,
    snapshot: Arc<Snapshot>,
    race: Vec<Contender>,
    together: Together,
    document: Document,
    /// Edits that were done when what is being read began to be.
    edits_at_opening: Option<usize>,
    exporter: Exporter,
    pictures: Pictures,
    pasting: Pasting,
    thumbnails: Thumbnails,
    /// What of the picture stays from frame to frame.
    standing: Standing,
    autosave: Autosave,
    storage: Option<Storage>,
    preferences: Preferences,
    preferences_keeper: preferences::Keeper,
    /// Seconds since anything was done by hand.
    quiet: f64,
    /// Whether the snapshot came after the panels of its frame were drawn.
    is_news: bool,
    /// Seconds since the file was last looked at, and whether the window was used since.
    looked: (f64, bool),
    /// A second look for work that was left behind.
    second_look: Option<SecondLook>,
    theme: Theme,
    traces: TraceLog,
    /// A question has stopped time, which goes on with the answer.
    held: bool,
    /// What comes from the clipboard next is a scene of its own, and no piece of this one.
    opens_pasted: bool,
    /// A race that begins once its scene is open.
    race_on: Option<(&'static str, Preset)>,
    /// The title shown over the window.
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
            together: Together::default(),
            worker,
            document: Document::default(),
            edits_at_opening: None,
            exporter: Exporter::default(),
            pictures: Pictures::default(),
            pasting: Pasting::default(),
            thumbnails: Thumbnails::default(),
            standing: Standing::default(),
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
        // A scene of the gallery was asked for by name: rescued work waits.
        let recovered = !matches!(start, Start::Gallery(_)) && sandbox.recover(named.as_deref());
        if !recovered {
            sandbox.open_first(start);
        }
        sandbox
    }

    /// Time stands while a question is to be answered, or a file to be chosen: what is exported is what was seen.
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

    /// Opens what was pasted where it is a scene of its own and no piece of this one. False where it is left to the editor.
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
        // What other programs make is a scene of its own, too.
        let opens = asked || import::program_of(text).is_some();
        if opens {
            self.go_for(Goal::ImportText(text.to_owned()));
        }
        opens
    }

    /// Looks after files and dialogs.
    fn follow_document(&mut self) {
        self.guard_opening();
        for event in self.document.poll(|| self.editor.document()) {
            // The answer of a dialog is an act of the hand as well.
            self.quiet = 0.0;
            match event {
                document::Event::Opened(scene) => {
                    // A picture that is still being read was meant for the scene before.
                    self.pictures.cancel_reading();
                    self.pasting.cancel();
                    // A machine that is being built would fall apart before it is looked at; a template is to be changed first.
                    let is_own = self.document.path().is_some() || scene.is_empty();
                    let play = self.document.gallery().is_some()
                        || is_own && !scene.info.paused && !is_being_built(&scene);
                    self.open(*scene, play);
                    self.begin_race();
                    self.remember_place();
                    // Work on this very file that a crash left behind comes back with it.
                    if let Some(path) = self.document.path().map(PathBuf::from) {
                        self.recover(Some(&path));
                    }
                }
                document::Event::Saved { path, scene, then } => self.saved(&path, *scene, then),
                document::Event::Quit => self.requests.push(Request::Quit),
            }
        }
        // What was given up on the way, in whatever way, comes no more: neither does what was to begin in it.
        if !self.document.has_goal() {
            self.race_on = None;
            self.panels.forget_lesson_to_come();
        }
    }
}

impl Program for Sandbox {
    fn event(&mut self, event: Event) {
        // A window that gets the keyboard or the pointer back is told of it by what they do.
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
        self.thumbnails.tend();
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
        // What is waited for is looked at often enough to feel prompt; a machine at rest costs nothing.
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

#[cfg(test)]
mod tests;
