//! At each size of the window: the lesson by mouse alone; saving, opening and dropping a scene; and unsaved work after a kill.

use crate::desk::Desk;
use crate::dropping::drop_file;
use crate::picture::Part;
use std::path::PathBuf;
use tinkertoy::scene::{Scene, file};

/// A window of a given size, with its text enlarged by a number of steps.
struct Place {
    desk: Desk,
    /// Width and height (pixels).
    size: (u32, u32),
    enlarged: usize,
    /// Region of the canvas (pixels).
    canvas: Part,
    /// Pixels per point.
    scale: i32,
}

impl Place {
    fn open(size: (u32, u32), enlarged: usize, canvas: Part) -> Option<Place> {
        let desk = Desk::open(size.0, size.1)?;
        let scale = if enlarged > 0 { 2 } else { 1 };
        Some(Place {
            desk,
            size,
            enlarged,
            canvas,
            scale,
        })
    }

    fn arguments(&self) -> [String; 2] {
        ["--size".to_owned(), format!("{}x{}", self.size.0, self.size.1)]
    }

    /// A place on the canvas by its fractions of width and height.
    fn at(&self, x: f64, y: f64) -> (i32, i32) {
        let (left, top, width, height) = self.canvas;
        (
            left as i32 + (x * f64::from(width)) as i32,
            top as i32 + (y * f64::from(height)) as i32,
        )
    }

    /// Clicks the card of the lesson, at a distance to the right of the canvas's left edge and above its lower edge (points).
    fn click_card(&self, right: i32, up: i32) {
        let (left, top, _, height) = self.canvas;
        let (x, y) = (
            left as i32 + right * self.scale,
            (top + height) as i32 - up * self.scale,
        );
        self.desk.click(x, y);
        self.desk.wait_for_frames();
    }

    fn click(&self, (x, y): (i32, i32)) {
        self.desk.click(x, y);
        self.desk.wait_for_frames();
    }

    /// Saves under a name through the dialog; returns the file and its scene.
    fn save_as(&self, name: &str) -> (PathBuf, Scene) {
        let file = self.desk.home.join(name);
        self.desk.key("ctrl+shift+s");
        self.desk.answer_dialog("Save the scene", &file);
        self.desk.wait_for("the file", || file.exists());
        self.desk.wait_for("the dialog to go", || !self.desk.has_dialog());
        self.desk.wait_for_frames();
        let scene = file::load(&file).unwrap();
        (file, scene)
    }

    fn waits_for_title(&self, title: &str) {
        let named = format!("^{title} - Tinkertoy$");
        self.desk.wait_for(title, || self.desk.has_window(&named));
    }
}

/// The four-bar linkage of the first lesson, with clicks and drags only.
fn lesson_by_mouse(place: &Place) {
    let (a, b, c, d) = (
        place.at(0.70, 0.55),
        place.at(0.70, 0.42),
        place.at(0.90, 0.25),
        place.at(0.95, 0.60),
    );
    place.click_card(48, 35);
    place.click_card(80, 160);
    for (from, to) in [(a, b), (b, c), (c, d)] {
        place.desk.drag(from, to);
        place.desk.wait_for_frames();
    }
    place.click_card(80, 108);
    place.click(a);
    place.click(d);
    place.click_card(80, 78);
    place.click(a);
    // With enlarged text the menus are folded.
    let play = [379, 123][usize::from(place.scale > 1)] * place.scale;
    place.desk.click(play, 14 * place.scale);
    place
        .desk
        .point_at(place.size.0 as i32 - 2, place.size.1 as i32 - 2);
    let moves = || {
        let before = place.desk.shot();
        place.desk.wait_for_frames();
        place.desk.shot().difference(&before, place.canvas) > 0.001
    };
    place.desk.wait_for("the four-bar to run", moves);
    place.desk.click(play, 14 * place.scale);
    place.desk.wait_for("the pause", || !moves());
}

fn kinds(scene: &Scene) -> Vec<&'static str> {
    let parts = scene.parts().map(|(_, part)| part.shape.id());
    parts
        .chain(scene.constraints().map(|(_, it)| it.kind.id()))
        .collect()
}

fn all_of_it(place: &Place) {
    let arguments = place.arguments();
    let arguments = arguments.each_ref().map(String::as_str);
    let desk = &place.desk;
    let mut running = desk.start(&arguments);
    desk.point_at(600, 60);
    (0..place.enlarged).for_each(|_| desk.key("ctrl+plus"));
    desk.wait_for_frames();
    lesson_by_mouse(place);
    let (lesson, built) = place.save_as("lesson.ron");
    let expected = ["bar", "bar", "bar", "pin", "pin", "pin", "pin", "motor"];
    assert_eq!(kinds(&built), expected);
    place.waits_for_title("lesson.ron");

    // Opens another scene from a file dropped by a GTK program, then the first one again through the dialog.
    let other = desk.home.join("a leg.ron");
    file::save(&Scene::default(), &other).unwrap();
    drop_file(desk, &other, place.at(0.6, 0.5));
    place.waits_for_title("a leg.ron");
    desk.key("ctrl+o");
    desk.answer_dialog("Open a scene", &lesson);
    place.waits_for_title("lesson.ron");
    running.must_run();

    // Adds a box, and kills the program as soon as the work is saved for rescue.
    desk.key("r");
    desk.key("b");
    desk.drag(place.at(0.70, 0.08), place.at(0.80, 0.16));
    desk.waits_until_kept("Box");
    drop(running);
    let mut running = desk.start(&arguments);
    desk.wait_for_frames();
    desk.point_at(600, 60);
    let (_, kept) = place.save_as("kept.ron");
    assert_eq!(kinds(&kept).iter().filter(|it| **it == "box").count(), 1);
    assert_eq!(kinds(&kept).len(), expected.len() + 1);
    running.must_run();
}

#[test]
fn the_lesson_files_and_recovery_at_1280_by_800() {
    if let Some(place) = Place::open((1280, 800), 0, (44, 28, 936, 600)) {
        all_of_it(&place);
    }
}

#[test]
fn the_lesson_files_and_recovery_at_1024_by_640() {
    if let Some(place) = Place::open((1024, 640), 0, (44, 28, 940, 440)) {
        all_of_it(&place);
    }
}

#[test]
fn the_lesson_files_and_recovery_at_twice_the_scale() {
    if let Some(place) = Place::open((1280, 800), 4, (164, 56, 1036, 604)) {
        all_of_it(&place);
    }
}
