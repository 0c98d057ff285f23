//! Files of the program Linkage.

use std::f64::consts::PI;

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::{ConstraintKind, MotorLaw, Programme};
use tinkertoy::import::Program;
use tinkertoy::math::Vec2;
use tinkertoy::parameter::LengthUnit;
use tinkertoy::scene::PartColour;

use super::{count, only, opened, places, read, run, survives_saving};

const INCH: f64 = 0.0254;

#[test]
fn a_four_bar_stands_and_turns_as_it_does_there() {
    let found = opened("four-bar.linkage2");
    assert_eq!(found.program, Some(Program::Linkage));
    let scene = found.reading.scene;
    assert_eq!(found.reading.notes, []);
    assert_eq!(scene.info.title, "four-bar");
    assert_eq!(scene.settings.gravity, Vec2::ZERO);
    assert_eq!(
        scene.info.length_unit,
        LengthUnit::Inch,
        "lengths are shown as there"
    );
    assert_eq!(scene.parts().count(), 4);
    // A crank of one inch, vertical.
    let crank = scene.part(scene.find("crank").unwrap()).unwrap();
    let Shape::Bar(bar) = &crank.shape else {
        panic!("{crank:?}")
    };
    assert!((bar.length - INCH).abs() < 1e-15);
    assert!((crank.pose.position - Vec2::new(0.0, INCH / 2.0)).length() < 1e-15);
    assert_eq!(crank.colour, PartColour::Red);
    // The frame has two anchors and is fixed; the coupler has three joints and is a plate.
    let fixed: Vec<&str> = scene
        .parts()
        .filter(|(_, it)| it.fixed)
        .map(|(_, it)| it.name.as_str())
        .collect();
    assert_eq!(fixed, ["link 3"]);
    let plates: Vec<&str> = scene
        .parts()
        .filter(|(_, it)| matches!(it.shape, Shape::Polygon(_)))
        .map(|(_, it)| it.name.as_str())
        .collect();
    assert_eq!(plates, ["link 1"]);
    assert_eq!(count(&scene, "pin"), 4);
    let (motor, ends) = only(&scene, "motor");
    assert!(places(&scene, ends).iter().all(|at| *at == Vec2::ZERO));
    // 30 rpm clockwise.
    let ConstraintKind::Motor(motor) = motor else {
        panic!()
    };
    assert!((motor.speed + PI).abs() < 1e-12 && motor.law == MotorLaw::Speed);
    assert_eq!((scene.traces().count(), scene.dimensions().count()), (1, 1));
    survives_saving(&scene);
    let crank = scene.find("crank").unwrap();
    let run = run(&scene, 3.0);
    // One and a half turns clockwise, from up to down, less the start-up time of the motor.
    let turned = run.model().pose(run.state(), crank).unwrap().angle - PI / 2.0;
    assert!((turned + 3.0 * PI).abs() < 0.1 * PI + 1e-6, "{turned}");
}

#[test]
fn sliders_swings_actuators_gears_and_chains_are_taken_over() {
    let found = opened("one-of-each.linkage2");
    let scene = &found.reading.scene;
    let unit = INCH / 96.0;
    let (groove, ends) = only(scene, "groove");
    let ConstraintKind::Groove(groove) = groove else {
        panic!()
    };
    assert!((groove.reach - 100.0 * unit).abs() < 1e-12);
    assert_eq!(ends[0].part, None);
    let (ring, _) = only(scene, "ring");
    let ConstraintKind::Ring(ring) = ring else {
        panic!()
    };
    assert!((ring.radius - 50.0 * unit).abs() < 1e-12);
    let (gears, _) = only(scene, "gears");
    let ConstraintKind::GearPair(gears) = gears else {
        panic!()
    };
    assert!((gears.radius_a - 50.0 * unit).abs() < 1e-12 && (gears.radius_b - 100.0 * unit).abs() < 1e-12);
    let (chain, _) = only(scene, "belt");
    let ConstraintKind::Belt(chain) = chain else {
        panic!()
    };
    assert!((chain.radius_a - 25.0 * unit).abs() < 1e-12 && (chain.radius_b - 50.0 * unit).abs() < 1e-12);
    assert_eq!(count(scene, "angle-lock"), 1);
    // Inwards by 40 and out again, twelve times a minute.
    let (ram, ends) = only(scene, "actuator");
    let ConstraintKind::Actuator(ram) = ram else {
        panic!()
    };
    let length = |t: f64| ram.length + ram.programme.at(t).value;
    let at = places(scene, ends);
    assert!((length(0.0) - at[0].distance(at[1])).abs() < 1e-15);
    assert!((length(2.5) - 60.0 * unit).abs() < 1e-12 && (length(5.0) - 100.0 * unit).abs() < 1e-12);
    // Clockwise from 10 degrees through 40, a sixth of a turn per second: half a swing takes 40/60 s.
    let swing = scene.constraints().find_map(|(_, it)| match &it.kind {
        ConstraintKind::Motor(motor) if motor.law == MotorLaw::Angle => Some(motor),
        _ => None,
    });
    let swing = swing.unwrap();
    let angle = |t: f64| (swing.angle + swing.programme.at(t).value).to_degrees();
    assert!(angle(0.0).abs() < 1e-12, "{}", angle(0.0));
    let Programme::Sinusoid { frequency, .. } = swing.programme else {
        panic!()
    };
    assert!((frequency - 0.75).abs() < 1e-12);
    let course: Vec<f64> = (0..4000).map(|k| angle(f64::from(k) / 3000.0)).collect();
    let (low, high) = (
        course.iter().copied().fold(0.0, f64::min),
        course.iter().copied().fold(0.0, f64::max),
    );
    assert!(
        (low + 30.0).abs() < 1e-3 && (high - 10.0).abs() < 1e-3,
        "{low} {high}"
    );
    assert!(angle(0.05) < 0.0);
    survives_saving(scene);
    run(scene, 2.0);
}

