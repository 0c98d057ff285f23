//! Icons painted from lines, and the buttons that carry them.

mod paint;

use egui::{CornerRadius, Rect, Response, Sense, StrokeKind, Ui, Vec2};
use egui::{WidgetInfo, WidgetType, pos2, vec2};

use crate::bodies::{self, Outline, Sketch};
use crate::constraints::{EndPorts, Glyph, MAX_ENDS};
use crate::editor::Tool;
use crate::math;

pub use self::paint::paint;

/// The available icons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Icon {
    /// Back to the start.
    Reset,
    /// One step back.
    StepBack,
    /// Let time run.
    Play,
    /// Stop time.
    Pause,
    /// One step forward.
    Step,
    /// A pointer.
    Pointer,
    /// A dotted path.
    Trace,
    /// Part shapes.
    Dot,
    /// A spool.
    Disk,
    /// A block.
    Block,
    /// A bar with pin holes.
    Bar,
    /// A rod.
    Rod,
    /// A pin.
    Pin,
    /// A curved arrow round a point.
    Turn,
    /// A wheel on a rack.
    Rack,
    /// A coil.
    Coil,
    /// A straight arrow.
    Arrow,
    /// Waves.
    Waves,
    /// Sliders: the inspector.
    Sliders,
    /// A list.
    List,
    /// A page.
    Page,
    /// A matrix.
    Matrix,
    /// Two arrows side by side: a race.
    Race,
    /// Three dots: there is more.
    More,
    /// The sketch that a kind supplies for its button.
    Drawn(Sketch),
}

/// Icon of the underlay, a picture to be traced over: hills and a sun in a frame.
const PICTURE: Sketch = Sketch {
    lines: &[
        &[(-7.0, -5.5), (7.0, -5.5), (7.0, 5.5), (-7.0, 5.5), (-7.0, -5.5)],
        &[(-6.5, -3.5), (-2.5, 1.5), (0.5, -2.0), (3.0, 0.5), (6.5, -3.0)],
    ],
    dots: &[],
    rings: &[(3.2, 3.0, 1.3)],
};

/// Icon of the measure tool.
pub(super) const RULER: Sketch = Sketch {
    lines: &[
        &[(-7.0, -2.5), (7.0, -2.5), (7.0, 3.0), (-7.0, 3.0), (-7.0, -2.5)],
        &[(-4.2, -2.5), (-4.2, 0.5)],
        &[(-1.4, -2.5), (-1.4, -0.5)],
        &[(1.4, -2.5), (1.4, 0.5)],
        &[(4.2, -2.5), (4.2, -0.5)],
    ],
    dots: &[],
    rings: &[],
};

/// Icon of the dimension tool: a line with arrows between two others.
pub(super) const DIMENSION: Sketch = Sketch {
    lines: &[
        &[(-7.0, -5.0), (-7.0, 5.0)],
        &[(7.0, -5.0), (7.0, 5.0)],
        &[(-7.0, 0.0), (7.0, 0.0)],
        &[(-4.0, -2.0), (-7.0, 0.0), (-4.0, 2.0)],
        &[(4.0, -2.0), (7.0, 0.0), (4.0, 2.0)],
    ],
    dots: &[],
    rings: &[],
};

/// Icon of the note tool: a sheet with lines.
pub(super) const NOTE: Sketch = Sketch {
    lines: &[
        &[(-6.0, -6.0), (6.0, -6.0), (6.0, 6.0), (-6.0, 6.0), (-6.0, -6.0)],
        &[(-3.5, 2.5), (3.5, 2.5)],
        &[(-3.5, -0.5), (3.5, -0.5)],
        &[(-3.5, -3.5), (1.0, -3.5)],
    ],
    dots: &[],
    rings: &[],
};

