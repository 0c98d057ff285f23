//! Rendering: pictures as plain lists of shapes, and their output as SVG, PDF, PNG, or in the window.

pub mod color;
pub mod draw_list;
pub mod mesh;
#[cfg(feature = "app")]
pub mod painter;
pub mod paths;
pub mod pdf;
pub mod plot;
pub mod png;
pub mod scene_view;
pub mod svg;
pub mod theme;
pub mod trace;
