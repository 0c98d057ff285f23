//! The equation card, and the solve shown phase by phase.

use tinkertoy::lab::{Card, Coordinates, Phase, moments};
use tinkertoy::scene::{Id, Integrator, Method, Stabilisation, gallery};
use tinkertoy::sim::Simulation;
use tinkertoy::solver::Hardware;

use crate::assembled;

/// Gallery scenes of moderate size in which no row has limits.
fn scenes() -> impl Iterator<Item = (&'static str, tinkertoy::scene::Scene)> {
    gallery::GALLERY.iter().filter_map(|entry| {
        let scene = entry.scene().unwrap();
        let fits = scene.constraints().count() < 60
            && !scene.constraints().any(|(_, it)| it.kind.limits().is_some());
        fits.then_some((entry.id, scene))
    })
}

#[test]
fn the_numbers_of_a_card_are_those_of_the_equation() {
    let mut seen = 0;
    for (id, scene) in scenes() {
        let at = assembled(scene, Method::Sparse);
        let a = Coordinates::schur(&at.model.topology, &at.system)
            .unwrap()
            .dense();
        let mut force = at.system.force.clone();
        let size = at.solution.acceleration.iter().chain(&at.system.c);
        let size = size.fold(1.0_f64, |most, x| most.max(x.abs()));
        for link in &at.model.links {
            let card = Card::of(&at, link.id).unwrap();
            for (k, row) in card.rows.iter().enumerate() {
                let terms = row.gamma + row.stiff + row.damped;
                assert!((terms - row.c).abs() <= 1e-12 * size, "{id}");
                if at.report.contradiction < 1e-12 {
                    let left = row.j_acceleration + row.c + row.compliance * row.lambda;
                    assert!(left.abs() < 1e-8 * size, "{id}: {left}");
                }
                for (l, block) in card.a[k].iter().enumerate() {
                    let whole = a[link.row + k][link.row + l];
                    assert!((block - whole).abs() <= 1e-9 * whole.abs().max(1e-9), "{id}");
                }
            }
            for end in &card.ends {
                let offset = at.model.bodies[at.model.body(end.part).unwrap()].offset;
                end.force
                    .iter()
                    .enumerate()
                    .for_each(|(k, f)| force[offset + k] += f);
            }
            seen += 1;
        }
        // M a = F plus the constraint forces of all cards.
        let mass = Coordinates::mass(&at.model.topology, &at.system);
        let mut momentum = vec![0.0; force.len()];
        for (row, column, value) in mass.entries {
            momentum[row] += value * at.solution.acceleration[column];
        }
        let size = force.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
        for (m, f) in momentum.iter().zip(&force) {
            assert!((m - f).abs() < 1e-8 * size, "{id}: {m} {f}");
        }
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn a_step_gone_through_comes_to_the_answer_of_the_solver() {
    for (id, scene) in scenes() {
        let at = assembled(scene, Method::Sparse);
        if at.model.links.is_empty() || at.report.contradiction > 1e-12 {
            continue;
        }
        let all = moments(&at).unwrap().unwrap();
        assert!(all.is_sorted_by_key(|moment| moment.phase), "{id}");
        for phase in Phase::ALL {
            let items = all.iter().filter(|it| it.phase == phase);
            let nodes = items.clone().count();
            match phase {
                Phase::Forces | Phase::Integrate => assert_eq!(nodes, at.model.bodies.len()),
                Phase::Rows | Phase::Multipliers | Phase::Feedback => {
                    assert_eq!(nodes, at.model.links.len());
                }
                // Contacts have an item for each point.
                Phase::Contacts => assert!(nodes == 0 || at.model.settings.contact.is_some(), "{id}"),
                // One item for each body and for each primary constraint; constraints between the
                // same bodies share one, and those whose force acts elsewhere have none.
                _ => assert!(
                    nodes >= at.model.bodies.len() + usize::from(at.report.primary > 0)
                        && nodes <= at.model.bodies.len() + at.model.links.len(),
                    "{id}"
                ),
            }
        }
        let size = at
            .solution
            .acceleration
            .iter()
            .fold(1.0_f64, |most, x| most.max(x.abs()));
        // The displayed rows of J are those of the equation.
        for moment in all
            .iter()
            .filter(|it| it.phase == Phase::Rows && at.report.anticipated == 0)
        {
            let (_, c) = &moment.numbers[2];
            for (k, c) in c.iter().enumerate() {
                let along = |block: &tinkertoy::lab::JacobianBlock| -> f64 {
                    let body = at.model.body(block.part).unwrap();
                    let from = at.model.topology.body_offset(body);
                    let a = &at.solution.acceleration[from..];
                    block.rows[k].iter().zip(a).map(|(j, a)| j * a).sum()
                };
                let ja: f64 = moment.blocks.iter().map(along).sum();
                assert!((ja + c).abs() < 1e-6 * size.max(c.abs()), "{id}: {ja} {c}");
            }
        }
        let accelerations = all.iter().filter(|it| it.phase == Phase::Integrate);
        let accelerations = accelerations.flat_map(|it| it.numbers[0].1.clone());
        for (ours, theirs) in accelerations.zip(&at.solution.acceleration) {
            assert!((ours - theirs).abs() < 1e-7 * size, "{id}: {ours} {theirs}");
        }
        // Every free body is visited by the backward pass, which adds the constraint forces to its acceleration.
        let free = |moment: &tinkertoy::lab::Moment| moment.items[0];
        let passed = all
            .iter()
            .filter(|it| it.phase == Phase::Backward && at.model.body(free(it)).is_some());
        assert_eq!(passed.count(), at.model.bodies.len(), "{id}");
    }
}

/// Values with this name in an item of a phase.
fn told<'m>(moment: &'m tinkertoy::lab::Moment, name: &str) -> Option<&'m [f64]> {
    let numbers = moment.numbers.iter().find(|it| it.0 == name);
    numbers.map(|it| &it.1[..])
}

