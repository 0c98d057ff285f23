//! All syntax errors of a file, not only the first. If parsing a scene as a whole fails, its fields and items are parsed
//! one by one; in each, the erroneous piece is blanked out and the rest parsed again.

use serde::de::DeserializeOwned;

use super::document::{
    self, Camera, Dimension, Document, Formula, Note, Part, Scope, Settings, Trace, Underlay, Variable,
};
use super::error::{Fault, Faults, from_ron, of_whole_number};
use super::options;
use super::outline::{Field, Outline, Place, Spot};
use super::unbalanced::{Broken, Recovery};
use super::walk::{Scanner, moved};
use crate::constraints::ConstraintKind;
use crate::forces::ForceKind;
use crate::parameter::shortened;
use crate::scene::Run;

/// Largest number of faults sought in one item.
const MOST_IN_ONE: usize = 20;

/// Lists the faults that prevent a text from being parsed as a scene; `error` is that of parsing it as a whole.
pub(super) fn faults(text: &str, outline: &Outline, error: &ron::error::SpannedError) -> Faults {
    let mut faults = Faults::default();
    let first = from_ron(error);
    if outline.balanced {
        let mut seen: Vec<&str> = Vec::new();
        for field in &outline.fields {
            if seen.contains(&field.name.as_str()) {
                faults.add(
                    Some(field.at),
                    format!("`{}` is given twice; take one out", shortened(&field.name)),
                );
            }
            seen.push(&field.name);
            of_field(text, field, &mut faults);
        }
    } else {
        let guess = Recovery::of(text);
        for broken in &guess.broken {
            faults.push(of_broken(text, broken));
        }
        let is_read = |field: &&Field| !(field.items.is_empty() && field.value.range.is_empty());
        for field in guess.fields.iter().filter(is_read) {
            of_field(text, field, &mut faults);
        }
        if let Some(last) = &guess.last {
            faults.push(of_broken(text, last));
        }
        // Later errors of the parser are consequences of the faults reported.
        if faults.iter().any(|fault| fault.at <= first.at) && !matches!(error.code, ron::Error::Eof) {
            return faults;
        }
    }
    // Faults between items, such as a missing comma, are found only by parsing the whole text.
    let line = |fault: &Fault| fault.at.map(|(line, _)| line);
    if !faults.iter().any(|fault| line(fault) == line(&first)) {
        faults.push(first);
    }
    faults
}

/// The fault for an unmatched bracket, with its item.
fn of_broken(text: &str, broken: &Broken) -> Fault {
    let Broken {
        field,
        item,
        at,
        message,
    } = broken;
    let (item, label) = match item {
        None => (None, format!("{field}: ")),
        Some((number, range)) => {
            let name = name_of(&text[range.clone()]);
            let label = label_of(field, name.as_deref(), *number);
            (name, label)
        }
    };
    Fault {
        at: Some(*at),
        item,
        message: format!("{label}{message}"),
    }
}

/// Label of a list's item in a message: its name, or its number from 1.
fn label_of(list: &str, name: Option<&str>, number: usize) -> String {
    let what = list.trim_end_matches('s');
    match name {
        Some(name) => format!("{what} {:?}: ", shortened(name)),
        None => format!("{what} {number}: "),
    }
}

