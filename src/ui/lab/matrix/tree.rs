//! The elimination tree, drawn over the machine.

use std::collections::BTreeSet;

use egui::Ui;

use crate::lab::matrix::{Edge, MatrixView};
use crate::math::Vec2;
use crate::render::draw_list::Color;
use crate::render::scene_view::{Head, MarkDot, MarkLabel, MarkLine, Marks};
use crate::render::theme::Theme;
use crate::scene::Id;
use crate::solver::inspect::Stage;
use crate::ui::UiInput;
use crate::ui::lab::place;

/// Number of nodes beyond which only highlighted nodes and their parents are drawn.
const MOST: usize = 3000;

fn color(theme: &Theme, stage: Stage) -> Color {
    match stage {
        Stage::Tree => theme.green,
        Stage::InverseMass => theme.blue,
        Stage::Rows => theme.series[1],
        Stage::Response => theme.series[3],
    }
}

/// Distance within which the pointer picks a node (points).
const REACH: f64 = 8.0;

/// Position of a tree node: the centroid of its items.
fn place_of(input: &UiInput, edge: &Edge) -> Option<Vec2> {
    let known: Vec<Vec2> = edge.items.iter().filter_map(|&id| place::of(input, id)).collect();
    (!known.is_empty()).then(|| known.iter().sum::<Vec2>() / known.len() as f64)
}

/// The items of the node under the pointer; none while the pointer is over a window or a panel.
pub fn under_pointer<'v>(ui: &Ui, input: &UiInput, view: &'v MatrixView) -> &'v [Id] {
    let pointer = ui.input(|it| it.pointer.hover_pos());
    let Some(pointer) = pointer.filter(|_| !ui.ctx().is_pointer_over_area() && view.tree.len() <= MOST)
    else {
        return &[];
    };
    let pointer = Vec2::new(f64::from(pointer.x), f64::from(pointer.y));
    let distance = |edge: &Edge| {
        let at = input.editor.view().screen_from_world(place_of(input, edge)?);
        Some(at.distance(pointer)).filter(|it| *it <= REACH)
    };
    let near = view.tree.iter().filter_map(|edge| Some((distance(edge)?, edge)));
    near.min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(&[], |it| &it.1.items)
}

/// Draws the tree over the machine; highlighted nodes are larger and named.
pub fn mark(input: &UiInput, view: &MatrixView, lit: &BTreeSet<Id>, marks: &mut Marks) {
    let place = |edge: &Edge| place_of(input, edge);
    let crowd = view.tree.len() > MOST;
    for (index, edge) in view.tree.iter().enumerate() {
        let is_lit = edge.items.iter().any(|id| lit.contains(id));
        if crowd && !is_lit {
            continue;
        }
        let Some(at) = place(edge) else { continue };
        let color = color(input.theme, edge.stage);
        if let Some(parent) = edge.parent.and_then(|parent| place(&view.tree[parent])) {
            marks.lines.push(MarkLine {
                from: at,
                to: parent,
                width: if is_lit { 3.0 } else { 1.5 },
                color: color.opacity(0.85),
                head: Head::Middle,
            });
        }
        let root = edge.parent.is_none();
        marks.dots.push(MarkDot {
            at,
            radius: if is_lit || root { 5.0 } else { 3.0 },
            color,
        });
        if is_lit {
            marks.labels.push(MarkLabel {
                at,
                text: format!(
                    "{} of {}, {} below{}",
                    index + 1,
                    view.tree.len(),
                    edge.below,
                    if root { ", a root" } else { "" }
                ),
            });
        }
    }
}
