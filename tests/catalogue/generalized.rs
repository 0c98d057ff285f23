//! Bodies in generalized coordinates: properties common to all, a bending mode, a place along a wire.

use tinkertoy::bodies::bead::Form;
use tinkertoy::bodies::{Leaf, MassProperties, Motion, Shape, WireBead};
use tinkertoy::constraints::{ConstraintKind, Ellipse, Graph, Motor, MotorLaw, Weld};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Id, Method, Scene, Stabilisation};

use crate::build::{Build, centre, ground, position, run, v2};
use crate::elastic::{balloon, form, weightless};

/// Every kind of motion, in each of its forms.
fn motions() -> Vec<Motion> {
    let of = |shape: Shape| shape.motion().placed(Pose::new(0.4, -0.2, 0.7));
    let mut motions: Vec<Motion> = Shape::catalogue().into_iter().map(of).collect();
    for form in [Form::Ellipse, Form::Parabola] {
        motions.push(of(Shape::WireBead(WireBead {
            form,
            ..WireBead::default()
        })));
    }
    motions
}

/// For every motion: a port's gradient is the derivative of its value, its rate the derivative along the velocity, its bias the change of that rate
/// without accelerations; and the inertial force is `-Mdot v + d(v^T M v/2)/dq`.
#[test]
fn ports_and_inertial_forces_are_derivatives() {
    let mass = MassProperties {
        mass: 1.7,
        inertia: 0.3,
    };
    let q = [0.3, -0.8, 0.6, 0.9];
    let v = [0.7, 1.1, -1.3, 0.8];
    let h = 1e-6;
    for motion in motions() {
        let (dim, at) = (motion.dim(), v2(0.23, -0.11));
        let moved = |k: usize, by: f64| {
            let mut q = q;
            q[k] += by;
            q
        };
        let along = |by: f64| -> [f64; 4] { std::array::from_fn(|k| q[k] + by * v[k]) };
        let (point, angle) = (motion.point(at, &q, &v), motion.angle(at, &q, &v));
        let near = |a: f64, b: f64, what: &str| assert!((a - b).abs() < 1e-7, "{motion:?} {what}: {a} {b}");
        for k in 0..dim {
            let (ahead, behind) = (moved(k, h), moved(k, -h));
            let by = (motion.point(at, &ahead, &v).value - motion.point(at, &behind, &v).value) / (2.0 * h);
            near((by - point.gradient[k]).length(), 0.0, "point gradient");
            let by = (motion.angle(at, &ahead, &v).value - motion.angle(at, &behind, &v).value) / (2.0 * h);
            near(by, angle.gradient[k], "angle gradient");
        }
        let (ahead, behind) = (along(h), along(-h));
        let rate = (motion.point(at, &ahead, &v).value - motion.point(at, &behind, &v).value) / (2.0 * h);
        near((rate - point.rate).length(), 0.0, "point rate");
        let bias = (motion.point(at, &ahead, &v).rate - motion.point(at, &behind, &v).rate) / (2.0 * h);
        near((bias - point.bias).length(), 0.0, "point bias");
        let rate = (motion.angle(at, &ahead, &v).value - motion.angle(at, &behind, &v).value) / (2.0 * h);
        near(rate, angle.rate, "angle rate");
        let bias = (motion.angle(at, &ahead, &v).rate - motion.angle(at, &behind, &v).rate) / (2.0 * h);
        near(bias, angle.bias, "angle bias");

        let block = |q: &[f64]| {
            let mut block = vec![0.0; dim * dim];
            motion.mass_block(mass, q, &mut block);
            block
        };
        let momentum = |q: &[f64], i: usize| -> f64 { (0..dim).map(|j| block(q)[i * dim + j] * v[j]).sum() };
        let energy = |q: &[f64]| -> f64 { 0.5 * (0..dim).map(|i| v[i] * momentum(q, i)).sum::<f64>() };
        let mut force = [0.0; 4];
        motion.add_own_force(mass, &q, &v, &mut force);
        // The body's own spring and damper are no inertial forces: their force at rest, and by the rate alone, is subtracted.
        let mut still = [0.0; 4];
        motion.add_own_force(mass, &q, &[0.0; 4], &mut still);
        let mut alone = [0.0, 0.0, 0.0, v[3]];
        if matches!(motion, Motion::Elastic(_)) {
            let rates = alone;
            motion.add_own_force(mass, &q, &rates, &mut still);
            motion.add_own_force(mass, &q, &[0.0; 4], &mut alone);
            still[3] -= alone[3] - rates[3];
        }
        for i in 0..dim {
            let changed = (momentum(&ahead, i) - momentum(&behind, i)) / (2.0 * h);
            let lifted = (energy(&moved(i, h)) - energy(&moved(i, -h))) / (2.0 * h);
            near(force[i] - still[i], lifted - changed, "inertial force");
        }
        assert_eq!(motion.mass_varies(), block(&q) != block(&moved(dim - 1, 0.1)));
    }
}

