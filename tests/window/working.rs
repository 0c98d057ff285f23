//! The results of each view in the real window: a view is opened by its key over a paused machine, an action by the pointer changes what it shows.
//! Places are in points from the upper left corner of its window.

use tinkertoy::editor::LabView;

use crate::gestures::{SELECT, View};
use crate::picture::{Part, Picture};

/// Least difference between the channels of a colour that text and frames do not have.
const COLOURED: u8 = 60;
/// Least number of pixels of a curve or bar.
const SOME: usize = 40;

/// Performs the main action of a view; `right` is the right edge of its window (pixels). Views that are tested elsewhere are skipped.
pub fn work(view: &View, which: LabView, right: u32) {
    match which {
        LabView::ForceXray => choose_a_share(view, right),
        LabView::Timing => time_a_step(view),
        LabView::DriftHeat => select_the_worst(view),
        LabView::Equation => copy_the_equation(view),
        LabView::Lens => measure(view, (369, 55), (60, 130)),
        LabView::Precision => measure(view, (290, 55), (60, 120)),
        LabView::Sweep => sweep(view),
        LabView::Scopes | LabView::Matrix | LabView::StepThrough | LabView::Freedoms => {}
    }
}

/// Number of pixels in a region that are coloured, not grey.
fn coloured(picture: &Picture, part: Part) -> usize {
    let is_coloured = |color: &[u8; 3]| {
        let (low, high) = (color.iter().min(), color.iter().max());
        low.zip(high).is_some_and(|(low, high)| high - low > COLOURED)
    };
    let counts = picture.colors(part);
    counts.iter().filter(|it| is_coloured(it.0)).map(|it| it.1).sum()
}

impl View<'_> {
    fn waits_for_colour(&self, what: &str, part: Part) {
        self.desk
            .wait_for(what, || coloured(&self.desk.shot(), part) > SOME);
    }
}

/// Shows the contribution of gravity, with other numbers, and the reactions as arrows on the machine. The machine is tinted too, and lies beside the
/// window: places are measured from the window's right edge.
fn choose_a_share(view: &View, right: u32) {
    let at = |x: u32, y: u32| ((right - view.scale * x) as i32, view.at(0, y).1);
    let (left, top) = at(220, 175);
    let numbers = (left as u32, top as u32, view.scale * 120, view.scale * 60);
    let before = view.desk.shot();
    view.click(at(246, 55));
    view.waits_for("the share of gravity", &before, numbers);
    let (left, top, width, height) = view.canvas;
    let [before_it, after_it] = [view.corner.0 - left, left + width - right];
    let machine = if before_it > after_it {
        (left, top, before_it - 4, height)
    } else {
        (right + 8, top, after_it - 8, height)
    };
    let before = view.desk.shot();
    view.click(at(263, 104));
    view.waits_for("the reactions", &before, machine);
}

/// The history has a bar for the steps before the view was opened, and gets another one for a step forward; a step back adds none.
fn time_a_step(view: &View) {
    let desk = view.desk;
    view.waits_for_colour("the bar of the run", view.part((8, 182), (386, 56)));
    let steps = view.part((4, 158), (392, 80));
    let stays = || {
        let before = desk.shot();
        desk.wait_for_frames();
        desk.shot().difference(&before, steps) == 0.0
    };
    desk.wait_for("time to stand", stays);
    let before = desk.shot();
    desk.key("Right");
    desk.wait_for("the bar of a step", || {
        desk.shot().difference(&before, steps) > 0.0
    });
    desk.wait_for("time to stand again", stays);
    let before = desk.shot();
    desk.key("Left");
    assert!(stays() && desk.shot().difference(&before, steps) == 0.0);
}

/// Selects the joint with the largest gap by a click on its name.
fn select_the_worst(view: &View) {
    let lit = |part| view.desk.shot().colors(part).get(&SELECT).copied().unwrap_or(0);
    // Names in the window have that colour, too, and appear a while after it.
    let name = view.part((16, 74), (96, 22));
    view.desk.wait_for("the name of the worst", || lit(name) > 0);
    let before = lit(view.canvas);
    view.click(view.at(42, 85));
    view.desk.wait_for("the selection on the machine", || {
        lit(view.canvas) > before + SOME
    });
}

/// The card of the selection shows its numbers; LaTeX is copied to the clipboard, and pasted into the list of commands.
fn copy_the_equation(view: &View) {
    let desk = view.desk;
    view.click(view.at(112, 73));
    desk.key("slash");
    desk.wait_for_frames();
    let empty = desk.shot();
    desk.key("ctrl+v");
    view.waits_for("the equation in the field", &empty, empty.whole());
    desk.key("Escape");
    // Clears the selection.
    desk.key("Escape");
}

/// Measurements arrive as coloured lines, and are cancelled.
fn measure(view: &View, button: (u32, u32), at: (u32, u32)) {
    let diagram = view.part(at, (240, 90));
    let (x, y) = button;
    let before = view.desk.shot();
    view.click(view.at(x, y));
    view.waits_for_colour("the first measurements", diagram);
    view.click(view.at(x - 6, y));
    view.desk.wait_for("the measurements to be given up", || {
        view.desk.shot().difference(&before, diagram) == 0.0
    });
}

/// The runs of a sweep arrive as coloured curves.
fn sweep(view: &View) {
    let curves = view.part((70, 174), (320, 70));
    view.click(view.at(49, 151));
    view.waits_for_colour("the first runs", curves);
}
