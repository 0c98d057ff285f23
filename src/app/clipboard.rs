//! The system clipboard, on a thread of its own: requesting the text of another program can take arbitrarily long.

use std::borrow::Cow;
use std::sync::mpsc::{Receiver, Sender, channel};

use arboard::ImageData;

use crate::math::Vec2;
use crate::raster::{Image, MOST_PIXELS};
use crate::render::draw_list::DrawList;
use crate::render::png;

/// Pixels per point of a copied picture, as in exported files.
const SHARPNESS: f64 = 2.0;

enum Order {
    Copy(String),
    CopyPicture(DrawList, Vec2),
    Paste,
}

/// Channel to the clipboard thread. Where the system has no clipboard, only text copied in this program can be pasted.
pub struct Clipboard {
    orders: Sender<Order>,
    pasted: Receiver<Pasted>,
}

/// Content of the clipboard.
pub enum Pasted {
    /// Text; empty where there is nothing to paste.
    Text(String),
    /// A picture, where there is no text.
    Picture(Image),
}

impl Clipboard {
    /// Starts the thread; it ends when this value is dropped.
    pub fn start() -> Clipboard {
        let (orders, inbox) = channel();
        let (outbox, pasted) = channel();
        // If the thread cannot be started, nothing is ever pasted.
        let _ = std::thread::Builder::new()
            .name("clipboard".to_string())
            .spawn(move || serve(&inbox, &outbox));
        Clipboard { orders, pasted }
    }

    /// Puts text on the clipboard.
    pub fn copy(&self, text: String) {
        let _ = self.orders.send(Order::Copy(text));
    }

    /// Puts a picture with a size in points on the clipboard, replacing any text.
    pub fn copy_picture(&self, picture: DrawList, size: Vec2) {
        let _ = self.orders.send(Order::CopyPicture(picture, size));
    }

    /// Requests the content of the clipboard; it arrives at [`Clipboard::take_pasted`].
    pub fn ask(&self) {
        let _ = self.orders.send(Order::Paste);
    }

    /// The requested content, once it has arrived.
    pub fn take_pasted(&self) -> Option<Pasted> {
        self.pasted.try_recv().ok()
    }
}

fn serve(inbox: &Receiver<Order>, outbox: &Sender<Pasted>) {
    let mut system = arboard::Clipboard::new().ok();
    let mut own: Option<String> = None;
    for order in inbox {
        match order {
            Order::Copy(text) => {
                let kept = system.as_mut().is_some_and(|s| s.set_text(text.as_str()).is_ok());
                own = if kept { None } else { Some(text) };
            }
            Order::CopyPicture(picture, size) => {
                // Without a clipboard the picture is dropped.
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
                if outbox.send(answer(own.as_deref(), system.as_mut())).is_err() {
                    return;
                }
            }
        }
    }
}

/// The answer to a paste request; an empty clipboard is answered too.
fn answer(own: Option<&str>, system: Option<&mut arboard::Clipboard>) -> Pasted {
    match own {
        Some(text) => Pasted::Text(text.to_owned()),
        None => system.and_then(found).unwrap_or(Pasted::Text(String::new())),
    }
}

/// Content put there by other programs: text, else a picture.
fn found(system: &mut arboard::Clipboard) -> Option<Pasted> {
    if let Ok(text) = system.get_text() {
        return Some(Pasted::Text(text));
    }
    let ImageData { width, height, bytes } = system.get_image().ok()?;
    let pixels = width
        .checked_mul(height)
        .filter(|it| (1..=MOST_PIXELS).contains(it))?;
    (bytes.len() == 4 * pixels).then_some(Pasted::Picture(Image {
        width: width as u32,
        height: height as u32,
        rgba: bytes.into_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_pastes_gets_an_answer() {
        let text = |pasted: Pasted| match pasted {
            Pasted::Text(text) => Some(text),
            Pasted::Picture(_) => None,
        };
        assert_eq!(text(answer(None, None)).as_deref(), Some(""));
        assert_eq!(text(answer(Some("own"), None)).as_deref(), Some("own"));
    }
}
