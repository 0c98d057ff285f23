//! Input of a mixed complementarity problem: B, q and the bounds.

/// A mixed complementarity problem with scaled rows.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub(crate) size: usize,
    /// B, row by row.
    pub(crate) b: &'a [f64],
    pub(crate) q: &'a [f64],
    pub(crate) bounds: &'a [[f64; 2]],
    /// Size of the terms summed in q, which may have cancelled: values small against it are rounding.
    pub(crate) terms: f64,
}

impl Problem<'_> {
    pub(super) fn row(&self, i: usize) -> &[f64] {
        &self.b[i * self.size..][..self.size]
    }

    /// w of one row, and the size of its terms.
    pub(super) fn w(&self, i: usize, x: &[f64]) -> (f64, f64) {
        let (mut w, mut terms) = (self.q[i], self.terms);
        for (b, x) in self.row(i).iter().zip(x) {
            w += b * x;
            terms += (b * x).abs();
        }
        (w, terms)
    }
}
