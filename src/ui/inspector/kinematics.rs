//! Kinematic analysis of a machine in the inspector, from its geometry alone, before any run.

use egui::Ui;

use super::super::{UiInput, format, number_context};
use super::reading;
use crate::editor::Linkage;
use crate::kinematics::{PointMotion, Range};
use crate::scene::Id;

/// Ranges of speed and acceleration of a traced point over the whole cycle.
pub(super) fn cycle_rows(ui: &mut Ui, input: &UiInput, id: Id) {
    let Some(path) = input.editor.cycle_path(id) else {
        return;
    };
    let range = |of: &dyn Fn(&PointMotion) -> f64, unit: &str| {
        let all = path.motions.iter().map(of);
        let (least, most) = all.fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), it| {
            (least.min(it), most.max(it))
        });
        format!(
            "{} to {}",
            format::metric(least, unit),
            format::metric(most, unit)
        )
    };
    if !path.motions.is_empty() {
        reading(ui, "Speed", range(&|it| it.velocity.length(), "m/s")).on_hover_text(
            "Over the whole cycle, at the speed of the motor: the blue arrows along the path.",
        );
        reading(ui, "Acceleration", range(&|it| it.acceleration.length(), "m/s²")).on_hover_text(
            "Over the whole cycle, at the speed of the motor: the orange arrows along the path.",
        );
    }
}

/// Kinematics of a four-bar or slider-crank: class, crank range, stroke, transmission angle.
pub(super) fn linkage_rows(ui: &mut Ui, linkage: &Linkage) {
    let lengths = number_context::lengths(ui);
    // Adding 0.0 turns -0 into 0.
    let degrees = |angle: f64| format!("{:.1}°", (10.0 * angle.to_degrees()).round() / 10.0 + 0.0);
    let (class, rule, stroke, range, transmission) = match linkage {
        Linkage::FourBar(it) => (
            it.class().label().to_owned(),
            Some(it.class().rule()),
            None,
            it.range(),
            it.transmission_range()
                .map(|(least, most)| format!("{} to {}", degrees(least), degrees(most))),
        ),
        Linkage::SliderCrank(it, _) => {
            let stroke = it.stroke().map(|it| lengths.text(it, 1e-4));
            let least = it
                .least_transmission()
                .map(|it| format!("{} at least", degrees(it)));
            ("slider-crank".to_owned(), None, stroke, it.range(), least)
        }
    };
    let turns = match range {
        Range::Full => "all the way round".to_owned(),
        Range::Between(from, to) => format!("{} to {}", degrees(from), degrees(to)),
        Range::None => "nowhere: it cannot close".to_owned(),
    };
    reading(ui, "Linkage", class).on_hover_text("What goes round, by the lengths alone.");
    if let Some(rule) = rule {
        reading(ui, "Grashof's rule", rule.to_owned()).on_hover_text(
            "The shortest and the longest link together against the other two: where they are shorter, the shortest goes round.",
        );
    }
    if let Some(stroke) = stroke {
        reading(ui, "Stroke", stroke).on_hover_text("How far the slider goes along its rail.");
    }
    reading(ui, "Crank turns", turns).on_hover_text(
        "From dead point to dead point, measured from the line of the axles or from the rail.",
    );
    if let Some(transmission) = transmission {
        reading(ui, "Transmission", transmission)
            .on_hover_text("Angle between coupler and rocker, or rod and the perpendicular of the rail: 90° is best, below 40° it binds.");
    }
}
