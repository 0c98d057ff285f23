//! Writes the scenes of the gallery and of the validation report: `cargo run --example write_gallery [NAME...]`. Their
//! coordinates follow from lengths and angles, worked out here to full precision so that every joint starts closed.
#![allow(clippy::panic, clippy::too_many_lines)]

mod afar;
mod balls;
mod bench;
mod clamps;
mod clockwork;
mod contraptions;
mod crowds;
mod escapement;
mod fields;
mod giving_way;
mod guides;
mod heaps;
mod laboratory;
mod linkages;
mod machines;
mod pendulums;
mod published;
mod springy;
mod stops;
mod touching;
mod wheels;

use std::path::Path;

use tinkertoy::scene::file;

fn main() {
    let scenes = [
        ("jansen", linkages::jansen()),
        ("four-bar", linkages::four_bar()),
        ("by-numbers", linkages::by_numbers()),
        ("double-pendulum", pendulums::double_pendulum()),
        ("slider-crank", machines::slider_crank()),
        ("steering", machines::steering()),
        ("peaucellier", linkages::peaucellier()),
        ("parallelogram", linkages::parallelogram()),
        ("shaker", machines::shaker()),
        ("planetary", wheels::planetary()),
        ("workshop", wheels::workshop()),
        ("wires", guides::wires()),
        ("scotch-yoke", guides::scotch_yoke()),
        ("hammer", guides::hammer()),
        ("atwood", fields::atwood()),
        ("trucks", fields::trucks()),
        ("stars", fields::stars()),
        ("resonance", fields::resonance()),
        ("weather", fields::weather()),
        ("springy", springy::springy()),
        ("catch", stops::catch()),
        ("cradle", touching::cradle()),
        ("dominoes", touching::dominoes()),
        ("cards", touching::cards()),
        ("marbles", touching::marbles()),
        ("walker", contraptions::walker()),
        ("ragdoll", contraptions::ragdoll()),
        ("trebuchet", giving_way::trebuchet()),
        ("winch", giving_way::winch()),
        ("car", contraptions::car()),
        ("cam", giving_way::cam()),
        ("geneva", clockwork::geneva()),
        ("clock", escapement::clock()),
        ("toggle", clamps::toggle()),
        ("bearing", balls::bearing()),
        ("pinball", balls::pinball()),
        ("arches", touching::arches()),
        ("afar", afar::afar()),
        ("by-equation", afar::by_equation()),
        ("truss-bridge", machines::truss_bridge()),
        ("ball-and-chain", pendulums::ball_and_chain()),
        ("pile", heaps::pile()),
        ("chain", crowds::chain()),
        ("net", crowds::net()),
        ("ring", laboratory::ring()),
        ("hub", laboratory::hub()),
        ("taut", laboratory::taut()),
        ("heavy-on-light", laboratory::heavy_on_light()),
        ("stiff-feedback", laboratory::stiff_feedback()),
        ("capped", laboratory::capped()),
        ("for-an-hour", laboratory::for_an_hour()),
    ];
    let gallery = scenes.map(|(name, bench)| (name.to_owned(), bench.scene));
    let published = published::all()
        .into_iter()
        .map(|(name, scene)| (format!("validation/{name}"), scene));
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for (name, scene) in gallery.into_iter().chain(published) {
        if !wanted.is_empty() && !wanted.contains(&name) {
            continue;
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("scenes")
            .join(format!("{name}.ron"));
        match file::save(&scene, &path) {
            Ok(_) => println!("{name}"),
            Err(error) => panic!("{error}"),
        }
    }
}
