//! What each view works out in the real window: it is opened by its key over a machine at rest, something is done in it by the pointer, and
//! what it shows is another. Places are points from the upper left corner of its window.

use tinkertoy::editor::LabView;

use crate::gestures::{SELECT, View};
use crate::picture::{Part, Picture};

/// Colour that words and frames do not have: how far the parts of a colour are apart at least.
const COLOURED: u8 = 60;
/// Pixels of a curve or bar, at the least.
const SOME: usize = 40;

/// Does in a view what it is for; `right` is the right edge of its window (pixels). Views that are gone through elsewhere are left alone.
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

/// Pixels in a part that are of a colour, not grey.
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

/// The share that is due to gravity has other numbers; reactions are arrows on the machine. The machine is tinted, too, and lies beside the
/// window: places are from its right edge.
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

/// What the last steps took before it was opened is a bar of the history, and a step forward is another; a step back is none.
fn time_a_step(view: &View) {
    let desk = view.desk;
    view.waits_for_colour("the bar of the run", view.part((8, 182), (386, 56)));
    let steps = view.part((4, 158), (392, 80));
    let stays = || {
        let before = desk.shot();
        desk.breathe();
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

/// A click on the name of the worst joint selects it.
fn select_the_worst(view: &View) {
    let lit = |part| view.desk.shot().colors(part).get(&SELECT).copied().unwrap_or(0);
    // Names in the window have that colour, too, and come a while after it.
    let name = view.part((16, 74), (96, 22));
    view.desk.wait_for("the name of the worst", || lit(name) > 0);
    let before = lit(view.canvas);
    view.click(view.at(42, 85));
    view.desk.wait_for("the selection on the machine", || {
        lit(view.canvas) > before + SOME
    });
}

/// The card of what is selected has its numbers; LaTeX goes to the clipboard, and from there into the list of commands.
fn copy_the_equation(view: &View) {
    let desk = view.desk;
    view.click(view.at(112, 73));
    desk.key("slash");
    desk.breathe();
    let empty = desk.shot();
    desk.key("ctrl+v");
    view.waits_for("the equation in the field", &empty, empty.whole());
    desk.key("Escape");
    // Nothing is selected any more.
    desk.key("Escape");
}

/// Measurements come in as coloured lines, and are given up.
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

/// The runs of a sweep come in as coloured curves.
fn sweep(view: &View) {
    let curves = view.part((70, 174), (320, 70));
    view.click(view.at(49, 151));
    view.waits_for_colour("the first runs", curves);
}
