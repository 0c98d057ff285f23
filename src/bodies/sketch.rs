//! Icon of the button of a kind: a drawing of few lines, kept with the kind so that a new kind brings its own.

/// A small drawing for buttons: lines, dots and rings in a square from -8 to 8, y down as on a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sketch {
    /// Lines through points.
    pub lines: &'static [&'static [(f32, f32)]],
    /// Filled circles: centre and radius.
    pub dots: &'static [(f32, f32, f32)],
    /// Circles: centre and radius.
    pub rings: &'static [(f32, f32, f32)],
}
