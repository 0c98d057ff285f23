//! Pictures of scenes: one of everything, drawn in both themes without invalid numbers; few shapes
//! for large scenes and for parts far out of view; numbers that do not overlap.
#![allow(clippy::panic, clippy::too_many_lines)]

#[path = "../examples/frame_time/crowd.rs"]
mod crowd;

use crowd::crowd;
use tinkertoy::bodies::{Bar, Box, Disk, Particle, Shape};
use tinkertoy::constraints::{ConstraintKind, Distance, Glyph, Motor, Pin, RackAndPinion};
use tinkertoy::editor::{Feedback, Ghost, Halo, HaloKind, Hint, Marker, RotateHandle};
use tinkertoy::forces::{Drag, ForceKind, Push, Spring, Torque};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::render::draw_list::{Align, DrawList, Shape as Drawn};
use tinkertoy::render::mesh::{Mesh, tessellate};
use tinkertoy::render::scene_view::{self, Layers, Overlay, Run, SceneView, View};
use tinkertoy::render::theme::Theme;
use tinkertoy::render::trace::TraceLog;
use tinkertoy::render::{png, svg};
use tinkertoy::scene::{Attach, Constraint, Force, Id, Part, PartColour, Scene, Trace};
use tinkertoy::sim::Simulation;

const SIZE: Vec2 = Vec2::new(1280.0, 800.0);

fn part(scene: &mut Scene, name: &str, shape: Shape, pose: [f64; 3], colour: PartColour) -> Id {
    let mut part = Part::new(name, shape, Pose::new(pose[0], pose[1], pose[2]));
    part.colour = colour;
    scene.add(part)
}

fn constrain(scene: &mut Scene, kind: ConstraintKind, a: Attach, b: Attach) -> Id {
    let mut kind = kind;
    kind.fit(&[scene.built_ports(a), scene.built_ports(b)]);
    let name = scene.free_name(kind.id());
    scene.add(Constraint {
        name,
        ends: vec![a, b],
        kind,
    })
}

fn force(scene: &mut Scene, kind: ForceKind, ends: Vec<Attach>) -> Id {
    let name = scene.free_name(kind.id());
    scene.add(Force { name, ends, kind })
}

