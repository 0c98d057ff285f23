//! Colours and sizes of all drawings: light and dark, a wooden toy on drawing paper. Colours with different meanings are distinguishable in
//! every kind of colour vision (`tests/ui_panels/colours.rs`).

use super::draw_list::Color;

/// The colours of a theme; sizes are constants of this file.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Whether shapes are light on a dark background.
    pub dark: bool,
    /// Background of the canvas.
    pub paper: Color,
    /// Grid lines.
    pub grid: Color,
    /// Every fifth grid line.
    pub grid_major: Color,
    /// Text and outlines.
    pub ink: Color,
    /// Secondary text.
    pub quiet_ink: Color,
    /// Background of panels.
    pub panel: Color,
    /// Lines between and around panels.
    pub line: Color,
    /// Default part colour.
    pub maple: Color,
    /// Outline of parts in the default colour.
    pub maple_edge: Color,
    /// Part colour.
    pub red: Color,
    /// Part colour.
    pub blue: Color,
    /// Part colour.
    pub green: Color,
    /// Part colour.
    pub yellow: Color,
    /// Compared solvers, and lines of plots.
    pub series: [Color; SERIES],
    /// A link in tension.
    pub tension: Color,
    /// A link in compression.
    pub compression: Color,
    /// Steel: pins, rods, anchors.
    pub steel: Color,
    /// Selection and snapping.
    pub select: Color,
    /// Warnings, such as redundant constraints.
    pub warn: Color,
    /// Errors, such as contradictory constraints or a failed run.
    pub error: Color,
}

/// Number of series colours.
pub const SERIES: usize = 5;
/// Outline width of parts in points.
pub const OUTLINE: f64 = 1.5;
/// Outline width of selected or snapping items in points.
pub const SELECTED_OUTLINE: f64 = 2.0;
/// Opacity of the halo around selected or snapping items.
pub const HALO: f64 = 0.35;
/// Opacity of a part's shadow, which falls down and to the right.
pub const SHADOW: f64 = 0.08;
/// Corner radius of a box as a fraction of its short side.
pub const CORNER_SHARE: f64 = 0.15;
/// Seconds over which a trace fades.
pub const TRACE_FADE: f64 = 3.0;
/// Font sizes in points: notes, body, headings.
pub const TYPE: [f64; 3] = [12.0, 14.0, 18.0];
/// Layout unit: everything is laid out in multiples of this many points.
pub const SPACE: f64 = 4.0;

impl Theme {
    /// Dark lines on light paper.
    pub fn light() -> Theme {
        Theme {
            dark: false,
            paper: Color::hex(0xF6F4EE),
            grid: Color::hex(0xE8E4DA),
            grid_major: Color::hex(0xDAD4C6),
            ink: Color::hex(0x2B2D33),
            quiet_ink: Color::hex(0x7A7C82),
            panel: Color::hex(0xFFFFFF),
            line: Color::hex(0xE3DFD5),
            maple: Color::hex(0xE5BF89),
            maple_edge: Color::hex(0xB78A50),
            red: Color::hex(0xD04A3E),
            blue: Color::hex(0x2F6FB2),
            green: Color::hex(0x34A673),
            yellow: Color::hex(0xEFB12E),
            series: [
                Color::hex(0x2F6FB2),
                Color::hex(0xE8722A),
                Color::hex(0x4BAA6D),
                Color::hex(0x6B2A75),
                Color::hex(0xB05379),
            ],
            tension: Color::hex(0x2F6FB2),
            compression: Color::hex(0xE8722A),
            steel: Color::hex(0x8E949E),
            select: Color::hex(0x1F9AA8),
            warn: Color::hex(0xC98A00),
            error: Color::hex(0xB42D25),
        }
    }

    /// Light lines on dark paper.
    pub fn dark() -> Theme {
        Theme {
            dark: true,
            paper: Color::hex(0x1D2026),
            grid: Color::hex(0x262A32),
            grid_major: Color::hex(0x323844),
            ink: Color::hex(0xE6E4DE),
            quiet_ink: Color::hex(0x9A9DA6),
            panel: Color::hex(0x262A32),
            line: Color::hex(0x3A3F4A),
            maple: Color::hex(0xC09E60),
            maple_edge: Color::hex(0x8C6739),
            red: Color::hex(0xCE575A),
            blue: Color::hex(0x5A97D6),
            green: Color::hex(0x71D8A0),
            yellow: Color::hex(0xEFB949),
            series: [
                Color::hex(0x5A97D6),
                Color::hex(0xF28C4B),
                Color::hex(0x88C289),
                Color::hex(0x834D91),
                Color::hex(0xE293B3),
            ],
            tension: Color::hex(0x5A97D6),
            compression: Color::hex(0xF28C4B),
            steel: Color::hex(0xA4AAB4),
            select: Color::hex(0x39C0CE),
            warn: Color::hex(0xE0A52A),
            error: Color::hex(0xC34D45),
        }
    }

    /// The outline colour of a part filled with `fill`: its own colour for maple, a darker tone for the others.
    pub fn edge(&self, fill: Color) -> Color {
        if fill == self.maple {
            self.maple_edge
        } else {
            fill.darker(0.3)
        }
    }
}
