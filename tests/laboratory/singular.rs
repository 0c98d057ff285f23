//! Singular values along motions, and dead points.

use std::sync::Arc;

use tinkertoy::lab::{Freedoms, PAGE, Progress, least_along, singular_values};
use tinkertoy::scene;
use tinkertoy::sim::{Dynamics, Model};

use crate::freedom::looked_at;

/// A slider-crank driven at its shoe, with the rail off the axle of the crank. The drive of the shoe has no effect on the crank where crank and rod
/// lie in one line: at the angle of the line from the axle to the shoe, `asin(e / (l + r))` extended and `asin(e / (l - r)) + pi` folded.
#[test]
fn dead_points_of_a_slider_crank_are_where_crank_and_rod_are_in_line() {
    let (r, l, e) = (0.5_f64, 1.5_f64, 0.2_f64);
    let tip = [r * 1.0_f64.cos(), r * 1.0_f64.sin()];
    let shoe = tip[0] + (l * l - (e - tip[1]).powi(2)).sqrt();
    let lean = (e - tip[1]).atan2(shoe - tip[0]);
    let text = format!(
        r#"(version: 2, parts: [
            (name: "crank", shape: Bar(length: {r}, width: 0.05), at: ({}, {}), angle: 1),
            (name: "rod", shape: Bar(length: {l}, width: 0.05), at: ({}, {}), angle: {lean}),
            (name: "shoe", shape: Box(width: 0.2, height: 0.1), at: ({shoe}, {e}))], constraints: [
            (name: "axle", kind: Pin(), a: "ground", b: ("crank", ({}, 0))),
            (name: "crank pin", kind: Pin(), a: ("crank", ({}, 0)), b: ("rod", ({}, 0))),
            (name: "wrist", kind: Pin(), a: ("rod", ({}, 0)), b: "shoe"),
            (name: "rail", kind: Slider(offset: {e}), a: "ground", b: "shoe"),
            (name: "drive", kind: Actuator(length: {}), a: ("ground", (-3, {e})), b: "shoe")])"#,
        tip[0] / 2.0,
        tip[1] / 2.0,
        (tip[0] + shoe) / 2.0,
        (tip[1] + e) / 2.0,
        -r / 2.0,
        r / 2.0,
        -l / 2.0,
        l / 2.0,
        shoe + 3.0
    );
    let scene = scene::file::read(&text, "slider-crank").unwrap();
    let (model, _, freedom) = looked_at(&scene);
    assert_eq!((freedom.dof, freedom.driven), (Some(1), 1), "{freedom:?}");
    let progress = Progress::default();
    let found = Freedoms::of(&model, &model.start, &progress).unwrap();
    let motion = found.motions[0].traced(&model, &model.start, &progress).unwrap();
    let dead: Vec<f64> = motion.dead.iter().map(|(_, pose)| pose[2]).collect();
    let expected = [(e / (l + r)).asin(), (e / (l - r)).asin() + std::f64::consts::PI];
    let off = |angle: f64, from: f64| {
        let turn = (angle - from).rem_euclid(std::f64::consts::TAU);
        turn.min(std::f64::consts::TAU - turn)
    };
    for angle in &dead {
        let nearest = expected
            .iter()
            .map(|it| off(*angle, *it))
            .fold(f64::INFINITY, f64::min);
        assert!(nearest < 1e-4, "{angle} of {dead:?}, expected {expected:?}");
    }
    for angle in expected {
        assert!(
            dead.iter().any(|it| off(*it, angle) < 1e-4),
            "{angle} in {dead:?}"
        );
    }
    // Without the drive no pose along the motion is singular.
    let mut loose = scene;
    let drive = loose.find("drive").unwrap();
    let edit = loose.plan_delete(&[drive], "Delete");
    loose.apply(&edit);
    let (model, ..) = looked_at(&loose);
    let found = Freedoms::of(&model, &model.start, &progress).unwrap();
    let motion = found.motions[0].traced(&model, &model.start, &progress).unwrap();
    assert!(motion.values().len() > 100 && motion.dead.is_empty());
}