fn of_field(text: &str, field: &Field, faults: &mut Faults) {
    let value = &field.value;
    match field.name.as_str() {
        "version" => of_version(text, value, faults),
        "title" | "description" | "hint" | "length_unit" => of_piece::<String>(text, value, "", faults),
        "paused" => of_piece::<bool>(text, value, "", faults),
        "camera" => of_piece::<Camera>(text, value, "camera: ", faults),
        "settings" => of_piece::<Settings>(text, value, "settings: ", faults),
        "underlay" => of_piece::<Underlay>(text, value, "underlay: ", faults),
        "run" => of_piece::<Run>(text, value, "run: ", faults),
        "parts" => of_items::<Part>(text, field, faults),
        "constraints" => of_items::<document::Link<ConstraintKind>>(text, field, faults),
        "forces" => of_items::<document::Link<ForceKind>>(text, field, faults),
        "traces" => of_items::<Trace>(text, field, faults),
        "notes" => of_items::<Note>(text, field, faults),
        "dimensions" => of_items::<Dimension>(text, field, faults),
        "scopes" => of_items::<Scope>(text, field, faults),
        "variables" => of_items::<Variable>(text, field, faults),
        "formulas" => of_items::<Formula>(text, field, faults),
        name => faults.add(
            Some(field.at),
            format!(
                "there is no field `{}` of scene; give one of {}",
                shortened(name),
                Document::FIELDS.join(", ")
            ),
        ),
    }
}

/// The fault of a version that is a number, but none that a version has; or of the grammar.
fn of_version(text: &str, spot: &Spot, faults: &mut Faults) {
    let version = text[spot.range.clone()].trim();
    let is_number = version.parse::<f64>().is_ok_and(f64::is_finite);
    if is_number && version.parse::<u32>().is_err() {
        let (version, last) = (shortened(version), super::VERSION);
        let message = format!("there is no version {version} of scenes; this program knows 1 to {last}");
        faults.add(Some(spot.at), message);
    } else {
        of_piece::<u32>(text, spot, "", faults);
    }
}

fn of_items<T: DeserializeOwned>(text: &str, field: &Field, faults: &mut Faults) {
    if field.items.is_empty() {
        // The value may not be a list at all.
        of_piece::<Vec<T>>(text, &field.value, "", faults);
    }
    for pair in field.items.windows(2) {
        if !has_comma(&text[pair[0].range.end..pair[1].range.start]) {
            faults.push(Fault {
                at: Some(pair[1].at),
                item: name_of(&text[pair[1].range.clone()]),
                message: "a comma is missing before this".to_owned(),
            });
        }
    }
    for (k, item) in field.items.iter().enumerate() {
        if faults.is_full() {
            // Only counted: one fault for each item that does not parse.
            if let Err(error) = options().from_str::<T>(&text[item.range.clone()]) {
                faults.push(from_ron(&error));
            }
            continue;
        }
        let name = name_of(&text[item.range.clone()]);
        let label = label_of(&field.name, name.as_deref(), field.number(k));
        let mut found = Faults::default();
        of_piece::<T>(text, item, &label, &mut found);
        for mut fault in found {
            fault.item.clone_from(&name);
            faults.push(fault);
        }
    }
}

/// Parses a piece repeatedly, blanking out each error. A structure that then misses a blanked field is blanked out
/// itself, so that it hides no fault of its neighbours.
fn of_piece<T: DeserializeOwned>(text: &str, spot: &Spot, label: &str, faults: &mut Faults) {
    let mut piece = text[spot.range.clone()].to_owned();
    let mut taken_out: Vec<String> = Vec::new();
    let mut told: Vec<(String, Place)> = Vec::new();
    for _ in 0..MOST_IN_ONE {
        let Err(error) = options().from_str::<T>(&piece) else {
            return;
        };
        let missing = match &error.code {
            ron::Error::MissingStructField { field, .. } => Some(*field),
            _ => None,
        };
        let mut fault = from_ron(&error);
        let within = fault.at.unwrap_or((1, 1));
        let pair = pair_at(&piece, within);
        if let Some((name, range)) = &pair
            && pair_start(&piece, within).is_none()
            && let Some(message) = of_whole_number(&error.code, name, &piece[range.clone()])
        {
            fault.message = message;
        }
        // A missing field is reported once, whatever place the parser gives.
        let is_told = told
            .iter()
            .any(|(message, at)| *message == fault.message && (missing.is_some() || *at == within));
        let is_taken_out = missing.is_some_and(|field| taken_out.iter().any(|name| name == field));
        if is_told && missing.is_none() {
            return;
        }
        if !is_told && !is_taken_out {
            told.push((fault.message.clone(), within));
            fault.at = Some(moved(spot.at, within));
            fault.message = format!("{label}{}", fault.message);
            faults.push(fault);
        }
        if let (ron::Error::ExpectedComma, Some(start)) = (&error.code, pair_start(&piece, within)) {
            // Blanking out the pair would hide its faults. The comma replaces a blank, so that all places stay.
            if !piece[..start].ends_with([' ', '\t']) {
                return;
            }
            piece.replace_range(start - 1..start, ",");
            continue;
        }
        let Some((name, range)) = pair else {
            return;
        };
        taken_out.push(name);
        let blank: String = piece[range.clone()]
            .chars()
            .map(|c| if c == '\n' { '\n' } else { ' ' })
            .collect();
        piece.replace_range(range, &blank);
    }
}

