//! Writes the scenes of the gallery: `cargo run --example write_gallery [NAME...]`. Their coordinates
//! follow from lengths and angles, worked out here to full precision so that every joint starts closed.
#![allow(clippy::panic)]

mod bench;
mod crowds;
mod linkages;
mod machines;
mod pendulums;

use std::path::Path;

use tinkertoy::scene::file;

fn main() {
    let scenes = [
        ("jansen", linkages::jansen()),
        ("four-bar", linkages::four_bar()),
        ("double-pendulum", pendulums::double_pendulum()),
        ("slider-crank", machines::slider_crank()),
        ("steering", machines::steering()),
        ("peaucellier", linkages::peaucellier()),
        ("parallelogram", linkages::parallelogram()),
        ("shaker", machines::shaker()),
        ("truss-bridge", machines::truss_bridge()),
        ("ball-and-chain", pendulums::ball_and_chain()),
        ("chain", crowds::chain()),
        ("net", crowds::net()),
    ];
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for (name, bench) in scenes {
        if !wanted.is_empty() && !wanted.iter().any(|it| it == name) {
            continue;
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("scenes")
            .join(format!("{name}.ron"));
        match file::save(&bench.scene, &path) {
            Ok(()) => println!("{name}"),
            Err(error) => panic!("{error}"),
        }
    }
}
