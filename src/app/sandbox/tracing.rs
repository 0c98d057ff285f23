//! The underlay picture to be traced over: results of choosing and reading one.

use std::path::PathBuf;

use super::super::pictures::News;
use super::Sandbox;
use crate::editor::{Intent, Level};
use crate::ui::{Question, Reply};

impl Sandbox {
    /// Polls the reading of pictures.
    pub(super) fn follow_pictures(&mut self) {
        let shown = self.editor.scene().underlay.as_ref().map(|it| &it.file);
        match self.pictures.poll(shown) {
            Some(News::Taken(file)) => {
                let effects = self.editor.intend(Intent::LayUnder(file));
                self.carry_out(effects);
            }
            Some(News::Failed(why)) => self.editor.say(Level::Warning, why),
            Some(News::AskPath(folder)) => self.document.ask(Question::PathToPicture(folder)),
            None => {}
        }
    }

    /// Asks for a picture, starting in the folder of the scene's file.
    pub(super) fn choose_picture(&mut self) {
        let folder = self.document.path().and_then(|it| it.parent());
        self.pictures.ask(folder.map(PathBuf::from));
    }

    /// Reads the picture whose path was typed, where there is no dialog.
    pub(super) fn read_answered(&mut self, reply: &Reply) {
        if let (Some(Question::PathToPicture(_)), Reply::Path(path)) = (self.document.question(), reply) {
            self.pictures.read(path.clone());
        }
    }
}
