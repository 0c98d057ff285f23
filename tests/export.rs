//! Exports: outlines of parts read back from DXF, paths from CSV, pictures of an animation.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::f64::consts::PI;

use dxf::entities::{Entity, EntityType};
use dxf::enums::Units;
use dxf::{Drawing, Point};
use tinkertoy::bodies::{Bar, Disk, Gear, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor, Pin};
use tinkertoy::editor::CyclePath;
use tinkertoy::export::{
    self, AnimationError, Clip, Film, HOLE, LAST, curves, cutouts, frames, gif, numbered, outlines, paths,
};
use tinkertoy::kinematics::PointMotion;
use tinkertoy::lab::Progress;
use tinkertoy::lab::experiment::{self, Experiment};
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::render::scene_view::View;
use tinkertoy::render::theme::Theme;
use tinkertoy::render::trace::TraceLog;
use tinkertoy::scene::{Attach, Constraint, Edit, Part, Scene, Trace};
use tinkertoy::sim::{Input, Simulation};

/// A bar driven by a motor about one end, pinned to a gear at the other, with a traced point.
fn machine() -> Scene {
    let mut scene = Scene::default();
    let bar = Shape::Bar(Bar {
        length: 0.12,
        width: 0.02,
    });
    let bar = scene.add(Part::new("the bar", bar, Pose::new(0.06, 0.0, 0.0)));
    let gear = Shape::Gear(Gear {
        teeth: 20.0,
        module: 0.004,
    });
    let gear = scene.add(Part::new("gear", gear, Pose::new(0.12, 0.0, 0.3)));
    let mut join = |name: &str, a: Attach, b: Attach, kind: ConstraintKind| {
        let name = name.to_owned();
        scene.add(Constraint {
            name,
            ends: vec![a, b],
            kind,
        });
    };
    let near = Attach::part(bar, Vec2::new(-0.06, 0.0));
    let far = Attach::part(bar, Vec2::new(0.06, 0.0));
    let pin = || ConstraintKind::Pin(Pin {});
    join("axle", Attach::ground(Vec2::ZERO), near, pin());
    join(
        "motor",
        Attach::ground(Vec2::ZERO),
        near,
        ConstraintKind::Motor(Motor::default()),
    );
    join("hold", far, Attach::part(gear, Vec2::ZERO), pin());
    let name = "the path".to_owned();
    scene.add(Trace::new(name, far));
    scene
}

/// A closed outline as another program reads it from a DXF text (mm).
enum Outline {
    Circle {
        center: Vec2,
        radius: f64,
    },
    /// Corners, each with the bulge of the following side: the tangent of a quarter of its arc's angle.
    Polyline(Vec<(Vec2, f64)>),
}

impl Outline {
    /// Area (mm²).
    fn area(&self) -> f64 {
        match self {
            Self::Circle { radius, .. } => PI * radius * radius,
            Self::Polyline(corners) => {
                let next = corners.iter().cycle().skip(1);
                let sides = corners.iter().zip(next).map(|((a, bulge), (b, _))| {
                    let angle = 4.0 * bulge.atan();
                    let radius = match *bulge {
                        0.0 => 0.0,
                        _ => 0.5 * a.distance(*b) / (0.5 * angle).sin(),
                    };
                    0.5 * (a.x * b.y - a.y * b.x) + 0.5 * radius * radius * (angle - angle.sin())
                });
                sides.sum::<f64>().abs()
            }
        }
    }

    /// Its least coordinate, in x or y, apart from arcs (mm).
    fn low(&self) -> f64 {
        match self {
            Self::Circle { center, radius } => (*center - *radius).min_element(),
            Self::Polyline(corners) => corners
                .iter()
                .fold(f64::INFINITY, |low, it| low.min(it.0.min_element())),
        }
    }
}

