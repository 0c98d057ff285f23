//! The system's clipboard, on a thread of its own: asking another program for its text can take as long as it likes.

use std::borrow::Cow;
use std::sync::mpsc::{Receiver, Sender, channel};

use arboard::ImageData;

use crate::math::Vec2;
use crate::render::draw_list::DrawList;
use crate::render::png;

/// Pixels of a point in a picture: as sharp as in files.
const SHARPNESS: f64 = 2.0;

enum Order {
    Copy(String),
    CopyPicture(DrawList, Vec2),
    Paste,
}

/// The way to the clipboard's thread. Where the system has no clipboard, what was copied here is pasted here.
pub struct Clipboard {
    orders: Sender<Order>,
    pasted: Receiver<String>,
}

impl Clipboard {
    /// Starts the thread; it ends with this value.
    pub fn start() -> Clipboard {
        let (orders, inbox) = channel();
        let (outbox, pasted) = channel();
        // Without the thread nothing is ever pasted, which is all that can be done about it.
        let _ = std::thread::Builder::new()
            .name("clipboard".to_string())
            .spawn(move || serve(&inbox, &outbox));
        Clipboard { orders, pasted }
    }

    /// Puts text on the clipboard.
    pub fn copy(&self, text: String) {
        let _ = self.orders.send(Order::Copy(text));
    }

    /// Puts a picture of so many points on the clipboard, in place of any text.
    pub fn copy_picture(&self, picture: DrawList, size: Vec2) {
        let _ = self.orders.send(Order::CopyPicture(picture, size));
    }

    /// Asks for the clipboard's text; it arrives at [`Clipboard::take_pasted`].
    pub fn ask(&self) {
        let _ = self.orders.send(Order::Paste);
    }

    /// The text that was asked for, once it is there.
    pub fn take_pasted(&self) -> Option<String> {
        self.pasted.try_recv().ok()
    }
}

fn serve(inbox: &Receiver<Order>, outbox: &Sender<String>) {
    let mut system = arboard::Clipboard::new().ok();
    let mut own: Option<String> = None;
    for order in inbox {
        match order {
            Order::Copy(text) => {
                let kept = system.as_mut().is_some_and(|s| s.set_text(text.as_str()).is_ok());
                own = if kept { None } else { Some(text) };
            }
            Order::CopyPicture(picture, size) => {
                // Without a clipboard there is nobody to take it.
                if let (Some(system), Ok(image)) = (system.as_mut(), png::pixels(&picture, size, SHARPNESS)) {
                    let image = ImageData {
                        width: image.width as usize,
                        height: image.height as usize,
                        bytes: Cow::Owned(image.rgba),
                    };
                    if system.set_image(image).is_ok() {
                        own = None;
                    }
                }
            }
            Order::Paste => {
                let text = match &own {
                    Some(text) => Some(text.clone()),
                    None => system.as_mut().and_then(|s| s.get_text().ok()),
                };
                if let Some(text) = text
                    && outbox.send(text).is_err()
                {
                    return;
                }
            }
        }
    }
}
