//! Wheels and racks that are joined while their teeth do not meet: brought together, or refused.

use crate::constraints::{ConstraintKind, Distance, Meshing};
use crate::editor::Editor;
use crate::editor::draft::Draft;
use crate::editor::snap_point::{Snap, SnapTo};
use crate::scene::{Attach, Constraint, Id};

impl Editor {
    /// Moves the parts that a toothed constraint of a draft joins until their pitch circles touch, with all else
    /// that they are joined to.
    ///
    /// # Errors
    /// A sentence, where they are held apart.
    pub(in crate::editor) fn bring_into_mesh(
        &self,
        draft: &mut Draft,
        id: Id,
        off: Meshing,
    ) -> Result<(), String> {
        let Some(it) = draft.scene().constraint(id).cloned() else {
            return Ok(());
        };
        // A rack holds its wheel at its own distance; a pair of wheels leaves that to their axles.
        let holds = it.kind.rows().len() > 1;
        let rod = (!holds).then(|| {
            let rod = Constraint {
                name: String::new(),
                ends: it.ends.clone(),
                kind: ConstraintKind::Distance(Distance { length: off.reach }),
            };
            draft.add("rod", rod)
        });
        let met = draft.close_gaps(&[]);
        if let Some(rod) = rod {
            draft.remove(rod);
        }
        if !met {
            let names = it.ends.iter().map(|end| self.scene.name(end.part));
            let names: Vec<&str> = names.collect();
            let cure = format!(
                "{:?} and {:?} are held where they are: move an axle, or change a radius",
                names[0], names[1]
            );
            return Err(far_from_mesh(off, &cure));
        }
        // Fitted to where they stand now, with the radii that are their own.
        let round: Vec<_> = it.ends.iter().map(|end| self.round_part(*end)).collect();
        let ends: Vec<_> = it
            .ends
            .iter()
            .map(|end| draft.scene().built_ports(*end))
            .collect();
        draft.change(id, |item| {
            if let crate::scene::Item::Constraint(it) = item {
                it.kind.fit(&ends);
                it.kind.mesh(&round, &ends);
            }
        });
        Ok(())
    }

    /// The place of a rack where wheels run on it.
    pub(in crate::editor) fn pitch_line(&self, id: Id) -> Option<Snap> {
        let (shape, pose) = (&self.scene.part(id)?.shape, self.pose(id)?);
        let line = shape
            .snap_points()
            .into_iter()
            .find(|it| it.name == "pitch line")?;
        Some(Snap {
            end: Attach::part(id, line.at),
            world: pose.point(line.at),
            to: SnapTo::Point(line.name),
        })
    }
}

/// Why teeth do not meet, and what would cure it.
pub(in crate::editor) fn far_from_mesh(off: Meshing, cure: &str) -> String {
    let gap = off.apart - off.reach;
    let way = if gap > 0.0 { "too far apart" } else { "too close" };
    format!(
        "Their teeth do not meet: they are {:.3} m {way}; {cure}",
        gap.abs()
    )
}
