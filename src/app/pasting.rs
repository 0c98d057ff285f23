//! Pasted scene texts: parsed on another thread, as files are, one after the other.

use std::collections::VecDeque;

use super::task::{Progress, Task};
use crate::editor::{Level, Pasted, read_pasted};

/// The text that is being parsed, and the waiting ones.
#[derive(Default)]
pub struct Pasting {
    reading: Option<Task<Pasted>>,
    /// Whether the current parsing was cancelled. It still runs to its end, and the next text waits for that.
    given_up: bool,
    waiting: VecDeque<String>,
}

impl Pasting {
    /// Whether any text is being parsed or waits.
    pub fn busy(&self) -> bool {
        self.reading.is_some() && !self.given_up || !self.waiting.is_empty()
    }

    /// Duration of a slow parsing so far (s).
    pub fn reading(&self) -> Option<f64> {
        let slow = self.reading.as_ref().filter(|it| self.busy() && it.is_slow());
        slow.map(Task::seconds)
    }

    /// Parses a text, after those before it.
    pub fn read(&mut self, text: String) {
        self.waiting.push_back(text);
        self.go_on();
    }

    /// Cancels all parsing.
    pub fn cancel(&mut self) {
        self.waiting.clear();
        self.given_up = self.reading.is_some();
    }

    /// Returns the next parsed text, once.
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

    /// The text of a scene with a note of this name.
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
