//! Loops, redundancy, several anchors and large mass ratios: common machines.

use std::f64::consts::PI;

use tinkertoy::math::Vec2;
use tinkertoy::scene::{Attach, Method};
use tinkertoy::sim::{Dynamics, Freedom};

use crate::build::{Build, angle, centre, ground, polar, position, run, v2};

/// A parallelogram linkage with this number of cranks; the third and further ones are redundant.
fn parallelogram(cranks: usize) -> (Build, Vec<tinkertoy::scene::Id>) {
    let mut build = Build::default();
    let tip = polar(1.0, 0.6);
    let coupler = build.bar(tip, tip + v2(2.0, 0.0), 1.0);
    let mut parts = vec![coupler];
    for k in 0..cranks {
        let x = 2.0 * k as f64 / (cranks - 1) as f64;
        let crank = build.bar(v2(x, 0.0), v2(x, 0.0) + tip, 0.2);
        let (inner, outer) = (build.end(crank, -1.0), build.end(crank, 1.0));
        build.pin(ground(x, 0.0), inner);
        build.pin(outer, Attach::part(coupler, v2(x - 1.0, 0.0)));
        parts.push(crank);
    }
    (build, parts)
}

#[test]
fn a_redundant_crank_changes_nothing_but_its_weight() {
    for method in Method::EXACT {
        let (mut build, parts) = parallelogram(3);
        build.scene.settings.method = method;
        let mut run = run(&build.scene, 3.0);
        assert!(run.drift().max_m < 1e-6, "{:?}", run.drift());
        assert!((angle(&run, parts[1]) - angle(&run, parts[3])).abs() < 1e-6);
        assert!(angle(&run, parts[0]).abs() < 1e-6, "the coupler stays level");
        assert!(run.energy_error().abs() < 1e-5, "{}", run.energy_error());
        // The angle in minimal coordinates: coupler and three cranks, with I = m l²/3 for each crank.
        let inertia = 1.0 + 3.0 * 0.2 / 3.0;
        let lever = 1.0 + 3.0 * 0.2 / 2.0;
        let [phi, _] = crate::build::integrate([0.6, 0.0], 3.0, 30_000, |_, [phi, w]| {
            [*w, -9.81 * lever / inertia * phi.cos()]
        });
        assert!(
            (angle(&run, parts[1]) - phi).abs() < 1e-4,
            "{method} {} {phi}",
            angle(&run, parts[1])
        );
    }
}

#[test]
fn freedoms_are_counted_with_drives_and_redundancy() {
    let (build, _) = parallelogram(3);
    let count = |scene: &tinkertoy::scene::Scene| {
        let run = tinkertoy::sim::Simulation::new(scene);
        let mut dynamics = Dynamics::new(Method::Sparse);
        dynamics.prepare(run.model());
        Freedom::of(run.model(), run.state(), &mut dynamics).unwrap()
    };
    let freedom = count(&build.scene);
    assert_eq!((freedom.dof, freedom.rows, freedom.rank), (Some(1), 12, Some(11)));
    assert_eq!(freedom.redundant.len(), 1);
    assert!(freedom.contradictory.is_empty());
    let mut driven = Build { scene: build.scene };
    let crank = driven.scene.find("bar 2").unwrap();
    driven.link(
        tinkertoy::constraints::ConstraintKind::Motor(Default::default()),
        ground(0.0, 0.0),
        centre(crank),
    );
    let freedom = count(&driven.scene);
    assert_eq!((freedom.dof, freedom.driven), (Some(1), 1));
}

/// A bar on two pins to the ground, one row of which is redundant.
#[test]
fn a_bar_pinned_twice_to_the_ground_stays() {
    for method in Method::EXACT {
        let mut build = Build::default();
        let bar = build.bar(v2(-1.0, 0.0), v2(1.0, 0.0), 3.0);
        let (left, right) = (build.end(bar, -1.0), build.end(bar, 1.0));
        build.pin(ground(-1.0, 0.0), left);
        build.pin(ground(1.0, 0.0), right);
        build.scene.settings.method = method;
        let mut run = run(&build.scene, 1.0);
        assert!(position(&run, bar).length() < 1e-9);
        let (model, state) = (run.model().clone(), run.state().clone());
        run.dynamics
            .accelerations(&model, &state.q, &state.v, state.time, &state.memory, None)
            .unwrap();
        let lambda = &run.dynamics.solution.lambda;
        // Half the weight on each pin, and no axial force between them: the minimum-norm solution.
        for (k, exact) in [0.0, 3.0 * 9.81 / 2.0, 0.0, 3.0 * 9.81 / 2.0]
            .into_iter()
            .enumerate()
        {
            assert!((lambda[k] - exact).abs() < 1e-6, "{method}: {lambda:?}");
        }
    }
}

