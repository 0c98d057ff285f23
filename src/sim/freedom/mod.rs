//! Degrees of freedom, and constraints that are redundant, singular or contradictory, at this pose and in
//! general.
//!
//! The machine is analysed with its drift taken out: a gap of a micrometre would hide that two rows depend on
//! each other. Poses nearby, reached along motions that the constraints allow, show which dependences exist at this pose only;
//! where there are none, because branches of motion meet or the machine is locked, the second-order terms gamma of the rows
//! decide.
//! A machine that cannot be assembled at all is analysed at the pose of least violation: there the violations themselves
//! are a null vector of J^T.

mod jam;
mod ranks;
mod unmet_rows;
mod unmet_share;

use serde::Serialize;

use crate::scene::Id;
use crate::solver::SolveError;
use crate::solver::graph::Graph;
use crate::solver::redundancy::{Evidence, Verdict};

use self::ranks::{Ranks, ranks_nearby};
use self::unmet_rows::UnmetRows;
pub use self::unmet_share::unmet_share;
use super::{Dynamics, Link, Model, SimState};

/// |C| and |Cdot| that count as met when redundant rows are told from contradictory ones (m or rad, and per s).
const MET: (f64, f64) = (1e-5, 1e-3);

/// A linearly dependent set of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Dependence {
    /// Redundant, singular or contradictory.
    pub verdict: Verdict,
    /// Constraint, row of it, and weight; the largest weight is 1. The last row is in no other set, except for sets of violations
    /// that no pose can close.
    pub members: Vec<(Id, usize, f64)>,
}

/// Count of degrees of freedom, and constraints that are not independent.
///
/// Serialised by the names of its fields; an infinite margin is null in JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Freedom {
    /// Bodies that can move.
    pub bodies: usize,
    /// Constraints.
    pub constraints: usize,
    /// Rows of all constraints.
    pub rows: usize,
    /// Rank of all rows at this pose; `None` where the machine is too large to find out in time.
    pub rank: Option<usize>,
    /// Rank at poses nearby: the generic rank of the machine.
    pub rank_generic: Option<usize>,
    /// Degrees of freedom at this pose without the drives; `None` where unknown.
    pub dof: Option<usize>,
    /// Degrees of freedom at poses nearby, likewise.
    pub dof_generic: Option<usize>,
    /// Degrees of freedom that drives prescribe.
    pub driven: usize,
    /// Factor by which the closest singular value is away from being counted otherwise; infinite where none is close.
    pub margin: f64,
    /// Groups of bodies that constraints connect.
    pub components: usize,
    /// Constraints of the spanning forest.
    pub primary: usize,
    /// Constraints that close loops.
    pub auxiliary: usize,
    /// Constraints with a row that could go without freeing anything: the last one of each redundant set.
    #[serde(skip)]
    pub redundant: Vec<Id>,
    /// Constraints that are linearly dependent on others at this pose only.
    #[serde(skip)]
    pub singular: Vec<Id>,
    /// Constraints that cannot all be met.
    #[serde(skip)]
    pub contradictory: Vec<Id>,
    /// Whether these were found as a jam: a drive at a dead end, where the rows are independent at every pose close by.
    #[serde(skip)]
    pub is_jam: bool,
    /// Every dependent set, ascending by its last row; then the sets of violations that no pose can close.
    #[serde(skip)]
    pub dependences: Vec<Dependence>,
    /// Dependent rows whose sets are not listed, because there are too many of them.
    #[serde(skip)]
    pub unlisted: usize,
    /// Whether dependent rows were only counted, at this pose: to tell them apart takes work out of all proportion to the machine.
    #[serde(skip)]
    pub is_unfinished: bool,
}

impl Freedom {
    /// Analyses a model in a state.
    ///
    /// # Errors
    /// When the solver cannot hold the numbers, or was cancelled.
    pub fn of(model: &Model, state: &SimState, dynamics: &mut Dynamics) -> Result<Self, SolveError> {
        // Constraints that do not hold at all times take no freedom.
        Self::looked_into(model, &model.without_limits(state), dynamics)
    }

    /// Analyses a run, in which limits that have been reached hold: a drive may contradict them.
    ///
    /// # Errors
    /// As [`Freedom::of`].
    pub fn in_run(model: &Model, state: &SimState, dynamics: &mut Dynamics) -> Result<Self, SolveError> {
        let mut freedom = Self::looked_into(model, &model.with_limits_reached(state), dynamics)?;
        if freedom.contradictory.is_empty() && !freedom.is_unfinished {
            freedom.contradictory = jam::find(model, state, dynamics);
            freedom.is_jam = !freedom.contradictory.is_empty();
            in_order(model, &mut freedom.contradictory);
        }
        Ok(freedom)
    }

    fn looked_into(model: &Model, state: &SimState, dynamics: &mut Dynamics) -> Result<Self, SolveError> {
        let given = Ranks::at(model, state, dynamics);
        match dynamics.within_budget(model, |own| Self::told_apart(model, state, own, &given)) {
            Err(SolveError::TooLong) => Ok(Self::counted(model, state, &given)),
            found => found,
        }
    }

    /// What the ranks at one pose alone tell.
    fn counted(model: &Model, state: &SimState, given: &Ranks) -> Self {
        let graph = Graph::new(&model.topology);
        let rows = model.topology.rows() - model.inactive_row_count(state);
        Self {
            bodies: model.bodies.len(),
            constraints: model.links.len(),
            rows,
            rank: given.rank,
            dof: given.dof,
            margin: given.margin,
            driven: given.driven(model),
            components: graph.islands.len(),
            primary: graph.primary(),
            auxiliary: graph.auxiliary(),
            unlisted: given.rank.map_or(0, |rank| rows.saturating_sub(rank)),
            is_unfinished: true,
            ..Self::default()
        }
    }

