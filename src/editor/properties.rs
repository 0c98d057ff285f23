//! Properties of parts: mass, material, collisions, layer, colour, velocity, fixing.

use crate::math::Vec2;
use crate::scene::{Collides, Edit, Id, Item, LAYERS, Mass, Material, Part, PartColour};

use super::Editor;
use super::undo_step::GestureKey;

impl Editor {
    pub(super) fn set_mass(&mut self, ids: &[Id], mass: Mass, done: bool) {
        let gesture = GestureKey(format!("mass of {ids:?}"));
        self.change_parts(ids, "Change mass", Some(gesture), |part| part.mass = mass);
        self.end_gesture(done);
    }

    pub(super) fn set_material(&mut self, ids: &[Id], material: Material, done: bool) {
        let gesture = GestureKey(format!("material of {ids:?}"));
        self.change_parts(ids, "Change material", Some(gesture), |part| {
            part.material = material
        });
        self.end_gesture(done);
    }

    pub(super) fn set_collides(&mut self, ids: &[Id], collides: Collides) {
        self.change_parts(ids, "Change what collides", None, |part| part.collides = collides);
    }

    pub(super) fn set_layer(&mut self, ids: &[Id], layer: i32, done: bool) {
        let gesture = GestureKey(format!("layer of {ids:?}"));
        self.change_parts(ids, "Change layer", Some(gesture), |part| part.layer = layer);
        self.end_gesture(done);
    }

    pub(super) fn set_colour(&mut self, ids: &[Id], colour: PartColour) {
        self.change_parts(ids, "Paint", None, |part| part.colour = colour);
    }

    pub(super) fn set_velocity(&mut self, id: Id, (velocity, omega): (Vec2, f64), done: bool) {
        let gesture = GestureKey(format!("velocity of {id:?}"));
        self.change_parts(&[id], "Change velocity", Some(gesture), |part| {
            part.velocity = velocity;
            part.omega = omega;
        });
        self.end_gesture(done);
    }

    /// Moves the selected parts by a number of layers to the front.
    pub(super) fn raise(&mut self, by: i32) {
        let ids = self.selection.parts(&self.scene);
        self.change_parts(&ids, "Change layer", None, |part| {
            part.layer = (part.layer + by).clamp(-LAYERS, LAYERS);
        });
    }

    pub(super) fn change_parts(
        &mut self,
        ids: &[Id],
        label: &str,
        gesture: Option<GestureKey>,
        change: impl Fn(&mut Part),
    ) {
        self.change_items(ids, label, gesture, |item| {
            if let Item::Part(part) = item {
                change(part);
            }
        });
    }

    pub(super) fn set_fixed(&mut self, ids: &[Id], fixed: bool) {
        let mut edit = Edit::new(if fixed { "Fix" } else { "Free" });
        for &id in ids {
            if let Some(part) = self.scene.part(id) {
                let mut part = part.clone();
                part.fixed = fixed;
                // A part fixed during a run stays at its present pose.
                if fixed && let Some(pose) = self.pose(id) {
                    part.pose = pose;
                    if let Some(shape) = self.form(id).and_then(|u| part.shape.formed(u)) {
                        part.shape = shape;
                    }
                }
                self.scene.plan_item(&mut edit, id, Some(part.into()));
            }
        }
        self.commit(edit, Vec::new(), None);
    }
}
