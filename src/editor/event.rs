//! Input events: pointer, wheel and keys in logical points, in order.
//!
//! Events are plain data without types of a window library, so that scripts can replay them. The window converts its own events. Handlers
//! never query the state of keys or buttons; they rely on the events alone.

use crate::raster::Image;
use glam::DVec2;
use std::path::PathBuf;
use std::sync::Arc;

/// Modifier keys held during an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Control (or Command on a Mac).
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
    /// Alt.
    pub alt: bool,
}

impl Modifiers {
    /// No modifier.
    pub const NONE: Modifiers = Modifiers {
        ctrl: false,
        shift: false,
        alt: false,
    };
    /// Control alone.
    pub const CTRL: Modifiers = Modifiers {
        ctrl: true,
        ..Modifiers::NONE
    };
    /// Shift alone.
    pub const SHIFT: Modifiers = Modifiers {
        shift: true,
        ..Modifiers::NONE
    };
    /// Alt alone.
    pub const ALT: Modifiers = Modifiers {
        alt: true,
        ..Modifiers::NONE
    };
    /// Control and Shift.
    pub const CTRL_SHIFT: Modifiers = Modifiers {
        ctrl: true,
        shift: true,
        alt: false,
    };
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Button {
    /// The left one, unless swapped by the system.
    Primary,
    /// The right one.
    Secondary,
    /// The wheel pressed.
    Middle,
}

/// A key, by its label. Letters and digits carry their character, letters in upper case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// `A` to `Z`.
    Letter(char),
    /// `0` to `9`, on the row or the keypad.
    Digit(char),
    /// `F1` to `F12`.
    Function(u8),
    /// The space bar.
    Space,
    /// Enter on either block.
    Enter,
    /// Esc.
    Escape,
    /// Tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Del.
    Delete,
    /// Ins.
    Insert,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// The key between the right Alt and Ctrl that opens a menu.
    Menu,
    /// Arrow.
    Left,
    /// Arrow.
    Right,
    /// Arrow.
    Up,
    /// Arrow.
    Down,
    /// `+`, or `=` on the same key, or the keypad's.
    Plus,
    /// `-` or the keypad's.
    Minus,
    /// `,`
    Comma,
    /// `.`
    Period,
    /// `/`
    Slash,
    /// `[`
    BracketLeft,
    /// `]`
    BracketRight,
}

/// One input event. Positions are logical points from the window's top left corner, y down.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The pointer moved to `position`; also sent while a button is held and outside of the window.
    PointerMoved {
        /// New position.
        position: DVec2,
        /// Held modifier keys.
        modifiers: Modifiers,
    },
    /// A button went down.
    PointerPressed {
        /// The button.
        button: Button,
        /// Position of the pointer.
        position: DVec2,
        /// Held modifier keys.
        modifiers: Modifiers,
        /// 1 for a single press, 2 for the second one of a double click, and so on.
        click_count: u8,
    },
    /// A button went up: every press is followed by its release, wherever the pointer is then.
    PointerReleased {
        /// The button.
        button: Button,
        /// Position of the pointer.
        position: DVec2,
        /// Held modifier keys.
        modifiers: Modifiers,
        /// The click count of the press.
        click_count: u8,
    },
    /// The pointer left the canvas (for a panel): nothing is hovered.
    PointerLeft,
    /// The window lost the keyboard focus: the gesture ends as if Esc had been pressed; releases follow.
    FocusLost,
    /// The wheel turned.
    Wheel {
        /// Notches: y positive away from the user, x positive to the right. Smooth devices send fractions.
        delta: DVec2,
        /// Position of the pointer.
        position: DVec2,
        /// Held modifier keys.
        modifiers: Modifiers,
    },
    /// A key went down, or repeats while it is held.
    KeyPressed {
        /// The key.
        key: Key,
        /// Held modifier keys.
        modifiers: Modifiers,
        /// True for repeats.
        repeat: bool,
    },
    /// A key went up.
    KeyReleased {
        /// The key.
        key: Key,
        /// Held modifier keys.
        modifiers: Modifiers,
    },
    /// Characters typed.
    Text(String),
    /// The clipboard's text, after it was asked for.
    Pasted(String),
    /// The clipboard's picture, where it has no text.
    PastedPicture(Arc<Image>),
    /// A file was dropped on the window.
    FileDropped {
        /// Path of the file.
        path: PathBuf,
    },
    /// The window has a new size or scale; sent once at the start.
    Resized {
        /// Width and height in logical points.
        size: DVec2,
        /// Pixels per point.
        scale: f64,
    },
}
