//! Meshing of wheels and racks that are joined while their teeth do not meet: they are brought together, or the joint is refused.

use crate::bodies::Gear;
use crate::constraints::{ConstraintKind, Distance, Meshing};
use crate::editor::Editor;
use crate::editor::draft::Draft;
use crate::editor::snap_point::{Snap, SnapTo};
use crate::editor::wheels::{in_mesh, out_of_mesh, round_part};
use crate::parameter::{Parameters, shortest_decimal};
use crate::scene::{Attach, Constraint, Id, field};

use super::link::Link;
use super::mesh_axle::move_axle;

/// A toothed wheel that is to mesh.
struct Toothed {
    id: Id,
    radius: f64,
    teeth: f64,
    module: f64,
    /// Range of the number of teeth.
    range: [f64; 2],
    /// Whether its number of teeth is fixed: it already meshes with others, or a formula gives it.
    is_given: bool,
}

impl Editor {
    /// Changes the teeth of two wheels with different modules to a common module at their present radii, if there is one. Returns the notice
    /// to show; `None` where the modules are equal. For a rack and a wheel there is only the notice.
    pub(in crate::editor) fn like_teeth(
        &self,
        draft: &mut Draft,
        link: &Link,
        ends: &[Attach],
    ) -> Option<String> {
        let [a, b] = ends else { return None };
        match link {
            Link::Constraint(ConstraintKind::GearPair(_)) => {}
            Link::Constraint(ConstraintKind::RackAndPinion(_)) => return self.unlike_rack(*a, *b),
            _ => return None,
        }
        let (a, b) = (self.toothed(*a)?, self.toothed(*b)?);
        if a.id == b.id || (a.module - b.module).abs() < 1e-6 * a.module {
            return None;
        }
        let names = [a.id, b.id].map(|id| self.scene.name(Some(id)));
        let Some(teeth) = common_teeth(&a, &b) else {
            return Some(format!(
                "The teeth of {:?} and {:?} are of unlike size, and none of one size fit both radii: they turn at the ratio of the \
                 radii, and their teeth do not meet. Give both one module",
                names[0], names[1]
            ));
        };
        let module = shortest_decimal(2.0 * a.radius / teeth[0]);
        for (it, teeth) in [&a, &b].into_iter().zip(teeth) {
            draft.change(it.id, |item| {
                field::set(item, "teeth", teeth);
                field::set(item, "module", module);
            });
        }
        Some(format!(
            "{:?} has {} teeth now and {:?} has {}: of one size, so that they mesh, at the radii they have",
            names[0], teeth[0], names[1], teeth[1]
        ))
    }

    /// Notice about a rack and a wheel with different modules.
    fn unlike_rack(&self, rack: Attach, wheel: Attach) -> Option<String> {
        let module = |end: Attach| {
            let numbers = self.scene.part(end.part?)?.shape.parameters();
            numbers.iter().find(|it| it.key == "module").map(|it| it.value)
        };
        let (one, other) = (module(rack)?, module(wheel)?);
        let differ = (one - other).abs() > 1e-6 * other;
        differ.then(|| {
            let [rack, wheel] = [rack, wheel].map(|end| self.scene.name(end.part));
            format!(
                "The teeth of {rack:?} and {wheel:?} are of unlike size (modules {:.4} and {:.4} mm): the wheel rolls by its radius, and they \
                 do not meet. Give both one module",
                1e3 * one,
                1e3 * other
            )
        })
    }

    fn toothed(&self, end: Attach) -> Option<Toothed> {
        let id = end.part?;
        let shape = &self.scene.part(id)?.shape;
        let numbers = shape.parameters();
        let number = |key: &str| numbers.iter().find(|it| it.key == key);
        let (teeth, module) = (number("teeth")?, number("module")?);
        let variables = &self.scene.variables;
        let by_formula = ["teeth", "module"]
            .iter()
            .any(|key| variables.formula(id, key).is_some());
        let meshes = |joint: Id| {
            let kind = self.scene.constraint(joint).map(|it| &it.kind);
            matches!(
                kind,
                Some(ConstraintKind::GearPair(_) | ConstraintKind::RackAndPinion(_))
            )
        };
        Some(Toothed {
            id,
            radius: shape.pitch_radius()?,
            teeth: teeth.value,
            module: module.value,
            range: [teeth.min, teeth.max],
            is_given: by_formula || self.scene.attached_to(id).into_iter().any(meshes),
        })
    }

