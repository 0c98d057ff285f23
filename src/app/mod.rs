//! The window: it opens, gathers what the hands do, lets a [`Program`] answer and draws what it says.
//!
//! Nothing here knows of scenes or solvers. The program gets events for the canvas, builds its panels, and hands over a
//! picture; the shell decides who owns the pointer, when to draw, how large a point is, and when to leave.

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

/// How the window opens.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the title bar says.
    pub title: String,
    /// Width and height in points.
    pub size: [u32; 2],
    /// The person's own scale on top of the display's, 1 for none.
    pub user_scale: f64,
}

/// What lives in the window.
pub trait Program {
    /// Something happened on the canvas (or anywhere, for keys nobody else wants and for files and sizes).
    fn event(&mut self, event: Event);

    /// Builds the panels. The canvas is what they leave over; it is drawn below them, edge to edge.
    fn panels(&mut self, ctx: &egui::Context);

    /// Moves on to now and draws the canvas into `picture`, which is empty and measured in points.
    fn frame(&mut self, clock: &Clock, picture: &mut DrawList) -> Frame;

    /// The person wants to leave: answer with [`Request::Quit`] at once or after asking.
    fn quit_requested(&mut self);

    /// The window closes now: the last moment to keep anything.
    fn closing(&mut self) {}
}

/// What a frame took to make (s).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Events gathered, and answered by the program.
    pub input: f64,
    /// Panels built.
    pub panels: f64,
    /// The program moved on, and its picture as shapes.
    pub program: f64,
    /// Shapes and panels as triangles, and given to the graphics card.
    pub draw: f64,
}

/// When and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    /// Seconds since the window opened.
    pub now: f64,
    /// Seconds since the program's last frame, which may be long ago when it idled.
    pub elapsed: f64,
    /// What the last frame took to make, without waiting.
    pub work: Work,
    /// Pixels in a point of the display.
    pub display_scale: f64,
    /// The scale that the person chose on top of it; a small window is drawn with less.
    pub user_scale: f64,
}

/// The program's answer to a frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// When it wants the next one.
    pub pace: Pace,
    /// The ground below the picture.
    pub ground: Color,
    /// What it wants of the shell.
    pub requests: Vec<Request>,
}

/// When the next frame is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// As soon as the display shows it: something moves.
    Moving,
    /// Not before something happens.
    Still,
    /// After this long, unless something happens before.
    After(Duration),
}

/// What a program may want of the shell.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Close the window.
    Quit,
    /// Put this text on the system's clipboard.
    Copy(String),
    /// Put this picture, of so many points, on the system's clipboard.
    CopyPicture(DrawList, Vec2),
    /// Send what is on the system's clipboard as [`Event::Pasted`] or [`Event::PastedPicture`].
    Paste,
    /// Use another scale of the person's own.
    UserScale(f64),
    /// Show this title over the window.
    Title(String),
}

/// The scales that Ctrl with plus and minus steps through.
pub const USER_SCALES: [f64; 5] = [0.75, 1.0, 1.25, 1.5, 2.0];
