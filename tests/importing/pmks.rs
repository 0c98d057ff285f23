//! Links of PMKS+ and texts of PMKS.

use std::f64::consts::PI;
use std::fmt::Write;

use tinkertoy::bodies::Shape;
use tinkertoy::constraints::ConstraintKind;
use tinkertoy::forces::ForceKind;
use tinkertoy::import::Program;
use tinkertoy::math::Vec2;
use tinkertoy::parameter::LengthUnit;

use super::{count, only, opened, places, read, run, survives_saving};

/// Digits in the encoding of PMKS+, implemented independently for these tests.
fn digits(mut value: u64) -> String {
    const ALL: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
    let mut text = Vec::new();
    loop {
        text.push(ALL[(value % 64) as usize]);
        value /= 64;
        if value == 0 {
            break;
        }
    }
    text.reverse();
    String::from_utf8(text).unwrap()
}

fn decimal(value: f64) -> String {
    let sign = if value < 0.0 { "0" } else { "" };
    format!("{sign}{}", digits((value.abs() * 1000.0).round() as u64))
}

/// An address of these parts, with the right check character at its end.
pub fn address(head: &str, joints: &[String], links: &[String], forces: &[String]) -> String {
    let mut body = format!("{head}.");
    for list in [joints, links, forces] {
        for piece in list {
            write!(body, "{piece}.").unwrap();
        }
        body.push('.');
    }
    body.push('N');
    let check = digits(body.len() as u64 % 62);
    format!("https://app.pmksplus.com/?{body}{check}")
}

/// A joint with these flags: sliding, input, grounded, welded, traced.
fn joint(flags: u64, id: &str, at: (f64, f64), angle: f64) -> String {
    let (x, y, angle) = (decimal(at.0), decimal(at.1), decimal(angle));
    format!("{}{id},{id},{x},{y},{angle}", digits(flags))
}

fn link(kind: &str, id: &str, joints: &str) -> String {
    format!("{kind}{id},{id},Fe,Fe,0,0,c5cae9,{joints},,")
}

/// Clockwise, 20 rpm, centimetres, degrees, newtons.
const HEAD: &str = "01.TY.K,0.101";

fn slider_crank(head: &str) -> String {
    let joints = [
        joint(2 + 4, "A", (-1.0, 0.5), 0.0),
        joint(16, "B", (-1.0, 2.0), 0.0),
        joint(16, "C", (4.0, 0.5), 0.0),
        joint(1 + 4, "D", (4.0, 0.5), 0.0),
    ];
    let links = [
        link("YR", "AB", "A,B"),
        link("YR", "BC", "B,C"),
        link("YP", "CD", "C,D"),
    ];
    let forces = ["2F1,BC,push,1Fe,1Fe,1Fe,2Fe,Fe".to_owned()];
    address(head, &joints, &links, &forces)
}

#[test]
fn a_slider_crank_stands_and_turns_as_it_does_there() {
    let (scene, notes) = read(&slider_crank(HEAD)).unwrap();
    assert_eq!(notes, [] as [String; 0]);
    assert_eq!(scene.parts().count(), 3);
    let crank = scene.part(scene.find("AB").unwrap()).unwrap();
    let Shape::Bar(bar) = &crank.shape else { panic!() };
    assert!((bar.length - 0.015).abs() < 1e-15);
    let (motor, ends) = only(&scene, "motor");
    let ConstraintKind::Motor(motor) = motor else {
        panic!()
    };
    assert!((motor.speed + 20.0 * PI / 30.0).abs() < 1e-12);
    assert!((places(&scene, ends)[0] - Vec2::new(-0.01, 0.005)).length() < 1e-15);
    let (slider, ends) = only(&scene, "slider");
    let ConstraintKind::Slider(slider) = slider else {
        panic!()
    };
    assert_eq!((slider.axis, ends[0].part), (0.0, None));
    assert_eq!((count(&scene, "pin"), scene.traces().count()), (3, 2));
    let (_, force) = scene.forces().next().unwrap();
    let ForceKind::Push(push) = &force.kind else {
        panic!()
    };
    assert!((push.force - Vec2::new(0.0, 1.0)).length() < 1e-12, "{push:?}");
    survives_saving(&scene);
    run(&scene, 1.0);
}

#[test]
fn units_and_the_sense_of_the_input_are_those_of_the_link() {
    let all = [
        ("001", 0.0254, LengthUnit::Inch),
        ("101", 0.01, LengthUnit::Centimetre),
        ("201", 1.0, LengthUnit::Metre),
    ];
    for (units, size, lengths) in all {
        let (scene, _) = read(&slider_crank(&format!("00.TY.K,0.{units}"))).unwrap();
        let crank = scene.part(scene.find("AB").unwrap()).unwrap();
        let Shape::Bar(bar) = &crank.shape else { panic!() };
        assert!((bar.length - 1.5 * size).abs() < 1e-12);
        assert_eq!(scene.info.length_unit, lengths, "they are shown as there");
        let ConstraintKind::Motor(motor) = only(&scene, "motor").0 else {
            panic!()
        };
        assert!(motor.speed > 0.0);
    }
}

