//! Window functions that the window library lacks on X11: changing the title of an open window, files dropped as URIs, the screen's
//! size, and polling pointer and keyboard between frames. On other systems they do nothing.

use super::glance::Glance;
#[cfg(target_os = "linux")]
use super::x11::{Display, Drops};
use std::path::PathBuf;

/// Own connection to the desktop, beside the window library's.
pub struct Desktop {
    #[cfg(target_os = "linux")]
    display: Option<Display>,
    #[cfg(target_os = "linux")]
    drops: Option<Drops>,
    title: String,
}

/// The title with which the window is opened; on X11 it identifies the window, hence the process id.
pub fn first_title(title: &str) -> String {
    if cfg!(target_os = "linux") {
        format!("{title} {}", std::process::id())
    } else {
        title.to_owned()
    }
}

/// Width and height of the usable screen area (pixels), where that can be queried.
pub fn screen_size() -> Option<[u32; 2]> {
    #[cfg(target_os = "linux")]
    return Display::connect()?.room();
    #[cfg(not(target_os = "linux"))]
    None
}

impl Desktop {
    /// Connects to the display, where that is possible, and finds the window with this title.
    pub fn start(first_title: &str) -> Desktop {
        #[cfg(target_os = "linux")]
        {
            let display = Display::connect();
            let drops = display
                .as_ref()
                .and_then(|display| Drops::accept(display, display.window_titled(first_title)?));
            Desktop {
                display,
                drops,
                title: String::new(),
            }
        }
        #[cfg(not(target_os = "linux"))]
        Desktop {
            title: first_title.to_owned(),
        }
    }

    /// Whether [`Desktop::glance`] returns anything.
    pub fn can_poll_input(&self) -> bool {
        self.glance().is_some()
    }

    /// Whether [`Desktop::had_events`] reports every press, however short.
    pub fn hears_presses(&self) -> bool {
        #[cfg(target_os = "linux")]
        return self.drops.as_ref().is_some_and(|drops| drops.hears_presses);
        #[cfg(not(target_os = "linux"))]
        false
    }

    /// Present state of pointer and keyboard.
    pub fn glance(&self) -> Option<Glance> {
        #[cfg(target_os = "linux")]
        return self.display.as_ref()?.glance();
        #[cfg(not(target_os = "linux"))]
        None
    }

    /// Sets the title of the window.
    pub fn set_title(&mut self, title: &str) {
        if self.title == title {
            return;
        }
        self.title = title.to_owned();
        #[cfg(target_os = "linux")]
        if let (Some(display), Some(drops)) = (&self.display, &self.drops) {
            display.set_title(drops.window(), title);
        }
    }

    /// Whether, since the last call, the window had an event (covered, resized, focused, dropped on) or a key or button was pressed.
    pub fn had_events(&mut self) -> bool {
        #[cfg(target_os = "linux")]
        if let (Some(display), Some(drops)) = (&self.display, &mut self.drops) {
            return drops.listen(display);
        }
        false
    }

    /// Files that were dropped on the window since the last call.
    pub fn take_dropped(&mut self) -> Vec<PathBuf> {
        self.had_events();
        #[cfg(target_os = "linux")]
        if let Some(drops) = &mut self.drops {
            return drops.take();
        }
        Vec::new()
    }
}
