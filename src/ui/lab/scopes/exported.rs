//! Export of a scope: the same signals in the same view, one plot per unit, with every recorded step in view.

use std::ops::Range;

use super::curves;
use crate::lab::scope::{Recording, Spectrum};
use crate::render::plot::{Column, Line, Plot, Rule, Scale, Stack};
use crate::scene::Scope;
use crate::ui::lab::look::{ScopeLook, ScopeShown};
use crate::ui::{UiInput, format};

/// The recorded rows that are in view.
struct Source<'a> {
    scope: &'a Scope,
    recording: &'a Recording,
    rows: Range<usize>,
}

/// The plots of a scope as shown in the last frame.
pub(super) fn exported(input: &UiInput, scope: &Scope, look: &ScopeLook, index: usize) -> Stack {
    let shown = look.shown.get(index).cloned().unwrap_or_default();
    let ScopeShown { span, plots } = shown;
    let (columns, curves) = input.scopes.with(|recording| {
        let rows = curves::rows(recording, span[0], span[1]);
        let source = Source {
            scope,
            recording,
            rows,
        };
        source.read()
    });
    let over_time = scope.against.is_none() && !scope.spectrum;
    let x = match over_time {
        true => "time (s)".to_owned(),
        false => x_label(input, scope),
    };
    let rules = if over_time { rules(input, look) } else { Vec::new() };
    let figure = |(k, (unit, view)): (usize, &(&'static str, [[f64; 2]; 2]))| Plot {
        title: match k {
            0 => format::document_name(input.file, input.editor.scene()),
            _ => String::new(),
        },
        axes: [x.clone(), (*unit).to_owned()],
        scales: [Scale::Linear; 2],
        lines: curves
            .iter()
            .filter(|it| it.0 == *unit)
            .map(|it| it.1.clone())
            .collect(),
        view: view.map(Some),
        rules: rules.clone(),
    };
    Stack {
        plots: plots.iter().enumerate().map(figure).collect(),
        columns,
    }
}

/// Label of the horizontal axis.
pub(super) fn x_label(input: &UiInput, scope: &Scope) -> String {
    match &scope.against {
        _ if scope.spectrum => "Hz".to_owned(),
        Some(other) => match input.scopes.with(|it| it.unit(other)) {
            "" => other.clone(),
            unit => format!("{other} ({unit})"),
        },
        None => "s".to_owned(),
    }
}

/// The cursors, and the displayed time where the run is ahead of the canvas.
fn rules(input: &UiInput, look: &ScopeLook) -> Vec<Rule> {
    let cursors = look.cursors.iter().enumerate();
    let mut rules: Vec<Rule> = cursors
        .map(|(k, at)| Rule {
            at: *at,
            name: format!("cursor {}", k + 1),
        })
        .collect();
    if input.snapshot.ahead > 0 {
        rules.push(Rule {
            at: input.snapshot.state.time,
            name: "shown".to_owned(),
        });
    }
    rules
}

impl Source<'_> {
    /// Reads the columns of numbers, and the lines, each with its unit.
    fn read(&self) -> (Vec<Column>, Vec<(&'static str, Line)>) {
        if self.scope.spectrum {
            return self.spectra();
        }
        let signals = self.scope.signals.iter().enumerate();
        let known = signals.filter_map(|(index, text)| Some((index, text, self.column(text)?)));
        let time = self.recording.time().range(self.rows.clone()).copied().collect();
        let mut columns = vec![Column {
            name: "time (s)".to_owned(),
            values: time,
        }];
        columns.extend(self.scope.against.as_ref().and_then(|other| self.column(other)));
        let against = columns.len() - 1;
        let mut lines = Vec::new();
        for (index, text, column) in known {
            let x = if self.scope.against.is_some() && against == 0 {
                // The quantity on the horizontal axis is not recorded.
                &[][..]
            } else {
                &columns[against].values[..]
            };
            let pairs = x.iter().zip(&column.values).map(|(x, y)| [*x, *y]);
            let points = pairs.filter(|it| it[0].is_finite() && it[1].is_finite());
            let line = Line {
                name: text.clone(),
                points: points.collect(),
                marks_end: self.scope.against.is_some(),
                series: Some(index),
                dashed: curves::is_dashed(index),
                ..Line::default()
            };
            lines.push((self.recording.unit(text), line));
            columns.push(column);
        }
        (columns, lines)
    }

    /// A signal with its unit, at the steps in view.
    fn column(&self, text: &str) -> Option<Column> {
        let values = self.recording.values(text)?;
        Some(Column {
            name: self.named(text),
            values: values.range(self.rows.clone()).copied().collect(),
        })
    }

    fn named(&self, text: &str) -> String {
        match self.recording.unit(text) {
            "" => text.to_owned(),
            unit => format!("{text} ({unit})"),
        }
    }

    fn spectra(&self) -> (Vec<Column>, Vec<(&'static str, Line)>) {
        let (mut columns, mut lines) = (Vec::new(), Vec::new());
        for (index, text) in self.scope.signals.iter().enumerate() {
            let samples = curves::samples(self.recording, text, self.rows.clone());
            let Some(spectrum) = samples.and_then(|(values, dt)| Spectrum::of(&values, dt)) else {
                continue;
            };
            let count = spectrum.amplitude.len();
            let frequencies: Vec<f64> = (0..count).map(|k| k as f64 * spectrum.spacing).collect();
            let pairs = frequencies.iter().zip(&spectrum.amplitude);
            let line = Line {
                name: text.clone(),
                points: pairs.map(|(x, y)| [*x, *y]).collect(),
                series: Some(index),
                dashed: curves::is_dashed(index),
                ..Line::default()
            };
            lines.push((self.recording.unit(text), line));
            if columns.is_empty() {
                columns.push(Column {
                    name: "frequency (Hz)".to_owned(),
                    values: frequencies,
                });
            }
            columns.push(Column {
                name: self.named(text),
                values: spectrum.amplitude,
            });
        }
        (columns, lines)
    }
}
