//! File format of an experiment. Scenes are texts within the text, with the ids of their items, since inputs refer to items by id.

use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use super::run::Experiment;
use crate::math::{Pose, Vec2};
use crate::scene::file::{self, FileError, MOST_ITEMS, at_most};
use crate::scene::{Id, Scene};
use crate::sim::{Hand, Input, Recorded, SimState, StateHash};

/// Largest file that is read (bytes).
pub const LARGEST: usize = 256 << 20;
/// Version of the format written.
const VERSION: u32 = 1;
/// Largest number of inputs.
const MOST_INPUTS: usize = 4_000_000;
/// Largest number of steps: years of simulated time, weeks of computing.
const MOST_STEPS: u64 = 1_000_000_000;
/// Largest coordinate of an input (m, rad).
const FARTHEST: f64 = 1e15;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "experiment")]
struct Document {
    experiment: u32,
    scene: Written,
    steps: u64,
    hash: String,
    #[serde(deserialize_with = "at_most::<_, _, MOST_INPUTS>")]
    inputs: Vec<Entry>,
}

/// A scene and the ids of its items, in the order of its text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "scene")]
struct Written {
    #[serde(deserialize_with = "at_most::<_, _, MOST_ITEMS>")]
    ids: Vec<u32>,
    text: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "input")]
struct Entry {
    step: u64,
    input: Done,
}

#[derive(Serialize, Deserialize)]
enum Done {
    Hand(Option<Held>),
    Drag(Held),
    /// Settings, as a scene without items.
    Settings(String),
    Scene(
        Written,
        #[serde(deserialize_with = "at_most::<_, _, MOST_ITEMS>")] Vec<(u32, Vec2, f64)>,
    ),
    Adopt(Box<SimState>),
    Assemble,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "hold")]
struct Held {
    part: u32,
    at: Vec2,
    target: Vec2,
}

impl Held {
    fn of(hand: &Hand) -> Self {
        let Hand { part, at, target } = *hand;
        Self {
            part: part.0,
            at,
            target,
        }
    }
    fn hand(self) -> Hand {
        Hand {
            part: Id(self.part),
            at: self.at,
            target: self.target,
        }
    }
}

impl Written {
    fn of(scene: &Scene) -> Self {
        Self {
            ids: scene.ids_in_file().into_iter().map(|id| id.0).collect(),
            text: file::write(scene),
        }
    }

    fn scene(self, source: &Source<'_>) -> Result<Scene, String> {
        let scene = source.scene(&self.text)?;
        let ids: Vec<Id> = self.ids.into_iter().map(Id).collect();
        let name = source.name;
        scene
            .with_ids(&ids)
            .ok_or_else(|| format!("{name}: the ids of a scene are not those of its items"))
    }
}

/// The file that is read.
struct Source<'a> {
    name: &'a str,
    text: &'a str,
}

impl Source<'_> {
    /// Reads a scene whose text is a string of the file; faults have their places in the file.
    fn scene(&self, text: &str) -> Result<Scene, String> {
        file::read(text, self.name).map_err(|error| {
            let FileError {
                file,
                mut faults,
                more,
            } = error;
            file::move_places(self.text, text, &mut faults);
            FileError { file, faults, more }.to_string()
        })
    }
}

impl Done {
    /// Whether all its numbers are finite, and coordinates such as a machine reaches.
    fn is_possible(&self) -> bool {
        // Written so that NaN is not near.
        let is_near = |x: &f64| x.abs() <= FARTHEST;
        match self {
            Done::Hand(Some(held)) | Done::Drag(held) => [held.at, held.target]
                .iter()
                .all(|it| is_near(&it.x) && is_near(&it.y)),
            Done::Scene(_, poses) => poses
                .iter()
                .all(|(_, at, angle)| [at.x, at.y, *angle].iter().all(is_near)),
            Done::Adopt(state) => state.is_finite(),
            Done::Hand(None) | Done::Settings(_) | Done::Assemble => true,
        }
    }

