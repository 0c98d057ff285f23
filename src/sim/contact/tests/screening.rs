//! Contact points that are left out of a solve: the problem is the same as with all of them.

use crate::scene;
use crate::sim::contact::screening::Screening;
use crate::sim::limits::Condition;
use crate::solver::{Side, Solution};

use super::EXACT;
use super::systems::{Build, Case, Random};
use super::ways::solve_from;

/// Thirty bodies that only contacts hold, each third point of which is out of reach.
fn far_apart(random: &mut Random) -> (Case, Vec<usize>) {
    let mut build = Build::new();
    for _ in 0..30 {
        let at = [4.0 * random.unit(), 4.0 * random.unit()];
        build.body(3, at, 1.0);
    }
    let mut case = Case::of(&build, random, 260, true);
    let normals = (0..case.conditions.len()).filter(|&i| is_normal(&case.conditions[i]));
    let far: Vec<usize> = normals.step_by(3).collect();
    for &i in &far {
        let row = case.row(&case.conditions[i]);
        case.system.c[row] += 1e4;
    }
    (case, far)
}

fn is_normal(it: &Condition) -> bool {
    it.friction.is_none() && it.k == 0
}

#[test]
fn points_out_of_reach_take_no_part_until_they_close() {
    let mut random = Random::new(3);
    let (mut case, far) = far_apart(&mut random);
    let before = case.system.clone();
    let start = vec![0.0; case.topology.rows()];
    let mut screening = Screening::default();
    let dofs = case.topology.dofs();
    let conditions = case.conditions.clone();
    let mut problem = case.problem();
    screening.begin(&problem, &start);
    screening.sort(&mut problem);
    let kept = screening.kept.clone();
    for (i, it) in conditions.iter().enumerate() {
        let is_kept = kept
            .iter()
            .any(|own| (own.constraint, own.k) == (it.constraint, it.k));
        let normal = it.friction.map_or(i, |(normal, _)| normal);
        assert_eq!(is_kept, !far.contains(&normal), "{i}");
    }
    for it in kept.iter().filter(|it| it.friction.is_some()) {
        let normal = &kept[it.friction.map_or(0, |(normal, _)| normal)];
        assert_eq!(
            normal.constraint, it.constraint,
            "friction follows its own normal"
        );
    }
    let mut sides = vec![Side::Held; kept.len()];
    screening.expand(&mut sides);
    let low = sides.iter().filter(|side| **side == Side::Low).count();
    assert_eq!(low, conditions.len() - kept.len());

    // At rest nothing closes; a motion against the first normal left out does.
    let mut out = Solution {
        acceleration: vec![0.0; dofs],
        ..Solution::default()
    };
    assert!(screening.check(&mut problem, &out, (1.0, 1.0)) <= 0.0);
    screening.sort(&mut problem);
    let row = &conditions[far[0]];
    for end in problem.topology.ends(row.constraint) {
        let at = problem.topology.body_offset(end.body);
        for k in 0..3 {
            out.acceleration[at + k] = -1e6 * before.jacobian[end.block + k];
        }
    }
    assert!(screening.check(&mut problem, &out, (1.0, 1.0)) > 1.0);
    assert_eq!(problem.system.jacobian, before.jacobian, "the rows are restored");
    assert_eq!(problem.system.compliance, before.compliance);
    screening.sort(&mut problem);
    let joins = |it: &Condition| it.constraint == row.constraint;
    assert!(screening.kept.iter().any(joins), "it takes part from now on");
}

#[test]
fn answers_without_points_out_of_reach_are_those_of_all() {
    let (mut exact, all) = (0, 20);
    for seed in 0..all {
        let mut random = Random::new(400 + seed);
        let (mut case, _) = far_apart(&mut random);
        let (out, found) = solve_from(0.0, (scene::Method::Sparse, 0), &mut case);
        let (missed, _) = case.miss(&out);
        assert!(missed < EXACT || found.residual > EXACT, "{seed}: {missed:e}");
        exact += u64::from(found.residual <= EXACT);
    }
    assert!(10 * exact >= 8 * all, "{exact} of {all}");
}
