//! One step, shown moment by moment: forces, rows, factorisation from the leaves to the root, solve from there back, multipliers,
//! integration and feedback. Factor and solve are those of the textbook solver (Baraff 1996, sections 7 and 8); the result of the step is that of
//! the integrator in use.

use super::assembled::Assembled;
use super::equation::Card;
use super::moment::{JacobianBlock, Moment, of_body, vector};
use super::phase::Phase;
use super::taken_step::TakenStep;
use crate::scene::Id;
use crate::solver::SolveError;
use crate::solver::textbook::{Textbook, Walk, WalkNode};

/// Number of unknowns of H above which a step has too many moments to be shown.
const LARGEST: usize = 6000;

/// All moments of the step from the state of these equations; `None` for a machine that is too large.
///
/// # Errors
/// As the textbook solver's.
pub fn moments(at: &Assembled) -> Result<Option<Vec<Moment>>, SolveError> {
    let topology = &at.model.topology;
    if topology.dofs() + topology.rows() > LARGEST {
        return Ok(None);
    }
    let walk = Textbook::new(topology).walk(&at.system)?;
    let mut moments = forces(at);
    let links = || at.model.links.iter().filter_map(|link| Card::of(at, link.id));
    moments.extend(links().map(|card| row(at, &card)));
    let nodes = || walk.nodes.iter().enumerate();
    moments.extend(nodes().map(|(index, node)| factored(at, &walk, index, node)));
    moments.extend(nodes().map(|(index, node)| pass(at, &walk, Phase::Forward, index, node)));
    moments.extend(
        nodes()
            .rev()
            .map(|(index, node)| pass(at, &walk, Phase::Backward, index, node)),
    );
    moments.extend(links().map(|card| multiplier(&walk, at, &card)));
    let taken = TakenStep::of(at);
    moments.extend(taken.contacts(at));
    let bodies = 0..at.model.bodies.len();
    moments.extend(
        bodies.map(|body| taken.integration(at, body, of_body(at, body, &walk.solution.acceleration))),
    );
    moments.extend(links().map(|card| taken.feedback(at, &card)));
    Ok(Some(moments))
}

fn forces(at: &Assembled) -> Vec<Moment> {
    let bodies = at.model.bodies.iter().enumerate();
    let moment = |(index, body): (usize, &crate::sim::Body)| {
        let force = of_body(at, index, &at.system.force);
        Moment {
            arrows: vec![(body.id, vector(force))],
            ..Moment::new(Phase::Forces, vec![body.id], 1, vec![("F", force.to_vec())])
        }
    };
    bodies.map(moment).collect()
}

fn row(at: &Assembled, card: &Card) -> Moment {
    let all = |of: &dyn Fn(&super::equation::RowNumbers) -> f64| card.rows.iter().map(of).collect();
    let mut items = vec![card.id];
    items.extend(card.ends.iter().map(|end| end.part));
    let free: Vec<f64> = (0..card.rows.len())
        .map(|k| {
            let j = card.ends.iter().map(|end| {
                let body = at.model.body(end.part).unwrap_or_default();
                let force = of_body(at, body, &at.system.force);
                let wf = end
                    .w
                    .iter()
                    .map(|w| w.iter().zip(force).map(|(w, f)| w * f).sum::<f64>());
                end.j[k].iter().zip(wf).map(|(j, a)| j * a).sum::<f64>()
            });
            j.sum()
        })
        .collect();
    let block = |end: &super::equation::EndNumbers| JacobianBlock {
        part: end.part,
        coordinates: end.coordinates.clone(),
        rows: end.j.clone(),
    };
    Moment {
        blocks: card.ends.iter().map(block).collect(),
        ..Moment::new(
            Phase::Rows,
            items,
            1,
            vec![
                ("C", all(&|row| row.value)),
                ("Ċ", all(&|row| row.rate)),
                ("c", all(&|row| row.c)),
                ("J W F", free),
            ],
        )
    }
}

/// The items of a node of the elimination tree.
fn items(at: &Assembled, node: &WalkNode) -> Vec<Id> {
    let topology = &at.model.topology;
    let mut items: Vec<Id> = match node.body {
        Some(body) => vec![at.model.bodies[body].id],
        None => node
            .rows
            .iter()
            .map(|&row| at.model.links[topology.constraint_of(row)].id)
            .collect(),
    };
    items.dedup();
    items
}

fn factored(at: &Assembled, walk: &Walk, index: usize, node: &WalkNode) -> Moment {
    let mut items_of = items(at, node);
    let own = items_of.len();
    let children = walk.nodes[..index]
        .iter()
        .filter(|child| child.parent == Some(index));
    items_of.extend(children.flat_map(|child| items(at, child)));
    Moment::new(
        Phase::Factor,
        items_of,
        own,
        vec![("pivots of D", node.pivots.clone())],
    )
}

fn pass(at: &Assembled, walk: &Walk, phase: Phase, index: usize, node: &WalkNode) -> Moment {
    let mut items_of = items(at, node);
    let own = items_of.len();
    let is_forward = phase == Phase::Forward;
    if is_forward {
        let children = walk.nodes[..index]
            .iter()
            .filter(|child| child.parent == Some(index));
        items_of.extend(children.flat_map(|child| items(at, child)));
    } else if let Some(parent) = node.parent {
        items_of.extend(items(at, &walk.nodes[parent]));
    }
    let after = match (is_forward, node.body) {
        (true, _) => ("L⁻¹ z", node.forward.clone()),
        (false, Some(_)) => ("W Jᵀ λ", node.solved.clone()),
        (false, None) => ("λ", node.solved.clone()),
    };
    let before = match is_forward {
        true => ("z", node.given.clone()),
        false => ("before", node.forward.clone()),
    };
    Moment::new(phase, items_of, own, vec![before, after])
}

fn multiplier(walk: &Walk, at: &Assembled, card: &Card) -> Moment {
    let rows = at.link(card.id).map(|(_, link)| link.row_range());
    let rows = rows.unwrap_or_default();
    let is_auxiliary = walk.auxiliary.iter().any(|(row, _)| rows.contains(row));
    let mut all = vec![card.id];
    all.extend(card.ends.iter().map(|end| end.part));
    let lambda = walk.solution.lambda.get(rows.clone()).unwrap_or_default();
    let force = |end: &super::equation::EndNumbers| {
        let along = |k: usize| -> f64 { end.push.iter().zip(lambda).map(|(row, x)| row[k] * x).sum() };
        vector(&(0..end.coordinates.len()).map(along).collect::<Vec<_>>())
    };
    let name = if is_auxiliary { "λ (auxiliary)" } else { "λ" };
    Moment {
        arrows: card.ends.iter().map(|end| (end.part, force(end))).collect(),
        ..Moment::new(Phase::Multipliers, all, 1, vec![(name, lambda.to_vec())])
    }
}
