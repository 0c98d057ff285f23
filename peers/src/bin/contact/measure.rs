//! What a step takes and what it leaves. All engines of a scene are warm before and take turns, so that what else the machine does meets all
//! alike; time is that of the processor in the thread, which all of them keep to.

use std::time::Duration;

use cpu_time::ThreadTime;

use crate::engine::Engine;
use crate::judge::{Errors, Judge};
use crate::plain::Plain;
use crate::scenes::Family;
use crate::variant::{ALL, AT_EVERY_SIZE, Variant};

/// Turns, and the time that passes in the scene in each (s).
const TURNS: usize = 9;
const WINDOW: f64 = 0.1;
/// Processor time that a variant may take until it is warm, and after which it takes no more turns.
const PATIENCE: Duration = Duration::from_secs(60);
const ENOUGH: Duration = Duration::from_secs(15);

/// What a variant came to.
#[derive(Clone, Debug)]
pub struct Row {
    pub family: &'static str,
    pub size: usize,
    pub variant: Variant,
    /// Median number of points that touched.
    pub contacts: Option<usize>,
    /// Median time of a step (s).
    pub step: f64,
    /// The worst at the end of any turn.
    pub errors: Errors,
    pub residual: Option<f64>,
    /// Why there are no figures.
    pub gone: Option<String>,
}

impl Row {
    /// Time for 1/60 s of the scene (s).
    pub fn frame(&self) -> f64 {
        self.step * f64::from(self.variant.rate) / 60.0
    }
}

struct Entry {
    variant: Variant,
    engine: Box<dyn Engine>,
    times: Vec<f64>,
    contacts: Vec<usize>,
    errors: Errors,
    residual: Option<f64>,
    gone: Option<String>,
}

/// Measures a scene, with all variants or with those of every size.
///
/// # Errors
/// When the scene cannot be built or translated.
pub fn all(family: &Family, size: usize, whole: bool) -> Result<Vec<Row>, String> {
    let scene = (family.build)(size)?;
    let problems = tinkertoy::scene::validate::problems(&scene);
    if !problems.is_empty() {
        return Err(format!("{problems:?}"));
    }
    let plain = Plain::of(&scene)?;
    let mut judge = Judge::new(&scene, &plain);
    let variants = if whole { &ALL[..] } else { &ALL[..AT_EVERY_SIZE] };
    let mut entries = Vec::new();
    for &variant in variants {
        entries.push(Entry {
            variant,
            engine: variant.start(&scene, &plain)?,
            times: Vec::new(),
            contacts: Vec::new(),
            errors: Errors::default(),
            residual: None,
            gone: None,
        });
    }
    for entry in &mut entries {
        entry.warm_up(family.warm);
    }
    for turn in 0..TURNS {
        let (first, second) = entries.split_at_mut(turn % variants.len());
        for entry in second.iter_mut().chain(first) {
            if let Err(why) = entry.take_turn(&mut judge) {
                entry.gone = Some(why);
            }
        }
    }
    let rows: Vec<Row> = entries.into_iter().map(|it| it.row(family, size)).collect();
    for row in &rows {
        report(row);
    }
    Ok(rows)
}

fn report(row: &Row) {
    let Row { variant, errors, .. } = row;
    println!(
        "{} {}: {} 1/{} {}: {:.1} us, {} contacts, penetration {:.1e}, stretch {:.1e}, limit {:.1e}, residual {:.1e} {}",
        row.family,
        row.size,
        variant.kind.engine(),
        variant.rate,
        variant.kind.effort(),
        1e6 * row.step,
        row.contacts.unwrap_or(0),
        errors.penetration,
        errors.stretch,
        errors.limit,
        row.residual.unwrap_or(f64::NAN),
        row.gone.as_deref().unwrap_or("")
    );
}

impl Entry {
    fn warm_up(&mut self, seconds: f64) {
        let began = ThreadTime::now();
        for _ in 0..(seconds * f64::from(self.variant.rate)).round() as u32 {
            if let Err(why) = self.engine.step() {
                self.gone = Some(why);
                return;
            }
            if began.elapsed() > PATIENCE {
                self.gone = Some(format!("not warm within {} s", PATIENCE.as_secs()));
                return;
            }
        }
    }

    fn take_turn(&mut self, judge: &mut Judge) -> Result<(), String> {
        let steps = (WINDOW * f64::from(self.variant.rate)).round() as u32;
        let spent = self.times.iter().sum::<f64>() * f64::from(steps);
        if self.gone.is_some() || spent > ENOUGH.as_secs_f64() {
            return Ok(());
        }
        let began = ThreadTime::now();
        for _ in 0..steps {
            self.engine.step()?;
        }
        self.times.push(began.elapsed().as_secs_f64() / f64::from(steps));
        let errors = judge.look(&self.engine.poses()?)?;
        self.errors = self.errors.or(errors);
        if let Some((contacts, residual)) = self.engine.figures() {
            self.contacts.push(contacts);
            self.residual = Some(self.residual.unwrap_or(0.0).max(residual));
        }
        Ok(())
    }

    fn row(mut self, family: &Family, size: usize) -> Row {
        self.times.sort_by(f64::total_cmp);
        self.contacts.sort_unstable();
        Row {
            family: family.name,
            size,
            variant: self.variant,
            contacts: self.contacts.get(self.contacts.len() / 2).copied(),
            step: self.times.get(self.times.len() / 2).copied().unwrap_or(f64::NAN),
            errors: self.errors,
            residual: self.residual,
            gone: self.gone,
        }
    }
}
