//! Scene text that is pasted: read beside the frame loop, as files are, one text after the other.

use std::collections::VecDeque;

use super::task::{Progress, Task};
use crate::editor::{Level, Pasted, read_pasted};

/// The text that is being read, and those that wait for it.
#[derive(Default)]
pub struct Pasting {
    reading: Option<Task<Pasted>>,
    /// Whether what is being read was given up. It is read to its end all the same, and the next text waits for that.
    given_up: bool,
    waiting: VecDeque<String>,
}

impl Pasting {
    /// Whether anything is being read.
    pub fn busy(&self) -> bool {
        self.reading.is_some() && !self.given_up || !self.waiting.is_empty()
    }

    /// For how long a text has been read that takes long (s).
    pub fn reading(&self) -> Option<f64> {
        let slow = self.reading.as_ref().filter(|it| self.busy() && it.is_slow());
        slow.map(Task::seconds)
    }

    /// Reads a text, once those before it are read.
    pub fn read(&mut self, text: String) {
        self.waiting.push_back(text);
        self.go_on();
    }

    /// Gives up what is being read.
    pub fn cancel(&mut self) {
        self.waiting.clear();
        self.given_up = self.reading.is_some();
    }

    /// What is read, once.
    pub fn poll(&mut self) -> Option<Pasted> {
        loop {
            let read = match self.reading.as_ref()?.poll() {
                Progress::Running => return None,
                Progress::Done(read) => read,
                Progress::Lost => Err((
                    Level::Warning,
                    "Nothing was pasted: the reading broke off".to_owned(),
                )),
            };
            self.reading = None;
            self.go_on();
            if !std::mem::take(&mut self.given_up) {
                return Some(read);
            }
        }
    }

    fn go_on(&mut self) {
        if self.reading.is_none()
            && let Some(text) = self.waiting.pop_front()
        {
            self.reading = Some(Task::start("paste", move || read_pasted(&text)));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::math::Vec2;
    use crate::scene::{Attach, Note, Scene, file};

    /// A scene with a note of this name, as text.
    fn text(name: &str) -> String {
        let mut scene = Scene::default();
        scene.add(Note {
            name: name.to_owned(),
            text: "words".to_owned(),
            end: Attach::ground(Vec2::ZERO),
        });
        file::write(&scene)
    }

    fn next(pasting: &mut Pasting) -> String {
        loop {
            if let Some(read) = pasting.poll() {
                let scene = read.unwrap();
                return scene.items().map(|it| it.1.name().to_owned()).collect();
            }
            std::thread::yield_now();
        }
    }

    #[test]
    fn texts_are_read_one_at_a_time_in_their_order() {
        let mut pasting = Pasting::default();
        for name in ["first", "second", "third"] {
            pasting.read(text(name));
        }
        assert_eq!(pasting.waiting.len(), 2, "one thread for all of them");
        let names = [(); 3].map(|()| next(&mut pasting));
        assert_eq!(names, ["first", "second", "third"]);
        assert!(!pasting.busy() && pasting.poll().is_none());
    }

    #[test]
    fn what_was_given_up_is_not_heard_of_and_holds_one_thread_only() {
        let mut pasting = Pasting::default();
        for name in ["first", "second", "third"] {
            pasting.read(text(name));
            pasting.cancel();
            assert!(!pasting.busy());
        }
        pasting.read(text("last"));
        assert!(pasting.busy());
        assert_eq!(next(&mut pasting), "last");
        assert!(!pasting.busy());
    }
}