#[test]
fn what_has_no_counterpart_is_said_with_its_line() {
    let notes: Vec<String> = opened("one-of-each.linkage2")
        .reading
        .notes
        .iter()
        .map(|note| note.of_file("f"))
        .collect();
    for part in [
        "f:16:2: connector 10 swings to and fro at a steady speed",
        "f:27:2: actuator 20 goes out and back",
        "f:46:2: the picture in the background",
        "f: a drawing is left out",
    ] {
        assert!(
            notes.iter().any(|note| note.starts_with(part)),
            "{part}: {notes:#?}"
        );
    }
    assert_eq!(notes.len(), 4, "{notes:#?}");
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    for (text, part) in [
        (
            "<linkage2><connector id=\"1\" x=\"a\"/></linkage2>",
            "text:1:11: x=\"a\" is no number",
        ),
        (
            "<linkage2><connector id=\"1\" x=\"NaN\"/></linkage2>",
            "text:1:11: x=\"NaN\" is no number",
        ),
        (
            "<linkage2>\n<connector x=\"1\"/></linkage2>",
            "text:2:1: this connector has no id",
        ),
        (
            "<linkage2><connector id=\"1\"/>\n<connector id=\"1\"/></linkage2>",
            "text:2:1: there are two connectors with the id 1",
        ),
        (
            "<linkage2><Link id=\"1\"><connector id=\"7\"/></Link></linkage2>",
            "text:1:11: link 1 has a connector 7, and there is none",
        ),
        ("<linkage2>\n<connector id=\"1\"", "text:2:18: the file ends here"),
        ("<linkage2>", "text:1:11: the file ends here"),
        (
            "<linkage2><connector id=\"0\" x=\"1e300\"/><connector id=\"1\"/>\
             <Link id=\"0\"><connector id=\"0\"/><connector id=\"1\"/></Link></linkage2>",
            "text:1:",
        ),
    ] {
        let error = read(text).expect_err(text);
        assert!(error.starts_with(part), "{text}: {error}");
    }
}

#[test]
fn what_is_left_out_of_a_link_or_a_file_is_said() {
    let text = "<linkage2>\n<connector id=\"0\"/><connector id=\"1\"/>\n<Link id=\"0\"><connector id=\"0\"/><connector id=\"1\"/></Link>\n\
                <Link id=\"1\" gear=\"true\"/>\n<spring/><spring/>\n<Link id=\"2\"><connector id=\"1\"/></Link></linkage2>";
    let (scene, notes) = read(text).unwrap();
    assert_eq!(scene.parts().count(), 0);
    let expected = [
        "text:5:1: 2 elements <spring> are not known here, and left out",
        "text:3:1: link 0 has all its connectors at one point; it is left out",
        "text:4:1: gear 1 has no connectors of the mechanism; it is left out",
    ];
    assert_eq!(notes, expected);
}

#[test]
fn a_link_of_many_connectors_on_a_circle_is_a_plate() {
    for count in [80, 81, 110] {
        let turn = |k: usize| 2.0 * PI * k as f64 / count as f64;
        let connectors: String = (0..count)
            .map(|k| {
                let (x, y) = (500.0 * turn(k).cos(), 500.0 * turn(k).sin());
                format!("<connector id=\"{k}\" x=\"{x}\" y=\"{y}\"/>")
            })
            .collect();
        let named: String = (0..count).map(|k| format!("<connector id=\"{k}\"/>")).collect();
        let text = format!("<linkage2>{connectors}<Link id=\"0\">{named}</Link></linkage2>");
        let (scene, _) = read(&text).unwrap_or_else(|error| panic!("{count}: {error}"));
        let (_, plate) = scene.parts().next().unwrap();
        assert!(matches!(plate.shape, Shape::Polygon(_)), "{count}");
    }
}

/// A file with the extension of Linkage that is not one of its files is refused with an error about Linkage.
#[test]
fn what_is_no_file_of_linkage_is_told_so() {
    let folder = std::env::temp_dir().join(format!("tinkertoy-no-linkage-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (text, words) in [("garbage", "does not begin so"), (" \n", "the file is empty")] {
        let path = folder.join("x.linkage2");
        std::fs::write(&path, text).unwrap();
        let told = tinkertoy::import::open(&path).unwrap_err().to_string();
        assert!(told.contains(words) && told.contains("<linkage2>"), "{told}");
        assert!(!told.contains("version"), "{told}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
