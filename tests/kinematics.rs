//! Cycles of machines against closed forms: coupler curves of four-bar linkages and their sextic, dead points, velocities and accelerations.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use tinkertoy::bodies::{Bar, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor, Pin};
use tinkertoy::kinematics::{FourBar, Range, cycle};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::scene::{Attach, Constraint, Id, Part, Scene};

/// A four-bar linkage on axles at the origin and (d, 0), its crank at an angle, with a traced point on its coupler.
struct Machine {
    scene: Scene,
    motor: Id,
    point: Attach,
    lengths: FourBar,
    /// Distances of the point from knee and elbow (m), and the angle between both as seen from it (rad).
    triangle: (f64, f64, f64),
}

fn machine(lengths: FourBar, theta: f64, beside: Vec2) -> Machine {
    let mut scene = Scene::default();
    let b = lengths.crank * Vec2::from_angle(theta);
    let d = Vec2::new(lengths.frame, 0.0);
    let apart = b.distance(d);
    let along = (apart * apart + lengths.coupler.powi(2) - lengths.rocker.powi(2)) / (2.0 * apart);
    let u = (d - b) / apart;
    let c = b + u * along + u.perp() * (lengths.coupler.powi(2) - along * along).sqrt();
    let mut bar = |name: &str, from: Vec2, to: Vec2| {
        let length = from.distance(to);
        let shape = Shape::Bar(Bar { length, width: 0.05 });
        let (middle, along) = ((from + to) / 2.0, to - from);
        let pose = Pose::new(middle.x, middle.y, along.to_angle());
        (scene.add(Part::new(name, shape, pose)), length / 2.0)
    };
    let links = [
        bar("crank", Vec2::ZERO, b),
        bar("coupler", b, c),
        bar("rocker", d, c),
    ];
    let end = |k: usize, way: f64| Attach::part(links[k].0, Vec2::new(way * links[k].1, 0.0));
    let ends = [
        ("axle", Attach::ground(Vec2::ZERO), end(0, -1.0)),
        ("knee", end(0, 1.0), end(1, -1.0)),
        ("elbow", end(1, 1.0), end(2, 1.0)),
        ("foot", Attach::ground(d), end(2, -1.0)),
    ];
    for (name, a, b) in ends {
        let kind = ConstraintKind::Pin(Pin {});
        let name = name.to_owned();
        scene.add(Constraint {
            name,
            ends: vec![a, b],
            kind,
        });
    }
    let motor = scene.add(Constraint {
        name: "motor".to_owned(),
        ends: vec![Attach::ground(Vec2::ZERO), end(0, -1.0)],
        kind: ConstraintKind::Motor(Motor::default()),
    });
    let (knee, elbow) = (Vec2::new(-links[1].1, 0.0), Vec2::new(links[1].1, 0.0));
    let angle = (knee - beside).angle_to(elbow - beside);
    let triangle = (knee.distance(beside), elbow.distance(beside), angle);
    let point = Attach::part(links[1].0, beside);
    Machine {
        scene,
        motor,
        point,
        lengths,
        triangle,
    }
}

/// The sextic polynomial of the coupler curve (Hartenberg and Denavit 1964, chapter 6), zero on the curve. Knee and elbow lie on circles about the
/// axles; the direction from the point to the knee is eliminated from the two equations.
fn sextic(machine: &Machine, p: Vec2) -> f64 {
    let FourBar {
        crank, rocker, frame, ..
    } = machine.lengths;
    let (r, s, gamma) = machine.triangle;
    let q = p - Vec2::new(frame, 0.0);
    let (a1, b1) = (2.0 * r * p.x, 2.0 * r * p.y);
    let k1 = crank * crank - p.length_squared() - r * r;
    let (a2, b2) = (
        2.0 * s * (q.x * gamma.cos() + q.y * gamma.sin()),
        2.0 * s * (q.y * gamma.cos() - q.x * gamma.sin()),
    );
    let k2 = rocker * rocker - q.length_squared() - s * s;
    (k1 * b2 - k2 * b1).powi(2) + (a1 * k2 - a2 * k1).powi(2) - (a1 * b2 - a2 * b1).powi(2)
}

