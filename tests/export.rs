//! What is taken home: outlines of parts read back from DXF, paths from CSV, pictures of an animation.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::f64::consts::PI;
use std::sync::atomic::AtomicBool;

use tinkertoy::bodies::{Bar, Gear, Shape};
use tinkertoy::constraints::{ConstraintKind, Motor, Pin};
use tinkertoy::export::{
    AnimationError, Clip, Contour, Film, LAST, curves, cutouts, dxf, gif, numbered, outlines, paths,
};
use tinkertoy::lab::experiment::Experiment;
use tinkertoy::math::{Pose, Vec2};
use tinkertoy::render::scene_view::View;
use tinkertoy::render::theme::Theme;
use tinkertoy::render::trace::TraceLog;
use tinkertoy::scene::{Attach, Constraint, Edit, Part, Scene, Trace};
use tinkertoy::sim::Simulation;

/// A bar turned by a motor about one end, pinned to a gear at the other, whose path is traced.
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
    scene.add(Trace { name, end: far });
    scene
}

/// The contours of a DXF text (mm), by layer: a reader of its own.
fn read(text: &str) -> Vec<(String, Contour)> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let groups: Vec<(u32, &str)> = lines
        .chunks(2)
        .map(|it| (it[0].parse().unwrap(), it[1]))
        .collect();
    let mut found: Vec<(String, Contour)> = Vec::new();
    let entities = groups.iter().position(|it| *it == (2, "ENTITIES")).unwrap();
    let mut kind = "";
    for (code, value) in &groups[entities..] {
        let number = || value.parse::<f64>().unwrap();
        match (code, kind) {
            (0, _) => {
                kind = value;
                match *value {
                    "CIRCLE" => {
                        let circle = Contour::Circle {
                            center: Vec2::ZERO,
                            radius: 0.0,
                        };
                        found.push((String::new(), circle));
                    }
                    "POLYLINE" => found.push((String::new(), Contour::Polyline(Vec::new()))),
                    "VERTEX" => match &mut found.last_mut().unwrap().1 {
                        Contour::Polyline(corners) => corners.push((Vec2::ZERO, 0.0)),
                        Contour::Circle { .. } => panic!("a vertex of a circle"),
                    },
                    _ => {}
                }
            }
            (8, "CIRCLE" | "POLYLINE") => found.last_mut().unwrap().0 = (*value).to_owned(),
            (10 | 20 | 40 | 42, "CIRCLE" | "VERTEX") => match (&mut found.last_mut().unwrap().1, code) {
                (Contour::Circle { center, .. }, 10) => center.x = number(),
                (Contour::Circle { center, .. }, 20) => center.y = number(),
                (Contour::Circle { radius, .. }, _) => *radius = number(),
                (Contour::Polyline(corners), 10) => corners.last_mut().unwrap().0.x = number(),
                (Contour::Polyline(corners), 20) => corners.last_mut().unwrap().0.y = number(),
                (Contour::Polyline(corners), _) => corners.last_mut().unwrap().1 = number(),
            },
            _ => {}
        }
    }
    found
}

#[test]
fn an_outline_read_back_has_the_area_of_its_part_and_the_distances_of_its_holes() {
    let scene = machine();
    let text = dxf(&cutouts(&scene));
    let found = read(&text);
    let of =
        |layer: &str| -> Vec<&Contour> { found.iter().filter(|it| it.0 == layer).map(|it| &it.1).collect() };
    let bar = of("THE_BAR");
    let area = 120.0 * 20.0 + PI * 100.0;
    assert!(
        (bar[0].area() - area).abs() < 1e-5,
        "{} of {area} mm²",
        bar[0].area()
    );
    let [
        Contour::Circle { center: a, radius },
        Contour::Circle { center: b, .. },
    ] = bar[1..]
    else {
        panic!("two holes, each once: {bar:?}")
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
    // Side by side: no hole of one lies in the other, and nothing left of or below the origin.
    let low = found.iter().fold(f64::INFINITY, |low, (_, it)| match it {
        Contour::Circle { center, radius } => low.min((*center - *radius).min_element()),
        Contour::Polyline(corners) => corners.iter().fold(low, |low, it| low.min(it.0.min_element())),
    });
    assert!(low > -1e-6, "{low}");
}

#[test]
fn what_is_hidden_is_not_cut() {
    let mut scene = machine();
    let name = |scene: &Scene| -> Vec<String> { cutouts(scene).into_iter().map(|it| it.name).collect() };
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
    let text = outlines(&cutouts(&scene));
    // 120 mm between the ends, 10 mm round each, 2 mm around.
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
    let text = curves(&scene, &[(trace, vec![Vec2::X, Vec2::Y])]).unwrap();
    assert_eq!(text, "pose,the_path_x_m,the_path_y_m\n0,1,0\n1,0,1\n");
}

#[test]
fn an_animation_shows_a_whole_turn_and_can_be_given_up() {
    let clip = clip();
    let bytes = gif(&clip, Film::Cycle, &AtomicBool::new(false)).unwrap();
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
    let given_up = gif(&clip, Film::Cycle, &AtomicBool::new(true));
    assert!(matches!(given_up, Err(AnimationError::Cancelled)));
}

fn clip() -> Clip {
    Clip {
        view: View::new(Vec2::ZERO, 200.0, Vec2::new(64.0, 48.0)),
        scale: 1.0,
        theme: Theme::light(),
        scene: machine(),
    }
}

/// The machine after so many seconds.
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
    let taken = numbered(&clip(), film, &AtomicBool::new(false), |number, bytes| {
        assert_eq!(number, all.len() + 1);
        all.push(bytes.to_vec());
        Ok(())
    });
    taken.unwrap();
    all
}

#[test]
fn the_last_seconds_are_filmed_as_they_were() {
    // A short run is filmed from its start, picture by picture as a turn is.
    let (short, turn) = (pictures(Film::Last(&ran(1.0))), pictures(Film::Cycle));
    assert_eq!(short.len(), 26);
    assert!(short[..] == turn[..26] && short[0] != short[13]);
    // Of a long one, its end alone: another place of the crank.
    let long = pictures(Film::Last(&ran(LAST + 1.0)));
    assert_eq!(long.len(), 251);
    assert!(long[0] != turn[0] && long[0] != long[250]);
    let stuck = numbered(&clip(), Film::Cycle, &AtomicBool::new(false), |number, _| {
        if number == 3 {
            Err("no room".to_owned())
        } else {
            Ok(())
        }
    });
    assert_eq!(stuck.unwrap_err().to_string(), "no room");
    let given_up = gif(&clip(), Film::Last(&ran(1.0)), &AtomicBool::new(true));
    assert!(matches!(given_up, Err(AnimationError::Cancelled)));
}
