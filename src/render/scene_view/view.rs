//! The map between the world (metres, y up) and the screen (points, y down).

use crate::math::{Pose, Vec2};
use crate::scene::Camera;

/// The visible part of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// World point at the centre of the screen.
    pub center: Vec2,
    /// Points per metre.
    pub scale: f64,
    /// Width and height of the screen in points.
    pub size: Vec2,
    /// Upper left and lower right corner of the area that no panel covers (points).
    pub clear: [Vec2; 2],
}

impl View {
    /// A view without panels.
    pub fn new(center: Vec2, scale: f64, size: Vec2) -> View {
        let clear = [Vec2::ZERO, size];
        View {
            center,
            scale,
            size,
            clear,
        }
    }
    /// The view of a scene's camera, on a screen of this size.
    pub fn of_camera(camera: &Camera, size: Vec2) -> View {
        let scale = size.y.max(1.0) / camera.height.max(1e-9);
        View::new(camera.center, scale, size)
    }
    /// Screen point of a world point.
    pub fn screen_from_world(&self, p: Vec2) -> Vec2 {
        self.direction(p - self.center) + 0.5 * self.size
    }
    /// World point of a screen point.
    pub fn world_from_screen(&self, p: Vec2) -> Vec2 {
        let d = (p - 0.5 * self.size) / self.scale;
        self.center + Vec2::new(d.x, -d.y)
    }
    /// Screen vector of a world vector.
    pub fn direction(&self, v: Vec2) -> Vec2 {
        self.scale * Vec2::new(v.x, -v.y)
    }
    /// Screen point of a point in the frame of a posed part.
    pub fn screen_from_local(&self, pose: Pose, at: Vec2) -> Vec2 {
        self.screen_from_world(pose.point(at))
    }
    /// Whether a disk on the screen is at least partly visible.
    pub fn sees(&self, center: Vec2, radius: f64) -> bool {
        center.x + radius >= 0.0
            && center.y + radius >= 0.0
            && center.x - radius <= self.size.x
            && center.y - radius <= self.size.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_maps_cancel_and_y_turns_over() {
        let camera = Camera {
            center: Vec2::new(2.0, 1.0),
            height: 4.0,
        };
        let view = View::of_camera(&camera, Vec2::new(800.0, 400.0));
        assert_eq!(view.screen_from_world(Vec2::new(2.0, 3.0)), Vec2::new(400.0, 0.0));
        let p = Vec2::new(123.0, 45.0);
        assert!((view.screen_from_world(view.world_from_screen(p)) - p).length() < 1e-12);
        assert!(view.sees(Vec2::new(-5.0, 10.0), 6.0) && !view.sees(Vec2::new(-5.0, 10.0), 4.0));
    }
}
