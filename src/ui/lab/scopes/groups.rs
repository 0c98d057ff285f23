//! Curves of a scope grouped by unit: signals over time or against another signal, or their spectra.

use super::curves;
use crate::lab::scope::{Recording, Spectrum};
use crate::scene::Scope;

/// A line of a plot, with the index of its signal.
pub(super) struct Curve {
    pub index: usize,
    pub name: String,
    pub points: Vec<[f64; 2]>,
}

/// The curves with a common unit.
pub(super) struct Group {
    pub unit: &'static str,
    pub curves: Vec<Curve>,
    /// For spectra: frequency and amplitude of the largest peak of all, and the name of its signal.
    pub peak: Option<(f64, f64, String)>,
}

/// Relative variation of a signal below which it counts as constant; margin shown above and below a constant, relative to its magnitude.
const ROUNDING: f64 = 1e-9;
const BESIDE: f64 = 0.1;
/// Fraction of a spectrum's peak below which amplitudes count as small; minimum number of frequencies shown; factor beyond the last large one.
const SMALL: f64 = 0.02;
const LEAST: f64 = 8.0;
const BEYOND: f64 = 1.25;

impl Group {
    /// For spectra: upper end of the shown frequencies (Hz), somewhat above the last large amplitude.
    pub fn highest(&self) -> f64 {
        let points = || self.curves.iter().flat_map(|it| &it.points);
        let peak = points().map(|it| it[1]).fold(0.0, f64::max);
        let large = points().filter(|it| it[1] > SMALL * peak).map(|it| it[0]);
        let spacing = points().map(|it| it[0]).find(|it| *it > 0.0).unwrap_or_default();
        BEYOND * large.fold(LEAST * spacing, f64::max)
    }

    /// Bounds above and below curves that are constant up to rounding, which would otherwise fill the plot with rounding noise; else `None`.
    pub fn constant(&self) -> Option<[f64; 2]> {
        let values = || self.curves.iter().flat_map(|it| &it.points).map(|it| it[1]);
        let low = values().min_by(f64::total_cmp)?;
        let high = values().max_by(f64::total_cmp)?;
        let size = low.abs().max(high.abs());
        (high - low < ROUNDING * size).then_some([low - BESIDE * size, high + BESIDE * size])
    }
}

/// Data of a signal copied from the recording.
pub(super) enum Copied {
    Points(Vec<[f64; 2]>),
    /// Values, and their time step (s), from which a spectrum is computed.
    Samples(Vec<f64>, f64),
}

/// Copies the data of each signal between two times: index, name, unit and points. Copies only, since the simulation waits meanwhile.
pub(super) fn curves_of(
    recording: &Recording,
    scope: &Scope,
    [from, to]: [f64; 2],
) -> Vec<(usize, String, &'static str, Copied)> {
    let rows = curves::rows(recording, from, to);
    let copied = |text: &String| match &scope.against {
        _ if scope.spectrum => {
            curves::samples(recording, text, rows.clone()).map(|(values, dt)| Copied::Samples(values, dt))
        }
        Some(other) => Some(Copied::Points(curves::against(
            recording,
            text,
            other,
            rows.clone(),
        ))),
        None => Some(Copied::Points(curves::over_time(recording, text, rows.clone()))),
    };
    let signals = scope.signals.iter().enumerate();
    signals
        .filter_map(|(index, text)| Some((index, text.clone(), recording.unit(text), copied(text)?)))
        .collect()
}

/// Groups the curves by unit; computes spectra.
pub(super) fn groups(copied: Vec<(usize, String, &'static str, Copied)>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, name, unit, copied) in copied {
        let (points, peak) = match copied {
            Copied::Points(points) => (points, None),
            Copied::Samples(values, dt) => {
                let Some(spectrum) = Spectrum::of(&values, dt) else {
                    continue;
                };
                let amplitudes = spectrum.amplitude.iter().enumerate();
                let points = amplitudes.map(|(k, a)| [k as f64 * spectrum.spacing, *a]);
                (points.collect(), spectrum.peak())
            }
        };
        let peak = peak.map(|(frequency, amplitude)| (frequency, amplitude, name.clone()));
        let curve = Curve { index, name, points };
        match groups.iter_mut().find(|group| group.unit == unit) {
            Some(group) => {
                let size = |it: &Option<(f64, f64, String)>| it.as_ref().map_or(0.0, |it| it.1);
                if size(&peak) > size(&group.peak) {
                    group.peak = peak;
                }
                group.curves.push(curve);
            }
            None => groups.push(Group {
                unit,
                curves: vec![curve],
                peak,
            }),
        }
    }
    groups
}
