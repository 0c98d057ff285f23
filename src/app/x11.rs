//! Own connection to the X server, beside the window library's: titles, screen size, and drag and drop of
//! files as `text/uri-list` (freedesktop.org, XDND version 5), which the library does not support.
//!
//! Messages about a drop are sent to the window named in the property `XdndProxy`: a hidden window of this connection.

use super::glance::Glance;
use std::ffi::OsString;
use std::io::IoSlice;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use x11rb::connection::{Connection, RequestConnection};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask,
    PropMode, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

x11rb::atom_manager! {
    /// Atoms: names that programs on a display share.
    Names: NamesCookie {
        _NET_WM_NAME,
        _NET_WORKAREA,
        UTF8_STRING,
        XdndActionCopy,
        XdndAware,
        XdndDrop,
        XdndEnter,
        XdndFinished,
        XdndLeave,
        XdndPosition,
        XdndProxy,
        XdndSelection,
        XdndStatus,
        XdndTypeList,
        URI_LIST: b"text/uri-list",
    }
}

/// Depth below the root at which windows are searched: window managers wrap them in frames.
const DEPTH: usize = 3;
/// Maximum length of a file list (four-byte units).
const LONGEST: u32 = 1 << 18;
/// Supported version of XDND.
const VERSION: u32 = 5;

/// Connection to the display.
pub struct Display {
    connection: RustConnection,
    root: Window,
    names: Names,
}

impl Display {
    /// Connects to the display; `None` where there is no X server.
    pub fn connect() -> Option<Display> {
        let (connection, screen) = x11rb::connect(None).ok()?;
        let root = connection.setup().roots.get(screen)?.root;
        let names = Names::new(&connection).ok()?.reply().ok()?;
        Some(Display {
            connection,
            root,
            names,
        })
    }

    /// Width and height available to windows (pixels): without docks, where the window manager reports that.
    pub fn room(&self) -> Option<[u32; 2]> {
        let area = self.numbers(self.root, self.names._NET_WORKAREA, AtomEnum::CARDINAL.into());
        if let [_, _, width, height, ..] = area[..] {
            return Some([width, height]);
        }
        let whole = self.connection.get_geometry(self.root).ok()?.reply().ok()?;
        Some([u32::from(whole.width), u32::from(whole.height)])
    }

    /// Present state of pointer and keyboard.
    pub fn glance(&self) -> Option<Glance> {
        let pointer = self.connection.query_pointer(self.root).ok()?;
        let keys = self.connection.query_keymap().ok()?;
        let pointer = pointer.reply().ok()?;
        Some(Glance {
            pointer: (pointer.root_x, pointer.root_y, u16::from(pointer.mask)),
            keys: keys.reply().ok()?.keys.to_vec(),
        })
    }

    /// Finds the window with this title.
    pub fn window_titled(&self, title: &str) -> Option<Window> {
        let mut level = vec![self.root];
        for _ in 0..DEPTH {
            let below = |window: &Window| {
                let tree = self.connection.query_tree(*window).ok()?.reply().ok()?;
                Some(tree.children)
            };
            level = level.iter().filter_map(below).flatten().collect();
            let named = |window: &&Window| {
                self.bytes(**window, AtomEnum::WM_NAME.into(), AtomEnum::ANY.into()) == title.as_bytes()
            };
            if let Some(window) = level.iter().find(named) {
                return Some(*window);
            }
        }
        None
    }

    /// Sets the title of a window.
    pub fn set_title(&self, window: Window, title: &str) {
        let names = &self.names;
        for property in [names._NET_WM_NAME, AtomEnum::WM_NAME.into()] {
            // A failure to change the title is ignored.
            let _ = self.connection.change_property8(
                PropMode::REPLACE,
                window,
                property,
                names.UTF8_STRING,
                title.as_bytes(),
            );
        }
        let _ = self.connection.flush();
    }

    /// Subscribes to an event for each press of a key, a button or the wheel, however short: raw events of the
    /// X Input Extension, version 2 (XISelectEvents). Returns false where the server does not have it.
    fn hear_presses(&self) -> bool {
        // Protocol constants: the request, all master devices, and the bits of raw key and button presses.
        const SELECT_EVENTS: u8 = 46;
        const ALL_MASTERS: u16 = 1;
        const PRESSES: u32 = 1 << 13 | 1 << 15;
        let asked = self.connection.query_extension(b"XInputExtension");
        let Some(extension) = asked.ok().and_then(|it| it.reply().ok()).filter(|it| it.present) else {
            return false;
        };
        let mut request = vec![extension.major_opcode, SELECT_EVENTS];
        for half in [5, 0, 0, 1, 0, ALL_MASTERS, 1, 0, 0] {
            request.extend(u16::to_ne_bytes(half));
        }
        request[4..8].copy_from_slice(&self.root.to_ne_bytes());
        request[16..20].copy_from_slice(&PRESSES.to_ne_bytes());
        let request = [IoSlice::new(&request)];
        self.connection
            .send_request_without_reply(&request, Vec::new())
            .is_ok()
    }

    fn bytes(&self, window: Window, property: Atom, kind: Atom) -> Vec<u8> {
        let asked = self
            .connection
            .get_property(false, window, property, kind, 0, LONGEST);
        asked
            .ok()
            .and_then(|it| it.reply().ok())
            .map_or_else(Vec::new, |it| it.value)
    }

    fn numbers(&self, window: Window, property: Atom, kind: Atom) -> Vec<u32> {
        let asked = self
            .connection
            .get_property(false, window, property, kind, 0, LONGEST);
        let found = asked.ok().and_then(|it| it.reply().ok());
        found
            .and_then(|it| it.value32().map(Iterator::collect))
            .unwrap_or_default()
    }