/// A scene with a four-bar linkage with a motor, a rack, a spring, and every other kind.
fn workshop() -> (Scene, Vec<Id>) {
    use PartColour::{Blue, Green, Maple, Red, Yellow};
    let mut scene = Scene::default();
    scene.camera.height = 5.0;
    let bar = |length: f64| Shape::Bar(Bar { length, width: 0.14 });
    let disk = |radius: f64| Shape::Disk(Disk { radius });
    let at = |x: f64, y: f64| Vec2::new(x, y);

    // A crank-rocker with the path of its coupler.
    let (a, b, c, d) = (at(-2.6, 0.2), at(-2.25, 0.65), at(-1.0, 1.45), at(-0.9, 0.2));
    let between = |p: Vec2, q: Vec2| [0.5 * (p.x + q.x), 0.5 * (p.y + q.y), (q - p).to_angle()];
    let crank = part(&mut scene, "crank", disk(0.62), [a.x, a.y, 0.0], Red);
    let coupler = part(&mut scene, "coupler", bar(b.distance(c)), between(b, c), Maple);
    let rocker = part(&mut scene, "rocker", bar(c.distance(d)), between(c, d), Blue);
    let half = |p: Vec2, q: Vec2| at(0.5 * p.distance(q), 0.0);
    let pin = || ConstraintKind::Pin(Pin {});
    constrain(
        &mut scene,
        pin(),
        Attach::ground(a),
        Attach::part(crank, Vec2::ZERO),
    );
    constrain(
        &mut scene,
        pin(),
        Attach::part(crank, b - a),
        Attach::part(coupler, -half(b, c)),
    );
    constrain(
        &mut scene,
        pin(),
        Attach::part(coupler, half(b, c)),
        Attach::part(rocker, -half(c, d)),
    );
    constrain(
        &mut scene,
        pin(),
        Attach::ground(d),
        Attach::part(rocker, half(c, d)),
    );
    let motor = Motor {
        speed: 4.0,
        ..Motor::default()
    };
    constrain(
        &mut scene,
        ConstraintKind::Motor(motor),
        Attach::ground(a),
        Attach::part(crank, Vec2::ZERO),
    );
    scene.add(Trace::new("path", Attach::part(coupler, at(0.0, 0.0))));
    scene.add(Trace::new("end", Attach::part(coupler, half(b, c))));

    // A rack on a box with its pinion, and a wheel on a rack of the ground.
    let slide = Shape::Box(Box {
        width: 2.0,
        height: 0.24,
    });
    let rack = part(&mut scene, "slide", slide, [1.4, 0.2, 0.06], Green);
    let pinion = part(&mut scene, "pinion", disk(0.4), [1.2, 0.72, 0.3], Yellow);
    let mesh = || ConstraintKind::RackAndPinion(RackAndPinion::default());
    constrain(
        &mut scene,
        mesh(),
        Attach::part(rack, at(0.0, 0.12)),
        Attach::part(pinion, Vec2::ZERO),
    );
    constrain(
        &mut scene,
        pin(),
        Attach::ground(at(1.2, 0.72)),
        Attach::part(pinion, Vec2::ZERO),
    );
    let wheel = part(&mut scene, "wheel", disk(0.3), [0.6, -1.3, 0.0], Maple);
    constrain(
        &mut scene,
        mesh(),
        Attach::ground(at(0.3, -1.6)),
        Attach::part(wheel, Vec2::ZERO),
    );
    force(
        &mut scene,
        ForceKind::Torque(Torque {
            torque: -1.5,
            ..Torque::default()
        }),
        vec![Attach::part(wheel, Vec2::ZERO)],
    );

    // Beads on rods, a spring, pushes and drag.
    let bead = || Shape::Particle(Particle::default());
    let p = part(&mut scene, "p", bead(), [-2.6, -0.9, 0.0], Maple);
    let q = part(&mut scene, "q", bead(), [-1.8, -1.2, 0.0], Red);
    let r = part(&mut scene, "r", bead(), [-2.5, -1.9, 0.0], Blue);
    let rod = || ConstraintKind::Distance(Distance::default());
    constrain(
        &mut scene,
        rod(),
        Attach::ground(at(-2.0, -0.4)),
        Attach::part(p, Vec2::ZERO),
    );
    for (x, y) in [(p, q), (q, r), (p, r)] {
        constrain(
            &mut scene,
            rod(),
            Attach::part(x, Vec2::ZERO),
            Attach::part(y, Vec2::ZERO),
        );
    }
    let crate_ = part(
        &mut scene,
        "crate",
        Shape::Box(Box::default()),
        [-0.6, -1.5, 0.2],
        Maple,
    );
    let spring = ForceKind::Spring(Spring {
        rest: 0.8,
        ..Spring::default()
    });
    force(
        &mut scene,
        spring,
        vec![
            Attach::ground(at(-0.9, -0.4)),
            Attach::part(crate_, at(-0.1, 0.2)),
        ],
    );
    let push = ForceKind::Push(Push {
        force: at(12.0, 4.0),
        ..Push::default()
    });
    force(&mut scene, push, vec![Attach::part(crate_, at(0.3, 0.0))]);
    force(
        &mut scene,
        ForceKind::Drag(Drag::default()),
        vec![Attach::part(r, Vec2::ZERO)],
    );
    let wall = part(
        &mut scene,
        "wall",
        Shape::Box(Box::default()),
        [2.4, -1.4, 0.0],
        Maple,
    );
    let mut fixed = scene.part(wall).cloned().unwrap_or_else(|| unreachable!());
    fixed.fixed = true;
    let mut edit = tinkertoy::scene::Edit::new("fix");
    scene.plan_item(&mut edit, wall, Some(fixed.into()));
    scene.apply(&edit);
    (scene, vec![coupler, q, pinion])
}

fn overlay(ids: &[Id]) -> Overlay {
    Overlay {
        selection: vec![ids[0]],
        feedback: Feedback {
            hover: Some(ids[2]),
            halo: Some(Halo {
                at: Vec2::new(2.4, -1.4),
                kind: HaloKind::Part,
                text: "pin: -2 DOF, 1 left".into(),
            }),
            ghost: Ghost {
                parts: vec![Part::new(
                    "new",
                    Shape::Disk(Disk { radius: 0.35 }),
                    Pose::new(2.6, 1.6, 0.2),
                )],
                glyphs: vec![Glyph::Rod {
                    from: Vec2::new(2.6, 1.6),
                    to: Vec2::new(3.4, 0.9),
                }],
            },
            marquee: Some((Vec2::new(-3.4, -2.2), Vec2::new(-1.4, -0.7))),
            grab: Some((Vec2::new(-1.8, -1.2), Vec2::new(-1.1, -2.0))),
            rotate: Some(RotateHandle {
                center: Vec2::new(-1.6, 1.1),
                at: Vec2::new(-1.6, 1.9),
            }),
            hint: Some(Hint {
                at: Vec2::new(-2.6, 0.4),
                text: "Grab anything".into(),
                strength: 1.0,
            }),
            ..Feedback::default()
        },
        markers: vec![Marker {
            id: ids[1],
            count: 3,
            at: Vec2::new(1264.0, 400.0),
            direction: Vec2::X,
        }],
        ..Overlay::default()
    }
}

