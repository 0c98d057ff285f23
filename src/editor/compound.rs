//! Uniting parts into a compound part, and taking it apart, also in a run. The new part is built where its first part is built, and
//! continues in the run at its present pose; items that it is joined to may be apart from it at the start, and a reset assembles them,
//! as for everything that is joined in a run. To move a piece of a compound part, take the part apart.

use crate::bodies::compound::{Compound, Piece};
use crate::bodies::{Motion, Shape};
use crate::math::{Pose, Vec2, cross, perp};
use crate::scene::{Attach, Id, Item, Mass, Part};

use super::commit::carry;
use super::draft::Draft;
use super::selection::How;
use super::{Editor, Level};

/// Angles nearer than this are the same (rad).
const SAME: f64 = 1e-9;

/// Pieces that a part consists of, at their poses in the world.
fn pieces(part: &Part) -> Vec<Piece> {
    let Shape::Compound(compound) = &part.shape else {
        let mut piece = Piece::new(part.shape.clone(), part.pose.position, part.pose.angle);
        match part.mass {
            Mass::Density(density) => piece.density = density,
            Mass::Given { mass, inertia } => piece.weighs = Some((mass, inertia)),
        }
        return vec![piece];
    };
    // The whole may have a mass other than the sum of its pieces' masses.
    let factor = part.mass_properties().mass / part.shape.mass_at_density(1.0).mass;
    let own = |piece: &Piece| Piece {
        shape: piece.shape.clone(),
        at: part.pose.point(piece.at),
        angle: part.pose.angle + piece.angle,
        density: factor * piece.density,
        weighs: piece
            .weighs
            .map(|(mass, inertia)| (factor * mass, factor * inertia)),
    };
    compound.pieces.iter().map(own).collect()
}

/// Whether an item's end acts on the angle of its part.
fn holds_angle(item: &Item, end: usize) -> bool {
    let slots = match item {
        Item::Constraint(it) => it.kind.slots(),
        Item::Force(it) => it.kind.slots(),
        _ => &[],
    };
    slots.get(end).is_some_and(|slot| slot.needs_angle())
}

impl Editor {
    /// Unites the selected parts: mass, centre, inertia, momentum and angular momentum are summed, joints between the parts are deleted,
    /// and other items attached to them are attached to the whole.
    pub(super) fn unite(&mut self) {
        let ids = self.selection.parts(&self.scene);
        // At their present poses.
        let parts: Vec<(Id, Part)> = ids
            .iter()
            .filter_map(|id| {
                let pose = self.pose(*id)?;
                let part = self.scene.part(*id)?.clone();
                Some((*id, Part { pose, ..part }))
            })
            .collect();
        if parts.len() < 2 {
            return self.say(Level::Info, "Select the parts that are to be one: two or more");
        }
        let supple = |part: &Part| !matches!(part.shape.motion(), Motion::Point | Motion::Rigid);
        if let Some((_, part)) = parts.iter().find(|(_, part)| supple(part)) {
            return self.say(
                Level::Warning,
                format!("{:?} is not rigid and cannot be part of another", part.name),
            );
        }
        // The whole takes the angle of a part on whose angle another item acts.
        let outside: Vec<(Id, Item)> = self
            .scene
            .items()
            .filter(|(_, item)| {
                let on = |end: &Attach| end.part.is_some_and(|part| ids.contains(&part));
                item.attachments().iter().any(on) && !item.attachments().iter().all(on)
            })
            .map(|(id, item)| (id, item.clone()))
            .collect();
        let turned = |wanted: Option<f64>| {
            outside.iter().find_map(|(_, item)| {
                let mut ends = item.attachments().iter().enumerate();
                ends.find_map(|(k, end)| {
                    let (_, part) = parts.iter().find(|(id, _)| Some(*id) == end.part)?;
                    let other = wanted.is_none_or(|angle| (part.pose.angle - angle).abs() > SAME);
                    (holds_angle(item, k) && other).then(|| (item.name().to_owned(), part.clone()))
                })
            })
        };
        let solid = parts.iter().find(|(_, part)| part.shape.motion().has_direction());
        let first = turned(None).map_or_else(|| solid.unwrap_or(&parts[0]).1.clone(), |(_, part)| part);
        let angle = first.pose.angle;
        if let Some((holder, part)) = turned(Some(angle)) {
            let text = format!(
                "{holder:?} holds the angle of {:?}, which is turned against the others; delete it first, or turn the part",
                part.name
            );
            return self.say(Level::Warning, text);
        }
        let mut whole = united(&parts, angle);
        let pose = whole.pose;
        // Built where its first part is built; a fixed part stays in place.
        if !whole.fixed
            && let Some(built) = self.scene.find(&first.name).and_then(|id| self.scene.part(id))
        {
            whole.pose = carry(&whole, pose, first.pose, built.pose);
        }
        let mut draft = Draft::new(&self.scene);
        let id = draft.add("compound", whole);
        let held: Vec<Id> = outside.into_iter().map(|(item, _)| item).collect();
        let gone = self.reattach_to_whole(&mut draft, &parts, &held, (id, pose));
        self.replace_parts(draft, &gone, &[(id, pose)], "Unite parts");
    }

