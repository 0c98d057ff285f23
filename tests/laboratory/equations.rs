//! The equation card, and the solve gone through moment by moment.

use tinkertoy::lab::{Card, Coordinates, Phase, moments};
use tinkertoy::scene::{Method, gallery};

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
        // M a = F + what all cards say that their constraints add.
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
                // Bodies, and primary constraints, those between the same bodies together.
                _ => assert!(
                    nodes > at.model.bodies.len() && nodes <= at.model.bodies.len() + at.model.links.len(),
                    "{id}"
                ),
            }
        }
        let size = at
            .solution
            .acceleration
            .iter()
            .fold(1.0_f64, |most, x| most.max(x.abs()));
        // The rows of J that are shown are those of the equation.
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
        // What the pass to the leaves leaves at a body is what the constraints add to its acceleration.
        let free = |moment: &tinkertoy::lab::Moment| moment.items[0];
        let passed = all
            .iter()
            .filter(|it| it.phase == Phase::Backward && at.model.body(free(it)).is_some());
        assert_eq!(passed.count(), at.model.bodies.len(), "{id}");
    }
}
