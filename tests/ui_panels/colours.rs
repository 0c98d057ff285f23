//! Colours with different meanings can be distinguished by every kind of colour vision: full, and without one of the three types of cones, simulated
//! by the matrices of Machado, Oliveira and Fernandes (2009). Distances are measured in CIE L*a*b* of 1976 (about 2 is just noticeable).

use tinkertoy::render::draw_list::Color;
use tinkertoy::render::theme::Theme;

/// Matrices on linear red, green and blue: full vision, and vision without long-, medium- or short-wave cones.
const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
    ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];
/// Least distances: between colours that differ in meaning, between colours that only differ (such
/// as those of parts), and between a line and its background.
const MEANING: f64 = 20.0;
const KIND: f64 = 15.0;
const GROUND: f64 = 24.0;

fn linear(channel: u8) -> f64 {
    let c = f64::from(channel) / 255.0;
    if c <= 0.04045 {
        c / 12.92
    } else {
        ((c + 0.055) / 1.055).powf(2.4)
    }
}

/// L*, a* and b* under daylight (D65) as seen by this vision.
fn lab(color: Color, vision: &[[f64; 3]; 3]) -> [f64; 3] {
    let dot = |row: &[f64; 3], v: [f64; 3]| row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
    let full = [color.r, color.g, color.b].map(linear);
    let seen = vision.each_ref().map(|row| dot(row, full).clamp(0.0, 1.0));
    let x = dot(&[0.4124, 0.3576, 0.1805], seen) / 0.95047;
    let y = dot(&[0.2126, 0.7152, 0.0722], seen);
    let z = dot(&[0.0193, 0.1192, 0.9505], seen) / 1.08883;
    let f = |t: f64| {
        if t > 216.0 / 24389.0 {
            t.cbrt()
        } else {
            841.0 / 108.0 * t + 4.0 / 29.0
        }
    };
    [116.0 * f(y) - 16.0, 500.0 * (f(x) - f(y)), 200.0 * (f(y) - f(z))]
}

type Named = (&'static str, Color);

/// Adds the pair to `found` for each vision in which its distance is less than `least`.
fn near(a: Named, b: Named, least: f64, found: &mut Vec<String>) {
    for (vision, matrix) in &VISIONS {
        let (one, two) = (lab(a.1, matrix), lab(b.1, matrix));
        let squares = one.iter().zip(two).map(|(p, q)| (p - q).powi(2));
        let distance = squares.sum::<f64>().sqrt();
        if distance < least {
            found.push(format!("{} and {}, {vision}: {distance:.0}", a.0, b.0));
        }
    }
}

fn among(all: &[Named], least: f64, found: &mut Vec<String>) {
    for (k, a) in all.iter().enumerate() {
        all[..k].iter().for_each(|b| near(*a, *b, least, found));
    }
}

fn check(theme: &Theme, found: &mut Vec<String>) {
    let series = theme.series;
    let lines = ["A", "B", "D", "C", "E"];
    let lines: Vec<Named> = lines.into_iter().zip(series).collect();
    let marks = [
        ("selected", theme.select),
        ("warning", theme.warn),
        ("error", theme.error),
    ];
    let forces = [
        ("tension", theme.tension),
        ("compression", theme.compression),
        ("steel", theme.steel),
    ];
    let verdicts = [
        ("calm", theme.green),
        ("rings", theme.warn),
        ("unstable", theme.error),
    ];
    // J, A, L^-1, fill-in and new fill-in.
    let blocks = [
        ("J", theme.blue),
        ("product", theme.green),
        ("response", series[3]),
        ("fill", series[1]),
        ("new fill", theme.error),
    ];
    among(&lines, MEANING, found);
    among(&marks, MEANING, found);
    among(&forces, MEANING, found);
    among(&verdicts, MEANING, found);
    among(&blocks, MEANING, found);
    let maple = ("maple", theme.maple);
    let parts = [
        maple,
        ("red", theme.red),
        ("blue", theme.blue),
        ("green", theme.green),
        ("yellow", theme.yellow),
    ];
    among(&parts, KIND, found);
    marks.into_iter().for_each(|it| near(it, maple, KIND, found));
    for ground in [("paper", theme.paper), ("panel", theme.panel)] {
        for it in lines.iter().chain(&marks).chain(&forces[..2]) {
            near(*it, ground, GROUND, found);
        }
    }
}

#[test]
fn what_differs_in_meaning_differs_to_every_eye() {
    let mut found = Vec::new();
    check(&Theme::light(), &mut found);
    check(&Theme::dark(), &mut found);
    assert!(found.is_empty(), "{found:#?}");
}
