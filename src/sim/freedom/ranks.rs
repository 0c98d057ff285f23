//! Ranks of J at a pose, with the drives and without, and at poses nearby.

use super::super::{Dynamics, Model, SimState};
use crate::solver::redundancy::{self, Diagnosis, Evidence, Verdict};
use crate::solver::{SolveError, System, Topology};

/// Number of poses nearby that are examined, and in machines of more rows than [`FEW_ROWS`].
const LOOKS: (u64, u64) = (3, 1);
const FEW_ROWS: usize = 300;
/// Margin above which the ranks of a pose nearby are used.
const CLEAR: f64 = 100.0;

/// Ranks at poses nearby, and gamma of the rows along motions that the constraints allow at this pose.
pub(super) fn ranks_nearby(
    model: &Model,
    pose: &SimState,
    dynamics: &mut Dynamics,
) -> Result<(Vec<Ranks>, Vec<Vec<f64>>), SolveError> {
    let looks = if model.topology.rows() > FEW_ROWS {
        LOOKS.1
    } else {
        LOOKS.0
    };
    let (mut nearby, mut gammas) = (Vec::new(), Vec::new());
    for seed in 1..=looks {
        let Some(motion) = dynamics.free_motion(model, pose, seed)? else {
            break;
        };
        dynamics.evaluate_constraints(model, &pose.q, &motion, pose.time, &pose.memory);
        gammas.push(dynamics.evaluation.gamma().to_vec());
        if let Some(there) = dynamics.pose_nearby(model, pose, &motion)? {
            let ranks = Ranks::at(model, &there, dynamics);
            if ranks.margin > CLEAR {
                nearby.push(ranks);
            }
        }
    }
    Ok((nearby, gammas))
}

/// Ranks at one pose, with the drives and without.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    pub(super) rank: Option<usize>,
    /// Degrees of freedom without the drives.
    pub(super) dof: Option<usize>,
    pub(super) margin: f64,
    pub(super) sets: Vec<Vec<(usize, f64)>>,
    /// Dependent rows whose sets are not listed, because there are too many.
    pub(super) unlisted: usize,
}

impl Ranks {
    /// Computes the ranks at a pose, and leaves the rows of that pose in `dynamics`.
    pub(super) fn at(model: &Model, state: &SimState, dynamics: &mut Dynamics) -> Self {
        dynamics.evaluate_constraints(model, &state.q, &state.v, state.time, &state.memory);
        let all = redundancy::diagnose(&model.topology, dynamics.system());
        let (mut dof, mut margin) = (all.dof, all.margin);
        if model.driving(state) > 0 {
            let (passive, system) = without_drives(model, state, dynamics.system());
            let free = redundancy::rank_only(&passive, &system);
            dof = free.dof;
            margin = margin.min(free.margin);
        }
        let Diagnosis {
            rank,
            mut dependent_sets,
            unlisted,
            ..
        } = all;
        // A row with limits that does not hold here is zero, and is not redundant for that.
        let limited = |row: usize| {
            let link = &model.links[model.topology.constraint_of(row)];
            link.limits().is_some() || link.is_broken(&state.memory)
        };
        dependent_sets.retain(|set| !matches!(set[..], [(row, _)] if limited(row)));
        Self {
            rank,
            dof,
            margin,
            sets: dependent_sets,
            unlisted,
        }
    }

    pub(super) fn driven(&self, model: &Model) -> usize {
        let left = self.rank.map(|rank| model.topology.dofs() - rank);
        self.dof
            .zip(left)
            .map_or(0, |(free, left)| free.saturating_sub(left))
    }

    pub(super) fn verdicts(&self, evidence: &Evidence<'_>) -> Vec<Verdict> {
        self.sets.iter().map(|set| evidence.verdict(set)).collect()
    }

    /// Changes the verdict of redundant sets whose last row is independent at poses nearby: the pose is singular.
    pub(super) fn compare(&self, nearby: &[Self], verdicts: &mut [Verdict]) {
        let Some(best) = nearby.iter().min_by_key(|it| it.sets.len()) else {
            return;
        };
        let last = |set: &Vec<(usize, f64)>| set.last().map(|member| member.0);
        for (set, verdict) in self.sets.iter().zip(verdicts) {
            let stays = best.sets.iter().any(|other| last(other) == last(set));
            if *verdict == Verdict::Redundant && !stays {
                *verdict = Verdict::SingularPose;
            }
        }
    }

    /// The larger rank and the smaller number of degrees of freedom of two poses.
    pub(super) fn most(one: &Self, other: &Self) -> Self {
        Self {
            rank: one.rank.zip(other.rank).map(|(a, b)| a.max(b)),
            dof: one.dof.zip(other.dof).map(|(a, b)| a.min(b)),
            margin: one.margin.min(other.margin),
            sets: Vec::new(),
            unlisted: one.unlisted.min(other.unlisted),
        }
    }

    /// Adds to the rank `bent` rows that become independent as soon as the machine moves.
    pub(super) fn add(&mut self, bent: usize, dofs: usize) {
        self.rank = self.rank.map(|rank| (rank + bent).min(dofs));
        self.dof = self.dof.map(|dof| dof.saturating_sub(bent));
    }
}

/// The same system with the rows of drives taken out.
fn without_drives(model: &Model, state: &SimState, system: &System) -> (Topology, System) {
    let mut topology = Topology::new(model.bodies.iter().map(|body| body.motion.dim()));
    let mut passive = System {
        mass: system.mass.clone(),
        ..System::default()
    };
    let links = model.links.iter().enumerate();
    for (index, link) in links.filter(|(_, link)| !link.drives(state)) {
        let ends = model.topology.ends(index);
        let bodies: Vec<usize> = ends.iter().map(|end| end.body).collect();
        topology.add_constraint(link.rows.len(), &bodies);
        for end in ends {
            let len = link.rows.len() * model.topology.body_dim(end.body);
            passive
                .jacobian
                .extend_from_slice(&system.jacobian[end.block..end.block + len]);
        }
    }
    passive.resize(&topology);
    (topology, passive)
}
