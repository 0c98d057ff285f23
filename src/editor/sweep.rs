//! Parameter sweeps: numbers of a scene take ranges of values, with one run for each combination.

use super::Target;
use crate::scene::{Scene, validate};

/// Most runs of one sweep.
pub const MOST_RUNS: usize = 1_000_000;

/// A number and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// Name as written: ITEM.FIELD, or the name of a parameter.
    pub name: String,
    /// The number that is set.
    pub target: Target,
    /// Values in SI units, evenly spaced.
    pub values: Vec<f64>,
}

impl Swept {
    /// `count` values from one end to the other, with both ends exact to the bit. A count takes whole numbers only, without repetitions.
    pub fn new(name: &str, target: Target, from: f64, to: f64, count: usize) -> Self {
        // Interpolated, as a sum of steps would accumulate rounding errors.
        let value = |k: usize| match count.saturating_sub(1) as f64 {
            last if last > 0.0 => (from * (last - k as f64) + to * k as f64) / last,
            _ => from,
        };
        let unit = target.unit();
        let mut values: Vec<f64> = (0..count).map(|k| unit.whole(value(k))).collect();
        values.dedup();
        Self {
            name: name.trim().to_owned(),
            target,
            values,
        }
    }

    /// Parses ITEM.FIELD=FROM:TO:COUNT.
    ///
    /// # Errors
    /// A sentence about the expected form or the available names.
    pub fn read(scene: &Scene, text: &str) -> Result<Self, String> {
        let form = || "write ITEM.FIELD=FROM:TO:COUNT, such as crank.length=0.1:0.3:21".to_owned();
        let (name, range) = text.split_once('=').ok_or_else(form)?;
        let parts: Vec<&str> = range.split(':').collect();
        let [from, to, count] = parts[..] else {
            return Err(form());
        };
        let target = Target::find(scene, name)?;
        let (from, to) = (target.read(scene, from)?, target.read(scene, to)?);
        let count: usize = count
            .trim()
            .parse()
            .ok()
            .filter(|count| (1..=MOST_RUNS).contains(count))
            .ok_or("COUNT is a whole number from 1 to a million")?;
        Ok(Self::new(name, target, from, to, count))
    }

    /// Number of combinations of values; `None` if it exceeds [`MOST_RUNS`].
    pub fn runs(all: &[Self]) -> Option<usize> {
        all.iter()
            .try_fold(1usize, |runs, it| runs.checked_mul(it.values.len()))
            .filter(|&runs| runs <= MOST_RUNS)
    }

    /// Values of the k-th combination; the last number changes fastest.
    pub fn combination(all: &[Self], k: usize) -> Vec<f64> {
        let mut rest = k;
        let mut values: Vec<f64> = all
            .iter()
            .rev()
            .map(|it| {
                let value = it.values[rest % it.values.len()];
                rest /= it.values.len();
                value
            })
            .collect();
        values.reverse();
        values
    }

    /// The scene with the values of the k-th combination.
    ///
    /// # Errors
    /// A sentence that says why a number cannot have its value, or why the resulting scene is not legal.
    pub fn scene(all: &[Self], scene: &Scene, k: usize) -> Result<Scene, String> {
        let mut scene = scene.clone();
        for (swept, value) in all.iter().zip(Self::combination(all, k)) {
            swept.target.check(&scene, value)?;
            swept.target.assign(&mut scene, value);
        }
        match validate::problems(&scene).first() {
            Some(problem) => Err(problem.message.clone()),
            None => Ok(scene),
        }
    }
}