pub fn leaf(stiffness: f64, bend: f64) -> Shape {
    Shape::Leaf(Leaf {
        length: 1.2,
        stiffness,
        damping: 0.0,
        bend,
        ..Leaf::default()
    })
}

/// Free and not rotating, a springy bar vibrates at omega² = 5 K/m, and its centre stays.
#[test]
fn a_free_springy_bar_vibrates() {
    let mut build = weightless();
    let id = build.part(leaf(30.0, 0.1), Pose::new(0.0, 0.0, 0.3), 1.5, 0.18);
    let run = run(&build.scene, 1.7);
    let omega = (5.0 * 30.0 / 1.5_f64).sqrt();
    assert!((form(&run, id) - 0.1 * (omega * 1.7).cos()).abs() < 1e-9);
    assert!(position(&run, id).length() < 1e-12);
}

/// Supported by pins at its ends, a springy bar sags under its weight: both pins lie u above the centre, so u = -m g/K.
#[test]
fn a_springy_bar_between_pins_sags_under_its_weight() {
    let mut build = Build::default();
    let (mass, stiffness, bend) = (1.5, 300.0, -1.5 * 9.81 / 300.0);
    // Equilibrium: the ends at y = 0 and the centre of mass below them.
    let id = build.part(leaf(stiffness, -bend), Pose::new(0.0, bend, 0.0), mass, 0.18);
    build.pin(ground(-0.6, 0.0), Attach::part(id, v2(-0.6, 0.0)));
    let rail = tinkertoy::constraints::Groove::default();
    build.link(
        ConstraintKind::Groove(rail),
        ground(0.0, 0.0),
        Attach::part(id, v2(0.6, 0.0)),
    );
    let run = run(&build.scene, 0.5);
    assert!((form(&run, id) + bend).abs() < 1e-9);
    assert!((position(&run, id).y - bend).abs() < 1e-9);
}

/// Welded to the ground by its end, a springy bar is a cantilever: position and slope of that end stay.
#[test]
fn a_weld_holds_the_slope_of_a_springy_bar() {
    let mut build = Build::default();
    build.scene.settings.stabilisation = Stabilisation::Projection;
    let id = build.part(leaf(60.0, 0.0), Pose::new(0.6, 0.0, 0.0), 1.0, 0.12);
    let end = Attach::part(id, v2(-0.6, 0.0));
    build.link(ConstraintKind::Weld(Weld::default()), ground(0.0, 0.0), end);
    let mut run = run(&build.scene, 1.0);
    assert!(run.drift().max_m < 1e-9 && run.drift().max_rad < 1e-9);
    let slope = run.model().bodies[0]
        .motion
        .angle(end.at, &run.state().q, &run.state().v);
    assert!(slope.value.abs() < 1e-9, "{}", slope.value);
    assert!(form(&run, id).abs() > 1e-3, "it swings");
    assert!(run.energy_error().abs() < 1e-6);
}