    /// Attaches `outside` items, and traces and notes of the parts, to the whole. Returns the items to delete: the parts, and the items between
    /// them.
    fn reattach_to_whole(
        &self,
        draft: &mut Draft,
        parts: &[(Id, Part)],
        outside: &[Id],
        (whole, pose): (Id, Pose),
    ) -> Vec<Id> {
        let attach = |end: &mut Attach| {
            if let Some((_, part)) = parts.iter().find(|(id, _)| Some(*id) == end.part) {
                *end = Attach::part(whole, pose.local_point(part.pose.point(end.at)));
            }
        };
        for &item in outside {
            draft.change(item, |it| it.attachments_mut().iter_mut().for_each(attach));
        }
        let on_parts = |end: &Attach| {
            end.part
                .is_some_and(|part| parts.iter().any(|(id, _)| *id == part))
        };
        let inner = self.scene.items().filter(|(_, item)| {
            let ends = item.attachments();
            !ends.is_empty() && ends.iter().all(on_parts)
        });
        let (traces, gone): (Vec<_>, Vec<_>) =
            inner.partition(|(_, item)| matches!(item, Item::Trace(_) | Item::Note(_)));
        for (trace, _) in traces {
            draft.change(trace, |it| attach(&mut it.attachments_mut()[0]));
        }
        let gone = gone.into_iter().map(|(id, _)| id);
        gone.chain(parts.iter().map(|(id, _)| *id)).collect()
    }

    /// Takes the selected compound parts apart; items attached to them are attached to the nearest piece.
    pub(super) fn take_apart(&mut self) {
        let compounds: Vec<(Id, Part)> = self
            .selection
            .parts(&self.scene)
            .into_iter()
            .filter_map(|id| Some((id, self.scene.part(id)?.clone())))
            .filter(|(_, part)| matches!(part.shape, Shape::Compound(_)))
            .collect();
        if compounds.is_empty() {
            return self.say(Level::Info, "Select a compound part to take apart");
        }
        let mut draft = Draft::new(&self.scene);
        let (mut gone, mut poses) = (Vec::new(), Vec::new());
        for (whole, part) in &compounds {
            let made = match self.add_pieces(&mut draft, *whole, part) {
                Ok(made) => made,
                Err(refused) => return self.say(Level::Warning, refused),
            };
            let now = self.pose(*whole).unwrap_or(part.pose);
            poses.extend(
                made.iter()
                    .map(|(id, own)| (*id, carry(own, own.pose, part.pose, now))),
            );
            gone.push(*whole);
        }
        self.replace_parts(draft, &gone, &poses, "Take apart");
    }

