//! The system's clipboard, on a thread of its own: asking another program for its text can take as long as it likes.

use std::borrow::Cow;
use std::sync::mpsc::{Receiver, Sender, channel};

use arboard::ImageData;

use crate::math::Vec2;
use crate::raster::{Image, MOST_PIXELS};
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
    pasted: Receiver<Pasted>,
}

/// What was on the clipboard.
pub enum Pasted {
    /// Text; empty where there is nothing that can be pasted.
    Text(String),
    /// A picture without a text.
    Picture(Image),
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

    /// Asks for what is on the clipboard; it arrives at [`Clipboard::take_pasted`].
    pub fn ask(&self) {
        let _ = self.orders.send(Order::Paste);
    }

    /// What was asked for, once it is there.
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
                if outbox.send(answer(own.as_deref(), system.as_mut())).is_err() {
                    return;
                }
            }
        }
    }
}

/// What a person gets who pastes: whoever asked is to hear it also where nothing is there.
fn answer(own: Option<&str>, system: Option<&mut arboard::Clipboard>) -> Pasted {
    match own {
        Some(text) => Pasted::Text(text.to_owned()),
        None => system.and_then(found).unwrap_or(Pasted::Text(String::new())),
    }
}

/// What other programs have put there: text, or where there is none a picture.
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