/// The icon of a tool, from the sketch of its kind.
pub fn of_tool(tool: Tool) -> Icon {
    match tool {
        Tool::Select => Icon::Pointer,
        Tool::Trace => Icon::Trace,
        Tool::Measure => Icon::Drawn(RULER),
        Tool::Dimension => Icon::Drawn(DIMENSION),
        Tool::Note => Icon::Drawn(NOTE),
        Tool::Underlay => Icon::Drawn(PICTURE),
        Tool::Part(_) => tool.shape().map_or(Icon::Dot, |shape| of_shape(&shape)),
        Tool::Constraint(_) => tool.constraint().map_or(Icon::Pin, |kind| {
            of_kind(kind.sketch(), || kind.glyph(&example_ends()))
        }),
        Tool::Force(_) => tool.force().map_or(Icon::Arrow, |kind| {
            of_kind(kind.sketch(), || kind.glyph(&example_ends()))
        }),
    }
}

fn of_shape(shape: &bodies::Shape) -> Icon {
    if let Some(sketch) = shape.sketch() {
        return Icon::Drawn(sketch);
    }
    match shape.outline() {
        Outline::Dot => Icon::Dot,
        Outline::Circle { .. } | Outline::Ring { .. } => Icon::Disk,
        Outline::Capsule { .. } => Icon::Bar,
        Outline::Polygon(_) | Outline::Band { .. } | Outline::Thread { .. } | Outline::Several(_) => {
            Icon::Block
        }
    }
}

fn example_ends() -> [EndPorts; MAX_ENDS] {
    std::array::from_fn(|k| EndPorts::fixed(k as f64 * math::Vec2::Y, 0.0))
}

fn of_kind(sketch: Option<Sketch>, glyph: impl Fn() -> Vec<Glyph>) -> Icon {
    sketch.map_or_else(|| of_glyph(&glyph()), Icon::Drawn)
}

fn of_glyph(glyph: &[Glyph]) -> Icon {
    match glyph.first() {
        Some(Glyph::Rod { .. }) => Icon::Rod,
        Some(Glyph::Turn { .. }) => Icon::Turn,
        Some(Glyph::Rack(_)) => Icon::Rack,
        Some(Glyph::Coil { .. }) => Icon::Coil,
        Some(Glyph::Arrow { .. }) => Icon::Arrow,
        Some(Glyph::Waves { .. }) => Icon::Waves,
        _ => Icon::Pin,
    }
}

/// Height of a button below which its letter stands beside the icon instead of in its corner (points).
const LOW: f32 = 24.0;

/// Positions of icon and letter on a button.
struct Layout {
    icon: Rect,
    letter: (egui::Pos2, egui::Align2),
}

impl Layout {
    fn of(button: Rect, has_letter: bool) -> Self {
        let square = |center, side| Rect::from_center_size(center, Vec2::splat(side));
        let least = button.size().min_elem();
        let corner = pos2(button.right() - 4.0, button.bottom() - 2.0);
        let at_corner = (corner, egui::Align2::RIGHT_BOTTOM);
        let side = 0.56 * least.min(32.0);
        match has_letter {
            false => Self {
                icon: square(button.center(), side),
                letter: at_corner,
            },
            true if least < LOW && button.width() > 1.5 * button.height() => Self {
                icon: square(button.center() - vec2(6.0, 0.0), 0.8 * least),
                letter: (pos2(corner.x, button.center().y), egui::Align2::RIGHT_CENTER),
            },
            true => Self {
                icon: square(button.center() + vec2(-3.0, -2.0), side),
                letter: at_corner,
            },
        }
    }
}

/// A button with an icon and a small letter in its corner. `label` is its name for tests and screen readers.
pub fn button(ui: &mut Ui, size: Vec2, icon: Icon, letter: &str, label: &str, chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let enabled = ui.is_enabled();
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, enabled, chosen, label));
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact_selectable(&response, chosen);
        let flat = !chosen && !response.hovered() && !response.has_focus();
        if !flat {
            ui.painter().rect(
                rect,
                CornerRadius::same(4),
                visuals.weak_bg_fill,
                visuals.bg_stroke,
                StrokeKind::Inside,
            );
        }
        let layout = Layout::of(rect, !letter.is_empty());
        paint(ui.painter(), layout.icon, icon, visuals.fg_stroke.color);
        if !letter.is_empty() {
            ui.painter().text(
                layout.letter.0,
                layout.letter.1,
                letter,
                egui::FontId::proportional(9.0),
                ui.visuals().weak_text_color(),
            );
        }
    }
    response
}
