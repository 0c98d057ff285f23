//! Routing of events to real panels, without a window.

use super::*;
use crate::app::bridge::Bridge;
use crate::editor::event::Key;
use glam::dvec2;
use std::cell::{Cell, RefCell};

const CANVAS: DVec2 = dvec2(400.0, 300.0);
const PANEL: DVec2 = dvec2(750.0, 300.0);
const FIELD: DVec2 = dvec2(750.0, 20.0);
const BUTTON: DVec2 = dvec2(720.0, 50.0);
const MENU: DVec2 = dvec2(725.0, 400.0);
const HANDLE: DVec2 = dvec2(750.0, 200.0);

/// A window of 800 by 600 points, with a panel on the right that has a text field at its top.
struct Bench {
    bridge: Bridge,
    text: RefCell<String>,
    clicks: Cell<usize>,
    /// Sum of all drags of the handle.
    dragged: Cell<egui::Vec2>,
    now: f64,
    menu: bool,
    listed: Cell<bool>,
}

impl Bench {
    fn new() -> Bench {
        let mut bench = Bench {
            bridge: Bridge::new(),
            text: RefCell::new(String::new()),
            clicks: Cell::new(0),
            dragged: Cell::default(),
            now: 0.0,
            menu: false,
            listed: Cell::new(false),
        };
        bench.pass();
        bench.pass();
        bench
    }

    fn pass(&mut self) {
        self.now += 0.1;
        let (text, clicks, menu) = (&self.text, &self.clicks, self.menu);
        let (listed, dragged) = (&self.listed, &self.dragged);
        listed.set(false);
        self.bridge.pass([800.0, 600.0], 1.0, self.now, |bridge| {
            egui::SidePanel::right("panel")
                .exact_width(100.0)
                .resizable(false)
                .show(bridge.context(), |ui| {
                    ui.text_edit_singleline(&mut *text.borrow_mut());
                    let place = egui::Rect::from_center_size(point(BUTTON), egui::vec2(30.0, 20.0));
                    if ui.put(place, egui::Button::new("Go")).clicked() {
                        clicks.set(clicks.get() + 1);
                    }
                    let place = egui::Rect::from_center_size(point(HANDLE), egui::vec2(30.0, 20.0));
                    let handle = ui.interact(place, egui::Id::new("handle"), egui::Sense::drag());
                    dragged.set(dragged.get() + handle.drag_delta());
                    let bar = egui::Rect::from_min_size(
                        point(MENU) - egui::vec2(20.0, 10.0),
                        egui::vec2(90.0, 20.0),
                    );
                    ui.allocate_new_ui(egui::UiBuilder::new().max_rect(bar), |ui| {
                        egui::menu::bar(ui, |ui| {
                            ui.menu_button("Menu", |ui| {
                                listed.set(true);
                                ui.label("Line")
                            })
                        })
                    });
                });
            if menu {
                egui::Area::new(egui::Id::new("menu"))
                    .order(egui::Order::Foreground)
                    .fixed_pos([10.0, 10.0])
                    .show(bridge.context(), |ui| ui.label("Open"));
            }
        });
    }

    fn send(&mut self, events: Vec<Event>) -> Vec<Event> {
        let mut canvas = self.bridge.route(events);
        self.pass();
        while self.bridge.is_behind() {
            canvas.extend(self.bridge.route(Vec::new()));
            self.pass();
        }
        canvas
    }

    fn click(&mut self, position: DVec2) -> Vec<Event> {
        let mut canvas = self.send(vec![moved(position), press(position)]);
        canvas.extend(self.send(vec![release(position)]));
        canvas
    }
}

fn moved(position: DVec2) -> Event {
    Event::PointerMoved {
        position,
        modifiers: Modifiers::NONE,
    }
}

fn press(position: DVec2) -> Event {
    Event::PointerPressed {
        button: Button::Primary,
        position,
        modifiers: Modifiers::NONE,
        click_count: 1,
    }
}

