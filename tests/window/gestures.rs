//! Gestures within views of the laboratory: a matrix zoomed and moved, a step gone through, a ghost and a cursor dragged, a race chosen from the
//! menu. Places are in points from the upper left corner of a view's window.

use crate::desk::Desk;
use crate::picture::{Part, Picture};

/// The colour of handles and cursors, and the colours of the runs B and C.
pub const SELECT: [u8; 3] = [0x1F, 0x9A, 0xA8];
const B: [u8; 3] = [0xE8, 0x72, 0x2A];
const C: [u8; 3] = [0x6B, 0x2A, 0x75];

/// Distance from the left edge of a view's window, of the width at which it opens, to a place that is certainly outside it (points).
pub const BESIDE: u32 = 350;

/// A window with one view of the laboratory: its upper left corner, pixels per point, and the place of the canvas.
pub struct View<'a> {
    pub desk: &'a Desk,
    pub corner: (u32, u32),
    pub scale: u32,
    pub canvas: Part,
}

impl View<'_> {
    /// Converts a place to pixels.
    pub fn at(&self, x: u32, y: u32) -> (i32, i32) {
        let (left, top) = self.corner;
        ((left + self.scale * x) as i32, (top + self.scale * y) as i32)
    }

    /// Converts a region to pixels, from its corner and size.
    pub fn part(&self, (x, y): (u32, u32), (width, height): (u32, u32)) -> Part {
        let (left, top) = self.at(x, y);
        (left as u32, top as u32, self.scale * width, self.scale * height)
    }

    /// Moves the pointer, and lets the program register it before anything is pressed.
    fn point_at(&self, (x, y): (i32, i32)) {
        self.desk.point_at(x, y);
        self.desk.wait_for_frames();
    }

    pub fn click(&self, at: (i32, i32)) {
        self.point_at(at);
        self.desk.press(1);
        self.desk.release(1);
    }

    fn drag(&self, from: (i32, i32), to: (i32, i32)) {
        self.point_at(from);
        self.desk.drag(from, to);
    }

    /// Waits until a region of the screen has changed.
    pub fn waits_for(&self, what: &str, before: &Picture, part: Part) {
        self.desk
            .wait_for(what, || self.desk.shot().difference(before, part) > 0.003);
    }

    /// The canvas to the right of the window.
    fn beside(&self) -> Part {
        let left = self.corner.0 + self.scale * BESIDE;
        let right = self.canvas.0 + self.canvas.2;
        (left, self.canvas.1, right - left, self.canvas.3)
    }
}

/// Zooms the matrix by the wheel, and moves it by a drag.
pub fn zoom_the_matrix(view: &View) {
    let inner = view.part((60, 110), (160, 60));
    let whole = view.desk.shot();
    let middle = view.at(140, 145);
    view.point_at(middle);
    view.desk.wheel(6);
    view.waits_for("the zoom", &whole, inner);
    view.desk.wait_for_frames();
    let zoomed = view.desk.shot();
    view.drag(middle, view.at(100, 120));
    view.waits_for("the part beside", &zoomed, inner);
}

/// Goes from the first moment to the next and back.
pub fn go_through_a_step(view: &View) {
    let numbers = view.part((4, 170), (300, 80));
    let first = view.desk.shot();
    view.click(view.at(80, 151));
    view.waits_for("the next moment", &first, numbers);
    view.click(view.at(40, 151));
    view.desk.wait_for("the first moment", || {
        view.desk.shot().difference(&first, numbers) == 0.0
    });
}

/// Moves the ghost by the slider, then by its handle on the canvas.
pub fn drag_the_ghost(view: &View) {
    let (from, to) = (view.at(58, 116), view.at(70, 116));
    view.drag(from, to);
    // Away from the slider, whose tool tip may cover the ghost.
    view.point_at((0, (view.canvas.1 + view.canvas.3 - 1) as i32));
    let mut handle = None;
    view.desk.wait_for("the handle of the ghost", || {
        handle = dot(&view.desk.shot(), view.beside(), view.scale);
        handle.is_some()
    });
    let (x, y) = handle.unwrap_or_default();
    let by = 40 * view.scale as i32;
    view.drag((x, y), (x - by, y - by));
    let far = |at: (i32, i32)| (at.0 - x).abs() + (at.1 - y).abs() > 4 * view.scale as i32;
    let mut now = None;
    view.desk.wait_for("the ghost to follow", || {
        now = dot(&view.desk.shot(), view.beside(), view.scale);
        now.is_some_and(far)
    });
    view.desk.wait_for_frames();
    let later = dot(&view.desk.shot(), view.beside(), view.scale);
    assert!(later.is_some_and(far), "it stays where it is let go");
}

