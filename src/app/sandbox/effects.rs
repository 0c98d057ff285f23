//! Dispatches the effects requested by the editor and the panels.

use super::super::Request;
use super::super::exporter::Target;
use super::Sandbox;
use crate::editor::{Effect, Export, Intent, Level, Step};
use crate::render::theme::Theme;
use crate::scene::gallery;
use crate::ui::{Goal, Question, Reply, UiOutput};
use crate::worker::{RaceOrder, Scheme};

impl Sandbox {
    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Run(command) => self.worker.send(command),
                Effect::Cancel => self.worker.cancel(),
                Effect::New => self.go_for(Goal::New),
                Effect::Template(template) => self.go_for(Goal::Template(template)),
                Effect::Open => self.go_for(Goal::Open),
                Effect::Import => self.go_for(Goal::Import),
                Effect::OpenPath(path) => self.go_for(Goal::OpenPath(path)),
                Effect::Gallery(step) => self.next_in_gallery(step),
                Effect::AskOpenJoints { open, closes } => {
                    self.document.ask(Question::OpenJoints { open, closes })
                }
                Effect::Quit => self.go_for(Goal::Quit),
                Effect::Save => self.document.save(&self.editor.document()),
                Effect::SaveAs => self.document.save_as(&self.editor.document()),
                Effect::Export(what) => self.ask_or_export(what),
                Effect::Clipboard(text) => self.requests.push(Request::Copy(text)),
                Effect::CopyPicture => self.copy_picture(),
                Effect::ChoosePicture => self.choose_picture(),
                Effect::ReadPicture(path) => self.pictures.read(path),
                Effect::TakePicture(image) => self.pictures.take(image),
                Effect::ReadPasted(text) => self.pasting.read(text),
                Effect::Paste | Effect::NewFromClipboard => {
                    self.opens_pasted = matches!(effect, Effect::NewFromClipboard);
                    self.requests.push(Request::Paste);
                }
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
                Effect::Panels(asked) => self.panels.follow(asked),
            }
        }
    }

    /// Exports something of the machine; before parts are cut, asks for the diameter of the holes.
    fn ask_or_export(&mut self, what: Export) {
        if what == Export::Parts {
            self.document.ask(Question::Holes(self.preferences.hole));
        } else {
            self.export(Target::Machine(what));
        }
    }

    fn export(&mut self, what: Target) {
        if self.exporter.busy() {
            self.editor.say(Level::Info, "Something is still being exported");
        } else {
            self.exporter.ask(what, self.document.path(), self.editor.scene());
        }
    }

    pub(super) fn go_for(&mut self, goal: Goal) {
        let modified = self.editor.is_modified();
        self.document.request(goal, modified);
    }

    pub(super) fn next_in_gallery(&mut self, step: Step) {
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

    /// Begins the race for which the current scene was opened.
    pub(super) fn begin_race(&mut self) {
        let Some((id, preset)) = self.race_on.take() else {
            return;
        };
        if self.document.gallery() == Some(id) {
            let leader = Scheme::of(&self.editor.scene().settings);
            let order = RaceOrder::Begin(preset.schemes(&leader));
            let effects = self.editor.intend(Intent::Race(order));
            self.carry_out(effects);
        }
    }

    fn reply(&mut self, reply: Reply) {
        let assemble = match reply {
            Reply::Assemble => Some(true),
            Reply::Play => Some(false),
            _ => None,
        };
        self.read_answered(&reply);
        if let Reply::Holes(diameter) = reply {
            self.preferences.hole = diameter;
            self.export(Target::Machine(Export::Parts));
        }
        self.document.reply(reply, &self.editor.document());
        if let Some(assemble) = assemble {
            let effects = self.editor.intend(Intent::PlayOpen { assemble });
            self.carry_out(effects);
        }
    }

    pub(super) fn obey(&mut self, output: UiOutput) {
        match output {
            UiOutput::Act(action) => {
                let effects = self.editor.perform(action);
                self.carry_out(effects);
            }
            UiOutput::Intend(intent) => {
                let effects = self.editor.intend(intent);
                self.carry_out(effects);
            }
            UiOutput::LookAt(id) => self.thumbnails.want(id, &self.theme),
            UiOutput::OpenGallery(id) => self.go_for(Goal::Gallery(id)),
            UiOutput::RaceOn(id, preset) => {
                self.go_for(Goal::Gallery(id));
                self.race_on = Some((id, preset));
            }
            UiOutput::OpenRecent(path) => self.go_for(Goal::OpenPath(path)),
            UiOutput::Reply(reply) => self.reply(reply),
            UiOutput::Scale(scale) => self.requests.push(Request::UserScale(scale)),
            UiOutput::Export(what) => self.ask_or_export(what),
            UiOutput::ExportPlot(plot) => self.export(Target::Plot(plot)),
            UiOutput::CancelExport => self.exporter.cancel(),
            UiOutput::CancelReading => {
                self.document.cancel_reading();
                self.pictures.cancel_reading();
                self.pasting.cancel();
            }
            UiOutput::CardDone => self.preferences.card_done = true,
        }
    }
}
