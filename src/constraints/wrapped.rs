//! Kinds that wrap a joint and change when it holds: the joints they take, and the methods they pass on to the joint.

use super::ConstraintKind;
use crate::parameter::{Choice, Parameters};

/// The joints that a kind takes, as offered to the user.
pub(super) struct Offer {
    /// Label of the choice.
    pub label: &'static str,
    /// What any other joint does not do, as the end of a sentence.
    pub refusal: &'static str,
    /// [`ConstraintKind::id`] of each.
    pub joints: &'static [&'static str],
    /// Name and sentence of each, in the same order.
    pub options: &'static [(&'static str, &'static str)],
}

const KEY: &str = "joint";

impl Offer {
    fn position(&self, joint: &ConstraintKind) -> Option<usize> {
        self.joints.iter().position(|id| *id == joint.id())
    }

    /// Whether the kind takes a joint.
    pub fn takes(&self, joint: &ConstraintKind) -> bool {
        self.position(joint).is_some()
    }

    /// The choice of the joint, then those of the joint itself.
    pub fn choices(&self, joint: &ConstraintKind) -> Vec<Choice> {
        let mut all = vec![Choice {
            key: KEY,
            label: self.label,
            options: self.options,
            chosen: self.position(joint).unwrap_or(0),
        }];
        all.extend(joint.choices());
        all
    }

    /// Takes an option of one of these choices; false where there is none of that name.
    pub fn choose(&self, joint: &mut ConstraintKind, key: &str, option: usize) -> bool {
        if key != KEY {
            return joint.choose(key, option);
        }
        let id = self.joints.get(option);
        let chosen = id.and_then(|id| ConstraintKind::catalogue().into_iter().find(|it| it.id() == *id));
        match chosen {
            Some(chosen) => {
                *joint = chosen;
                true
            }
            None => false,
        }
    }

    /// What is wrong with a joint, as a sentence.
    pub fn problem(&self, joint: &ConstraintKind) -> Option<String> {
        if self.takes(joint) {
            // Parameters out of range are found by the joint's parameters already.
            return joint.problem();
        }
        let label = joint.label().to_lowercase();
        let names: Vec<String> = self.options.iter().map(|it| it.0.to_lowercase()).collect();
        let names = names.join(", ");
        let names = names
            .rsplit_once(", ")
            .map_or(names.clone(), |(most, last)| format!("{most} or {last}"));
        Some(format!("a {label} {}; give a {names}", self.refusal))
    }
}

/// Choices and texts of a kind that wraps a joint by an [`Offer`].
macro_rules! wrapped_parameters {
    ($OFFER:ident) => {
        fn choices(&self) -> Vec<crate::parameter::Choice> {
            $OFFER.choices(&self.joint)
        }
        fn choose(&mut self, key: &str, option: usize) -> bool {
            $OFFER.choose(&mut self.joint, key, option)
        }
        fn texts(&self) -> Vec<crate::parameter::Text> {
            self.joint.texts()
        }
        fn set_text(&mut self, key: &str, text: &str) -> Result<(), String> {
            self.joint.set_text(key, text)
        }
    };
}
pub(super) use wrapped_parameters;

/// Methods that a wrapping kind passes on to its joint, whose memory follows `$OWN` numbers.
macro_rules! like_its_joint {
    ($OFFER:ident, $OWN:ident) => {
        fn slots(&self) -> &'static [Slot] {
            self.joint.slots()
        }

        fn slot_names(&self) -> &'static [&'static str] {
            self.joint.slot_names()
        }

        fn may_share(&self, one: usize, other: usize) -> bool {
            self.joint.may_share(one, other)
        }

        fn remember(&self, ends: &[EndPorts], memory: &mut [f64]) {
            self.joint.remember(ends, &mut memory[$OWN..]);
        }

        fn problem(&self) -> Option<String> {
            $OFFER.problem(&self.joint)
        }

        fn misplaced(&self, ends: &[EndPorts]) -> Option<String> {
            self.joint.misplaced(ends)
        }
    };
}
pub(super) use like_its_joint;