/// The outlines that the crate `dxf` reads from a text, with their layers.
fn read(text: &str) -> Vec<(String, Outline)> {
    let drawing = Drawing::load(&mut text.as_bytes()).unwrap();
    assert_eq!(drawing.header.default_drawing_units, Units::Millimeters);
    let point = |it: &Point| Vec2::new(it.x, it.y);
    let outline = |entity: &Entity| match &entity.specific {
        EntityType::Circle(it) => Outline::Circle {
            center: point(&it.center),
            radius: it.radius,
        },
        EntityType::Polyline(it) => {
            assert!(it.is_closed());
            Outline::Polyline(it.vertices().map(|it| (point(&it.location), it.bulge)).collect())
        }
        other => panic!("neither a circle nor a polyline: {other:?}"),
    };
    let of = |entity: &Entity| (entity.common.layer.clone(), outline(entity));
    drawing.entities().map(of).collect()
}

#[test]
fn an_outline_read_back_has_the_area_of_its_part_and_the_distances_of_its_holes() {
    let scene = machine();
    let text = export::dxf(&cutouts(&scene, HOLE));
    let found = read(&text);
    let of =
        |layer: &str| -> Vec<&Outline> { found.iter().filter(|it| it.0 == layer).map(|it| &it.1).collect() };
    let bar = of("THE_BAR");
    let area = 120.0 * 20.0 + PI * 100.0;
    assert!(
        (bar[0].area() - area).abs() < 1e-5,
        "{} of {area} mm²",
        bar[0].area()
    );
    let [
        Outline::Circle { center: a, radius },
        Outline::Circle { center: b, .. },
    ] = bar[1..]
    else {
        panic!("two holes, each once: {}", bar.len())
    };
    assert!((a.distance(*b) - 120.0).abs() < 1e-8 && (radius - 1.6).abs() < 1e-9);
    let gear = of("GEAR");
    let area = 1e6
        * scene
            .part(scene.find("gear").unwrap())
            .unwrap()
            .shape
            .mass_at_density(1.0)
            .mass;
    assert!(
        (gear[0].area() / area - 1.0).abs() < 1e-9,
        "{} of {area}",
        gear[0].area()
    );
    assert_eq!(gear.len(), 2, "a hole in its middle");
    // Laid out side by side: no part lies in a hole of another one, nor to the left of or below the origin.
    let low = found.iter().fold(f64::INFINITY, |low, it| low.min(it.1.low()));
    assert!(low > -1e-6, "{low}");
}

#[test]
fn holes_are_as_wide_as_is_wanted_and_as_the_bar_has_room_for() {
    let scene = machine();
    let holes = |diameter: f64| -> Vec<f64> {
        let found = read(&export::dxf(&cutouts(&scene, diameter)));
        let of_bar = found.into_iter().filter(|it| it.0 == "THE_BAR");
        let radius = |it: Outline| match it {
            Outline::Circle { radius, .. } => Some(2.0 * radius),
            Outline::Polyline(_) => None,
        };
        of_bar.filter_map(|it| radius(it.1)).collect()
    };
    let wide = holes(6e-3);
    assert!(
        wide.len() == 2 && wide.iter().all(|it| (it - 6.0).abs() < 1e-9),
        "{wide:?}"
    );
    // The bar is 20 mm wide.
    assert!(holes(0.05).iter().all(|it| (it - 12.0).abs() < 1e-9));
    // The smaller diameter is reported.
    let told = |diameter: f64| -> Vec<Option<f64>> {
        let bars = cutouts(&scene, diameter)
            .into_iter()
            .filter(|it| it.name == "the bar");
        bars.map(|it| it.smaller_holes).collect()
    };
    assert_eq!(told(6e-3), [None]);
    assert!(matches!(told(0.05)[..], [Some(it)] if (it - 0.012).abs() < 1e-12));
    assert!(holes(0.0).is_empty());
}

#[test]
fn what_is_hidden_is_not_cut() {
    let mut scene = machine();
    let name =
        |scene: &Scene| -> Vec<String> { cutouts(scene, HOLE).into_iter().map(|it| it.name).collect() };
    assert!(name(&scene).contains(&"gear".to_owned()));
    let gear = scene.find("gear").unwrap();
    let mut part = scene.part(gear).unwrap().clone();
    part.handling.hidden = true;
    let mut edit = Edit::new("");
    scene.plan_item(&mut edit, gear, Some(part.into()));
    scene.apply(&edit);
    assert!(!name(&scene).contains(&"gear".to_owned()));
}