fn gradient(machine: &Machine, p: Vec2) -> Vec2 {
    let h = 1e-5;
    let slope = |e: Vec2| (sextic(machine, p + h * e) - sextic(machine, p - h * e)) / (2.0 * h);
    Vec2::new(slope(Vec2::X), slope(Vec2::Y))
}

fn lengths(crank: f64, coupler: f64, rocker: f64, frame: f64) -> FourBar {
    FourBar {
        crank,
        coupler,
        rocker,
        frame,
    }
}

#[test]
fn a_coupler_curve_lies_on_its_sextic() {
    let mut checked = 0;
    for (it, beside) in [
        (lengths(0.4, 1.1, 0.9, 1.2), Vec2::new(0.3, 0.5)),
        (lengths(0.4, 1.1, 0.9, 1.2), Vec2::new(-0.2, -0.7)),
        (lengths(1.0, 0.9, 1.1, 0.4), Vec2::new(0.1, 0.4)),
        (lengths(0.9, 1.0, 0.9, 1.6), Vec2::new(0.0, 0.3)),
    ] {
        let machine = machine(it, 1.2, beside);
        let cycle = cycle(&machine.scene, machine.motor, 360).expect("a cycle");
        let path = cycle.path(machine.point);
        assert!(path.len() > 50, "{it:?}: {}", path.len());
        for p in path {
            let slope = gradient(&machine, p).length();
            // Where the curve crosses itself the gradient vanishes.
            if slope > 1e-3 {
                let off = sextic(&machine, p).abs() / slope;
                assert!(off <= 1e-9, "{it:?} at {p}: {off} m");
                checked += 1;
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn a_cycle_goes_round_or_to_its_dead_points_as_the_lengths_say() {
    let step = std::f64::consts::TAU / 360.0;
    for crank in [0.3, 0.799, 0.801, 0.92, 1.0] {
        let it = lengths(crank, 1.1, 0.9, 1.2);
        let machine = machine(it, 1.0, Vec2::ZERO);
        let cycle = cycle(&machine.scene, machine.motor, 360).expect("a cycle");
        match it.range() {
            Range::Full => {
                assert!(cycle.full, "{crank}");
                let path = cycle.path(machine.point);
                let gap = path[0].distance(*path.last().unwrap());
                assert!(gap < 1e-9, "{crank}: the curve is {gap} m open");
            }
            Range::Between(from, to) => {
                assert!(!cycle.full, "{crank}");
                let (back, ahead) = cycle.range();
                let near =
                    |angle: f64, dead: f64| angle <= dead.abs() + 1e-6 && dead.abs() - angle <= 1.01 * step;
                assert!(near(1.0 + ahead, to), "{crank}: {ahead} of {to}");
                assert!(near(-(1.0 + back), -from), "{crank}: {back} of {from}");
            }
            Range::None => panic!("it closes"),
        }
    }
}

/// Velocities and accelerations along a coupler curve against the closed form: the loop equation of
/// the four bars differentiated twice (Norton, Design of Machinery, chapters 6 and 7).
#[test]
fn a_coupler_point_moves_as_the_closed_form_says() {
    let turn = |v: Vec2| v.perp();
    let mut checked = 0;
    for (it, beside) in [
        (lengths(0.4, 1.1, 0.9, 1.2), Vec2::new(0.3, 0.5)),
        (lengths(1.0, 0.9, 1.1, 0.4), Vec2::new(0.1, 0.4)),
        (lengths(0.9, 1.0, 0.9, 1.6), Vec2::new(0.0, 0.3)),
    ] {
        let machine = machine(it, 1.2, beside);
        let cycle = cycle(&machine.scene, machine.motor, 144).expect("a cycle");
        let coupler = machine.point.part.unwrap();
        let half = Vec2::new(0.5 * it.coupler, 0.0);
        let ends = [
            Attach::part(coupler, -half),
            Attach::part(coupler, half),
            machine.point,
        ];
        let motions = cycle.motions(&ends).expect("its motions");
        assert_eq!(motions[2].len(), cycle.path(machine.point).len());
        for k in 0..motions[2].len() {
            let [knee, elbow, point] = [0, 1, 2].map(|end| motions[end][k]);
            let foot = Vec2::new(it.frame, 0.0);
            let angles = [knee.at, elbow.at - knee.at, elbow.at - foot].map(|v| v.to_angle());
            let [second, third, fourth] = angles;
            let closing = (third - fourth).sin();
            // At a dead point coupler and rocker lie in one line, and no finite force gives the crank a speed.
            if closing.abs() < 0.05 {
                continue;
            }
            let omega3 = it.crank / it.coupler * (fourth - second).sin() / closing;
            let omega4 = it.crank / it.rocker * (second - third).sin() / -closing;
            let alpha3 = (it.rocker * omega4.powi(2)
                - it.crank * (second - fourth).cos()
                - it.coupler * omega3.powi(2) * (third - fourth).cos())
                / (it.coupler * closing);
            let arm = point.at - knee.at;
            let velocity = turn(knee.at) + omega3 * turn(arm);
            let acceleration = -knee.at + alpha3 * turn(arm) - omega3.powi(2) * arm;
            let off = [point.velocity - velocity, point.acceleration - acceleration];
            let size = 1.0 + acceleration.length();
            assert!(off[0].length() < 1e-9 * size, "{it:?}, pose {k}: {}", off[0]);
            assert!(off[1].length() < 1e-8 * size, "{it:?}, pose {k}: {}", off[1]);
            let faster = point.at_speed(-3.0);
            assert_eq!(faster.velocity, -3.0 * point.velocity);
            assert_eq!(faster.acceleration, 9.0 * point.acceleration);
            checked += 1;
        }
    }
    assert!(checked > 250, "{checked}");
}

#[test]
fn what_one_motor_does_not_lead_has_no_cycle() {
    let it = machine(lengths(0.4, 1.1, 0.9, 1.2), 1.0, Vec2::ZERO);
    let mut loose = it.scene.clone();
    let foot = loose.find("foot").unwrap();
    let edit = loose.plan_delete(&[foot], "");
    loose.apply(&edit);
    assert!(cycle(&loose, it.motor, 36).is_none(), "the rocker swings freely");
    assert!(cycle(&it.scene, foot, 36).is_none(), "a pin is no motor");
}

/// A loose bar and a second machine with a motor beside the first one: its cycle is the same as alone, and the second machine has its own.
#[test]
fn what_is_not_joined_to_a_machine_leaves_its_cycle() {
    let it = machine(lengths(0.4, 1.1, 0.9, 1.2), 1.0, Vec2::new(0.1, 0.3));
    let alone = cycle(&it.scene, it.motor, 72).expect("a cycle");
    let mut scene = it.scene.clone();
    let shape = Shape::Bar(Bar {
        length: 1.0,
        width: 0.05,
    });
    let loose = scene.add(Part::new("loose", shape.clone(), Pose::new(5.0, 1.0, 0.3)));
    let wheel = scene.add(Part::new("wheel", shape, Pose::new(8.0, 0.0, 0.0)));
    let ends = || {
        vec![
            Attach::ground(Vec2::new(8.0, 0.0)),
            Attach::part(wheel, Vec2::ZERO),
        ]
    };
    let [_, second] = [
        ("second axle", ConstraintKind::Pin(Pin {})),
        ("second motor", ConstraintKind::Motor(Motor::default())),
    ]
    .map(|(name, kind)| {
        scene.add(Constraint {
            name: name.to_owned(),
            ends: ends(),
            kind,
        })
    });
    let with = cycle(&scene, it.motor, 72).expect("a cycle beside others");
    assert!(with.full && with.path(it.point) == alone.path(it.point));
    assert!(!with.moves(loose) && !with.moves(wheel) && with.moves(it.point.part.unwrap()));
    let other = cycle(&scene, second, 72).expect("the other's cycle");
    assert!(other.full && other.moves(wheel) && !other.moves(loose));
    // A fixed part joined to both machines does not connect them.
    let id = scene.find("loose").unwrap();
    let mut part = scene.part(id).unwrap().clone();
    part.fixed = true;
    let mut edit = tinkertoy::scene::Edit::new("");
    scene.plan_item(&mut edit, id, Some(part.into()));
    scene.apply(&edit);
    assert!(cycle(&scene, it.motor, 72).is_some());
}