    /// Moves the parts that a toothed constraint of a draft joins until their pitch circles touch, along with the parts joined to them.
    ///
    /// # Errors
    /// A sentence, where other constraints hold them apart.
    pub(in crate::editor) fn bring_into_mesh(
        &self,
        draft: &mut Draft,
        id: Id,
        off: Option<Meshing>,
    ) -> Result<(), String> {
        let Some(it) = draft.scene().constraint(id).cloned() else {
            return Ok(());
        };
        let met = match (self.bring_onto_teeth(draft, id), off) {
            (Some(Ok(())), _) | (None, None) => return Ok(()),
            (Some(Err(Some(sentence))), _) => return Err(sentence),
            (Some(Err(None)), _) => false,
            (None, Some(off)) => {
                // A rack and pinion constrains the distance of its wheel itself; a gear pair leaves it to the axles.
                let holds = it.kind.rows().len() > 1;
                let rod = (!holds).then(|| add_rod(draft, &it.ends, off.reach));
                let met = draft.close_gaps(&[]);
                if let Some(rod) = rod {
                    draft.remove(rod);
                }
                met
            }
        };
        if let Some(off) = off.filter(|_| !met) {
            let names = it.ends.iter().map(|end| self.scene.name(end.part));
            let names: Vec<&str> = names.collect();
            let cure = format!(
                "{:?} and {:?} are held where they are: move an axle, or change a radius",
                names[0], names[1]
            );
            return Err(far_from_mesh(off, &cure));
        }
        // Fitted to the new poses, with the parts' own radii.
        let round: Vec<_> = it
            .ends
            .iter()
            .map(|end| round_part(draft.scene(), *end))
            .collect();
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

    /// Brings wheels of a draft that no longer mesh with a resized one into mesh again, at the start. Wheels that mesh remain so, and parts
    /// whose places are given by formulas stay. An axle on the ground moves with its wheel. Returns a sentence where some do not mesh.
    pub(in crate::editor) fn mesh_again(&self, draft: &mut Draft, id: Id) -> Option<String> {
        let off = out_of_mesh(draft.scene(), id);
        if self.run.at_start() && !off.is_empty() {
            close_pairs(draft, &off);
            if let [off] = out_of_mesh(draft.scene(), id)[..] {
                move_axle(draft, off, id);
            }
        }
        // The sentence is about the final poses.
        let (pair, _) = out_of_mesh(draft.scene(), id).pop()?;
        let ends = draft.scene().item(pair)?.attachments();
        let names: Vec<&str> = ends.iter().map(|end| draft.scene().name(end.part)).collect();
        Some(format!(
            "The teeth of {:?} and {:?} do not meet at these sizes: move an axle, or change the other radius",
            names[0], names[1]
        ))
    }

    /// Snap point on a rack's pitch line.
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

/// Adds a temporary rod between two ends.
fn add_rod(draft: &mut Draft, ends: &[Attach], length: f64) -> Id {
    let rod = Constraint {
        name: String::new(),
        ends: ends.to_vec(),
        kind: ConstraintKind::Distance(Distance { length }),
    };
    draft.add("rod", rod)
}

/// Brings gear pairs of a draft into mesh by temporary rods, which also hold the distances of meshing pairs and of those closed so far. A
/// pair that cannot be closed is skipped, so that it does not block the others.
fn close_pairs(draft: &mut Draft, off: &[(Id, Meshing)]) {
    let formulas = draft.scene().variables.formulas.keys();
    let given: Vec<Id> = formulas
        .filter(|(_, key)| field::is_place(key))
        .map(|(id, _)| *id)
        .collect();
    let kept = in_mesh(draft.scene());
    let lengths = kept.iter().map(|(pair, it)| (*pair, it.apart));
    let lengths = lengths.chain(off.iter().map(|(pair, it)| (*pair, it.reach)));
    let mut rods = Vec::new();
    for (k, (pair, length)) in lengths.enumerate() {
        let Some(ends) = draft.scene().constraint(pair).map(|it| it.ends.clone()) else {
            continue;
        };
        let rod = add_rod(draft, &ends, length);
        if k < kept.len() || draft.close_gaps(&given) {
            rods.push(rod);
        } else {
            draft.remove(rod);
        }
    }
    for rod in rods {
        draft.remove(rod);
    }
}

/// Numbers of teeth with which two wheels have a common module at their radii, as close as possible to their present numbers.
fn common_teeth(a: &Toothed, b: &Toothed) -> Option<[f64; 2]> {
    let may = |it: &Toothed, teeth: f64| {
        (it.range[0]..=it.range[1]).contains(&teeth) && (!it.is_given || teeth == it.teeth)
    };
    let counts = (a.range[0] as u32)..=(a.range[1] as u32);
    let pairs = counts.map(f64::from).filter_map(|first| {
        let second = first * b.radius / a.radius;
        let whole = second.round();
        let fits = (second - whole).abs() < 1e-9 * whole && may(a, first) && may(b, whole);
        fits.then_some([first, whole])
    });
    // Closest to the geometric mean of both modules; pairs with a wheel of few teeth come last.
    let wanted = 2.0 * a.radius / (a.module * b.module).sqrt();
    let off = |pair: &[f64; 2]| {
        let few = pair[0].min(pair[1]) < Gear::FEW;
        (few, (pair[0] / wanted).ln().abs())
    };
    pairs.min_by(|one, other| {
        let (one, other) = (off(one), off(other));
        one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
    })
}

/// Sentence about teeth that do not meet, with advice.
pub(in crate::editor) fn far_from_mesh(off: Meshing, cure: &str) -> String {
    let gap = off.apart - off.reach;
    let way = if gap > 0.0 { "too far apart" } else { "too close" };
    format!(
        "Their teeth do not meet: they are {:.3} m {way}; {cure}",
        gap.abs()
    )
}
