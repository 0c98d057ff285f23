//! `tinkertoy check SCENE...`: reads and validates scenes, and counts their degrees of freedom.

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display, Formatter};

use clap::Args;
use serde::Serialize;

use super::{Failure, open, say, say_json, with_refusals};
use crate::scene::{Id, Method, Scene};
use crate::sim::{Dynamics, Freedom, Model, Simulation};

/// Reads scenes and says what can move in them.
#[derive(Args, Debug)]
pub struct Check {
    /// Files, or names of gallery scenes.
    #[arg(required = true, value_name = "SCENE")]
    scenes: Vec<OsString>,
    /// One JSON object a scene, one a line.
    #[arg(long)]
    json: bool,
}

/// Diagnosis of a scene.
#[derive(Debug, Serialize)]
pub struct Diagnosis {
    /// Sizes, ranks and degrees of freedom.
    #[serde(flatten)]
    pub freedom: Freedom,
    /// Names of the redundant constraints: any of them could be removed without freeing anything.
    pub redundant: Vec<String>,
    /// Names of the constraints that depend on others at this pose only.
    pub singular: Vec<String>,
    /// Names of the contradictory constraints.
    pub contradictory: Vec<String>,
    /// Joints that are open at the start, by a micrometre or a microradian at least, with their |C|.
    pub open: Vec<Gap>,
    /// The constraint that the start velocities violate most, with its |Cdot|; null if none. A run starts with the
    /// nearest velocities that all constraints allow.
    pub start_velocity: Option<Gap>,
    /// Every set of linearly dependent rows, with the weights of the vanishing combination.
    pub dependences: Vec<Dependence>,
    /// Number of dependent rows in further sets, which are too many to list.
    pub dependent_unlisted: usize,
    /// What could not be found out within the work budget.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<&'static str>,
}

/// A set of linearly dependent rows.
#[derive(Debug, Serialize)]
pub struct Dependence {
    /// "redundant", "singular" or "contradictory".
    verdict: &'static str,
    /// Its rows.
    rows: Vec<Weight>,
}

/// Violation of a constraint.
#[derive(Debug, Serialize)]
pub struct Gap {
    /// Its name.
    constraint: String,
    /// |C| (m, rad) or |Cdot| (m/s, rad/s), the largest of its rows.
    by: f64,
}

impl Display for Gap {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "velocities miss {} by {:.3e} a second",
            self.constraint, self.by
        )
    }
}

/// |C| above which a joint counts as open (m, rad).
const OPEN: f64 = 1e-6;

/// A row with its weight.
#[derive(Debug, Serialize)]
struct Weight {
    constraint: String,
    row: usize,
    weight: f64,
}

impl Diagnosis {
    /// Diagnoses a scene as built.
    ///
    /// # Errors
    /// When the solver fails.
    pub fn of(scene: &Scene) -> Result<Self, String> {
        let model = Model::compile(scene);
        // One method for all settings: what contradicts does not depend on how far another method gets.
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.prepare(&model);
        let freedom = Freedom::of(&model, &model.start, &mut dynamics).map_err(|error| error.to_string())?;
        let gap = |(id, by): (Id, f64)| Gap {
            constraint: scene.name(Some(id)).to_owned(),
            by,
        };
        let open = dynamics.gaps(&model, &model.start).into_iter();
        let open = open.filter(|(_, by)| *by >= OPEN).map(gap).collect();
        let run = Simulation::new(scene);
        let start_velocity = run.built_rate().map(gap);
        let unknown = unknown(&freedom, &run);
        let names = |ids: &[Id]| ids.iter().map(|id| scene.name(Some(*id)).to_owned()).collect();
        Ok(Self {
            redundant: names(&freedom.redundant),
            singular: names(&freedom.singular),
            contradictory: names(&freedom.contradictory),
            open,
            start_velocity,
            dependences: freedom
                .dependences
                .iter()
                .map(|it| dependence(scene, it))
                .collect(),
            dependent_unlisted: freedom.unlisted,
            unknown,
            freedom,
        })
    }
}

/// What takes work out of all proportion to the machine, and is not looked into.
pub(super) fn unknown(freedom: &Freedom, run: &Simulation) -> Vec<&'static str> {
    let told = [
        (
            freedom.is_unfinished,
            "which constraints are redundant, singular or contradictory: to find out takes work out of all proportion to the machine",
        ),
        (
            run.is_start_unknown(),
            "which start velocities are allowed: to find out takes work out of all proportion to the machine",
        ),
    ];
    told.into_iter().filter(|it| it.0).map(|it| it.1).collect()
}