    /// Adds the pieces of a compound part to a draft and attaches its items to the nearest piece.
    ///
    /// # Errors
    /// A sentence about an item that none of the pieces can carry.
    fn add_pieces(&self, draft: &mut Draft, whole: Id, part: &Part) -> Result<Vec<(Id, Part)>, String> {
        let mut made: Vec<(Id, Part)> = Vec::new();
        for piece in pieces(part) {
            let arm = piece.at - part.pose.position;
            let turns = piece.shape.motion().turns();
            let own = Part {
                velocity: part.velocity + part.omega * perp(arm),
                omega: if turns { part.omega } else { 0.0 },
                mass: match piece.weighs {
                    Some((mass, inertia)) => Mass::Given { mass, inertia },
                    None => Mass::Density(piece.density),
                },
                fixed: part.fixed,
                colour: part.colour,
                ..Part::new("", piece.shape.clone(), piece.pose())
            };
            let own = Part {
                pose: Pose {
                    angle: if turns { piece.angle } else { 0.0 },
                    ..own.pose
                },
                ..own
            };
            made.push((draft.add(piece.shape.id(), own.clone()), own));
        }
        for item in self.scene.attached_to(whole) {
            let Some(it) = self.scene.item(item).cloned() else {
                continue;
            };
            for (k, end) in it
                .attachments()
                .iter()
                .enumerate()
                .filter(|(_, end)| end.part == Some(whole))
            {
                let world = part.pose.point(end.at);
                let away = |own: &Part| own.shape.outline().distance(own.pose.local_point(world));
                let angled = holds_angle(&it, k);
                let fits = |own: &&(Id, Part)| !angled || own.1.shape.motion().turns();
                let nearest = made
                    .iter()
                    .filter(fits)
                    .min_by(|a, b| away(&a.1).total_cmp(&away(&b.1)));
                let Some((id, own)) = nearest else {
                    return Err(format!(
                        "{:?} holds the angle of the whole, and none of its pieces has one; delete it first",
                        it.name()
                    ));
                };
                if angled && (own.pose.angle - part.pose.angle).abs() > SAME {
                    return Err(format!(
                        "{:?} holds the angle of the whole, and the piece it is on is turned against that; delete it first",
                        it.name()
                    ));
                }
                let at = if own.shape.is_dot() {
                    Vec2::ZERO
                } else {
                    own.pose.local_point(world)
                };
                draft.change(item, |it| it.attachments_mut()[k] = Attach::part(*id, at));
            }
        }
        Ok(made)
    }

    /// Commits a draft without the items in `gone`, and selects the parts in `made`, which get these poses in the run.
    fn replace_parts(&mut self, draft: Draft, gone: &[Id], made: &[(Id, Pose)], label: &str) {
        let mut edit = draft.into_edit(&self.scene, label);
        for id in gone {
            self.scene.plan_item(&mut edit, *id, None);
        }
        if self.commit(edit, made.to_vec(), None) {
            self.selection
                .select(made.iter().map(|(id, _)| *id), How::Replace);
        }
    }
}

/// The compound part of the given parts, at an angle, with their total mass, momentum and angular momentum.
fn united(parts: &[(Id, Part)], angle: f64) -> Part {
    let (compound, centre) = Compound::about(parts.iter().flat_map(|(_, part)| pieces(part)).collect());
    let pose = Pose {
        position: centre,
        angle,
    };
    let own = compound.pieces.into_iter().map(|piece| Piece {
        at: pose.local_direction(piece.at),
        angle: piece.angle - angle,
        ..piece
    });
    let shape = Shape::Compound(Compound {
        pieces: own.collect(),
    });
    let mut whole = Part {
        mass: Mass::Density(1.0),
        fixed: parts.iter().any(|(_, part)| part.fixed),
        colour: parts[0].1.colour,
        ..Part::new("", shape, pose)
    };
    let total = whole.mass_properties();
    for (_, part) in parts {
        whole.velocity += part.mass_properties().mass / total.mass * part.velocity;
    }
    for (_, part) in parts {
        let own = part.mass_properties();
        let moment = own.mass * cross(part.pose.position - centre, part.velocity - whole.velocity);
        whole.omega += (own.inertia * part.omega + moment) / total.inertia;
    }
    whole
}