fn release(position: DVec2) -> Event {
    Event::PointerReleased {
        button: Button::Primary,
        position,
        modifiers: Modifiers::NONE,
        click_count: 1,
    }
}

fn key(key: Key, modifiers: Modifiers) -> Event {
    Event::KeyPressed {
        key,
        modifiers,
        repeat: false,
    }
}

#[test]
fn a_drag_stays_with_where_it_began() {
    let mut bench = Bench::new();
    let drag = vec![moved(CANVAS), press(CANVAS), moved(PANEL), release(PANEL)];
    assert_eq!(bench.send(drag.clone()), drag);
    let drag = vec![moved(PANEL), press(PANEL), moved(CANVAS), release(CANVAS)];
    assert_eq!(bench.send(drag), [Event::PointerLeft]);
    assert_eq!(bench.send(vec![moved(CANVAS)]), [moved(CANVAS)]);
}

#[test]
fn a_click_on_a_panel_counts_although_the_pointer_jumped_on_before_the_next_frame() {
    let mut bench = Bench::new();
    let all_at_once = vec![
        moved(BUTTON),
        press(BUTTON),
        release(BUTTON),
        moved(CANVAS),
        press(CANVAS),
        release(CANVAS),
    ];
    let at_once = bench.bridge.route(all_at_once);
    assert_eq!(at_once, [], "the canvas waits until the panel has answered");
    bench.pass();
    let rest = bench.send(Vec::new());
    assert_eq!(bench.clicks.get(), 1);
    assert_eq!(rest, [moved(CANVAS), press(CANVAS), release(CANVAS)]);
}

/// Neither the way to the press nor the last motion before the release is lost or counted twice, however the events fall into frames.
#[test]
fn a_drag_in_a_panel_has_the_motion_between_press_and_release() {
    let (from, to) = (HANDLE, HANDLE + dvec2(7.0, -60.0));
    let drag = [
        moved(CANVAS),
        moved(from),
        press(from),
        moved(from.midpoint(to)),
        moved(to),
        release(to),
    ];
    for chunk in 1..=drag.len() {
        let mut bench = Bench::new();
        bench.send(vec![moved(CANVAS)]);
        for events in drag.chunks(chunk) {
            bench.send(events.to_vec());
        }
        let way = point(to) - point(from);
        assert_eq!(bench.dragged.get(), way, "{chunk} events a frame");
    }
}

/// Even within a single frame, a click closes an open menu and reaches the canvas.
#[test]
fn a_click_on_the_canvas_within_a_frame_closes_a_menu() {
    for at_once in [false, true] {
        let mut bench = Bench::new();
        bench.click(MENU);
        bench.pass();
        assert!(bench.listed.get(), "the menu is open");
        bench.send(vec![moved(CANVAS)]);
        let click = vec![press(CANVAS), release(CANVAS)];
        let seen = if at_once {
            bench.send(click.clone())
        } else {
            let parts = click.iter().cloned();
            parts.flat_map(|it| bench.send(vec![it])).collect()
        };
        bench.pass();
        assert_eq!(seen, click);
        assert!(!bench.listed.get(), "{at_once}");
    }
}

#[test]
fn the_wheel_goes_where_the_pointer_is() {
    let mut bench = Bench::new();
    let wheel = |position| Event::Wheel {
        delta: DVec2::Y,
        position,
        modifiers: Modifiers::NONE,
    };
    assert_eq!(bench.send(vec![wheel(CANVAS), wheel(PANEL)]), [wheel(CANVAS)]);
}

