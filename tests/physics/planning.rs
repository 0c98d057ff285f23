//! Symbolic analysis is done once per topology: edits that keep the topology reuse the plan.

use tinkertoy::constraints::ConstraintKind;
use tinkertoy::math::Vec2;
use tinkertoy::scene::{Edit, Id, Mass, Method, Scene, gallery};
use tinkertoy::sim::{Input, Simulation};
use tinkertoy::solver::SymbolicCounts;

use crate::build::{Build, ground, v2};

/// Five bars in a row on a wall, longer towards the end.
fn tree() -> Scene {
    let mut build = Build::default();
    let mut above = ground(0.0, 0.0);
    for k in 0..5 {
        let x = f64::from(k * (k + 1)) / 2.0;
        let bar = build.bar(v2(x, 0.0), v2(x + f64::from(k + 1), 0.0), 1.0);
        let from = build.end(bar, -1.0);
        build.pin(above, from);
        above = build.end(bar, 1.0);
    }
    build.scene
}

fn change(scene: &mut Scene, label: &str, edit: impl FnOnce(&Scene, &mut Edit)) {
    let mut planned = Edit::new(label);
    edit(scene, &mut planned);
    scene.apply(&planned);
}

/// Applies the same change to every part.
fn parts(scene: &Scene, edit: &mut Edit, with: impl Fn(&mut tinkertoy::scene::Part)) {
    for (id, part) in scene.parts() {
        let mut part = part.clone();
        with(&mut part);
        scene.plan_item(edit, id, Some(part.into()));
    }
}

/// Applies an edit to the run, and takes some steps.
fn take(run: &mut Simulation, scene: &Scene, posed: &[Id]) -> SymbolicCounts {
    let poses = posed
        .iter()
        .map(|&id| (id, scene.part(id).unwrap().pose))
        .collect();
    run.apply(Input::Scene(Box::new(scene.clone()), poses));
    for _ in 0..3 {
        run.step().unwrap();
    }
    run.dynamics.solver.plans()
}

#[test]
fn only_another_topology_is_planned_anew() {
    let machines = [
        ("a tree of pins", tree()),
        ("net", gallery::find("net").unwrap().scene().unwrap()),
        ("jansen", gallery::find("jansen").unwrap().scene().unwrap()),
    ];
    for (name, scene) in &machines {
        for method in [Method::Sparse, Method::Auxiliary, Method::ConjugateGradient] {
            let mut scene = scene.clone();
            scene.settings.method = method;
            let what = format!("{name}, {method}");
            let mut run = Simulation::new(&scene);
            for _ in 0..3 {
                run.step().unwrap();
            }
            // From here on every plan that the solver may need exists.
            let plans = run.dynamics.solver.plans();

            change(&mut scene, "masses", |scene, edit| {
                parts(scene, edit, |part| {
                    let own = part.mass_properties();
                    part.mass = Mass::Given {
                        mass: 1.5 * own.mass,
                        inertia: 1.7 * own.inertia,
                    };
                });
            });
            assert_eq!(take(&mut run, &scene, &[]), plans, "{what}: masses");

            change(&mut scene, "lengths", |scene, edit| {
                for (id, constraint) in scene.constraints() {
                    let mut constraint = constraint.clone();
                    if let ConstraintKind::Distance(rod) = &mut constraint.kind {
                        rod.length *= 1.000_01;
                        scene.plan_item(edit, id, Some(constraint.into()));
                    }
                }
            });
            assert_eq!(take(&mut run, &scene, &[]), plans, "{what}: lengths");

            let posed: Vec<Id> = scene.parts().map(|(id, _)| id).collect();
            change(&mut scene, "pose", |scene, edit| {
                parts(scene, edit, |part| part.pose.position += Vec2::new(1e-6, 0.0));
            });
            assert_eq!(take(&mut run, &scene, &posed), plans, "{what}: pose");

            change(&mut scene, "speeds", |scene, edit| {
                parts(scene, edit, |part| part.velocity += Vec2::new(1e-6, 0.0));
            });
            assert_eq!(take(&mut run, &scene, &posed), plans, "{what}: speeds");

            // Deleting a constraint gives another topology: analysed once, and ordered as often as the first one was.
            let last = scene.constraints().next_back().unwrap().0;
            let deletion = scene.plan_delete(&[last], "delete");
            scene.apply(&deletion);
            let after = take(&mut run, &scene, &[]);
            assert_eq!(after.topologies, plans.topologies + 1, "{what}");
            assert_eq!(after.orders, 2 * plans.orders, "{what}");
            // Restored by undo.
            scene.apply(&deletion.inverse());
            let after = take(&mut run, &scene, &[]);
            assert_eq!(after.topologies, plans.topologies + 2, "{what}");
        }
    }
}