#[test]
fn outlines_in_svg_are_at_true_scale_and_round_where_they_are() {
    let mut scene = machine();
    let gear = scene.find("gear").unwrap();
    let edit = scene.plan_delete(&[gear], "");
    scene.apply(&edit);
    let text = outlines(&cutouts(&scene, HOLE));
    // 120 mm between the ends, 10 mm of radius at each, 2 mm of margin.
    assert!(
        text.contains("width=\"144mm\" height=\"24mm\" viewBox=\"0 0 144 24\""),
        "{text}"
    );
    assert_eq!(text.matches("A10 10 0 0 0").count(), 2, "{text}");
    assert!(text.contains("<circle cx=\"12\" cy=\"12\" r=\"1.6\"/>"), "{text}");
}

#[test]
fn paths_are_a_row_a_step_or_a_pose() {
    let scene = machine();
    let (mut run, mut log) = (Simulation::new(&scene), TraceLog::new());
    assert_eq!(paths(&scene, &log), None, "nothing was recorded");
    for _ in 0..10 {
        log.record(&scene, run.model(), run.state());
        run.step().unwrap();
    }
    let text = paths(&scene, &log).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "time_s,the_path_x_m,the_path_y_m");
    assert_eq!(lines.len(), 11);
    let numbers: Vec<f64> = lines[10].split(',').map(|it| it.parse().unwrap()).collect();
    assert!((numbers[0] - 9.0 * scene.settings.dt).abs() < 1e-12);
    assert!(
        (Vec2::new(numbers[1], numbers[2]).length() - 0.12).abs() < 1e-6,
        "on the circle of the bar's end"
    );
    let trace = scene.traces().next().unwrap().0;
    let mut path = CyclePath {
        trace,
        points: vec![Vec2::X, Vec2::Y],
        turns: vec![0.0, std::f64::consts::FRAC_PI_2],
        motions: Vec::new(),
    };
    let text = curves(&scene, std::slice::from_ref(&path)).unwrap();
    assert_eq!(text, "motor_turn_deg,the_path_x_m,the_path_y_m\n0,1,0\n90,0,1\n");
    // At a radian per second the point circles the origin.
    path.motions = [Vec2::X, Vec2::Y]
        .map(|at| PointMotion {
            at,
            velocity: at.perp(),
            acceleration: -at,
        })
        .to_vec();
    let text = curves(&scene, std::slice::from_ref(&path)).unwrap();
    let names = "motor_turn_deg,the_path_x_m,the_path_y_m,the_path_vx_m_s,the_path_vy_m_s,the_path_ax_m_s2,the_path_ay_m_s2";
    assert_eq!(text, format!("{names}\n0,1,0,-0,1,-1,-0\n90,0,1,-1,0,-0,-1\n"));
    // The path of a motor that does not go round has fewer rows, at its own angles.
    let mut short = path.clone();
    (short.points, short.turns, short.motions) =
        (vec![Vec2::Y], vec![-std::f64::consts::FRAC_PI_2], Vec::new());
    path.motions.clear();
    let text = curves(&scene, &[path, short]).unwrap();
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(rows, ["-90,,,0,1", "0,1,0,,", "90,0,1,,"]);
}

#[test]
fn an_animation_shows_a_whole_turn_and_can_be_given_up() {
    let clip = clip();
    let bytes = gif(&clip, Film::Cycle, &Progress::default()).unwrap();
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut reader = options.read_info(&bytes[..]).unwrap();
    assert_eq!((reader.width(), reader.height()), (64, 48));
    let mut frames = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        assert_eq!(frame.delay, 4, "25 pictures a second");
        frames.push(frame.buffer.to_vec());
    }
    // A turn at 3 rad/s takes 2.094 s.
    assert_eq!(frames.len(), 52);
    assert!(frames[0] != frames[26], "nothing moves");
    let given_up = gif(&clip, Film::Cycle, &given_up_progress());
    assert!(matches!(given_up, Err(AnimationError::Cancelled)));
}

fn given_up_progress() -> Progress {
    let progress = Progress::default();
    progress.cancel();
    progress
}

