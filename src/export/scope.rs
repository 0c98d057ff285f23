//! A scope as a plot on paper.

use crate::lab::scope::{Recording, Spectrum};
use crate::render::plot::{Line, Plot, Scale};
use crate::scene::{Scene, Scope};

/// Most points of a line.
const MOST_POINTS: usize = 20_000;

/// All that was recorded of the signals of a scope: over time, against another signal, or their spectra.
pub fn scope_plot(scene: &Scene, scope: &Scope, recording: &Recording) -> Plot {
    let named = |text: &str| match recording.unit(text) {
        "" => text.to_owned(),
        unit => format!("{text} ({unit})"),
    };
    let x = match &scope.against {
        _ if scope.spectrum => "frequency (Hz)".to_owned(),
        Some(other) => named(other),
        None => "time (s)".to_owned(),
    };
    let line = |text: &String| Line {
        name: named(text),
        points: points(scope, recording, text),
        marks: false,
        dashed: false,
    };
    Plot {
        title: scene.info.title.clone(),
        axes: [x, String::new()],
        scales: [Scale::Linear; 2],
        lines: scope.signals.iter().map(line).collect(),
    }
}

fn points(scope: &Scope, recording: &Recording, text: &str) -> Vec<[f64; 2]> {
    let Some(values) = recording.values(text) else {
        return Vec::new();
    };
    let time = recording.time();
    if scope.spectrum {
        let values: Vec<f64> = values.iter().copied().collect();
        let span = time
            .back()
            .zip(time.front())
            .map_or(0.0, |(last, first)| last - first);
        let dt = span / values.len().saturating_sub(1).max(1) as f64;
        let spectrum = Spectrum::of(&values, dt);
        return spectrum.map_or_else(Vec::new, |it| {
            let amplitudes = it.amplitude.iter().enumerate();
            amplitudes.map(|(k, a)| [k as f64 * it.spacing, *a]).collect()
        });
    }
    let x = scope.against.as_ref().and_then(|other| recording.values(other));
    let every = values.len().div_ceil(MOST_POINTS).max(1);
    let pairs = x.unwrap_or(time).iter().zip(values);
    pairs.map(|(x, y)| [*x, *y]).step_by(every).collect()
}