/// The centre of a disk in the colour of handles, which thin lines may cross.
fn dot(picture: &Picture, part: Part, scale: u32) -> Option<(i32, i32)> {
    let reach = 3 * scale;
    let (left, top, width, height) = part;
    let around = |x: u32, y: u32| {
        let line = |y: u32| (x - reach..=x + reach).map(move |x| (x, y));
        let all = (y - reach..=y + reach).flat_map(line);
        all.filter(|&(x, y)| picture.at(x, y) == SELECT).count() as u32
    };
    let places = (top + reach..top + height - reach)
        .flat_map(|y| (left + reach..left + width - reach).map(move |x| (x, y)))
        .filter(|&(x, y)| picture.at(x, y) == SELECT);
    let (count, x, y) = places.map(|(x, y)| (around(x, y), x, y)).max()?;
    (count > reach * reach * 2).then_some((x as i32, y as i32))
}

/// Adds a scope, types its signal, sets a cursor in its plot and drags it; the run continues for a moment in between.
pub fn drag_a_cursor(view: &View) {
    view.click(view.at(55, 57));
    view.desk.wait_for_frames();
    view.click(view.at(72, 81));
    view.desk.write("rocker.angle");
    view.desk.key("Return");
    view.desk.key("space");
    view.desk.wait_for_frames();
    view.desk.key("space");
    view.desk.wait_for_frames();
    let places = [200, 320].map(|x| view.at(x, 200));
    view.click(places[0]);
    let reach = 3 * view.scale as i32;
    let is_like = |color: [u8; 3]| {
        color
            .iter()
            .zip(SELECT)
            .all(|(one, other)| one.abs_diff(other) < 80)
    };
    let stands_at = |(x, y): (i32, i32)| {
        // The pointer has a cross of its own in a plot.
        view.point_at(view.at(150, 20));
        view.desk.wait_for("the cursor", || {
            let shot = view.desk.shot();
            let is_line = |x: i32| {
                let rows = y - 4 * reach..y + 4 * reach;
                let own = rows.filter(|&y| is_like(shot.at(x as u32, y as u32))).count();
                own as i32 > 6 * reach
            };
            (x - reach..=x + reach).any(is_line)
        });
    };
    stands_at(places[0]);
    view.drag(places[0], places[1]);
    stands_at(places[1]);
}

/// Shows the spectrum of a scope's signal, then the signal against another quantity, and exports its
/// numbers through the dialog. Needs a window in which the view has the width at which it opens.
pub fn look_otherwise(view: &View) {
    let (desk, plot) = (view.desk, view.part((80, 125), (540, 190)));
    let changes = |what: &str, does: &dyn Fn()| {
        view.point_at(view.at(150, 20));
        let before = desk.shot();
        does();
        view.point_at(view.at(150, 20));
        view.waits_for(what, &before, plot);
    };
    let spectrum = || view.click(view.at(348, 103));
    changes("the spectrum", &spectrum);
    changes("the signal over time", &spectrum);
    changes("the signal against the angle of the crank", &|| {
        view.click(view.at(269, 103));
        desk.write("crank.angle");
        desk.key("Return");
    });
    let file = desk.home.join("phase.csv");
    // To the right of the quantity on the other axis, which is where the field was.
    view.click(view.at(491, 103));
    desk.answer_dialog("Export a scope", &file);
    desk.wait_for("the numbers", || file.exists());
    desk.wait_for("the dialog to go", || !desk.has_dialog());
    let text = std::fs::read_to_string(&file).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let head = lines.next().unwrap();
    assert!(
        head.contains("crank.angle") && head.contains("rocker.angle"),
        "{head}"
    );
    let first = |line: &str| line.split(',').next().and_then(|it| it.parse::<f64>().ok());
    let angles: Vec<f64> = lines.filter_map(first).collect();
    let ends = [angles.first(), angles.last()].map(|it| *it.unwrap());
    // The crank has turned since the scene was opened, and all of that is recorded.
    assert!(
        angles.len() > 20 && ends[1] - ends[0] > 0.5,
        "{ends:?} of {}",
        angles.len()
    );
}