fn dependence(scene: &Scene, of: &crate::sim::Dependence) -> Dependence {
    let weight = |&(id, row, weight): &(Id, usize, f64)| Weight {
        constraint: scene.name(Some(id)).to_owned(),
        row,
        weight,
    };
    Dependence {
        verdict: of.verdict.id(),
        rows: of.members.iter().map(weight).collect(),
    }
}

#[derive(Serialize)]
struct Line<'a> {
    scene: &'a str,
    #[serde(flatten)]
    diagnosis: &'a Diagnosis,
}

impl Check {
    /// Checks all scenes, even if one is faulty.
    ///
    /// # Errors
    /// With all faults, after the results of the good scenes have been printed.
    pub fn run(&self) -> Result<(), Failure> {
        let mut wrong = Vec::new();
        for name in &self.scenes {
            if let Err(failure) = with_refusals(self.json, name, self.one(name)) {
                wrong.push(failure.to_string());
            }
        }
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(Failure::Failed(wrong.join("\n")))
        }
    }

    fn one(&self, name: &OsStr) -> Result<(), Failure> {
        let opened = open(name)?;
        let diagnosis = Diagnosis::of(&opened.reading.scene)
            .map_err(|message| Failure::Failed(format!("{}: {message}", opened.name)))?;
        if self.json {
            say_json(serde_json::to_string(&Line {
                scene: &name.to_string_lossy(),
                diagnosis: &diagnosis,
            }))
        } else {
            say(&format!("{}\n{}", opened.name, diagnosis.text()))
        }
    }
}

impl Diagnosis {
    fn text(&self) -> String {
        let freedom = &self.freedom;
        let number = |n: Option<usize>| n.map_or("unknown".to_owned(), |n| n.to_string());
        let names = |names: &[String]| {
            if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            }
        };
        let told_apart = |list: &[String]| match freedom.is_unfinished {
            true => "unknown".to_owned(),
            false => names(list),
        };
        let both = |here: Option<usize>, generic: Option<usize>| {
            if here == generic {
                number(here)
            } else {
                format!("{} at this pose, {} in general", number(here), number(generic))
            }
        };
        let dof = match freedom.driven {
            0 => both(freedom.dof, freedom.dof_generic),
            driven => format!("{}, {driven} driven", both(freedom.dof, freedom.dof_generic)),
        };
        let margin = match (freedom.rank, freedom.margin) {
            (None, _) => "unknown".to_owned(),
            (_, margin) if margin.is_infinite() => "beyond doubt".to_owned(),
            (_, margin) => format!("{margin:.1e}"),
        };
        let mut lines = vec![
            ("bodies", freedom.bodies.to_string()),
            ("constraints", freedom.constraints.to_string()),
            ("rows", freedom.rows.to_string()),
            ("rank", both(freedom.rank, freedom.rank_generic)),
            ("dof", dof),
            ("margin", margin),
            ("components", freedom.components.to_string()),
            ("primary", freedom.primary.to_string()),
            ("auxiliary", freedom.auxiliary.to_string()),
            ("redundant", told_apart(&self.redundant)),
            ("singular", told_apart(&self.singular)),
            ("contradictory", told_apart(&self.contradictory)),
        ];
        let told = |gap: &Gap| format!("{} by {:.3e}", gap.constraint, gap.by);
        lines.extend(self.open.iter().map(|gap| ("open", told(gap))));
        lines.extend(self.start_velocity.iter().map(|gap| ("start", gap.to_string())));
        lines.extend(self.dependences.iter().map(|set| ("depends", set.text())));
        if self.dependent_unlisted > 0 {
            let text = format!(
                "{} more rows on others, in sets too many to list",
                self.dependent_unlisted
            );
            lines.push(("depends", text));
        }
        lines.extend(self.unknown.iter().map(|it| ("unknown", (*it).to_owned())));
        lines
            .iter()
            .map(|(name, value)| format!("  {name:<14}{value}\n"))
            .collect()
    }
}

impl Dependence {
    fn text(&self) -> String {
        let term = |it: &Weight| format!("{:+.4} {}.{}", it.weight, it.constraint, it.row);
        let terms: Vec<String> = self.rows.iter().map(term).collect();
        format!("{} ({})", terms.join(" "), self.verdict)
    }
}