#[test]
fn an_animation_and_a_table_of_the_run_say_how_far_they_are() {
    let mut shares = Vec::new();
    let progress = Progress::default();
    numbered(&clip(), Film::Cycle, &progress, |_, _| {
        shares.push(progress.share());
        Ok(())
    })
    .unwrap();
    assert!(shares.windows(2).all(|pair| pair[0] < pair[1]), "{shares:?}");
    assert!(shares[26] > 0.45 && shares[26] < 0.55 && progress.share() == 1.0);
    let (run, progress) = (ran(0.5), Progress::default());
    experiment::csv(&run, &machine(), &progress).unwrap();
    assert_eq!(progress.share(), 1.0);
}

fn clip() -> Clip {
    Clip {
        view: View::new(Vec2::ZERO, 200.0, Vec2::new(64.0, 48.0)),
        scale: 1.0,
        theme: Theme::light(),
        scene: machine(),
    }
}

/// The machine after this time (s).
fn ran(seconds: f64) -> Experiment {
    let scene = machine();
    let mut run = Simulation::new(&scene);
    while run.state().time < seconds - 1e-9 {
        run.step().unwrap();
    }
    Experiment::of(&run, scene)
}

fn pictures(film: Film<'_>) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let taken = numbered(&clip(), film, &Progress::default(), |number, bytes| {
        assert_eq!(number, all.len() + 1);
        all.push(bytes.to_vec());
        Ok(())
    });
    taken.unwrap();
    all
}

#[test]
fn the_last_seconds_are_filmed_as_they_were() {
    // A short run is filmed from its start, with the pictures of a full turn.
    let (short, turn) = (pictures(Film::Last(&ran(1.0))), pictures(Film::Cycle));
    assert_eq!(short.len(), 26);
    assert!(short[..] == turn[..26] && short[0] != short[13]);
    // Of a long run only the end is filmed: the crank is elsewhere.
    let long = pictures(Film::Last(&ran(LAST + 1.0)));
    assert_eq!(long.len(), 251);
    assert!(long[0] != turn[0] && long[0] != long[250]);
    let stuck = numbered(&clip(), Film::Cycle, &Progress::default(), |number, _| {
        if number == 3 {
            Err("no room".to_owned())
        } else {
            Ok(())
        }
    });
    assert_eq!(stuck.unwrap_err().to_string(), "no room");
    let given_up = gif(&clip(), Film::Last(&ran(1.0)), &given_up_progress());
    assert!(matches!(given_up, Err(AnimationError::Cancelled)));
}

#[test]
fn an_edit_in_mid_run_is_filmed_from_when_it_was_made() {
    let first = machine();
    let mut run = Simulation::new(&first);
    for _ in 0..60 {
        run.step().unwrap();
    }
    // A disk is added, and the gear is moved with all parts joined to it.
    let mut edited = first.clone();
    let disk = Shape::Disk(Disk { radius: 0.05 });
    edited.add(Part::new("disk", disk, Pose::new(-0.1, 0.05, 0.0)));
    let mut bar = run
        .model()
        .pose(run.state(), first.find("the bar").unwrap())
        .unwrap();
    let mut gear = run
        .model()
        .pose(run.state(), first.find("gear").unwrap())
        .unwrap();
    for pose in [&mut bar, &mut gear] {
        *pose = Pose::new(-pose.position.x, -pose.position.y, pose.angle + PI);
    }
    let poses = vec![
        (first.find("the bar").unwrap(), bar),
        (first.find("gear").unwrap(), gear),
    ];
    run.apply(Input::Scene(Box::new(edited.clone()), poses));
    for _ in 0..60 {
        run.step().unwrap();
    }
    let experiment = Experiment::of(&run, first.clone());
    let film = |scene: Scene, experiment: &Experiment| {
        let clip = Clip { scene, ..clip() };
        let mut all = Vec::new();
        frames(&clip, Film::Last(experiment), &Progress::default(), |image| {
            all.push(image.rgba);
            Ok(())
        })
        .unwrap();
        all
    };
    let with_edit = film(edited, &experiment);
    let mut untouched = experiment.clone();
    untouched.record.clear();
    let without = film(first, &untouched);
    let half = with_edit.len() / 2;
    assert!(
        with_edit[..half - 1] == without[..half - 1],
        "before it, nothing of it is seen"
    );
    assert!(with_edit[half + 2] != without[half + 2]);
}