    fn of(input: &Input) -> Self {
        match input {
            Input::Hand(hand) => Done::Hand(hand.as_ref().map(Held::of)),
            Input::Drag(hand) => Done::Drag(Held::of(hand)),
            Input::Settings(settings) => {
                let mut scene = Scene::default();
                scene.settings = *settings;
                Done::Settings(file::write(&scene))
            }
            Input::Scene(scene, poses) => {
                let pose = |(id, pose): &(Id, Pose)| (id.0, pose.position, pose.angle);
                Done::Scene(Written::of(scene), poses.iter().map(pose).collect())
            }
            Input::Adopt(state) => Done::Adopt(state.clone()),
            Input::Assemble => Done::Assemble,
        }
    }

    fn input(self, source: &Source<'_>) -> Result<Input, String> {
        Ok(match self {
            Done::Hand(hand) => Input::Hand(hand.map(Held::hand)),
            Done::Drag(hand) => Input::Drag(hand.hand()),
            Done::Settings(text) => Input::Settings(source.scene(&text)?.settings),
            Done::Scene(scene, poses) => {
                let pose = |(id, position, angle): (u32, Vec2, f64)| (Id(id), Pose { position, angle });
                let poses = poses.into_iter().map(pose).collect();
                Input::Scene(Box::new(scene.scene(source)?), poses)
            }
            Done::Adopt(state) => Input::Adopt(state),
            Done::Assemble => Input::Assemble,
        })
    }
}

impl Document {
    fn of(it: &Experiment) -> Self {
        let entry = |recorded: &Recorded| Entry {
            step: recorded.step,
            input: Done::of(&recorded.input),
        };
        Self {
            experiment: VERSION,
            scene: Written::of(&it.scene),
            steps: it.steps,
            hash: it.hash.to_string(),
            inputs: it.record.iter().map(entry).collect(),
        }
    }

    fn text(&self) -> String {
        // A plain struct of numbers and strings always serialises; an empty text would be refused when read back.
        ron::ser::to_string_pretty(self, PrettyConfig::new().depth_limit(2)).unwrap_or_default()
    }

    fn read(text: &str, name: &str) -> Result<Self, String> {
        let document: Self = ron::from_str(text).map_err(|error| file::from_ron(&error).of_file(name))?;
        if document.experiment != VERSION {
            let version = document.experiment;
            return Err(format!(
                "{name}: this is an experiment of version {version}; this program reads {VERSION}"
            ));
        }
        if document.steps > MOST_STEPS {
            let steps = document.steps;
            return Err(format!(
                "{name}: it has {steps} steps; up to {MOST_STEPS} are replayed"
            ));
        }
        Ok(document)
    }

    fn into_experiment(self, source: &Source<'_>) -> Result<Experiment, String> {
        let name = source.name;
        let hash = u64::from_str_radix(&self.hash, 16);
        let hash = hash.map_err(|_| format!("{name}: {:?} is no hash of a state", self.hash))?;
        let mut record = Vec::with_capacity(self.inputs.len());
        for Entry { step, input } in self.inputs {
            if !input.is_possible() {
                return Err(format!(
                    "{name}: input {} (before step {step}) has a number that is not finite, or a place where no machine is",
                    record.len() + 1
                ));
            }
            let input = input.input(source)?;
            record.push(Recorded { step, input });
        }
        if !record.is_sorted_by_key(|it| it.step) {
            return Err(format!("{name}: its inputs are not in the order of their steps"));
        }
        Ok(Experiment {
            scene: self.scene.scene(source)?,
            record,
            steps: self.steps,
            hash: StateHash(hash),
        })
    }
}

/// The text of an experiment.
pub fn write(experiment: &Experiment) -> String {
    Document::of(experiment).text()
}

/// Reads an experiment; `name` is the name of the file in error messages.
///
/// # Errors
/// A sentence that states the problem.
pub fn read(text: &str, name: &str) -> Result<Experiment, String> {
    if text.len() > LARGEST {
        return Err(format!("{name}: it is too large for an experiment"));
    }
    Document::read(text, name)?.into_experiment(&Source { name, text })
}
