//! View of the canvas: the visible region of the world, and animated changes of it.
//!
//! Screen positions are logical points from the window's top left corner, y down; the world is in metres, y up.

use crate::math::Vec2;
use crate::parameter::LengthUnit;
use crate::scene::Camera;

/// Duration of an animated change of the view (s).
const FLIGHT: f64 = 0.15;
/// Least and greatest world height of the window (m): f64 and a screen cannot show more.
const HEIGHTS: (f64, f64) = (1e-4, 1e7);
/// Least spacing of grid lines (logical points).
const LEAST_CELL: f64 = 15.0;
/// Margin around a fitted rectangle, as a fraction of its size.
const MARGIN: f64 = 0.15;
/// Rectangles smaller than this (m) count as a point, around which a fit shows at least this height (m): a single particle does not fill the
/// screen.
const POINT: f64 = 1e-5;
const AROUND_POINT: f64 = 1.0;

/// The camera of the canvas.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    center: Vec2,
    height: f64,
    size: Vec2,
    scale: f64,
    canvas: (Vec2, Vec2),
    flight: Option<CameraTransition>,
    /// Camera of a scene, until the view is moved: its region keeps filling the canvas while panels open and close.
    scene_camera: Option<Camera>,
}

/// Aspect ratio (width over height) for which scenes are composed.
const SCENE_ASPECT: f64 = 1.6;

/// Radius of a joint on the screen (logical points) at a scale (points per metre): grows with the zoom within limits.
pub fn joint_radius(scale: f64) -> f64 {
    (0.05 * scale).clamp(1.2, 7.0)
}

/// Spacing of the grid at a scale in points per metre (m): 1 or 5 times a power of ten of the unit's round length, the finest one whose
/// lines are far enough apart.
pub fn grid_spacing(scale: f64, lengths: LengthUnit) -> f64 {
    let round = lengths.round();
    let least = LEAST_CELL / scale / round;
    let decade = 10f64.powf(least.log10().floor());
    let fits = |step: &f64| *step >= least;
    let steps = [1.0, 5.0].map(|k| k * decade);
    steps.into_iter().find(fits).unwrap_or(10.0 * decade) * round
}

/// An eased transition from one camera to another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CameraTransition {
    from: Camera,
    to: Camera,
    elapsed: f64,
}

impl View {
    /// A view with a scene's camera in a window of default size.
    pub fn new(camera: Camera) -> Self {
        let size = Vec2::new(1280.0, 800.0);
        Self {
            center: camera.center,
            height: camera.height,
            size,
            scale: 1.0,
            canvas: (Vec2::ZERO, size),
            flight: None,
            scene_camera: Some(camera),
        }
    }

    /// World point at the centre of the window.
    pub fn center(&self) -> Vec2 {
        self.center
    }
    /// World height of the window (m).
    pub fn height(&self) -> f64 {
        self.height
    }
    /// Size of the window (logical points).
    pub fn size(&self) -> Vec2 {
        self.size
    }
    /// Pixels per logical point.
    pub fn scale(&self) -> f64 {
        self.scale
    }
    /// The part of the window that no panel covers: top left and bottom right corner (logical points).
    pub fn canvas(&self) -> (Vec2, Vec2) {
        self.canvas
    }
    /// Logical points per metre.
    pub fn pixels_per_metre(&self) -> f64 {
        self.size.y / self.height
    }
    /// Length in metres of this many logical points.
    pub fn metres(&self, points: f64) -> f64 {
        points / self.pixels_per_metre()
    }
    /// Screen position of a world point.
    pub fn screen_from_world(&self, world: Vec2) -> Vec2 {
        let d = (world - self.center) * self.pixels_per_metre();
        self.size / 2.0 + Vec2::new(d.x, -d.y)
    }
    /// World point at a screen position.
    pub fn world_from_screen(&self, screen: Vec2) -> Vec2 {
        let d = (screen - self.size / 2.0) / self.pixels_per_metre();
        self.center + Vec2::new(d.x, -d.y)
    }
    /// World corners of the canvas, which no panel covers: bottom left and top right.
    pub fn visible(&self) -> (Vec2, Vec2) {
        let a = self.world_from_screen(self.canvas.0);
        let b = self.world_from_screen(self.canvas.1);
        (a.min(b), a.max(b))
    }
    /// The camera of the whole window.
    fn camera(&self) -> Camera {
        Camera {
            center: self.center,
            height: self.height,
        }
    }
    /// The camera as scenes store it: the region shown on the canvas, at the end of a transition under way.
    pub fn document_camera(&self) -> Camera {
        self.scene_camera.unwrap_or_else(|| {
            let mut view = *self;
            view.jump(view.destination());
            let (low, high) = view.visible();
            Camera {
                center: (low + high) / 2.0,
                height: high.y - low.y,
            }
        })
    }
    /// Whether a transition is under way.
    pub fn is_moving(&self) -> bool {
        self.flight.is_some()
    }

