//! Canonical text of a document: one item per line, defaults omitted.

use std::fmt::Write;

use ron::ser::PrettyConfig;
use serde::Serialize;

use super::Document;
use crate::scene::file::options;

impl Document {
    /// The canonical text.
    pub(in crate::scene::file) fn text(&self) -> String {
        let mut text = String::from("(\n");
        field(&mut text, "version", &self.version);
        for (name, words) in [
            ("title", &self.title),
            ("description", &self.description),
            ("hint", &self.hint),
        ] {
            if !words.is_empty() {
                field(&mut text, name, words);
            }
        }
        if let Some(word) = &self.length_unit {
            field(&mut text, "length_unit", word);
        }
        if self.paused {
            field(&mut text, "paused", &self.paused);
        }
        field(&mut text, "camera", &self.camera);
        field(&mut text, "settings", &self.settings);
        list(&mut text, "parts", &self.parts);
        list(&mut text, "constraints", &self.constraints);
        list(&mut text, "forces", &self.forces);
        list(&mut text, "traces", &self.traces);
        list(&mut text, "notes", &self.notes);
        list(&mut text, "dimensions", &self.dimensions);
        list(&mut text, "scopes", &self.scopes);
        list(&mut text, "variables", &self.variables);
        list(&mut text, "formulas", &self.formulas);
        if let Some(underlay) = &self.underlay {
            field(&mut text, "underlay", underlay);
        }
        if let Some(run) = &self.run {
            text.push_str("    run: {\n");
            for (name, numbers) in &run.0 {
                let _ = writeln!(text, "        {}: {},", on_one_line(name), on_one_line(numbers));
            }
            text.push_str("    },\n");
        }
        text.push_str(")\n");
        text
    }
}

fn field(text: &mut String, name: &str, value: &impl Serialize) {
    let _ = writeln!(text, "    {name}: {},", on_one_line(value));
}

fn list(text: &mut String, name: &str, items: &[impl Serialize]) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(text, "    {name}: [");
    for item in items {
        let _ = writeln!(text, "        {},", on_one_line(item));
    }
    text.push_str("    ],\n");
}

fn on_one_line(value: &impl Serialize) -> String {
    let config = PrettyConfig::new().compact_structs(true).compact_arrays(true);
    // A plain struct of numbers and strings always serialises; an empty text would
    // be refused when read back.
    options().to_string_pretty(value, config).unwrap_or_default()
}