/// First byte of the `name: value` that begins at this place, if one does.
fn pair_start(piece: &str, at: Place) -> Option<usize> {
    let mut walk = Scanner::new(piece);
    loop {
        let start = walk.offset();
        let (place, c) = walk.next()?;
        if place == at {
            let is_name = c.is_alphabetic() || c == '_';
            walk.word(c);
            let is_pair = is_name && piece[walk.offset()..].trim_start().starts_with(':');
            return is_pair.then_some(start);
        }
    }
}

/// The innermost `name: value` around a position: its name, and its byte range including the comma after it.
fn pair_at(piece: &str, at: Place) -> Option<(String, std::ops::Range<usize>)> {
    struct Open {
        /// The pair being read in this bracket: its name, its position, and its first byte.
        pair: Option<(String, Place, usize)>,
    }
    let mut stack: Vec<Open> = Vec::new();
    let mut word: Option<(String, Place, usize)> = None;
    let mut best: Option<(Place, String, std::ops::Range<usize>)> = None;
    let mut walk = Scanner::new(piece);
    loop {
        let from = walk.offset();
        let Some((place, c)) = walk.next() else { break };
        match c {
            '(' | '[' | '{' => stack.push(Open { pair: None }),
            ')' | ']' | '}' | ',' => {
                if let Some((name, start, first)) = stack.last_mut().and_then(|open| open.pair.take())
                    && start <= at
                    && at <= place
                    && best.as_ref().is_none_or(|(other, ..)| start >= *other)
                {
                    let end = if c == ',' { walk.offset() } else { from };
                    best = Some((start, name, first..end));
                }
                if c != ',' {
                    stack.pop();
                }
            }
            '"' => walk.skip_string(),
            'r' if walk.starts_raw_string() => walk.skip_raw_string(),
            '/' => walk.skip_comment(),
            ':' => {
                if let (Some(open), Some(name)) = (stack.last_mut(), word.take()) {
                    open.pair = Some(name);
                }
            }
            c if c.is_alphabetic() || c == '_' => word = Some((walk.word(c), place, from)),
            _ => {}
        }
    }
    best.map(|(_, name, range)| (name, range))
}

/// Whether there is a comma outside comments.
fn has_comma(between: &str) -> bool {
    let mut walk = Scanner::new(between);
    while let Some((_, c)) = walk.next() {
        match c {
            ',' => return true,
            '/' => walk.skip_comment(),
            _ => {}
        }
    }
    false
}

/// The name of an item, if it can be parsed.
fn name_of(item: &str) -> Option<String> {
    let mut walk = Scanner::new(item);
    let mut depth = 0usize;
    let mut last = String::new();
    loop {
        let from = walk.offset();
        let (_, c) = walk.next()?;
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '"' => {
                walk.skip_string();
                if depth == 1 && last == "name" {
                    return options().from_str(&item[from..walk.offset()]).ok();
                }
            }
            'r' if walk.starts_raw_string() => walk.skip_raw_string(),
            '/' => walk.skip_comment(),
            c if c.is_alphabetic() || c == '_' => last = walk.word(c),
            _ => {}
        }
    }
}