/// A ball a thousand and a million times as heavy as the links from which it hangs.
#[test]
fn large_ratios_of_mass_do_not_stretch() {
    for (ratio, dt) in [(1e3, 1.0 / 960.0), (1e6, 1.0 / 20_000.0)] {
        let mut build = Build::default();
        build.scene.settings.dt = dt;
        let mut above = ground(0.0, 0.0);
        let n = 10;
        for k in 0..n {
            let p = polar(f64::from(k + 1) * 0.3, -0.5);
            let bead = build.particle(p.x, p.y, if k + 1 == n { ratio } else { 1.0 });
            build.rod(above, centre(bead));
            above = centre(bead);
        }
        let mut run = run(&build.scene, 1.0);
        assert!(run.drift().max_m < 1e-5, "{ratio}: {:?}", run.drift());
        assert!(run.energy_error().abs() < 1e-4 * ratio, "{}", run.energy_error());
    }
}

/// A chain stretched straight between two anchors: a singular configuration at that pose only.
#[test]
fn a_chain_pulled_straight_stays_finite() {
    for method in Method::EXACT {
        let mut build = Build::default();
        build.scene.settings.method = method;
        let mut left = ground(0.0, 0.0);
        for k in 0..5 {
            let bead = build.particle(f64::from(k + 1), 0.0, 1.0);
            build.rod(left, centre(bead));
            left = centre(bead);
        }
        build.rod(left, ground(6.0, 0.0));
        let mut run = run(&build.scene, 2.0);
        assert!(run.state().q.iter().all(|x| x.is_finite()));
        assert!(run.drift().max_m < 0.05, "{method} {:?}", run.drift());
    }
}

/// A triangle that cannot close comes to rest instead of diverging.
#[test]
fn a_contradiction_comes_to_rest() {
    for method in Method::EXACT {
        let mut build = Build::default();
        build.scene.settings.method = method;
        build.scene.settings.linear_drag = 0.5;
        let bead = build.particle(1.0, -0.2, 1.0);
        build.rod(ground(0.0, 0.0), centre(bead));
        let rod = build.rod(ground(3.0, 0.0), centre(bead));
        let mut edit = tinkertoy::scene::Edit::new("shorten");
        let mut item = build.scene.constraint(rod).unwrap().clone();
        item.kind = tinkertoy::constraints::ConstraintKind::Distance(tinkertoy::constraints::Distance {
            length: 1.2,
        });
        build.scene.plan_item(&mut edit, rod, Some(item.into()));
        build.scene.apply(&edit);
        let mut fastest: f64 = 0.0;
        let mut run = tinkertoy::sim::Simulation::new(&build.scene);
        for _ in 0..2400 {
            run.step().unwrap();
            fastest = run.state().v.iter().fold(fastest, |f, v| f.max(v.abs()));
        }
        assert!(fastest < 50.0, "{method}: {fastest} m/s");
    }
}

/// A net with many loops moves alike by both methods.
#[test]
fn a_net_moves_alike_with_both_methods() {
    let n = 6;
    let mut build = Build::default();
    let mut ids = Vec::new();
    for j in 0..n {
        for i in 0..n {
            let id = build.particle(f64::from(i) * 0.3, f64::from(-j) * 0.3, 0.1);
            ids.push(id);
        }
    }
    let at = |i: i32, j: i32| ids[(j * n + i) as usize];
    for j in 0..n {
        for i in 0..n {
            if i + 1 < n {
                build.rod(centre(at(i, j)), centre(at(i + 1, j)));
            }
            if j + 1 < n {
                build.rod(centre(at(i, j)), centre(at(i, j + 1)));
            }
        }
    }
    build.pin(ground(0.0, 0.0), centre(at(0, 0)));
    build.rod(ground(1.5, 1.0), centre(at(n - 1, 0)));
    let mut ends: Vec<Vec<Vec2>> = Vec::new();
    for method in Method::EXACT {
        build.scene.settings.method = method;
        let mut run = run(&build.scene, 0.5);
        assert!(run.drift().max_m < 1e-4, "{:?}", run.drift());
        ends.push(ids.iter().map(|id| position(&run, *id)).collect());
    }
    for other in &ends[1..] {
        for (a, b) in ends[0].iter().zip(other) {
            assert!(a.distance(*b) < 1e-6, "{a} {b}");
        }
    }
    let _ = PI;
}
