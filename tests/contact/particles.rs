//! Particles with a radius: they touch like disks that do not turn.

use tinkertoy::scene::Integrator;
use tinkertoy::scene::file;
use tinkertoy::sim::Simulation;

/// A particle on a slope of 3 in 4 with friction 0.5 and a ball of the same radius that falls 1.25 m onto a floor, restitution 0.5; g = 10 m/s².
const SCENE: &str = "(version: 2, settings: (gravity: (0.0, -10.0), dt: 0.01, stabilisation: \"projection\", contact: (floor: 0.0, friction: 0.5, \
                     restitution: 0.5)), parts: [(name: \"ball\", shape: Particle(radius: 0.2), at: (0.0, 1.45), mass: 2.0), (name: \"slope\", \
                     shape: Wall(points: [(-10.0, -7.5), (10.0, 7.5)], width: 0.2), at: (40.0, 7.5), fixed: true), (name: \"slider\", shape: \
                     Particle(radius: 0.2), at: (45.82, 12.24), mass: 1.0)])";

#[test]
fn a_particle_with_a_radius_bounces_and_slides_like_a_block() {
    for (integrator, tolerance) in [
        (Integrator::Rk4, 1e-9),
        (Integrator::Dopri5, 1e-9),
        (Integrator::Impulse, 0.05),
    ] {
        let mut scene = file::read(SCENE, "particles").unwrap();
        scene.settings.integrator = integrator;
        let mut run = Simulation::new(&scene);
        let start = run.state().q.clone();
        for _ in 0..90 {
            run.step().unwrap();
        }
        let (q, v) = (&run.state().q, &run.state().v);
        // It touches after 0.5 s at 5 m/s and leaves at 2.5 m/s.
        let expected = 0.2 + 2.5 * 0.4 - 5.0 * 0.4 * 0.4;
        assert!(
            (q[1] - expected).abs() < tolerance,
            "{integrator}: {} {expected}",
            q[1]
        );
        // Down the slope: g (sin - mu cos) = 10 (0.6 - 0.5 * 0.8) = 2 m/s².
        let moved = (start[2] - q[2]).hypot(start[3] - q[3]);
        let speed = v[2].hypot(v[3]);
        assert!((speed - 1.8).abs() < 2.0 * tolerance, "{integrator}: {speed}");
        assert!((moved - 0.81).abs() < 2.0 * tolerance, "{integrator}: {moved}");
    }
}
