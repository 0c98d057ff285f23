//! The "About" window: the program, its version and licences, and the linked libraries with theirs.

use egui::{Align2, CollapsingHeader, Grid, RichText, ScrollArea, vec2};

use super::{panels::Panels, titles};

/// Name, version and licence of each linked library, one line each.
const LIBRARIES: &str = include_str!("../../assets/libraries.txt");

/// Splits [`LIBRARIES`] into name, version and licence.
fn libraries() -> impl Iterator<Item = [&'static str; 3]> {
    LIBRARIES.lines().filter_map(|line| {
        let (name, rest) = line.split_once(' ')?;
        let (version, licence) = rest.split_once(' ')?;
        Some([name, version, licence])
    })
}

pub(super) fn show(ctx: &egui::Context, panels: &mut Panels) {
    let mut open = panels.about;
    egui::Window::new(titles::ABOUT)
        .open(&mut open)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .collapsible(false)
        .resizable(false)
        .default_width(420.0_f32.min(ctx.screen_rect().width() - 32.0))
        .show(ctx, |ui| {
            ui.label(RichText::new(format!("Version {}", crate::VERSION)).strong());
            ui.label("A sandbox of mechanisms whose constraint solver can be swapped, raced and looked into while the machine runs.");
            ui.add_space(6.0);
            ui.label("Licence: MIT or Apache 2.0, as you like.");
            ui.label("Type: DejaVu Sans, by Bitstream and the DejaVu authors, under a licence of its own.");
            ui.label("Solver: after D. Baraff, Linear-Time Dynamics using Lagrange Multipliers, SIGGRAPH 1996.");
            ui.add_space(6.0);
            let title = format!("Libraries in it: {}", libraries().count());
            CollapsingHeader::new(title).show(ui, |ui| {
                let height = (ctx.screen_rect().height() - 320.0).clamp(80.0, 320.0);
                ScrollArea::vertical().max_height(height).show(ui, |ui| {
                    Grid::new("libraries").striped(true).show(ui, |ui| {
                        for of_one in libraries() {
                            for text in of_one {
                                ui.label(RichText::new(text).size(12.0));
                            }
                            ui.end_row();
                        }
                    });
                });
            });
        });
    panels.about = open;
}

#[cfg(test)]
mod tests {
    use super::libraries;

    /// Optional dependencies that are disabled in release builds.
    const OFF: [&str; 2] = ["faer", "clarabel"];

    /// `scripts/libraries` regenerates the list.
    #[test]
    fn the_libraries_are_those_that_are_linked() {
        let lock = include_str!("../../Cargo.lock");
        for [name, version, licence] in libraries() {
            let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&entry), "{name} {version} is linked no more");
            assert!(!licence.is_empty(), "{name}");
        }
        let manifest = include_str!("../../Cargo.toml");
        let own = manifest.split("\n[").find(|it| it.starts_with("dependencies]"));
        let names = own.into_iter().flat_map(str::lines).skip(1);
        let names = names.filter_map(|line| line.split_once(" = ")).map(|it| it.0);
        let names: Vec<&str> = names.filter(|it| !it.starts_with(['#', ' '])).collect();
        assert!(names.len() > 15, "{names:?}");
        for name in names
            .into_iter()
            .filter(|it| !OFF.contains(it) && !it.starts_with("tinkertoy"))
        {
            assert!(libraries().any(|it| it[0] == name), "{name} is not in the list");
        }
    }
}
