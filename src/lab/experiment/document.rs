//! File format of an experiment. Scenes are texts within the text, with the ids of their items, since inputs refer to items by id.

use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use super::run::Experiment;
use crate::math::{Pose, Vec2};
use crate::scene::{Id, Scene, file};
use crate::sim::{Hand, Input, Recorded, SimState, StateHash};

/// Largest file that is read (bytes).
pub const LARGEST: usize = 256 << 20;
/// Version of the format written.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    experiment: u32,
    scene: Written,
    steps: u64,
    hash: String,
    inputs: Vec<Entry>,
}

/// A scene and the ids of its items, in the order of its text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    ids: Vec<u32>,
    text: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    Scene(Written, Vec<(u32, Vec2, f64)>),
    Adopt(Box<SimState>),
    Assemble,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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

    fn scene(self, name: &str) -> Result<Scene, String> {
        let scene = file::read(&self.text, name).map_err(|error| error.to_string())?;
        let ids: Vec<Id> = self.ids.into_iter().map(Id).collect();
        scene
            .with_ids(&ids)
            .ok_or_else(|| format!("{name}: the ids of a scene are not those of its items"))
    }
}

impl Done {
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

    fn input(self, name: &str) -> Result<Input, String> {
        Ok(match self {
            Done::Hand(hand) => Input::Hand(hand.map(Held::hand)),
            Done::Drag(hand) => Input::Drag(hand.hand()),
            Done::Settings(text) => {
                let scene = file::read(&text, name).map_err(|error| error.to_string())?;
                Input::Settings(scene.settings)
            }
            Done::Scene(scene, poses) => {
                let pose = |(id, position, angle): (u32, Vec2, f64)| (Id(id), Pose { position, angle });
                let poses = poses.into_iter().map(pose).collect();
                Input::Scene(Box::new(scene.scene(name)?), poses)
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
        let document: Self = ron::from_str(text).map_err(|error| format!("{name}: {error}"))?;
        if document.experiment != VERSION {
            let version = document.experiment;
            return Err(format!(
                "{name}: this is an experiment of version {version}; this program reads {VERSION}"
            ));
        }
        Ok(document)
    }

    fn into_experiment(self, name: &str) -> Result<Experiment, String> {
        let hash = u64::from_str_radix(&self.hash, 16);
        let hash = hash.map_err(|_| format!("{name}: {:?} is no hash of a state", self.hash))?;
        let mut record = Vec::with_capacity(self.inputs.len());
        for Entry { step, input } in self.inputs {
            let input = input.input(name)?;
            record.push(Recorded { step, input });
        }
        if !record.is_sorted_by_key(|it| it.step) {
            return Err(format!("{name}: its inputs are not in the order of their steps"));
        }
        Ok(Experiment {
            scene: self.scene.scene(name)?,
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
    Document::read(text, name)?.into_experiment(name)
}