#[test]
fn a_link_that_was_cut_off_or_changed_is_refused() {
    let whole = slider_crank(HEAD);
    let cut = &whole[..whole.len() - 3];
    assert!(
        read(cut).unwrap_err().contains("cut off or changed"),
        "{:?}",
        read(cut)
    );
    let strange = whole.replacen(",Fe,Fe,0,0,", ",Fe,Fe,0,", 1);
    assert!(read(&strange).is_err());
    let lost = address(
        HEAD,
        &[joint(4, "A", (0.0, 0.0), 0.0)],
        &[link("YR", "AB", "A,B")],
        &[],
    );
    assert!(
        read(&lost)
            .unwrap_err()
            .contains("link AB has a joint B, and there is none")
    );
    // An address may be percent-encoded.
    assert!(read(&whole.replace(',', "%2C")).is_ok());
}

#[test]
fn a_text_of_pmks_stands_and_turns_as_it_does_there() {
    let found = opened("slider-crank.txt");
    assert_eq!(found.program, Some(Program::Pmks));
    let scene = &found.reading.scene;
    assert_eq!(scene.info.title, "Slider-crank by hand");
    assert_eq!(scene.parts().count(), 3);
    let ConstraintKind::Motor(motor) = only(scene, "motor").0 else {
        panic!()
    };
    assert_eq!(motor.speed, 2.0);
    assert_eq!(count(scene, "slider"), 1);
    assert!(found.reading.notes[0].message.contains("millimetres"));
    survives_saving(scene);
    run(scene, 1.0);
    // The same text in an address.
    let text =
        "http://example.org/pmks.html?mech=ground,a,R,0,0,0,tfft|a,b,R,0,50|b,ground,R,120,60|ground,a,G,1,1";
    let (scene, notes) = read(text).unwrap();
    assert_eq!(scene.parts().count(), 2);
    assert!(notes.iter().any(|note| note.contains("teeth")), "{notes:?}");
}

#[test]
fn gears_of_pmks_roll_about_the_pins_of_a_third_link() {
    let text = "mech=\nground,a,R,0,0,0,tfft\nground,b,R,60,0\na,b,G,20,0";
    let (scene, _) = read(text).unwrap();
    let ConstraintKind::GearPair(pair) = only(&scene, "gears").0 else {
        panic!()
    };
    assert!((pair.radius_a - 0.02).abs() < 1e-15 && (pair.radius_b - 0.04).abs() < 1e-15);
    run(&scene, 0.5);
}

#[test]
fn a_question_mark_in_a_name_is_no_address() {
    for text in [
        "mech=\nground,leg,R,0,0,0,tfft\nleg,foot,R,50,0\nname=Is it a 100%25 leg?",
        "\u{feff}mech=ground,leg,R,0,0,0,tfft|leg,foot,R,50,0|name=Is it a 100%25 leg?",
        "  mech=ground,leg,R,0,0,0,tfft|leg,foot,R,50,0|name=Leg?",
    ] {
        let (scene, _) = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((scene.parts().count(), count(&scene, "pin")), (2, 2), "{text}");
        assert_eq!(text.rsplit_once("name=").unwrap().1, scene.info.title);
    }
    let address = "http://example.org/?mech=ground,leg,R,0,0,0,tfft|leg,foot,R,50,0|name=A%20leg?";
    assert_eq!(read(address).unwrap().0.info.title, "A leg?");
}

#[test]
fn a_mark_of_the_order_of_bytes_is_of_no_account() {
    let error = read("\u{feff}mech=ground,leg,R,0").unwrap_err();
    assert!(error.starts_with("text:1:1: after its kind"), "{error}");
    let marked = format!("\u{feff}{}", slider_crank(HEAD));
    assert_eq!(read(&marked).unwrap().0, read(&slider_crank(HEAD)).unwrap().0);
}

#[test]
fn a_rail_without_an_angle_is_said() {
    let text = "mech=\nground,a,P,0,0,x,ffff\nb,a,RP,0,0\nground,b,P,90,90,0.5";
    let (_, notes) = read(text).unwrap();
    let said: Vec<&String> = notes.iter().filter(|note| note.contains("no angle")).collect();
    assert!(
        said[0].starts_with("text:2:1: joint 1 slides") && said[1].starts_with("text:3:1: joint 2 slides")
    );
    assert_eq!(said.len(), 2, "{notes:?}");
}