#[test]
fn one_of_everything_in_both_themes() {
    let (scene, ids) = workshop();
    let problems = tinkertoy::scene::validate::problems(&scene);
    assert!(problems.is_empty(), "{problems:?}");
    let mut run = Simulation::new(&scene);
    let mut traces = TraceLog::new();
    for _ in 0..110 {
        run.step().unwrap_or_else(|stop| panic!("{stop:?}"));
        traces.record(&scene, run.model(), run.state());
    }
    let overlay = overlay(&ids);
    for (name, theme, forces) in [("light", Theme::light(), false), ("dark", Theme::dark(), true)] {
        let lambda = run.dynamics.solution.lambda.clone();
        let input = SceneView {
            scene: &scene,
            run: Some(Run {
                model: run.model(),
                state: run.state(),
                lambda: &lambda,
                freedom: None,
            }),
            view: View::of_camera(&scene.camera, SIZE),
            theme: &theme,
            traces: Some(&traces),
            layers: Layers {
                forces,
                ..Layers::default()
            },
            overlay: &overlay,
        };
        let mut list = DrawList::new();
        scene_view::draw(&input, &mut list);
        let text = format!("{list:?}");
        assert!(
            !text.contains("NaN") && !text.contains("inf"),
            "a bad number in a shape"
        );
        assert!(svg::svg(&list, SIZE).len() > 10_000);
        let image = png::png(&list, SIZE, 1.0).unwrap_or_else(|error| panic!("{error}"));
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("workshop-{name}.png"));
        std::fs::write(path, image).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The shapes of a frame without a run, and the number of corners of its triangles.
fn frame(scene: &Scene, view: View) -> (DrawList, usize) {
    let overlay = Overlay::default();
    let theme = Theme::light();
    let input = SceneView {
        scene,
        run: None,
        view,
        theme: &theme,
        traces: None,
        layers: Layers::default(),
        overlay: &overlay,
    };
    let mut list = DrawList::new();
    scene_view::draw(&input, &mut list);
    let mut mesh = Mesh::default();
    tessellate(&list, 1.0, &mut mesh, &mut |_, _| {});
    (list, mesh.vertices.len())
}

#[test]
fn ten_thousand_parts_and_as_many_joints_cost_few_corners_each() {
    let scene = crowd(100, 100);
    assert_eq!(
        (scene.parts().count(), scene.constraints().count()),
        (10_000, 10_000)
    );
    let middle = Vec2::new(50.0, -30.0);
    let empty = |view: View| frame(&Scene::default(), view);
    // All of them in view: one shape each, as corners of plain quads, in a single list of triangles.
    let far = View::new(middle, 10.0, SIZE);
    let (list, corners) = frame(&scene, far);
    let (less, fewer) = empty(far);
    let (shapes, corners) = (list.shapes.len() - less.shapes.len(), corners - fewer);
    assert!((20_000..20_500).contains(&shapes), "{shapes} shapes");
    assert!(corners < 20_000 * 10, "{corners} corners");
    // A few of them in view: no shapes for the others.
    let near = View::new(middle, 400.0, SIZE);
    let (list, _) = frame(&scene, near);
    assert!(list.shapes.len() < 400, "{} shapes", list.shapes.len());
}

#[test]
fn what_is_out_of_view_costs_no_shape() {
    let mut scene = Scene::default();
    let count = |scene: &Scene| frame(scene, View::of_camera(&scene.camera, SIZE)).0.shapes.len();
    let empty = count(&scene);
    for k in 0..1000 {
        let x = 1000.0 + f64::from(k);
        part(
            &mut scene,
            &format!("far {k}"),
            Shape::Disk(Disk::default()),
            [x, 0.0, 0.0],
            PartColour::Red,
        );
    }
    assert_eq!(count(&scene), empty);
    scene.camera.height = 4000.0;
    assert!(count(&scene) < empty + 2100, "a far part is drawn plain");
}

#[test]
fn two_thousand_parts_are_drawn_with_few_shapes_each() {
    let mut scene = Scene::default();
    scene.camera.height = 30.0;
    let mut last = Attach::ground(Vec2::ZERO);
    for k in 1..=2000 {
        let pose = [0.02 * f64::from(k), 0.0, 0.0];
        let bead = part(
            &mut scene,
            &format!("bead {k}"),
            Shape::Particle(Particle::default()),
            pose,
            PartColour::Red,
        );
        let end = Attach::part(bead, Vec2::ZERO);
        constrain(
            &mut scene,
            ConstraintKind::Distance(Distance::default()),
            last,
            end,
        );
        last = end;
    }
    let run = Simulation::new(&scene);
    let overlay = Overlay::default();
    let theme = Theme::light();
    let lambda = vec![1.0; run.model().links.len()];
    let input = SceneView {
        scene: &scene,
        run: Some(Run {
            model: run.model(),
            state: run.state(),
            lambda: &lambda,
            freedom: None,
        }),
        view: View::of_camera(&scene.camera, SIZE),
        theme: &theme,
        traces: None,
        layers: Layers {
            forces: true,
            ..Layers::default()
        },
        overlay: &overlay,
    };
    let mut list = DrawList::new();
    scene_view::draw(&input, &mut list);
    // A bead and its rod: the cost of a frame is their shapes, for any machine.
    let shapes = list.shapes.len();
    assert!(shapes < 10 * 2000, "{shapes} shapes");
}

/// The reactions of the truss show their values (N) where no other number is, the largest first;
/// the number of hidden ones is shown, and zoomed in they appear.
#[test]
fn numbers_of_reactions_do_not_stand_over_each_other() {
    let found = tinkertoy::scene::gallery::find("truss-bridge").map(|it| it.scene());
    let Some(Ok(scene)) = found else {
        panic!("no such scene")
    };
    let run = Simulation::new(&scene);
    let model = std::sync::Arc::new(run.model().clone());
    let Ok(at) = tinkertoy::lab::Assembled::of(&model, run.state()) else {
        panic!("it has an answer")
    };
    let theme = Theme::light();
    let mut overlay = Overlay::default();
    overlay.lab.reactions = tinkertoy::lab::xray::reactions(&model, run.state(), &at.solution.lambda);
    let drawn = |zoom: f64| {
        let mut view = View::of_camera(&scene.camera, SIZE);
        view.scale *= zoom;
        let input = SceneView {
            scene: &scene,
            run: Some(Run {
                model: run.model(),
                state: run.state(),
                lambda: &at.solution.lambda,
                freedom: None,
            }),
            view,
            theme: &theme,
            traces: None,
            layers: Layers::default(),
            overlay: &overlay,
        };
        let mut list = DrawList::new();
        scene_view::draw(&input, &mut list);
        let mut numbers = Vec::new();
        let mut more = None;
        for shape in &list.shapes {
            let Drawn::Text {
                text,
                position,
                anchor,
                size,
                ..
            } = shape
            else {
                continue;
            };
            if let Some((count, _)) = text.split_once(" more numbers") {
                more = count.parse::<usize>().ok();
            } else if text.ends_with(" N") || text.ends_with(" kN") {
                let width = 0.56 * size * text.chars().count() as f64;
                let left = match anchor.x {
                    Align::Start => position.x,
                    Align::Middle => position.x - 0.5 * width,
                    Align::End => position.x - width,
                };
                numbers.push([
                    left,
                    left + width,
                    position.y - 0.5 * size,
                    position.y + 0.5 * size,
                ]);
            }
        }
        (numbers, more.unwrap_or(0))
    };
    let (far, hidden) = drawn(0.4);
    assert!(far.len() > 12 && hidden > 0, "{} and {hidden} more", far.len());
    for (k, a) in far.iter().enumerate() {
        for b in &far[k + 1..] {
            assert!(
                a[1] <= b[0] || b[1] <= a[0] || a[3] <= b[2] || b[3] <= a[2],
                "{a:?} {b:?}"
            );
        }
    }
    let (_, nearer) = drawn(1.0);
    assert!(nearer < hidden, "{nearer} of {hidden} are left");
}
