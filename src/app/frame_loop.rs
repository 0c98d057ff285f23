//! The frame loop: gather input, let the program and its panels respond, draw, wait.
//!
//! While nothing moves and there is no input, the loop wakes a few times per second and shows the last frame again.

use super::bridge::Bridge;
use super::clipboard::{Clipboard, Pasted};
use super::cursor::Cursor;
use super::desktop::{self, Desktop};
use super::input::{Collector, Translator};
use super::scale::{display_scale, fitting, scale_step, stepped, within_screen};
use super::waiting::Watch;
use super::{Clock, Frame, Options, Pace, Program, Request, WindowError, Work};
use crate::editor::event::Event;
use crate::render::draw_list::{Color, DrawList};
use crate::render::painter::Painter;
use glam::DVec2;
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{RenderingBackend, window};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Minimum time between frames.
const FRAME: Duration = Duration::from_micros(16_600);
/// Time between idle frames where every press in between is noticed.
const IDLE_FRAME: Duration = Duration::from_secs(2);
/// Time between idle frames where short presses can be missed.
const POLLED_FRAME: Duration = Duration::from_millis(400);
/// Time between idle frames where input cannot be polled: the maximum latency.
const UNPOLLED_FRAME: Duration = Duration::from_millis(80);
/// Time after an event during which frames continue at full rate, for panel animations and further input.
const LINGER: Duration = Duration::from_millis(600);

/// The graphics context. The window library returns it through an unsafe function because two references could exist at once;
/// nothing outside this file calls it, and this file holds one reference at a time.
fn graphics() -> &'static mut dyn RenderingBackend {
    #[allow(unsafe_code, reason = "the graphics context has no safe accessor")]
    // SAFETY: called from the window's own thread only, and each use ends before the next call.
    let gl = unsafe { macroquad::window::get_internal_gl() };
    gl.quad_context
}

/// State of the loop beside the program.
struct Shell {
    bridge: Bridge,
    painter: Painter,
    clipboard: Clipboard,
    cursor: Cursor,
    translator: Translator,
    subscriber: usize,
    desktop: Desktop,
    watch: Watch,
    user_scale: f64,
    /// Window size (points) and scale last reported to the program.
    told: Option<(DVec2, f64)>,
    picture: DrawList,
    ground: Color,
    pace: Pace,
    opened: Instant,
    last_frame: Instant,
    last_event: Instant,
    work: Work,
}

/// Runs the program until it quits.
pub async fn run(options: &Options, start: impl FnOnce() -> Box<dyn Program>) -> Result<(), WindowError> {
    macroquad::input::prevent_quit();
    let display_scale = display_scale();
    if cfg!(target_os = "linux") && display_scale > 1.0 {
        // miniquad sizes the window in pixels on Linux, and in points elsewhere.
        let pixels = options.size.map(|x| (f64::from(x) * display_scale) as u32);
        let pixels = within_screen(pixels, desktop::screen_size());
        window::set_window_size(pixels[0], pixels[1]);
    }
    let painter = Painter::new(graphics()).map_err(|error| WindowError::NotOpened(error.to_string()))?;
    let now = Instant::now();
    let mut shell = Shell {
        bridge: Bridge::new(),
        painter,
        clipboard: Clipboard::start(),
        cursor: Cursor::default(),
        translator: Translator::default(),
        subscriber: register_input_subscriber(),
        desktop: Desktop::start(&desktop::first_title(&options.title)),
        watch: Watch::default(),
        user_scale: options.user_scale.clamp(0.5, 4.0),
        told: None,
        picture: DrawList::new(),
        ground: Color::WHITE,
        pace: Pace::Moving,
        opened: now,
        last_frame: now,
        last_event: now,
        work: Work::default(),
    };
    let mut program = start();
    loop {
        let begin = Instant::now();
        let quit = shell.turn(program.as_mut(), begin);
        if quit {
            program.closing();
            return Ok(());
        }
        shell.wait(begin);
        macroquad::window::next_frame().await;
    }
}

impl Shell {
    /// Pixels per point.
    fn scale(&self) -> f64 {
        let display = display_scale();
        let (width, height) = window::screen_size();
        let size = DVec2::new(f64::from(width), f64::from(height)) / display;
        display * fitting(self.user_scale, size)
    }

    /// One iteration; returns true when the program wants to quit.
    fn turn(&mut self, program: &mut dyn Program, begin: Instant) -> bool {
        let events = self.events(begin);
        if !events.is_empty() {
            self.last_event = begin;
        }
        if macroquad::input::is_quit_requested() {
            self.last_event = begin;
            program.quit_requested();
        }
        let mut quit = false;
        if self.is_due(begin) {
            quit = self.pass(program, events, begin);
        } else {
            self.draw();
        }
        quit
    }