#[test]
fn a_field_takes_the_keys_until_the_canvas_is_pressed() {
    let mut bench = Bench::new();
    assert!(bench.click(FIELD).iter().all(|e| *e == Event::PointerLeft));
    let typed = vec![
        key(Key::Letter('A'), Modifiers::NONE),
        Event::Text("a".to_string()),
    ];
    assert!(bench.send(typed.clone()).is_empty());
    assert_eq!(*bench.text.borrow(), "a");
    let [save, quit] = ['S', 'Q'].map(|letter| key(Key::Letter(letter), Modifiers::CTRL));
    let help = key(Key::Function(1), Modifiers::NONE);
    let undo = key(Key::Letter('Z'), Modifiers::CTRL);
    let sent = vec![save.clone(), help.clone(), undo, quit.clone()];
    assert_eq!(bench.send(sent), [save, help, quit]);
    assert_eq!(bench.click(CANVAS).len(), 3);
    assert_eq!(bench.send(typed.clone()), typed);
    assert_eq!(*bench.text.borrow(), "", "undo was the field's own");
}

#[test]
fn paste_goes_to_whoever_has_the_keys() {
    let mut bench = Bench::new();
    let pasted = [Event::Pasted("(version: 1)".to_string())];
    assert_eq!(bench.send(pasted.to_vec()), pasted);
    bench.click(FIELD);
    assert!(bench.send(pasted.to_vec()).is_empty());
    assert_eq!(*bench.text.borrow(), "(version: 1)");
}

#[test]
fn an_open_menu_takes_all_keys() {
    let mut bench = Bench::new();
    bench.menu = true;
    bench.pass();
    bench.pass();
    assert!(
        bench
            .send(vec![
                key(Key::Delete, Modifiers::NONE),
                key(Key::Escape, Modifiers::NONE)
            ])
            .is_empty()
    );
    bench.menu = false;
    bench.pass();
    bench.pass();
    assert_eq!(bench.send(vec![key(Key::Delete, Modifiers::NONE)]).len(), 1);
}

#[test]
fn tab_goes_on_where_panels_have_the_keys_and_with_ctrl_it_is_a_command() {
    let mut bench = Bench::new();
    bench.menu = true;
    bench.pass();
    bench.pass();
    let tab = key(Key::Tab, Modifiers::NONE);
    assert!(bench.send(vec![tab.clone()]).is_empty(), "a dialog takes it");
    bench.menu = false;
    bench.pass();
    bench.click(CANVAS);
    bench.click(FIELD);
    let typed = vec![Event::Text("a".to_string())];
    assert!(bench.send(typed.clone()).is_empty());
    let next = [key(Key::Tab, Modifiers::CTRL)];
    assert_eq!(bench.send(next.to_vec()), next);
    assert!(bench.send(typed.clone()).is_empty());
    assert_eq!(*bench.text.borrow(), "aa", "the field has them still");
    assert!(bench.send(vec![tab]).is_empty());
    let tool = vec![
        key(Key::Letter('L'), Modifiers::NONE),
        Event::Text("l".to_string()),
    ];
    assert_eq!(bench.send(tool.clone()), tool, "a button is not written in");
    assert!(bench.send(vec![key(Key::Enter, Modifiers::NONE)]).is_empty());
    assert_eq!(
        bench.clicks.get(),
        1,
        "Tab went on to the button, Enter pressed it"
    );
    assert!(bench.send(vec![key(Key::Escape, Modifiers::NONE)]).is_empty());
    assert_eq!(bench.send(typed.clone()), typed, "Esc gave the keys back");
}

#[test]
fn tab_is_the_canvass_while_no_field_is_filled_in() {
    let mut bench = Bench::new();
    let tab = [key(Key::Tab, Modifiers::NONE)];
    assert_eq!(bench.send(tab.to_vec()), tab);
    assert_eq!(
        bench.send(tab.to_vec()),
        tab,
        "the first Tab must not have given the keys to a panel"
    );
}

/// A field opened by a character on the canvas gets the characters after it, however late the pass is.
#[test]
fn characters_of_the_canvas_come_one_a_pass() {
    let mut bench = Bench::new();
    let text = |text: &str| Event::Text(text.into());
    let first = bench.bridge.route(vec![text("1"), text("."), text("4")]);
    assert_eq!(first, [text("1")]);
    bench.pass();
    assert!(bench.bridge.is_behind());
    assert_eq!(bench.bridge.route(Vec::new()), [text(".")]);
}
