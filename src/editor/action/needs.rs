//! Reasons why a disabled command does nothing, shown to the user.

use super::{Action, Arrangement};

impl Action {
    /// The condition that a disabled command lacks.
    pub fn needs(self) -> &'static str {
        match self {
            Action::Undo => "nothing was done yet",
            Action::Redo => "nothing was taken back",
            Action::Cut | Action::Copy | Action::Delete | Action::DimensionSelected => {
                "select something first"
            }
            Action::Arrange(Arrangement::SpreadX | Arrangement::SpreadY) => "select three parts first",
            Action::Arrange(_) | Action::Group => "select two parts first",
            Action::Ungroup => "select a group first",
            Action::TakeApart => "select a compound part first",
            Action::Duplicate
            | Action::NudgeLeft
            | Action::NudgeRight
            | Action::NudgeUp
            | Action::NudgeDown
            | Action::LayerUp
            | Action::LayerDown
            | Action::Lock
            | Action::Hide
            | Action::Construct
            | Action::Unite => "select a part first",
            Action::UnlockAll => "nothing is locked",
            Action::ShowAll => "nothing is hidden",
            Action::Write => "select a note or a dimension first",
            Action::ToggleUnderlay | Action::RemoveUnderlay => "there is no picture",
            Action::ExportPaths => "no point is traced",
            Action::ExportLastSeconds | Action::ExportStanding => "nothing has run yet",
            Action::KeepPose => "the machine stands as built",
            Action::StepBack | Action::SecondBack => "no step is remembered",
            Action::SecondForward => "time was not taken back",
            _ => "the scene is empty",
        }
    }
}
