//! Conversion of a document into a scene.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::migrate::migrate;
use super::similar::Similar;
use super::{Dimension, Document, End, Link, Note, Underlay, variables};
use crate::parameter::LengthUnit;
use crate::scene::file::Fault;
use crate::scene::file::error::Faults;
use crate::scene::file::outline::{Outline, Place};
use crate::scene::{self, Attach, GROUND, Id, Info, Item, Scene};

/// Information on an item that was read.
#[derive(Clone, Copy)]
pub struct Read {
    /// Where its text starts.
    pub at: Option<Place>,
    /// Whether it names a part that does not exist; the fault has been reported.
    pub dangling: bool,
}

/// An id that no part has. An item that names a missing part is attached to it, and so refused.
const NOWHERE: Id = Id(u32::MAX);

struct Builder<'a> {
    scene: Scene,
    /// The first part of each name; duplicates are reported later.
    parts: BTreeMap<String, Id>,
    similar: Similar,
    items: BTreeMap<Id, Read>,
    places: &'a Outline,
    faults: &'a mut Faults,
}

impl Document {
    /// The scene, its items with their places, and notes on differences to an older version. Faults are reported here only if a scene cannot represent
    /// them; [`crate::scene::validate`] finds the others.
    pub(in crate::scene::file) fn into_scene(
        self,
        places: &Outline,
        faults: &mut Faults,
    ) -> (Scene, BTreeMap<Id, Read>, Vec<Fault>) {
        let version = self.version;
        if version == 1 {
            self.refuse_newer_fields(places, faults);
        }
        let settings = self.settings.into_settings(places, faults);
        let word = self.length_unit.unwrap_or_else(|| "m".to_owned());
        let length_unit = LengthUnit::of_word(&word).unwrap_or_else(|| {
            let words = LengthUnit::ALL.map(LengthUnit::word).join(", ");
            let message = format!("there is no unit of lengths {word:?}; give one of {words}");
            faults.add(places.scene_wide(&message), message);
            LengthUnit::default()
        });
        let mut builder = Builder {
            scene: Scene {
                info: Info {
                    title: self.title,
                    description: self.description,
                    hint: self.hint,
                    length_unit,
                    paused: self.paused,
                },
                camera: scene::Camera {
                    center: self.camera.center,
                    height: self.camera.height,
                },
                settings,
                scopes: self.scopes.into_iter().map(scene::Scope::from).collect(),
                ..Scene::default()
            },
            parts: BTreeMap::new(),
            similar: Similar::default(),
            items: BTreeMap::new(),
            places,
            faults,
        };
        for (k, part) in self.parts.into_iter().enumerate() {
            let at = places.item("parts", k);
            let name = part.name.clone();
            let part = part.into_part(at, builder.faults);
            let id = builder.add(part, Read { at, dangling: false });
            builder.parts.entry(name).or_insert(id);
        }
        builder.links("constraints", self.constraints, |name, ends, kind| {
            scene::Constraint { name, ends, kind }
        });
        builder.links("forces", self.forces, |name, ends, kind| scene::Force {
            name,
            ends,
            kind,
        });
        for (k, it) in self.traces.into_iter().enumerate() {
            let at = places.item("traces", k);
            let (end, dangling) = builder.attach(&it.name, &it.at, at);
            let mut trace = scene::Trace::new(it.name, end);
            trace.lasts = it.lasts.unwrap_or_default();
            builder.add(trace, Read { at, dangling });
        }
        builder.annotations(self.notes, self.dimensions);
        let Builder {
            mut scene,
            items,
            faults,
            ..
        } = builder;
        let notes = migrate(&mut scene, version, |id| items.get(&id).and_then(|it| it.at));
        let named = (self.variables, self.formulas);
        variables::take(&mut scene, named, places, faults);
        match self.underlay.map(Underlay::into_underlay).transpose() {
            Ok(underlay) => scene.underlay = underlay,
            Err(why) => faults.add(places.field("underlay"), why),
        }
        scene.run = self.run.map(Arc::new);
        (scene, items, notes)
    }

