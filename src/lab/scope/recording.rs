//! Recorded values: one column per signal, one row per step, bounded in bytes.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::signal::Signal;

/// Memory limit of all columns (bytes); beyond it the oldest rows are dropped.
const BUDGET: usize = 32 << 20;

/// Columns of numbers over time.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    time: VecDeque<f64>,
    columns: Vec<Column>,
    /// Generation counter of changes, for caches.
    version: u64,
}

/// A signal with its values, one per time.
#[derive(Clone, Debug, PartialEq)]
struct Column {
    text: String,
    unit: &'static str,
    values: VecDeque<f64>,
}

impl Recording {
    /// Times (s), oldest first.
    pub fn time(&self) -> &VecDeque<f64> {
        &self.time
    }

    /// Values of a signal at those times; NaN where it was not recorded.
    pub fn values(&self, text: &str) -> Option<&VecDeque<f64>> {
        self.column(text).map(|it| &it.values)
    }

    /// The unit of a signal.
    pub fn unit(&self, text: &str) -> &'static str {
        self.column(text).map_or("", |it| it.unit)
    }

    /// Generation counter of changes.
    pub fn version(&self) -> u64 {
        self.version
    }

    fn column(&self, text: &str) -> Option<&Column> {
        self.columns.iter().find(|it| it.text == text)
    }

    /// Replaces the columns; returns whether some are new.
    pub(super) fn set(&mut self, signals: &[Signal]) -> bool {
        self.version += 1;
        let before = std::mem::take(&mut self.columns);
        if signals.is_empty() {
            self.time.clear();
        }
        for signal in signals {
            let known = before.iter().find(|it| it.text == signal.text());
            let values = known.map(|it| it.values.clone());
            self.columns.push(Column {
                text: signal.text().to_owned(),
                unit: signal.unit(),
                values: values.unwrap_or_else(|| self.time.iter().map(|_| f64::NAN).collect()),
            });
        }
        let is_new = |it: &Column| !before.iter().any(|known| known.text == it.text);
        self.columns.iter().any(is_new)
    }

    /// Merges rows of the past, oldest first, with one value per column: adds missing times, and replaces NaN at times already present.
    pub(super) fn recall(&mut self, rows: &[(f64, Vec<f64>)]) {
        self.version += 1;
        let empty = Self {
            time: VecDeque::new(),
            columns: self.columns.iter().map(Column::without_values).collect(),
            version: self.version,
        };
        let old = std::mem::replace(self, empty);
        let mut next = 0;
        for (time, row) in rows {
            while next < old.time.len() && old.time[next] < *time {
                self.append(old.time[next], old.row(next));
                next += 1;
            }
            if old.time.get(next) == Some(time) {
                let either = old
                    .row(next)
                    .zip(row)
                    .map(|(old, new)| if old.is_nan() { *new } else { old });
                self.append(*time, either);
                next += 1;
            } else {
                self.append(*time, row.iter().copied());
            }
        }
        for k in next..old.time.len() {
            self.append(old.time[k], old.row(k));
        }
        self.forget_beyond_budget();
    }

    fn row(&self, k: usize) -> impl Iterator<Item = f64> + '_ {
        self.columns.iter().map(move |it| it.values[k])
    }

    fn append(&mut self, time: f64, row: impl Iterator<Item = f64>) {
        self.time.push_back(time);
        for (column, value) in self.columns.iter_mut().zip(row) {
            column.values.push_back(value);
        }
    }

    fn forget_beyond_budget(&mut self) {
        let rows = BUDGET / (size_of::<f64>() * (self.columns.len() + 1));
        while self.time.len() > rows {
            self.time.pop_front();
            for column in &mut self.columns {
                column.values.pop_front();
            }
        }
    }

    pub(super) fn clear(&mut self) {
        self.version += 1;
        self.time.clear();
        self.columns.iter_mut().for_each(|it| it.values.clear());
    }

    pub(super) fn push(&mut self, time: f64, row: &[f64]) {
        self.version += 1;
        while self.time.back().is_some_and(|last| *last >= time) {
            self.time.pop_back();
            for column in &mut self.columns {
                column.values.pop_back();
            }
        }
        self.append(time, row.iter().copied());
        self.forget_beyond_budget();
    }
}

impl Column {
    fn without_values(&self) -> Self {
        Self {
            text: self.text.clone(),
            unit: self.unit,
            values: VecDeque::new(),
        }
    }
}

/// Shared handle to a recording, which a run writes and others read.
#[derive(Clone, Debug, Default)]
pub struct Monitor(Arc<Mutex<Recording>>);

impl Monitor {
    /// Locks the recording and passes it to `look`, for reading or writing.
    pub fn with<T>(&self, look: impl FnOnce(&mut Recording) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording() -> Recording {
        let column = Column {
            text: "time".into(),
            unit: "s",
            values: VecDeque::new(),
        };
        Recording {
            columns: vec![column],
            ..Recording::default()
        }
    }

    #[test]
    fn what_is_not_earlier_than_a_new_row_is_forgotten() {
        let mut it = recording();
        (0..5).for_each(|k| it.push(f64::from(k), &[f64::from(k)]));
        it.push(2.5, &[9.0]);
        assert_eq!(it.time(), &[0.0, 1.0, 2.0, 2.5]);
        assert_eq!(it.values("time").map(VecDeque::len), Some(4));
        assert_eq!(it.values("other"), None);
    }

    #[test]
    fn memory_is_bounded_and_the_newest_rows_stay() {
        let mut it = recording();
        let rows = BUDGET / 16;
        (0..rows + 10).for_each(|k| it.push(k as f64, &[k as f64]));
        assert_eq!(it.time().len(), rows);
        assert_eq!(it.time().back(), Some(&((rows + 9) as f64)));
        assert_eq!(it.values("time").and_then(VecDeque::front), Some(&10.0));
    }
}
