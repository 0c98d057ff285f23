//! Trust in a run, for scripts and people.

use serde::Serialize;

use crate::scene::Scene;
use crate::sim::{Breach, Simulation};

/// `"ok"`, or since when and why the run is not to be trusted.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Trust {
    /// All quantities stayed within their limits.
    Ok(&'static str),
    /// A quantity exceeded its limit.
    Lost(Lost),
}

/// The quantity that exceeded its limit.
#[derive(Debug, Serialize)]
pub struct Lost {
    /// Simulated time (s).
    since: f64,
    /// The constraint, force or part that is probably at fault.
    item: Option<String>,
    /// `drift_m`, `drift_rad`, `energy`, `penetration_m` or `complementarity_residual`.
    quantity: &'static str,
    /// The largest value since, in m, rad or J; null where it is not finite.
    amount: Option<f64>,
    /// The limit that was exceeded.
    limit: f64,
    /// The setting that is known to cause this; null if there is none.
    expected_of: Option<&'static str>,
    /// Advice.
    advice: String,
    /// The first quantity of all that exceeded its limit, where it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<First>,
    #[serde(skip)]
    words: String,
}

/// The quantity that exceeded its limit before the one that is at fault.
#[derive(Debug, Serialize)]
pub struct First {
    /// As in [`Lost`].
    since: f64,
    item: Option<String>,
    quantity: &'static str,
    expected_of: Option<&'static str>,
}

impl Trust {
    /// Trust in a run so far, with the names of contradictory constraints and of constraints that are dependent at this pose only.
    pub fn of(scene: &Scene, run: &Simulation, contradictory: &[String], singular: &[String]) -> Self {
        let Some(breach) = run.breach() else {
            return Self::Ok("ok");
        };
        let settings = &run.model().settings;
        let name = breach.item.map(|id| scene.name(Some(id)));
        let cures: Vec<String> = breach
            .remedies(settings)
            .iter()
            .map(|remedy| remedy.label().to_lowercase())
            .collect();
        let unmeetable = breach.unmeetable(name, contradictory, singular);
        // No setting is to blame for what no setting can meet.
        let expected_of = breach.expected_of(settings).filter(|_| unmeetable.is_none());
        let mark = if unmeetable.is_some() { "." } else { ";" };
        let advice = unmeetable.unwrap_or_else(|| {
            if let Some(parting) = breach.parting() {
                format!("what may help: {parting}")
            } else if breach.is_as_built() {
                "what may help: assemble the scene, or give the joint the offset, length or place at which its parts stand".to_owned()
            } else if cures.is_empty() {
                "no other setting is known to help".to_owned()
            } else {
                format!("what may help: {}", cures.join(", "))
            }
        });
        let hint = expected_of.map_or_else(
            || format!("{mark} {advice}"),
            |choice| format!("; expected of {choice}"),
        );
        let (first, earlier) = first(scene, run, breach);
        Self::Lost(Lost {
            since: breach.since,
            item: name.map(str::to_owned),
            quantity: breach.quantity.id(),
            amount: breach.value.is_finite().then_some(breach.value),
            limit: breach.limit,
            expected_of,
            advice,
            words: format!("{}{hint}{earlier}", breach.sentence(name)),
            first,
        })
    }

    /// Whether all quantities stayed within their limits.
    pub fn is_ok(&self) -> bool {
        matches!(self, Self::Ok(_))
    }

    /// As text.
    pub fn text(&self) -> &str {
        match self {
            Self::Ok(word) => word,
            Self::Lost(lost) => &lost.words,
        }
    }
}

/// The first breach of all, where it is not the one that is named, and a sentence about it.
fn first(scene: &Scene, run: &Simulation, named: &Breach) -> (Option<First>, String) {
    let first = run.first_breach();
    let Some(first) = first.filter(|first| first.since < named.since) else {
        return (None, String::new());
    };
    let name = first.item.map(|id| scene.name(Some(id)));
    let expected_of = first.expected_of(&run.model().settings);
    let expected = expected_of.map_or_else(String::new, |choice| format!(", expected of {choice}"));
    let words = format!(" (before that, {}{expected})", first.sentence(name));
    let first = First {
        since: first.since,
        item: name.map(str::to_owned),
        quantity: first.quantity.id(),
        expected_of,
    };
    (Some(first), words)
}