    /// Sets the size (logical points) and pixel scale of the window. The zoom stays.
    pub fn resize(&mut self, size: Vec2, scale: f64) {
        if size.min_element() < 1.0 {
            return;
        }
        let (before, after) = (self.size.y, size.y);
        self.height = (self.height * after / before).clamp(HEIGHTS.0, HEIGHTS.1);
        self.canvas.1 += size - self.size;
        self.size = size;
        self.scale = scale;
    }
    /// Sets the part of the window that no panel covers.
    pub fn set_canvas(&mut self, top_left: Vec2, bottom_right: Vec2) {
        self.canvas = (top_left, bottom_right.max(top_left + 1.0));
        self.settle();
    }
    /// Shows the camera of a scene on the canvas, beside the panels, until the view is moved.
    pub fn show_scene(&mut self, camera: Camera) {
        self.flight = None;
        self.scene_camera = Some(camera);
        self.settle();
    }
    fn settle(&mut self) {
        if let Some(camera) = self.scene_camera {
            let half = 0.5 * camera.height * Vec2::new(SCENE_ASPECT, 1.0);
            let window = self.around(camera.center - half, camera.center + half, HEIGHTS.0);
            self.jump(window);
        }
    }
    /// Pans the view by a displacement on the screen (logical points).
    pub fn pan(&mut self, by: Vec2) {
        self.flight = None;
        self.scene_camera = None;
        self.center -= Vec2::new(by.x, -by.y) / self.pixels_per_metre();
    }
    /// Zooms by a factor about a screen position.
    pub fn zoom_at(&mut self, screen: Vec2, factor: f64) {
        self.flight = None;
        self.scene_camera = None;
        let held = self.world_from_screen(screen);
        self.height = (self.height / factor).clamp(HEIGHTS.0, HEIGHTS.1);
        self.center += held - self.world_from_screen(screen);
    }
    fn jump(&mut self, camera: Camera) {
        self.flight = None;
        self.center = camera.center;
        self.height = camera.height.clamp(HEIGHTS.0, HEIGHTS.1);
    }
    /// Begins a transition to a camera.
    pub fn animate_to(&mut self, camera: Camera) {
        self.scene_camera = None;
        self.flight = Some(CameraTransition {
            from: self.camera(),
            to: Camera {
                center: camera.center,
                height: camera.height.clamp(HEIGHTS.0, HEIGHTS.1),
            },
            elapsed: 0.0,
        });
    }
    /// Begins a transition back to an earlier view, and to its region of the scene.
    pub(super) fn animate_back(&mut self, earlier: &Self) {
        self.animate_to(earlier.destination());
        self.scene_camera = earlier.scene_camera;
    }
    /// Whether it shows the same as another view once its transition is over.
    pub(super) fn ends_like(&self, other: &Self) -> bool {
        let end = |view: &Self| (view.destination(), view.size, view.scene_camera);
        end(self) == end(other)
    }
    /// The camera at the end of the transition under way, or the present one.
    pub fn destination(&self) -> Camera {
        self.flight.map_or(self.camera(), |flight| flight.to)
    }
    /// The camera that shows a world rectangle on the canvas with a margin.
    pub fn fitting(&self, low: Vec2, high: Vec2) -> Camera {
        let room = (high - low) * MARGIN / 2.0;
        let is_point = (high - low).max_element() < POINT;
        let least = if is_point { AROUND_POINT } else { HEIGHTS.0 };
        self.around(low - room, high + room, least)
    }
    /// The window's camera with which the canvas just shows a world rectangle; its height is at least `least` (m).
    fn around(&self, low: Vec2, high: Vec2, least: f64) -> Camera {
        let canvas = self.canvas.1 - self.canvas.0;
        let metres_per_point = ((high - low) / canvas).max_element();
        let height = (metres_per_point * self.size.y).clamp(least, HEIGHTS.1);
        // Panels may shift the centre of the canvas away from that of the window.
        let aside = ((self.canvas.0 + self.canvas.1) / 2.0 - self.size / 2.0) * height / self.size.y;
        Camera {
            center: (low + high) / 2.0 - Vec2::new(aside.x, -aside.y),
            height,
        }
    }
    /// Advances the transition by a time (s).
    pub fn tick(&mut self, seconds: f64) {
        let Some(flight) = &mut self.flight else { return };
        flight.elapsed += seconds;
        let t = (flight.elapsed / FLIGHT).clamp(0.0, 1.0);
        let s = 1.0 - (1.0 - t).powi(3);
        let (from, to) = (flight.from, flight.to);
        self.center = from.center.lerp(to.center, s);
        self.height = from.height * (to.height / from.height).powf(s);
        if t >= 1.0 {
            self.jump(to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screen_and_world_are_inverse_and_y_is_flipped() {
        let mut view = View::new(Camera::default());
        view.pan(Vec2::new(33.0, -7.0));
        view.zoom_at(Vec2::new(100.0, 200.0), 1.7);
        let p = Vec2::new(17.0, 512.0);
        assert!((view.screen_from_world(view.world_from_screen(p)) - p).length() < 1e-9);
        assert!(view.world_from_screen(p).y > view.world_from_screen(p + Vec2::Y).y);
    }

    #[test]
    fn zooming_holds_the_point_under_the_cursor() {
        let mut view = View::new(Camera::default());
        let p = Vec2::new(900.0, 100.0);
        let held = view.world_from_screen(p);
        view.zoom_at(p, 3.0);
        assert!((view.world_from_screen(p) - held).length() < 1e-12);
    }

    #[test]
    fn a_scene_fills_the_canvas_until_the_view_is_moved_and_is_kept_to_the_bit() {
        let camera = Camera {
            center: Vec2::new(0.3, -1.7),
            height: 4.1,
        };
        let mut view = View::new(camera);
        view.set_canvas(Vec2::new(44.0, 28.0), Vec2::new(980.0, 628.0));
        let (low, high) = view.visible();
        assert!(((low + high) / 2.0 - camera.center).length() < 1e-9);
        assert!(high.y - low.y >= 4.1 - 1e-9);
        assert_eq!(view.document_camera(), camera);
        view.zoom_at(Vec2::new(500.0, 300.0), 2.0);
        let (low, high) = view.visible();
        assert!((view.document_camera().height - (high.y - low.y)).abs() < 1e-12);
        view.show_scene(camera);
        assert_eq!(view.document_camera(), camera);
    }

    #[test]
    fn a_fit_shows_all_of_the_rectangle_beside_the_panels() {
        let mut view = View::new(Camera::default());
        view.set_canvas(Vec2::new(60.0, 40.0), Vec2::new(900.0, 770.0));
        let (low, high) = (Vec2::new(-3.0, 1.0), Vec2::new(9.0, 2.5));
        view.animate_to(view.fitting(low, high));
        view.tick(0.05);
        assert!(view.is_moving());
        view.tick(1.0);
        assert!(!view.is_moving());
        let (a, b) = view.visible();
        assert!(a.cmple(low).all() && b.cmpge(high).all());
        assert!(((a + b) / 2.0 - (low + high) / 2.0).length() < 1e-9);
    }
}
