//! A formula over named quantities of a run, such as `0.5*0.2*wheel.omega^2 + "upper leg".y`, recorded by a scope.

use super::quantity_name::QuantityName;
use super::read::program_of_names;
use super::{Mistake, Op, run};

/// A function of named quantities, as a stack program.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    names: Vec<QuantityName>,
    program: Vec<Op>,
}

impl Formula {
    /// Reads a text.
    ///
    /// # Errors
    /// What is wrong with it and where; whether the named quantities exist is checked by the caller.
    pub fn read(text: &str) -> Result<Self, Mistake> {
        let (program, names) = program_of_names(text)?;
        Ok(Self { names, program })
    }

    /// The named quantities, in the order in which [`Formula::value`] takes their values.
    pub fn names(&self) -> &[QuantityName] {
        &self.names
    }

    /// Its value for these values of the named quantities; NaN where one is missing.
    pub fn value(&self, values: &[f64]) -> f64 {
        run(&self.program, values)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn names_with_points_and_quotes_are_read_in_order() {
        let it = Formula::read("2*wheel.omega^2 - \"upper leg 2\".y/time + abs(wheel.omega)").unwrap();
        let names: Vec<String> = it
            .names()
            .iter()
            .map(|it| QuantityName::typed(it.item.as_deref(), &it.field))
            .collect();
        assert_eq!(names, ["wheel.omega", "\"upper leg 2\".y", "time"]);
        assert_eq!(it.value(&[-3.0, 4.0, 2.0]), 18.0 - 2.0 + 3.0);
        assert!(it.value(&[1.0]).is_nan(), "a value is missing");
    }

    #[test]
    fn mistakes_are_named_where_they_are() {
        for (text, at, word) in [
            ("", 0, "a quantity such as"),
            ("2 + 3", 0, "no quantity"),
            ("wheel.", 6, "a field should follow"),
            ("wheel.x + ", 10, "ends too early"),
            ("sine(time)", 0, "no function sine"),
            ("time/0", 4, "divides by 0"),
            ("\"wheel", 0, "does not go on"),
            ("time time", 5, "an operator"),
        ] {
            let mistake = Formula::read(text).unwrap_err();
            assert_eq!(mistake.at, at, "{text}: {mistake}");
            assert!(mistake.sentence.contains(word), "{text}: {mistake}");
        }
    }
}
