//! The whole system as text for other programs: Matrix Market files, a NumPy script, and LaTeX for small systems.

use std::fmt::Write;

use super::assembled::Assembled;
use super::card_text::matrix;
use super::comment::on_one_line;
use super::coordinates::Coordinates;

/// Largest number of unknowns of H that are set as a matrix on a page.
pub const ON_A_PAGE: usize = 40;

/// A file of the system.
pub struct File {
    /// Letter of the matrix or vector; the file name without extension.
    pub name: &'static str,
    /// Description.
    pub about: &'static str,
    /// Its numbers.
    pub numbers: Coordinates,
}

impl Assembled {
    /// All matrices and vectors of the system, with its solution. A is left out if a hub makes it too large.
    pub fn files(&self) -> Vec<File> {
        let (topology, system) = (&self.model.topology, &self.system);
        let file = |name, about, numbers| File { name, about, numbers };
        let column = Coordinates::column;
        let mut files = vec![
            file(
                "M",
                "mass, block-diagonal; kg, kg m, kg m^2",
                Coordinates::mass(topology, system),
            ),
            file("W", "inverse of M", Coordinates::inverse_mass(topology, system)),
            file(
                "J",
                "Jacobian, rows by coordinates",
                Coordinates::jacobian(topology, system),
            ),
            file(
                "K",
                "force of a unit multiplier, J^T unless a force acts elsewhere",
                Coordinates::force_directions(topology, system),
            ),
            file(
                "H",
                "[M -K; -J -E]: H [a; lambda] = [F; c]",
                Coordinates::saddle(topology, system),
            ),
            file("F", "applied force", column(&system.force)),
            file("c", "gamma + ks C + kd Cdot", column(&system.c)),
            file(
                "acceleration",
                "the answer: J a + c + E lambda = 0",
                column(&self.solution.acceleration),
            ),
            file(
                "lambda",
                "the answer: M a = F + K lambda",
                column(&self.solution.lambda),
            ),
        ];
        files.extend(Coordinates::schur(topology, system).map(|a| file("A", "J W K + E", a)));
        files
    }

    /// The right-hand side `[F; c]` of H, as a column.
    pub fn right_side(&self) -> Coordinates {
        Coordinates::column(&[&self.system.force[..], &self.system.c].concat())
    }

    /// A script that builds M, J, K, F and c as arrays and solves for accelerations and multipliers.
    pub fn numpy(&self, title: &str) -> String {
        let mut text = format!(
            "# {}: the equations at t = {} s\nimport numpy as np\n\n\ndef matrix(shape, entries):\n    it = np.zeros(shape)\n    \
             for row, column, value in entries:\n        it[row, column] = value\n    return it\n\n\n",
            on_one_line(title),
            self.state.time
        );
        let (topology, system) = (&self.model.topology, &self.system);
        for (name, numbers) in [
            ("M", Coordinates::mass(topology, system)),
            ("J", Coordinates::jacobian(topology, system)),
            ("K", Coordinates::force_directions(topology, system)),
        ] {
            let Coordinates {
                rows,
                columns,
                entries,
            } = numbers;
            let _ = writeln!(text, "{name} = matrix(({rows}, {columns}), [");
            for (row, column, value) in entries {
                let _ = writeln!(text, "    ({row}, {column}, {value:?}),");
            }
            text += "])\n";
        }
        let _ = writeln!(text, "F = np.array({:?})", self.system.force);
        let _ = writeln!(text, "c = np.array({:?})", self.system.c);
        let _ = writeln!(text, "E = np.diag({:?})", self.system.compliance);
        text + "A = J @ np.linalg.solve(M, K) + E\nfree = np.linalg.solve(M, F)\n\
                # Where rows depend on each other: the multipliers of the least sum of A_ii lam_i^2.\n\
                scale = 1 / np.sqrt(np.where(np.diag(A) > 0, np.diag(A), 1.0))\n\
                scaled = np.linalg.lstsq(scale[:, None] * A * scale, -scale * (J @ free + c), rcond=1e-12)[0]\n\
                lam = scale * scaled\nacceleration = free + np.linalg.solve(M, K @ lam)\nprint(acceleration)\nprint(lam)\n"
    }

    /// H and its right-hand side as LaTeX; `None` if too large for a page.
    pub fn latex(&self) -> Option<String> {
        let (topology, system) = (&self.model.topology, &self.system);
        if topology.dofs() + topology.rows() > ON_A_PAGE {
            return None;
        }
        let h = matrix(&Coordinates::saddle(topology, system).dense());
        Some(format!(
            "\\begin{{equation*}}\n\\setcounter{{MaxMatrixCols}}{{{ON_A_PAGE}}}\nH = {h}\n\\end{{equation*}}\n\\begin{{equation*}}\n\
             H \\begin{{bmatrix}} \\dot v \\\\ \\lambda \\end{{bmatrix}} = {}\n\\end{{equation*}}\n",
            matrix(&self.right_side().dense())
        ))
    }
}