    fn told_apart(
        model: &Model,
        state: &SimState,
        dynamics: &mut Dynamics,
        given: &Ranks,
    ) -> Result<Self, SolveError> {
        let mobility = dynamics.problem.inverse_effective_mass(model);
        let mut pose = state.clone();
        let keep = |link: &Link| !link.drives(state);
        let mut open = dynamics.settle(model, &mut pose, keep)?;
        let is_here = open <= MET.0;
        if !is_here {
            // Joints left far open by a method that stops early may not close from there in any reasonable number of steps:
            // a machine that closes from its built pose contradicts nothing.
            let mut built = model.as_built(state);
            let open_as_built = dynamics.settle(model, &mut built, keep)?;
            if open_as_built <= MET.0 {
                (pose, open) = (built, open_as_built);
            } else {
                dynamics.evaluate_constraints(model, &pose.q, &pose.v, pose.time, &pose.memory);
            }
        }
        let mut settled = Ranks::at(model, &pose, dynamics);
        let opened = if open > MET.0 {
            unmet_rows::find(model, state, dynamics, &mobility, &settled.sets)
        } else {
            UnmetRows::default()
        };
        let (c, c_dot) = (
            dynamics.evaluation.value().to_vec(),
            dynamics.evaluation.rate().to_vec(),
        );
        let (here, mut generic) = if is_here {
            (settled.clone(), settled.clone())
        } else {
            (given.clone(), Ranks::most(given, &settled))
        };
        let mut evidence = Evidence {
            c: &c,
            c_dot: &c_dot,
            gamma: &[],
            met: MET,
        };
        let mut verdicts = settled.verdicts(&evidence);
        if settled.rank.is_some() && verdicts.iter().any(|&it| it != Verdict::Contradictory) {
            let (nearby, gamma) = ranks_nearby(model, &pose, dynamics)?;
            if nearby.is_empty() {
                // No pose nearby: the second-order terms of the rows at this pose decide.
                evidence.gamma = &gamma;
                verdicts = settled.verdicts(&evidence);
                let bent = verdicts.iter().filter(|&&it| it == Verdict::SingularPose).count();
                generic.add(bent, model.topology.dofs());
            } else {
                settled.compare(&nearby, &mut verdicts);
                generic = nearby.iter().fold(generic, |most, it| Ranks::most(&most, it));
            }
        }
        let mut freedom = Self {
            bodies: model.bodies.len(),
            constraints: model.links.len(),
            rows: model.topology.rows() - model.inactive_row_count(state),
            rank: here.rank,
            rank_generic: generic.rank,
            dof: here.dof,
            dof_generic: generic.dof,
            margin: here.margin,
            driven: here.driven(model),
            unlisted: here.unlisted,
            ..Self::default()
        };
        let graph = Graph::new(&model.topology);
        freedom.components = graph.islands.len();
        freedom.primary = graph.primary();
        freedom.auxiliary = graph.auxiliary();
        verdicts.extend(opened.sets.iter().map(|_| Verdict::Contradictory));
        settled.sets.extend(opened.sets);
        let link_of = |&row: &usize| model.links[model.topology.constraint_of(row)].id;
        freedom.contradictory = opened.rows.iter().map(link_of).collect();
        freedom.classify(model, &settled.sets, &verdicts);
        Ok(freedom)
    }

    /// Rows minus rank at this pose; `None` where unknown.
    pub fn deficit(&self) -> Option<usize> {
        Some(self.rows - self.rank?)
    }

    /// Whether all constraints are independent and none contradict each other.
    pub fn is_clean(&self) -> bool {
        let is_counted = self.unlisted == 0 && !self.is_unfinished;
        self.dependences.is_empty() && is_counted && self.contradictory.is_empty()
    }

    /// The first of the dependent sets of a constraint with the worst verdict.
    pub fn dependence_of(&self, id: Id) -> Option<&Dependence> {
        self.dependences
            .iter()
            .filter(|it| it.members.iter().any(|member| member.0 == id))
            .min_by_key(|it| it.verdict)
    }

    fn classify(&mut self, model: &Model, sets: &[Vec<(usize, f64)>], verdicts: &[Verdict]) {
        let link = |row: usize| {
            let index = model.topology.constraint_of(row);
            (model.links[index].id, row - model.links[index].row)
        };
        for (set, &verdict) in sets.iter().zip(verdicts) {
            let members: Vec<(Id, usize, f64)> = set
                .iter()
                .map(|&(row, weight)| (link(row).0, link(row).1, weight))
                .collect();
            let mut all = members.iter().map(|member| member.0);
            match verdict {
                Verdict::Contradictory => self.contradictory.extend(all),
                Verdict::SingularPose => self.singular.extend(all.next_back()),
                Verdict::Redundant => self.redundant.extend(all.next_back()),
            }
            self.dependences.push(Dependence { verdict, members });
        }
        in_order(model, &mut self.contradictory);
        in_order(model, &mut self.singular);
        in_order(model, &mut self.redundant);
        self.singular.retain(|id| !self.redundant.contains(id));
    }
}

/// Sorts by the order of the scene and removes repetitions.
fn in_order(model: &Model, ids: &mut Vec<Id>) {
    let place = |id: &Id| model.links.iter().position(|link| link.id == *id);
    ids.sort_by_cached_key(place);
    ids.dedup();
}