    /// Events since the last iteration, including changes of the window's size.
    fn events(&mut self, now: Instant) -> Vec<Event> {
        let mut collector = Collector::default();
        repeat_all_miniquad_input(&mut collector, self.subscriber);
        let mut events = Vec::new();
        let seconds = now.duration_since(self.opened).as_secs_f64();
        let said = self
            .translator
            .translate(&collector.said, self.scale(), seconds, &|button| {
                macroquad::input::is_mouse_button_down(button)
            });
        for event in said {
            match scale_step(&event) {
                Some(step) => self.user_scale = stepped(self.user_scale, step),
                None => events.push(event),
            }
        }
        let (width, height) = window::screen_size();
        let scale = self.scale();
        let size = DVec2::new(f64::from(width), f64::from(height)) / scale;
        if self.told != Some((size, scale)) {
            self.told = Some((size, scale));
            events.insert(0, Event::Resized { size, scale });
        }
        let library = macroquad::input::get_dropped_files();
        let dropped = library.into_iter().filter_map(|file| file.path);
        let dropped = dropped.chain(self.desktop.take_dropped());
        events.extend(dropped.map(|path| Event::FileDropped { path }));
        events.extend(self.clipboard.take_pasted().map(|it| match it {
            Pasted::Text(text) => Event::Pasted(text),
            Pasted::Picture(image) => Event::PastedPicture(Arc::new(image)),
        }));
        events
    }

    /// Whether a new frame is due.
    fn is_due(&self, now: Instant) -> bool {
        now.duration_since(self.last_event) < LINGER || self.until_due(now).is_zero()
    }

    /// Time until the program or its panels want a new frame without any event.
    fn until_due(&self, now: Instant) -> Duration {
        let pace = match self.pace {
            Pace::Moving => Duration::ZERO,
            Pace::Still => Duration::MAX,
            Pace::After(time) => time,
        };
        pace.min(self.bridge.repaint_after())
            .saturating_sub(now.duration_since(self.last_frame))
    }

    /// Makes a new frame from the program and its panels.
    fn pass(&mut self, program: &mut dyn Program, events: Vec<Event>, begin: Instant) -> bool {
        let (width, height) = window::screen_size();
        let scale = self.scale();
        let clock = Clock {
            now: begin.duration_since(self.opened).as_secs_f64(),
            elapsed: begin.duration_since(self.last_frame).as_secs_f64(),
            work: self.work,
            display_scale: display_scale(),
            user_scale: self.user_scale,
        };
        self.last_frame = begin;
        for event in self.bridge.route(events) {
            program.event(event);
        }
        self.bridge.set_modifiers(self.translator.modifiers());
        let mut work = Work {
            input: begin.elapsed().as_secs_f64(),
            ..Work::default()
        };
        self.picture.clear();
        let pixels = [width, height];
        let painter = &mut self.painter;
        let picture = &mut self.picture;
        let mut frame = Frame {
            pace: Pace::Moving,
            ground: self.ground,
            requests: Vec::new(),
        };
        let output = self.bridge.pass(pixels, scale as f32, clock.now, |bridge| {
            let began = Instant::now();
            program.panels(bridge.context());
            work.panels = began.elapsed().as_secs_f64();
            frame = program.frame(&clock, picture);
            work.program = began.elapsed().as_secs_f64() - work.panels;
            painter.begin(pixels, scale as f32, |mesh| bridge.tessellate(picture, mesh));
        });
        painter.add_panels(&output.panels, pixels, scale as f32);
        painter.set_textures(graphics(), &output.textures);
        self.ground = frame.ground;
        self.pace = frame.pace;
        self.draw();
        self.painter.free_textures(graphics(), &output.textures);
        self.cursor.show(output.cursor);
        if let Some(text) = output.copied {
            self.clipboard.copy(text);
        }
        if output.wants_paste {
            self.clipboard.ask();
        }
        work.draw = begin.elapsed().as_secs_f64() - work.input - work.panels - work.program;
        self.work = work;
        self.obey(frame.requests)
    }

    /// Carries out the program's requests; returns true when one of them is to quit.
    fn obey(&mut self, requests: Vec<Request>) -> bool {
        let mut quit = false;
        for request in requests {
            match request {
                Request::Quit => quit = true,
                Request::Copy(text) => self.clipboard.copy(text),
                Request::CopyPicture(picture, size) => self.clipboard.copy_picture(picture, size),
                Request::Paste => self.clipboard.ask(),
                Request::UserScale(scale) => self.user_scale = scale.clamp(0.5, 4.0),
                Request::Title(title) => self.desktop.set_title(&title),
            }
        }
        quit
    }

    fn draw(&mut self) {
        let part = |c: u8| f32::from(c) / 255.0;
        let ground = [part(self.ground.r), part(self.ground.g), part(self.ground.b)];
        self.painter.draw(graphics(), ground);
    }

    /// Sleeps for the rest of the frame. Input to other windows ends the wait as well, so its first part is slept through without looking.
    fn wait(&mut self, begin: Instant) {
        let now = Instant::now();
        let used = now.duration_since(begin);
        if self.is_due(now) {
            std::thread::sleep(FRAME.saturating_sub(used));
            return;
        }
        std::thread::sleep(self.until_due(now).min(UNPOLLED_FRAME).saturating_sub(used));
        if self.desktop.can_poll_input() {
            let idle = if self.desktop.hears_presses() {
                IDLE_FRAME
            } else {
                POLLED_FRAME
            };
            let rest = self.until_due(Instant::now()).min(idle - UNPOLLED_FRAME);
            self.watch.sleep_or_touch(&mut self.desktop, rest);
        }
    }
}
