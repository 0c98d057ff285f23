//! Cost of a joint, shown before it is made: degrees of freedom, loops, redundancy.

use crate::math::Pose;
use crate::scene::{Attach, Id, Method, Scene};
use crate::sim::{Dynamics, Freedom, Model};

use super::Editor;
use super::draft::Draft;

/// Most constraint rows of a machine whose freedoms are counted while the pointer moves.
const MOST_ROWS: usize = 120;

impl Editor {
    /// Sentence about the drafted item: "pin: -2 DOF, 1 left".
    pub(super) fn cost(
        &mut self,
        label: &str,
        ends: Vec<Attach>,
        draft: &Draft,
        poses: &[(Id, Pose)],
    ) -> String {
        let key = Some((self.tool, ends, self.scene.items().count()));
        if self.costs.key != key {
            self.costs.text = self
                .count_cost(label, draft, poses)
                .unwrap_or_else(|| label.to_owned());
            self.costs.key = key;
        }
        self.costs.text.clone()
    }

    fn count_cost(&self, label: &str, draft: &Draft, poses: &[(Id, Pose)]) -> Option<String> {
        if draft.rows() > MOST_ROWS {
            return None;
        }
        let now: Vec<(Id, Pose)> = self
            .scene
            .parts()
            .filter_map(|(id, _)| Some((id, self.pose(id)?)))
            .collect();
        let mut posed = Draft::new(&self.scene);
        posed.pose(&now);
        let before = freedom(posed.scene())?;
        let mut trial = draft.clone();
        trial.pose(&now);
        trial.pose(poses);
        let after = freedom(trial.scene())?;
        Some(sentence(label, &before, &after))
    }
}

fn freedom(scene: &Scene) -> Option<Freedom> {
    let model = Model::compile(scene);
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(&model);
    Freedom::of(&model, &model.start, &mut dynamics).ok()
}

fn sentence(label: &str, before: &Freedom, after: &Freedom) -> String {
    let (Some(had), Some(left)) = (before.dof, after.dof) else {
        return label.to_owned();
    };
    let rows = after.rows - before.rows;
    if rows == 0 && after.bodies == before.bodies {
        return label.to_owned();
    }
    if after.driven > before.driven {
        return format!("{label}: drives {} of {left} DOF", after.driven);
    }
    if before.driven > 0 && left == 0 && had > 0 {
        return format!("{label}: would lock the machine, which a motor is to move: 0 DOF left");
    }
    let gained = after.rank.unwrap_or(0) as i64 - before.rank.unwrap_or(0) as i64;
    if rows > 0 && gained <= 0 {
        return format!("{label}: would be redundant, {left} DOF left");
    }
    let mut text = format!("{label}: {:+} DOF, {left} left", left as i64 - had as i64);
    if after.auxiliary > before.auxiliary {
        text.push_str(", closes a loop");
    }
    if (gained as usize) < rows {
        text.push_str(", in part redundant");
    }
    text
}