    /// Refuses newer fields in a file of version 1: a program that knows only version 1 could not read it.
    fn refuse_newer_fields(&self, places: &Outline, faults: &mut Faults) {
        let newer = [
            ("settings", "`smallest_step`", self.settings.is_newer_than_1()),
            ("scopes", "scopes", !self.scopes.is_empty()),
            ("variables", "named parameters", !self.variables.is_empty()),
            (
                "formulas",
                "formulas of named parameters",
                !self.formulas.is_empty(),
            ),
        ];
        for (field, what, _) in newer.into_iter().filter(|it| it.2) {
            let message = format!("{what} came with version 2; write `version: 2`");
            faults.add(places.field(field), message);
        }
    }
}

impl Builder<'_> {
    fn add(&mut self, item: impl Into<Item>, read: Read) -> Id {
        let id = self.scene.add(item);
        self.items.insert(id, read);
        id
    }

    fn links<Kind, It: Into<Item>>(
        &mut self,
        list: &str,
        links: Vec<Link<Kind>>,
        make: impl Fn(String, Vec<Attach>, Kind) -> It,
    ) {
        for (k, it) in links.into_iter().enumerate() {
            let at = self.places.item(list, k);
            let given = [("a", &it.a), ("b", &it.b), ("c", &it.c), ("d", &it.d)];
            for pair in given.windows(2) {
                let [(before, none), (name, some)] = [pair[0], pair[1]];
                if none.is_none() && some.is_some() {
                    let message = format!(
                        "{:?} has an end {name} and no {before}; give {before}, or call {name} {before}",
                        it.name
                    );
                    self.faults.add_of(&it.name, at, message);
                }
            }
            let mut ends = Vec::new();
            let mut dangling = false;
            for end in given.into_iter().filter_map(|(_, end)| end.as_ref()) {
                let (end, lost) = self.attach(&it.name, end, at);
                ends.push(end);
                dangling |= lost;
            }
            self.add(make(it.name, ends, it.kind), Read { at, dangling });
        }
    }

    fn annotations(&mut self, notes: Vec<Note>, dimensions: Vec<Dimension>) {
        for (k, it) in notes.into_iter().enumerate() {
            let at = self.places.item("notes", k);
            let (end, dangling) = self.attach(&it.name, &it.at, at);
            let (name, text) = (it.name, it.text);
            self.add(scene::Note { name, text, end }, Read { at, dangling });
        }
        for (k, it) in dimensions.into_iter().enumerate() {
            let at = self.places.item("dimensions", k);
            let (mut ends, mut dangling) = (Vec::new(), false);
            for end in [Some(&it.a), Some(&it.b), it.c.as_ref()].into_iter().flatten() {
                let (end, lost) = self.attach(&it.name, end, at);
                ends.push(end);
                dangling |= lost;
            }
            let dimension = scene::Dimension {
                name: it.name,
                ends,
                pulled: it.pulled.into(),
            };
            self.add(dimension, Read { at, dangling });
        }
    }

    /// The attachment, and whether its part is missing.
    fn attach(&mut self, item: &str, end: &End, at: Option<Place>) -> (Attach, bool) {
        let part = match self.parts.get(&end.part) {
            _ if end.part == GROUND => None,
            Some(&id) => Some(id),
            None => {
                let like = match self.similar.nearest(&end.part, self.parts.keys()) {
                    Some(like) => format!("did you mean {like:?}?"),
                    None => format!("add it, or give another part or {GROUND:?}"),
                };
                self.faults.add_of(
                    item,
                    at,
                    format!(
                        "{item:?} is attached to {:?}, and there is no part of that name; {like}",
                        end.part
                    ),
                );
                Some(NOWHERE)
            }
        };
        (Attach { part, at: end.at }, part == Some(NOWHERE))
    }
}
