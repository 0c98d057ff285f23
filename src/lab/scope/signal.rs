//! A signal: the text of a scope with its names resolved.

use super::described::Quantity;
use super::quantity::{Source, Subject, of_item, of_machine};
use super::reader::Reader;
use crate::constraints::{Formula, Mistake, QuantityName};
use crate::scene::{Attach, Id, Item, Scene};

/// Why a text cannot be recorded.
pub type Problem = Mistake;

/// A formula of quantities of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Signal {
    text: String,
    unit: &'static str,
    formula: Formula,
    sources: Vec<Source>,
}

impl Signal {
    /// Parses a text and resolves its names in a scene.
    ///
    /// # Errors
    /// The part of the text that cannot be parsed or found, and why.
    pub fn read(text: &str, scene: &Scene) -> Result<Self, Problem> {
        let formula = Formula::read(text)?;
        let mut found: Vec<(Source, Quantity)> = Vec::new();
        for name in formula.names() {
            found.push(look_up(name, scene).map_err(|why| name.mistake(why))?);
        }
        let units: Vec<&'static str> = found.iter().map(|it| it.1.unit).collect();
        let unit = unit_of(&formula, &units);
        Ok(Self {
            text: text.to_owned(),
            unit,
            formula,
            sources: found.into_iter().map(|it| it.0).collect(),
        })
    }

    /// The text as typed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its unit; empty for a dimensionless quantity, and for a formula of several units.
    pub fn unit(&self) -> &'static str {
        self.unit
    }

    /// Whether it needs accelerations or multipliers, and whether it needs C of the constraints.
    pub(super) fn needs(&self) -> [bool; 2] {
        let any = |known: fn(&Source) -> bool| self.sources.iter().any(known);
        [any(needs_solve), any(needs_constraints)]
    }

    /// Whether it describes how the last step was solved, which no state stores.
    pub(super) fn is_of_solves(&self) -> bool {
        self.sources.iter().any(is_of_solve)
    }

    /// Its present value; NaN if a named item does not exist.
    pub(super) fn value(&self, reader: &Reader, values: &mut Vec<f64>) -> f64 {
        values.clear();
        values.extend(self.sources.iter().map(|source| reader.value(source)));
        self.formula.value(values)
    }
}

/// The unit of a formula of quantities with these units: their common unit, if the formula is proportional to all quantities with a unit.
fn unit_of(formula: &Formula, units: &[&'static str]) -> &'static str {
    let mut with_unit = units.iter().filter(|it| !it.is_empty());
    let Some(unit) = with_unit.next().filter(|unit| with_unit.all(|it| it == *unit)) else {
        return "";
    };
    let value = |from: f64, scale: f64| {
        let times = units.iter().map(|it| if it.is_empty() { 1.0 } else { scale });
        let values = times
            .enumerate()
            .map(|(k, times)| times * (from + 0.45 * k as f64));
        formula.value(&values.collect::<Vec<f64>>())
    };
    // Scaling by powers of two has no rounding error.
    let grows = |from: f64, scale: f64| {
        let one = value(from, 1.0);
        one.is_finite() && one != 0.0 && value(from, scale) == scale * one
    };
    let all = [(0.7, 2.0), (0.7, 0.25), (1.9, 4.0)];
    if all.into_iter().all(|(from, scale)| grows(from, scale)) {
        unit
    } else {
        ""
    }
}

fn is_of_solve(source: &Source) -> bool {
    matches!(source.field, "residual" | "iterations")
}

fn needs_solve(source: &Source) -> bool {
    let of_constraint = matches!(source.subject, Subject::Constraint(_));
    is_of_solve(source)
        || matches!(source.field, "ax" | "ay" | "alpha")
        || of_constraint
            && (source.field.starts_with("lambda") || matches!(source.field, "force" | "torque" | "power"))
}

fn needs_constraints(source: &Source) -> bool {
    source.field.starts_with("drift")
        || matches!((source.subject, source.field), (Subject::Constraint(_), "power"))
}

/// Resolves a name to a quantity; the error says why there is none.
fn look_up(name: &QuantityName, scene: &Scene) -> Result<(Source, Quantity), String> {
    let Some(item_name) = &name.item else {
        let known = of_machine();
        let found = known.iter().find(|it| it.field == name.field);
        let source = |quantity: &Quantity| Source {
            subject: Subject::Machine,
            field: quantity.field,
            at: Vec::new(),
        };
        return found.map(|it| (source(it), *it)).ok_or_else(|| {
            format!(
                "there is no quantity {}; give one of an item, such as wheel.angle, or one of {}",
                name.field,
                list(known)
            )
        });
    };
    let found = scene.find(item_name);
    let Some((id, item)) = found.and_then(|id| Some((id, scene.item(id)?))) else {
        return Err(format!("there is no item {item_name:?} in the scene"));
    };
    let known = of_item(item);
    let Some(quantity) = known.iter().find(|it| it.field == name.field) else {
        return Err(format!(
            "{item_name:?} has no {}; it has {}",
            name.field,
            list(&known)
        ));
    };
    let source = Source {
        subject: Subject::of(id, item),
        field: quantity.field,
        at: places(id, item),
    };
    Ok((source, *quantity))
}

/// The point to which position, velocity and acceleration of an item refer; for a dimension, its ends.
fn places(id: Id, item: &Item) -> Vec<Attach> {
    match item {
        Item::Part(_) => vec![Attach::part(id, crate::math::Vec2::ZERO)],
        Item::Trace(it) => vec![it.end],
        Item::Dimension(it) => it.ends.clone(),
        _ => Vec::new(),
    }
}

fn list(known: &[Quantity]) -> String {
    let names: Vec<&str> = known.iter().map(|it| it.field).collect();
    names.join(", ")
}
