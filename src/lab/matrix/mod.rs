//! The matrix view: where H, its factor, J and A have numbers, block by block, who each row and column belongs to, and what
//! elimination filled.

mod layout;
mod pattern;
mod raster;
mod tree;

use std::collections::BTreeSet;
use std::sync::Arc;

pub use self::pattern::{Block, Kind, Pattern};
pub use self::raster::{Raster, Window};
pub use self::tree::{Edge, tree};

use crate::lab::Assembled;
use crate::scene::{Id, Method};
use crate::sim::Model;
use crate::solver::inspect::{Origin, Stage};
use crate::solver::{
    Report, dense_products,
    graph::{Graph, Role},
};

/// Which matrix is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// H in the order of the scene: bodies, then rows.
    #[default]
    H,
    /// H in the order of elimination.
    Ordered,
    /// The factor L of what the method in use factors.
    Factor,
    /// J: rows by coordinates.
    J,
    /// `A = J W J^T`.
    A,
}

impl Which {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::H, Self::Ordered, Self::Factor, Self::J, Self::A];

    /// Its name.
    pub fn label(self) -> &'static str {
        match self {
            Self::H => "H",
            Self::Ordered => "H ordered",
            Self::Factor => "Factor L",
            Self::J => "J",
            Self::A => "A",
        }
    }

    /// What it is, in a sentence.
    pub fn help(self) -> &'static str {
        match self {
            Self::H => {
                "H = [M -Jᵀ; -J -E]: masses of the bodies first, then the rows of the constraints, in the order of the scene."
            }
            Self::Ordered => {
                "The same matrix with rows and columns in the order of elimination: children before their parents."
            }
            Self::Factor => {
                "The factor of what the method in use really factors; what is no entry of the matrix is fill-in."
            }
            Self::J => "The Jacobian: a row for each scalar constraint, a column for each coordinate.",
            Self::A => {
                "A = J W Jᵀ: two constraints meet where they share a body, so a body with many joints makes a clique."
            }
        }
    }
}

/// The figures under the picture, each by its own count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Numbers of the lower triangle of the factor, diagonal included.
    pub nonzeros: usize,
    /// Blocks of the factor that are no blocks of the matrix factored.
    pub fill_blocks: usize,
    /// Products of blocks while factoring.
    pub block_updates: usize,
    /// Rows answered by their anticipated response.
    pub responses: usize,
    /// Which matrix is factored.
    pub of: Factored,
}

/// What a method really factors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Factored {
    /// H as it stands: bodies and rows.
    #[default]
    H,
    /// `A = J W J^T`: rows alone, the bodies behind them being blocks of W.
    A,
    /// H where the machine is a tree or bodies are kept beside their rows, A of the rest.
    Both,
}

impl Factored {
    fn of(stages: impl Iterator<Item = Stage> + Clone) -> Self {
        let has = |stage: Stage| stages.clone().any(|it| it == stage);
        match (has(Stage::Tree), has(Stage::Rows)) {
            (true, true) => Self::Both,
            (false, true) => Self::A,
            (_, false) => Self::H,
        }
    }

    /// In few words.
    pub fn label(self) -> &'static str {
        match self {
            Self::H => "H",
            Self::A => "A",
            Self::Both => "H and A",
        }
    }
}

impl Counts {
    /// Of a full factor that is drawn without being made.
    fn of_full(factor: &Pattern, at: &Assembled) -> Self {
        let islands = Graph::new(&at.model.topology).islands;
        Self {
            nonzeros: factor.nonzeros(),
            fill_blocks: factor.count(Kind::Fill),
            block_updates: islands
                .iter()
                .map(|it| dense_products(it.constraints.len()))
                .sum(),
            responses: 0,
            of: Factored::A,
        }
    }
}

/// What a row or column belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The part or constraint.
    pub id: Id,
    /// Role of a constraint; none for a part.
    pub role: Option<Role>,
}

