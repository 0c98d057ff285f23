//! Dense kernels on columns stored one after the other: partial factorisation of a panel, products of columns with themselves, and triangular
//! solves. Fronts ([`crate::multifrontal`]) and whole matrices ([`crate::cholesky`]) are factored by the same.

mod panel;
mod product;

pub(crate) use panel::{factor_block, factor_panel, solve_down, solve_up, update_rest};
pub(crate) use product::{Columns, DEPTH, Packed, subtract};