/// A bead in generalized coordinates moves as a bead held by a constraint, on both forms of wire.
#[test]
fn a_bead_by_parameter_goes_as_by_constraint() {
    let (a, b, mass) = (0.7, 0.5, 0.4);
    let at = |form: Form, u: f64| match form {
        Form::Ellipse => v2(a * u.cos(), b * u.sin()),
        Form::Parabola => v2(a * u, b * u * u),
    };
    for form in [Form::Ellipse, Form::Parabola] {
        let mut build = Build::default();
        build.scene.settings.dt = 1e-3;
        build.scene.settings.stabilisation = Stabilisation::Projection;
        let wire = WireBead {
            form,
            a,
            b,
            place: 0.9,
            rate: 0.6,
        };
        let own = build.part(Shape::WireBead(wire), Pose::new(2.0, 0.0, 0.0), mass, 0.0);
        let start = at(form, 0.9);
        let held = build.particle(start.x, start.y, mass);
        let speed = (at(form, 0.9 + 1e-6) - at(form, 0.9 - 1e-6)) / 2e-6 * 0.6;
        build.set_velocity(held, speed, 0.0);
        let kind = match form {
            Form::Ellipse => ConstraintKind::Ellipse(Ellipse { a, b, axis: 0.0 }),
            Form::Parabola => ConstraintKind::Graph(Graph {
                c2: b / (a * a),
                ..Graph::default()
            }),
        };
        build.link(kind, ground(0.0, 0.0), centre(held));
        // A bob hangs on each, so that constraints use the ports as well.
        let bobs: Vec<Id> = [(own, start + v2(2.0, 0.0)), (held, start)]
            .into_iter()
            .map(|(bead, hook)| {
                let bob = build.particle(hook.x + 0.3, hook.y, 0.2);
                build.rod(centre(bead), centre(bob));
                bob
            })
            .collect();
        let run = run(&build.scene, 1.5);
        let body = &run.model().bodies[0];
        let here = body.motion.centre(&run.state().q[body.offset..]) - v2(2.0, 0.0);
        let there = position(&run, held);
        assert!(here.distance(there) < 1e-7, "{form:?}: {here} {there}");
        let apart = position(&run, bobs[0]) - position(&run, bobs[1]);
        assert!(apart.distance(v2(2.0, 0.0)) < 1e-6, "{form:?}: {apart}");
        assert!(
            run.energy_error().abs() < 1e-8,
            "{form:?}: {}",
            run.energy_error()
        );
    }
}

/// A machine of all kinds of bodies with pins, rods and a motor.
fn mixed() -> Scene {
    let mut build = Build::default();
    let ball = build.part(balloon(25.0, 1.1), Pose::new(0.0, 0.0, 0.2), 1.0, 0.125);
    build.pin(ground(0.0, 0.0), centre(ball));
    let motor = Motor {
        law: MotorLaw::Speed,
        speed: 3.0,
        ..Motor::default()
    };
    build.link(ConstraintKind::Motor(motor), ground(0.0, 0.0), centre(ball));
    let rim = Attach::part(ball, v2(0.4, 0.0));
    let hook = build.scene.built_point(rim);
    let bar = build.part(
        leaf(40.0, 0.05),
        Pose::new(hook.x + 0.6, hook.y - 0.05, 0.0),
        0.6,
        0.08,
    );
    let (near, far) = (Attach::part(bar, v2(-0.6, 0.0)), Attach::part(bar, v2(0.6, 0.0)));
    build.pin(rim, near);
    let tip = build.scene.built_point(far);
    let wire = WireBead {
        a: 0.5,
        b: 0.8,
        place: 0.4,
        ..WireBead::default()
    };
    let bead = build.part(
        Shape::WireBead(wire),
        Pose::new(tip.x + 0.4, tip.y, 0.3),
        0.5,
        0.0,
    );
    build.rod(far, centre(bead));
    build.scene
}

#[test]
fn all_direct_methods_agree_on_them_and_drift_stays_small() {
    let scene = mixed();
    let mut answers = Vec::new();
    for method in [Method::Sparse, Method::Dense, Method::Auxiliary] {
        let mut scene = scene.clone();
        scene.settings.method = method;
        let mut run = run(&scene, 0.4);
        run.evaluate().unwrap();
        assert!(run.drift().max_m < 1e-5, "{method}: {:?}", run.drift());
        answers.push((run.state().q.clone(), run.dynamics.solution.acceleration.clone()));
    }
    for (q, a) in &answers[1..] {
        for k in 0..q.len() {
            assert!((q[k] - answers[0].0[k]).abs() < 1e-9);
            assert!((a[k] - answers[0].1[k]).abs() < 1e-6 * (1.0 + a[k].abs()));
        }
    }
}

/// Each kind of body survives a round trip through a file, and can be given another form.
#[test]
fn forms_go_through_a_file() {
    let scene = mixed();
    let text = tinkertoy::scene::file::write(&scene);
    let again = tinkertoy::scene::file::read(&text, "test").unwrap();
    assert_eq!(tinkertoy::scene::file::write(&again), text);
    for (_, part) in scene.parts() {
        let motion = part.shape.motion();
        let formed = part.shape.formed(0.37).unwrap();
        assert_ne!(formed.motion(), motion);
        assert_eq!(formed.id(), part.shape.id());
        // A point of the posed part maps back to itself.
        let at = part
            .shape
            .held(part.shape.posed(v2(0.1, 0.02), part.pose).0, part.pose);
        let expected = if motion.is_one_point() {
            Vec2::ZERO
        } else {
            v2(0.1, 0.02)
        };
        assert!(at.distance(expected) < 1e-12);
    }
}
