//! Assembly of parts that are joined while apart, and of parts that are joined in motion.

use tinkertoy::constraints::{ConstraintKind, Distance};
use tinkertoy::math::{Vec2, unit};
use tinkertoy::parameter::Parameters;
use tinkertoy::scene::{Attach, Method, Scene};
use tinkertoy::sim::{Dynamics, Freedom, Model, SimState};

use crate::build::{Build, centre, ground, v2};

fn compiled(scene: &Scene) -> (Model, SimState, Dynamics) {
    let model = Model::compile(scene);
    let mut dynamics = Dynamics::new(Method::Sparse);
    dynamics.prepare(&model);
    let state = model.start.clone();
    (model, state, dynamics)
}

/// A four-bar linkage whose bars are scattered.
fn scattered() -> Scene {
    let mut build = Build::default();
    let lie = |build: &mut Build, from: Vec2, length: f64, lean: f64| {
        build.bar(from, from + length * unit(lean), 1.0)
    };
    let crank = lie(&mut build, v2(0.1, 0.2), 0.6, 1.2);
    let coupler = lie(&mut build, v2(0.9, 1.1), 1.5, -0.3);
    let rocker = lie(&mut build, v2(2.0, -0.2), 1.1, 1.9);
    let ends = |bar| [build.end(bar, -1.0), build.end(bar, 1.0)];
    let [a, b, c] = [ends(crank), ends(coupler), ends(rocker)];
    build.pin(ground(0.0, 0.0), a[0]);
    build.pin(a[1], b[0]);
    build.pin(b[1], c[1]);
    build.pin(ground(1.6, 0.0), c[0]);
    build.scene
}

/// Assembly at once and smooth assembly both close all joints; the smooth one never increases the largest gap, and moves in small steps.
#[test]
fn parts_come_together_at_once_and_smoothly() {
    let scene = scattered();
    let (model, start, mut dynamics) = compiled(&scene);
    let mut at_once = start.clone();
    assert!(dynamics.open(&model, &at_once).0 > 0.1);
    assert!(dynamics.assemble(&model, &mut at_once).unwrap() < 1e-11);

    let mut state = start.clone();
    let mut way: Vec<SimState> = Vec::new();
    let open = dynamics
        .assemble_smoothly(&model, &mut state, |state| way.push(state.clone()))
        .unwrap();
    assert!(open < 1e-11, "{open}");
    assert_eq!(way[0], start);
    let gaps: Vec<f64> = way.iter().map(|state| dynamics.open(&model, state).0).collect();
    for pair in gaps.windows(2) {
        assert!(pair[1] < pair[0] + 1e-9, "{gaps:?}");
    }
    for pair in way.windows(2) {
        let step = pair[0].q.iter().zip(&pair[1].q).map(|(a, b)| (a - b).abs());
        assert!(step.fold(0.0, f64::max) < 0.35);
    }
    // The first-order law: gaps shrink by the same factor at each step.
    let share = gaps[10] / gaps[9];
    assert!((share - 0.88).abs() < 0.03, "{share}");
}

/// A triangle that cannot close lies flat: the gap is distributed by stiffness, and all of its rods are reported as contradictory.
#[test]
fn what_cannot_be_met_is_named_at_the_closest_pose() {
    let mut build = Build::default();
    let [p, q, r] = [(0.0, 0.0), (1.0, 0.1), (0.6, 0.9)].map(|(x, y)| build.particle(x, y, 1.0));
    let fine = build.particle(3.0, 0.0, 1.0);
    let innocent = build.rod(centre(q), centre(fine));
    let mut rods = Vec::new();
    for (a, b, length) in [(p, q, 1.0), (q, r, 1.0), (p, r, 3.0)] {
        let id = build.rod(centre(a), centre(b));
        let mut edit = tinkertoy::scene::Edit::new("length");
        let mut item = build.scene.item(id).unwrap().clone();
        if let tinkertoy::scene::Item::Constraint(it) = &mut item {
            it.kind = ConstraintKind::Distance(Distance { length });
        }
        build.scene.plan_item(&mut edit, id, Some(item));
        build.scene.apply(&edit);
        rods.push(id);
    }
    let (model, mut state, mut dynamics) = compiled(&build.scene);
    let open = dynamics.assemble_smoothly(&model, &mut state, |_| {}).unwrap();
    // Lengths 1 + 1 against 3: the missing metre is divided equally among the three rods.
    assert!((open - 1.0 / 3.0).abs() < 1e-6, "{open}");
    let freedom = Freedom::of(&model, &state, &mut dynamics).unwrap();
    assert_eq!(freedom.contradictory, rods);
    assert!(!freedom.contradictory.contains(&innocent));
}

/// Velocity projection when parts are joined in motion: every kind then meets its rate, kinetic
/// energy decreases, and the velocity of a body without a constraint is unchanged.
#[test]
fn joining_in_motion_never_adds_energy() {
    let mut kinds = ConstraintKind::catalogue();
    for kind in ConstraintKind::catalogue() {
        for choice in kind.choices() {
            for option in 0..choice.options.len() {
                let mut other = kind.clone();
                other.choose(choice.key, option);
                kinds.push(other);
            }
        }
    }
    for kind in kinds
        .into_iter()
        // Limits and other rows that do not hold at all times may be inactive here.
        .filter(|kind| !kind.is_drive() && !kind.rows().is_empty() && kind.limits().is_none())
    {
        let mut build = Build::default();
        let one = build.block(0.0, 0.0, 2.0);
        let other = build.disk(0.9, 0.4, 0.2, 1.0);
        let third = build.disk(-0.5, 1.4, 0.3, 0.6);
        let apart = build.disk(5.0, 5.0, 0.3, 0.6);
        for (k, id) in [one, other, third, apart].into_iter().enumerate() {
            let k = k as f64;
            build.set_velocity(id, v2(0.7 - k, 0.4 * k - 0.9), 1.1 - 0.8 * k + 0.3 * k * k);
        }
        let ends = [
            Attach::part(one, v2(0.2, 0.05)),
            centre(other),
            centre(third),
            ground(0.0, 3.0),
        ];
        build.join(kind.clone(), &ends[..kind.slots().len()]);
        let (model, mut state, mut dynamics) = compiled(&build.scene);
        let energy = |state: &SimState| tinkertoy::sim::Energy::of(&model, state).kinetic;
        let before = energy(&state);
        dynamics.project_velocities(&model, &mut state).unwrap();
        let after = energy(&state);
        assert!(after <= before * (1.0 + 1e-12), "{kind:?}: {before} {after}");
        assert!(after < before * (1.0 - 1e-9), "{kind:?} changed nothing");
        assert!(dynamics.drift(&model, &state).rate < 1e-10, "{kind:?}");
        let alone = state.v.len() - 3;
        assert_eq!(state.v[alone..], model.start.v[alone..], "{kind:?}");
    }
}