/// Starts the race of three kd, from the menu or the list of commands: its lanes have their letters.
pub fn race_three_gains(desk: &Desk, scale: i32) {
    if scale == 1 {
        for (x, y) in [(167, 14), (152, 335), (500, 570)] {
            desk.click(x, y);
            desk.wait_for_frames();
        }
    } else {
        // There the menus are folded into one, and the race is found by its name.
        desk.key("slash");
        desk.wait_for_frames();
        desk.write("kd of 0");
        desk.wait_for_frames();
        desk.key("Return");
    }
    desk.wait_for("the lane of B", || {
        let shot = desk.shot();
        let count = shot.colors(shot.whole()).get(&B).copied();
        count.is_some_and(|it| it > 40)
    });
}

/// The paused race, in a window of 1280 by 800 whose panel shows all three lanes. It runs until B, with kd = 0, has drifted. A and B swap their
/// schemes and swap back; while paused, all restart from A; B is taken over, which ends the race.
pub fn swap_merge_and_take(desk: &Desk) {
    const LANE_A: Part = (1012, 68, 240, 18);
    const LANE_B: Part = (1012, 170, 240, 18);
    // At a place without highlights and tool tips.
    let rest = || {
        desk.point_at(2, 798);
        desk.wait_for_frames();
    };
    let same_drift = || {
        let shot = desk.shot();
        let mut places = (1036..1090).flat_map(|x| (91..109).map(move |y| (x, y)));
        places.all(|(x, y)| shot.at(x, y) == shot.at(x, y + LANE_B.1 - LANE_A.1))
    };
    rest();
    let begun = desk.shot();
    assert!(
        outlined(&begun) > OUTLINE,
        "C is an outline in its colour over A and B, which are where it is"
    );
    desk.key("space");
    desk.wait_for("B to drift", || !same_drift());
    let swap = |what: &str, swapped: bool| {
        desk.click(1029, 271);
        rest();
        desk.wait_for(what, || {
            let now = desk.shot();
            let both = [LANE_A, LANE_B].map(|lane| now.difference(&begun, lane) > 0.0);
            both == [swapped; 2]
        });
    };
    swap("A and B to swap", true);
    swap("A and B to swap back", false);
    // The drift of B oscillates, and may equal that of A at the moment of a pause: then the run goes on to another pause.
    desk.wait_for("B to stand with another drift than A", || {
        desk.key("space");
        desk.wait_for_frames();
        let apart = !same_drift();
        if !apart {
            desk.key("space");
            desk.wait_for_frames();
        }
        apart
    });
    differences(desk, &rest);
    desk.click(1100, 430);
    rest();
    desk.wait_for("all to start again from A", same_drift);
    desk.click(1117, 271);
    rest();
    desk.wait_for("the race to end", || {
        let shot = desk.shot();
        let lanes = shot.colors((984, 60, 280, 340)).get(&B).copied();
        lanes.is_none_or(|it| it < 10)
    });
    rest();
    desk.wait_for("the outline to go", || outlined(&desk.shot()) == 0);
}

/// The plot of drift shows the differences of B and C from A, and then all three again.
fn differences(desk: &Desk, rest: &dyn Fn()) {
    const PLOT: Part = (132, 652, 240, 90);
    rest();
    let whole = desk.shot();
    desk.click(161, 641);
    rest();
    desk.wait_for("the differences from A", || {
        desk.shot().difference(&whole, PLOT) > 0.003
    });
    desk.click(161, 641);
    rest();
    desk.wait_for("A, B and C", || desk.shot().difference(&whole, PLOT) == 0.0);
}

/// Least number of pixels of the outline of C, and tolerance of its colour: it lies over the canvas, with soft edges.
const OUTLINE: usize = 60;
const SOFT: u8 = 28;

/// Number of pixels of the canvas in the colour of C.
fn outlined(picture: &Picture) -> usize {
    const CANVAS: Part = (44, 28, 936, 600);
    let is_like = |color: &[u8; 3]| color.iter().zip(C).all(|(one, other)| one.abs_diff(other) < SOFT);
    let counts = picture.colors(CANVAS);
    counts.iter().filter(|it| is_like(it.0)).map(|it| it.1).sum()
}
