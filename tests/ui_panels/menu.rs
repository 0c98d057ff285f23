//! The context menu.

use tinkertoy::constraints::ConstraintKind;
use tinkertoy::editor::{Intent, PanelEffect};
use tinkertoy::math::Vec2;
use tinkertoy::ui::UiOutput;

use super::{Desk, click, crank, harness};

/// Where an axle covers the motor on it, the menu of the axle acts on the motor as well.
#[test]
fn the_motor_under_a_pin_is_reversed_and_switched_there() {
    let (scene, _, motor) = crank();
    let pins = scene.constraints().map(|(id, _)| id);
    let pin = pins.into_iter().find(|id| *id != motor).unwrap();
    for item in [pin, motor] {
        for switch in [false, true] {
            let mut harness = harness(Desk::new(scene.clone()));
            harness.state_mut().panels.follow(PanelEffect::ContextMenu {
                at: Vec2::new(300.0, 200.0),
                item: Some(item),
                by_key: false,
            });
            harness.run_steps(4);
            let which = if item == pin { " the motor" } else { "" };
            let line = if switch { "Switch off" } else { "Reverse" };
            let said = click(&mut harness, &format!("{line}{which}"));
            let [UiOutput::Intend(Intent::SetConstraint { id, kind })] = &said[..] else {
                panic!("{said:?}")
            };
            let ConstraintKind::Motor(changed) = kind else {
                panic!("{kind:?}")
            };
            let Some(ConstraintKind::Motor(before)) = scene.constraint(motor).map(|it| &it.kind) else {
                panic!()
            };
            assert_eq!(*id, motor);
            if switch {
                assert!(changed.off && !before.off);
            } else {
                assert_eq!(changed.speed, -before.speed);
            }
        }
    }
}
