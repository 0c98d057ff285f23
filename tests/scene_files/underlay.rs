//! The underlay picture in a file: longer than other texts, and refused with a message where it is no picture.

use std::sync::Arc;

use tinkertoy::math::Vec2;
use tinkertoy::raster::{Image, ImageFile, base64, encode};
use tinkertoy::scene::{Scene, Underlay, file};

use crate::read;

/// A picture that does not compress.
fn noise(side: u32) -> Image {
    let mut seed = 7u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    let pixels = side as usize * side as usize;
    let rgba = (0..pixels).flat_map(|_| [next(), next(), next(), 255]).collect();
    Image {
        width: side,
        height: side,
        rgba,
    }
}

fn with(picture: &str, rest: &str) -> String {
    format!("(version: 2,\n underlay: (at: (0, 0), width: 1, {rest}picture: \"{picture}\"))")
}

#[test]
fn a_long_picture_is_read_back_and_a_text_as_long_elsewhere_is_refused() {
    let mut scene = Scene::default();
    let file = ImageFile::of_image(noise(200)).unwrap();
    assert!(file.bytes().len() > 1 << 16);
    scene.underlay = Some(Underlay {
        file: Arc::new(file),
        center: Vec2::ZERO,
        width: 0.3,
        angle: 0.0,
        opacity: 1.0,
        hidden: false,
    });
    let text = file::write(&scene);
    assert_eq!(read(&text).unwrap(), scene);
    let elsewhere = text.replace("picture: \"", "picture: \"\"), title: (\"");
    assert!(
        read(&elsewhere)
            .unwrap_err()
            .to_string()
            .contains("at most 65536")
    );
    let longer = with(&"A".repeat(6 << 20), "");
    assert!(read(&longer).unwrap_err().to_string().contains("this text has"));
}

#[test]
fn what_is_no_picture_is_refused_at_its_place() {
    let good = base64::encode(&encode(&noise(4)).unwrap());
    assert!(read(&with(&good, "")).is_ok());
    let cut = &good[..40];
    let wide = base64::encode(
        &encode(&Image {
            width: 3000,
            height: 1,
            rgba: vec![0; 12000],
        })
        .unwrap(),
    );
    for (text, words) in [
        (with("not base 64", ""), "base 64"),
        (with("AAAA", ""), "no PNG or JPEG"),
        (with(cut, ""), "damaged"),
        (with("", ""), "no PNG or JPEG"),
        (with(&wide, ""), "at most 2048 a side"),
        (with(&good, "opacity: 1.5, "), "opacity is 1.5"),
        (with(&good, "angle: NaN, "), "angle is NaN"),
        (with(&good, "tilt: 1, "), "no field `tilt`"),
    ] {
        let error = read(&text).unwrap_err().to_string();
        assert!(
            error.starts_with("machine.ron:2:") && error.contains(words),
            "{words}: {error}"
        );
    }
}