/// A straight chain of N equal particles on rods, too large for dense computation: B is tridiagonal, its
/// characteristic polynomial a Chebyshev polynomial, and the least singular value is `sqrt(2) sin(pi / 4N)`.
/// The chain is traced as far as a small machine, and its motions are found page by page.
#[test]
fn a_long_chain_is_traced_and_its_least_singular_value_is_that_of_the_closed_form() {
    let n = 200;
    let bead = |k: usize| format!(r#"(name: "b{k}", shape: Particle(), at: (0, -{k}), mass: 2)"#);
    let rod = |k: usize| {
        let above = if k == 1 {
            "ground".to_owned()
        } else {
            format!("b{}", k - 1)
        };
        format!(r#"(name: "r{k}", kind: Distance(length: 1), a: "{above}", b: "b{k}")"#)
    };
    let [parts, rods] =
        [&bead as &dyn Fn(usize) -> String, &rod].map(|of| (1..=n).map(of).collect::<Vec<_>>().join(", "));
    let text = format!("(version: 2, parts: [{parts}], constraints: [{rods}])");
    let scene = scene::file::read(&text, "chain").unwrap();
    let (model, ..) = looked_at(&scene);
    let progress = Progress::default();
    let found = Freedoms::of(&model, &model.start, &progress).unwrap();
    assert_eq!((found.motions.len(), found.more), (PAGE, n - PAGE));
    let motion = found.motions[0].traced(&model, &model.start, &progress).unwrap();
    assert!(motion.poses.len() > 100, "{}", motion.poses.len());
    assert_eq!(motion.values().len(), motion.poses.len());
    let here = motion.values()[motion.middle];
    let expected = 2f64.sqrt() * (std::f64::consts::PI / (4.0 * n as f64)).sin();
    assert!((here - expected).abs() < 1e-4 * expected, "{here} {expected}");
    let more = found.and_more(&model.start, &progress).unwrap();
    assert_eq!((more.motions.len(), more.more), (2 * PAGE, n - 2 * PAGE));
}

/// Two rods from the ground that meet at an angle in a particle: singular values `sqrt(1 -+ |cos|)` of that angle.
#[test]
fn singular_values_are_those_of_two_rods_at_an_angle() {
    let values = |angle: f64| {
        let text = format!(
            r#"(version: 2, parts: [(name: "bob", shape: Particle(), at: (0, 0), mass: 3)], constraints: [
                (name: "a", kind: Distance(length: 1), a: ("ground", (-1, 0)), b: "bob"),
                (name: "b", kind: Distance(length: 2), a: ("ground", ({}, {})), b: "bob")])"#,
            2.0 * angle.cos(),
            2.0 * angle.sin()
        );
        let scene = tinkertoy::scene::file::read(&text, "two rods").unwrap();
        let model = Arc::new(Model::compile(&scene));
        let mut dynamics = Dynamics::new(model.settings.method);
        dynamics.prepare(&model);
        singular_values(&model, &model.start, &mut dynamics).unwrap()
    };
    for angle in [0.3, 1.0, 1.6, 2.5, 3.1] {
        let (found, cos) = (values(angle), f64::cos(angle).abs());
        assert!((found[0] - (1.0 - cos).sqrt()).abs() < 1e-7, "{found:?}");
        assert!((found[1] - (1.0 + cos).sqrt()).abs() < 1e-12, "{found:?}");
    }
    // In line the two rods are dependent, at that pose alone; a row that is redundant everywhere does not count.
    let path = [values(3.0), values(std::f64::consts::PI), values(3.3)];
    let least = least_along(&path);
    assert!(least[1] < 1e-7 && least[0] > 0.05 && least[2] > 0.05, "{least:?}");
    let repeated: Vec<Vec<f64>> = path.iter().map(|it| [&[0.0], &it[..]].concat()).collect();
    assert_eq!(least_along(&repeated), least);
}
