//! The matrix view: block patterns of H, its factor, J and A, the owner of each row and column, and the fill-in of the
//! elimination.

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
    /// The factor L of the matrix that the method in use factors.
    Factor,
    /// J: rows by coordinates.
    J,
    /// `A = J W J^T`.
    A,
}

impl Which {
    /// All matrices, in the order of the menu.
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

    /// Description of the matrix, in a sentence.
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

/// Counts shown under the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Entries in the lower triangle of the factor, with the diagonal.
    pub nonzeros: usize,
    /// Fill-in: blocks of the factor that are not blocks of the factored matrix.
    pub fill_blocks: usize,
    /// Block products during the factorisation.
    pub block_updates: usize,
    /// Rows solved by anticipated response.
    pub responses: usize,
    /// The matrix that is factored.
    pub of: Factored,
}

/// The matrix that a method factors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Factored {
    /// H itself: bodies and rows.
    #[default]
    H,
    /// `A = J W J^T`: rows only; the bodies are eliminated as blocks of W.
    A,
    /// H for trees and for bodies kept beside their rows, A for the rest.
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

    /// Short name.
    pub fn label(self) -> &'static str {
        match self {
            Self::H => "H",
            Self::A => "A",
            Self::Both => "H and A",
        }
    }
}

impl Counts {
    /// Counts of a dense factor that is drawn without being computed.
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

/// Owner of a row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The part or constraint.
    pub id: Id,
    /// Role of a constraint; `None` for a part.
    pub role: Option<Role>,
}

/// The matrices of a machine, ready to be drawn.
#[derive(Clone, Debug)]
pub struct MatrixView {
    /// The patterns, in the order of [`Which::ALL`]; empty where the method has no such matrix.
    patterns: [Pattern; 5],
    /// Counts of the factor; `None` for methods that factor nothing.
    pub counts: Option<Counts>,
    /// The solver's report on the same factorisation; that of the sparse method where it replaces a method whose dense factor is too large.
    pub report: Report,
    /// The method in use.
    pub method: Method,
    /// The elimination tree.
    pub tree: Vec<Edge>,
    /// The model of the matrices.
    model: Arc<Model>,
    /// Pairs of items with fill-in between them.
    filled: BTreeSet<(Id, Id)>,
    /// Number of fill-in blocks that the previous view did not have; 0 without a previous view.
    pub new_fill: usize,
}

impl MatrixView {
    /// The matrices of a machine's equations. Fill-in that `before` does not have is marked as new.
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
        // A dense factor of very many rows is drawn without being computed.
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
        // Fill-in that another method or order causes is not due to a change of the machine.
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

    /// Whether the factor of the method in use is too large to be drawn.
    pub fn too_full(&self) -> bool {
        let rows = self.report.primary + self.report.auxiliary;
        self.counts.is_none() && rows > 0 && !self.method.iterates()
    }

    /// Whether the view is still valid for these equations: same blocks, factored in the same way.
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

    /// Whether the machine has the same parts and constraints with the same topology.
    fn has_items_of(&self, at: &Assembled) -> bool {
        let ids = |model: &Model| -> Vec<Id> {
            let parts = model.bodies.iter().map(|body| body.id);
            parts.chain(model.links.iter().map(|link| link.id)).collect()
        };
        Arc::ptr_eq(&self.model, &at.model)
            || self.model.topology == at.model.topology && ids(&self.model) == ids(&at.model)
    }

    /// The pattern of one of the matrices.
    pub fn pattern(&self, which: Which) -> &Pattern {
        let index = Which::ALL.iter().position(|&it| it == which);
        &self.patterns[index.unwrap_or_default()]
    }
}
