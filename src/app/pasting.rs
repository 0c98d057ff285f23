//! Scene text that is pasted: read beside the frame loop, as files are.

use std::collections::VecDeque;

use super::task::{Progress, Task};
use crate::editor::{Level, Pasted, read_pasted};

/// Texts that are being read, the one pasted first before the others.
#[derive(Default)]
pub struct Pasting(VecDeque<Task<Pasted>>);

impl Pasting {
    /// Whether anything is being read.
    pub fn busy(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether that takes long.
    pub fn is_slow(&self) -> bool {
        self.0.front().is_some_and(Task::is_slow)
    }

    /// Reads a text.
    pub fn read(&mut self, text: String) {
        self.0.push_back(Task::start("paste", move || read_pasted(&text)));
    }

    /// Gives up what is being read.
    pub fn cancel(&mut self) {
        self.0.clear();
    }

    /// What is read, once.
    pub fn poll(&mut self) -> Option<Pasted> {
        let read = match self.0.front()?.poll() {
            Progress::Running => return None,
            Progress::Done(read) => read,
            Progress::Lost => Err((
                Level::Warning,
                "Nothing was pasted: the reading broke off".to_owned(),
            )),
        };
        self.0.pop_front();
        Some(read)
    }
}