/// The matrices of a machine, ready to be drawn.
#[derive(Clone, Debug)]
pub struct MatrixView {
    /// The patterns, in the order of [`Which::ALL`]; those that a method does not have are empty.
    patterns: [Pattern; 5],
    /// Counts of the factor; none for methods that factor nothing.
    pub counts: Option<Counts>,
    /// What the solver counted in the same factorisation; of the sparse method where that takes the place of one whose factor is too full.
    pub report: Report,
    /// The method in use.
    pub method: Method,
    /// The elimination tree.
    pub tree: Vec<Edge>,
    /// The machine that it is of.
    model: Arc<Model>,
    /// Pairs of items whose blocks are fill-in.
    filled: BTreeSet<(Id, Id)>,
    /// Fill-in blocks that were none in the view before, if there was one.
    pub new_fill: usize,
}

impl MatrixView {
    /// Of the equations of a machine. Fill-in that `before` does not have is marked as new.
    pub fn new(at: &Assembled, before: Option<&Self>) -> Self {
        let owner = |unknown: usize| {
            let row = unknown.checked_sub(at.model.topology.dofs());
            Owner {
                id: at.owner(unknown),
                role: row.map(|row| at.roles[at.model.topology.constraint_of(row)]),
            }
        };
        let owners: Vec<Owner> = (0..at.model.topology.dofs() + at.model.topology.rows())
            .map(owner)
            .collect();
        // A full factor of very many rows is drawn without being made.
        let full = match at.elimination {
            None if at.model.settings.method == Method::Dense => layout::dense(at, &owners),
            _ => None,
        };
        let natural: Vec<u32> = (0..owners.len() as u32).collect();
        let order = match (&at.elimination, &full) {
            (Some(it), _) => Some(layout::order_of(it, owners.len())),
            (None, Some((_, order))) => Some(order.clone()),
            (None, None) => None,
        };
        let of_full = full.as_ref().map(|it| Counts::of_full(&it.0, at));
        let mut factor = full.map_or_else(|| Pattern::factor(at, &owners), |it| it.0);
        let filled: BTreeSet<(Id, Id)> = factor.pairs(Kind::Fill).collect();
        let ordered = order.map_or_else(Pattern::default, |it| Pattern::saddle(at, &owners, &it));
        // Another method or order fills elsewhere without a change of the machine.
        let before =
            before.filter(|before| before.method == at.model.settings.method && !before.has_items_of(at));
        let new_fill = before.map_or(0, |before| factor.mark_new(&before.filled));
        let patterns = [
            Pattern::saddle(at, &owners, &natural),
            ordered,
            factor,
            Pattern::jacobian(at, &owners),
            Pattern::schur(at, &owners),
        ];
        let counts = at.elimination.as_ref().map(|it| {
            let responses = it.pivots.iter().filter(|it| it.stage == Stage::Response);
            Counts {
                nonzeros: it.nonzeros(),
                fill_blocks: it.count(Origin::Fill),
                block_updates: it.block_updates,
                responses: responses.count(),
                of: Factored::of(it.pivots.iter().map(|it| it.stage)),
            }
        });
        Self {
            patterns,
            counts: counts.or(of_full),
            report: at.report.clone(),
            method: at.model.settings.method,
            tree: tree(at),
            model: at.model.clone(),
            filled,
            new_fill,
        }
    }

    /// Whether the method in use makes a factor that is too large to be drawn.
    pub fn too_full(&self) -> bool {
        let rows = self.report.primary + self.report.auxiliary;
        self.counts.is_none() && rows > 0 && !self.method.iterates()
    }

    /// Whether it is what these equations look like: their matrices have the same blocks, factored in the same way.
    pub fn is_of(&self, at: &Assembled) -> bool {
        let way = |report: &Report| {
            (
                report.method,
                report.swept,
                report.fill_blocks,
                report.block_updates,
                report.anticipated,
            )
        };
        self.method == at.model.settings.method
            && way(&self.report) == way(&at.report)
            && self.has_items_of(at)
    }

    /// Whether the machine has the same parts and constraints, joined in the same way.
    fn has_items_of(&self, at: &Assembled) -> bool {
        let ids = |model: &Model| -> Vec<Id> {
            let parts = model.bodies.iter().map(|body| body.id);
            parts.chain(model.links.iter().map(|link| link.id)).collect()
        };
        Arc::ptr_eq(&self.model, &at.model)
            || self.model.topology == at.model.topology && ids(&self.model) == ids(&at.model)
    }

    /// Where one of them has numbers.
    pub fn pattern(&self, which: Which) -> &Pattern {
        let index = Which::ALL.iter().position(|&it| it == which);
        &self.patterns[index.unwrap_or_default()]
    }
}