#[test]
fn a_step_gone_through_ends_where_the_integrator_in_use_ends() {
    let mut seen = 0;
    let small = |it: &(&str, tinkertoy::scene::Scene)| it.1.parts().count() < 10;
    for (id, scene) in scenes().filter(small) {
        for (integrator, stabilisation) in [
            (Integrator::SemiImplicitEuler, Stabilisation::Baumgarte),
            (Integrator::Rk4, Stabilisation::Baumgarte),
            (Integrator::Rk4, Stabilisation::Projection),
            (Integrator::Impulse, Stabilisation::Baumgarte),
            (Integrator::Rattle, Stabilisation::None),
            (Integrator::Dopri5, Stabilisation::Projection),
        ] {
            let mut scene = scene.clone();
            (scene.settings.integrator, scene.settings.stabilisation) = (integrator, stabilisation);
            let at = assembled(scene, Method::Sparse);
            let Some(all) = moments(&at).ok().flatten() else {
                continue;
            };
            let mut run = Simulation::resume((*at.model).clone(), at.state.clone(), Hardware::here());
            if run.step().is_err() {
                continue;
            }
            let next = run.state();
            let bodies = all.iter().filter(|it| it.phase == Phase::Integrate);
            for (moment, body) in bodies.zip(&at.model.bodies) {
                let range = body.offset..body.offset + body.motion.dim();
                assert_eq!(
                    told(moment, "v after"),
                    Some(&next.v[range.clone()]),
                    "{id} {integrator}"
                );
                let moved = told(moment, "q moves by").unwrap();
                for (k, moved) in range.zip(moved) {
                    assert_eq!(*moved, next.q[k] - at.state.q[k], "{id} {integrator}");
                }
                seen += 1;
            }
            // Gaps of curves by formula are in metres, their C in the units of the formula.
            let gaps = if id == "wires" { Vec::new() } else { run.gaps() };
            for moment in all.iter().filter(|it| it.phase == Phase::Feedback) {
                let worst =
                    told(moment, "C after").map_or(0.0, |c| c.iter().fold(0.0_f64, |a, c| a.max(c.abs())));
                let own = gaps.iter().find(|gap| gap.0 == moment.items[0]);
                if let Some((_, gap)) = own {
                    assert!(
                        (worst - gap).abs() <= 1e-12 + 1e-9 * gap,
                        "{id} {integrator}: {worst} {gap}"
                    );
                }
            }
        }
    }
    assert!(seen > 400, "{seen}");
}

