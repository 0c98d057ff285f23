//! Files dropped on the window as other programs do it: XDND version 5, `text/uri-list`.

use crate::desk::Desk;
use std::path::Path;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// A program that a file is dragged from.
struct Source {
    connection: RustConnection,
    root: Window,
    window: Window,
}

impl Source {
    fn open(display: &str) -> Source {
        let (connection, screen) = x11rb::connect(Some(display)).unwrap();
        let root = connection.setup().roots[screen].root;
        let window = connection.generate_id().unwrap();
        connection
            .create_window(
                0,
                window,
                root,
                0,
                0,
                1,
                1,
                0,
                WindowClass::INPUT_ONLY,
                0,
                &CreateWindowAux::new(),
            )
            .unwrap();
        Source {
            connection,
            root,
            window,
        }
    }

    fn atom(&self, name: &str) -> Atom {
        let asked = self.connection.intern_atom(false, name.as_bytes()).unwrap();
        asked.reply().unwrap().atom
    }

    /// The window whose title ends so, and where messages about drops on it go.
    fn target(&self, title: &str) -> (Window, Window) {
        let text = |window: Window| {
            let name = self.atom("_NET_WM_NAME");
            let asked = self
                .connection
                .get_property(false, window, name, AtomEnum::ANY, 0, 999);
            String::from_utf8_lossy(&asked.unwrap().reply().unwrap().value).into_owned()
        };
        let tree = self.connection.query_tree(self.root).unwrap().reply().unwrap();
        let window = tree
            .children
            .into_iter()
            .find(|it| text(*it).ends_with(title))
            .unwrap();
        let proxy = self.atom("XdndProxy");
        let asked = self
            .connection
            .get_property(false, window, proxy, AtomEnum::WINDOW, 0, 1);
        let named = asked
            .unwrap()
            .reply()
            .unwrap()
            .value32()
            .and_then(|mut it| it.next());
        (window, named.unwrap_or(window))
    }

    fn tell(&self, (window, to): (Window, Window), what: &str, data: [u32; 5]) {
        let message = ClientMessageEvent::new(32, window, self.atom(what), data);
        self.connection
            .send_event(false, to, EventMask::NO_EVENT, message)
            .unwrap();
        self.connection.flush().unwrap();
    }

    /// Waits for a message, giving the list to whoever asks for it meanwhile; what it says.
    fn wait_for(&self, what: &str, list: &[u8]) -> [u32; 5] {
        loop {
            match self.connection.wait_for_event().unwrap() {
                Event::ClientMessage(it) if it.type_ == self.atom(what) => return it.data.as_data32(),
                Event::SelectionRequest(it) => {
                    assert_eq!(it.target, self.atom("text/uri-list"));
                    self.connection
                        .change_property8(PropMode::REPLACE, it.requestor, it.property, it.target, list)
                        .unwrap();
                    let notice = SelectionNotifyEvent {
                        response_type: SELECTION_NOTIFY_EVENT,
                        sequence: 0,
                        time: it.time,
                        requestor: it.requestor,
                        selection: it.selection,
                        target: it.target,
                        property: it.property,
                    };
                    self.connection
                        .send_event(false, it.requestor, EventMask::NO_EVENT, notice)
                        .unwrap();
                    self.connection.flush().unwrap();
                }
                _ => {}
            }
        }
    }
}

/// Drops a file on the window at a place of the screen, as another program does.
pub fn drop_file(desk: &Desk, path: &Path, (x, y): (u32, u32)) {
    let source = Source::open(desk.display());
    let target = source.target("- Tinkertoy");
    let (me, list) = (source.window, source.atom("text/uri-list"));
    let selection = source.atom("XdndSelection");
    source
        .connection
        .set_selection_owner(me, selection, x11rb::CURRENT_TIME)
        .unwrap();
    let uri = format!("file://{}\r\n", path.display()).replace(' ', "%20");
    source.tell(target, "XdndEnter", [me, 5 << 24, list, 0, 0]);
    let copy = source.atom("XdndActionCopy");
    source.tell(target, "XdndPosition", [me, 0, x << 16 | y, 0, copy]);
    let status = source.wait_for("XdndStatus", uri.as_bytes());
    assert_eq!(status[1] & 1, 1, "it takes files");
    source.tell(target, "XdndDrop", [me, 0, x11rb::CURRENT_TIME, 0, 0]);
    let finished = source.wait_for("XdndFinished", uri.as_bytes());
    assert_eq!(finished[1] & 1, 1, "it took the file");
}

#[test]
fn the_window_has_the_size_it_had_and_never_more_than_the_screen() {
    let Some(desk) = Desk::open(1000, 700) else { return };
    let size = |desk: &Desk| desk.window_size("Tinkertoy");
    let running = desk.start(&[]);
    desk.wait_for("a window within the screen", || size(&desk) == Some((1000, 700)));
    desk.resize("Tinkertoy", 640, 480);
    desk.wait_for("the other size", || size(&desk) == Some((640, 480)));
    // It is kept beside the frame loop; a kill loses none.
    desk.wait_for("the size to be kept", || {
        let kept = std::fs::read_to_string(desk.home.join("config/settings.ron"));
        kept.is_ok_and(|text| text.contains("640"))
    });
    drop(running);
    let _running = desk.start(&[]);
    desk.wait_for("the size it had", || size(&desk) == Some((640, 480)));
}
