//! The numbers of a constraint as text: LaTeX for reading, NumPy for computing.

use std::fmt::Write;

use super::comment::on_one_line;
use super::equation::{Card, RowNumbers};
use crate::scene::Id;

impl Card {
    /// The equation with its numbers as LaTeX, for an `align` environment; `name` returns the name of a part or constraint.
    pub fn latex<'n>(&self, name: &dyn Fn(Id) -> &'n str) -> String {
        let column = |of: &dyn Fn(&RowNumbers) -> f64| {
            matrix(&self.rows.iter().map(|row| vec![of(row)]).collect::<Vec<_>>())
        };
        let mut text = format!("% {}\n\\begin{{align*}}\n", on_one_line(name(self.id)));
        let _ = writeln!(text, "C &= {} \\\\", column(&|row| row.value));
        let _ = writeln!(text, "\\dot C &= {} \\\\", column(&|row| row.rate));
        let _ = writeln!(
            text,
            "\\gamma = \\dot J \\dot q + C_{{tt}} &= {} \\\\",
            column(&|row| row.gamma)
        );
        let _ = writeln!(
            text,
            "k_s C &= {}, \\quad k_d \\dot C = {} \\\\",
            column(&|row| row.stiff),
            column(&|row| row.damped)
        );
        for end in &self.ends {
            let part = escaped(&on_one_line(name(end.part)));
            let _ = writeln!(
                text,
                "J_{{\\text{{{part}}}}} &= {}, \\quad W_{{\\text{{{part}}}}} = {} \\\\",
                matrix(&end.j),
                matrix(&end.w)
            );
            if self.acts_elsewhere {
                let _ = writeln!(text, "K_{{\\text{{{part}}}}}^T &= {} \\\\", matrix(&end.push));
            }
        }
        let a = if self.acts_elsewhere { "J W K" } else { "J W J^T" };
        let _ = writeln!(text, "{a} &= {} \\\\", matrix(&self.a));
        let _ = writeln!(text, "\\lambda &= {} \\\\", column(&|row| row.lambda));
        let _ = writeln!(
            text,
            "J \\dot v + \\gamma + k_s C + k_d \\dot C &= {}",
            column(&|row| row.j_acceleration + row.c)
        );
        text + "\\end{align*}\n"
    }

    /// The same as NumPy arrays.
    pub fn numpy<'n>(&self, name: &dyn Fn(Id) -> &'n str) -> String {
        let mut text = format!("# {}\nimport numpy as np\n", on_one_line(name(self.id)));
        let mut line = |what: &str, of: &dyn Fn(&RowNumbers) -> f64| {
            let values: Vec<f64> = self.rows.iter().map(of).collect();
            let _ = writeln!(text, "{what} = np.array({})", list(&values));
        };
        line("C", &|row| row.value);
        line("C_dot", &|row| row.rate);
        line("gamma", &|row| row.gamma);
        line("ks_C", &|row| row.stiff);
        line("kd_C_dot", &|row| row.damped);
        line("lam", &|row| row.lambda);
        for (index, end) in self.ends.iter().enumerate() {
            let rows = |rows: &[Vec<f64>]| rows.iter().map(|row| list(row)).collect::<Vec<_>>().join(", ");
            let _ = writeln!(
                text,
                "J{index} = np.array([{}])  # {}: {}",
                rows(&end.j),
                on_one_line(name(end.part)),
                end.coordinates.join(", ")
            );
            let _ = writeln!(text, "W{index} = np.array([{}])", rows(&end.w));
            let _ = match self.acts_elsewhere {
                true => writeln!(
                    text,
                    "K{index} = np.array([{}]).T  # force of lam = 1",
                    rows(&end.push)
                ),
                false => writeln!(text, "K{index} = J{index}.T"),
            };
        }
        let terms: Vec<String> = (0..self.ends.len())
            .map(|it| format!("J{it} @ W{it} @ K{it}"))
            .collect();
        let _ = writeln!(
            text,
            "A = {}",
            if terms.is_empty() {
                "0.0".to_owned()
            } else {
                terms.join(" + ")
            }
        );
        text
    }
}

fn list(values: &[f64]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
    format!("[{}]", values.join(", "))
}

/// A matrix in LaTeX, with six digits.
pub(super) fn matrix(rows: &[Vec<f64>]) -> String {
    let number = |x: &f64| {
        let text = format!("{x:.6}");
        let short = text.trim_end_matches('0').trim_end_matches('.');
        match x.abs() {
            0.0 => "0".to_owned(),
            size if !(1e-4..1e6).contains(&size) => {
                let text = format!("{x:.5e}");
                let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
                format!("{digits} \\cdot 10^{{{power}}}")
            }
            _ => short.to_owned(),
        }
    };
    let row = |row: &Vec<f64>| row.iter().map(number).collect::<Vec<_>>().join(" & ");
    format!(
        "\\begin{{bmatrix}} {} \\end{{bmatrix}}",
        rows.iter().map(row).collect::<Vec<_>>().join(" \\\\ ")
    )
}

/// Escapes LaTeX's special characters in text mode.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, it| {
        match it {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', it]),
            _ => out.push(it),
        }
        out
    })
}
