//! Opens the window, and reports in one line why it could not be opened.

use super::window_error::WindowError;
use super::{Options, Program, desktop, frame_loop, icon, scale};
use macroquad::miniquad::conf::{Conf, Platform};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

/// Window class name, for desktop entries.
const WINDOW_CLASS: &str = "tinkertoy";

/// Opens the window and runs until it closes. `start` creates the program once the window exists.
pub fn run(options: Options, start: impl FnOnce() -> Box<dyn Program> + 'static) -> Result<(), WindowError> {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    super::heap::keep_freed();
    let opened = Rc::new(RefCell::new(false));
    let outcome: Rc<RefCell<Result<(), WindowError>>> = Rc::new(RefCell::new(Ok(())));
    let size = scale::within_screen(options.size, desktop::screen_size());
    let conf = Conf {
        window_title: desktop::first_title(&options.title),
        window_width: size[0] as i32,
        window_height: size[1] as i32,
        icon: icon::icon(),
        high_dpi: true,
        sample_count: 1,
        platform: Platform {
            linux_wm_class: WINDOW_CLASS,
            ..Platform::default()
        },
        ..Conf::default()
    };
    let failure = Arc::new(Mutex::new(None));
    let report = Arc::clone(&failure);
    let usual_hook = Arc::new(std::panic::take_hook());
    let main_thread = std::thread::current().id();
    let hook = Arc::clone(&usual_hook);
    // The window library reports missing features by panicking: its message is kept, and one line is printed later.
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() == main_thread {
            *report.lock().unwrap_or_else(PoisonError::into_inner) = Some(words(info));
        } else {
            hook(info);
        }
    }));
    let (opened_inside, outcome_inside) = (Rc::clone(&opened), Rc::clone(&outcome));
    let end = catch_unwind(AssertUnwindSafe(move || {
        let conf = macroquad::conf::Conf {
            miniquad_conf: conf,
            // The shell draws by itself, so the library's own batches can be small.
            draw_call_vertex_capacity: 64,
            draw_call_index_capacity: 96,
            ..macroquad::conf::Conf::default()
        };
        macroquad::Window::from_config(conf, async move {
            *opened_inside.borrow_mut() = true;
            let result = frame_loop::run(&options, start).await;
            *outcome_inside.borrow_mut() = result;
        });
    }));
    std::panic::set_hook(Box::new(move |info| usual_hook(info)));
    if end.is_err() {
        let reason = failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (words, place) = reason.unwrap_or_default();
        let was_open = *opened.borrow();
        return Err(if was_open {
            WindowError::Broken(format!("{words}{place}"))
        } else {
            WindowError::NotOpened(plainer(&words))
        });
    }
    outcome.replace(Ok(()))
}

/// Message of a panic on one line, and its location.
fn words(info: &PanicHookInfo) -> (String, String) {
    let payload = info.payload();
    let text = payload
        .downcast_ref::<&str>()
        .map(|s| (*s).to_string())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    let place = info
        .location()
        .map(|l| format!(" at {}:{}", l.file(), l.line()))
        .unwrap_or_default();
    let line: Vec<&str> = text.split_whitespace().collect();
    (line.join(" "), place)
}

/// The window library's reason for not opening, in plain words where the reason is known.
fn plainer(words: &str) -> String {
    if words.contains("XOpenDisplay") {
        "no display answers".to_string()
    } else if words.is_empty() {
        "no reason given".to_string()
    } else {
        words.trim_end_matches('!').to_string()
    }
}