#[test]
fn a_card_of_a_force_that_acts_elsewhere_tells_its_k() {
    let at = assembled(crate::gallery_scene("afar"), Method::Sparse);
    let elsewhere =
        |link: &&tinkertoy::sim::Link| !at.model.topology.is_workless(at.link(link.id).unwrap().0);
    let link = at.model.links.iter().find(elsewhere).unwrap();
    let card = Card::of(&at, link.id).unwrap();
    assert!(card.acts_elsewhere);
    let name = |_: Id| "it";
    let (latex, numpy) = (card.latex(&name), card.numpy(&name));
    assert!(latex.contains("J W K &=") && latex.contains("K_{\\text{it}}^T") && !latex.contains("J W J^T"));
    // From the copied arrays: A is the sum of J W K.
    let array = |key: &str| -> Vec<f64> {
        let line = numpy
            .lines()
            .find(|line| line.starts_with(&format!("{key} = ")))
            .unwrap();
        let (_, list) = line.split_once("array(").unwrap();
        let end = list.find(')').unwrap();
        let numbers = list[..end].replace(['[', ']'], "");
        numbers.split(',').map(|it| it.trim().parse().unwrap()).collect()
    };
    let mut a = 0.0;
    for k in 0..card.ends.len() {
        let (j, w, push) = (
            array(&format!("J{k}")),
            array(&format!("W{k}")),
            array(&format!("K{k}")),
        );
        let dim = j.len();
        for row in 0..dim {
            a += j[row] * (0..dim).map(|l| w[row * dim + l] * push[l]).sum::<f64>();
        }
    }
    assert!((a - card.a[0][0]).abs() < 1e-12 * a.abs(), "{a} {:?}", card.a);
    assert!(numpy.lines().any(|line| line.starts_with("A = J0 @ W0 @ K0")));
}

#[test]
fn the_right_hand_side_taken_home_belongs_to_h() {
    for (id, scene) in scenes() {
        let at = assembled(scene, Method::Sparse);
        if at.report.contradiction > 1e-12 {
            continue;
        }
        let h = Coordinates::saddle(&at.model.topology, &at.system).dense();
        let right = at.right_side().dense();
        let x: Vec<f64> = at
            .solution
            .acceleration
            .iter()
            .chain(&at.solution.lambda)
            .copied()
            .collect();
        let size = right.iter().map(|it| it[0].abs()).fold(1.0, f64::max);
        for (row, right) in h.iter().zip(&right) {
            let left: f64 = row.iter().zip(&x).map(|(h, x)| h * x).sum();
            assert!((left - right[0]).abs() < 1e-7 * size, "{id}: {left} {}", right[0]);
        }
    }
}

/// With contact, the impulses of a step equal the change of momentum by its velocities.
#[test]
fn the_contacts_of_a_step_give_what_its_velocities_gain() {
    let scene = gallery::find("cards").unwrap().scene().unwrap();
    assert!(scene.settings.integrator == Integrator::Impulse);
    let (h, at) = (scene.settings.dt, assembled(scene, Method::Sparse));
    let all = moments(&at).unwrap().unwrap();
    let touching: Vec<_> = all.iter().filter(|it| it.phase == Phase::Contacts).collect();
    assert!(touching.len() > 10, "{}", touching.len());
    let mut size: f64 = 0.0;
    for body in &at.model.bodies {
        let after = all
            .iter()
            .find(|it| it.phase == Phase::Integrate && it.items[0] == body.id)
            .and_then(|it| told(it, "v after"))
            .unwrap();
        let pushes = touching.iter().flat_map(|it| &it.arrows);
        let pushes = pushes.filter(|it| it.0 == body.id).map(|it| it.1);
        let push = pushes.fold(tinkertoy::math::Vec2::ZERO, |sum, push| sum + push);
        for (k, push) in [push.x, push.y].into_iter().enumerate() {
            let force = at.system.force[body.offset + k];
            let gained = body.mass.mass * (after[k] - at.state.v[body.offset + k]);
            let most = 1e-9 * h * (force.abs() + push.abs()) + 1e-12;
            assert!(
                (gained - h * (force + push)).abs() <= most,
                "{gained} {force} {push}"
            );
            size = size.max(push.abs());
        }
    }
    let impulse = |it: &&tinkertoy::lab::Moment| told(it, "impulse").unwrap()[0];
    let most = touching.iter().map(impulse).fold(0.0, f64::max);
    assert!(size > 0.0 && most > 0.0 && most <= h * 10.0 * size);
}
