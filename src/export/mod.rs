//! Exports: animations, paths as tables, parts as outlines for a laser cutter, diagrams as CSV. All from plain data,
//! without a window.

mod animation;
mod contour;
mod dxf;
mod film;
mod outlines;
mod plot;
mod table;

pub use self::animation::{gif, numbered};
pub use self::contour::{Contour, Cutout, HOLE, cutouts};
pub use self::dxf::dxf;
pub use self::film::{AnimationError, Clip, Film, LAST, frames};
pub use self::outlines::outlines;
pub use self::plot::diagram_table;
pub use self::table::{curves, paths};
