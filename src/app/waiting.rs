//! Waiting from frame to frame without missing the hand.
//!
//! The window library shows a frame every time it looks for input, so an idle window would either burn power or answer
//! late. On X11 the wait looks by a connection of its own whether the pointer or the keyboard has changed since it began,
//! which costs microseconds, and ends early when they have.

use std::time::{Duration, Instant};

/// How often the wait looks for a change.
const LOOK: Duration = Duration::from_millis(12);

/// What pointer and keyboard are like, only ever compared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Glance {
    pointer: (i16, i16, u16),
    keys: Vec<u8>,
}

/// The way to look for input beside the window library.
pub struct Watch {
    #[cfg(target_os = "linux")]
    display: Option<(x11rb::rust_connection::RustConnection, u32)>,
    last: Option<Glance>,
}

impl Watch {
    /// Connects to the display, where it is one that can be asked.
    pub fn start() -> Watch {
        Watch {
            #[cfg(target_os = "linux")]
            display: connect(),
            last: None,
        }
    }

    /// Whether a wait can end early.
    pub fn can_look(&self) -> bool {
        #[cfg(target_os = "linux")]
        return self.display.is_some();
        #[cfg(not(target_os = "linux"))]
        false
    }

    /// Sleeps for `time`, or until pointer or keyboard change.
    pub fn sleep_or_touch(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while let Some(rest) = end
            .checked_duration_since(Instant::now())
            .filter(|rest| !rest.is_zero())
        {
            let now = self.look();
            if now.is_some() && self.last.is_some() && now != self.last {
                self.last = now;
                return;
            }
            self.last = now;
            std::thread::sleep(rest.min(LOOK));
        }
    }

    #[cfg(target_os = "linux")]
    fn look(&self) -> Option<Glance> {
        use x11rb::protocol::xproto::ConnectionExt;
        let (display, root) = self.display.as_ref()?;
        let pointer = display.query_pointer(*root).ok()?;
        let keys = display.query_keymap().ok()?;
        let pointer = pointer.reply().ok()?;
        let keys = keys.reply().ok()?;
        let pointer = (pointer.root_x, pointer.root_y, u16::from(pointer.mask));
        Some(Glance {
            pointer,
            keys: keys.keys.to_vec(),
        })
    }

    #[cfg(not(target_os = "linux"))]
    fn look(&self) -> Option<Glance> {
        None
    }
}

#[cfg(target_os = "linux")]
fn connect() -> Option<(x11rb::rust_connection::RustConnection, u32)> {
    use x11rb::connection::Connection;
    let (display, screen) = x11rb::connect(None).ok()?;
    let root = display.setup().roots.get(screen)?.root;
    Some((display, root))
}