    fn tell(&self, window: Window, what: Atom, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, window, what, data);
        let _ = self
            .connection
            .send_event(false, window, EventMask::NO_EVENT, message);
        let _ = self.connection.flush();
    }
}

/// Drag and drop of files on a window.
pub struct Drops {
    window: Window,
    proxy: Window,
    source: Window,
    /// Data format in which the source offers the files; `None` where it has no files.
    form: Option<Atom>,
    files: Vec<PathBuf>,
    /// Whether each press is reported.
    pub hears_presses: bool,
}

impl Drops {
    /// Makes the window accept dropped files.
    pub fn accept(display: &Display, window: Window) -> Option<Drops> {
        let (connection, names) = (&display.connection, &display.names);
        let proxy = connection.generate_id().ok()?;
        let aside = CreateWindowAux::new().override_redirect(1);
        let class = WindowClass::INPUT_ONLY;
        connection
            .create_window(0, proxy, display.root, -9, -9, 1, 1, 0, class, 0, &aside)
            .ok()?;
        for (on, property, kind, value) in [
            (proxy, names.XdndAware, AtomEnum::ATOM, VERSION),
            (proxy, names.XdndProxy, AtomEnum::WINDOW, proxy),
            (window, names.XdndProxy, AtomEnum::WINDOW, proxy),
        ] {
            connection
                .change_property32(PropMode::REPLACE, on, property, kind, &[value])
                .ok()?;
        }
        // Events of the window end a wait; the library still receives them too.
        let mask = EventMask::EXPOSURE | EventMask::STRUCTURE_NOTIFY | EventMask::FOCUS_CHANGE;
        let wanted = ChangeWindowAttributesAux::new().event_mask(mask);
        connection.change_window_attributes(window, &wanted).ok()?;
        let hears_presses = display.hear_presses();
        connection.flush().ok()?;
        Some(Drops {
            window,
            proxy,
            source: x11rb::NONE,
            form: None,
            files: Vec::new(),
            hears_presses,
        })
    }

    /// The window that accepts files.
    pub fn window(&self) -> Window {
        self.window
    }

    /// Handles events of the connection. Returns whether there were any since the last call.
    pub fn listen(&mut self, display: &Display) -> bool {
        let mut heard = false;
        while let Ok(Some(event)) = display.connection.poll_for_event() {
            heard = true;
            match event {
                Event::ClientMessage(message) => self.hear(display, &message),
                Event::SelectionNotify(notice) => {
                    let bytes = display.bytes(self.proxy, notice.property, AtomEnum::ANY.into());
                    self.files.extend(paths(&bytes));
                    let copy = display.names.XdndActionCopy;
                    let done = [self.window, 1, copy, 0, 0];
                    display.tell(self.source, display.names.XdndFinished, done);
                    self.form = None;
                }
                _ => {}
            }
        }
        heard
    }

    /// The files dropped since the last call.
    pub fn take(&mut self) -> Vec<PathBuf> {
        std::mem::take(&mut self.files)
    }

    fn hear(&mut self, display: &Display, message: &ClientMessageEvent) {
        let names = &display.names;
        let data = message.data.as_data32();
        if message.type_ == names.XdndEnter {
            self.source = data[0];
            let forms = if data[1] & 1 == 0 {
                data[2..].to_vec()
            } else {
                display.numbers(self.source, names.XdndTypeList, AtomEnum::ATOM.into())
            };
            self.form = [names.URI_LIST, names.UTF8_STRING]
                .into_iter()
                .find(|form| forms.contains(form));
        } else if message.type_ == names.XdndPosition {
            let takes = u32::from(self.form.is_some());
            let answer = [self.window, takes, 0, 0, names.XdndActionCopy];
            display.tell(self.source, names.XdndStatus, answer);
        } else if message.type_ == names.XdndDrop {
            let Some(form) = self.form else {
                let refused = [self.window, 0, x11rb::NONE, 0, 0];
                return display.tell(self.source, names.XdndFinished, refused);
            };
            let selection = names.XdndSelection;
            let _ = display
                .connection
                .convert_selection(self.proxy, selection, form, selection, data[2]);
            let _ = display.connection.flush();
        } else if message.type_ == names.XdndLeave {
            self.form = None;
        }
    }
}

/// Parses a `text/uri-list` (RFC 2483) or a list of plain paths, one per line.
fn paths(list: &[u8]) -> Vec<PathBuf> {
    let path = |line: &[u8]| {
        let line = line.trim_ascii();
        let path = match line.strip_prefix(b"file://") {
            // The path may be preceded by a host name.
            Some(rest) => {
                percent_encoding::percent_decode(&rest[rest.iter().position(|c| *c == b'/')?..]).collect()
            }
            None if line.starts_with(b"/") => line.to_vec(),
            None => return None,
        };
        Some(PathBuf::from(OsString::from_vec(path)))
    };
    list.split(|c| *c == b'\n').filter_map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_uris_is_a_list_of_files() {
        let list = b"# dragged\r\nfile:///home/a%20b/leg.ron\r\nfile://machine/tmp/%C3%A9.ron\r\nhttps://x.org/y\r\n/plain.ron";
        let expected = ["/home/a b/leg.ron", "/tmp/é.ron", "/plain.ron"];
        assert_eq!(paths(list), expected.map(PathBuf::from));
        assert_eq!(paths(b"file://no-path"), Vec::<PathBuf>::new());
    }
}
