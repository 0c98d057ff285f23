//! The window shell: opens the window, collects input, lets a [`Program`] respond, and draws its output.
//!
//! The shell knows nothing of scenes or solvers. The program receives events for the canvas, builds its panels, and returns
//! a picture; the shell decides who owns the pointer, when to draw, how large a point is, and when to quit.

pub mod autosave;
mod bridge;
mod clipboard;
mod cursor;
mod desktop;
pub mod dialogs;
mod document;
mod exporter;
mod file_dialog;
mod frame_loop;
mod glance;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod heap;
mod icon;
mod input;
mod keys;
pub mod pasting;
mod path_text;
mod pictures;
mod preferences;
pub mod rescue;
mod routing;
mod sandbox;
mod scale;
mod start;
pub mod storage;
pub mod task;
mod thumbnails;
mod waiting;
mod window;
mod window_error;
#[cfg(target_os = "linux")]
mod x11;
#[cfg(target_os = "linux")]
mod zenity;

pub use preferences::last_size;
pub use sandbox::Sandbox;
pub use start::Start;
pub use window::run;
pub use window_error::WindowError;

use crate::editor::event::Event;
use crate::math::Vec2;
use crate::render::draw_list::{Color, DrawList};
use std::time::Duration;

/// Options for opening the window.
#[derive(Clone, Debug)]
pub struct Options {
    /// Text of the title bar.
    pub title: String,
    /// Width and height in points.
    pub size: [u32; 2],
    /// The user's scale on top of the display's; 1 for none.
    pub user_scale: f64,
}

/// A program that runs in the window.
pub trait Program {
    /// Handles an event on the canvas (or anywhere, for keys that no panel takes, and for files and window sizes).
    fn event(&mut self, event: Event);

    /// Builds the panels. The canvas is the area that they leave free; it is drawn below them, over the whole window.
    fn panels(&mut self, ctx: &egui::Context);

    /// Advances to the present and draws the canvas into `picture`, which is empty and measured in points.
    fn frame(&mut self, clock: &Clock, picture: &mut DrawList) -> Frame;

    /// The user wants to quit: respond with [`Request::Quit`], at once or after asking.
    fn quit_requested(&mut self);

    /// The window is about to close: the last chance to store anything.
    fn closing(&mut self) {}
}

/// Durations of a frame's stages (s).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Collecting events and the program's response.
    pub input: f64,
    /// Building the panels.
    pub panels: f64,
    /// Advancing the program, and drawing its picture as shapes.
    pub program: f64,
    /// Tessellating shapes and panels, and submitting them to the graphics card.
    pub draw: f64,
}

/// Time and scale of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Seconds since the window opened.
    pub now: f64,
    /// Seconds since the program's last frame; long after idling.
    pub elapsed: f64,
    /// Durations of the last frame's stages, without waiting.
    pub work: Work,
    /// Pixels per point of the display.
    pub display_scale: f64,
    /// The scale chosen by the user on top of it; a small window is drawn with less.
    pub user_scale: f64,
}

/// The program's response to a frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// When the next frame is wanted.
    pub pace: Pace,
    /// Background colour of the picture.
    pub ground: Color,
    /// Requests to the shell.
    pub requests: Vec<Request>,
}

/// When the next frame is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// At the display's rate: something moves.
    Moving,
    /// Not before the next event.
    Still,
    /// After this time, unless an event comes before.
    After(Duration),
}

/// A request of the program to the shell.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Close the window.
    Quit,
    /// Put this text on the system clipboard.
    Copy(String),
    /// Put this picture, with a size in points, on the system clipboard.
    CopyPicture(DrawList, Vec2),
    /// Send the content of the system clipboard as [`Event::Pasted`] or [`Event::PastedPicture`].
    Paste,
    /// Set the user's scale.
    UserScale(f64),
    /// Set the title of the window.
    Title(String),
}

/// The user scales that Ctrl with plus and minus steps through.
pub const USER_SCALES: [f64; 5] = [0.75, 1.0, 1.25, 1.5, 2.0];
